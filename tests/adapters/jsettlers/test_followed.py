"""Games of our own agents, of which the mirror is told what a server would tell one of the players: hidden
cards come as unknown, hand sizes only after a roll. Whatever it guesses, it ends where the game ended."""

from __future__ import annotations

import pytest

from longroad.adapters.jsettlers.bargaining import Bargaining
from longroad.adapters.jsettlers.coordinates import their_counts
from longroad.adapters.jsettlers.messages import MakeOffer
from longroad.adapters.jsettlers.mirror import Mirror
from longroad.agents import Table, make_agent
from longroad.catan import CARDS, Action, Rng, Rules, State

PLAYERS = range(4)
TALK = ("offer", "accept", "refuse", "counter", "cancel")


class Followed:
    """A game and its mirror; seats and players are the same."""

    def __init__(self, agent: str, seed: int, me: int) -> None:
        rules = Rules.preset("jsettlers", players=4)
        self.state, self.rng, self.me = State(rules, seed=seed), Rng(seed), me
        self.agents = {player: make_agent(agent) for player in PLAYERS}
        for player, one in self.agents.items():
            one.begin(rules, player, Rng(10 * seed + player))
        self.table = Table(self.state, self.agents, native=False)
        self.mirror = Mirror(rules, str(self.state.board), me, make_agent("random"), Rng(1))
        self.bargaining = Bargaining(self.mirror, list(PLAYERS))
        self.robber: Action | None = None
        self.discards: dict[int, list[Action]] = {}

    def play(self) -> None:
        while not self.state.is_over:
            before = self.state.copy()
            if before.is_chance:
                action = before.sample_chance(self.rng)
            else:
                assert before.actor is not None
                view = self.table.view(before.actor)
                action = self.agents[before.actor].choose(view, before.legal_actions())
            self.table.apply(action)
            if self.discards and action.kind != "discard":
                self.tell_discards()
            self.tell(before, action)
        self.mirror.finish([self.state.points(player) for player in PLAYERS])

    def tell(self, before: State, action: Action) -> None:
        mirror, current = self.mirror, before.current
        match action.kind:
            case "discard":
                assert before.actor is not None
                self.discards.setdefault(before.actor, []).append(action)
            case "robber" if action.player is None:
                assert action.hex is not None
                mirror.move_robber(action.hex)
            case "robber":
                self.robber = action
            case "stole":
                assert self.robber is not None and self.robber.hex is not None
                victim = self.robber.player
                assert victim is not None
                seen = self.me in (current, victim)
                mirror.rob(self.robber.hex, victim, action.resource if seen else None)
            case "buy card":
                pass
            case "drew":
                mirror.draw(CARDS.index(str(action).removeprefix("drew ")) if current == self.me else None)
            case "monopoly":
                resource = action.resource
                assert resource is not None
                taken = {p: before.hand(p)[resource] for p in PLAYERS if p != current}
                victims = frozenset(player for player, cards in taken.items() if cards)
                mirror.monopoly(resource, sum(taken.values()), victims)
            case "deal":
                self.tell_deal(before, action.player)
            case "dice":
                mirror.happen(action)
                for player in PLAYERS:
                    if self.state.hand(player) != before.hand(player):
                        mirror.expect_size(player, self.state.hand_size(player))
            case kind if kind not in TALK:
                mirror.happen(action)

    def tell_discards(self) -> None:
        """The last to be asked is told first."""
        for player in reversed(list(self.discards)):
            if player != self.me:
                self.mirror.expect_discard(player, len(self.discards[player]))
        while self.mirror.state.phase == "discard":
            discarded = self.discards.get(self.mirror.state.actor or 0)
            if discarded is None:
                self.mirror.expect_no_discard()
            elif self.mirror.state.actor == self.me:
                self.mirror.happen(*discarded)
            else:
                self.mirror.discard(len(discarded))
        self.discards = {}

    def tell_deal(self, before: State, partner: int | None) -> None:
        """As an offer that is accepted; the answers of others are not told."""
        current = before.current
        assert partner is not None
        change = tuple(map(int.__sub__, self.state.hand(current), before.hand(current)))
        give, get = tuple(max(-n, 0) for n in change), tuple(max(n, 0) for n in change)
        to = [player == partner or (current == self.me and player != current) for player in PLAYERS]
        self.bargaining.offered(
            MakeOffer("game", current, *to, give=their_counts(give), get=their_counts(get))  # type: ignore[arg-type]
        )
        if partner == self.me:
            self.bargaining.accepts()
        self.bargaining.accepted(current, partner)
        self.bargaining.cleared(-1)


@pytest.mark.parametrize("seed", [0, 8])
def test_a_game_is_followed_to_its_end(seed: int) -> None:
    """In game 8 a victory point must be guessed where it has not won in an earlier turn."""
    game = Followed("value", seed, me=seed % 4)
    game.play()
    mirror = game.mirror.state
    assert (mirror.winner, mirror.turn) == (game.state.winner, game.state.turn)
    assert [mirror.hand_size(player) for player in PLAYERS] == list(map(game.state.hand_size, PLAYERS))
    assert mirror.hand(game.me) == game.state.hand(game.me)
    assert game.mirror.corrections
