"""Networks on the command line."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

from agents.tiny_networks import builder, linear
from cli.running import CommandLine


def test_a_match_with_a_network(tmp_path: Path, line: CommandLine) -> None:
    file = linear(tmp_path / "net.onnx", b=builder())
    rules = "gendre2020,target_points=5"
    result = line("match", f"net:model={file}", "random", "--games", 8, "--rules", rules, "--json").json
    assert result["games"] == 8 and result["forfeits"] == [] and result["ms_per_decision"][0] > 0


def test_what_cannot_be_played_is_one_line(
    tmp_path: Path, line: CommandLine, monkeypatch: pytest.MonkeyPatch
) -> None:
    file = linear(tmp_path / "net.onnx")
    three = line("match", f"net:model={file}", "random", "random", "--games", 3)
    assert three.code == 2 and three.complaint == f"{file}: plays games of 2 players, not of 3"
    duel = line("match", f"net:model={file}", "random", "--games", 2, "--rules", "duel")
    assert duel.code == 2 and duel.complaint == (
        f"friendly_robber=on: {file} was not trained with it, and its encoding 'general-1' does not show it; "
        "play with friendly_robber=off"
    )
    missing = line("match", "net:model=none.onnx", "random", "--games", 2)
    assert (
        missing.complaint == "agent 'net:model=none.onnx': none.onnx: there is no such file; "
        "Longroad ships with champion2p, fast2p"
    )
    monkeypatch.setitem(sys.modules, "onnxruntime", None)
    without = line("match", f"net:model={file},threads=2", "random", "--games", 2)
    assert without.code == 1 and "needs ONNX Runtime: pip install 'longroad[net]'" in without.complaint
