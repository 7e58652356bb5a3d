"""What the report says: S. Ke and J. Chan, "AI strategy of the Settlers of Catan", National Taiwan
University, 2016."""

from __future__ import annotations

from typing import NamedTuple


class Row(NamedTuple):
    """A column of the report's table in section 5.1. Rounds and gap are means over the games the MCTS agent
    won."""

    games: int
    wins: int
    losses: int
    #: In percent, as printed.
    win_rate: float
    rounds: float
    gap: float


TABLE = {
    "RR": Row(67, 59, 8, 88.06, 22.24, 3.14),
    "RG": Row(49, 45, 4, 91.8, 16.33, 3.6),
    "GR": Row(50, 38, 12, 76, 18.42, 3.75),
    "GG": Row(50, 43, 7, 86, 14.34, 2.72),
    "RR-L": Row(100, 79, 21, 79, 20.66, 3.16),
}

#: Section 4.5: games per pair, rounds per game, and the win rate of the best pair; section 5: what makes a
#: pair good.
STUDY_GAMES, STUDY_ROUNDS, BEST_PAIR, GOOD_PAIR = 1000, 600, 0.99, 0.98

#: Section 3: the Monte-Carlo agent of Kaplan-Nelson, Leung and Troccoli (2014) against a random one.
EARLIER_MONTE_CARLO = 0.80
