"""A run as a picture."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

pytest.importorskip("torch")
pytest.importorskip("matplotlib")

from longroad.train.run.curve import draw_curve, evaluations


def test_what_was_measured_is_drawn(tmp_path: Path) -> None:
    lines = [
        {"step": 1, "moves": 1000, "loss": 0.5},
        {
            "step": 2,
            "moves": 2000,
            **{
                f"eval/mcts:sims=50/{k}": v
                for k, v in zip(("win", "low", "high"), (0.4, 0.3, 0.5), strict=True)
            },
        },
        {
            "step": 3,
            "moves": 3000,
            **{
                f"eval/mcts:sims=50/{k}": v
                for k, v in zip(("win", "low", "high"), (0.6, 0.5, 0.7), strict=True)
            },
        },
    ]
    metrics = tmp_path / "metrics.jsonl"
    metrics.write_text("".join(json.dumps(line) + "\n" for line in lines[:1]))
    assert not draw_curve(metrics, tmp_path / "curve.png")
    assert not (tmp_path / "curve.png").exists()
    metrics.write_text("".join(json.dumps(line) + "\n" for line in lines))
    assert evaluations(metrics) == {"mcts:sims=50": [(2000, 0.4, 0.3, 0.5), (3000, 0.6, 0.5, 0.7)]}
    assert draw_curve(metrics, tmp_path / "curve.png")
    assert (tmp_path / "curve.png").read_bytes().startswith(b"\x89PNG")
