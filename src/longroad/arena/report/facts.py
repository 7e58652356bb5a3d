"""What a report tells, in plain words: the page and the Markdown only differ in how they look."""

from __future__ import annotations

import math
import re
import shlex
from collections import Counter
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import longroad
from longroad.arena.statistics.intervals import Interval
from longroad.arena.tournament.plan import Plan
from longroad.arena.tournament.standings import Standings
from longroad.games import GAMES
from longroad.wording import counted

#: So many forfeits are told one by one.
MOST_FORFEITS = 20
#: So many different tracebacks of an agent are shown.
MOST_TRACEBACKS = 5


@dataclass(frozen=True)
class Facts:
    """The standings of a tournament, and where they come from."""

    now: Standings
    folder: Path
    #: Of Longroad, when the tournament was begun.
    version: str | None = None

    @property
    def title(self) -> str:
        """The heading."""
        return f"A tournament of {len(self.now.agents)} agents"

    @property
    def progress(self) -> str:
        """How far it is."""
        total = self.now.plan.total_games
        if self.now.complete:
            return f"complete: all {total:,} games"
        return f"unfinished: {self.now.games:,} of {total:,} games"

    @property
    def ratings_note(self) -> str:
        """How the ratings are made, in a sentence."""
        if self.now.plan.players == 2:
            return (
                "Ratings are those that make all results together likeliest (Bradley-Terry, with an "
                "advantage of the first seat), in "
                "Elo around a mean of 0; their intervals come from the spread between boards (sandwich "
                "covariance clustered by block, "
                "Student's t)."
            )
        return (
            "Ratings come from the final ranking of every game (openskill's Plackett-Luce model, mean of "
            "several orders of the games), in "
            "Elo around a mean of 0; their intervals come from a bootstrap over whole blocks."
        )


def summary(facts: Facts) -> str:
    """One sentence: who leads, how clearly, and after how many games."""
    now, rated = facts.now, facts.now.ratings
    first, second = rated.agents[:2]
    clear = rated.low[0] > rated.high[1]
    return (
        f"{first} is rated highest with {elo(rated.rating[0])} Elo "
        f"{elo_interval(rated.low[0], rated.high[0])}, "
        f"{'clearly ' if clear else ''}ahead of {second} with {elo(rated.rating[1])}"
        f"{'' if clear else ' (their intervals overlap)'}, after {now.games:,} games of "
        f"{GAMES[now.plan.game].title} for "
        f"{now.plan.players} players."
    )


def measured(facts: Facts) -> list[tuple[str, str]]:
    """How it was measured: terms and sentences."""
    now, plan = facts.now, facts.now.plan
    n = plan.players
    everybody = "everybody meets everybody" if n == 2 else f"every {n} of them meet at one table"
    who = (
        everybody
        if plan.format == "round-robin"
        else f"each meets {n - 1} {'copy' if n == 2 else 'copies'} of each other one"
    )
    pairings = counted(len(now.pairings), "pairing")
    told = [
        (
            "Games",
            f"{who[0].upper()}{who[1:]} ({plan.format}): {pairings} of {plan.blocks * n:,} games, "
            f"{plan.blocks:,} blocks of {n} each.",
        ),
        ("State", f"{facts.progress[0].upper()}{facts.progress[1:]}."),
        (
            "Blocks",
            "A block is one board, played once in every rotation of the seats: each agent sits in each seat "
            "on each board. All its games have "
            "the same seed of chance: the same dice and cards as long as the games take the same course. "
            + "All pairings meet on the same boards.",
        ),
        ("Rules", _rules_words(plan)),
        ("Seed", f"{plan.seed}. The same command gives the same games."),
        (
            "Shares",
            "Wins over games. Their intervals are 95% bootstrap intervals (BCa) that draw whole boards with "
            "all their games, because the games on one board are not independent.",
        ),
        ("Ratings", facts.ratings_note),
        (
            "Time",
            "Milliseconds are CPU time per decision; native agents that only draw their moves are not timed.",
        ),
    ]
    if plan.move_seconds is not None:
        told.append(
            (
                "Limit",
                f"An agent in Python that takes more than {plan.move_seconds:g} s for a move forfeits the "
                "game.",
            )
        )
    begun = facts.version or "an unknown version"
    if begun == longroad.__version__:
        told.append(("Version", f"Played and reported by longroad {begun}."))
    else:
        told.append(("Version", f"Begun by longroad {begun}, reported by longroad {longroad.__version__}."))
    return told


