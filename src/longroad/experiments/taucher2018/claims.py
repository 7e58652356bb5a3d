"""What the paper claims, and what the run says of it."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from longroad.experiments.claims import Claim, Verdict, above
from longroad.experiments.taucher2018.matches import MatchFigures
from longroad.experiments.taucher2018.published import TABLE_2, TABLE_3
from longroad.experiments.taucher2018.readings import at_least

Searches = dict[str, dict[str, Any]]
#: A number of leaves is the paper's if neither is more than so many times the other.
_ALIKE = 10
#: No verdict comes from fewer games.
_ENOUGH = 400


def claims_of(searches: Searches, matches: dict[str, MatchFigures]) -> list[Claim]:
    """Those that the run has figures for."""
    found = _of_searches(searches) if searches else []
    if "table-4" in matches and "table-5" in matches:
        games = _of_games(matches["table-4"], matches["table-5"])
        few = matches["table-4"].games < _ENOUGH
        found += [replace(one, verdict="too few games") for one in games] if few else games
    return found


def _share(part: int, whole: int) -> str:
    return f"1 leaf of {whole / part:,.0f}"


def _alike(ours: float, theirs: float) -> Verdict:
    return "reproduced" if max(ours / theirs, theirs / ours) <= _ALIKE else "not reproduced"


def _of_searches(searches: Searches) -> list[Claim]:
    def leaves(name: str) -> int:
        return int(searches[name]["leaves"])

    shallow, deep, full = TABLE_2[0].leaves or 0, TABLE_2[2].leaves or 0, TABLE_3[0].leaves or 0
    equal = leaves("full-3-every") / leaves("representative-3-every")
    pruned = leaves("full-3-bounds") / leaves("representative-5-bounds")
    plain = leaves("full-3-every") / leaves("representative-5-every")
    return [
        Claim(
            "RMs leave few of the leaves of a search of equal depth 3",
            _share(shallow, full),
            _share(1, round(equal)),
            _alike(equal, full / shallow),
        ),
        Claim(
            "RMs at depth 5 visit three orders of magnitude fewer leaves than non-RM at depth 3",
            _share(deep, full),
            f"{_share(1, round(pruned))} with alpha-beta, {_share(1, round(plain))} without",
            _alike(pruned, full / deep),
        ),
    ]


def _percent(of: tuple[float, float]) -> str:
    return f"{of[0]:.1%} - {of[1]:.1%}"


def _of_games(equal: MatchFigures, deeper: MatchFigures) -> list[Claim]:
    def told(found: MatchFigures) -> str:
        return f"{found.rate:.1%} of {found.games:,} ({_percent(found.block_interval)})"

    def rate(found: MatchFigures, theirs: float) -> Verdict:
        low, high = found.block_interval
        return "reproduced" if low <= theirs <= high else "not reproduced"

    return [
        Claim(
            "RM wins more games than non-RM at equal depth 3",
            "8 of 10",
            told(equal),
            above(*equal.block_interval, 0.5),
        ),
        Claim(
            "It wins 80% of them",
            "80.0% of 10",
            f"{told(equal)}; 8 or more of 10 have a probability of {at_least(8, 10, equal.rate):.1%}",
            rate(equal, 0.8),
        ),
        Claim(
            "RM at depth 5 wins more games than non-RM at depth 3",
            "8 of 11",
            told(deeper),
            above(*deeper.block_interval, 0.5),
        ),
        Claim(
            "It wins 72.7% of them",
            "72.7% of 11",
            f"{told(deeper)}; 8 or more of 11 have a probability of {at_least(8, 11, deeper.rate):.1%}",
            rate(deeper, 8 / 11),
        ),
        Claim(
            "A larger depth does not make RM stronger",
            "72.7% after 80.0%",
            f"{deeper.rate:.1%} after {equal.rate:.1%}",
            _no_better(equal, deeper),
        ),
        Claim(
            "Games take 26 to 30 turns",
            "29.6, 26.2",
            f"{equal.played.turns.mean():.1f}, {deeper.played.turns.mean():.1f}",
            _alike_within(equal, deeper),
        ),
    ]


def _no_better(equal: MatchFigures, deeper: MatchFigures) -> Verdict:
    """The same cards were dealt in both matches, so that blocks are compared one by one."""
    low, high = deeper.gain_over(equal)
    return "not reproduced" if low > 0 else "reproduced" if high < 0 else "undecided"


def _alike_within(equal: MatchFigures, deeper: MatchFigures) -> Verdict:
    lengths = [float(found.played.turns.mean()) for found in (equal, deeper)]
    return "reproduced" if all(26 <= length <= 30 for length in lengths) else "not reproduced"
