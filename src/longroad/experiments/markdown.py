"""Markdown for reports."""

from __future__ import annotations


def table(header: list[str], rows: list[list[str]]) -> str:
    """A table of cells.

    >>> print(table(["agent", "won"], [["planner", "84%"]]))
    | agent | won |
    | --- | --- |
    | planner | 84% |
    """
    lines = [header, ["---"] * len(header), *rows]
    return "\n".join("| " + " | ".join(line) + " |" for line in lines)
