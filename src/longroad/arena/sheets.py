"""The results of matches, tests and tournaments as tables."""

from __future__ import annotations

import math
from dataclasses import replace
from typing import Any

from longroad.arena.ladder import Rung
from longroad.arena.play.match import MatchResult
from longroad.arena.play.rating import RatingResult, rungs_of
from longroad.arena.play.sequential import SequentialResult
from longroad.arena.statistics.intervals import Interval
from longroad.arena.statistics.ratings import Ratings
from longroad.arena.statistics.sprt import Sprt
from longroad.arena.tournament.standings import Standings
from longroad.drawing.sheet import Sheet
from longroad.games import game_of
from longroad.wording import counted

#: So many forfeits are told one by one.
_FORFEITS = 5


def match_sheet(result: MatchResult) -> Sheet:
    """The agents of a match with their wins; seats, length, forfeits and signature below."""
    figures = result.to_dict()
    game = game_of(result.rules)
    of = "" if game.name == "catan" else f" of {game.title}"
    in_wins = game.target(result.rules) is None  # else all winners have about as much
    scores = (game.score, "in wins") if in_wins else (game.score,)
    rows = []
    for i, spec in enumerate(result.agents):
        ms, won = figures["ms_per_decision"][i], figures[f"mean_{game.score}_when_winning"][i]
        rows.append(
            (
                spec,
                str(figures["wins"][i]),
                f"{figures['win_rate'][i]:.1%}",
                percents(figures["ci95_blocks"][i]),
                f"{figures[f'mean_{game.score}'][i]:.2f}",
                *(["-" if won is None else f"{won:.2f}"] if in_wins else []),
                f"{ms:.3f}" if ms else "-",
            )
        )
    return Sheet(
        f"{result.games} games{of}, {len(result.agents)} players, seed {result.seed}",
        ("agent", "wins", "win rate", "95% interval", *scores, "ms"),
        rows,
        tuple(_match_notes(result, figures)),
    )


def leaderboard_sheet(now: Standings) -> Sheet:
    """The agents of a tournament, the highest rating first."""
    rows = [
        (
            one.agent,
            f"{now.ratings.rating[i]:+.0f} ± {(now.ratings.high[i] - now.ratings.low[i]) / 2:.0f}",
            f"{one.score:.1%}",
            percents(one.interval),
            f"{one.points / one.games:.2f}",
            f"{one.ms_per_decision:.3f}" if one.ms_per_decision else "-",
        )
        for i, one in enumerate(now.agents)
    ]
    return Sheet(
        f"{now.games} games{'' if now.complete else ' so far'}, {now.plan.players} players",
        (
            "agent",
            "Elo" if now.plan.players == 2 else "Elo (openskill)",
            "won",
            "95% interval",
            "points",
            "ms",
        ),
        rows,
        ("Elo with its 95% interval; ms: CPU time per decision",),
    )


def pairings_sheet(now: Standings) -> Sheet:
    """Who won against whom."""
    rows = [
        (
            " | ".join(match.pairing.agents),
            f"{match.score:.1%}",
            percents(match.interval),
            f"{match.turns / match.games:.1f}",
        )
        for match in now.pairings
        if match.games
    ]
    return Sheet(
        "share of games won by the first agent of each pairing",
        ("pairing", "won", "95% interval", "turns"),
        rows,
    )


def ratings_sheet(rated: Ratings) -> Sheet:
    """Agents with their ratings, the highest first."""
    rows = [
        (agent, f"{rating:+.0f}", _elo_interval((low, high)), f"{games:,}")
        for agent, rating, low, high, games in zip(
            rated.agents, rated.rating, rated.low, rated.high, rated.games, strict=True
        )
    ]
    return Sheet("ratings, in Elo around a mean of 0", ("agent", "Elo", "95% interval", "games"), rows)


