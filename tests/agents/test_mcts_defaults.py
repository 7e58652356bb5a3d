"""What the words ``auto`` and the defaults of tree searches stand for."""

from __future__ import annotations

import pytest

from longroad.arena import play_match
from longroad.catan import Rules

RULES = Rules.preset("ntu2016", target_points=5, turn_cap=200)


def signature(spec: str) -> int:
    return play_match([spec, "random"], games=4, seed=5, rules=RULES, threads=1).signature


@pytest.mark.parametrize(
    ("short", "in_full"),
    [
        ("ntu2016:sims=12", "ntu2016:sims=12,select=uct,c=1"),
        ("mcts:sims=30", "mcts:sims=30,select=puct,c=0.25"),
        ("mcts:sims=30,select=uct", "mcts:sims=30,select=uct,c=1"),
    ],
)
def test_exploration_left_out_is_the_documented_one(short: str, in_full: str) -> None:
    assert signature(short) == signature(in_full)


@pytest.mark.parametrize("spec", ["ntu2016:sims=12", "mcts:sims=30"])
def test_no_exploration_is_something_else(spec: str) -> None:
    assert signature(spec) != signature(f"{spec},c=0")
