"""The HTML of the pages, from templates; everything that people have typed is escaped."""

from __future__ import annotations

from datetime import datetime
from functools import cache
from typing import Any

from jinja2 import Environment

from longroad.analysis.words import percent
from longroad.catan import RESOURCES
from longroad.catan.drawing.glyphs import CARD_GLYPHS, RESOURCE_GLYPHS
from longroad.catan.drawing.palette import CARD_NAMES, TERRAINS
from longroad.catan.words import bundle_words
from longroad.drawing.pages import page_environment
from longroad.drawing.palette import LIVERIES

#: What development cards do, in a sentence.
CARD_WORDS = (
    "Move the robber and steal a card. Three knights may be the largest army, worth 2 points.",
    "Worth a point; nobody else sees it before the game is over.",
    "Build two roads that cost nothing.",
    "Take any two cards from the bank.",
    "Name a resource: everybody gives you all cards of it.",
)


def render(template: str, **shown: Any) -> str:
    """The HTML of a template of this package."""
    return _environment().get_template(f"{template}.html.j2").render(**shown)


def day(date: str) -> str:
    """A date of a record, for people.

    >>> day("2026-11-18T05:10:00Z")
    '18 Nov 2026, 05:10'
    """
    return datetime.fromisoformat(date).strftime("%-d %b %Y, %H:%M")


def elo(strength: float) -> str:
    """A strength, for people.

    >>> elo(279.0), elo(-64.6)
    ('+279', '−65')
    """
    return f"{strength:+.0f}".replace("-", "−")


@cache
def _environment() -> Environment:
    environment = page_environment("longroad.web.pages")
    environment.filters |= {"percent": percent, "day": day, "elo": elo}
    environment.globals |= {
        "RESOURCES": RESOURCES,
        "GLYPHS": RESOURCE_GLYPHS,
        "TERRAINS": TERRAINS,
        "CARD_NAMES": CARD_NAMES,
        "CARD_GLYPHS": CARD_GLYPHS,
        "CARD_WORDS": CARD_WORDS,
        "LIVERIES": LIVERIES,
        "bundle_words": bundle_words,
    }
    return environment
