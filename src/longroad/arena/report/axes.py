"""From figures to places in a chart: linear and logarithmic scales with round ticks."""

from __future__ import annotations

import math
from dataclasses import dataclass


@dataclass(frozen=True)
class Scale:
    """Places ``low`` to ``high`` from ``start`` to ``end``, in the units of a drawing."""

    low: float
    high: float
    start: float
    end: float
    logarithmic: bool = False

    def place(self, value: float) -> float:
        """Where a value is drawn; what is outside of the scale, at its ends.

        >>> Scale(0, 10, 100, 200).place(5), Scale(1, 100, 0, 2, logarithmic=True).place(10)
        (150.0, 1.0)
        """
        low, high, at = self.low, self.high, min(max(value, self.low), self.high)
        if self.logarithmic:
            low, high, at = math.log(low), math.log(high), math.log(at)
        return self.start + (self.end - self.start) * (at - low) / (high - low)

    @property
    def ticks(self) -> list[float]:
        """Round values on the scale, three to seven of them unless it is tiny.

        >>> Scale(-130, 210, 0, 1).ticks
        [-100.0, 0.0, 100.0, 200.0]
        >>> Scale(30, 700, 0, 1, logarithmic=True).ticks
        [50.0, 100.0, 200.0, 500.0]
        """
        if self.logarithmic:
            powers = range(math.floor(math.log10(self.low)), math.ceil(math.log10(self.high)) + 1)
            found = [digit * 10.0**power for power in powers for digit in (1, 2, 5)]
            return [tick for tick in found if self.low <= tick <= self.high]
        step = _round_step((self.high - self.low) / 3)
        first, last = math.ceil(self.low / step - 1e-9), math.floor(self.high / step + 1e-9)
        return [number * step for number in range(first, last + 1)]


def padded(values: list[float], share: float = 0.08) -> tuple[float, float]:
    """The range of some values with a margin on both sides, never empty.

    >>> padded([0, 100]), padded([3.0])
    ((-8.0, 108.0), (2.0, 4.0))
    """
    low, high = min(values), max(values)
    margin = share * (high - low) or 1.0
    return low - margin, high + margin


def _round_step(most: float) -> float:
    """The largest of 1, 2, 5, 10, ... that is not above ``most``."""
    power = 10.0 ** math.floor(math.log10(most))
    return max(digit * power for digit in (1, 2, 5) if digit * power <= most * (1 + 1e-9))
