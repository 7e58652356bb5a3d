"""Experience, against a plain list for each game."""

from __future__ import annotations

import numpy as np
import pytest

from longroad.train.a2c.experience import Batch, Experience

WORKERS, GAMES, BYTES, ACTIONS = 3, 4, 5, 6


class Plain:
    """The same, one move at a time. A state is a number; an observation repeats it."""

    def __init__(self) -> None:
        self.last: dict[int, tuple[int, int]] = {}
        self.kept: list[list[tuple[int, int, float, int | None]]] = [[] for _ in range(WORKERS)]

    def decide(self, game: int, state: int, action: int) -> None:
        if game in self.last:
            self.kept[game // GAMES].append((*self.last[game], 0.0, state))
        self.last[game] = (state, action)

    def end(self, game: int, reward: float) -> None:
        if game in self.last:
            self.kept[game // GAMES].append((*self.last.pop(game), reward, None))


def moves(batch: Batch) -> list[tuple[int, int, float, int | None]]:
    states = batch.observation[:, 0].astype(int)
    return [
        (int(states[i]), int(a), float(r), None if over else int(states[after]))
        for i, (a, r, after, over) in enumerate(
            zip(batch.action, batch.reward, batch.after, batch.over, strict=True)
        )
    ]


@pytest.mark.parametrize("size", [3, 8, 20])
def test_batches_are_those_of_a_plain_list(size: int) -> None:
    rng = np.random.default_rng(size)
    experience, plain = Experience(WORKERS, GAMES, size, BYTES, ACTIONS), Plain()
    state = taken = 0
    for tick in range(300):
        deciding = np.flatnonzero(rng.random(WORKERS * GAMES) < 0.5)
        states = (state + np.arange(len(deciding))) % 251
        state += len(deciding)
        actions = rng.integers(0, ACTIONS, len(deciding)).astype(np.int32)
        observation = np.repeat(states[:, None], BYTES, 1).astype(np.uint8)
        mask = np.zeros((len(deciding), ACTIONS), dtype=np.bool_)
        mask[np.arange(len(deciding)), actions] = True
        experience.decide(deciding, observation, mask, actions)
        for game, s, action in zip(deciding, states, actions, strict=True):
            plain.decide(int(game), int(s), int(action))
        ended = np.flatnonzero(rng.random(WORKERS * GAMES) < 0.1)
        rewards = rng.random(len(ended)).astype(np.float32)
        experience.end(ended, rewards)
        for game, reward in zip(ended, rewards, strict=True):
            plain.end(int(game), float(reward))
        if tick == 150:
            saved, experience = experience.state_dict(), Experience(WORKERS, GAMES, size, BYTES, ACTIONS)
            experience.load_state_dict(saved)
        while full := experience.full():
            batch = experience.take(full[0])
            expected, plain.kept[full[0]] = plain.kept[full[0]][:size], plain.kept[full[0]][size:]
            assert moves(batch) == expected
            assert (batch.mask.argmax(1) == batch.action).all()
            assert len(batch.observation) <= size + GAMES
            taken += 1
    assert taken > 300 * WORKERS * GAMES * 0.4 // size
    assert all(len(kept) < size for kept in plain.kept)
