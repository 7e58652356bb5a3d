"""Networks that rate moves, measured and exported."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

torch = pytest.importorskip("torch")
onnxruntime = pytest.importorskip("onnxruntime")

from longroad.agents.net.agent import NetAgent  # noqa: E402
from longroad.arena import play_match  # noqa: E402
from longroad.catan import Rules  # noqa: E402
from longroad.errors import TrainingError  # noqa: E402
from longroad.nets.export import export_rating_onnx  # noqa: E402
from longroad.nets.resmlp import FEATURES, ResMLP  # noqa: E402
from longroad.train.td.evaluation import RatingEvaluator, RatingPlayer  # noqa: E402
from longroad.train.td.settings import TdRunSettings, TdSettings  # noqa: E402

RULES = Rules.preset("casher2024", turn_cap=40)


def network() -> ResMLP:
    torch.manual_seed(3)
    return ResMLP(24, 2).eval()


def test_onnx_says_what_torch_says(tmp_path: Path) -> None:
    path = export_rating_onnx(network(), tmp_path / "network.onnx", trained="not at all")
    rows = np.random.default_rng(1).integers(0, 3, (9, FEATURES)).astype(np.float32)
    (places,) = onnxruntime.InferenceSession(str(path)).run(["place"], {"observation": rows})
    with torch.no_grad():
        assert np.abs(places - network()(torch.from_numpy(rows)).numpy()).max() < 1e-4


def test_the_exported_network_plays_the_same_games(tmp_path: Path) -> None:
    path = export_rating_onnx(network(), tmp_path / "network.onnx")
    others = ["random", "random"]
    exported = play_match([NetAgent(str(path)), *others], games=3, seed=2, rules=RULES, threads=1)
    itself = play_match([RatingPlayer(network()), *others], games=3, seed=2, rules=RULES, threads=1)
    assert exported.signature == itself.signature and not exported.forfeits and not itself.forfeits


def test_it_is_measured_against_each_opponent() -> None:
    found = RatingEvaluator(RULES, ["random", "weighted"], 6)(network(), 1)
    assert [(one.opponent, one.games) for one in found] == [("random", 6), ("weighted", 6)]
    assert all(0 <= one.wins <= 6 and 2 <= one.points <= 12 for one in found)


def test_a_run_in_words() -> None:
    assert TdRunSettings().run() == TdSettings.any_board()
    assert TdRunSettings(board="fixed", pace="faster", games=2000).run().total_games == 2000
    assert TdRunSettings(games=100, width=7).run(seed=3) == TdSettings(width=7, seed=3).ended_after(100)
    wrong = {"board": "round", "pace": "slow", "games": -1, "clip": 0.0, "network": "xdim-6"}
    for name, value in wrong.items():
        with pytest.raises(TrainingError, match=f"setting {name}="):
            TdRunSettings(**{name: value})  # type: ignore[arg-type]
