"""Matches of a player with representative moves against one without: Tables 4 and 5, and variants."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from longroad.arena.play.jobs import Job
from longroad.arena.play.playing import Playing
from longroad.arena.play.results import Results
from longroad.arena.statistics.intervals import wilson_interval
from longroad.experiments.folder import ResultFolder
from longroad.games import Rules as AnyRules
from longroad.jobs import Runner
from longroad.skirmish import Rules

#: Games are kept in parts of so many blocks (two games each, seats exchanged).
BLOCKS_PER_PART = 5

RULES = Rules.preset("taucher2018")
FULL = "expectimax:depth=3"


@dataclass(frozen=True)
class Match:
    """Two players; the first is the one with representative moves."""

    name: str
    label: str
    representative: str
    full: str = FULL
    rules: AnyRules = RULES


def searching(depth: int, real_root: bool = True, options: str = "", moves: str = "representative") -> str:
    """A player with representative moves."""
    root = ",root=real" if real_root else ""
    return f"expectimax:depth={depth},moves={moves}{root}{options}"


#: The likelier reading: the player's own next placement is searched with the real cards of the hand.
TABLES = (
    Match("table-4", "the paper's three, depth 3", searching(3)),
    Match("table-5", "the paper's three, depth 5", searching(5)),
)
#: The other one, a larger depth, and classes found by k-means.
VARIANTS = (
    Match("real-7", "the paper's three, depth 7", searching(7)),
    Match("averages-3", "averages at the root too, depth 3", searching(3, False)),
    Match("averages-5", "averages at the root too, depth 5", searching(5, False)),
    Match("clusters-real-3", "clusters, depth 3", searching(3, moves="clustered")),
    Match("clusters-real-5", "clusters, depth 5", searching(5, moves="clustered")),
    Match("clusters-3", "clusters, averages at the root too, depth 3", searching(3, False, "", "clustered")),
)


@dataclass(frozen=True)
class MatchFigures:
    """What a match has shown."""

    played: Results

    @property
    def games(self) -> int:
        """Games played."""
        return self.played.games

    def wins(self, player: int) -> int:
        """Games won by a player; 0 is the one with representative moves."""
        return int((self.played.winner == player).sum())

    @property
    def rate(self) -> float:
        """The share of games that representative moves won."""
        return self.wins(0) / self.games

    @property
    def interval(self) -> tuple[float, float]:
        """Its 95% interval (Wilson), over games."""
        return wilson_interval(self.wins(0), self.games)

    @property
    def block_interval(self) -> tuple[float, float]:
        """Its 95% interval over blocks: the two games of a block share their cards."""
        shares = (self.played.winner.reshape(-1, 2) == 0).mean(axis=1)
        error = float(shares.std(ddof=1) / np.sqrt(len(shares))) if len(shares) > 1 else 1.0
        return max(self.rate - 1.96 * error, 0.0), min(self.rate + 1.96 * error, 1.0)

    def gain_over(self, other: MatchFigures) -> tuple[float, float]:
        """The 95% interval of what this match's win rate is above another's on the same blocks."""
        shares = [(one.played.winner.reshape(-1, 2) == 0).mean(axis=1) for one in (self, other)]
        gains = shares[0] - shares[1]
        mean = float(gains.mean())
        error = float(gains.std(ddof=1) / np.sqrt(len(gains))) if len(gains) > 1 else 1.0
        return mean - 1.96 * error, mean + 1.96 * error

    def winning_hp(self, player: int) -> float | None:
        """The mean final health of a player in the games he won; None without any."""
        won = self.played.winner == player
        return float(self.played.points[won, player].mean()) if won.any() else None

    def milliseconds(self, player: int) -> float:
        """The mean CPU time of a decision."""
        return (
            1000
            * float(self.played.agent_seconds[:, player].sum())
            / max(int(self.played.decisions[:, player].sum()), 1)
        )


def chunks(games: int) -> list[tuple[int, int]]:
    """First block and number of blocks of each part."""
    blocks = -(-games // 2)
    return [(first, min(BLOCKS_PER_PART, blocks - first)) for first in range(0, blocks, BLOCKS_PER_PART)]


def play(
    matches: Sequence[Match], folder: ResultFolder, games: int, seed: int, runner: Runner
) -> Iterator[Match]:
    """Plays what is missing of some matches, part by part. Yields after each whose part it was."""
    parts = {
        Job((match.representative, match.full), match.rules, seed, first, blocks): (match, first)
        for match in matches
        for first, blocks in chunks(games)
        if not folder.has(_part_name(match, first))
    }
    for played in runner.run(Playing(), parts):
        match, first = parts[played.job]
        folder.part(_part_name(match, first), played.result.to_dict)
        yield match


def is_played(match: Match, folder: ResultFolder, games: int) -> bool:
    """Whether all of a match's games were played."""
    return parts_played(match, folder, games) == len(chunks(games))


def parts_played(match: Match, folder: ResultFolder, games: int) -> int:
    """How many parts of a match were played."""
    return sum(folder.has(_part_name(match, first)) for first, _ in chunks(games))


def figures(match: Match, folder: ResultFolder, games: int) -> MatchFigures:
    """The figures of a match that was played to its end."""

    def missing() -> dict[str, Any]:
        raise AssertionError("a part of the match is missing")

    parts = [folder.part(_part_name(match, first), missing) for first, _ in chunks(games)]
    return MatchFigures(Results.joined([Results.from_dict(part, players=2) for part in parts]))


def _part_name(match: Match, first: int) -> str:
    return f"{match.name}-{first:05d}"
