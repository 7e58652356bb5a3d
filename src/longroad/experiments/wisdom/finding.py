"""One finding: what people say, what was found, and what a reader can do with it."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from longroad.experiments import markdown
from longroad.experiments.wisdom.estimates import Estimate


@dataclass(frozen=True)
class Finding:
    """For the report."""

    #: The name of its picture, and its key in report.json.
    name: str
    title: str
    #: What people say.
    wisdom: str
    verdict: str
    found: str
    advice: str
    #: How it was measured, and what it does not say.
    how: str
    draw: Callable[[Path], None] = field(repr=False)
    header: list[str] = field(default_factory=list)
    cells: list[list[str]] = field(default_factory=list)
    figures: dict[str, Any] = field(default_factory=dict)

    def section(self) -> str:
        """Its part of the report."""
        parts = [
            f"## {self.title}",
            f"**They say:** {self.wisdom} **{self.verdict[0].upper()}{self.verdict[1:]}.**",
            self.found,
            f"**What you can do with it:** {self.advice}",
            f"![{self.title}]({self.name}.png)",
        ]
        if self.cells:
            parts.append(markdown.table(self.header, self.cells))
        return "\n\n".join([*parts, self.how])

    def to_dict(self) -> dict[str, Any]:
        """For report.json."""
        return {
            "wisdom": self.wisdom,
            "verdict": self.verdict,
            **{name: _plain(value) for name, value in self.figures.items()},
        }


def verdict(holds: bool | None) -> str:
    """In words.

    >>> verdict(True), verdict(False), verdict(None)
    ('true here', 'not true here', 'undecided with these games')
    """
    return {True: "true here", False: "not true here", None: "undecided with these games"}[holds]


def by(holds: bool | None, yes: str, no: str, open_: str) -> str:
    """The sentence that goes with a verdict."""
    return {True: yes, False: no, None: open_}[holds]


def _plain(value: Any) -> Any:
    if isinstance(value, Estimate):
        return value.to_dict()
    if isinstance(value, dict):
        return {str(name): _plain(one) for name, one in value.items()}
    return value
