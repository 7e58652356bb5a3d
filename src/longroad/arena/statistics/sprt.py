"""A sequential test: play until the blocks have told which of two Elo differences is the better explanation.

Fishtest's habit, over blocks instead of pairs: the generalized likelihood ratio of Wald's test, with the
multinomial of block scores as the model, so that whatever correlates the games of a block is in it. The
mathematics is Michel Van den Bergh's: https://www.cantate.be/Fishtest/support_MLE_multinomial.pdf.
"""

from __future__ import annotations

import math
from collections import Counter
from typing import Literal

import numpy as np
import numpy.typing as npt

from longroad.arena.statistics import intervals as statistics
from longroad.errors import SprtError

Decision = Literal["H0", "H1"]
_EMPTY = 1e-3  # blocks in a cell that nothing has fallen into, as in fishtest


def log_likelihood_ratio(
    values: npt.NDArray[np.float64], counts: npt.NDArray[np.float64], score0: float, score1: float
) -> float:
    """How much better a mean of ``score1`` explains the blocks than a mean of ``score0``.

    ``counts[i]`` blocks have the score ``values[i]``. Both means are given their best multinomial over these
    values, and must lie strictly between the smallest and the largest of them; every count is above 0.

    >>> cells, counts = np.array([0.0, 0.5, 1.0]), np.array([200.0, 500.0, 300.0])
    >>> round(log_likelihood_ratio(cells, counts, 0.50, 0.55), 2)
    10.07
    """
    tilts = [_log_tilt(values - score, counts / counts.sum()) for score in (score0, score1)]
    return float(counts @ (tilts[0] - tilts[1]))


def _log_tilt(away: npt.NDArray[np.float64], shares: npt.NDArray[np.float64]) -> npt.NDArray[np.float64]:
    """Log of (observed share / likeliest share with mean 0) of each value.

    The likeliest shares are p / (1 + x a), with x the one zero of sum p a / (1 + x a) that leaves them
    positive. No share is above 1, which says between which x it lies, away from the poles.
    """
    from scipy.optimize import brentq

    least, most = int(away.argmin()), int(away.argmax())
    low = (shares[most] - 1) / away[most]
    high = (shares[least] - 1) / away[least]
    x = brentq(lambda x: float((shares * away / (1 + x * away)).sum()), low, high, xtol=1e-14)
    return np.asarray(np.log1p(x * away))


class Sprt:
    """Tests "the agent is ``elo1`` better" (H1) against "it is ``elo0`` better" (H0), block by block.

    ``alpha`` bounds the probability of accepting H1 at ``elo0``, ``beta`` that of H0 at ``elo1``. Elo is
    that of ``statistics.elo_from_score``: against ``opponents`` equal opponents at the table. Settings that
    make no test raise SprtError.

    Add the blocks in the order of their numbers, not in the order they finish: short games would come first.
    A match of two with elo0=0, elo1=20, looked at every 8 blocks, takes 860 blocks in the mean at either end
    if its games are independent, 1,015 if those of a block correlate by 0.2; the error rates are 3-5% there,
    as down to 15-block tests.

    >>> test = Sprt(elo0=0, elo1=100)
    >>> while test.decision is None:
    ...     test.add([1.0, 0.5, 0.5, 0.5, 1.0, 0.0, 1.0])
    >>> test.decision, test.blocks, round(test.llr, 2), round(test.elo)
    ('H1', 42, 3.14, 102)
    """

    def __init__(
        self, elo0: float, elo1: float, alpha: float = 0.05, beta: float = 0.05, opponents: int = 1
    ) -> None:
        if not (math.isfinite(elo0) and math.isfinite(elo1) and elo0 < elo1):
            raise SprtError(f"elo0={elo0}, elo1={elo1}: elo0 must be below elo1, both finite")
        for name, risk in (("alpha", alpha), ("beta", beta)):
            if not 0 < risk < 0.5:
                raise SprtError(f"{name}={risk}: must be above 0 and below 0.5")
        if opponents < 1:
            raise SprtError(f"opponents={opponents}: must be at least 1")
        self.elo0: float = float(elo0)
        self.elo1: float = float(elo1)
        self.alpha: float = float(alpha)
        self.beta: float = float(beta)
        self.opponents = opponents
        self._score0, self._score1 = (statistics.score_from_elo(elo, opponents) for elo in (elo0, elo1))
        if not 0 < self._score0 < self._score1 < 1:
            raise SprtError(f"elo0={elo0}, elo1={elo1}: their expected scores do not differ")
        self._counts: Counter[float] = Counter()
        self._llr = 0.0
        self._decision: Decision | None = None

    def add(self, block_scores: npt.ArrayLike) -> None:
        """Takes in the agent's mean score of one block or of several; the ratio is looked at once, at their
        end.

        Blocks after the decision are counted and leave it as it is. ScoresError for scores outside 0 and 1.
        """
        values, counts = statistics.score_counts(block_scores)
        self._counts.update(dict(zip(values.tolist(), counts.tolist(), strict=True)))
        if not self._counts:
            return
        cells = {0.0: _EMPTY, 1.0: _EMPTY} | self._counts
        values, filled = np.array(list(cells)), np.array(list(cells.values()), dtype=np.float64)
        self._llr = log_likelihood_ratio(values, filled, self._score0, self._score1)
        if self._decision is None:
            self._decision = "H0" if self._llr <= self.lower else "H1" if self._llr >= self.upper else None

    @property
    def lower(self) -> float:
        """The log-likelihood ratio at which H0 is accepted."""
        return math.log(self.beta / (1 - self.alpha))

    @property
    def upper(self) -> float:
        """The log-likelihood ratio at which H1 is accepted."""
        return math.log((1 - self.beta) / self.alpha)

    @property
    def llr(self) -> float:
        """The log-likelihood ratio of H1 against H0 over all blocks so far."""
        return self._llr

    @property
    def decision(self) -> Decision | None:
        """The hypothesis whose bound was reached first; None while the test should continue."""
        return self._decision

    @property
    def blocks(self) -> int:
        """Blocks added."""
        return self._counts.total()

    @property
    def score(self) -> float:
        """The mean block score; nan before the first block."""
        return sum(value * count for value, count in self._counts.items()) / (self.blocks or math.nan)

    @property
    def elo(self) -> float:
        """The Elo of the score. A test that has just ended flatters the side it ended for: the bound was
        reached by luck too."""
        return statistics.elo_from_score(self.score, self.opponents) if self.blocks else math.nan

    @property
    def elo_interval(self) -> statistics.Interval:
        """The 95% interval of ``statistics.elo_interval``, as if the number of blocks had been fixed
        beforehand."""
        if not self.blocks:
            return -math.inf, math.inf
        scores = np.repeat(list(self._counts), list(self._counts.values()))
        return statistics.elo_interval(scores, opponents=self.opponents)

    def _repr_html_(self) -> str:
        from longroad.arena.sheets import sprt_sheet

        return sprt_sheet(self).html()

    def __repr__(self) -> str:
        return (
            f"Sprt(elo0={self.elo0:g}, elo1={self.elo1:g}, blocks={self.blocks}, "
            f"llr={self.llr:.2f} [{self.lower:.2f}, {self.upper:.2f}], decision={self.decision})"
        )
