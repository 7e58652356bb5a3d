"""The report of a tournament: one page that stands alone, and the same in Markdown with pictures beside
it."""

from __future__ import annotations

import json
from pathlib import Path

from longroad.arena.report.charts import PICTURES
from longroad.arena.report.facts import Facts
from longroad.arena.report.markdown import markdown
from longroad.arena.report.page import page
from longroad.arena.tournament.folder import Tournament
from longroad.arena.tournament.standings import standings
from longroad.files import write_text

__all__ = ["write_report"]


def write_report(folder: Path, out: Path | None = None) -> Path:
    """Writes report.html, report.md and its pictures into ``out`` (the tournament's folder itself unless
    named); returns the page's path.

    What was played so far is told; nothing of the tournament is changed, and the same results give the same
    files. TournamentError if there is no tournament, or agents of it have not played yet.
    """
    opened = Tournament.open(folder)
    facts = Facts(standings(opened), folder, _version(folder))
    out = out or folder
    out.mkdir(parents=True, exist_ok=True)
    for name, draw in PICTURES.items():
        write_text(out / f"{name}.svg", draw(facts.now).file())
    write_text(out / "report.md", markdown(facts))
    write_text(out / "report.html", page(facts))
    return out / "report.html"


def _version(folder: Path) -> str | None:
    """The version of Longroad that began the tournament."""
    version = json.loads((folder / "tournament.json").read_text()).get("longroad")
    return version if isinstance(version, str) else None
