"""The pages say what is true: README's Python blocks run, and commands print what README and docs show.

How a block is written decides what happens to it:

- ``python``: run in the order of the page, names carried over; ``print(...)  # text`` must print that text.
  A block whose first line is ``# name.py`` is saved under that name instead, for the commands after it;
- ``console``: each ``$ longroad ...`` is run in one folder and must print the lines below it. ``...`` stands
  for any lines. Figures of time are masked, runs of blanks and rules of tables compared as one;
- no language: commands without output. They are listed in NOT_RUN with a reason; those of ``longroad`` must
  have options that exist.
"""

from __future__ import annotations

import os
import re
import shlex
import subprocess
import sys
from pathlib import Path
from typing import NamedTuple

import pytest
import typer.main

from longroad.cli import app

ROOT = Path(__file__).resolve().parents[2]
README = (ROOT / "README.md").read_text(encoding="utf-8")

#: Pages that show what a command prints.
PAGES = ["README.md", "docs/openings.md", "docs/write_a_bot.md"]

#: Commands of README that are shown but not run here, and why.
NOT_RUN = {
    "longroad train smoke --out runs/smoke": "takes three minutes",
    "longroad match net:model=fast2p planner --games 400 --rules gendre2020": "takes a minute",
    "longroad match planner catanatron:VictoryPointPlayer --games 100": "needs catanatron",
    "longroad jsettlers --jar JSettlersServer-2.2.00.jar --agent planner --games 200": "needs a server",
    "longroad experiment taucher2018 --quick": "takes a minute; tests/experiments runs it in small",
    "make demo": "installs Longroad",
    "make test": "runs these tests",
}

#: Figures of time: games per second, seconds, and the last column of a table of agents (milliseconds).
TIMES = (r"[\d,.]+(?= games/s)", r"[\d.]+(?= s\b)", r"\d+\.\d{3}(?= │$)")


class Block(NamedTuple):
    """A fenced block of the page."""

    language: str
    text: str


class Command(NamedTuple):
    """A command of a console block and what it is said to print."""

    words: list[str]
    shown: list[str]


def blocks(page: str, language: str) -> list[Block]:
    found = [Block(*match) for match in re.findall(r"^```(\w*)\n(.*?)^```$", page, re.MULTILINE | re.DOTALL)]
    return [block for block in found if block.language == language]


def commands(page: str) -> list[Command]:
    """The commands of all console blocks, in order."""
    found: list[Command] = []
    for block in blocks(page, "console"):
        for line in block.text.splitlines():
            if line.startswith("$ "):
                found.append(Command(shlex.split(line[2:]), []))
            else:
                found[-1].shown.append(line)
    return found


def commands_without_output(page: str) -> list[str]:
    lines = [line for block in blocks(page, "") for line in block.text.splitlines()]
    return [line.partition("#")[0].strip() for line in lines]


def masked(line: str) -> str:
    line = line.rstrip()
    for pattern in TIMES:
        line = re.sub(pattern, "TIME", line, flags=re.MULTILINE)
    return re.sub(r"[ ━─]+", " ", line).strip()


def agrees(printed: list[str], shown: list[str]) -> bool:
    """Whether these lines were printed; ``...`` stands for any number of lines."""
    parts = [r".*\n" if line == "..." else re.escape(masked(line)) + r"\n" for line in shown]
    pattern = "".join(f"(?:{part})*" if part == r".*\n" else part for part in parts)
    return re.fullmatch(pattern, "".join(f"{masked(line)}\n" for line in printed)) is not None


def run(folder: Path, *words: str) -> list[str]:
    """The lines that Python prints to standard output with these arguments, in this folder."""
    here = {**os.environ, "COLUMNS": "80", "PYTHONPATH": os.pathsep.join(filter(None, sys.path))}
    done = subprocess.run([sys.executable, *words], cwd=folder, env=here, capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    return done.stdout.splitlines()


def saved_files(page: str, folder: Path) -> None:
    """Writes the blocks that begin with a file's name."""
    for block in blocks(page, "python"):
        if named := re.match(r"# (\w+\.py)\n", block.text):
            (folder / named[1]).write_text(block.text, encoding="utf-8")


def test_the_readme_is_short() -> None:
    assert len(README.splitlines()) < 120


@pytest.mark.parametrize("page", ["README.md", "docs/write_a_bot.md"])
def test_python_blocks_print_what_their_comments_say(tmp_path: Path, page: str) -> None:
    text = (ROOT / page).read_text(encoding="utf-8")
    saved_files(text, tmp_path)
    program = "\n".join(b.text for b in blocks(text, "python") if not re.match(r"# \w+\.py\n", b.text))
    said = re.findall(r"^print\(.*\)  # (.*)$", program, re.MULTILINE)
    assert len(said) == program.count("print(") > 0, "every print says what it prints"
    assert run(tmp_path, "-c", program) == said


@pytest.mark.parametrize(
    "page", [pytest.param(page, marks=pytest.mark.long if "openings" in page else ()) for page in PAGES]
)
def test_commands_print_what_is_shown(tmp_path: Path, page: str) -> None:
    text = (ROOT / page).read_text(encoding="utf-8")
    saved_files(text, tmp_path)
    assert commands(text)
    for command in commands(text):
        assert command.words[0] == "longroad"
        printed = run(tmp_path, "-c", "from longroad.cli import main; main()", *command.words[1:])
        assert agrees(printed, command.shown), "\n".join([shlex.join(command.words), *printed])


def test_no_other_page_shows_what_a_command_prints() -> None:
    pages = [ROOT / "README.md", *(ROOT / "docs").rglob("*.md")]
    shown = [p for p in pages if re.search(r"^\$ ", p.read_text(encoding="utf-8"), re.MULTILINE)]
    assert sorted(p.relative_to(ROOT).as_posix() for p in shown) == sorted(PAGES)


def test_commands_that_are_not_run_are_listed_with_a_reason() -> None:
    assert sorted(commands_without_output(README)) == sorted(NOT_RUN)


@pytest.mark.parametrize("command", [c for c in NOT_RUN if c.startswith("longroad ")])
def test_commands_that_are_not_run_have_options_that_exist(command: str) -> None:
    group = typer.main.get_command(app)
    assert isinstance(group, typer.core.TyperGroup)
    name, *words = shlex.split(command)[1:]
    group.commands[name].make_context(name, words).close()


def test_links_lead_somewhere() -> None:
    links = re.findall(r"\]\(([^)#]+)", README)
    assert links and [link for link in links if not (ROOT / link).exists()] == []


@pytest.mark.parametrize(
    ("printed", "shown", "agree"),
    [
        (["a  1", "95 games/s"], ["a 1", "244 games/s"], True),
        (["a 1"], ["a 2"], False),
        (["│ b │ 0.004 │"], ["│ b   │  10.250 │"], True),
        (["│ b │ 62.0% │"], ["│ b │ 61.0% │"], False),
        (["2.2 s, 2.3 s of CPU"], ["31 s, 30 s of CPU"], True),
        (["a", "b", "c"], ["a", "..."], True),
        (["a", "b", "c"], ["...", "d"], False),
        (["a", "b"], ["a"], False),
    ],
)
def test_what_counts_as_the_same_output(printed: list[str], shown: list[str], agree: bool) -> None:
    assert agrees(printed, shown) is agree
