"""Games of a vector environment, saved and resumed."""

from __future__ import annotations

import numpy as np
import pytest

from longroad.catan import Rules, VectorEnv
from longroad.errors import SeatingError

RULES = Rules.preset("gendre2020", target_points=4)


def env(seed: int, rules: Rules = RULES, games: int = 8, **options: object) -> VectorEnv:
    return VectorEnv(rules, games=games, seed=seed, space="gendre2020", encoding="general", **options)  # type: ignore[arg-type]


def played(one: VectorEnv, steps: int) -> list[tuple[bytes, ...]]:
    """Everything that is seen in so many steps of random play."""
    seen = []
    for _ in range(steps):
        one.step(one.sample())
        arrays = (
            one.observation,
            one.mask,
            one.actor,
            one.rewards,
            one.done,
            one.winner,
            one.points,
            one.turns,
        )
        seen.append(tuple(array.tobytes() for array in arrays))
    return seen


def test_restored_games_go_on_as_they_would_have() -> None:
    first, second = env(1), env(2, threads=2)
    played(first, 100)
    saved = first.save()
    shown = first.observation.copy(), first.mask.copy(), first.actor.copy()
    expected = played(first, 400)
    assert any(any(np.frombuffer(step[4], dtype=np.bool_)) for step in expected)  # games end, others begin
    played(second, 37)
    second.restore(saved)
    for array, before in zip((second.observation, second.mask, second.actor), shown, strict=True):
        assert (array == before).all()
    assert not second.done.any() and not second.points.any()
    assert played(second, 400) == expected


def test_reset_after_restore_begins_the_saved_run_anew() -> None:
    first, second = env(1), env(2)
    played(first, 10)
    second.restore(first.save())
    first.reset()
    second.reset()
    assert played(second, 5) == played(first, 5)


def test_what_does_not_fit_is_refused_and_changes_nothing() -> None:
    one, other = env(1), env(1)
    with pytest.raises(ValueError, match="bytes are needed"):
        one.restore(env(1, games=9).save())
    with pytest.raises(ValueError, match="other rules"):
        one.restore(env(1, Rules.preset("gendre2020")).save())
    assert played(one, 20) == played(other, 20)


def test_games_with_native_opponents_are_refused() -> None:
    one = env(1, opponents={0: (None, "random")})
    for call in (one.save, lambda: one.restore(env(1).save())):
        with pytest.raises(SeatingError, match="cannot be saved"):
            call()
