"""Many games at once: the same whatever the threads, each row a game by the rules, nothing moved by an
illegal index."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np
import pytest

from batch.tables import ARRAYS, OPTIONS, arrays, drawn, make, same, states
from longroad import _native, catan
from longroad.catan import VectorEnv


def test_shapes_and_types() -> None:
    env = make("3 players trade", games=7)
    shapes = {name: (getattr(env, name).shape, getattr(env, name).dtype.name) for name in ARRAYS}
    assert shapes == {
        "observation": ((7, 407), "uint8"),
        "mask": ((7, 523), "bool"),
        "actor": ((7,), "uint8"),
        "turn": ((7,), "int32"),
        "rewards": ((7, 3), "float32"),
        "luck": ((7, 3), "float32"),
        "done": ((7,), "bool"),
        "winner": ((7,), "int8"),
        "points": ((7, 3), "uint8"),
        "turns": ((7,), "int32"),
    }
    assert env.actions == 523
    gendre = make("gendre2020", games=2)
    assert (
        gendre.observation.shape == (2, 17 * 11 * 21 + 45) and gendre.actions == gendre.mask.shape[1] == 335
    )
    compact = make("gendre2020 in bytes", games=2)
    assert compact.observation.shape == (2, 407) and compact.mask.shape == (2, 335)
    assert (env.encoding, gendre.encoding, compact.encoding) == ("general", "gendre2020", "general")


@pytest.mark.parametrize("name", OPTIONS)
def test_results_do_not_depend_on_threads_or_buffers(name: str) -> None:
    envs = [make(name, threads=threads) for threads in (1, 2, 3)]
    buffers = {key: np.full_like(value, 7) for key, value in arrays(envs[0]).items()}
    envs.append(make(name, buffers=buffers))
    assert all(getattr(envs[3], key) is value for key, value in buffers.items())
    generator = np.random.default_rng(1)
    ended = 0
    for _ in range(400):
        chosen = drawn(envs[0], generator)
        for env in envs:
            env.step(chosen)
        first = arrays(envs[0])
        assert all(same(first, arrays(env)) for env in envs[1:])
        ended += int(first["done"].sum())
    assert ended > 0 or name == "2 players"


@pytest.mark.parametrize("name", OPTIONS)
def test_rows_show_the_position_to_the_one_who_decides(name: str) -> None:
    env = make(name, games=4)
    codec, encoding = catan.CODECS[env.space], catan.ENCODINGS[env.encoding]
    generator = np.random.default_rng(2)
    for step in range(300):
        for game, state in enumerate(states(env) if step % 5 == 0 else []):
            assert env.actor[game] == state.actor and env.turn[game] == state.turn
            assert (env.mask[game] == codec.mask(state)).all() and env.mask[game].any()
            assert (env.observation[game] == encoding.encode(_native.View(state, state.actor))).all()
        env.step(drawn(env, generator))


@pytest.mark.parametrize("name", OPTIONS)
def test_every_step_is_one_decision_and_then_chance(name: str) -> None:
    env = make(name, games=4)
    generator = np.random.default_rng(3)
    for _ in range(250):
        before, chosen = states(env), drawn(env, generator)
        env.step(chosen)
        for game, (state, after) in enumerate(zip(before, states(env), strict=True)):
            if env.space == "gendre2020" and state.phase == "discard":
                continue  # what is kept beside the named cards is drawn; another test is about it
            reached = list(
                beyond(state, catan.CODECS[env.space].expand(state, int(chosen[game]), catan.Rng(0)))
            )
            if env.done[game]:
                assert any(
                    end.is_over
                    and np.allclose(end.returns(), env.rewards[game])
                    and env.points[game].tolist() == [end.points(p) for p in range(env.rules.players)]
                    and env.turns[game] == end.turn
                    for end in reached
                )
                assert (after.phase, after.turn, after.actor) == ("setup settlement", 0, 0)
            else:
                assert any(end.same_position(after) for end in reached)
                assert not env.rewards[game].any() and env.winner[game] == -1
                assert not env.points[game].any() and env.turns[game] == 0


def beyond(state: _native.State, actions: list[catan.Action]) -> Iterator[_native.State]:
    """All positions that actions and then chance can lead to."""
    after = _native.State(state)
    for action in actions:
        after.apply(action)
    if not after.is_chance:
        yield after
    for outcome, _ in after.chance_outcomes():
        yield from beyond(after, [outcome])


def test_finished_games_are_told_and_start_anew() -> None:
    env = make("2 players", games=64)
    generator = np.random.default_rng(4)
    boards = [state.board_text for state in states(env)]
    winners = set()
    for _ in range(1500):
        env.step(drawn(env, generator))
        assert np.abs(env.rewards.sum(axis=1)).max() < 1e-6
        assert not env.rewards[~env.done].any() and (env.winner[~env.done] == -1).all()
        assert not env.points[~env.done].any() and not env.turns[~env.done].any()
        for game in np.flatnonzero(env.done):
            winners.add(int(env.winner[game]))
            assert env.points[game].argmax() == env.winner[game] and env.points[game].max() >= 10
            assert env.turns[game] > 10
            assert env.rewards[game, env.winner[game]] == 1
            assert env.mask[game].sum() == 54 and env.actor[game] == 0
            assert states(env)[game].board_text != boards[game], "the next game is another one"
    assert winners == {0, 1}


@pytest.mark.parametrize(("players", "cap"), [(2, 400), (3, 400), (4, 12)])
def test_rewards_are_computed_from_winner_and_points(players: int, cap: int) -> None:
    rules = catan.Rules(players=players, offers_per_turn=0, target_points=5, turn_cap=cap)
    env = VectorEnv(rules, games=32, seed=2, reward=catan.Rewards(0.75, -0.25, 0.02))
    plain = VectorEnv(rules, games=32, seed=2)
    generator = np.random.default_rng(3)
    winners = set()
    for _ in range(600):
        chosen = drawn(env, generator)
        env.step(chosen)
        plain.step(chosen)
        for game in np.flatnonzero(env.done):
            winner, points = int(env.winner[game]), env.points[game].astype(float)
            winners.add(winner)
            draw = (0.75 - 0.25 * (players - 1)) / players
            ahead = points - (points.sum() - points) / (players - 1)
            ends = (
                np.full(players, draw) if winner < 0 else np.where(np.arange(players) == winner, 0.75, -0.25)
            )
            assert env.rewards[game] == pytest.approx(ends + 0.02 * ahead, abs=1e-6)
            returns = np.where(np.arange(players) == winner, 1, -1 / (players - 1)) * (winner >= 0)
            assert (plain.rewards[game] == returns.astype(np.float32)).all()
        assert not env.rewards[~env.done].any()
    assert winners >= ({0, 1} if cap == 400 else {-1})


def test_the_declared_arrays_are_those_that_are_written() -> None:
    env = make("2 players", games=3)
    assert {name: getattr(env, name) is array for name, array in env.arrays.items()} == dict.fromkeys(
        ARRAYS, True
    )
    again = make("2 players", games=3, buffers=env.arrays)
    assert again.turn is env.turn


def test_a_game_that_the_turn_cap_ends_has_no_winner() -> None:
    env = VectorEnv(catan.Rules(players=3, turn_cap=1), games=5, seed=1)
    generator = np.random.default_rng(1)
    while not env.done.any():
        env.step(drawn(env, generator))
    assert (env.winner == -1).all() and not env.rewards.any()
    assert (env.turns[env.done] == 1).all() and (env.points[env.done] >= 2).all()


def test_both_encodings_of_a_space_show_the_same_games() -> None:
    planes, compact = make("gendre2020"), make("gendre2020 in bytes")
    generator = np.random.default_rng(11)
    for _ in range(300):
        chosen = drawn(planes, generator)
        planes.step(chosen)
        compact.step(chosen)
        for name in ARRAYS[1:]:
            assert (getattr(planes, name) == getattr(compact, name)).all()
    assert not any(state.phase == "setup settlement" for state in states(compact))


def test_reset_and_the_seed() -> None:
    env, other = make("2 players"), make("2 players", seed=6)
    start = arrays(env)
    generator = np.random.default_rng(5)
    chosen = [drawn(env, generator)]
    env.step(chosen[0])
    once = arrays(env)
    for _ in range(300):
        env.step(drawn(env, generator))
    env.reset()
    assert same(arrays(env), start) and not same(arrays(other), start)
    env.step(chosen[0])
    assert same(arrays(env), once)
    assert len({state.board_text for state in states(env)}) == env.games


def test_large_discards_of_gendre2020() -> None:
    rules = catan.Rules.preset("gendre2020", turn_cap=400)
    env = VectorEnv(rules, games=16, seed=3, space="gendre2020")
    generator = np.random.default_rng(8)
    sizes = set()
    for _ in range(1200):
        before, chosen = states(env), drawn(env, generator)
        idle = env.mask[:, 218] * 218 + env.mask[:, 219] * 219  # roll and end: hands grow
        chosen = np.where(idle > 0, idle, chosen)
        env.step(chosen)
        for game, state in enumerate(before):
            if state.phase == "discard":
                actor, size = state.actor, state.hand_size(state.actor)
                sizes.add(size)
                after = env._env.state_of(game)
                kept, had = after.hand(actor), state.hand(actor)
                assert sum(kept) == size - size // 2 and all(k <= h for k, h in zip(kept, had, strict=True))
                assert after.phase != "discard" or after.actor != actor
    assert {7, 8, 9} <= sizes and max(sizes) >= 15


@pytest.mark.parametrize("name", OPTIONS)
def test_index_minus_one_leaves_a_game_as_it_is(name: str) -> None:
    env, twin = make(name), make(name)
    generator = np.random.default_rng(9)
    for _ in range(60):
        chosen = drawn(env, generator)
        before = arrays(env)
        env.step(np.where(np.arange(env.games) < 6, chosen, -1))
        for array in ("observation", "mask", "actor"):
            assert (getattr(env, array)[6:] == before[array][6:]).all()
        assert not env.done[6:].any() and not env.rewards[6:].any() and (env.winner[6:] == -1).all()
        assert not env.points[6:].any() and not env.turns[6:].any()
        env.step(np.where(np.arange(env.games) < 6, -1, chosen))
        twin.step(chosen)
        assert all(
            (getattr(env, array) == getattr(twin, array)).all() for array in ("observation", "mask", "actor")
        )
