"""The report as one HTML page: style and pictures are inside it, it loads nothing and runs nothing."""

from __future__ import annotations

import re
from html import escape
from importlib.resources import files

from longroad.arena.report import plots
from longroad.arena.report.facts import (
    Facts,
    command,
    elo,
    elo_interval,
    measured,
    percent,
    percent_interval,
    summary,
)
from longroad.arena.report.tables import cross_table, forfeit_tables, leaderboard, name, table_list
from longroad.arena.tournament.standings import Standings
from longroad.games import GAMES
from longroad.plots import svg


def page(facts: Facts) -> str:
    """The whole page. Everything that agents say about themselves is escaped."""
    now = facts.now
    style = files("longroad.arena.report").joinpath("style.css").read_text()
    sections = [
        _section("Leaderboard", leaderboard(now), _leaderboard_note(now)),
        _section(*_meetings(now)),
        '<div class="pair">',
        _section(
            "Ratings", _figure(svg(plots.ratings(now), "ratings", "ratings of all agents with 95% intervals"))
        ),
        _section("Length of the games", _lengths(now)),
        "</div>",
        _section("Points at the end", _points(now), _points_note(now)),
        _section("Seats", _seats(now)),
        _section(f"Forfeits ({len(now.forfeits):,})", forfeit_tables(now)) if now.forfeits else "",
        _section("How it was measured", _measured(facts)),
    ]
    state = "done" if now.complete else "open"
    return (
        '<!DOCTYPE html>\n<html lang="en">\n<head>\n<meta charset="utf-8">\n'
        '<meta name="viewport" content="width=device-width, initial-scale=1">\n'
        '<meta name="color-scheme" content="light dark">\n'
        f"<title>{escape(facts.folder.resolve().name)}: {escape(facts.title)}</title>\n<style>\n{style}</style>\n</head>\n<body>\n<main>\n"
        f'<header><p class="house">Longroad arena</p><h1>{escape(facts.title)}</h1>'
        f'<p class="summary">{escape(summary(facts))}</p>'
        f'<p class="state {state}">{escape(facts.progress)}</p></header>\n'
        + "\n".join(section for section in sections if section)
        + "\n</main>\n</body>\n</html>\n"
    )


def _section(head: str, content: str, note: str = "") -> str:
    told = f'<p class="note">{note}</p>' if note else ""
    return f"<section><h2>{escape(head)}</h2>{content}{told}</section>"


def _figure(drawn: str, caption: str = "") -> str:
    words = f"<figcaption>{caption}</figcaption>" if caption else ""
    return f"<figure>{drawn}{words}</figure>"


def _leaderboard_note(now: Standings) -> str:
    note = "Rating in Elo around a mean of 0; brackets and bars are 95% intervals."
    if now.plan.format == "one-against-copies" and now.plan.players > 2:
        note += " Each copy of an agent at a table counts as a game of its own."
    if not now.complete:
        note += " As long as games are missing, agents have not met the same opponents equally often: compare ratings, not shares."
    return note


def _meetings(now: Standings) -> tuple[str, str, str]:
    n = now.plan.players
    fair = f"{100 / n:.3g}%"
    marks = f"The mark on each line is the fair share of {fair}."
    nobody = (
        " Games without a winner count for nobody." if any(match.unfinished for match in now.pairings) else ""
    )
    if n > 2 and now.plan.format == "round-robin":
        return "Tables", table_list(now), marks + nobody
    note = (
        f"Blue: more than the fair share of {fair}, orange: less; bold where the 95% interval (second line) "
        "leaves it out. The mark on "
        "each line is the fair share."
    )
    return ("One against copies" if n > 2 else "Cross table"), cross_table(now), note + nobody


def _points(now: Standings) -> str:
    panels = ""
    for i, one in enumerate(now.agents):
        mean = f"mean\u00a0{one.points / one.games:.2f}"
        drawn = svg(
            plots.points_panel(now, one),
            f"points-{i}",
            f"points of {one.agent} at the end of its games, {mean}",
        )
        panels += _figure(drawn, f"{name(one.agent)} {mean}")
    return f'<div class="panels">{panels}</div>'


def _points_note(now: Standings) -> str:
    game = GAMES[now.plan.game]
    target = game.target(now.plan.game_rules)
    what = "victory points" if game.name == "catan" else game.score
    strong = "" if target is None else f" strong colour: {target} points and more, as it takes to win;"
    return f"Share of games that ended with so many {what};{strong} dashed: the mean."


def _seats(now: Standings) -> str:
    words = ("First", "Second", "Third", "Fourth")
    rows = "".join(
        f'<tr><td>{words[i]} seat</td><td class="number">{seat.wins:,} of {seat.games:,}</td>'
        f'<td class="number"><b>{percent(seat.score)}</b> <small>{percent_interval(seat.interval)}</small></td></tr>'
        for i, seat in enumerate(now.seats)
    )
    drawn = _figure(svg(plots.seats(now), "seats", "share of games won by each seat with 95% intervals"))
    extra = now.ratings.extra
    told = ""
    if "seat_advantage" in extra:
        told = (
            f"<p>Between equal agents the first seat is worth <b>{elo(extra['seat_advantage'])} Elo</b> "
            f"{elo_interval(extra['seat_advantage_low'], extra['seat_advantage_high'])}, by the model of the "
            "ratings.</p>"
        )
    return f'<div class="pair">{drawn}<div><table class="plain">{rows}</table>{told}</div></div>'


def _lengths(now: Standings) -> str:
    without = sum(match.unfinished for match in now.pairings)
    mean = sum(match.turns for match in now.pairings) / now.games
    caption = f"{mean:.1f} turns on average over all games, those of all players counted."
    if without:
        caption += f" {without:,} games ended without a winner at the turn cap."
    return _figure(svg(plots.lengths(now), "lengths", "turns of each agent's games"), caption)


def _measured(facts: Facts) -> str:
    terms = "".join(f"<dt>{escape(term)}</dt><dd>{escape(words)}</dd>" for term, words in measured(facts))
    repeat = "To repeat it" if facts.now.complete else "To go on, or to repeat it elsewhere"
    line = re.sub(r"(?<!\S)(--[a-z-]+)", r"<span>\1</span>", escape(command(facts.now.plan, facts.folder)))
    return f"<dl>{terms}</dl><p>{repeat}:</p><pre><code>{line}</code></pre>"
