"""What the paper reports. A. H. Taucher, S. Polk, B. J. Oommen: On Addressing the Challenges of Complex
Stochastic Games Using "Representative" Moves. AIAI 2018, doi 10.1007/978-3-319-92007-8_1."""

from __future__ import annotations

from typing import NamedTuple


class Search(NamedTuple):
    """A row of Table 2 or 3; None where the paper says infinite."""

    depth: int
    milliseconds: int | None
    leaves: int | None


class Game(NamedTuple):
    """A row of Table 4 or 5: final health of both players, and the number of moves. The player with health
    left won."""

    representative_hp: int
    full_hp: int
    moves: int

    @property
    def representative_won(self) -> bool:
        """Whether the player with representative moves won."""
        return self.full_hp <= 0


#: Both players' cards at the start of the timed searches.
STARTING_HAND = ("6/6/6", "2/1/1", "4/1/1", "2/3/2", "1/3/3")

#: With representative moves.
TABLE_2 = (Search(3, 108, 3_100), Search(4, 246, 62_400), Search(5, 2_200, 238_100))
#: Without.
TABLE_3 = (Search(3, 132_100, 263_836_900), Search(4, None, None))
#: Depth 3 against depth 3.
TABLE_4 = (
    Game(25, -2, 26),
    Game(-3, 28, 24),
    Game(37, 0, 22),
    Game(59, -2, 45),
    Game(6, -1, 24),
    Game(21, -3, 16),
    Game(20, -1, 21),
    Game(40, -2, 20),
    Game(-5, 11, 42),
    Game(29, 0, 56),
)
#: Depth 5 with representative moves against depth 3 without.
TABLE_5 = (
    Game(8, -1, 16),
    Game(0, 16, 32),
    Game(54, 0, 33),
    Game(18, -1, 21),
    Game(29, -2, 17),
    Game(24, 0, 24),
    Game(8, -5, 25),
    Game(-2, 42, 26),
    Game(-5, 15, 26),
    Game(41, -1, 36),
    Game(44, -1, 32),
)
