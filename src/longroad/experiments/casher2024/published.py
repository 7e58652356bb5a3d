"""What the article reports. J. Casher: Modeling Catan through self-play. August 2024."""

from __future__ import annotations

from typing import NamedTuple


class Level(NamedTuple):
    """Where the rolls to win came to rest while nothing was changed."""

    #: From this epoch on.
    epoch: int
    learning_rate: float
    #: Games per step.
    batch: int
    #: Dice rolls to win, about, drawn moves included.
    rolls: float


class Run(NamedTuple):
    """One of the article's two runs."""

    levels: tuple[Level, ...]
    epochs: int
    #: Rolls to win of the finished network.
    final: float


#: Section 5.1; the third figure is the introduction's, the section gives none.
FIXED = Run((Level(0, 5e-5, 1, 85), Level(38_000, 1e-5, 1, 77), Level(53_000, 1e-5, 2, 73)), 117_750, 73)
#: Section 5.2.
ANY = Run(
    (
        Level(0, 5e-5, 1, 112),
        Level(48_000, 1e-5, 1, 104),
        Level(63_000, 1e-5, 2, 91),
        Level(95_000, 1e-5, 4, 89),
    ),
    102_300,
    86,
)
RUNS = {"fixed": FIXED, "any": ANY}
#: "A game of Catan approximately every 4 seconds", on 24 cores.
SECONDS_PER_GAME = 4.0
#: "Other analyses suggest the average number of rolls to win being in the range 60-70".
OTHERS = (60, 70)
