"""The win probability of every player after every event of a game, and what chance had to do with it.

Positions are seen in full, all hands open, as by somebody who looks back: the planner finishes the turn, and
the network judges. Where chance is next, the value is the exact mean over what it may bring; so what chance
adds is, on average, nothing.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass

import numpy as np

from longroad._native import Stop
from longroad.analysis.engine import Floats, worth_of
from longroad.analysis.replay import Replay
from longroad.analysis.rolls import probability_of, production
from longroad.catan import Action, State

#: Rollouts of a position to the end of its turn.
ROLLOUTS = 8
#: Positions that a thread takes at a time.
_AT_A_TIME = 32


@dataclass(frozen=True)
class Chance:
    """An outcome of chance: what it changed for every player, and how many cards a roll brought each and was
    expected to bring."""

    event: int
    kind: str
    change: tuple[float, ...]
    cards: tuple[int, ...] = ()
    expected: tuple[float, ...] = ()


@dataclass(frozen=True)
class Values:
    """``after[i]``: the win probabilities after i events."""

    after: tuple[tuple[float, ...], ...]
    chances: tuple[Chance, ...]


def values_of(
    replay: Replay,
    *,
    seed: int,
    threads: int,
    stop: Stop | None = None,
    progress: Callable[[int, int], None] | None = None,
) -> Values:
    """Of all positions of a game. The same whatever the number of threads."""
    outcomes = {
        number: state.chance_outcomes() for number, state in enumerate(replay.states) if state.is_chance
    }
    positions: list[State] = []
    places: dict[tuple[int, Action | None], int] = {}
    for number, state in enumerate(replay.states):
        if number in outcomes:
            for outcome, _ in outcomes[number]:
                places[number, outcome] = len(positions)
                positions.append(_after(state, outcome))
        elif number == 0 or number - 1 not in outcomes:
            places[number, None] = len(positions)
            positions.append(state)
    worths = _worths(positions, seed, threads, stop, progress)

    def value(number: int) -> Floats:
        if number in outcomes:
            shares = [p * worths[places[number, outcome]] for outcome, p in outcomes[number]]
            return np.asarray(np.sum(shares, axis=0))
        if number and number - 1 in outcomes:
            return np.asarray(worths[places[number - 1, replay.events[number - 1]]])
        return np.asarray(worths[places[number, None]])

    after = [value(number) for number in range(len(replay.states))]
    for number, event in enumerate(replay.events):
        if event.kind == "roll":  # the same question before the player has taken up the dice
            after[number] = after[number + 1]
    return Values(
        tuple(tuple(map(float, one)) for one in after),
        tuple(_chance(replay, number, after) for number in sorted(outcomes) if number < len(replay.events)),
    )


def _after(state: State, outcome: Action) -> State:
    next_state = state.copy()
    next_state.apply(outcome)
    return next_state


def _worths(
    positions: Sequence[State],
    seed: int,
    threads: int,
    stop: Stop | None,
    progress: Callable[[int, int], None] | None,
) -> Floats:
    parts = [positions[i : i + _AT_A_TIME] for i in range(0, len(positions), _AT_A_TIME)]
    done: list[Floats] = []
    with ThreadPoolExecutor(threads) as pool:
        for part in pool.map(lambda part: worth_of(part, seed=seed, count=ROLLOUTS, stop=stop), parts):
            done.append(part)
            if progress is not None:
                progress(sum(map(len, done)), len(positions))
    return np.concatenate(done)


def _chance(replay: Replay, number: int, after: Sequence[Floats]) -> Chance:
    event, before = replay.events[number], replay.states[number]
    change = tuple(float(x) for x in after[number + 1] - after[number])
    if event.kind != "dice":
        return Chance(number, event.kind, change)
    assert event.sum is not None
    players = range(before.players)
    brought = production(before, event.sum)
    mean = [0.0] * before.players
    for total in range(2, 13):
        share, cards = probability_of(before, total), production(before, total)
        for player in players:
            mean[player] += share * sum(cards[player])
    return Chance(number, event.kind, change, tuple(sum(brought[p]) for p in players), tuple(mean))
