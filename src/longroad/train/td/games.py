"""Many games side by side whose moves are rated in one batch, in the encoding ``casher2024``."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, fields

import numpy as np
import numpy.typing as npt

from longroad import _native
from longroad.catan.encodings import ENCODINGS, unseen_options
from longroad.catan.rules import Rules
from longroad.catan.state import State
from longroad.errors import IllegalActionError, RulesError

Bytes = npt.NDArray[np.uint8]
Shorts = npt.NDArray[np.int16]
Ints = npt.NDArray[np.int32]
Floats = npt.NDArray[np.float32]

POSITION = ENCODINGS["casher2024"].block("position").count


@dataclass(frozen=True)
class Round:
    """Everything to be rated now. The arrays are written again in the next round."""

    #: ``[positions, 1536]``: what the one who decides sees in each game that runs.
    positions: Bytes
    #: ``[rows, 2]``: which of the 246 places each legal move marks; 246 for a second one that is not there.
    moves: Shorts
    #: ``[rows]``: the position of each row.
    owners: Ints


@dataclass(frozen=True)
class Played:
    """Finished games, and those of their decisions that count: the ones of each player in a game together, in
    their order."""

    #: ``[rows, 1536]`` and ``[rows, 2]``: positions and chosen moves, as in Round.
    positions: Bytes
    moves: Shorts
    #: ``[rows]``: the place a player finished in, in the row of its last decision; 0 elsewhere.
    places: Floats
    #: Of each game: rows, dice rolled, winner (-1: nobody), whether a move was drawn; and ``[games,
    #: players]`` points.
    decisions: Ints
    rolls: Ints
    winner: npt.NDArray[np.int8]
    explored: npt.NDArray[np.bool_]
    points: Bytes

    @staticmethod
    def join(parts: Sequence[Played]) -> Played:
        """All games of several."""
        return Played(*(np.concatenate([getattr(part, f.name) for part in parts]) for f in fields(Played)))


class RatedGames:
    """Games side by side. A round rates all legal moves of all games, then takes one in each; chance and
    decisions without a choice run by themselves. A game that is over stands still until ``begin``. Results
    depend on the seed and the choices alone, not on the number of threads.

    ``explore=1000``: until it has happened once in a game, each legal move of each decision is taken at once
    with probability 1/1,000, and what was decided before counts no more. 0: never.

    >>> games = RatedGames(Rules.preset("casher2024"), games=2, seed=1)
    >>> games.begin()
    >>> round = games.round()
    >>> round.positions.shape, round.moves.shape, round.owners[[0, -1]].tolist()
    ((2, 1536), (108, 2), [0, 1])
    >>> games.step([5, 7])
    >>> len(games.round().moves)  # roads beside intersections n5 and n7, on the coast
    4
    """

    def __init__(
        self, rules: Rules, *, games: int, seed: int = 0, threads: int = 1, explore: int = 0
    ) -> None:
        if rules.offers_per_turn != 0:
            raise RulesError(
                f"offers_per_turn={rules.offers_per_turn}: must be 0, casher2024 has no domestic trade"
            )
        for name in unseen_options(rules):
            raise RulesError(f"{name}=on: must be off, casher2024 does not show it")
        for name, value, low, high in (
            ("games", games, 1, 2**20),
            ("threads", threads, 1, 1024),
            ("explore", explore, 0, 2**31),
        ):
            if not isinstance(value, int) or not low <= value <= high:
                raise ValueError(f"{name}={value!r}: must be a whole number between {low} and {high}")
        self.rules: Rules = rules
        self.games: int = games
        self._games = _native.RatedGames(
            rules.core, rules.board_source, games, seed % 2**64, threads, explore
        )
        self._positions = np.zeros((games, POSITION), dtype=np.uint8)
        self._chosen = np.zeros(games, dtype=np.int32)
        self._room(64 * games)

    def _room(self, rows: int) -> None:
        self._moves = np.zeros((rows, 2), dtype=np.int16)
        self._owners = np.zeros(rows, dtype=np.int32)

    def state(self, slot: int) -> State | None:
        """A copy of the game in a slot, with its history; None where none is running."""
        found = self._games.state_of(slot)
        if found is None:
            return None
        state = State.__new__(State)
        _native.State.__init__(state, found)
        state.rules = self.rules
        return state

    def begin(self, games: int | None = None) -> None:
        """Starts a new game in each slot, or each of the first ``games``, that has none running."""
        self._games.begin(self.games if games is None else games)

    @property
    def rows(self) -> int:
        """Moves to be rated; 0 if no game is running."""
        return self._games.rows

    @property
    def finished(self) -> int:
        """Finished games that were not taken yet."""
        return self._games.finished

    def round(self) -> Round:
        """What is to be rated now."""
        rows = self.rows
        if rows > len(self._owners):
            self._room(2 * rows)
        count = self._games.write(self._positions, self._moves, self._owners)
        return Round(self._positions[:count], self._moves[:rows], self._owners[:rows])

    def lowest(self, ratings: npt.ArrayLike) -> Ints:
        """The number of the lowest rating in each slot, the first of equals; -1 where no game is running."""
        given = np.ascontiguousarray(ratings, dtype=np.float32)
        if given.shape != (self.rows,):
            raise ValueError(f"one rating per row: shape {(self.rows,)}, not {given.shape}")
        self._games.lowest(given, self._chosen)
        return self._chosen

    def step(self, chosen: npt.ArrayLike) -> None:
        """Takes a move in each slot, by its number among the rows of its game; -1 leaves a game as it is. If
        any number is not possible nothing happens and IllegalActionError is raised."""
        given = np.ascontiguousarray(chosen, dtype=np.int32)
        if given.shape != (self.games,):
            raise ValueError(f"one number per slot: shape {(self.games,)}, not {given.shape}")
        wrong = self._games.step(given)
        if wrong >= 0:
            raise IllegalActionError(f"game {wrong}: has no move number {int(given[wrong])}")

    def take(self, count: int) -> Played:
        """The first finished games, in the order in which they ended; they are not kept."""
        if not 0 <= count <= self.finished:
            raise ValueError(f"count={count}: there are {self.finished} finished games")
        arrays = self._games.take(count)
        return Played(**{**arrays, "explored": arrays["explored"].astype(np.bool_)})

    def save(self) -> npt.NDArray[np.uint64]:
        """All games that run or were not taken, and the generators: what ``load`` continues from."""
        return self._games.save()

    def load(self, words: npt.NDArray[np.uint64]) -> None:
        """Resumes from what was saved by games of the same rules, number, seed and ``explore``."""
        if not self._games.load(np.ascontiguousarray(words, dtype=np.uint64)):
            raise ValueError(
                "the saved games are damaged, or of other rules or another seed or number of games"
            )
