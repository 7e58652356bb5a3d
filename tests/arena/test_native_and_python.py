"""A match that runs natively and the same agents asked from Python play the same games, bit for bit."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import pytest

from longroad import skirmish
from longroad.agents import Agent, AnyAgent, make_agent
from longroad.arena.play.jobs import Job, is_native, play
from longroad.catan import Rules


class Wrapped(Agent[Any, Any, Any]):
    """A plain Python agent that asks another one."""

    def __init__(self, spec: str, game: str = "catan") -> None:
        self.plays = game  # type: ignore[misc]
        self.inner = make_agent(spec, game)
        self.open_hands = self.inner.open_hands

    def begin(self, rules: Any, player: int, rng: Any) -> None:
        super().begin(rules, player, rng)
        self.inner.begin(rules, player, rng)
        self.follows = self.inner.follows

    def choose(self, view: Any, actions: Sequence[Any]) -> Any:
        return self.inner.choose(view, actions)

    def observe(self, before: Any, event: Any, after: Any) -> None:
        self.inner.observe(before, event, after)


SPECS = (
    "random",
    "random:by=kind",
    "weighted",
    "value",
    "planner",
    "expectimax:depth=1",
    "mcts:sims=12",
    "value:open=on",
)


def check(agents: list[str], wrapped: list[AnyAgent], rules: Any) -> None:
    assert not is_native(wrapped)
    native = play(Job(tuple(agents), rules, 9, 3, 1, keep=True))
    python = play(Job(tuple(wrapped), rules, 9, 3, 1, keep=True))
    assert native.signature == python.signature
    assert [game.record for game in native.kept] == [game.record for game in python.kept]
    assert [game.winner for game in native.kept] == [game.winner for game in python.kept]
    for name, column in native.columns().items():
        if name != "agent_seconds":
            assert column.tolist() == python.columns()[name].tolist(), name


@pytest.mark.parametrize("players", [2, 4])
@pytest.mark.parametrize("spec", SPECS)
def test_games_are_equal_bit_for_bit(spec: str, players: int) -> None:
    agents = [spec, "value", spec, "weighted"][:players]
    rules = Rules(players=players, offers_per_turn=2, turn_cap=80)
    check(agents, [Wrapped(agent) for agent in agents], rules)


@pytest.mark.parametrize("players", [2, 4])
def test_a_table_of_both_kinds_plays_the_same_games(players: int) -> None:
    agents = ["mcts:sims=8", "planner", "value", "random"][:players]
    seats = [Wrapped(agent) if i % 2 else make_agent(agent) for i, agent in enumerate(agents)]
    check(agents, seats, Rules(players=players, offers_per_turn=1, turn_cap=60))


@pytest.mark.parametrize("spec", ["random", "expectimax:depth=2,moves=representative"])
def test_games_of_skirmish_too(spec: str) -> None:
    agents = [spec, "expectimax:depth=1"]
    check(agents, [Wrapped(agent, "skirmish") for agent in agents], skirmish.Rules(turn_cap=40))
