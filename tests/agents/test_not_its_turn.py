"""A built-in agent that is asked where its player does not decide raises IllegalActionError."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest

from longroad import _native, catan, skirmish
from longroad.agents import AGENTS, make_agent
from longroad.agents.registry import SKIRMISH_AGENTS
from longroad.catan import Action, Rng, Rules
from longroad.errors import IllegalActionError
from property.random_games import walk
from skirmish.random_games import walk as walk_skirmish

#: Few simulations: what is asked for is a refusal.
QUICK = {
    "champion": "champion:sims=128",
    "expectimax": "expectimax:depth=1",
    "mcts": "mcts:sims=4",
    "ntu2016": "ntu2016:sims=4",
}
PLAYERS = (2, 4)


def played(players: int) -> Iterator[catan.State]:
    """One position per phase of a random game, and its end."""
    rules = Rules(players=players, offers_per_turn=1, turn_cap=300)
    seen: set[tuple[str, int | None]] = set()
    for seed in range(2):
        for state, _ in walk(rules, seed):
            if (state.phase, state.actor) not in seen:
                seen.add((state.phase, state.actor))
                yield state
    assert {"dice", "steal", "draw", "discard", "respond", "over"} <= {phase for phase, _ in seen}


def reason(state: catan.State | skirmish.State, player: int) -> str:
    if state.is_over:
        return "the game is over"
    return "chance is next" if state.is_chance else f"p{player} does not decide now, p{state.actor} does"


@pytest.mark.parametrize("players", PLAYERS)
@pytest.mark.parametrize("name", sorted(name for name, info in AGENTS.items() if info.extra is None))
def test_an_agent_of_catan_refuses(name: str, players: int) -> None:
    refused = chosen = 0
    for state in played(players):
        for player in range(players):
            agent = make_agent(QUICK.get(name, name))
            agent.begin(state.rules, player, Rng(1))
            if state.actor == player:
                move = agent.choose(state.view(player), state.legal_actions())
                assert move in state.legal_actions() or move.kind in ("offer", "counter")
                chosen += 1
                continue
            with pytest.raises(IllegalActionError, match=reason(state, player)):
                agent.choose(state.view(player), state.legal_actions())
            refused += 1
    assert refused > 10 and chosen > 10


@pytest.mark.parametrize("players", PLAYERS)
def test_openings_are_chosen_where_the_viewer_places(players: int) -> None:
    for state in played(players):
        for player in range(players):
            if state.actor == player and state.phase.startswith("setup"):
                continue
            with pytest.raises(IllegalActionError, match=f"p{player} does not place"):
                _native.choose_opening(state.view(player), 4, 2, Rng(1))


@pytest.mark.parametrize("players", PLAYERS)
def test_agents_with_studied_openings_refuse(players: int) -> None:
    state = catan.State(Rules(players=players), seed=1)
    agent = make_agent("planner:openings=8")
    agent.begin(state.rules, 1, Rng(1))
    with pytest.raises(IllegalActionError, match="p1 does not decide now, p0 does"):
        agent.choose(state.view(1), [])


def test_a_network_refuses() -> None:
    pytest.importorskip("onnxruntime")
    agent: Any = make_agent("net:model=fast2p")
    for state in played(2):
        for player in range(2):
            agent.begin(state.rules, player, Rng(1))
            agent._discards = [Action.parse("discard brick")] * state.left  # decided, but not asked for
            if state.actor != player:
                with pytest.raises(IllegalActionError, match=f"p{player} does not decide now"):
                    agent.choose(state.view(player), [])


@pytest.mark.parametrize("name", sorted(SKIRMISH_AGENTS))
def test_an_agent_of_skirmish_refuses(name: str) -> None:
    rules = skirmish.Rules(starting_hp=30)
    refused: set[str] = set()
    for _, state, _ in walk_skirmish(rules, seed=3):
        for player in range(2):
            agent = make_agent({"expectimax": "expectimax:depth=1"}.get(name, name), "skirmish")
            agent.begin(rules, player, Rng(1))
            if state.actor == player:
                assert agent.choose(state, state.legal_actions()) in state.legal_actions()
                continue
            with pytest.raises(IllegalActionError, match=reason(state, player)):
                agent.choose(state, [])
            refused.add(reason(state, player))
    assert refused == {"the game is over", "chance is next"} | {
        f"p{player} does not decide now, p{1 - player} does" for player in range(2)
    }
