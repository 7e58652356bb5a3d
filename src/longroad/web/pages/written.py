"""The HTML of pages, from ``templates``; everything that is not ours is escaped."""

from __future__ import annotations

from datetime import datetime
from functools import cache
from typing import Any

from jinja2 import Environment

from longroad.analysis.words import percent
from longroad.catan.drawing.palette import TERRAINS
from longroad.drawing.pages import page_environment
from longroad.drawing.palette import LIVERIES


def written(template: str, **facts: Any) -> str:
    """A template with the facts filled in."""
    return _environment().get_template(f"{template}.html.j2").render(**facts)


def day(date: str) -> str:
    """A date of a record, for people.

    >>> day("2026-11-18T05:10:00Z")
    '18 Nov 2026, 05:10'
    """
    return datetime.fromisoformat(date).strftime("%-d %b %Y, %H:%M")


@cache
def _environment() -> Environment:
    environment = page_environment("longroad.web.pages")
    environment.filters |= {"percent": percent, "day": day}
    environment.globals |= {"liveries": LIVERIES, "terrains": TERRAINS}
    return environment
