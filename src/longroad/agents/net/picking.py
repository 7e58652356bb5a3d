"""One column per row of scores: the highest, or one that is drawn.

What a network says of a position can differ in its last bits with the other positions it is asked about at
the same time. So a pick is *sure* only if differences a good deal larger would not change it.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
import numpy.typing as npt

Floats = npt.NDArray[np.float64]

#: Scores that differ by less, or relatively by less, are too close to tell.
TOLERANCE = 1e-4


class Picks(NamedTuple):
    """A column for every row, and whether it is sure."""

    columns: npt.NDArray[np.intp]
    sure: npt.NDArray[np.bool_]


def pick(
    scores: npt.NDArray[np.floating],
    mask: npt.NDArray[np.bool_],
    temperatures: Floats,
    tickets: Floats,
) -> Picks:
    """One of the columns of ``mask`` (at least one per row). At temperature 0 the highest score, the lowest
    column among equals; else drawn in proportion to exp(score / temperature), by a ticket in [0, 1).

    >>> scores, mask = np.array([[1.0, 3.0, 2.0]]), np.array([[True, False, True]])
    >>> pick(scores, mask, np.zeros(1), np.zeros(1)).columns
    array([2])
    >>> [int(pick(scores, mask, np.ones(1), np.array([t])).columns[0]) for t in (0.0, 0.26, 0.27, 0.99)]
    [0, 0, 2, 2]
    """
    rows = np.arange(len(scores))
    values = np.where(mask, scores, -np.inf).astype(np.float64)
    columns = values.argmax(axis=1)
    best = values[rows, columns]
    margin = TOLERANCE * (1 + np.abs(best))
    others = values.copy()
    others[rows, columns] = -np.inf
    sure = best - others.max(axis=1) > margin
    drawn = temperatures > 0
    if drawn.any():
        heat = temperatures[drawn]
        spread = (values[drawn] - best[drawn, None]) / heat[:, None]
        columns[drawn], sure[drawn] = _drawn(spread, tickets[drawn], margin[drawn] / heat)
    return Picks(columns, sure)


def _drawn(logarithms: Floats, tickets: Floats, margin: Floats) -> Picks:
    weights = np.exp(logarithms)
    sums = weights.cumsum(axis=1)
    ticket = tickets * sums[:, -1]
    last = (
        weights.shape[1] - 1 - (weights[:, ::-1] > 0).argmax(axis=1)
    )  # should rounding lift a ticket to the sum
    columns = np.minimum((sums <= ticket[:, None]).sum(axis=1), last)
    sure = np.abs(sums - ticket[:, None]).min(axis=1) > margin * sums[:, -1]
    return Picks(columns, sure)
