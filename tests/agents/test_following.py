"""Agents that follow a game are told all of it, wherever it is played; what they know does not depend on
where."""

from __future__ import annotations

import time
from collections.abc import Sequence
from typing import Any

import pytest

from longroad import _native
from longroad.adapters.gymnasium import CatanSeatEnv
from longroad.agents import Agent, Sighting, Table, make_agent
from longroad.arena import play_match
from longroad.arena.data.archive import KeptGame
from longroad.catan import Action, Belief, Rng, Rules, State, View
from property.sight import sight

RULES = Rules(players=4, offers_per_turn=1, turn_cap=60)


class Witness(Agent):
    """Plays like another agent, keeps what it is told and shown, and counts cards."""

    follows = True

    def __init__(self, spec: str = "random:by=kind", open_hands: bool = False) -> None:
        self.inner = make_agent(spec)
        self.open_hands = open_hands
        self.games: list[list[tuple[View, Action, View]]] = []
        self.shown: list[View] = []

    def begin(self, rules: Rules, player: int, rng: Rng) -> None:
        super().begin(rules, player, rng)
        self.inner.begin(rules, player, rng)
        self.player, self.belief = player, Belief()
        self.games.append([])

    def observe(self, before: View, event: Action, after: View) -> None:
        self.games[-1].append((before, event, after))
        self.belief.observe(before, event, after)

    def choose(self, view: View, actions: Sequence[Action]) -> Action:
        self.shown.append(view)
        assert self.belief.fits(view)
        return self.inner.choose(view, actions)


def played(agents: list[Any], rules: Rules, games: int, seed: int = 1) -> list[State]:
    kept: list[KeptGame] = []
    result = play_match(agents, games=games, seed=seed, rules=rules, keep=kept.extend)
    assert not result.forfeits, result.forfeits
    return [game.state() for game in kept]


def test_all_that_happens_is_told_in_order() -> None:
    witness = Witness()
    states = played([witness, "random:by=kind", "value", "weighted"], RULES, 4)
    assert len(witness.games) == 4
    for seat, (state, told) in enumerate(zip(states, witness.games, strict=True)):
        player = -seat % 4  # rotation r seats agent (seat + r) mod n
        replayed = State(RULES, board=state.board)
        assert len(told) == len(state.events())
        for event, (before, seen, after) in zip(state.events(), told, strict=True):
            assert before.player == after.player == player
            assert sight(before) == sight(replayed.view(player))
            assert seen == replayed.seen_by(event, player)
            replayed.apply(event)
            assert sight(after) == sight(replayed.view(player))
        assert any(str(seen) in ("stole ?", "drew ?") for _, seen, _ in told)


def test_the_belief_of_a_thinking_agent_is_that_of_its_events() -> None:
    rules = Rules(players=4, offers_per_turn=0, turn_cap=150)
    state, rng, several = State(rules, seed=3), Rng(3), 0
    agents = {p: make_agent("value") for p in range(4)}
    for p, agent in agents.items():
        agent.begin(rules, p, rng)
    table, beliefs = Table(state, agents, native=False), [Belief() for _ in range(4)]

    def tell(sighting: Sighting) -> None:
        sighting.tell()
        beliefs[sighting.player].observe(sighting.before, sighting.event, sighting.after)

    while not state.is_over:
        actor = state.actor
        if actor is None:
            event = state.sample_chance(rng)
        else:
            event = agents[actor].choose(table.view(actor), state.legal_actions())
        table.apply(event, tell)
        for p, agent in agents.items():
            counted: _native.Belief = agent.native_player.belief
            assert counted.listed(4) == beliefs[p].listed(4)
            assert counted.fits(state.view(p))
            several += len(counted) > 1
    assert several > 50


def test_who_does_not_follow_is_not_told() -> None:
    class Deaf(Witness):
        follows = False

        def observe(self, before: View, event: Action, after: View) -> None:
            raise AssertionError("nobody asked")

        def choose(self, view: View, actions: Sequence[Action]) -> Action:
            return self.inner.choose(view, actions)

    assert len(played([Deaf(), "random", Deaf(), "random"], RULES, 4)) == 4
    table = Table(State(RULES), {0: Deaf(), 2: make_agent("random")})
    table.apply("settle n3", pytest.fail)


