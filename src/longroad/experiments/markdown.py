"""Markdown for reports."""

from __future__ import annotations

import re
import textwrap

#: The longest line of prose, in characters.
_LONGEST = 140


def table(header: list[str], rows: list[list[str]]) -> str:
    """A table of cells.

    >>> print(table(["agent", "won"], [["planner", "84%"]]))
    | agent | won |
    | --- | --- |
    | planner | 84% |
    """
    lines = [header, ["---"] * len(header), *rows]
    return "\n".join("| " + " | ".join(line) + " |" for line in lines)


def wrapped(text: str) -> str:
    """A text with the lines of its prose broken; tables, headings and pictures stay as they are.

    >>> [len(line) for line in wrapped("- " + "word " * 60).split("\\n")]
    [136, 136, 31]
    """
    return "\n".join(_wrapped_line(line) for line in text.split("\n"))


def _wrapped_line(line: str) -> str:
    if re.match(r"\||#|!\[", line):
        return line
    behind = "  " if line.startswith("- ") else ""
    return textwrap.fill(
        line, _LONGEST, subsequent_indent=behind, break_long_words=False, break_on_hyphens=False
    )
