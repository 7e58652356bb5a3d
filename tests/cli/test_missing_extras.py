"""A command that needs optional dependencies names all that are missing in one sentence, before any work."""

from __future__ import annotations

import sys
import tomllib
from pathlib import Path

import pytest

from cli.running import CommandLine
from longroad.extras import EXTRAS

PYPROJECT = Path(__file__).parents[2] / "pyproject.toml"
AGENTS = ("net:model=fast2p", "catanatron:RandomPlayer")


@pytest.fixture(autouse=True)
def nothing_optional(monkeypatch: pytest.MonkeyPatch) -> None:
    for _, module in EXTRAS.values():
        monkeypatch.setitem(sys.modules, module, None)


@pytest.mark.parametrize(
    ("command", "sentence"),
    [
        (
            ("match", *AGENTS),
            "playing needs catanatron and ONNX Runtime: pip install 'longroad[catanatron,net]'",
        ),
        (
            ("match", *AGENTS, "--plot", "points.png"),
            "a match with a plot needs catanatron, ONNX Runtime and Matplotlib: "
            "pip install 'longroad[catanatron,net,plots]'",
        ),
        (("match", "random", AGENTS[0]), "playing needs ONNX Runtime: pip install 'longroad[net]'"),
        (
            ("tournament", "random", *AGENTS, "--out", "t"),
            "playing needs catanatron and ONNX Runtime: pip install 'longroad[catanatron,net]'",
        ),
        (
            ("sprt", *AGENTS),
            "playing needs catanatron and ONNX Runtime: pip install 'longroad[catanatron,net]'",
        ),
        (
            ("experiment", "gendre2020", "--quick"),
            "this experiment needs Matplotlib and PyTorch: pip install 'longroad[plots,train]'",
        ),
        (
            ("experiment", "casher2024", "--quick"),
            "this experiment needs Matplotlib and PyTorch: pip install 'longroad[plots,train]'",
        ),
        (("train", "smoke"), "training needs PyTorch: pip install 'longroad[train]'"),
        (("show", "--out", "x.png"), "a PNG picture needs resvg: pip install 'longroad[png]'"),
    ],
)
def test_all_are_named_at_once(
    command: tuple[str, ...],
    sentence: str,
    line: CommandLine,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.chdir(tmp_path)
    ran = line(*command)
    assert (ran.code, ran.complaint) == (1, sentence)
    assert list(tmp_path.iterdir()) == []


def test_the_table_of_extras_is_that_of_the_package() -> None:
    declared = tomllib.loads(PYPROJECT.read_text())["project"]["optional-dependencies"]
    assert sorted(EXTRAS) == sorted(set(declared) - {"dev"})