def test_open_hands_are_shown_to_those_who_ask() -> None:
    spy, honest = Witness(open_hands=True), Witness()
    states = played([spy, honest, "random:by=kind", "value:open=on"], RULES, 4)
    for view in spy.shown:
        assert all(view.hand(p) is not None and sum(view.hand(p)) == view.hand_size(p) for p in range(4))
        assert [view.cards(p) is None for p in range(4)] == [p != view.player for p in range(4)]
    for view in honest.shown:
        assert [view.hand(p) is None for p in range(4)] == [p != view.player for p in range(4)]
    thefts = [event for state in states for event in state.events() if event.kind == "stole"]
    seen_by_spy = [event for game in spy.games for _, event, _ in game if event.kind == "stole"]
    assert seen_by_spy == thefts
    assert any(str(event) == "stole ?" for game in honest.games for _, event, _ in game)
    assert len(spy.belief) == 1
    for before, _, after in spy.games[-1]:
        assert before.hand(0) is not None and after.hand(3) is not None


class Forgetful(Witness):
    def observe(self, before: View, event: Action, after: View) -> None:
        super().observe(before, event, after)
        if event.kind == "dice":
            raise RuntimeError("what was that")


class Slow(Witness):
    def observe(self, before: View, event: Action, after: View) -> None:
        super().observe(before, event, after)
        if event.kind == "dice":
            time.sleep(0.2)


@pytest.mark.parametrize(
    ("agent", "why"),
    [
        (Forgetful("value"), "raised RuntimeError: what was that (seat p"),
        (Slow("value"), "s to observe; the limit is 0.1 s"),
    ],
)
def test_who_fails_to_observe_forfeits(agent: Agent, why: str) -> None:
    result = play_match(["random", agent], games=2, rules=Rules(players=2, turn_cap=40), move_seconds=0.1)
    assert [forfeit.agent for forfeit in result.forfeits] == [1, 1] and result.wins == [2, 0]
    assert all(why in forfeit.reason for forfeit in result.forfeits)


def test_an_agent_that_was_not_told_deals_what_it_does_not_know() -> None:
    """Its belief is that of the first settlement; it is not used."""
    rng = Rng(4)
    for seed in range(5):
        state = State(Rules(players=4, offers_per_turn=0), seed=seed)
        while state.turn < 30 and not state.is_over:
            state.apply(state.sample_chance(rng) if state.is_chance else state.sample_action(rng))
        for spec in ("value", "expectimax:depth=2"):
            agent = make_agent(spec)
            agent.begin(state.rules, state.actor or 0, rng)
            assert (
                agent.follows and agent.choose(state.view(), state.legal_actions()) in state.legal_actions()
            )


def test_opponents_in_gymnasium_follow_the_game_too() -> None:
    env = CatanSeatEnv(players=4, opponents=["value", "random", "value:open=on"], turn_cap=60)
    witness, spy = Witness("value"), Witness("random", open_hands=True)
    env._agents[0], env._agents[2] = witness, spy
    for seed in range(3):
        _, info = env.reset(seed=seed)
        over = False
        while not over:
            _, _, terminated, truncated, info = env.step(int(info["action_mask"].argmax()))
            over = terminated or truncated
        assert len(witness.games[-1]) == len(env.game.state.events()) == len(spy.games[-1])
        assert witness.belief.fits(env.game.state.view(witness.player))
    assert all(view.hand(p) is not None for view in spy.shown for p in range(4))
    assert not any(view.hand((view.player + 1) % 4) for view in witness.shown)


def test_an_illegal_action_is_seen_by_nobody() -> None:
    witness = Witness()
    witness.begin(RULES, 1, Rng(1))
    table = Table(State(RULES), {1: witness})
    for wrong in ("dice 8", "stole ore", "settle nowhere"):
        with pytest.raises(ValueError):
            table.apply(wrong)
    assert table.state.events() == [] and witness.games == [[]]
    sightings: list[Sighting] = []
    table.apply("settle n3", sightings.append)
    (sighting,) = sightings
    assert (
        sighting.player == 1 and str(sighting.event) == "settle n3" and sighting.after.settlements(0) == [3]
    )
