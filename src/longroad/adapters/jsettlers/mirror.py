"""The game on the server, played along in our engine: what our agent sees and is told, and the record."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from longroad.adapters.jsettlers.hidden_cards import DrawnCards
from longroad.adapters.jsettlers.hidden_hands import (
    Change,
    Discard,
    Hand,
    Holds,
    Monopoly,
    Note,
    Size,
    Theft,
    explain,
    likely_discard,
)
from longroad.agents import Agent, Table
from longroad.catan import CARDS, RESOURCES, Action, Rng, Rules, State
from longroad.catan.records import write_record
from longroad.errors import DesynchronisedError, IllegalActionError, NotationError

_PRICES = {
    "road": (1, 1, 0, 0, 0),
    "settle": (1, 1, 0, 1, 1),
    "city": (0, 0, 3, 2, 0),
    "buy card": (0, 0, 1, 1, 1),
}
#: What is said without cards changing hands, by somebody who must hold them.
_SPOKEN = ("offer", "accept", "counter")
_PLAYED = ("knight", "road building", "year of plenty", "monopoly")


@dataclass
class _Step:
    """Something that happened, as our engine was told; ``hidden`` is 'draw', 'theft' or 'discard' where cards
    may be guesses."""

    actions: list[Action]
    hidden: str | None = None


class Mirror:
    """A Longroad game that follows the server. Players are ours, p0 the first; ``me`` is our agent's.

    What happens is carried out by our engine, which refuses what is against the rules: that is a
    DesynchronisedError. The agent is shown views and told events as in our arena. Cards that nobody showed us
    are guesses (hidden_hands, hidden_cards); if one proves wrong, the game is played again with a better one,
    and the agent is told it again where it had seen the guess (resource cards).
    """

    def __init__(self, rules: Rules, board: str, me: int, agent: Agent, rng: Rng) -> None:
        self.rules, self.me, self.agent = rules, me, agent
        self._board, self._rng = board, rng
        self._steps: list[_Step] = []
        self._notes: list[Note] = []
        self._cards = DrawnCards()
        #: How often a guess had to be corrected.
        self.corrections = 0
        self._begin()

    @property
    def state(self) -> State:
        """The game. What is hidden from us is a guess."""
        return self._table.state

    def decide(self) -> Action:
        """What the agent does; it may take long. Our state does not change."""
        return self.agent.choose(self._table.view(self.me), self.state.legal_actions())

    def happen(self, *events: str | Action) -> None:
        """Something that everybody saw."""
        for event in events:
            action = _parsed(event) if isinstance(event, str) else event
            if action.kind in _PLAYED and self.state.current != self.me:
                self._expect_card(CARDS.index(action.kind))
            self._require(action)
            spoken = self._needed(action) if action.kind in _SPOKEN else None
            self._take(_Step([action]), spoken)

    def draw(self, card: int | None) -> None:
        """The current player buys a development card; None if it is hidden from us."""
        self.happen("buy card")
        if self._cards.draw(self.state.current, self.state.turn, card, self._room()):
            self._correct()
        drawn = self._cards.draws[-1].card
        self._take(_Step([Action.parse(f"drew {CARDS[drawn]}")], "draw"))

    def rob(self, hex_: int, victim: int, resource: int | None) -> None:
        """The current player moves the robber and steals a card; None if it is hidden from us."""
        self.happen(f"robber h{hex_} steal p{victim}")
        if resource is not None:
            self.happen(f"stole {RESOURCES[resource]}")
            return
        held = self.state.hand(victim)
        guess = held.index(max(held))
        note = Theft(self.state.current, victim)
        self._take(_Step([Action.parse(f"stole {RESOURCES[guess]}")], "theft"), note)

    def discard(self, cards: int) -> None:
        """The player who has to discards that many cards, which we do not see."""
        player = self.state.actor
        if self.state.phase != "discard" or player is None or self.state.left != cards:
            raise DesynchronisedError(f"{cards} cards are discarded; we expected {self.state.left}")
        guess = likely_discard(self.state.hand(player), cards)
        self._take(_Step(_discarded(guess), "discard"), Discard(player, cards))

    def monopoly(self, resource: int, cards: int, victims: frozenset[int]) -> None:
        """The current player takes all cards of a resource, so many together, from these players."""
        player = self.state.current
        if player != self.me:
            self._expect_card(CARDS.index("monopoly"))
        note = Monopoly(player, resource, cards, victims)
        if not note.follow(self._held):
            self._explain(note, f"monopoly {RESOURCES[resource]}: {cards} cards taken from {sorted(victims)}")
        self._take(_Step([Action.parse(f"monopoly {RESOURCES[resource]}")]), note)

    def expect_size(self, player: int, cards: int) -> None:
        """A player holds so many cards, as everybody can see."""
        if self.state.hand_size(player) != cards:
            ours = self.state.hand_size(player)
            self._explain(Size(player, cards), f"p{player} holds {cards} cards, {ours} here")
            self._notes.append(Size(player, cards))

    def finish(self, points: Sequence[int]) -> None:
        """The game is over with these points, by player: hidden victory points show. Raises
        DesynchronisedError if our game has not ended so."""
        changed = False
        for player, total in enumerate(points):
            if player == self.me:
                continue
            shown = self._cards.reveal_points(player, total - self.state.public_points(player))
            if shown is None:
                raise DesynchronisedError(
                    f"p{player} has {total} points at the end; {self.state.public_points(player)} are public "
                    "here"
                )
            changed |= shown
        if self._cards.guess(self._room()) or changed:
            self._correct()
        ours = [self.state.points(player) for player in range(self.rules.players)]
        if ours != list(points) or not self.state.is_over:
            over = "over" if self.state.is_over else "not over"
            raise DesynchronisedError(
                f"points at the end: the server says {list(points)}, ours are {ours}, {over}"
            )

    def record(self, **extra: Any) -> str:
        """The game so far as a Longroad record."""
        return write_record(self.state, **extra)

    # -- Guesses

    def _expect_card(self, card: int) -> None:
        changed = self._cards.play(self.state.current, self.state.turn, card, self._room())
        if changed is None:
            raise DesynchronisedError(f"p{self.state.current} plays {CARDS[card]} but can hold no such card")
        if changed:
            self._correct()

    def _require(self, action: Action) -> None:
        """Corrects guesses that do not allow an action."""
        refusal = self.state.refusal(action)
        if refusal is None:
            return
        needed = self._needed(action)
        if needed is None or needed.player == self.me:
            raise DesynchronisedError(f"{action}: {refusal}")
        self._explain(needed, f"{action}: {refusal}")
        refusal = self.state.refusal(action)
        if refusal is not None:
            raise DesynchronisedError(f"{action}: {refusal}")

    def _needed(self, action: Action) -> Holds | None:
        """The cards that somebody must hold for an action."""
        state = self.state
        if action.kind == "stole":
            assert action.resource is not None
            victim = self._steps[-1].actions[0].player
            return (
                None if victim is None else Holds(victim, tuple(int(r == action.resource) for r in range(5)))
            )
        if state.actor is None:
            return None
        if action.kind == "accept":
            return None if state.offer is None else Holds(state.actor, state.offer[1])
        cards = action.give if action.give is not None else _PRICES.get(action.kind)
        return None if cards is None else Holds(state.actor, cards)

    def _explain(self, note: Note, otherwise: str) -> None:
        """Takes other guesses of stolen and discarded cards, which allow what was seen now."""
        choices = explain([*self._notes, note], self.rules.players)
        if choices is None:
            raise DesynchronisedError(otherwise)
        for step in self._steps:
            if step.hidden == "theft":
                step.actions = [Action.parse(f"stole {RESOURCES[choices.pop(0).index(1)]}")]
            elif step.hidden == "discard":
                step.actions = _discarded(choices.pop(0))
        self._replay(tell=True)

    def _room(self) -> list[int]:
        """How many points each player can hide without having won."""
        target = self.rules.target_points
        return [target - 1 - self.state.public_points(player) for player in range(self.rules.players)]

    def _doubt_the_win(self) -> None:
        """Somebody has won here by points that are but a guess: others may have them."""
        if self.state.is_over and self.state.winner != self.me and self._cards.guess(self._room()):
            self._correct()

    def _correct(self) -> None:
        """Takes the present guesses of development cards."""
        draws = iter(self._cards.draws)
        for step in self._steps:
            if step.hidden == "draw":
                step.actions = [Action.parse(f"drew {CARDS[next(draws).card]}")]
        self._replay(tell=False)

    # -- Playing

    def _begin(self) -> None:
        self.agent.begin(self.rules, self.me, self._rng)
        self._table = Table(State(self.rules, board=self._board), {self.me: self.agent})
        self._held: Hand = (0,) * (5 * self.rules.players)

    def _replay(self, tell: bool) -> None:
        self.corrections += 1
        try:
            if tell:
                self._begin()
                for step in self._steps:
                    self._carry_out(step)
            else:
                state = State(self.rules, board=self._board)
                for number, step in enumerate(self._steps):
                    if state.is_over and self._only_robbing(number):
                        del self._steps[number:]
                        break
                    for action in step.actions:
                        state.apply(action)
                self._table = Table(state, {self.me: self.agent})
        except IllegalActionError as error:
            raise DesynchronisedError(f"after a correction: {error}") from error
        self._held = self._hands()

    def _only_robbing(self, number: int) -> bool:
        """Whether nothing but a robber follows: the server lets one who has won with a knight still move
        it."""
        return all(
            action.kind in ("robber", "stole") for step in self._steps[number:] for action in step.actions
        )

    def _take(self, step: _Step, note: Note | None = None) -> None:
        try:
            self._carry_out(step)
        except IllegalActionError as error:
            raise DesynchronisedError(str(error)) from error
        self._steps.append(step)
        held = self._hands()
        if note is not None:
            self._notes.append(note)
        elif held != self._held:
            self._notes.append(Change(tuple(map(int.__sub__, held, self._held))))
        self._held = held
        self._doubt_the_win()

    def _carry_out(self, step: _Step) -> None:
        for action in step.actions:
            self._table.apply(action)

    def _hands(self) -> Hand:
        return sum((self.state.hand(player) for player in range(self.rules.players)), ())


def _parsed(event: str) -> Action:
    try:
        return Action.parse(event)
    except NotationError as error:
        raise DesynchronisedError(f"{event}: our rules know no such thing") from error


def _discarded(cards: Hand) -> list[Action]:
    return [Action.parse(f"discard {RESOURCES[r]}") for r, n in enumerate(cards) for _ in range(n)]
