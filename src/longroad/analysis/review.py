"""A review of a game, as plain values: what was found, ready for a page, a terminal or a file."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict, dataclass
from functools import cache
from typing import Any

from pydantic import TypeAdapter, ValidationError

from longroad.analysis.grades import Grade
from longroad.analysis.replay import Replay
from longroad.errors import AnalysisError

#: Of the plain form; a change of meaning is a new one.
VERSION = 1


@dataclass(frozen=True)
class Moment:
    """The game after its first ``event`` events: what happened last, and the win probability of every player,
    all cards seen. The first moment is the start."""

    event: int
    turn: int
    #: Whose decision or chance it was; None at the start.
    player: int | None
    #: The event in the notation, and in words.
    notation: str
    text: str
    win_probabilities: tuple[float, ...]


@dataclass(frozen=True)
class ReviewedMove:
    """A move that could be made: win probability of the decider and what it loses, by what the decider could
    know; the move in words, and what speaks for it."""

    notation: str
    text: str
    win_probability: float
    loss: float
    reason: str


@dataclass(frozen=True)
class ReviewedDecision:
    """A decision with its grade. ``event`` is the number of events before it."""

    event: int
    turn: int
    player: int
    phase: str
    grade: Grade
    played: ReviewedMove
    best: ReviewedMove
    #: What the decision lost, and the standard error of that.
    loss: float
    error: float
    #: The moves that were compared, the best first; ``played`` is among them.
    moves: tuple[ReviewedMove, ...]
    comment: str


@dataclass(frozen=True)
class TurningPoint:
    """An event that changed the outlook most. ``event`` is the number of the moment after it."""

    event: int
    turn: int
    text: str
    before: tuple[float, ...]
    after: tuple[float, ...]


@dataclass(frozen=True)
class Luck:
    """What chance did for a player, in win probability: the dice, stolen cards (its own thefts and those it
    suffered), development cards drawn (others' too). ``cards`` is how many the dice brought, ``expected`` how
    many they bring on average."""

    player: int
    dice: float
    steals: float
    draws: float
    cards: int
    expected: float

    @property
    def total(self) -> float:
        """All of it."""
        return self.dice + self.steals + self.draws


@dataclass(frozen=True)
class PlayerSummary:
    """How a player played. ``accuracy`` is None where nothing of it was graded."""

    player: int
    name: str
    agent: str
    points: int
    won: bool
    #: Decisions with a choice, and how many of each grade.
    decisions: int
    grades: Mapping[Grade, int]
    accuracy: float | None
    #: Win probability lost by all decisions together.
    lost: float


@dataclass(frozen=True)
class Review:
    """Everything that a review has to say of a game."""

    version: int
    #: The game itself, as a record.
    record: str
    winner: int | None
    is_over: bool
    players: tuple[PlayerSummary, ...]
    moments: tuple[Moment, ...]
    decisions: tuple[ReviewedDecision, ...]
    turning_points: tuple[TurningPoint, ...]
    luck: tuple[Luck, ...]
    #: What a reader should know of how it was made.
    notes: tuple[str, ...]

    @property
    def accuracy(self) -> tuple[float | None, ...]:
        """By player."""
        return tuple(player.accuracy for player in self.players)

    def replay(self) -> Replay:
        """The game, gone through again."""
        return Replay.of(self.record)

    def worst(self, most: int = 10) -> list[ReviewedDecision]:
        """The decisions that lost most, among those that are graded inaccuracy or worse."""
        bad = [one for one in self.decisions if one.grade in (Grade.INACCURACY, Grade.MISTAKE, Grade.BLUNDER)]
        return sorted(bad, key=lambda one: -one.loss)[:most]

    def to_dict(self) -> dict[str, Any]:
        """In plain types, ready for JSON."""
        plain: dict[str, Any] = _rounded(asdict(self))
        return plain

    @staticmethod
    def from_dict(plain: Mapping[str, Any]) -> Review:
        """A review from its plain form; raises AnalysisError."""
        if plain.get("version") != VERSION:
            raise AnalysisError(
                f"a review of version {plain.get('version')!r}; this Longroad reads version {VERSION}"
            )
        try:
            return _adapter().validate_python(dict(plain))
        except ValidationError as error:
            where = ".".join(map(str, error.errors()[0]["loc"]))
            raise AnalysisError(f"not a review: {where}: {error.errors()[0]['msg']}") from None


@cache
def _adapter() -> TypeAdapter[Review]:
    return TypeAdapter(Review)


def _rounded(value: Any) -> Any:
    """Win probabilities need no more than six digits."""
    match value:
        case float():
            return round(value, 6)
        case Grade():
            return str(value)
        case dict():
            return {str(key): _rounded(one) for key, one in value.items()}
        case list() | tuple():
            return [_rounded(one) for one in value]
    return value