def sprt_sheet(test: Sprt, agents: str = "") -> Sheet:
    """How far a sequential test is."""
    return Sheet(
        f"{agents or 'sequential test'}: {test.elo1:+g} Elo rather than {test.elo0:+g}?",
        ("decision", "blocks", "score", "Elo", "95% interval", "LLR", "bounds"),
        [
            (
                f"{test.decision} accepted" if test.decision else "open",
                f"{test.blocks:,}",
                f"{test.score:.1%}" if test.blocks else "-",
                f"{test.elo:+.1f}" if math.isfinite(test.elo) else "unknown",
                _elo_interval(test.elo_interval, 1),
                f"{test.llr:.2f}",
                f"{test.lower:.2f} to {test.upper:.2f}",
            )
        ],
    )


def sequential_sheet(result: SequentialResult) -> Sheet:
    """A sequential test of agents, finished or given up."""
    sheet = sprt_sheet(result.test, " against ".join(dict.fromkeys(result.agents)))
    notes = [*forfeit_notes(result), *(["every game was forfeited"] if result.all_forfeited else [])]
    return replace(sheet, notes=tuple(notes))


def rating_sheet(result: RatingResult) -> Sheet:
    """The ladder with the agent among its rungs, the strongest first."""
    found, name = result.placement, result.agents[0]
    lines = []
    for rung in rungs_of(result.players):
        met = result.against.get(rung.agent)
        games = (f"{met.games:,}", f"{met.wins / met.games:.0%}") if met else ("", "")
        lines.append((rung.elo, (rung.agent, rung.name, f"{rung.elo:+.0f}", *games)))
    notes = []
    if found is not None:
        lines.append((found.elo, (f"> {name}", "", f"{found.elo:+.0f}", f"{found.games:,}", "")))
        notes = [
            f"{name}: {found.elo:+.0f} Elo, 95% interval {_elo_interval((found.low, found.high))}",
            _place(*result.neighbours),
        ]
    if not result.is_precise:
        notes.append(f"ended before the interval reached {result.within:g} Elo to either side")
    return Sheet(
        f"{name} on the ladder of {result.players} players",
        ("agent", "rung", "Elo", "games", "won"),
        [row for _, row in sorted(lines, key=lambda line: -line[0])],
        (*notes, *forfeit_notes(result)),
        texts=2,
    )


def _place(below: Rung | None, above: Rung | None) -> str:
    if below is None or above is None:
        end = "weaker than any rung" if below is None else "stronger than any rung"
        return f"{end} of the ladder"
    return f"between {below.agent} ({below.name}) and {above.agent} ({above.name})"


def forfeit_notes(result: MatchResult | SequentialResult | RatingResult) -> list[str]:
    """Lines on who forfeited and why: the first forfeits one by one, games numbered from 1."""
    told = [f"forfeit: {result.agents[f.agent]} in game {f.game + 1}: {f.reason}" for f in result.forfeits]
    more = len(told) - _FORFEITS
    return told[:_FORFEITS] + ([f"and {counted(more, 'more forfeit')}"] if more > 0 else [])


def percents(interval: Interval) -> str:
    """The ends of an interval of shares.

    >>> percents((0.25, 0.5))
    '25.0% - 50.0%'
    """
    return f"{interval[0]:.1%} - {interval[1]:.1%}"


def _elo_interval(interval: Interval, decimals: int = 0) -> str:
    low, high = (f"{end:+.{decimals}f}" if math.isfinite(end) else "unknown" for end in interval)
    return f"{low} to {high}"


def _match_notes(result: MatchResult, figures: dict[str, Any]) -> list[str]:
    seats = ", ".join(
        f"p{seat} {wins / result.games:.1%}" for seat, wins in enumerate(figures["wins_by_seat"])
    )
    without = figures["unfinished"]
    unfinished = f"; {counted(without, 'game')} without a winner" if without else ""
    rolls = f" and {figures['mean_rolls']:.1f} rolls" if figures["mean_rolls"] else ""
    notes = [f"by seat: {seats}; {figures['mean_turns']:.1f} turns{rolls} per game{unfinished}"]
    notes += forfeit_notes(result)
    speed = figures["games_per_second"]
    notes.append(f"{f'{speed:,.0f} games/s, ' if speed else ''}signature {figures['signature']}")
    return notes
