"""A command that needs optional dependencies names all that are missing in one sentence, before any work."""

from __future__ import annotations

import sys
import tomllib
from pathlib import Path

import pytest

from cli.running import CommandLine
from longroad import extras
from longroad.extras import EXTRAS

PYPROJECT = Path(__file__).parents[2] / "pyproject.toml"
AGENTS = ("net:model=fast2p", "catanatron:RandomPlayer")


@pytest.fixture(autouse=True)
def nothing_optional(monkeypatch: pytest.MonkeyPatch) -> None:
    for _, module in EXTRAS.values():
        monkeypatch.setitem(sys.modules, module, None)


@pytest.fixture
def installed(monkeypatch: pytest.MonkeyPatch, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The package lies in another project's environment; the folder of that project."""
    project = tmp_path_factory.mktemp("project")
    (project / "pyproject.toml").write_text("[project]\nname = 'my-bots'\n")
    monkeypatch.setattr(extras, "_PACKAGE", project / ".venv" / "site-packages" / "longroad")
    return project


@pytest.mark.usefixtures("installed")
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
        (
            ("fit", "data", "--out", "x.npz"),
            "training needs PyArrow and PyTorch: pip install 'longroad[data,train]'",
        ),
        (
            ("positions", "--out", "data"),
            "a data set of positions needs PyArrow: pip install 'longroad[data]'",
        ),
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


def test_in_a_source_checkout_the_message_says_what_works_there(line: CommandLine, installed: Path) -> None:
    wrong = "[project]\nname = \n"
    assert "sources" not in line("train", "smoke").complaint
    (installed / ".venv").mkdir()
    (installed / ".venv" / "pyproject.toml").write_text(wrong)
    (installed / "pyproject.toml").write_text(PYPROJECT.read_text())
    assert line("experiment", "gendre2020", "--quick").complaint == (
        "this experiment needs Matplotlib and PyTorch: pip install 'longroad[plots,train]' "
        f"(with these sources: pip install '.[plots,train]' in {installed})"
    )


def test_the_table_of_extras_is_that_of_the_package() -> None:
    declared = tomllib.loads(PYPROJECT.read_text())["project"]["optional-dependencies"]
    assert sorted(EXTRAS) == sorted(set(declared) - {"dev", "docs", "fuzz", "trust"})
