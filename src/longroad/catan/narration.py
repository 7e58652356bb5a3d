"""A game in plain words, as one viewer saw it: "Blue rolls 8: you get 1 ore".

Everything is told from the viewer's sights before and after an event and from the event as the viewer saw it,
so nothing can be told that the viewer may not know.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field

from longroad._native import Action
from longroad.catan import topology
from longroad.catan.onlookers import Sight, is_hidden
from longroad.catan.state import CARDS, RESOURCES
from longroad.catan.words import COLORS, bundle_words, exchange_words, hex_words, path_words, place_words
from longroad.wording import counted, listed


def owed(before: Sight, roll: int) -> list[list[int]]:
    """What a roll should bring to each player, five counts each, if the bank can pay."""
    board = before.board
    counts = [[0] * 5 for _ in range(before.players)]
    for hexagon, (token, ground) in enumerate(zip(board.tokens, board.terrain, strict=True)):
        if token != roll or (before.rules.robber and hexagon == before.robber):
            continue
        corners = set(topology.HEX_CORNERS[hexagon])
        for player in range(before.players):
            counts[player][ground] += len(corners.intersection(before.settlements(player)))
            counts[player][ground] += 2 * len(corners.intersection(before.cities(player)))
    return counts


def produced(before: Sight, roll: int) -> list[list[int]]:
    """What a roll brings to each player: where the bank is short of a resource, nobody gets it, except that a
    single creditor gets what is left."""
    counts = owed(before, roll)
    for kind, held in enumerate(before.bank):
        creditors = [gains for gains in counts if gains[kind]]
        if sum(gains[kind] for gains in creditors) > held:
            for gains in creditors:
                gains[kind] = held if len(creditors) == 1 else 0
    return counts


@dataclass(frozen=True)
class Narrator:
    """Tells one viewer what happens. ``viewer`` is a seat, who is spoken to as "you"; None for an onlooker.

    >>> from longroad.catan import Rules, State
    >>> state = State(Rules(players=2, board="beginner"))
    >>> narrator = Narrator(viewer=0)
    >>> before, event = state.view(0), Action.parse("settle n10")
    >>> state.apply(event)
    >>> narrator.tell(before, event, state.view(0))
    ['You settle on 10-2-6 (ore, wool, brick)']
    >>> Narrator(viewer=1).tell(before, event, state.view(1))
    ['Red settles on 10-2-6 (ore, wool, brick)']
    """

    viewer: int | None = None
    names: Sequence[str] = field(default=COLORS)

    def tell(self, before: Sight, event: Action, after: Sight) -> list[str]:
        """The lines about an event; some need none. The sights are the viewer's, and so is the event
        (``State.seen_by``, ``onlookers.seen_by_all``)."""
        told = _TOLD.get(event.kind)
        lines = told(self, before, event, after) if told else []
        return [_sentence(line) for line in (*lines, *self._honours(before, after), *self._end(after))]

    def name(self, player: int) -> str:
        """What a player is called."""
        return "you" if player == self.viewer else self.names[player]

    def says(self, player: int, verb: str) -> str:
        """A player and what it does.

        >>> Narrator(viewer=0).says(0, "buy"), Narrator(viewer=0).says(1, "pass")
        ('you buy', 'Blue passes')
        """
        if player == self.viewer:
            return f"you {verb}"
        first, _, rest = verb.partition(" ")
        ending = "es" if first.endswith(("s", "sh", "ch", "x", "z")) else "s"
        return f"{self.names[player]} {first}{ending}{' ' + rest if rest else ''}"

    def _honours(self, before: Sight, after: Sight) -> Iterable[str]:
        """Who takes or loses longest road and largest army."""
        if before.longest_road != (holder := after.longest_road) and holder is not None:
            yield f"{self.says(holder, 'take')} the longest road ({after.road_length(holder)})"
        elif holder is None and before.longest_road is not None:
            yield f"{self.says(before.longest_road, 'lose')} the longest road; nobody has it now"
        if before.largest_army != (holder := after.largest_army) and holder is not None:
            yield f"{self.says(holder, 'take')} the largest army ({after.knights(holder)})"

    def _end(self, after: Sight) -> Iterable[str]:
        if after.winner is not None:
            yield f"{self.says(after.winner, 'win')} with {counted(after.points(after.winner), 'point')}"
        elif after.is_over:
            yield "the game ends without a winner"

    def _settled(self, before: Sight, event: Action, after: Sight) -> list[str]:
        assert event.intersection is not None, "a settlement has a place"
        line = f"{self.says(_actor(before), 'settle')} on {place_words(before.board, event.intersection)}"
        paid = [had - has for had, has in zip(before.bank, after.bank, strict=True)]
        if before.phase == "setup settlement" and any(paid):
            line += f" and {self.says(_actor(before), 'get').split(' ', 1)[1]} {bundle_words(paid)}"
        return [line]

    def _city(self, before: Sight, event: Action, after: Sight) -> list[str]:
        assert event.intersection is not None, "a city has a place"
        return [
            f"{self.says(_actor(before), 'build')} a city on {place_words(before.board, event.intersection)}"
        ]

    def _road(self, before: Sight, event: Action, after: Sight) -> list[str]:
        assert event.path is not None, "a road has a place"
        return [f"{self.says(_actor(before), 'build')} a road {path_words(before.board, event.path)}"]

    def _rolled(self, before: Sight, event: Action, after: Sight) -> list[str]:
        assert event.sum is not None, "dice have a sum"
        line = f"{self.says(before.current, 'roll')} {event.sum}"
        if event.sum == 7 and before.rules.robber:
            return [line, *self._too_many(after)]
        gains = produced(before, event.sum)
        order = sorted(range(before.players), key=lambda p: (p != self.viewer, p != before.current, p))
        told = [f"{self.says(p, 'get')} {bundle_words(gains[p])}" for p in order if any(gains[p])]
        lines = [f"{line}: {', '.join(told) if told else 'nobody gets anything'}"]
        wanted = owed(before, event.sum)
        short = [RESOURCES[kind] for kind in range(5) if _column(wanted, kind) != _column(gains, kind)]
        return [*lines, f"the bank is short of {listed(short)}"] if short else lines

    def _too_many(self, after: Sight) -> list[str]:
        if after.phase != "discard":
            return []
        limit = after.rules.discard_limit
        over = [p for p in range(after.players) if after.hand_size(p) > limit]
        return [f"{self.name(p)} must discard {counted(after.hand_size(p) // 2, 'card')}" for p in over]

    def _discarded(self, before: Sight, event: Action, after: Sight) -> list[str]:
        assert event.resource is not None, "discards are seen"
        return [f"{self.says(_actor(before), 'discard')} 1 {RESOURCES[event.resource]}"]

    def _robber(self, before: Sight, event: Action, after: Sight) -> list[str]:
        assert event.hex is not None, "the robber goes somewhere"
        return [f"{self.says(_actor(before), 'move')} the robber to {hex_words(before.board, event.hex)}"]

    def _stole(self, before: Sight, event: Action, after: Sight) -> list[str]:
        victim = next(p for p in range(before.players) if after.hand_size(p) < before.hand_size(p))
        line = f"{self.says(before.current, 'steal')} a card from {self.name(victim)}"
        if is_hidden(event) or event.resource is None:
            return [line]
        return [f"{line} ({RESOURCES[event.resource]})"]

    def _drew(self, before: Sight, event: Action, after: Sight) -> list[str]:
        line = f"{self.says(before.current, 'buy')} a development card"
        if is_hidden(event) or event.card is None:
            return [line]
        return [f"{line} ({CARDS[event.card]})"]

    def _card(self, before: Sight, event: Action, after: Sight) -> list[str]:
        article = "a " if event.kind == "knight" else ""
        return [f"{self.says(_actor(before), 'play')} {article}{event.kind}"]

    def _monopoly(self, before: Sight, event: Action, after: Sight) -> list[str]:
        assert event.resource is not None, "a monopoly is of a resource"
        line = f"{self.says(_actor(before), 'play')} monopoly on {RESOURCES[event.resource]}"
        lost = [(p, before.hand_size(p) - after.hand_size(p)) for p in range(before.players)]
        parts = [f"{count} from {self.name(p)}" for p, count in lost if count > 0]
        return [f"{line}: {listed(parts) if parts else 'nobody has any'}"]

    def _took(self, before: Sight, event: Action, after: Sight) -> list[str]:
        assert event.resource is not None, "a card is taken"
        return [f"{self.says(_actor(before), 'take')} 1 {RESOURCES[event.resource]} from the bank"]

    def _bank_trade(self, before: Sight, event: Action, after: Sight) -> list[str]:
        return [f"{self.says(_actor(before), 'trade')} {exchange_words(event)} with the bank"]

    def _offer(self, before: Sight, event: Action, after: Sight) -> list[str]:
        return [f"{self.says(_actor(before), 'offer')} {exchange_words(event)}"]

    def _reply(self, before: Sight, event: Action, after: Sight) -> list[str]:
        return [self.says(_actor(before), event.kind)]

    def _counter(self, before: Sight, event: Action, after: Sight) -> list[str]:
        return [f"{self.says(_actor(before), 'counter')}: {exchange_words(event)}"]

    def _deal(self, before: Sight, event: Action, after: Sight) -> list[str]:
        assert event.player is not None, "a deal has a partner"
        assert before.offer is not None, "a deal closes an offer"
        gives, gets = before.offer
        said = before.replies[event.player]
        if said is not None and not isinstance(said, str):  # a counter-offer, from the partner's side
            gets, gives = said
        line = f"{self.says(_actor(before), 'give')} {self.name(event.player)} {bundle_words(gives)}"
        return [f"{line} for {bundle_words(gets)}"]

    def _cancel(self, before: Sight, event: Action, after: Sight) -> list[str]:
        return [f"{self.says(_actor(before), 'trade')} with nobody"]


_Teller = Callable[[Narrator, Sight, Action, Sight], list[str]]
#: Who tells what. A purchase is told by the card drawn, a roll by the dice; the end of a turn goes untold.
_TOLD: dict[str, _Teller] = {
    "settle": Narrator._settled,
    "city": Narrator._city,
    "road": Narrator._road,
    "dice": Narrator._rolled,
    "discard": Narrator._discarded,
    "robber": Narrator._robber,
    "stole": Narrator._stole,
    "drew": Narrator._drew,
    "knight": Narrator._card,
    "road building": Narrator._card,
    "year of plenty": Narrator._card,
    "monopoly": Narrator._monopoly,
    "take": Narrator._took,
    "trade": Narrator._bank_trade,
    "offer": Narrator._offer,
    "accept": Narrator._reply,
    "refuse": Narrator._reply,
    "counter": Narrator._counter,
    "deal": Narrator._deal,
    "cancel": Narrator._cancel,
}


def _sentence(line: str) -> str:
    return line[:1].upper() + line[1:]


def _actor(before: Sight) -> int:
    actor: int | None = before.actor
    assert actor is not None, "somebody decided"
    return actor


def _column(counts: Sequence[Sequence[int]], kind: int) -> list[int]:
    return [gains[kind] for gains in counts]
