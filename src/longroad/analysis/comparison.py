"""Lines of play of one decision, compared by rollouts that share cards and dice."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from math import ceil, log2, sqrt

import numpy as np

from longroad._native import Stop
from longroad.analysis.engine import Clock, Floats, Line, rollouts
from longroad.catan import Belief, View

#: Rollouts that a move gets at a time, where the clock decides how many.
_AT_A_TIME = 8


class Comparison:
    """Rollouts of some lines of the viewer's decision, for so many rounds. Rollout i of a seed is the same
    luck for all of them; a line that is left out from some point on keeps those it has."""

    def __init__(
        self,
        view: View,
        belief: Belief,
        lines: Sequence[Line],
        *,
        rounds: int | None,
        seed: int,
        stop: Stop | None = None,
    ) -> None:
        self.lines: tuple[Line, ...] = tuple(lines)
        self._view, self._belief, self._rounds, self._seed, self._stop = view, belief, rounds, seed, stop
        empty = np.zeros((0, view.players))
        self._results: dict[Line, Floats] = dict.fromkeys(self.lines, empty)
        self._made = 0

    def add(self, lines: Sequence[Line], count: int) -> None:
        """More rollouts of some moves, which have had all so far."""
        found = rollouts(
            self._view,
            self._belief,
            lines,
            seed=self._seed,
            first=self._made,
            count=count,
            rounds=self._rounds,
            stop=self._stop,
        )
        self._made += count
        for place, line in enumerate(lines):
            self._results[line] = np.concatenate([self._results[line], found[:, place]])

    def halve(self, budget: int, clock: Clock, kept: Iterable[Line]) -> None:
        """Shares about ``budget`` rollouts, or the time of the clock: all lines have the same number, then
        the better half has more, and so on until two are left; those that are ``kept`` stay to the end."""
        always = list(kept)
        left = list(self.lines)
        phases = max(1, ceil(log2(max(len(left), 2))))
        for phase in range(phases):
            if phase:
                better = sorted(left, key=self.mean, reverse=True)[: max(ceil(len(left) / 2), 2)]
                left = [*better, *(line for line in always if line not in better)]
            self._spend(left, max(budget // (phases * len(left)), 2), clock.part(phases - phase))

    def _spend(self, lines: Sequence[Line], count: int, clock: Clock) -> None:
        if clock.end is None:
            self.add(lines, count)
            return
        self.add(lines, 2)
        while not clock.is_over:
            self.add(lines, _AT_A_TIME)

    def outlook(self, line: Line) -> tuple[float, ...]:
        """The mean win probability of every player after a line."""
        return tuple(float(x) for x in self._results[line].mean(axis=0))

    def mean(self, line: Line) -> float:
        """The mean win probability of the viewer after a line."""
        return float(self._results[line][:, self._view.player].mean())

    def count(self, line: Line) -> int:
        """How many rollouts a line has had."""
        return len(self._results[line])

    def difference(self, better: Line, worse: Line) -> tuple[float, float]:
        """By how much one line is better for the viewer than another, and the standard error of that: over
        the rollouts that both have had."""
        one, other = self._results[better], self._results[worse]
        common = min(len(one), len(other))
        gains = one[:common, self._view.player] - other[:common, self._view.player]
        return float(gains.mean()), float(gains.std() / sqrt(max(common - 1, 1)))

    @property
    def best(self) -> Line:
        """The line with the highest mean among those that had the most rollouts."""
        most = max(len(found) for found in self._results.values())
        return max((line for line in self.lines if self.count(line) == most), key=self.mean)
