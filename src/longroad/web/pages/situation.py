"""Where a game stands for one viewer: what its page is made of. Nothing here comes from the state but through
the viewer's sight; who plays, the clocks and the pace are known to everybody."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from longroad.catan import Action
from longroad.catan.onlookers import Sight
from longroad.drawing.palette import LIVERIES, Livery
from longroad.web.games import LiveGame
from longroad.web.games.frames import seat_words

#: Pieces that each player has.
PIECES = {"road": 15, "settle": 5, "city": 4}


@dataclass(frozen=True)
class PlayerShown:
    """One player, as the viewer may know it."""

    number: int
    name: str
    #: Who decides there: an agent's spec, or a person.
    mind: str
    livery: Livery
    is_you: bool
    points: int
    #: Points of the viewer's own that nobody else sees.
    hidden_points: int
    hand: tuple[int, ...] | None
    hand_size: int
    card_count: int
    knights: int
    road_length: int
    has_longest_road: bool
    has_largest_army: bool
    on_turn: bool
    decides: bool
    thinks: bool
    left: str | None
    reply: Any = None


@dataclass(frozen=True)
class Situation:
    """A game as one viewer sees it now. ``seat`` is None for somebody who looks on, or while the screen is
    covered."""

    game: LiveGame
    sight: Sight
    seat: int | None
    #: Whether the browser may direct the game: pace, stopping agents.
    is_host: bool = False

    @property
    def names(self) -> tuple[str, ...]:
        """What the players are called."""
        return self.game.course.names

    @property
    def plays(self) -> bool:
        """Whether the viewer plays: has a seat, and has not left it to an agent."""
        return self.seat is not None and self.game.course.seats[self.seat].is_person

    @cached_property
    def decides(self) -> bool:
        """Whether the viewer is to decide."""
        return self.plays and self.game.course.status == "playing" and bool(self.sight.actions)

    @cached_property
    def may(self) -> Mapping[str, list[Action]]:
        """The viewer's moves by kind."""
        found: defaultdict[str, list[Action]] = defaultdict(list)
        for action in self.sight.actions if self.decides else ():
            found[action.kind].append(action)
        return found

    @property
    def phase(self) -> str:
        """What is asked."""
        return self.sight.phase

    @property
    def hand(self) -> tuple[int, ...]:
        """The viewer's resource cards."""
        held = None if self.seat is None else self.sight.hand(self.seat)
        return tuple(held or (0, 0, 0, 0, 0))

    @property
    def cards(self) -> tuple[int, ...]:
        """The viewer's development cards."""
        held = None if self.seat is None else self.sight.cards(self.seat)
        return tuple(held or (0, 0, 0, 0, 0))

    @property
    def can_undo(self) -> bool:
        """Whether the viewer has a decision that can be taken back."""
        course = self.game.course
        return (
            course.result is None
            and not course.is_waiting
            and not course.plan.rated
            and self.seat is not None
            and course.persons() == [self.seat]
            and self.seat in course.actors
        )

    def pieces_left(self, kind: str) -> int:
        """Roads, settlements or cities that the viewer can still build."""
        if self.seat is None:
            return 0
        built = {"road": self.sight.roads, "settle": self.sight.settlements, "city": self.sight.cities}
        return PIECES[kind] - len(built[kind](self.seat))

    @cached_property
    def players(self) -> list[PlayerShown]:
        """All players, in the order of their turns."""
        return [self._player(number) for number in range(self.sight.players)]

    def _player(self, number: int) -> PlayerShown:
        sight, course = self.sight, self.game.course
        seat, clocks = course.seats[number], course.clocks.shown()
        points = sight.public_points(number)
        full = sight.points(number)
        return PlayerShown(
            number=number,
            name=seat.name,
            mind=seat_words(seat),
            livery=LIVERIES[number],
            is_you=number == self.seat,
            points=points if course.result is None else course.result.points[number],
            hidden_points=full - points if number == self.seat and course.result is None else 0,
            hand=sight.hand(number) if number != self.seat else None,
            hand_size=sight.hand_size(number),
            card_count=sight.card_count(number),
            knights=sight.knights(number),
            road_length=sight.road_length(number),
            has_longest_road=sight.longest_road == number,
            has_largest_army=sight.largest_army == number,
            on_turn=sight.current == number and course.result is None,
            decides=sight.actor == number and course.result is None and not course.is_waiting,
            thinks=self.game.thinking == number,
            left=_clock(clocks, number) if seat.is_person else None,
            reply=sight.replies[number] if sight.offer is not None else None,
        )

    @property
    def prompt(self) -> str:
        """What is asked, of whom, in a sentence."""
        course, sight = self.game.course, self.sight
        if course.result is not None:
            winner = course.result.winner
            return "The game is over" if winner is None else f"{self._who(winner)} won"
        if course.is_waiting:
            empty = [seat.name for seat in course.seats if not seat.is_taken]
            return f"Waiting for {' and '.join(empty)} to sit down"
        if self.decides:
            return _asked(sight)
        actor = sight.actor if sight.actor is not None else sight.current
        return f"{self.names[actor]} {_DOES.get(sight.phase, 'plays')}"

    def _who(self, player: int) -> str:
        return "You" if player == self.seat else self.names[player]


def _asked(sight: Sight) -> str:
    if sight.phase in ("discard", "free roads", "plenty"):
        left = sight.left
        many = "" if left == 1 else "s"
        return {
            "discard": f"Too many cards: discard {left}",
            "free roads": f"Build {left} free road{many}",
            "plenty": f"Take {left} card{many} from the bank",
        }[sight.phase]
    return _ASKED[sight.phase]


_ASKED = {
    "setup settlement": "Place a settlement on a lit corner",
    "setup road": "Build a road beside it",
    "before roll": "Your turn: roll the dice",
    "main": "Your turn: build, trade or end it",
    "robber": "Move the robber to another hex",
    "respond": "Answer the offer",
    "choose": "Choose whom to trade with",
}
_DOES = {
    "setup settlement": "places a settlement",
    "setup road": "builds a road",
    "before roll": "is about to roll",
    "discard": "discards cards",
    "robber": "moves the robber",
    "main": "is on turn",
    "respond": "answers the offer",
    "choose": "chooses a partner",
}


def _clock(clocks: dict[str, Any] | None, number: int) -> str | None:
    return None if clocks is None else f"{clocks['left'][number]:.1f}"
