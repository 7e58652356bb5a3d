"""Settings as plain values and back."""

from __future__ import annotations

from dataclasses import dataclass, field

import pytest

from longroad.errors import TrainingError
from longroad.train.run.settings import changed, made, plain


@dataclass(frozen=True)
class Inner:
    win: float = 1.0


@dataclass(frozen=True)
class Outer:
    games: int = 8
    rate: float = 0.5
    name: str = "adam"
    forced: bool = True
    rewards: Inner = field(default_factory=Inner)


def test_there_and_back() -> None:
    values = changed(plain(Outer()), ["games=4", "rate=1e-3", "name=sgd", "forced=off", "rewards.win=2"])
    assert values == {"games": 4, "rate": 0.001, "name": "sgd", "forced": False, "rewards.win": 2.0}
    assert made(Outer, {**values, "network": "other"}) == Outer(4, 0.001, "sgd", False, Inner(2.0))


@pytest.mark.parametrize(
    ("change", "words"),
    [
        ("games=many", "games=many: must be a whole number"),
        ("games=1.5", "must be a whole number"),
        ("rate=x", "must be a number"),
        ("forced=maybe", "must be on or off"),
        ("color=red", "setting 'color': there are games, rate"),
        ("games", "must be name=value"),
    ],
)
def test_what_cannot_be_is_refused(change: str, words: str) -> None:
    with pytest.raises(TrainingError, match=words):
        changed(plain(Outer()), [change])
