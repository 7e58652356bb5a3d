"""Agents by spec, and what every agent promises: it chooses among what it is given."""

from __future__ import annotations

import sys
from collections import Counter
from collections.abc import Sequence
from random import Random
from typing import Annotated, Literal

import pytest

from longroad import catan
from longroad._native import (
    ExpectimaxSettings,
    MctsSettings,
    MoveFilter,
    OpponentModel,
    Partner,
    PlannerSettings,
    Policy,
    Trading,
)
from longroad.agents import AGENTS, Agent, explain_agent, make_agent
from longroad.catan import Action, Rng, View
from longroad.errors import AgentSpecError
from longroad.options import About
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


class Builder(Agent):
    """Builds what it likes.

    And more."""

    def __init__(
        self,
        greed: Annotated[float, About("How greedy it is.", low=0, high=1)] = 0.5,
        roads: int = 2,
        loud: bool = False,
        name: str = "bob",
        seed: int | None = None,
        rules: NotImported | None = None,  # type: ignore[name-defined]  # noqa: F821
        style: Literal["calm", "wild"] = "calm",
        plain="text",  # type: ignore[no-untyped-def]
    ) -> None:
        self.given = (greed, roads, loud, name, seed, style, plain)
        self.rules = rules

    def choose(self, view: View, actions: Sequence[Action]) -> Action:
        return actions[0]


class TakesAnything(First):
    def __init__(self, **options: str) -> None:
        self.given = options


class NoAgent:
    pass


@pytest.fixture
def bot_module(monkeypatch: pytest.MonkeyPatch) -> str:
    """The classes of this file as a module of a bot author."""
    name = "a_bot_of_mine"
    monkeypatch.setitem(sys.modules, name, sys.modules[__name__])
    return name


@pytest.mark.parametrize(
    ("spec", "why"),
    [
        ("random:", "no options after the colon"),
        ("random:by", "'by' is not name=value"),
        ("random:=kind", "'=kind' is not name=value"),
        ("random:by=", "'by=' is not name=value"),
        ("random:by=kind,by", "'by' is not name=value"),
        ("mcts:sims=,", "'sims=' is not name=value"),
        ("planner:,", "an option is empty"),
        ("mcts:sims=5,", "an option is empty"),
        ("mcts:sims=1,sims=2", "'sims' is given twice"),
    ],
)
def test_options_have_names_and_values_once(spec: str, why: str) -> None:
    with pytest.raises(AgentSpecError) as caught:
        make_agent(spec)
    assert str(caught.value).startswith(f"agent '{spec}': ") and why in str(caught.value)


@pytest.mark.parametrize(
    "name", [name for name, info in AGENTS.items() if info.extra is None]
)  # others need a file
def test_every_entry_makes_an_agent_and_its_example_works(name: str) -> None:
    info = AGENTS[name]
    assert isinstance(make_agent(name), Agent) and isinstance(make_agent(info.example), Agent)
    assert info.example.startswith(name) and info.summary
    assert all(one.about.help.endswith(".") and one.allowed for one in info.options.values())


