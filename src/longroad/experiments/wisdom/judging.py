"""Win probabilities by the native network, calibrated: of many positions in one call, and of turns that are
finished.

In games of four equal planners the network is too sure of itself, most of all after the set-up. So its win
probabilities are raised to a power that depends on the round, and made to add up to 1 again. The powers were
fitted on 4,000 games (seed 1) by maximum likelihood; the report says how well the result is calibrated.
"""

from __future__ import annotations

from functools import cache

import numpy as np
import numpy.typing as npt

from longroad import _native
from longroad._native import LeafSettings, NativeAgent
from longroad.analysis.engine import judge
from longroad.catan import Action, Rng, State
from longroad.catan.native_agents import MctsOptions, PlannerOptions

Floats = npt.NDArray[np.float64]
#: Rounds, and the powers there; between them by a line.
POWERS = ((0, 4, 8, 12, 16, 24), (0.37, 0.65, 0.75, 0.86, 0.92, 1.0))
#: Places in the batch with their shares: what a win probability is the mean of.
Mean = list[tuple[int, float]]


class Batch:
    """Positions that are judged together. Where a turn could go on it is ended first: the network knows ends
    of turns."""

    def __init__(self) -> None:
        self._states: list[State] = []
        self._won: dict[int, int | None] = {}

    def add(self, state: State) -> int:
        """A position, which is the batch's from here on; returns its place."""
        if state.phase == "main":
            state.apply("end")
        if state.is_over:
            self._won[len(self._states)] = state.winner
        self._states.append(state)
        return len(self._states) - 1

    def after_chance(self, state: State) -> Mean:
        """A position in which chance may be next: the mean over what it may bring."""
        if not state.is_chance:
            return [(self.add(state), 1.0)]
        found = []
        for outcome, probability in state.chance_outcomes():
            after = state.copy()
            after.apply(outcome)
            found.append((self.add(after), probability))
        return found

    def judged(self) -> Floats:
        """The win probability of every player, (place, player). Those of a game that is over are 0 or 1."""
        found = np.zeros((len(self._states), 4))
        open_ = [place for place in range(len(self._states)) if place not in self._won]
        if open_:
            states = [self._states[place] for place in open_]
            told = _native.leaf_win_probabilities(_leaf(), judge(), states, Rng(0))
            found[open_] = calibrated(told.astype(np.float64), [state.turn for state in states])
        for place, winner in self._won.items():
            if winner is not None:
                found[place, winner] = 1
        return found


def mean_of(judged: Floats, mean: Mean) -> Floats:
    """The win probabilities of a ``Mean``."""
    return np.asarray(sum(share * judged[place] for place, share in mean))


def turn_finished(states: list[State], seed: int) -> Floats:
    """The win probability of every player, (position, player), where the planner finishes the turn without
    further offers; of a position where chance is next, the mean over what it may bring."""
    positions: list[State] = []
    means: list[Mean] = []
    for state in states:
        if not state.is_chance:
            means.append([(len(positions), 1.0)])
            positions.append(state)
            continue
        means.append([])
        for outcome, probability in state.chance_outcomes():
            means[-1].append((len(positions), probability))
            positions.append(_after(state, outcome))
    told = _native.play_on(positions, _finisher(), 0, judge(), seed, 1, 1)[0].astype(np.float64)
    found = calibrated(told, [state.turn for state in positions])
    return np.array([mean_of(found, mean) for mean in means])


def calibrated(told: Floats, turns: list[int]) -> Floats:
    """Win probabilities of the network, (position, player), as far as they can be trusted in these turns.

    >>> calibrated(np.array([[0.4, 0.2, 0.2, 0.2]]), [0]).round(2).tolist()
    [[0.3, 0.23, 0.23, 0.23]]
    """
    power = np.interp(np.array(turns) / told.shape[1], *POWERS)
    raised = told ** power[:, None]
    return np.asarray(raised / raised.sum(axis=1, keepdims=True))


def _after(state: State, outcome: Action) -> State:
    after = state.copy()
    after.apply(outcome)
    return after


@cache
def _leaf() -> LeafSettings:
    return MctsOptions(eval="network").settings().leaf


@cache
def _finisher() -> NativeAgent:
    return PlannerOptions(eval="network", offers=0).native()
