"""What a vector environment refuses: illegal indices, buffers that do not fit, games it was not made for."""

from __future__ import annotations

import numpy as np
import numpy.typing as npt
import pytest

from batch.tables import ARRAYS, OPTIONS, arrays, drawn, make, same
from longroad import _native, catan
from longroad.catan import Rules, VectorEnv
from longroad.errors import IllegalActionError, RulesError


@pytest.mark.parametrize("name", OPTIONS)
@pytest.mark.parametrize("threads", [1, 3])
def test_an_illegal_index_moves_nothing_and_names_the_game(name: str, threads: int) -> None:
    env, twin = make(name, threads=threads), make(name)
    generator = np.random.default_rng(6)
    for step in range(40):
        chosen = drawn(env, generator)
        before = arrays(env)
        for wrong in (-2, env.actions, 2**31 - 1, int(np.flatnonzero(~env.mask[7])[step])):
            bad = chosen.copy()
            bad[[7, 9]] = wrong, -5
            with pytest.raises(IllegalActionError, match=f"game 7: index {wrong} is not legal"):
                env.step(bad)
            assert same(arrays(env), before)
        env.step(chosen)
        twin.step(chosen)
        assert same(arrays(env), arrays(twin))


def test_what_the_caller_writes_into_the_arrays_makes_nothing_legal() -> None:
    env = make("2 players", games=1)
    env.mask[:] = True
    with pytest.raises(IllegalActionError):
        env.step([0])  # nobody rolls in the set-up
    env.mask[:] = False
    env.step([30])


def test_what_the_mask_forbids_is_refused() -> None:
    env = make("2 players", games=1)
    generator = np.random.default_rng(7)
    robberies = [204 + 4 * h + seat for h in range(19) for seat in (2, 3)]
    while not env.mask[0, 204:280].any():
        env.step(drawn(env, generator))
    for index in robberies:
        assert not env.mask[0, index]
        with pytest.raises(IllegalActionError):
            env.step([index])


def test_one_index_a_game() -> None:
    env = make("2 players", games=3)
    before = arrays(env)
    for wrong in ([30], [30, 31, 32, 33], []):
        with pytest.raises(ValueError, match="one action per game"):
            env.step(wrong)
    with pytest.raises((TypeError, ValueError)):
        env.step([[30, 31, 32]])
    assert same(arrays(env), before)


@pytest.mark.parametrize(
    "wrong",
    [
        np.array([2**32 + 30]),
        np.array([2**32 - 1], dtype=np.uint32),
        np.array([2**64 - 1], dtype=np.uint64),
        [30.0],
        [True],
    ],
    ids=["too long", "minus one as 32 bits", "minus one as 64 bits", "a fraction", "a truth"],
)
def test_indices_are_whole_numbers_and_not_cut_to_fit(wrong: npt.ArrayLike) -> None:
    env = make("2 players", games=1)
    before = arrays(env)
    with pytest.raises((IllegalActionError, TypeError)):
        env.step(wrong)
    assert same(arrays(env), before)
    for good in ([30], np.array([30], dtype=np.uint8), np.array([30], dtype=np.int64)):
        env.step(good)
        env.reset()


def test_a_misspelt_buffer_is_refused() -> None:
    with pytest.raises(ValueError, match="observations"):
        make("2 players", games=3, buffers={"observations": np.zeros((3, 407), dtype=np.uint8)})


@pytest.mark.parametrize("name", ARRAYS)
def test_buffers_that_do_not_fit_are_refused_by_name(name: str) -> None:
    good = getattr(make("2 players", games=3), name)
    readonly = good.copy()
    readonly.flags.writeable = False
    other_type = good.astype(np.float64)
    strided = np.zeros((*good.shape[:-1], 2 * good.shape[-1]), dtype=good.dtype)[..., ::2]
    for wrong in (good[:2].copy(), good.reshape(1, *good.shape), other_type, strided, readonly):
        with pytest.raises(ValueError, match=f"buffer '{name}' must be a writable C array of shape"):
            make("2 players", games=3, buffers={name: wrong})


@pytest.mark.parametrize("change", [{"players": 3}, {"offers_per_turn": 1}, {"discard_limit": 5}])
def test_gendre2020_is_for_its_own_game(change: dict[str, int]) -> None:
    with pytest.raises(RulesError, match="needs 2 players, offers_per_turn=0 and discard_limit >= 6"):
        VectorEnv(Rules(**{**OPTIONS["gendre2020"], **change}), games=1, space="gendre2020")


def test_what_cannot_be_made_is_refused() -> None:
    with pytest.raises(RulesError, match="encoding='planes': with space='gendre2020' must be gendre2020 or"):
        VectorEnv(Rules(**OPTIONS["gendre2020"]), games=1, space="gendre2020", encoding="planes")
    with pytest.raises(RulesError, match="encoding='gendre2020': with space='general' must be general"):
        VectorEnv(games=1, encoding="gendre2020")
    with pytest.raises(RulesError, match="space='atari': must be one of general, gendre2020"):
        VectorEnv(games=1, space="atari")
    codec, encoding = catan.CODECS["general"], catan.ENCODINGS["gendre2020"]
    core, rewards = Rules(players=2).core, catan.Rewards.zero_sum(2)
    with pytest.raises(ValueError, match="encoding 'gendre2020' does not go with codec 'general'"):
        _native.VectorEnv(core, Rules().board_source, codec, encoding, rewards, 1, 0, 1, False, [], [])
    for wrong in ({"games": 0}, {"games": 1, "threads": 0}):
        with pytest.raises(ValueError, match="whole number"):
            VectorEnv(**wrong)
