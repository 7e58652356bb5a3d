"""What the reviews of many games come to: how each agent or person played, and the worst moves."""

from __future__ import annotations

import heapq
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import asdict, dataclass, field
from math import sqrt
from typing import Any

from longroad.analysis.archive import Failed
from longroad.analysis.grades import Grade
from longroad.analysis.review import PlayerSummary, Review
from longroad.analysis.words import percent
from longroad.drawing.sheet import Sheet
from longroad.wording import counted

#: Standard errors on either side of a 95% interval.
_NORMAL = 1.96
_CHANCE = ("total", "dice", "steals", "draws")
_BAD = (Grade.INACCURACY, Grade.MISTAKE, Grade.BLUNDER)


@dataclass(frozen=True)
class PlayerRecord:
    """How an agent, or a person, played in all its games. Figures per decision are None where none of its
    decisions was graded."""

    name: str
    games: int
    #: One more than ``games`` for each game in which it had two seats.
    seats: int
    wins: int
    decisions: int
    accuracy: float | None
    #: Win probability lost per decision, and half of its 95% interval over games, which takes two games.
    loss: float | None
    loss_error: float | None
    inaccuracies: int
    mistakes: int
    blunders: int
    #: What chance did for it, in win probability, per game and seat: all of it, and its parts.
    luck: float
    dice: float
    steals: float
    draws: float


@dataclass(frozen=True)
class BadMove:
    """A decision that lost much."""

    game: int
    turn: int
    player: str
    comment: str
    grade: str
    loss: float


@dataclass(frozen=True)
class Summary:
    """All reviews of an archive together."""

    games: int
    players: tuple[PlayerRecord, ...]
    worst: tuple[BadMove, ...]
    failed: tuple[Failed, ...]

    def to_dict(self) -> dict[str, Any]:
        """In plain types, ready for JSON."""
        return asdict(self)

    def sheets(self) -> list[Sheet]:
        """How everybody played, what luck they had, and the worst moves, as tables."""
        return [_players(self), _errors_and_luck(self), _worst(self.worst)]


def summary_of(
    reviews: Iterable[tuple[int, Review]], failed: Iterable[Failed] = (), worst: int = 10
) -> Summary:
    """Of reviews with the numbers of their games: one at a time is in memory. Players are known by their
    agent, those without one by their name."""
    players: dict[str, _Sums] = {}
    moves: list[BadMove] = []
    games = 0
    for number, review in reviews:
        games += 1
        for player in review.players:
            sums = players.setdefault(player.agent or player.name, _Sums())
            sums.add(number, review, player)
        moves = heapq.nlargest(worst, [*moves, *_bad_moves(number, review, worst)], key=lambda one: one.loss)
    records = (sums.record(name) for name, sums in players.items())
    ordered = sorted(records, key=lambda one: (one.loss is None, one.loss or 0.0, one.name))
    return Summary(games, tuple(ordered), tuple(moves), tuple(failed))


@dataclass
class _Sums:
    """Of one player, what its games add up to."""

    seats: int = 0
    wins: int = 0
    accuracy: float = 0.0
    grades: Counter[Grade] = field(default_factory=Counter)
    chance: dict[str, float] = field(default_factory=lambda: dict.fromkeys(_CHANCE, 0.0))
    #: By game, the decisions that were graded, and what they lost.
    decisions: dict[int, int] = field(default_factory=dict)
    lost: dict[int, float] = field(default_factory=dict)

    def add(self, number: int, review: Review, player: PlayerSummary) -> None:
        """A seat of a game."""
        luck = review.luck[player.player]
        self.seats += 1
        self.wins += player.won
        self.decisions[number] = self.decisions.get(number, 0) + player.decisions
        self.lost[number] = self.lost.get(number, 0.0) + player.lost
        if player.accuracy is not None:
            self.accuracy += player.accuracy * player.decisions
        self.grades.update(player.grades)
        for name in _CHANCE:
            self.chance[name] += getattr(luck, name)

    def record(self, name: str) -> PlayerRecord:
        """All of it."""
        decisions = sum(self.decisions.values())
        loss = sum(self.lost.values()) / decisions if decisions else None
        bad = [self.grades[grade] for grade in _BAD]
        chance = [round(self.chance[part] / self.seats, 6) for part in _CHANCE]
        return PlayerRecord(
            name,
            len(self.decisions),
            self.seats,
            self.wins,
            decisions,
            round(self.accuracy / decisions, 6) if decisions else None,
            None if loss is None else round(loss, 6),
            self._error(loss, decisions),
            *bad,
            *chance,
        )

    def _error(self, loss: float | None, decisions: int) -> float | None:
        """Half of the 95% interval of the loss per decision: a ratio of two sums over games."""
        games = len(self.decisions)
        if loss is None or games < 2:
            return None
        squares = sum((self.lost[game] - loss * self.decisions[game]) ** 2 for game in self.decisions)
        return round(_NORMAL * sqrt(squares * games / (games - 1)) / decisions, 6)


def _bad_moves(number: int, review: Review, most: int) -> Iterator[BadMove]:
    for one in review.worst(most):
        player = review.players[one.player]
        yield BadMove(
            number, one.turn, player.agent or player.name, one.comment, str(one.grade), round(one.loss, 6)
        )


def _players(summary: Summary) -> Sheet:
    rows = [
        (
            one.name,
            str(one.games),
            str(one.wins),
            str(one.decisions),
            "-" if one.accuracy is None else percent(one.accuracy),
            "-" if one.loss is None else _of_hundred(one.loss, one.loss_error),
        )
        for one in summary.players
    ]
    columns = ("player", "games", "wins", "decisions", "accuracy", "lost")
    note = "lost: percent of win probability per decision, with its 95% interval over games"
    return Sheet(f"how they played in {counted(summary.games, 'game')}", columns, rows, (note,))


def _errors_and_luck(summary: Summary) -> Sheet:
    rows = [
        (
            one.name,
            *(str(number) for number in (one.inaccuracies, one.mistakes, one.blunders)),
            *(f"{100 * share:+.1f}" for share in (one.dice, one.steals, one.draws, one.luck)),
        )
        for one in summary.players
    ]
    columns = ("player", "inacc.", "mistakes", "blunders", "dice", "stolen", "drawn", "luck")
    note = "luck and its parts: percent of win probability per game"
    return Sheet("errors and luck", columns, rows, (note,))


def _of_hundred(loss: float, error: float | None) -> str:
    return f"{100 * loss:.2f}" if error is None else f"{100 * loss:.2f} ± {100 * error:.2f}"


def _worst(moves: Sequence[BadMove]) -> Sheet:
    rows = [
        (f"game {one.game}, turn {one.turn}: {one.comment}", one.grade, f"-{percent(one.loss)}")
        for one in moves
    ]
    notes = () if rows else ("no decision lost enough to be named",)
    return Sheet("the worst moves", ("decision", "grade", "lost"), rows, notes)
