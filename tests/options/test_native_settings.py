"""The native enums and settings: what they refuse, and that every default comes from them."""

from __future__ import annotations

from typing import Any

import pytest

from longroad import _native
from longroad._native import skirmish as native_skirmish
from longroad.agents import AGENTS
from longroad.catan import Rules
from longroad.catan.native_agents import NATIVE_AGENTS, native_agent
from longroad.errors import AgentSpecError
from longroad.search import Settings

DEFAULTS: dict[str, Any] = {
    "random": _native.Policy.random,
    "weighted": _native.Policy.typed,
    "value": _native.ValueSettings(),
    "expectimax": _native.ExpectimaxSettings(),
    "planner": _native.PlannerSettings(),
    "mcts": _native.MctsSettings(),
}


def plain(settings: Any) -> Any:
    """All fields of native settings, those of settings inside them too."""
    if isinstance(settings, (bool, int, float, str, list)) or hasattr(type(settings), "__members__"):
        return settings
    names = [name for name in dir(settings) if not name.startswith("_")]
    return {name: plain(getattr(settings, name)) for name in names}


@pytest.mark.parametrize("name", DEFAULTS)
def test_an_agent_without_options_has_the_native_defaults(name: str) -> None:
    agent = native_agent(name)
    assert plain(agent.how) == plain(DEFAULTS[name])
    assert not agent.open_hands and agent.opening_games == 0


def test_rules_and_searches_without_options_have_the_native_defaults() -> None:
    assert plain(Rules().core) == plain(_native.RulesCore())
    assert plain(Settings().core) == plain(_native.ExpectimaxSettings().search)


@pytest.mark.parametrize("wrong", [0, None, "random", _native.Leaf.eval, _native.BargainSettings()])
def test_what_is_no_agent_is_refused(wrong: Any) -> None:
    with pytest.raises(TypeError):
        _native.NativeAgent(wrong)


@pytest.mark.parametrize(
    ("settings", "field", "wrong"),
    [
        (_native.LeafSettings(), "how", 1),
        (_native.LeafSettings(), "how", 99),
        (_native.LeafSettings(), "policy", _native.Leaf.eval),
        (_native.ExpectimaxSettings(), "moves", 0),
        (_native.ExpectimaxSettings(), "opponents", "maxn"),
        (_native.MctsSettings(), "trading", True),
        (_native.MctsSettings(), "search", _native.SearchSettings()),
        (_native.BargainSettings(), "partner", 0),
        (_native.UctSettings(), "simulations", -1),
        (_native.PlannerSettings(), "beam", 1.5),
        (_native.RulesCore(), "players", "4"),
        (_native.RulesCore(), "turn_cap", "5"),
        (native_skirmish.PlayerSettings(), "moves", 2),
        (native_skirmish.PlayerSettings(), "search", None),
    ],
)
def test_fields_take_values_of_their_type_only(settings: Any, field: str, wrong: Any) -> None:
    with pytest.raises(TypeError):
        setattr(settings, field, wrong)
    with pytest.raises(AttributeError):
        settings.no_such_field = 1


@pytest.mark.parametrize(
    ("field", "low", "high"), [("players", 2, 4), ("bank", 1, 50), ("starting_settlements", 2, 3)]
)
def test_what_the_engine_has_no_room_for_is_refused(field: str, low: int, high: int) -> None:
    rules = _native.RulesCore()
    for wrong in (low - 1, high + 1, 256, -1):
        with pytest.raises(ValueError, match=f"{field}={wrong}: must be between {low} and {high}"):
            setattr(rules, field, wrong)
    for right in (low, high):
        setattr(rules, field, right)
        assert getattr(rules, field) == right


SETUP = _native.Setup(Rules().core, Rules().board_source)


def test_enums_are_not_numbers_anywhere() -> None:
    for call in (
        lambda: _native.BoardSource(0),  # type: ignore[arg-type]
        lambda: _native.draw_board_text(0, 0, 1),  # type: ignore[arg-type]
        lambda: _native.random_games(SETUP, 0, 1, 1),  # type: ignore[arg-type]
        lambda: _native.CatanSearch(_native.SearchSettings()),  # type: ignore[arg-type]
    ):
        with pytest.raises(TypeError):
            call()


def test_policies_that_a_function_does_not_know_are_refused() -> None:
    with pytest.raises(ValueError, match="policy must be random or kind"):
        _native.random_games(SETUP, _native.Policy.typed, 1, 1)
    with pytest.raises(ValueError, match="opening_games must be at least 0"):
        _native.NativeAgent(_native.ValueSettings(), False, -1)


def test_agents_that_do_not_play_natively_are_refused() -> None:
    with pytest.raises(AgentSpecError, match="agent 'net:model=x': no native agent 'net'"):
        native_agent("net:model=x")
    with pytest.raises(AgentSpecError, match="did you mean 'planner'"):
        native_agent("plannr")
    assert all(isinstance(native_agent(name), _native.NativeAgent) for name in NATIVE_AGENTS)


def test_the_agents_of_the_registry_have_the_same_options() -> None:
    with_twins = {name: info.options_type for name, info in AGENTS.items() if info.extra is None}
    assert {name: one for name, one in with_twins.items() if name != "champion"} == NATIVE_AGENTS
