"""The game on the server, played along in our engine: what our agent sees and is told, and the record."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
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
from longroad.catan import CARDS, RESOURCES, Action, Rng, Rules, State, topology
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
_ANSWERS = ("accept", "refuse", "counter")
_PLAYED = ("knight", "road building", "year of plenty", "monopoly")
_SEVEN = Action.parse("dice 7")


@dataclass
class _Step:
    """Something that happened, as our engine was told; ``hidden`` is 'draw', 'theft' or 'discard' where cards
    may be guesses. ``player`` is who answers an offer or discards: who is asked depends on the guesses."""

    actions: list[Action]
    hidden: str | None = None
    player: int | None = None


class Mirror:
    """A Longroad game that follows the server. Players are ours, p0 the first; ``me`` is our agent's.

    What happens is carried out by our engine, which refuses what is against the rules: that is a
    DesynchronisedError. The agent is shown views and told events as in our arena. Cards that nobody showed us
    are guesses (hidden_hands, hidden_cards); if one proves wrong, the game is played again with a better one,
    and the agent is told it again where it had seen the guess (resource cards).
    """

    def __init__(self, rules: Rules, board: str, me: int, agent: Agent, rng: Rng) -> None:
        self.rules: Rules = rules
        self.me: int = me
        self.agent: Agent = agent
        self._board, self._rng = board, rng
        self._steps: list[_Step] = []
        self._notes: list[Note] = []
        self._cards = DrawnCards()
        #: Of whom even the number of cards is a guess: a monopoly took cards of several, nobody saw how many
        #: of each, and no count has come since.
        self._uncounted: set[int] = set()
        #: Who has discarded since a seven was rolled; None after the robber has moved.
        self._discarders: set[int] | None = None
        #: How often a guess had to be corrected.
        self.corrections: int = 0
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
            asked = self.state.actor if action.kind in (*_ANSWERS, "discard") else None
            self._take(_Step([action], player=asked), spoken)
            if action == _SEVEN:
                self._discarders = set()
            elif action.kind == "discard":
                self._note_discarder(asked)

    def draw(self, card: int | None) -> None:
        """The current player buys a development card; None if it is hidden from us."""
        self.happen("buy card")
        if self._cards.draw(self.state.current, self.state.turn, card, self._room()):
            self._correct()
        drawn = self._cards.draws[-1].card
        self._take(_Step([Action.parse(f"drew {CARDS[drawn]}")], "draw"))

    def move_robber(self, hex_: int) -> None:
        """The current player moves the robber to where nobody has a card to be stolen."""
        self._end_discards()
        corners = set(topology.HEX_CORNERS[hex_])
        for player in range(self.rules.players):
            if player != self.state.current and corners.intersection(
                [*self.state.settlements(player), *self.state.cities(player)]
            ):
                self.expect_size(player, 0)
        self.happen(f"robber h{hex_}")

    def rob(self, hex_: int, victim: int, resource: int | None) -> None:
        """The current player moves the robber and steals a card; None if it is hidden from us."""
        self._end_discards()
        if not self.state.hand_size(victim):
            self._expect(Size(victim, 1), f"p{victim} is robbed but holds no card here")
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
        self._take(_Step(_discarded(guess), "discard", player), Discard(player, cards))
        self._note_discarder(player)

    def expect_discard(self, player: int, cards: int) -> None:
        """A player is going to discard that many cards: half of its hand."""
        if self.state.hand_size(player) // 2 != cards:
            self._expect(Size(player, 2 * cards, 2 * cards + 1), f"p{player} discards {cards} cards")

    def expect_no_discard(self) -> None:
        """The player who is to discard here does not have to."""
        player, most = self.state.actor, self.rules.discard_limit
        assert player is not None, "somebody is to discard"
        self._expect(Size(player, 0, most), f"p{player} does not discard; here it discards {self.state.left}")

    def expect_cards(self, player: int, cards: Hand) -> None:
        """A player turns out to hold at least these cards."""
        if not all(map(int.__ge__, self.state.hand(player), cards)):
            self._expect(Holds(player, cards), f"p{player} trades {cards} but does not hold them here")

    def monopoly(self, resource: int, cards: int, victims: frozenset[int]) -> None:
        """The current player takes all cards of a resource, so many together, from these players."""
        player = self.state.current
        if player != self.me:
            self._expect_card(CARDS.index("monopoly"))
        note = Monopoly(player, resource, cards, victims)
        if not note.follow(self._held):
            self._explain(note, f"monopoly {RESOURCES[resource]}: {cards} cards taken from {sorted(victims)}")
        self._take(_Step([Action.parse(f"monopoly {RESOURCES[resource]}")]), note)
        others = victims - {self.me}
        self._uncounted |= others if len(others) > 1 else set()

    def expect_size(self, player: int, cards: int) -> None:
        """A player holds so many cards, as everybody can see."""
        note, ours = Size(player, cards, cards), self.state.hand_size(player)
        if ours != cards:
            self._expect(note, f"p{player} holds {cards} cards, {ours} here")
        elif player in self._uncounted:
            self._notes.append(note)
        self._uncounted.discard(player)

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
        if self._cards.guess(self.state.current) or changed:
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
        changed = self._cards.play(self.state.current, self.state.turn, card)
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

    def _expect(self, note: Note, otherwise: str) -> None:
        """Something was seen that our guesses do not allow."""
        self._explain(note, otherwise)
        self._notes.append(note)

    def _note_discarder(self, player: int | None) -> None:
        if self._discarders is not None and player is not None:
            self._discarders.add(player)

    def _end_discards(self) -> None:
        """The robber moves: after a seven, who has not discarded did not have to."""
        if self._discarders is not None:
            others = self._uncounted - self._discarders
            self._notes += [Size(player, 0, self.rules.discard_limit) for player in sorted(others)]
        self._discarders = None

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

    def _room(self) -> int:
        """How many points the current player can hide without having won."""
        return self.rules.target_points - 1 - self.state.public_points(self.state.current)

    def _doubt_the_win(self) -> None:
        """If the current player has won here by points that are but a guess, others may have them. It has won
        if nobody can."""
        state = self.state
        if state.current == self.me or self._room() < 0:
            return
        self._cards.limit(state.current, self._room())
        if state.is_over and self._cards.guess(state.current):
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
        steps, self._steps = self._steps, []
        if tell:
            self._begin()
        else:
            self._table = Table(State(self.rules, board=self._board), {})
        try:
            for number, step in enumerate(steps):
                if self.state.is_over and _only_robbing(steps[number:]):
                    break
                for fitting in self._fitted(step):
                    self._carry_out(fitting)
                    self._steps.append(fitting)
        except IllegalActionError as error:
            raise DesynchronisedError(f"after a correction: {error}") from error
        if not tell:
            self._table = Table(self.state, {self.me: self.agent})
        self._held = self._hands()

    def _fitted(self, step: _Step) -> Iterator[_Step]:
        """A step to be carried out again, with the refusals that the guesses of now make of it: our rules ask
        only players with cards whether they accept an offer."""
        state, kind = self.state, step.actions[0].kind
        while state.phase == "respond" and (
            step.player is None or self._turns_until(state.actor) < self._turns_until(step.player)
        ):
            yield _Step([Action.parse("refuse")], player=state.actor)
        if kind == "refuse" and (state.phase != "respond" or state.actor != step.player):
            return
        if kind == "offer" and not any(
            state.hand_size(player) for player in range(state.players) if player != state.current
        ):
            return
        if step.player is not None and state.actor != step.player:
            raise DesynchronisedError(
                f"after a correction: {step.actions[0]} of p{step.player}; it is p{state.actor}'s turn"
            )
        yield step

    def _turns_until(self, player: int | None) -> int:
        assert player is not None, "somebody is asked"
        return (player - self.state.current) % self.rules.players

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


def _only_robbing(steps: Sequence[_Step]) -> bool:
    """Whether nothing but a robber follows: the server lets one who has won with a knight still move it."""
    return all(action.kind in ("robber", "stole") for step in steps for action in step.actions)


def _discarded(cards: Hand) -> list[Action]:
    return [Action.parse(f"discard {RESOURCES[r]}") for r, n in enumerate(cards) for _ in range(n)]
