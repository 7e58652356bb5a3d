"""A planner that draws its moves: an opponent for people who learn."""

from __future__ import annotations

import pytest

from longroad.arena import play_match
from longroad.catan import Rules

RULES = Rules(players=2, offers_per_turn=0)


def wins(*agents: str, games: int = 200) -> int:
    return int(play_match(list(agents), games=games, seed=5, rules=RULES).wins[0])


def test_the_higher_the_temperature_the_weaker() -> None:
    """By far more than 200 games could show by luck: standard errors are 7 games."""
    cool, warm = wins("planner:temperature=0.3", "planner"), wins("planner:temperature=1", "planner")
    assert 80 > cool > warm + 15
    assert wins("planner:temperature=1", "weighted") > 130


def test_a_little_warmth_changes_little() -> None:
    """Moves that are worth as much as the best one are all it draws from."""
    assert wins("planner:temperature=0.001", "planner") > 75


def test_its_games_repeat() -> None:
    first, second = (
        play_match(["planner:temperature=0.6", "planner"], games=20, seed=3, rules=Rules(players=2))
        for _ in range(2)
    )
    assert first.signature == second.signature


@pytest.mark.parametrize("temperature", ["0", "0.0"])
def test_without_temperature_it_is_the_planner(temperature: str) -> None:
    named, plain = (
        play_match([agent, "weighted"], games=10, seed=3, rules=Rules(players=2))
        for agent in (f"planner:temperature={temperature}", "planner")
    )
    assert named.signature == plain.signature
