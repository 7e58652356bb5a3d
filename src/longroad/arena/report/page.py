"""The report as one HTML page: style and pictures are inside it, it loads nothing and runs nothing."""

from __future__ import annotations

import re
from importlib.resources import files
from typing import Any

from jinja2 import Environment
from markupsafe import Markup

from longroad.arena.report import charts, tables
from longroad.arena.report.facts import (
    MOST_FORFEITS,
    Facts,
    command,
    elo,
    elo_interval,
    forfeit_reasons,
    measured,
    milliseconds,
    percent,
    percent_interval,
    summary,
    tracebacks,
)
from longroad.arena.tournament.standings import Standings
from longroad.drawing.pages import page_environment
from longroad.games import GAMES
from longroad.wording import counted


def page(facts: Facts) -> str:
    """The whole page, from ``templates/page.html.j2``. Everything that agents say about themselves is
    escaped."""
    now = facts.now
    return (
        _environment()
        .get_template("page.html.j2")
        .render(
            facts=facts,
            now=now,
            style=_styles(),
            summary=summary(facts),
            measured=measured(facts),
            command_words=re.split(r"(?<!\S)(--[a-z-]+)", command(now.plan, facts.folder)),
            leaderboard=tables.leaderboard(now),
            fair=f"{100 / now.plan.players:.3g}%",
            mean_turns=sum(match.turns for match in now.pairings) / now.games,
            without_winner=sum(match.unfinished for match in now.pairings),
            most_forfeits=MOST_FORFEITS,
            tracebacks=tracebacks(now),
            game=GAMES[now.plan.game],
            target=GAMES[now.plan.game].target(now.plan.game_rules),
            **_meetings(now),
            **_figures(now),
        )
    )


def _environment() -> Environment:
    environment = page_environment("longroad.arena.report")
    environment.filters |= {
        "count": "{:,}".format,
        "counted": counted,
        "elo": elo,
        "milliseconds": milliseconds,
        "percent": percent,
        "percent_interval": percent_interval,
        "name_parts": tables.name_parts,
    }
    environment.globals |= {"elo_interval": elo_interval, "forfeit_reasons": forfeit_reasons}
    return environment


def _meetings(now: Standings) -> dict[str, Any]:
    """Who won against whom: a card per table of different agents, else one cross table."""
    if now.plan.players > 2 and now.plan.format == "round-robin":
        return {"cards": tables.table_cards(now), "cross": None}
    return {"cards": None, "cross": tables.cross_table(now)}


def _figures(now: Standings) -> dict[str, Any]:
    """The charts. The text inside them and their labels are escaped."""
    return {
        "points": [Markup(charts.points_panel(now, one).inline()) for one in now.agents],
        "ratings": Markup(charts.ratings(now).inline()),
        "lengths": Markup(charts.lengths(now).inline()),
        "seats": Markup(charts.seats(now).inline()),
    }


def _styles() -> Markup:
    here = files("longroad.arena.report")
    return Markup("".join(here.joinpath(f"{name}.css").read_text() for name in ("colors", "style", "chart")))
