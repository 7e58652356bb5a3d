"""Messages of the server's protocol: those a player needs, read into small types, and written.

A message is a number, ``|`` and fields; ``parse`` gives a type of this file, or Unknown for messages nobody
needs here. Seats are the server's player numbers, 0 to 3; resources come in the server's order (see
coordinates.py).
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, ClassVar

from longroad.errors import ProtocolError

Five = tuple[int, int, int, int, int]

#: No field of this protocol is longer than a line of chat, and no message has more fields than a board.
_MOST_FIELDS = 2000
_LARGEST_NUMBER = 2**31


class Message:
    """Something the server says. ``game`` is empty where it is about no game."""

    #: The message's number and its fields: s a text, i a whole number, b true or false, 5 five numbers, * the
    #: rest as numbers, . the rest as it is.
    number: ClassVar[int]
    layout: ClassVar[str]
    separator: ClassVar[str] = ","
    game: str


class _Outside(Message):
    game: ClassVar[str] = ""  # type: ignore[misc]


@dataclass(frozen=True)
class Unknown(_Outside):
    """A message that is passed over."""

    kind: int
    text: str


@dataclass(frozen=True)
class Version(_Outside):
    """The release of the server."""

    number: ClassVar[int] = 9998
    layout: ClassVar[str] = "i."
    release: int
    rest: tuple[str, ...]


@dataclass(frozen=True)
class ServerPing(_Outside):
    """The server asks whether we are still there."""

    number: ClassVar[int] = 9999
    layout: ClassVar[str] = "i"
    seconds: int


@dataclass(frozen=True)
class Status(_Outside):
    """What the server thinks of our last request; 0 is fine."""

    number: ClassVar[int] = 1069
    layout: ClassVar[str] = "."
    fields: tuple[str, ...]


@dataclass(frozen=True)
class RejectConnection(_Outside):
    """The server will not have us."""

    number: ClassVar[int] = 1059
    layout: ClassVar[str] = "."
    fields: tuple[str, ...]


@dataclass(frozen=True)
class RobotParameters(_Outside):
    """The server takes us for a robot."""

    number: ClassVar[int] = 1071
    layout: ClassVar[str] = "."
    fields: tuple[str, ...]


@dataclass(frozen=True)
class JoinRequest(Message):
    """A robot is asked to join a game and sit on a seat."""

    number: ClassVar[int] = 1023
    layout: ClassVar[str] = "si."
    game: str
    seat: int
    options: tuple[str, ...]


@dataclass(frozen=True)
class RobotDismiss(Message):
    """A robot has to leave a game."""

    number: ClassVar[int] = 1056
    layout: ClassVar[str] = "s"
    game: str


@dataclass(frozen=True)
class GameMembers(Message):
    """Ends what the server tells of a game to one who joins it."""

    number: ClassVar[int] = 1017
    layout: ClassVar[str] = "s."
    game: str
    members: tuple[str, ...]


@dataclass(frozen=True)
class DeleteGame(Message):
    """A game is gone."""

    number: ClassVar[int] = 1015
    layout: ClassVar[str] = "s"
    game: str


@dataclass(frozen=True)
class LeaveGame(Message):
    """Somebody left a game."""

    number: ClassVar[int] = 1011
    layout: ClassVar[str] = "sss"
    name: str
    host: str
    game: str


@dataclass(frozen=True)
class SitDown(Message):
    """Somebody sat down."""

    number: ClassVar[int] = 1012
    layout: ClassVar[str] = "ssib"
    game: str
    name: str
    seat: int
    robot: bool


@dataclass(frozen=True)
class BoardLayout(Message):
    """The board: 37 hex types, 37 codes of tokens, the robber's hex."""

    number: ClassVar[int] = 1014
    layout: ClassVar[str] = "s*"
    game: str
    numbers: tuple[int, ...]


@dataclass(frozen=True)
class GameState(Message):
    """What the game waits for now."""

    number: ClassVar[int] = 1025
    layout: ClassVar[str] = "si"
    game: str
    state: int


