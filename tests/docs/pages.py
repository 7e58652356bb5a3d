"""What a page of Markdown shows, as steps in order: commands, Python to run, files to save.

The language of a fenced block says what it is:

- ``console``: commands after ``$ `` and what they print on standard output; ``...`` stands for any lines.
  A command followed by ``# exits with 1`` must fail so; standard error is then part of what is shown;
- no language: commands whose output is not shown, one per line, ``#`` begins a comment;
- ``python``: a program, with the names of the blocks before it. ``print(...)  # text`` states what it prints;
  a block with ``>>> `` is a doctest. One that begins with ``# name.py`` is saved under that name;
- anything else (``text``, ``json``) is only shown.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from fnmatch import fnmatchcase
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
LEFT_OUT = Path(__file__).with_name("left_out.txt")

#: Pages of measurements: their blocks are commands of long runs, named with date and commit.
RESULTS = "docs/results/"
#: The longest line of prose, in characters.
LONGEST = 140


@dataclass(frozen=True)
class Command:
    """A line for the shell; ``shown`` is None if the page does not show what it prints."""

    text: str
    shown: list[str] | None
    code: int = 0


@dataclass(frozen=True)
class Program:
    """A block of Python that is run."""

    source: str

    @property
    def text(self) -> str:
        """Its first line, by which the list of what is left out names it."""
        return self.source.partition("\n")[0]


@dataclass(frozen=True)
class Saved:
    """A block of Python that is saved as a file for the steps after it."""

    name: str
    source: str


Step = Command | Program | Saved


def pages() -> list[str]:
    """README and the pages of docs, without the results of experiments."""
    found = [path.relative_to(ROOT).as_posix() for path in (ROOT / "docs").rglob("*.md")]
    return ["README.md", *sorted(page for page in found if not page.startswith(RESULTS))]


def long_lines(text: str) -> list[int]:
    """The numbers of the lines of prose, outside fenced blocks, that are too long."""
    blocks = re.compile(r"^```.*?^```$", re.MULTILINE | re.DOTALL)
    prose = blocks.sub(lambda block: "\n" * block[0].count("\n"), text)
    return [number for number, line in enumerate(prose.split("\n"), 1) if len(line) > LONGEST]


def steps(text: str) -> list[Step]:
    """The steps of a page's text, in order."""
    found: list[Step] = []
    for language, block in re.findall(r"^```(\w*)\n(.*?)^```$", text, re.MULTILINE | re.DOTALL):
        if language == "console":
            found += shown_commands(block)
        elif language == "":
            found += [Command(line, None) for line in command_lines(block)]
        elif language == "python":
            named = re.match(r"# (\w+\.py)\n", block)
            found.append(Saved(named[1], block) if named else Program(block))
    return found


def shown_commands(block: str) -> list[Command]:
    """The commands of a console block with what they are said to print."""
    found: list[Command] = []
    for line in block.splitlines():
        if line.startswith("$ "):
            text, _, code = line[2:].partition("  # exits with ")
            found.append(Command(text, [], int(code or 0)))
        else:
            assert found and found[-1].shown is not None, f"{line!r} stands before the first command"
            found[-1].shown.append(line)
    return found


def command_lines(block: str) -> list[str]:
    """The commands of a block without output; a line that ends in a backslash continues on the next."""
    lines = block.replace("\\\n", " ").splitlines()
    return [line for line in (re.sub(r"(^|\s)#.*", "", line).strip() for line in lines) if line]


@dataclass(frozen=True)
class LeftOut:
    """An entry of the list of what is shown but not run."""

    page: str
    pattern: str

    def matches(self, page: str, step: Step) -> bool:
        return page == self.page and not isinstance(step, Saved) and fnmatchcase(step.text, self.pattern)


def left_out(text: str) -> list[LeftOut]:
    """The entries of the list; ValueError for a line without a page, a pattern or a reason."""
    found = []
    for line in text.splitlines():
        if line and not line.startswith("#"):
            entry = re.fullmatch(r"(\S+): (.*\S) +# \S.*", line)
            if not entry:
                raise ValueError(f"{LEFT_OUT.name}: {line!r} is not 'PAGE: PATTERN # REASON'")
            found.append(LeftOut(entry[1], entry[2]))
    return found
