"""Our player at a table of the server: asks the agent when it is to decide and says it in the server's
words."""

from __future__ import annotations

from collections.abc import Awaitable, Callable

from longroad.adapters.jsettlers import interpreter as i
from longroad.adapters.jsettlers.coordinates import (
    CARD_NUMBER,
    HEX_COORDINATE,
    INTERSECTION_COORDINATE,
    PATH_COORDINATE,
    RESOURCE_NUMBER,
    their_counts,
)
from longroad.adapters.jsettlers.interpreter import Interpreter
from longroad.adapters.jsettlers.messages import written
from longroad.catan import RESOURCES, Action, State, topology

#: In which states of the server our rules' phases can be.
_STATES = {
    "setup settlement": {i.FIRST_SETTLEMENT, i.SECOND_SETTLEMENT},
    "setup road": {i.FIRST_ROAD, i.SECOND_ROAD},
    "before roll": {i.BEFORE_ROLL},
    "robber": {i.ROBBER},
    "free roads": {i.FREE_ROAD_1, i.FREE_ROAD_2},
    "plenty": {i.PLENTY},
    "main": {i.MAIN},
}
_ROAD, _SETTLEMENT, _CITY = range(3)


class Player:
    """Decides for us in one game. ``send`` takes a message's text, ``think`` runs the agent elsewhere."""

    def __init__(
        self,
        name: str,
        follower: Interpreter,
        send: Callable[[str], None],
        think: Callable[[Callable[[], Action]], Awaitable[Action]],
    ) -> None:
        self._name, self._follower, self._send, self._think = name, follower, send, think
        self._victim: int | None = None
        self._wanted: int | None = None
        #: Of our own decisions.
        self.decisions: int = 0

    def _say(self, number: int, *fields: object) -> None:
        self._send(written(number, self._name, *fields))

    def _move(self, number: int, *fields: object) -> None:
        """Says a move and waits for what the server makes of it."""
        self._follower.settled = False
        self._say(number, *fields)

    async def act(self) -> None:
        """Does what is ours to do now, if anything is. To be called after every message."""
        f = self._follower
        if not f.started or f.points is not None or f.state == i.OVER:
            return
        if f.mirror.state.is_over:
            self._play_out()
            return
        self._answer_quickly()
        while (step := self._first_of_several()) is not None:
            await step()
            self._answer_quickly()
        while f.settled and f.seat_to_move == f.seat and await self._go_on():
            self._answer_quickly()

    def _play_out(self) -> None:
        """We have won with a knight, but the server still wants the robber to be moved."""
        f = self._follower
        if not f.settled or f.seat_to_move != f.seat:
            return
        if f.state == i.ROBBER:
            game = f.mirror.state
            hex_ = min(
                (h for h in range(19) if h != game.robber), key=lambda h: len(_victims(game, f.mirror.me, h))
            )
            self._victim = next(iter(_victims(game, f.mirror.me, hex_)), None)
            self._move(1034, f.seat, HEX_COORDINATE[hex_])
        elif f.state == i.CHOOSE_VICTIM and self._victim is not None:
            self._move(1035, f.seats[self._victim])
        elif f.state == i.FREE_ROAD_2:
            self._move(1044, _ROAD)

    def _first_of_several(self) -> Callable[[], Awaitable[None]] | None:
        """What is done in steps of our own, or out of turn."""
        f = self._follower
        game = f.mirror.state
        if game.actor != f.mirror.me:
            return None
        match game.phase:
            case "discard":
                return self._discard
            case "plenty":
                return self._take_cards if f.settled and f.state == i.PLENTY else None
            case "respond" | "choose":
                assert f.bargaining is not None, "somebody offered"
                return None if f.bargaining.closing else self._bargain
        return None

    def _answer_quickly(self) -> None:
        """What needs no thought."""
        bargaining, seat = self._follower.bargaining, self._follower.seat
        assert bargaining is not None, "the game has started"
        if bargaining.to_reject:
            bargaining.to_reject = False
            self._say(1037, seat)
        if bargaining.to_clear:
            bargaining.to_clear = False
            self._move(1038, seat)

    async def _choose(self) -> Action:
        self.decisions += 1
        return await self._think(self._follower.mirror.decide)

    async def _go_on(self) -> bool:
        """The next move of our turn; whether there was one."""
        f = self._follower
        game = f.mirror.state
        if f.state == i.CHOOSE_VICTIM and self._victim is not None:
            self._move(1035, f.seats[self._victim])
        elif f.state == i.MONOPOLY and self._wanted is not None:
            self._move(1053, RESOURCE_NUMBER[RESOURCES[self._wanted]])
        elif f.state == i.FREE_ROAD_2 and game.phase in ("main", "before roll"):
            self._move(1044, _ROAD)  # there is no place for a second road
        elif game.actor == f.mirror.me and f.state in _STATES.get(game.phase, ()):
            self._carry_out(await self._choose())
        else:
            return False
        return True

    def _carry_out(self, action: Action) -> None:
        seat = self._follower.seat
        match action.kind:
            case "roll":
                self._move(1031)
            case "end":
                self._move(1032)
            case "road":
                assert action.path is not None
                self._move(1009, seat, _ROAD, PATH_COORDINATE[action.path])
            case "settle" | "city":
                assert action.intersection is not None
                piece = _SETTLEMENT if action.kind == "settle" else _CITY
                self._move(1009, seat, piece, INTERSECTION_COORDINATE[action.intersection])
            case "buy card":
                self._move(1045)
            case "knight" | "road building" | "year of plenty" | "monopoly":
                self._wanted = action.resource
                self._move(1049, CARD_NUMBER[action.kind])
            case "robber":
                assert action.hex is not None
                self._victim = action.player
                self._move(1034, seat, HEX_COORDINATE[action.hex])
            case "trade":
                assert action.give is not None
                assert action.get is not None
                self._move(1040, *their_counts(action.give), *their_counts(action.get), seat)
            case "offer":
                self._offer(action)
            case _:
                raise ValueError(f"{action}: the agent cannot do this now")

    async def _discard(self) -> None:
        """All cards of a discard together, as the server wants them; the agent names one at a time."""
        f = self._follower
        before = f.mirror.state.hand(f.mirror.me)
        while f.mirror.state.phase == "discard" and f.mirror.state.actor == f.mirror.me:
            f.mirror.happen(await self._choose())
        after = f.mirror.state.hand(f.mirror.me)
        gone = tuple(map(int.__sub__, before, after))
        self._move(1033, *their_counts(gone), 0)
        f.take_discards()

    async def _take_cards(self) -> None:
        """Both cards of a year of plenty."""
        f = self._follower
        before = f.mirror.state.hand(f.mirror.me)
        while f.mirror.state.phase == "plenty":
            f.mirror.happen(await self._choose())
        taken = tuple(map(int.__sub__, f.mirror.state.hand(f.mirror.me), before))
        self._move(1052, *their_counts(taken))

    # -- Trades

    def _offer(self, action: Action) -> None:
        """Makes an offer to everybody; one that was refused in this turn is not made again, but taken for
        refused."""
        f = self._follower
        assert action.give is not None
        assert action.get is not None
        assert f.bargaining is not None, "the game has started"
        if f.bargaining.was_refused(action.give, action.get):
            f.mirror.happen(action)
            f.bargaining.close()
            return
        to = [seat in f.seats and seat != f.seat for seat in range(4)]
        self._move(1041, f.seat, *to, *their_counts(action.give), *their_counts(action.get))

    async def _bargain(self) -> None:
        """Answers an offer, or chooses among the answers to ours."""
        f = self._follower
        game = f.mirror.state
        assert f.bargaining is not None
        action = await self._choose()
        if action.kind == "deal":
            assert action.player is not None
            f.bargaining.accepts()
            self._move(1039, f.seat, f.seats[action.player])
            return
        if action.kind == "cancel":
            f.mirror.happen(action)
            f.bargaining.note_refusal()
            return
        offerer = f.seats[game.current]
        if action.kind == "accept":
            f.bargaining.accepts()
            f.mirror.happen(action)
            self._say(1039, f.seat, offerer)
        else:  # a counter-offer too: the server's robots hardly ever take one
            f.mirror.happen("refuse")
            self._say(1037, f.seat)
        while f.mirror.state.phase == "respond":
            f.mirror.happen("refuse")


def _victims(game: State, me: int, hex_: int) -> list[int]:
    """Who could be robbed if the robber stood on a hex."""
    corners = set(topology.HEX_CORNERS[hex_])
    return [
        player
        for player in range(game.players)
        if player != me
        and game.hand_size(player)
        and corners & {*game.settlements(player), *game.cities(player)}
    ]