@dataclass(frozen=True)
class StartGame(Message):
    """A game begins."""

    number: ClassVar[int] = 1018
    layout: ClassVar[str] = "s*"
    game: str
    state: tuple[int, ...]


@dataclass(frozen=True)
class Turn(Message):
    """A player's turn begins."""

    number: ClassVar[int] = 1026
    layout: ClassVar[str] = "si*"
    game: str
    seat: int
    state: tuple[int, ...]


@dataclass(frozen=True)
class Dice(Message):
    """The sum that was rolled."""

    number: ClassVar[int] = 1028
    layout: ClassVar[str] = "si"
    game: str
    total: int


@dataclass(frozen=True)
class DiscardRequest(Message):
    """We have to discard so many cards."""

    number: ClassVar[int] = 1029
    layout: ClassVar[str] = "si"
    game: str
    cards: int


@dataclass(frozen=True)
class PlayerElement(Message):
    """One number of a player's has changed: cards, pieces, knights, ..."""

    number: ClassVar[int] = 1024
    layout: ClassVar[str] = "siiii."
    game: str
    seat: int
    action: int
    element: int
    amount: int
    news: tuple[str, ...]


@dataclass(frozen=True)
class PlayerElements(Message):
    """Several numbers of a player's have changed."""

    number: ClassVar[int] = 1086
    layout: ClassVar[str] = "sii*"
    separator: ClassVar[str] = "|"
    game: str
    seat: int
    action: int
    pairs: tuple[int, ...]


@dataclass(frozen=True)
class GameElements(Message):
    """Numbers of the game: cards left, whose turn it is, longest road, largest army, ..."""

    number: ClassVar[int] = 1096
    layout: ClassVar[str] = "s*"
    separator: ClassVar[str] = "|"
    game: str
    pairs: tuple[int, ...]


@dataclass(frozen=True)
class RollGains(Message):
    """Who gained what by a roll."""

    number: ClassVar[int] = 1092
    layout: ClassVar[str] = "s*"
    separator: ClassVar[str] = "|"
    game: str
    numbers: tuple[int, ...]


@dataclass(frozen=True)
class ResourceCount(Message):
    """How many cards a player holds."""

    number: ClassVar[int] = 1063
    layout: ClassVar[str] = "sii"
    game: str
    seat: int
    cards: int


@dataclass(frozen=True)
class PutPiece(Message):
    """A piece was built."""

    number: ClassVar[int] = 1009
    layout: ClassVar[str] = "siii"
    game: str
    seat: int
    piece: int
    coordinate: int


@dataclass(frozen=True)
class CancelBuild(Message):
    """A piece was not built, or taken back."""

    number: ClassVar[int] = 1044
    layout: ClassVar[str] = "si"
    game: str
    piece: int


@dataclass(frozen=True)
class CardAction(Message):
    """A development card was drawn, played or taken."""

    number: ClassVar[int] = 1046
    layout: ClassVar[str] = "sii*"
    game: str
    seat: int
    action: int
    cards: tuple[int, ...]


@dataclass(frozen=True)
class MoveRobber(Message):
    """The robber moved."""

    number: ClassVar[int] = 1034
    layout: ClassVar[str] = "sii"
    game: str
    seat: int
    hex: int


@dataclass(frozen=True)
class SimpleAction(Message):
    """Something small that happened: a card was bought, a monopoly took so many cards, ..."""

    number: ClassVar[int] = 1090
    layout: ClassVar[str] = "siiii"
    game: str
    seat: int
    action: int
    first: int
    second: int


@dataclass(frozen=True)
class BankTrade(Message):
    """A player traded with the bank."""

    number: ClassVar[int] = 1040
    layout: ClassVar[str] = "s55i"
    game: str
    give: Five
    get: Five
    seat: int


@dataclass(frozen=True)
class MakeOffer(Message):
    """An offer; ``to`` says for each of the four seats whether it is meant."""

    number: ClassVar[int] = 1041
    layout: ClassVar[str] = "sibbbb55"
    game: str
    seat: int
    to0: bool
    to1: bool
    to2: bool
    to3: bool
    give: Five
    get: Five

    @property
    def to(self) -> tuple[bool, bool, bool, bool]:
        return self.to0, self.to1, self.to2, self.to3


