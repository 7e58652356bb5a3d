"""The report as Markdown, with its pictures as files beside it."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence

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
from longroad.arena.tournament.standings import PairingStanding, Standings
from longroad.wording import counted


def markdown(facts: Facts) -> str:
    """The whole report. Names of agents and reasons are code, so that nothing in them is markup."""
    now = facts.now
    sections = [
        f"# {facts.title}",
        _escaped(summary(facts)),
        f"*{facts.progress[0].upper()}{facts.progress[1:]}.*",
        "## Leaderboard",
        _leaderboard(now),
        "![ratings](ratings.svg)",
        "## Who won against whom",
        _meetings(now),
        "## Points at the end",
        "Share of games that ended with so many victory points; dashed: the mean.",
        "![points](points.svg)",
        "## Seats",
        _seats(now),
        "![seats](seats.svg)",
        "## Length of the games",
        _lengths(now),
        "![lengths](lengths.svg)",
        *([f"## Forfeits ({len(now.forfeits):,})", _forfeits(now)] if now.forfeits else []),
        "## How it was measured",
        "\n".join(f"- **{term}.** {_escaped(words)}" for term, words in measured(facts)),
        "To repeat it:" if now.complete else "To resume, or to repeat it elsewhere:",
        _fenced(command(now.plan, facts.folder)),
    ]
    return "\n\n".join(sections) + "\n"


def _leaderboard(now: Standings) -> str:
    header = [
        "",
        "agent",
        "rating",
        "95% interval",
        "games",
        "won",
        "95% interval",
        "points",
        "ms per decision",
        "forfeits",
    ]
    rows = [
        [
            str(i + 1),
            code(one.agent),
            elo(now.ratings.rating[i]),
            elo_interval(now.ratings.low[i], now.ratings.high[i]).strip("()"),
            f"{one.games:,}",
            percent(one.score),
            percent_interval(one.interval),
            f"{one.points / one.games:.2f}",
            _escaped(milliseconds(one.ms_per_decision)),
            f"{one.forfeits:,}",
        ]
        for i, one in enumerate(now.agents)
    ]
    return _rows(header, rows)


def _meetings(now: Standings) -> str:
    n = now.plan.players
    if n == 2:
        return _cross(now)
    copies = now.plan.format == "one-against-copies"
    rows: list[list[str]] = []
    for match in now.pairings:
        for i, agent in enumerate(match.pairing.agents[: 1 if copies else n]):
            against = f"{n - 1} × {code(match.pairing.agents[1])}" if copies else match.pairing.name
            rows.append([against, code(agent), f"{match.games:,}", *_share(match, i)])
    header = ["against" if copies else "table", "agent", "games", "won", "95% interval"]
    return f"{_rows(header, rows)}\n\nThe fair share is {100 / n:.3g}%."


def _cross(now: Standings) -> str:
    found = {match.pairing.agents: (match, 0) for match in now.pairings}
    if now.plan.format == "round-robin":
        found |= {match.pairing.agents[::-1]: (match, 1) for match in now.pairings}
    names = [one.agent for one in now.agents]
    rows = [
        [
            f"{i + 1} {code(one)}",
            *("" if one == other else " ".join(_share(*found[one, other])) for other in names),
        ]
        for i, one in enumerate(names)
    ]
    header = ["won by row against column", *(str(i + 1) for i in range(len(names)))]
    return _rows(header, rows)


def _share(match: PairingStanding, agent: int) -> tuple[str, str]:
    if not match.games:
        return "not played", ""
    return percent(match.score_of(agent)), f"({percent_interval(match.interval_of(agent))})"


def _seats(now: Standings) -> str:
    rows = [
        [str(i + 1), f"{seat.wins:,} of {seat.games:,}", percent(seat.score), percent_interval(seat.interval)]
        for i, seat in enumerate(now.seats)
    ]
    told = _rows(["seat", "won", "share", "95% interval"], rows)
    extra = now.ratings.extra
    if "seat_advantage" in extra:
        interval = elo_interval(extra["seat_advantage_low"], extra["seat_advantage_high"])
        told += (
            f"\n\nBetween equal agents the first seat is worth {elo(extra['seat_advantage'])} Elo {interval}."
        )
    return told


def _lengths(now: Standings) -> str:
    mean = sum(match.turns for match in now.pairings) / now.games
    without = sum(match.unfinished for match in now.pairings)
    ended = f" {counted(without, 'game')} ended without a winner at the turn cap." if without else ""
    return f"{mean:.1f} turns on average over all games.{ended}"


def _forfeits(now: Standings) -> str:
    rows = [
        [
            code(pairing.agents[f.agent]),
            " ".join(code(agent) for agent in pairing.agents),
            f"{f.game + 1:,}",
            code(f.reason),
        ]
        for pairing, f in now.forfeits[:MOST_FORFEITS]
    ]
    told = _rows(["agent", "pairing", "game", "reason"], rows) + _raised(now)
    if len(now.forfeits) <= MOST_FORFEITS:
        return told
    reasons = forfeit_reasons(now)[:MOST_FORFEITS]
    counts = _rows(
        ["agent", "forfeits", "reason"],
        [[code(agent), f"{n:,}", code(reason)] for agent, reason, n in reasons],
    )
    return f"{counts}\n\nThe first {MOST_FORFEITS}:\n\n{told}"


def _raised(now: Standings) -> str:
    return "".join(
        f"\n\nRaised by {code(agent)}, {counted(times, 'time')}:\n\n{_fenced(text)}"
        for agent, found in tracebacks(now)
        for text, times in found
    )


def code(words: str) -> str:
    r"""Any words as code in a table.

    >>> print(code("a|b"), code("tick ` tock"))
    `a\|b` `` tick ` tock ``
    """
    flat = " ".join(words.split()) or " "
    ticks = "`" * (1 + max((len(run) for run in re.findall("`+", flat)), default=0))
    space = " " if len(ticks) > 1 else ""
    return f"{ticks}{space}{flat}{space}{ticks}".replace("|", "\\|")


def _escaped(words: str) -> str:
    """Any words as plain text."""
    return re.sub(r"([\\`*_\[\]<>|~&#])", r"\\\1", " ".join(words.split()))


def _fenced(words: str) -> str:
    ticks = "`" * max(3, 1 + max((len(run) for run in re.findall("`+", words)), default=0))
    return f"{ticks}\n{words}\n{ticks}"


def _rows(header: Sequence[str], rows: Iterable[Sequence[str]]) -> str:
    lines = [header, ["---"] * len(header), *rows]
    return "\n".join("| " + " | ".join(line) + " |" for line in lines)
