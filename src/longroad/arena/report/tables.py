"""The tables of the page: leaderboard, who won against whom, forfeits."""

from __future__ import annotations

import math
import re
from collections.abc import Iterable
from html import escape

from longroad.arena.report.facts import (
    MOST_FORFEITS,
    elo,
    elo_interval,
    forfeit_reasons,
    milliseconds,
    percent,
    percent_interval,
)
from longroad.arena.statistics.intervals import Interval
from longroad.arena.tournament.standings import PairingStanding, Standings
from longroad.drawing.markup import circle, element, title

#: Blue above the fair share, orange below it, as red, green and blue.
_ABOVE, _BELOW = "0,114,178", "230,159,0"


def name(agent: str) -> str:
    """An agent's spec as code, which a narrow column may break after its signs.

    >>> name("random:by=kind")
    '<code>random:<wbr>by=kind</code>'
    """
    return f"<code>{'<wbr>'.join(escape(part) for part in re.split('(?<=[:,.])', agent))}</code>"


def leaderboard(now: Standings) -> str:
    """A row for each agent; on a narrow screen a card."""
    heads = ("", "Agent", "Rating", "", "Games", "Won", "Points", "ms a decision", "Forfeits")
    rows = []
    for i, one in enumerate(now.agents):
        rating, low, high = now.ratings.rating[i], now.ratings.low[i], now.ratings.high[i]
        cells = [
            ("rank", "", str(i + 1)),
            ("name", "", f"{name(one.agent)}"),
            ("", "Rating", f"<b>{elo(rating)}</b> {_small(elo_interval(low, high))}"),
            ("scale", "", _rating_bar(now, i)),
            ("", "Games", f"{one.games:,}"),
            ("", "Won", f"<b>{percent(one.score)}</b> {_small(percent_interval(one.interval))}"),
            ("", "Points", f"{one.points / one.games:.2f}"),
            ("", "ms a decision", escape(milliseconds(one.ms_per_decision))),
            ("alarm" if one.forfeits else "", "Forfeits", f"{one.forfeits:,}"),
        ]
        rows.append(
            "".join(
                f'<td class="{kind}" data-label="{label}">{content}</td>' for kind, label, content in cells
            )
        )
    return _table("leaderboard", heads, rows)


def cross_table(now: Standings) -> str:
    """Row agent against column agent, or against copies of it: the share won, shaded by its distance from the
    fair share."""
    found = {match.pairing.agents[:2]: (match, 0) for match in now.pairings}
    if now.plan.format == "round-robin":
        found |= {match.pairing.agents[::-1]: (match, 1) for match in now.pairings}
    names = [one.agent for one in now.agents]
    copies = now.plan.players > 2
    corner = (
        f"won by row against {now.plan.players - 1} copies of column"
        if copies
        else "won by row against column"
    )
    head = f'<th scope="col" class="corner">{corner}</th>' + "".join(
        f'<th scope="col" title="{escape(one)}">{i + 1}</th>' for i, one in enumerate(names)
    )
    body = ""
    for i, one in enumerate(names):
        cells = "".join(
            '<td class="blank"></td>' if one == other else _cross_cell(now, *found[one, other], other)
            for other in names
        )
        body += f'<tr><th scope="row"><span class="rank">{i + 1}</span>{name(one)}</th>{cells}</tr>'
    return f'<div class="scroll"><table class="cross"><thead><tr>{head}</tr></thead><tbody>{body}</tbody></table></div>'


def table_list(now: Standings) -> str:
    """Every table of three or four agents with the share of each."""
    cards = []
    for match in now.pairings:
        if match.games:
            head = f"{match.games:,} games, {match.turns / match.games:.1f} turns on average"
        else:
            head = "not played yet"
        rows = "".join(
            f"<tr><td>{name(agent)}</td>" + _share_cells(match, i, now.plan.players) + "</tr>"
            for i, agent in enumerate(match.pairing.agents)
        )
        cards.append(f'<div class="card"><p class="note">{head}</p><table>{rows}</table></div>')
    return f'<div class="cards">{"".join(cards)}</div>'