@dataclass(frozen=True)
class ClearOffer(Message):
    """Of a seat, or of all (-1)."""

    number: ClassVar[int] = 1038
    layout: ClassVar[str] = "si"
    game: str
    seat: int


@dataclass(frozen=True)
class RejectOffer(Message):
    """A player refused an offer."""

    number: ClassVar[int] = 1037
    layout: ClassVar[str] = "si"
    game: str
    seat: int


@dataclass(frozen=True)
class AcceptOffer(Message):
    """A player accepted an offer."""

    number: ClassVar[int] = 1039
    layout: ClassVar[str] = "sii"
    game: str
    accepter: int
    offerer: int


@dataclass(frozen=True)
class GameStats(Message):
    """The end: points of all seats, then which are robots."""

    number: ClassVar[int] = 1061
    layout: ClassVar[str] = "siiii."
    game: str
    points0: int
    points1: int
    points2: int
    points3: int
    robots: tuple[str, ...]

    @property
    def points(self) -> tuple[int, int, int, int]:
        return self.points0, self.points1, self.points2, self.points3


@dataclass(frozen=True)
class ServerText(Message):
    """A sentence for people, about a game."""

    number: ClassVar[int] = 1091
    layout: ClassVar[str] = "s."
    separator: ClassVar[str] = "\x01"
    game: str
    words: tuple[str, ...]


_TYPES: dict[int, type[Message]] = {
    kind.number: kind
    for kind in (*Message.__subclasses__(), *_Outside.__subclasses__())
    if kind not in (Unknown, _Outside)
}


def parse(text: str) -> Message:
    """The message of a frame. Raises ProtocolError where a number is not one or fields are missing.

    >>> parse("1025|game,20")
    GameState(game='game', state=20)
    >>> parse("1025|game")
    Traceback (most recent call last):
      ...
    longroad.errors.ProtocolError: message 1025 (GameState): a field is missing
    """
    head, _, rest = text.partition("|")
    number = _number(head)
    kind = _TYPES.get(number)
    if kind is None:
        return Unknown(number, rest)
    try:
        return kind(*_values(kind, rest))
    except ProtocolError as error:
        raise ProtocolError(f"message {number} ({kind.__name__}): {error}") from None


def _values(kind: type[Message], rest: str) -> list[Any]:
    fields = rest.split(kind.separator, _MOST_FIELDS)
    if len(fields) > _MOST_FIELDS:
        raise ProtocolError(f"more than {_MOST_FIELDS:,} fields")
    values: list[Any] = []
    at = 0
    for letter in kind.layout:
        if letter in "*.":
            left = fields[at:]
            values.append(tuple(map(_number, left)) if letter == "*" else tuple(left))
            return values
        width = 5 if letter == "5" else 1
        if at + width > len(fields):
            raise ProtocolError("a field is missing")
        values.append(_value(letter, fields[at : at + width]))
        at += width
    return values


def _value(letter: str, fields: list[str]) -> Any:
    match letter:
        case "s":
            return fields[0]
        case "b":
            return fields[0].lower() == "true"
        case "5":
            return tuple(map(_number, fields))
    return _number(fields[0])


def _number(text: str) -> int:
    if len(text) > 11 or not text.removeprefix("-").isascii() or not text.removeprefix("-").isdigit():
        raise ProtocolError(f"{text[:20]!a} is not a whole number")
    number = int(text)
    if not -_LARGEST_NUMBER <= number < _LARGEST_NUMBER:
        raise ProtocolError(f"{number} is too large")
    return number


# -- What is sent


def written(number: int, *fields: object) -> str:
    """A message to be sent.

    >>> written(1009, "game", 2, 0, 0x37)
    '1009|game,2,0,55'
    """
    return f"{number}|" + ",".join(
        ("true" if field else "false") if isinstance(field, bool) else str(field) for field in fields
    )
