"""The course of a game: what its entries make of it. Nothing here writes, waits or thinks."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from typing import Any

from longroad.arena.statistics.ratings import table_ranks
from longroad.catan import Action, Board, State, View
from longroad.errors import NotNowError
from longroad.web.games.chance import SecretChance
from longroad.web.games.clocks import Clocks
from longroad.web.games.entries import (
    Entry,
    Joined,
    Moved,
    Over,
    PaceSet,
    Paused,
    Replaced,
    Resigned,
    Undone,
)
from longroad.web.games.plan import GamePlan, SeatKind
from longroad.web.games.viewers import EVERYTHING, PUBLIC, Viewer

#: Who plays on where a person or an agent cannot.
SUBSTITUTE = "planner"
#: Of the head of a log; a change of meaning is a new one.
VERSION = 1


@dataclass
class Seat:
    """Who sits somewhere at the moment."""

    number: int
    kind: SeatKind
    name: str
    #: The spec of the agent that plays; empty for a person.
    agent: str = ""
    #: Whether somebody has come; a seat for a person with an invitation is empty at first.
    is_taken: bool = True
    #: Why the person who sat here is out of the game.
    gave_up: str | None = None
    key_hash: str | None = None
    invitation_hash: str | None = None

    @property
    def is_person(self) -> bool:
        """Whether a person decides here."""
        return self.kind != "agent"


class Course:
    """A game from its beginning to where it stands.

    ``line`` is another number each time events were taken back; ``actors`` says who decided each event of the
    state.
    """

    def __init__(
        self, id: str, plan: GamePlan, board: str, chance: SecretChance, keys: dict[str, str]
    ) -> None:
        self.id: str = id
        self.plan: GamePlan = plan
        self.board: str = board
        self.chance: SecretChance = chance
        self.host_hash: str | None = keys.get("host")
        self.seats: list[Seat] = [
            Seat(
                number,
                seat.kind,
                plan.names[number],
                seat.agent,
                is_taken=seat.kind != "link",
                key_hash=keys.get(str(number)),
                invitation_hash=keys.get(f"join{number}"),
            )
            for number, seat in enumerate(plan.seats)
        ]
        self.entries: list[Entry] = []
        self.state: State = self.start()
        self.actors: list[int | None] = []
        self.line: int = 0
        self.taken_back: int = 0
        self.clocks: Clocks = Clocks(plan.clock, plan.rules.players)
        self.pace: float = plan.pace
        self.is_paused: bool = False
        self.result: Over | None = None
        #: Of the last entry that changed the position.
        self.last_change: int = 0
        self._seen = Counter[str]()

    # -- beginning

    def start(self) -> State:
        """The first position."""
        return State(self.plan.rules, board=self.board)

    def head(self, at: float, keys: dict[str, str]) -> dict[str, Any]:
        """The first line of the log: all there is to know before anything happens."""
        return {
            "longroad": "live game",
            "version": VERSION,
            "id": self.id,
            "at": at,
            "plan": self.plan.to_dict(),
            "board": self.board,
            "secret": self.chance.secret.hex(),
            "keys": keys,
        }

    @staticmethod
    def of_head(head: dict[str, Any]) -> Course:
        """The opposite of ``head``; raises ValueError, KeyError or TypeError for what is none."""
        if head.get("longroad") != "live game" or head.get("version") != VERSION:
            raise ValueError(f"not the log of a live game of version {VERSION}")
        chance = SecretChance(bytes.fromhex(head["secret"]))
        keys = {str(place): str(hashed) for place, hashed in head["keys"].items()}
        return Course(head["id"], GamePlan.from_dict(head["plan"]), str(Board(head["board"])), chance, keys)

    # -- what happens

    def take(self, entry: Entry) -> None:
        """Lets an entry happen. Raises IllegalActionError, and changes nothing, for a move that is none."""
        what = entry.what
        if isinstance(what, Moved):
            self._move(what)
        elif isinstance(what, Joined):
            seat = self.seats[what.seat]
            seat.is_taken, seat.name = True, what.name
            seat.key_hash, seat.invitation_hash = what.key_hash, None
        elif isinstance(what, Replaced):
            seat = self.seats[what.seat]
            seat.kind, seat.agent = "agent", what.agent
        elif isinstance(what, Undone):
            self._go_back(what)
        elif isinstance(what, Resigned):
            self.seats[what.seat].gave_up = what.reason
        elif isinstance(what, PaceSet):
            self.pace = what.seconds
        elif isinstance(what, Paused):
            self.is_paused = what.paused
        elif isinstance(what, Over):
            self.result = what
        self.entries.append(entry)
        if isinstance(what, Moved | Undone):
            self.last_change = entry.number

    def _move(self, what: Moved) -> None:
        turn_of, phase = self.state.current, self.state.phase
        self.state.apply(what.action)
        self.actors.append(what.player)
        if what.action.is_chance:
            self._seen[what.action.kind] += 1
        if what.player is not None and what.spent is not None:
            self.clocks.charge(what.player, what.spent, missed=what.by == "time")
        if what.action.kind == "end" or phase == "setup road":
            self.clocks.turn_ended(turn_of if what.player is None else what.player)

    def _go_back(self, what: Undone) -> None:
        events = self.state.events()[: what.to]
        self.state = self.start()
        for event in events:
            self.state.apply(event)
        del self.actors[what.to :]
        self._seen = Counter(event.kind for event in events if event.is_chance)
        self.line += 1
        self.taken_back += 1
        self.clocks.forgive([what.seat])

    # -- what may be asked of it

    @property
    def is_waiting(self) -> bool:
        """Whether a seat is still empty."""
        return not all(seat.is_taken for seat in self.seats)

    @property
    def status(self) -> str:
        """``waiting`` (for people with invitations), ``playing``, ``paused`` or ``over``."""
        if self.result is not None:
            return "over"
        return "waiting" if self.is_waiting else "paused" if self.is_paused else "playing"

    @property
    def names(self) -> tuple[str, ...]:
        """What the players are called."""
        return tuple(seat.name for seat in self.seats)

    def persons(self) -> list[int]:
        """Seats where people decide."""
        return [seat.number for seat in self.seats if seat.is_person]

    def next_chance(self) -> Action:
        """What chance brings now."""
        return self.chance.outcome(self.state, self._seen)

    def sightings(self, seat: int) -> list[tuple[View, Action, View]]:
        """All that a player has seen, as an agent that follows is told it: the views before and after each
        event, and the event."""
        state, seen = self.start(), list[tuple[View, Action, View]]()
        before = state.view(seat)
        for event in self.state.events():
            told = state.seen_by(event, seat)
            state.apply(event)
            after = state.view(seat)
            seen.append((before, told, after))
            before = after
        return seen

    def onlooker(self) -> Viewer:
        """Somebody without a seat: all hands are shown where agents play alone."""
        return EVERYTHING if self.plan.is_for_agents else PUBLIC

    def undo_to(self, seat: int) -> int:
        """How many events are left when a person takes its last decision back. Raises NotNowError with the
        reason where it cannot."""
        if self.plan.rated:
            raise NotNowError("nothing can be taken back in a rated game")
        if self.persons() != [seat]:
            raise NotNowError("moves can be taken back in games against agents only")
        decided = [number for number, actor in enumerate(self.actors) if actor == seat]
        if not decided:
            raise NotNowError("there is nothing to take back")
        return decided[-1]

    def over(self, reason: str) -> Over:
        """How the game ends now. Of two the other wins when one gives up; of more players those who gave up
        are last, the others in the order of their points."""
        players = self.plan.rules.players
        points = tuple(self.state.points(player) for player in range(players))
        quitters = {seat.number for seat in self.seats if seat.gave_up is not None}
        winner = self.state.winner
        if winner is None and reason in ("resigned", "time") and players == 2 and len(quitters) == 1:
            winner = 1 - min(quitters)
        counted = [-1 if player in quitters else points[player] for player in range(players)]
        ranks = table_ranks(counted, None if winner in quitters else winner)
        if reason == "ended":
            ranks = (1,) * players
        return Over(winner, reason, ranks, points)
