"""The champion: who plays for it, at which strength, alone and in many games at once."""

from __future__ import annotations

from threading import Timer
from typing import Any

import pytest

pytest.importorskip("onnxruntime")

from longroad.agents import make_agent
from longroad.agents.champion import ChampionAgent, ChampionOptions
from longroad.agents.levels import LEVELS
from longroad.arena import play_match
from longroad.catan import Rng, Rules, State
from longroad.errors import AgentSpecError, StoppedError

SHORT = {
    2: Rules.preset("gendre2020", target_points=4, turn_cap=60),
    3: Rules(players=3, target_points=4, turn_cap=60),
    4: Rules(players=4, target_points=4, turn_cap=60),
}


def match(spec: str, players: int, **how: Any) -> Any:
    agents = [spec, *["value"] * (players - 1)]
    result = play_match(agents, games=players, seed=5, rules=SHORT[players], **how)
    assert result.forfeits == [], "an illegal move or an error"
    return result


@pytest.mark.parametrize("players", [2, 3, 4])
@pytest.mark.parametrize("how", ["sims=128", "sims=0", "ms=5", "level=1", "level=8"])
def test_it_plays_with_any_number_of_players(players: int, how: str) -> None:
    match(f"champion:{how}", players)


@pytest.mark.parametrize("players", [2, 4])
@pytest.mark.parametrize("how", ["sims=192", "sims=0", "level=7"])
def test_it_plays_like_the_agent_behind_it(players: int, how: str) -> None:
    options = make_agent(f"champion:{how}")
    assert isinstance(options, ChampionAgent)
    behind = match(options.options.spec(players), players)
    assert match(f"champion:{how}", players).signature == behind.signature
    assert match(f"champion:{how}", players, at_once=1).signature == behind.signature


def test_two_champions_at_a_table_know_nothing_of_each_other() -> None:
    rules = SHORT[2]
    twice = play_match(["champion:sims=128"] * 2, games=4, seed=2, rules=rules)
    behind = play_match([ChampionOptions(sims=128).spec(2)] * 2, games=4, seed=2, rules=rules)
    assert twice.signature == behind.signature


@pytest.mark.parametrize("level", range(1, 9))
def test_every_level_is_an_agent(level: int) -> None:
    for group in ("two", "many"):
        assert make_agent(LEVELS[group][level - 1])


@pytest.mark.parametrize(
    ("spec", "said"),
    [
        ("champion:level=9", "level"),
        ("champion:level=3,sims=100", "a level has its own simulations"),
        ("champion:sims=0,ms=100", "without a search"),
        ("champion:sims=-1", "sims"),
    ],
)
def test_what_makes_no_sense_is_refused(spec: str, said: str) -> None:
    with pytest.raises(AgentSpecError, match=said):
        make_agent(spec)


@pytest.mark.parametrize("players", [2, 4])
def test_thinking_can_be_interrupted(players: int) -> None:
    agent = make_agent("champion:sims=1000000")
    state = State(SHORT[players], seed=1)
    agent.begin(state.rules, 0, Rng(1))
    clock = Timer(0.3, agent.interrupt)
    clock.start()
    with pytest.raises(StoppedError):
        agent.choose(state.view(0), state.legal_actions())
    clock.join()


def test_it_beats_value_without_a_search() -> None:
    rules = Rules.preset("gendre2020")
    raw = play_match(["champion:sims=0", "value"], games=60, seed=8, rules=rules).wins[0]
    assert raw >= 42, "89% of 400 games; less than 70% is four standard errors away"
