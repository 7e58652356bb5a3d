"""Agents by spec, and what every agent promises: it chooses among what it is given."""

from __future__ import annotations

import sys
from collections import Counter
from collections.abc import Sequence
from random import Random

import pytest

from longroad import catan
from longroad.agents import AGENTS, Agent, make_agent, parse_spec
from longroad.catan import Action, Rng, View
from longroad.errors import AgentSpecError
from property.random_games import walk

SPECS = ["random", "random:by=kind", "weighted"]


class First(Agent):
    """Takes the first action on the list."""

    def choose(self, view: View, actions: Sequence[Action]) -> Action:
        return actions[0]


class NeedsArguments(Agent):
    def __init__(self, depth: int) -> None:
        self.depth = depth

    def choose(self, view: View, actions: Sequence[Action]) -> Action:
        return actions[self.depth]


class NoAgent:
    pass


@pytest.fixture
def bot_module(monkeypatch: pytest.MonkeyPatch) -> str:
    """The classes of this file as a module of a bot author."""
    name = "a_bot_of_mine"
    monkeypatch.setitem(sys.modules, name, sys.modules[__name__])
    return name


@pytest.mark.parametrize(
    ("spec", "parsed"),
    [
        ("random", ("random", {})),
        ("random:", ("random", {})),
        ("random:by=kind", ("random", {"by": "kind"})),
        ("mcts:sims=800,trades=on", ("mcts", {"sims": "800", "trades": "on"})),
        ("net:model=a:b=c", ("net", {"model": "a:b=c"})),
    ],
)
def test_specs_are_a_name_and_options(spec: str, parsed: tuple[str, dict[str, str]]) -> None:
    assert parse_spec(spec) == parsed


@pytest.mark.parametrize("spec", ["random:by", "random:=kind", "random:by=", "random:by=kind,by"])
def test_options_have_names_and_values(spec: str) -> None:
    with pytest.raises(AgentSpecError, match="is not option=value"):
        parse_spec(spec)


@pytest.mark.parametrize("name", [name for name in AGENTS if name != "net"])  # which needs a file
def test_every_entry_makes_an_agent_and_its_example_works(name: str) -> None:
    info = AGENTS[name]
    assert isinstance(make_agent(name), Agent) and isinstance(make_agent(info.example), Agent)
    assert info.example.startswith(name) and info.summary
    assert all(isinstance(option, str) for option in info.options)


@pytest.mark.parametrize(
    ("spec", "why"),
    [
        ("randm", "no such agent; there are random, weighted"),
        ("", "no such agent"),
        ("Random", "no such agent"),
        ("random:sims=5", "no option 'sims'; 'random' has: by"),
        ("weighted:by=kind", "no option 'by'; 'weighted' has: none"),
        ("random:by=luck", "by='luck': must be action or kind"),
        ("mcts:sims=-1", "sims=-1: must be between 1 and"),
        ("mcts:sims=many", "sims='many': must be a whole number"),
        ("mcts:leaf=deep", "leaf='deep': must be one of eval, playout, short"),
        ("mcts:trades=maybe", "trades='maybe': must be one of off, merged, separate"),
        ("mcts:select=best", "select='best': must be one of puct, uct"),
        ("mcts:ms=abc", "ms='abc': must be a number"),
        ("mcts:ms=nan", "ms=nan: must be between 0 and"),
        ("mcts:threads=0", "threads=0: must be between 1 and 256"),
        ("mcts:reuse=perhaps", "reuse='perhaps': must be on or off"),
        ("mcts:openings=x", "openings='x': must be on, off or a number of games"),
        ("planner:openings=-5", "openings='-5': must be on, off or a number of games"),
        ("planner:beam=0", "beam=0: must be between 1 and 1000"),
        ("planner:partner=friend", "partner='friend': must be one of judging, coin"),
        ("planner:sims=5", "no option 'sims'; 'planner' has: beam, steps, race, offers"),
        ("ntu2016:threads=2", "no option 'threads'; 'ntu2016' has: sims"),
        ("value:openings=x", "openings='x': must be on, off or a number of games"),
        ("python:nowhere.Bot", "No module named 'nowhere'"),
        ("python:Bot", "python:module.Class"),
        ("python:longroad.agents.Bot", "has no attribute 'Bot'"),
        ("python:longroad.agents.make_agent", "make_agent is not a subclass of longroad.agents.Agent"),
    ],
)
def test_what_is_no_agent_is_refused_with_the_spec_and_the_reason(spec: str, why: str) -> None:
    with pytest.raises(AgentSpecError) as caught:
        make_agent(spec)
    assert str(caught.value).startswith(f"agent '{spec}': ") and why in str(caught.value)