@pytest.mark.parametrize(
    ("spec", "why"),
    [
        ("randm", "no such agent; did you mean 'random'? There are random, weighted"),
        ("", "no such agent"),
        ("Random", "no such agent; did you mean 'random'?"),
        ("catanatrn:RandomPlayer", "no such agent"),
        ("random:sims=5", "no option 'sims'; there are: by"),
        ("weighted:by=kind", "no option 'by'; there are none"),
        ("mcts:sim=5", "no option 'sim'; did you mean 'sims'? There are: sims, ms"),
        ("random:by=luck", "by='luck': must be one of action, kind"),
        ("mcts:sims=-1", "sims=-1: must be auto or a whole number between 1 and 1000000000"),
        ("mcts:sims=many", "sims='many': must be auto or a whole number"),
        ("mcts:leaf=deep", "leaf='deep': must be one of eval, playout, short"),
        ("mcts:leaf=plyout", "must be one of eval, playout, short; did you mean 'playout'?"),
        ("mcts:trades=maybe", "trades='maybe': must be one of off, merged, separate"),
        ("mcts:select=best", "select='best': must be one of puct, uct"),
        ("mcts:ms=abc", "ms='abc': must be a number"),
        ("mcts:ms=nan", "ms=nan: must be a number between 0 and 3600000"),
        ("mcts:threads=0", "threads=0: must be a whole number between 1 and 256"),
        ("mcts:reuse=perhaps", "reuse='perhaps': must be on or off"),
        ("mcts:openings=x", "openings='x': must be on, off or a number of games"),
        ("planner:openings=-5", "openings=-5: must be on, off or a number of games"),
        ("planner:beam=0", "beam=0: must be a whole number between 1 and 1000"),
        ("planner:partner=friend", "partner='friend': must be one of judging, coin"),
        ("planner:sims=5", "no option 'sims'; there are: beam, steps, eval, race, temperature, offers"),
        ("ntu2016:threads=2", "no option 'threads'; did you mean 'trades'? There are: sims"),
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


@pytest.mark.parametrize("on", ["on", "yes", "true", "On", "TRUE"])
@pytest.mark.parametrize("off", ["off", "no", "false"])
def test_switches_have_several_words(on: str, off: str) -> None:
    agent = make_agent(f"mcts:trades={on},reuse={off},open={on},openings={off}").native
    assert agent is not None and isinstance(agent.how, MctsSettings)
    assert agent.how.trading is Trading.merged and not agent.how.reuse
    assert agent.open_hands and agent.opening_games == 0
    assert make_agent(f"mcts:trades={off},openings={on}").native.how.trading is Trading.off  # type: ignore[union-attr]
    assert make_agent(f"planner:openings={on}").native.opening_games == 1000  # type: ignore[union-attr]


def test_options_reach_the_native_agent() -> None:
    agent = make_agent("expectimax:depth=3,moves=clustered,classes=4,opponents=maxn,max_nodes=9,seconds=2")
    how = agent.native.how  # type: ignore[union-attr]
    assert isinstance(how, ExpectimaxSettings)
    assert (how.search.depth, how.search.max_nodes, how.search.seconds) == (3, 9, 2.0)
    assert (how.moves, how.opponents, how.clusters) == (MoveFilter.clustered, OpponentModel.maxn, 4)
    planner = make_agent("planner:beam=2,steps=3,race=0.25,offers=1,partner=coin").native.how  # type: ignore[union-attr]
    assert isinstance(planner, PlannerSettings)
    assert (planner.beam, planner.steps, planner.judge.race) == (2, 3, 0.25)
    assert (planner.bargain.offers, planner.bargain.partner) == (1, Partner.coin)
    assert make_agent("random:by=kind").native.how is Policy.kind  # type: ignore[union-attr]


def test_a_class_of_ones_own(bot_module: str) -> None:
    agent = make_agent(f"python:{bot_module}.First")
    assert type(agent).__name__ == "First" and agent.native is None
    with pytest.raises(AgentSpecError, match="NoAgent is not a subclass"):
        make_agent(f"python:{bot_module}.NoAgent")


@pytest.mark.parametrize(
    ("options", "given"),
    [
        ("", (0.5, 2, False, "bob", None, "calm", "text")),
        (",greed=0.3", (0.3, 2, False, "bob", None, "calm", "text")),
        (",greed=1,roads=5,loud=yes", (1.0, 5, True, "bob", None, "calm", "text")),
        (",name=4,seed=7,style=wild,plain=no", (0.5, 2, False, "4", 7, "wild", "no")),
    ],
)
def test_options_of_a_class_of_ones_own_reach_its_constructor(
    options: str, given: tuple[object, ...], bot_module: str
) -> None:
    agent = make_agent(f"python:{bot_module}.Builder{options}")
    assert agent.given == given  # type: ignore[attr-defined]
    assert agent.rules is None  # type: ignore[attr-defined]
    assert [type(one) for one in agent.given] == [type(one) for one in given]  # type: ignore[attr-defined]


def test_a_constructor_that_takes_everything_gets_texts(bot_module: str) -> None:
    agent = make_agent(f"python:{bot_module}.TakesAnything,color=red,depth=3")
    assert agent.given == {"color": "red", "depth": "3"}  # type: ignore[attr-defined]


@pytest.mark.parametrize(
    ("spec", "why"),
    [
        ("Builder,gred=0.3", "no option 'gred'; did you mean 'greed'? There are: greed, roads"),
        ("Builder,greed=2", "greed=2.0: must be a number between 0 and 1"),
        ("Builder,greed=much", "greed='much': must be a number between 0 and 1"),
        ("Builder,roads=1.5", "roads='1.5': must be a whole number"),
        ("Builder,loud=maybe", "loud='maybe': must be on or off"),
        ("Builder,style=wlid", "style='wlid': must be one of calm, wild; did you mean 'wild'?"),
        ("Builder,", "an option is empty"),
        ("Builder,greed=", "'greed=' is not name=value"),
        ("Builder,greed=0,greed=1", "'greed' is given twice"),
        ("Bilder,greed=0", "has no attribute 'Bilder'; did you mean 'Builder'?"),
        (
            "NeedsArguments",
            "option depth has no default: give it as python:",
        ),
    ],
)
def test_wrong_options_of_a_class_of_ones_own_are_named(spec: str, why: str, bot_module: str) -> None:
    with pytest.raises(AgentSpecError) as caught:
        make_agent(f"python:{bot_module}.{spec}")
    assert str(caught.value).startswith(f"agent 'python:{bot_module}.{spec}': ") and why in str(caught.value)


def test_every_kind_of_agent_can_be_explained(bot_module: str) -> None:
    sims = explain_agent("mcts").to_dict()["options"][0]
    assert sims["name"] == "sims" and sims["default"] == "auto" and (sims["low"], sims["high"]) == (1, 10**9)
    assert "1000" in sims["help"]
    leaf = explain_agent("mcts:sims=5").options["leaf"]
    assert leaf.about.choices == ("eval", "playout", "short") and leaf.default == "eval"
    own = explain_agent(f"python:{bot_module}.Builder")
    assert own.summary == "Builds what it likes." and own.options["greed"].about.help == "How greedy it is."
    assert explain_agent(f"python:{bot_module}.NeedsArguments").to_dict()["options"][0]["required"]
    assert explain_agent("python").options == {}
    with pytest.raises(AgentSpecError, match="did you mean 'mcts'"):
        explain_agent("mtcs")


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
