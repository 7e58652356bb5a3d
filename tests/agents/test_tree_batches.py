"""Tree search whose leaves are computed several at a time."""

from __future__ import annotations

import pytest

from longroad.agents import make_agent
from longroad.agents.mcts import MctsAgent
from longroad.arena import play_match
from longroad.catan import Rng, Rules, State
from longroad.errors import AgentSpecError

RULES = Rules(players=2, target_points=5, turn_cap=200)
FOUR = Rules(players=4, target_points=4, turn_cap=100)


def signature(spec: str, rules: Rules = RULES, threads: int = 1) -> int:
    others = ["weighted"] * (rules.players - 1)
    return play_match([spec, *others], games=rules.players, seed=5, rules=rules, threads=threads).signature


@pytest.mark.parametrize("leaf", ["eval", "playout", "short"])
def test_a_batch_of_one_is_the_search_without_batches(leaf: str) -> None:
    plain = f"mcts:sims=40,leaf={leaf},longest=50"
    assert signature(plain) == signature(f"{plain},batch=1")
    assert signature(plain) != signature(f"{plain},batch=8")


@pytest.mark.parametrize(
    "how", ["batch=8", "batch=8,leaf=playout,longest=30", "root=gumbel,noise=on,batch=4"]
)
@pytest.mark.parametrize("rules", [RULES, FOUR], ids=["2", "4"])
def test_a_batch_size_gives_a_game(how: str, rules: Rules) -> None:
    spec = f"mcts:sims=24,{how}"
    assert signature(spec, rules) == signature(spec, rules, threads=2)


@pytest.mark.parametrize(
    "how", ["moves=representative", "root=gumbel", "batch=5,threads=2", "moves=representative,trades=off"]
)
def test_options_change_the_play_and_games_stay_legal(how: str) -> None:
    assert signature(f"mcts:sims=24,{how}", FOUR) != signature("mcts:sims=24", FOUR)


def thought(spec: str) -> MctsAgent:
    """An agent after one move."""
    agent, state = make_agent(spec), State(RULES, seed=1)
    assert isinstance(agent, MctsAgent)
    agent.begin(RULES, 0, Rng(1))
    agent.choose(state.view(0), state.legal_actions())
    return agent


def test_the_histogram_counts_leaves_that_were_computed_together() -> None:
    assert thought("mcts:sims=64").native_player.batch_sizes == {1: 64}
    assert thought("mcts:sims=64,batch=16").native_player.batch_sizes == {16: 4}
    assert thought("mcts:sims=20,batch=16").native_player.batch_sizes == {4: 1, 16: 1}
    assert thought("mcts:sims=64,threads=2,batch=16").native_player.batch_sizes == {16: 4}


@pytest.mark.parametrize("others", ["threads=2", "trades=separate", "select=uct"])
def test_halving_is_for_one_tree_with_priors(others: str) -> None:
    with pytest.raises(AgentSpecError, match="root=gumbel: needs select=puct"):
        make_agent(f"mcts:root=gumbel,{others}")
