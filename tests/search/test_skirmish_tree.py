"""``mcts`` of Skirmish: it sees what wins, over the printed cards and over averages, and more simulations
make it stronger."""

from __future__ import annotations

from typing import Any

import pytest

from longroad import skirmish
from longroad.agents import make_agent
from longroad.arena import play_match
from search.positions import skirmish_position

SPECS = [
    "mcts:sims=300",
    "mcts:sims=300,moves=representative",
    "mcts:sims=300,moves=representative,root=real",
    "mcts:sims=300,moves=clustered,root=real,classes=2",
    "mcts:sims=300,balance=aspects,first=heal",
    "mcts:sims=300,moves=representative,doubled=value,keep=off,spend=on",
]


def made(spec: str, state: skirmish.State, seat: int) -> Any:
    agent: Any = make_agent(spec, "skirmish")
    agent.begin(state.rules, seat, skirmish.Rng(1))
    return agent


def wins_at_once(state: skirmish.State, action: skirmish.Action) -> bool:
    after = state.copy()
    after.apply(action)
    return after.is_over and after.winner == state.actor


@pytest.mark.parametrize("spec", SPECS)
def test_a_blow_that_wins_is_struck(spec: str) -> None:
    found = 0
    for seed in range(4000):
        state = skirmish_position(seed)
        if state.is_chance or state.is_over:
            continue
        winning = [action for action in state.legal_actions() if wins_at_once(state, action)]
        if not 0 < len(winning) < len(state.legal_actions()):
            continue
        found += 1
        assert state.actor is not None
        assert made(spec, state, state.actor).choose(state, state.legal_actions()) in winning, str(state)
    assert found >= 30


@pytest.mark.parametrize("spec", SPECS)
def test_its_moves_are_legal_and_its_games_repeat(spec: str) -> None:
    rules = skirmish.Rules.preset("taucher2018")
    first, second = (
        play_match([spec, "expectimax:depth=1"], games=6, seed=8, rules=rules, threads=threads)
        for threads in (1, 2)
    )
    assert first.winner.tolist() == second.winner.tolist()
    assert first.turns.tolist() == second.turns.tolist()
    assert sum(first.wins) >= 5


def test_more_simulations_make_it_stronger() -> None:
    few, many = (
        play_match(
            [f"mcts:sims={sims}", "expectimax:depth=1"], games=60, seed=3, rules=skirmish.Rules()
        ).wins[0]
        for sims in (2, 500)
    )
    assert few + 6 <= many, (few, many)


def test_a_budget_in_milliseconds_is_kept() -> None:
    """The clock is looked at every few simulations, so that a tree without another limit ends."""
    state = skirmish.State(seed=3)
    assert made("mcts:ms=3", state, 0).choose(state, state.legal_actions()) in state.legal_actions()
