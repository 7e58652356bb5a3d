"""What the paper leaves open, read otherwise: which reading comes closest to its Tables 4 and 5?"""

from __future__ import annotations

import math
from dataclasses import dataclass

from longroad.experiments import markdown
from longroad.experiments.taucher2018.matches import FULL, Match, MatchFigures, searching
from longroad.experiments.taucher2018.published import TABLE_4, TABLE_5, Game

_DEPTHS = {3: TABLE_4, 5: TABLE_5}


@dataclass(frozen=True)
class Change:
    """Something that is read otherwise, as options of agents."""

    name: str
    label: str
    #: Of both players.
    both: str = ""
    #: Of the one with representative moves.
    representative: str = ""


OURS = Change("ours", "as everywhere else here")
CHANGES = (
    Change("aspects", "balance over aspects", ",balance=aspects"),
    Change("heal-first", "of equals, heal before attack", ",first=heal"),
    Change("value", "the value doubled, not the weight", representative=",doubled=value"),
    Change("three", "exactly three, never none", representative=",keep=false"),
    Change("spent", "averages leave the hand", representative=",spend=true"),
    Change("no-bonus", "a win counts by its evaluation alone", ",win_bonus=false"),
)


@dataclass(frozen=True)
class Reading:
    """One change, or none, with one of the two readings of the root."""

    change: Change
    real_root: bool

    def match(self, depth: int) -> Match:
        """Its match at a depth against all moves at depth 3."""
        root = "real" if self.real_root else "averages"
        if self.change == OURS and self.real_root:
            name = f"table-{4 if depth == 3 else 5}"
        elif self.change == OURS:
            name = f"averages-{depth}"
        else:
            name = f"reading-{self.change.name}-{root}-{depth}"
        options = self.change.both + self.change.representative
        return Match(
            name,
            f"{self.change.label}, {root}, depth {depth}",
            searching(depth, self.real_root, options),
            FULL + self.change.both,
        )


READINGS = tuple(Reading(change, real_root) for real_root in (True, False) for change in (OURS, *CHANGES))
MATCHES = tuple(reading.match(depth) for reading in READINGS for depth in _DEPTHS)


def at_least(wins: int, games: int, rate: float) -> float:
    """The probability of so many wins or more.

    >>> round(at_least(8, 10, 0.5), 4)
    0.0547
    """
    return sum(math.comb(games, k) * rate**k * (1 - rate) ** (games - k) for k in range(wins, games + 1))


def likelihood(rate: float, theirs: tuple[Game, ...]) -> float:
    """How likely a table of the paper is at this win rate, as a share of what it is at the paper's own rate.

    >>> round(likelihood(0.8, TABLE_4), 2), round(likelihood(0.5, TABLE_4), 2)
    (1.0, 0.15)
    """
    won = sum(game.representative_won for game in theirs)
    own = won / len(theirs)
    return float((rate / own) ** won * ((1 - rate) / (1 - own)) ** (len(theirs) - won))


def joint_likelihood(matches: dict[str, MatchFigures], reading: Reading) -> float:
    """That of both tables."""
    return math.prod(
        likelihood(matches[reading.match(depth).name].rate, theirs) for depth, theirs in _DEPTHS.items()
    )


def readings_table(matches: dict[str, MatchFigures]) -> str:
    """Every reading that was played at both depths; empty without any but ours."""
    header = ["root", "reading"]
    for depth, theirs in _DEPTHS.items():
        won = sum(game.representative_won for game in theirs)
        header += [f"depth {depth}", "95% interval", f"{won}+ of {len(theirs)}", "RM's HP", "turns"]
    header.append("likelihood")
    rows, changed = [], False
    for reading in READINGS:
        played = [(matches.get(reading.match(depth).name), theirs) for depth, theirs in _DEPTHS.items()]
        if any(found is None for found, _ in played):
            continue
        changed |= reading.change != OURS
        row = ["real cards" if reading.real_root else "averages", reading.change.label]
        for found, theirs in played:
            assert found is not None, "left out above"
            won, (low, high), hp = (
                sum(g.representative_won for g in theirs),
                found.interval,
                found.winning_hp(0),
            )
            row += [
                f"{found.rate:.1%}",
                f"{low:.1%} - {high:.1%}",
                f"{at_least(won, len(theirs), found.rate):.1%}",
                "-" if hp is None else f"{hp:.1f}",
                f"{float(found.played.turns.mean()):.1f}",
            ]
        rows.append([*row, f"{joint_likelihood(matches, reading):.3f}"])
    return markdown.table(header, rows) if changed else ""