def forfeit_tables(now: Standings) -> str:
    """All forfeits if they are few, else the first ones and a count for each reason."""
    rows = [
        f"<td>{name(pairing.agents[f.agent])}</td><td>{_against(pairing.agents)}</td>"
        f'<td class="number">{f.game:,}</td><td>{escape(f.reason)}</td>'
        for pairing, f in now.forfeits[:MOST_FORFEITS]
    ]
    told = _table("forfeits", ("Agent", "Pairing", "Game", "Reason"), rows)
    if len(now.forfeits) <= MOST_FORFEITS:
        return told
    counted = [
        f'<td>{name(agent)}</td><td class="number">{count:,}</td><td>{escape(reason)}</td>'
        for agent, reason, count in forfeit_reasons(now)[:MOST_FORFEITS]
    ]
    counts = _table("forfeits", ("Agent", "Forfeits", "Reason"), counted)
    return f"{counts}<h3>The first {MOST_FORFEITS} of {len(now.forfeits):,}</h3>{told}"


def _table(kind: str, heads: Iterable[str], rows: Iterable[str]) -> str:
    head = "".join(f'<th scope="col">{escape(word)}</th>' for word in heads)
    body = "".join(f"<tr>{row}</tr>" for row in rows)
    return f'<div class="scroll"><table class="{kind}"><thead><tr>{head}</tr></thead><tbody>{body}</tbody></table></div>'


def _against(agents: Iterable[str]) -> str:
    return " · ".join(f"{name(agent)}" for agent in agents)


def _small(words: str) -> str:
    return f"<small>{words}</small>"


def _cross_cell(now: Standings, match: PairingStanding, agent: int, other: str) -> str:
    if not match.games:
        return '<td class="blank" title="not played yet"><small>not played</small></td>'
    fair = 1 / now.plan.players
    score, interval = match.score_of(agent), match.interval_of(agent)
    away = (score - fair) / (1 - fair if score > fair else fair)
    shade = f"rgba({_ABOVE if away > 0 else _BELOW},{0.5 * abs(away):.3f})"
    copies = f"{now.plan.players - 1} copies of " if now.plan.players > 2 else ""
    words = (
        f"{match.pairing.agents[agent]} won {match.wins[agent]:,} of {match.games:,} games against "
        f"{copies}{other}: "
        f"{percent(score)}, 95% interval {percent_interval(interval)}"
    )
    number = percent(score) if interval[0] <= fair <= interval[1] else f"<b>{percent(score)}</b>"
    return (
        f'<td style="background:{shade}" title="{escape(words)}">{number}'
        f"{_small(percent_interval(interval))}{_gauge(score, interval, fair)}</td>"
    )


def _share_cells(match: PairingStanding, agent: int, players: int) -> str:
    if not match.games:
        return '<td></td><td class="number"></td>'
    score, interval = match.score_of(agent), match.interval_of(agent)
    return (
        f"<td>{_gauge(score, interval, 1 / players)}</td>"
        f'<td class="number"><b>{percent(score)}</b> {_small(percent_interval(interval))}</td>'
    )


def _gauge(score: float, interval: Interval, fair: float) -> str:
    """A share with its interval on a line from 0 to 100%, the fair share marked."""
    low, high = interval
    return _strip(
        _line(low, high, "range"),
        element("line", x1=_at(fair), x2=_at(fair), y1=0, y2=12, class_="fair"),
        _dot(score),
    )


def _rating_bar(now: Standings, i: int) -> str:
    """A rating with its interval on a scale that all agents share."""
    rated = now.ratings
    ends = [end for end in (*rated.low, *rated.high, *rated.rating, 0.0) if math.isfinite(end)]
    least, most = min(ends), max(ends)
    width = max(most - least, 1.0)

    def place(rating: float) -> float:
        return 0.03 + 0.94 * (min(max(rating, least), most) - least) / width

    zero = element("line", x1=_at(place(0)), x2=_at(place(0)), y1=0, y2=12, class_="fair")
    words = title(f"{elo(rated.rating[i])} {elo_interval(rated.low[i], rated.high[i])}")
    return _strip(
        words, zero, _line(place(rated.low[i]), place(rated.high[i]), "range"), _dot(place(rated.rating[i]))
    )


def _strip(*content: str) -> str:
    track = element("line", x1="0%", x2="100%", y1=6, y2=6, class_="track")
    return element("svg", track, *content, class_="strip", width="100%", height=12)


def _line(low: float, high: float, kind: str) -> str:
    return element("line", x1=_at(low), x2=_at(high), y1=6, y2=6, class_=kind)


def _dot(place: float) -> str:
    return circle(0, 6, 3.5).replace('cx="0"', f'cx="{_at(place)}"')


def _at(share: float) -> str:
    return f"{100 * share:.2f}%"
