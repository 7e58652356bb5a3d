"""Shell completion: what is offered, and a real bash in a terminal that completes a line."""

from __future__ import annotations

import json
import os
import pty
import shutil
import subprocess
import sys
import time
from pathlib import Path

import pytest
import typer.main

from cli.running import CommandLine
from longroad.agents import AGENTS
from longroad.catan import PRESETS
from longroad.cli import app
from longroad.experiments import EXPERIMENTS
from longroad.train.presets import PRESETS as TRAININGS

#: Completes, prints its script, and writes down with which arguments it was run else.
PROGRAM = f"""#!{sys.executable}
import json, os, sys
sys.argv[0] = "longroad"
if "_LONGROAD_COMPLETE" in os.environ or sys.argv[1] == "completion":
    from longroad.cli import main
    main()
else:
    open("arguments.json", "a").write(json.dumps(sys.argv[1:]) + "\\n")
"""


def offered(
    words: list[str], monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> list[str]:
    """The words that bash is given to complete the last one."""
    monkeypatch.setenv("COMP_WORDS", "\n".join(["longroad", *(word or "''" for word in words)]))
    monkeypatch.setenv("COMP_CWORD", str(len(words)))
    monkeypatch.setenv("_LONGROAD_COMPLETE", "complete_bash")
    capsys.readouterr()
    with pytest.raises(SystemExit) as end:
        typer.main.get_command(app).main([], prog_name="longroad")
    assert end.value.code == 0
    return capsys.readouterr().out.split()


@pytest.mark.parametrize(
    ("line", "expected"),
    [
        ("to", ["tournament"]),
        ("tournament --mo", ["--move-seconds"]),
        ("match ", [*AGENTS, "python:", "exec:", "catanatron:"]),
        ("match wei", ["weighted"]),
        ("match --game skirmish ", ["random", "expectimax", "mcts", "python:", "exec:"]),
        ("match expectimax:de", ["expectimax:depth="]),
        ("match expectimax:depth=2,mo", ["expectimax:depth=2,moves="]),
        ("match random:by=k", ["random:by=kind"]),
        ("sprt expectimax:depth=2,moves=all pla", ["planner", "planner-1"]),
        ("match random random --rules ntu", ["ntu2016"]),
        ("match random random --rules gendre2020,rob", ["gendre2020,robber="]),
        ("match random random --rules robber=", ["robber=on", "robber=off"]),
        ("match random random --game ", ["catan", "skirmish"]),
        ("agents mc", ["mcts", "mcts-1"]),
        ("jsettlers --agent pl", ["planner", "planner-1"]),
        ("openings --play wei", ["weighted"]),
        ("experiment ", [*EXPERIMENTS]),
        ("train ", [*TRAININGS]),
        ("tournament random value --format one", ["one-against-copies"]),
        ("show --board beg", ["beginner"]),
        ("completion ", ["bash", "zsh", "fish"]),
        ("show gam", []),  # the shell offers files
        ("match random random --records ", []),
        ("report ", []),
    ],
)
def test_what_is_offered(
    line: str, expected: list[str], monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    assert offered(line.split(" "), monkeypatch, capsys) == expected


SETTLER = """import nowhere_to_be_found

class Settler(Agent):
    class Inner(Agent): ...

class Thrifty(Settler): ...
class Notes: ...
class _Hidden(Agent): ...
"""


@pytest.mark.parametrize(
    ("incomplete", "expected"),
    [
        ("python:se", ["python:settler."]),
        ("python:", ["python:bots.", "python:settler.", "python:wrong."]),
        ("python:settler.", ["python:settler.Settler", "python:settler.Thrifty"]),
        ("python:settler.Th", ["python:settler.Thrifty"]),
        ("python:bots.", ["python:bots.deep."]),
        ("python:bots.deep.", ["python:bots.deep.Deep"]),
        ("python:wrong.", []),
        ("python:nothing.", []),
        ("python:settler.Settler,ca", []),
    ],
)
def test_classes_of_the_folder_are_offered_without_importing_them(
    incomplete: str,
    expected: list[str],
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "settler.py").write_text(SETTLER)
    (tmp_path / "wrong.py").write_text("class (\n")
    (tmp_path / "not-a-module.py").touch()
    (tmp_path / "notes").mkdir()
    (tmp_path / "bots").mkdir()
    (tmp_path / "bots" / "deep.py").write_text("class Deep(Agent): ...\n")
    assert offered(["match", incomplete], monkeypatch, capsys) == expected


def test_all_presets_of_the_rules_are_offered(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    assert set(PRESETS) <= set(offered(["match", "random", "--rules", ""], monkeypatch, capsys))


def test_bash_completes_a_line_in_a_terminal(tmp_path: Path) -> None:
    """Agents' specs, which bash cuts at ``:`` and ``=``, an option, a preset and a file; no file's name
    after ``python:``."""
    program = tmp_path / "bin" / "longroad"
    program.parent.mkdir()
    program.write_text(PROGRAM)
    program.chmod(0o755)
    (tmp_path / "recorded-games.jsonl").touch()
    (tmp_path / "settler.py").write_text(SETTLER)
    (tmp_path / "build.py").touch()
    typed = [
        'eval "$(longroad completion bash)"',
        "longroad spr\texpectimax:de\t2,mo\tall wei\t--rul\tgend\t--see\t3",
        "longroad show rec\t--boa\tbegi\t",
        "longroad match python:se\tThr\tpython:bui\tbui\t ran\t",
        "exit",
    ]
    environment = {
        **os.environ,
        "PATH": f"{program.parent}{os.pathsep}{os.environ['PATH']}",
        "PYTHONPATH": os.pathsep.join(filter(None, sys.path)),
        "TERM": "dumb",
    }
    ours, theirs = pty.openpty()
    with subprocess.Popen(
        ["bash", "--norc", "--noprofile", "-i"],
        cwd=tmp_path,
        env=environment,
        stdin=theirs,
        stdout=theirs,
        stderr=theirs,
        start_new_session=True,
    ) as bash:
        os.close(theirs)
        os.set_blocking(ours, False)
        os.write(ours, ("\n".join(typed) + "\n").encode())
        shown, end = b"", time.monotonic() + 120
        while bash.poll() is None and time.monotonic() < end:
            try:
                shown += os.read(ours, 4096)
            except BlockingIOError:
                time.sleep(0.05)
            except OSError:  # bash has closed its side
                break
        if bash.poll() is None:
            try:
                bash.wait(5)
            except subprocess.TimeoutExpired:
                bash.kill()
        os.close(ours)
    written = tmp_path / "arguments.json"
    assert written.is_file(), shown.decode(errors="replace")
    assert [json.loads(line) for line in written.read_text().splitlines()] == [
        ["sprt", "expectimax:depth=2,moves=all", "weighted", "--rules", "gendre2020", "--seed", "3"],
        ["show", "recorded-games.jsonl", "--board", "beginner"],
        ["match", "python:settler.Thrifty", "python:build.bui", "random"],
    ], shown.decode(errors="replace")


@pytest.mark.parametrize("shell", ["bash", "zsh", "fish"])
def test_the_script_is_one_of_its_shell(shell: str, line: CommandLine) -> None:
    ran = line("completion", shell)
    assert ran.code == 0 and f"_LONGROAD_COMPLETE=complete_{shell}" in ran.out and "longroad" in ran.out
    if shutil.which(shell):
        subprocess.run([shell, "-n"], input=ran.out, text=True, check=True)


def test_zsh_and_fish_get_descriptions(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("_TYPER_COMPLETE_ARGS", "longroad match expectimax:depth=2 wei")
    monkeypatch.setenv("_TYPER_COMPLETE_FISH_ACTION", "get-args")
    for shell, expected in (("zsh", '"weighted":"draws by weight'), ("fish", "weighted\tdraws by weight")):
        monkeypatch.setenv("_LONGROAD_COMPLETE", f"complete_{shell}")
        with pytest.raises(SystemExit):
            typer.main.get_command(app).main([], prog_name="longroad")
        assert expected in capsys.readouterr().out


def test_another_shell_is_refused(line: CommandLine) -> None:
    assert line("completion", "tcsh").code == 2
