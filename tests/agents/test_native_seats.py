"""Native players at a game that Python holds: what they and chance do is what happens when all are asked in
Python."""

from __future__ import annotations

import pytest

from longroad._native import SeatedGame
from longroad.agents import Agent, Table, make_agent
from longroad.catan import Rng, Rules, State
from longroad.errors import IllegalActionError, NotationError


def begun(specs: list[str], rules: Rules) -> list[Agent]:
    agents = [make_agent(spec) for spec in specs]
    for player, agent in enumerate(agents):
        agent.begin(rules, player, Rng(player))
    return agents


def asked_in_python(specs: list[str], rules: Rules) -> State:
    state, chance, agents = State(rules, seed=3), Rng(5), begun(specs, rules)
    table = Table(state, dict(enumerate(agents)))
    while not state.is_over:
        if state.actor is None:
            event = state.sample_chance(chance)
        else:
            event = agents[state.actor].choose(table.view(state.actor), state.legal_actions())
        for sighting in table.apply(event):
            sighting.tell()
    return state


@pytest.mark.parametrize("players", [2, 3, 4])
@pytest.mark.parametrize(
    "spec", ["random", "random:by=kind", "weighted", "value", "planner", "mcts:sims=4", "value:open=on"]
)
@pytest.mark.parametrize("native", ["all", "some"])
def test_games_are_the_same(spec: str, players: int, native: str) -> None:
    rules = Rules(players=players, offers_per_turn=1, turn_cap=60)
    specs = [spec, "random:by=kind", spec, "value"][:players]
    state, agents = State(rules, seed=3), begun(specs, rules)
    sits = [native == "all" or agent.follows or seat == 0 for seat, agent in enumerate(agents)]
    seats = [agent.native_player if sit else None for sit, agent in zip(sits, agents, strict=True)]
    rngs = [agent.rng if seat else None for agent, seat in zip(agents, seats, strict=True)]
    game = SeatedGame(state, Rng(5), seats, rngs, [False] * players)
    decided = [0] * players
    while (actor := game.run()) is not None:
        assert actor == state.actor and seats[actor] is None
        decided[actor] += 1
        agent = agents[actor]
        game.apply(agent.choose(state.view(actor, agent.open_hands), state.legal_actions()))
    assert state.is_over
    expected = asked_in_python(specs, rules)
    assert state.event_words() == expected.event_words()
    counted = [seat.decisions if seat else n for seat, n in zip(seats, decided, strict=True)]
    assert sum(counted) == sum(not event.is_chance for event in expected.events())
    assert state.rolls == sum(event.kind == "dice" for event in expected.events())


def test_forced_moves_are_made_for_those_who_need_not_be_asked() -> None:
    rules = Rules(players=2, offers_per_turn=0, turn_cap=80)
    state, agents = State(rules, seed=3), begun(["weighted", "weighted"], rules)
    game = SeatedGame(state, Rng(5), [None, agents[1].native_player], [None, agents[1].rng], [True, True])
    asked = 0
    while game.run() is not None:
        assert len(state.legal_actions()) > 1 or state.phase == "discard"
        game.apply(agents[0].choose(state.view(), state.legal_actions()))
        asked += 1
    assert game.skipped(0) > 40 and asked > 20 and game.skipped(1) == 0
    decisions = sum(not event.is_chance for event in state.events())
    player = agents[1].native_player
    assert player and decisions == asked + game.skipped(0) + player.decisions
    assert player.seconds == 0


def test_what_is_illegal_is_refused_and_nothing_happens() -> None:
    rules = Rules(players=2)
    state = State(rules, seed=1)
    game = SeatedGame(state, Rng(1), [None, None], [None, None], [False, False])
    assert game.run() == 0
    with pytest.raises(IllegalActionError, match="road e0: not now"):
        game.apply("road e0")
    with pytest.raises(NotationError, match="'hello' is no action"):
        game.apply("hello")
    with pytest.raises(TypeError):
        game.apply(3)  # type: ignore[call-overload]
    assert state.event_words() == []
    game.apply("settle n23")
    assert state.phase == "setup road"
    with pytest.raises(ValueError, match="one entry a seat"):
        SeatedGame(state, Rng(1), [None], [None], [False])
    with pytest.raises(IndexError, match="no such seat"):
        game.skipped(2)


def test_the_game_outlives_those_who_made_it() -> None:
    rules = Rules(players=2, offers_per_turn=0, turn_cap=30)

    def made() -> tuple[State, SeatedGame]:
        state, agents = State(rules, seed=3), begun(["value", "weighted"], rules)
        players, rngs = [agent.native_player for agent in agents], [agent.rng for agent in agents]
        return state, SeatedGame(state, Rng(5), players, rngs, [False, False])

    state, game = made()
    assert game.run() is None and state.turn == 30
