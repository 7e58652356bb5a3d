"""What a tree search keeps from one move to the next, and when it forgets."""

from __future__ import annotations

from typing import Any

import pytest

from agents.thinking import begun, choice
from longroad.agents import Agent, Table, make_agent
from longroad.catan import Rng, Rules, State

SIMS = 200


def nodes(agent: Agent) -> int:
    size: int = agent.native_player.nodes
    return size


def game(spec: str, rules: Rules, seed: int) -> Any:
    """Plays a game of one agent against weighted ones; yields the position, the agent, and what comes
    next."""
    state, rng = State(rules, seed=seed), Rng(seed)
    agents = {p: make_agent(spec if p == 0 else "weighted") for p in range(rules.players)}
    for p, agent in agents.items():
        agent.begin(rules, p, Rng(seed + p))
    table = Table(state, agents)
    while not state.is_over:
        actor = state.actor
        if actor is None:
            event = state.sample_chance(rng)
        else:
            event = agents[actor].choose(table.view(actor), state.legal_actions())
        yield state, agents[0], event
        table.apply(event)


@pytest.mark.parametrize("threads", [1, 2])
def test_the_tree_after_a_move_is_kept_and_is_smaller(threads: int) -> None:
    rules, kept, forgotten = Rules(players=3, offers_per_turn=0, turn_cap=20), 0, 0
    before, chosen = 0, False
    for state, agent, _ in game(f"mcts:sims={SIMS},threads={threads}", rules, 3):
        if chosen and not state.is_chance:
            kept, forgotten = kept + (0 < nodes(agent) < before), forgotten + (nodes(agent) == 0)
        before, chosen = nodes(agent), state.actor == 0 and len(state.legal_actions()) > 1
    assert kept > 5 and forgotten < kept


def test_a_search_adds_to_what_was_kept() -> None:
    """A simulation adds one position with a choice; a search of two moves running therefore has more than
    that of one."""
    state = State(Rules(players=2), seed=4)
    sizes = []
    for reuse in ("on", "off"):
        agent, table = begun(f"mcts:sims={SIMS},reuse={reuse}", state), state.copy()
        seat = Table(table, {0: agent})
        agent.choose(seat.view(0), table.legal_actions())
        seat.apply("settle n10")
        kept = nodes(agent)
        agent.choose(seat.view(0), table.legal_actions())
        sizes.append((kept, nodes(agent)))
    assert sizes[0][0] > 1 and sizes[0][1] >= sizes[0][0] + SIMS / 2
    assert sizes[1][0] == 0 and sizes[1][1] < sizes[0][1]


def test_chances_lie_between_0_and_1_and_end_well_for_the_winner() -> None:
    rules = Rules(players=2, offers_per_turn=0, target_points=5, turn_cap=200)
    chances = []
    for state, agent, event in game("mcts:sims=60", rules, 5):
        if state.actor == 0 and len(state.legal_actions()) > 1:
            chance = agent.win_probability
            assert chance is not None and 0 <= chance <= 1
            chances.append(chance)
        last = state, event
    end = last[0]
    assert end.winner == 0 and len(chances) > 10
    assert chances[-1] > 0.8 > chances[0]


def test_a_move_without_a_choice_has_no_chance() -> None:
    state = State(Rules(players=2), seed=1)
    agent = begun("mcts:sims=20", state)
    agent.choose(state.view(), state.legal_actions())
    assert agent.win_probability is not None and nodes(agent) > 0  # type: ignore[attr-defined]
    for text in ("settle n10", "road e12", "settle n30", "road e41", "settle n45", "road e60"):
        state.apply(text)
    state.apply("settle n20")
    state.apply(state.legal_actions()[0])
    assert [str(a) for a in state.legal_actions()] == ["roll"]
    assert str(agent.choose(state.view(), state.legal_actions())) == "roll"
    assert agent.win_probability is None  # type: ignore[attr-defined]


def test_a_tree_of_another_position_is_dropped() -> None:
    """Without being told, the same agent chooses as a new one does."""
    rng, compared = Rng(6), 0
    state = State(Rules(players=3, offers_per_turn=1, turn_cap=60), seed=6)
    stale = begun("mcts:sims=40", state, 0)
    while not state.is_over:
        if state.actor == 0 and len(state.legal_actions()) > 1:
            stale.rng = Rng(1)
            chosen = stale.choose(state.view(), state.legal_actions())
            assert state.is_legal(chosen) and chosen == choice("mcts:sims=40", state)
            compared += 1
        state.apply(state.sample_chance(rng) if state.is_chance else state.sample_action(rng))
    assert compared > 20