def rules_changes(plan: Plan) -> list[tuple[str, str, str]]:
    """Options of the rules that differ from the official game: name, value, official value."""
    official = GAMES[plan.game].module.Rules()
    return [
        (name, _word(value), _word(getattr(official, name)))
        for name, value in plan.game_rules.to_dict().items()
        if name != "players"
    ]


def command(plan: Plan, folder: Path) -> str:
    """What to type in a shell to play the same tournament, or to resume it.

    >>> line = command(Plan(("random", "weighted"), games=10, rules=(("robber", False),)), Path("my out"))
    >>> line.partition(" --players ")[0]
    'longroad tournament random weighted --games 10'
    >>> line.partition(" --rules ")[2]
    "official,robber=off --seed 0 --out 'my out'"
    """
    changes = [f"{name}={_word(value)}" for name, value in plan.rules]
    words = [
        "longroad",
        "tournament",
        *plan.agents,
        "--games",
        str(plan.games),
        "--players",
        str(plan.players),
    ]
    if plan.game != "catan":
        words += ["--game", plan.game]
    words += ["--format", plan.format, "--rules", ",".join(["official", *changes]), "--seed", str(plan.seed)]
    if plan.records:
        words.append("--records")
    if plan.move_seconds is not None:
        words += ["--move-seconds", repr(plan.move_seconds)]
    return shlex.join([*words, "--out", str(folder)])


def forfeit_reasons(now: Standings) -> list[tuple[str, str, int]]:
    """Agent, reason and count, the most frequent first. Where and when it happened is left out."""
    counts: Counter[tuple[str, str]] = Counter()
    for pairing, forfeit in now.forfeits:
        reason = re.sub(r" \(seat p\d+, turn \d+\)$", "", forfeit.reason)
        reason = re.sub(r"^took [\d.]+ s for a move", "took too long for a move", reason)
        counts[pairing.agents[forfeit.agent], reason] += 1
    return [(agent, reason, count) for (agent, reason), count in counts.most_common()]


def tracebacks(now: Standings) -> list[tuple[str, list[tuple[str, int]]]]:
    """Agents with the tracebacks of their forfeits and how often each was kept, the most frequent first; at
    most ``MOST_TRACEBACKS`` per agent."""
    found: dict[str, Counter[str]] = {}
    for pairing, forfeit in now.forfeits:
        if forfeit.traceback:
            found.setdefault(pairing.agents[forfeit.agent], Counter())[forfeit.traceback] += 1
    return [(agent, counts.most_common(MOST_TRACEBACKS)) for agent, counts in found.items()]


def percent(share: float) -> str:
    """A share with one decimal.

    >>> percent(0.5), percent_interval((0.25, 1.0))
    ('50.0%', '25.0–100.0%')
    """
    return f"{share:.1%}"


def percent_interval(interval: Interval) -> str:
    """The ends of an interval of shares."""
    return f"{100 * interval[0]:.1f}–{100 * interval[1]:.1f}%"


def elo(rating: float) -> str:
    """A rating with its sign."""
    return f"{rating:+.0f}".replace("-", "−")


def elo_interval(low: float, high: float) -> str:
    """The ends of a rating's interval.

    >>> elo_interval(-12.3, 45.6), elo_interval(float("-inf"), float("inf"))
    ('(−12 to +46)', '(interval unknown: one block only)')
    """
    if math.isinf(low) or math.isinf(high):
        return "(interval unknown: one block only)"
    return f"({elo(low)} to {elo(high)})"


def milliseconds(value: float) -> str:
    """CPU time of a decision; a dash where it was not measured.

    >>> milliseconds(0), milliseconds(0.0001), milliseconds(1.5), milliseconds(1234.5)
    ('–', '<0.001', '1.500', '1,234')
    """
    if value == 0:
        return "–"
    if value < 0.0005:
        return "<0.001"
    return f"{value:.3f}" if value < 10 else f"{value:,.0f}"


def _rules_words(plan: Plan) -> str:
    changes = rules_changes(plan)
    if not changes:
        return f"The official game for {plan.players} players, nothing changed."
    words = "; ".join(f"{name} = {value} (official: {official})" for name, value, official in changes)
    return f"The official game for {plan.players} players, but for {words}."


def _word(value: Any) -> str:
    if isinstance(value, bool):
        return "on" if value else "off"
    return str(value)