def test_trades_on_is_the_usual_way_of_trading() -> None:
    assert make_agent("mcts:sims=800,trades=on").native is not None


def test_a_class_of_ones_own(bot_module: str) -> None:
    agent = make_agent(f"python:{bot_module}.First")
    assert type(agent).__name__ == "First" and agent.native is None
    with pytest.raises(AgentSpecError, match="NoAgent is not a subclass"):
        make_agent(f"python:{bot_module}.NoAgent")


@pytest.mark.parametrize("spec", ["longroad.agents.Agent", "{bot}.NeedsArguments", ".relative.Bot"])
def test_a_class_that_cannot_be_made_is_refused(spec: str, bot_module: str) -> None:
    with pytest.raises(AgentSpecError):
        make_agent("python:" + spec.format(bot=bot_module))


@pytest.mark.parametrize("spec", SPECS)
@pytest.mark.parametrize("players", [2, 3, 4])
def test_agents_choose_only_from_what_they_are_given(spec: str, players: int) -> None:
    agent = make_agent(spec)
    agent.begin(catan.Rules(players=players), 0, Rng(1))
    rng = Random(players)
    for number, (state, _) in enumerate(
        walk(catan.Rules(players=players, offers_per_turn=1, turn_cap=60), players)
    ):
        actions = state.legal_actions()
        if actions and number % 3 == 0:
            given = rng.sample(actions, rng.randint(1, min(4, len(actions))))
            assert all(agent.choose(state.view(), given) in given for _ in range(5))


@pytest.mark.parametrize("spec", SPECS)
def test_the_generator_decides_and_nothing_else(spec: str) -> None:
    def choices(seed: int) -> list[Action]:
        agent = make_agent(spec)
        agent.begin(catan.Rules(players=3), 0, Rng(seed))
        games = walk(catan.Rules(players=3, turn_cap=30), 4)
        return [
            agent.choose(state.view(), state.legal_actions()) for state, _ in games if state.actor is not None
        ]

    assert choices(1) == choices(1) != choices(2)


def test_random_draws_evenly_and_by_kind_draws_kinds_evenly() -> None:
    rules = catan.Rules(players=4)
    state = next(
        state.copy()
        for state, _ in walk(rules, 1)
        if state.phase == "main"
        and {"end", "trade", "offer", "road"} <= {a.kind for a in state.legal_actions()}
    )
    actions = state.legal_actions()
    kinds = {action.kind for action in actions}
    drawn: dict[str, Counter[Action]] = {}
    for spec in ("random", "random:by=kind"):
        agent = make_agent(spec)
        agent.begin(rules, 0, Rng(3))
        drawn[spec] = Counter(agent.choose(state.view(), actions) for _ in range(100 * len(actions)))
    assert all(50 < drawn["random"][action] < 160 for action in actions)
    by_kind = Counter[str]()
    for action, count in drawn["random:by=kind"].items():
        by_kind[action.kind] += count
    share = 100 * len(actions) / len(kinds)
    assert all(0.9 * share < by_kind[kind] < 1.1 * share for kind in kinds)


def test_weighted_builds_whenever_it_can() -> None:
    agent = make_agent("weighted")
    agent.begin(catan.Rules(players=2), 0, Rng(3))
    chances = built = 0
    for seed in range(10):
        for state, _ in walk(catan.Rules(players=2, offers_per_turn=0, turn_cap=300), seed):
            listed = state.legal_actions()
            if state.phase == "main" and any(action.kind in ("settle", "city") for action in listed):
                chances += 1
                built += agent.choose(state.view(), listed).kind in ("settle", "city")
    assert chances > 20 and built / chances > 0.9
