"""The decisions of kept games as NumPy columns: what was seen, what could be done, what was done, how it
ended."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from typing import Any, TypeAlias

import numpy as np
import numpy.typing as npt

from longroad import _native, catan, skirmish
from longroad.arena.data.archive import KeptGame
from longroad.errors import RecordError, RulesError
from longroad.games import Rules, game_of
from longroad.games import State as AnyState

#: Those of either game.
Codec: TypeAlias = catan.Codec | skirmish.Codec
Encoding: TypeAlias = catan.Encoding | skirmish.Encoding

#: Memory for the observations and masks of a block.
_BLOCK_BYTES = 2**24
_MOST_ROWS = 2**15

#: The columns with one number per decision, and their types.
NUMBERS: dict[str, type[np.generic]] = {
    "game": np.int64,
    "seed": np.uint64,
    "block": np.int64,
    "rotation": np.int8,
    "ply": np.int32,
    "turn": np.int32,
    "players": np.int8,
    "actor": np.int8,
    "agent": np.int32,
    "rules": np.int32,
    "action": np.int16,
    "outcome": np.float32,
    "points": np.int16,
    "won": np.bool_,
    "forfeit": np.int8,
}


@dataclass
class Decisions:
    """A block of decisions, in the order of the games: one row each.

    ``numbers`` holds the columns of NUMBERS; agent and rules are places in ``names``, -1 for an agent without
    a name. ``known`` is False where seed, block and rotation are not, and ``forfeit`` is -1 without one.
    """

    observation: npt.NDArray[Any]
    mask: npt.NDArray[np.uint8]
    numbers: dict[str, npt.NDArray[Any]]
    known: npt.NDArray[np.bool_]
    #: The actions' notation, if it was asked for.
    text: list[str] | None
    #: Agents and rules (as JSON) of the rows, each once.
    names: dict[str, dict[str, int]] = field(default_factory=lambda: {"agent": {}, "rules": {}})
    rows: int = 0

    @staticmethod
    def empty(codec: Codec, encoding: Encoding, text: bool) -> Decisions:
        """Room for as many decisions as fit into the memory for a block."""
        dtype = np.dtype(encoding.dtype)
        room = min(_BLOCK_BYTES // (encoding.size * dtype.itemsize + codec.size), _MOST_ROWS)
        return Decisions(
            np.empty((room, encoding.size), dtype),
            np.empty((room, codec.size), np.uint8),
            {name: np.empty(room, kind) for name, kind in NUMBERS.items()},
            np.empty(room, np.bool_),
            [] if text else None,
        )

    @property
    def is_full(self) -> bool:
        """Whether there is room for no more."""
        return self.rows == len(self.mask)

    def clear(self) -> None:
        """Forgets all rows."""
        self.rows = 0
        self.names = {"agent": {}, "rules": {}}
        if self.text is not None:
            self.text.clear()

    def place(self, column: str, name: str) -> int:
        """The place of a name in a column's names."""
        return self.names[column].setdefault(name, len(self.names[column]))


def decision_blocks(
    games: Iterable[KeptGame], codec: Codec, encoding: Encoding, *, text: bool = False
) -> Iterator[Decisions]:
    """All decisions of games, block by block; every game is replayed and checked first.

    The same object is filled again for every block: take what you need before the next. The action is -1
    where the codec cannot say it. Raises RecordError for a broken game or one of another game than
    the codec's, RulesError where codec or encoding do not apply.

    >>> from longroad.catan import CODECS, ENCODINGS
    >>> state = catan.State(catan.Rules(players=2, board="beginner"))
    >>> state.apply("settle n10")
    >>> game = KeptGame(("a", "b"), 1, 0, 0, None, None, state.to_record())
    >>> block = next(decision_blocks([game], CODECS["general"], ENCODINGS["general"]))
    >>> block.rows, block.observation[0].shape, int(block.mask[0].sum()), int(block.numbers["action"][0])
    (1, (407,), 54, 34)
    """
    block = Decisions.empty(codec, encoding, text)
    for number, game in enumerate(games, start=1):
        final = game.state()
        if isinstance(final, skirmish.State) != isinstance(codec, skirmish.Codec):
            title = game_of(final).title
            raise RecordError(f"{game.where}: a game of {title}; codec '{codec.name}' is another game's")
        _check(final.rules, codec, encoding, game.where)
        replay = _Replay(final, codec, encoding)
        while not replay.is_done:
            first = block.rows
            replay.fill(block)
            _tell_game(block, first, number, game, final)
            if block.is_full:
                yield block
                block.clear()
    if block.rows:
        yield block


def _check(rules: Rules, codec: Any, encoding: Encoding, where: str) -> None:
    if not codec.fits(rules.core):
        raise RulesError(f"{where}: codec '{codec.name}' needs {codec.needs}")
    if rules.players > encoding.most_players:
        raise RulesError(
            f"{where}: encoding '{encoding.name}' needs {encoding.most_players} players, not {rules.players}"
        )


class _Replay:
    """A game from its beginning, in as many pieces as blocks have room for."""

    def __init__(self, final: AnyState, codec: Codec, encoding: Encoding) -> None:
        if isinstance(final, skirmish.State):  # all cards are open: a view is the state
            self.state: Any = _native.skirmish.State(final.rules.core)
            self.view: Any = lambda state, actor: state
        else:
            self.state, self.view = _native.State(final.rules.core, final.board_text), _native.View
        self.from_int = game_of(final).module.Action.from_int
        self.words = iter(final.event_words())
        self.codec: Any = codec
        self.encoding: Any = encoding
        self.ply = 0
        self.is_done = False

    def fill(self, block: Decisions) -> None:
        """Adds decisions until the game ends or the block is full."""
        state, apply, encode, text = self.state, self.state.apply, self.encoding.write, block.text
        index_of, write_mask, from_int = self.codec.index, self.codec.write_mask, self.from_int
        observation, mask, view = block.observation, block.mask, self.view
        turns, actors, actions = (block.numbers[name] for name in ("turn", "actor", "action"))
        first = row = block.rows
        room = len(mask)
        for word in self.words:
            action = from_int(word)
            actor = state.actor
            if actor is not None:
                turns[row] = state.turn
                actors[row] = actor
                write_mask(state, mask[row])
                encode(view(state, actor), observation[row])
                index = index_of(state, action)
                actions[row] = -1 if index is None else index
                if text is not None:
                    text.append(str(action))
                row += 1
            apply(action)
            if row == room:
                break
        else:
            self.is_done = True
        block.numbers["ply"][first:row] = np.arange(self.ply, self.ply + row - first)
        self.ply += row - first
        block.rows = row


def _tell_game(block: Decisions, first: int, number: int, game: KeptGame, final: AnyState) -> None:
    """Fills in what is the same for all decisions of a game or of one of its players."""
    rows = slice(first, block.rows)
    columns = {name: column[rows] for name, column in block.numbers.items()}
    n, actor = final.players, columns["actor"]
    columns["game"][:] = number
    block.known[rows] = game.seed is not None
    columns["seed"][:] = (game.seed or 0) % 2**64
    columns["block"][:] = game.block or 0
    columns["rotation"][:] = game.rotation or 0
    columns["players"][:] = n
    columns["rules"][:] = block.place("rules", json.dumps(final.rules.to_dict()))
    columns["forfeit"][:] = -1 if game.forfeit is None else game.forfeit.seat
    agents = [block.place("agent", name) for name in game.agents] or [-1] * n
    columns["agent"][:] = np.array(agents)[actor]
    columns["points"][:] = np.array([final.score(seat) for seat in range(n)])[actor]
    columns["won"][:] = actor == (-1 if game.winner is None else game.winner)
    columns["outcome"][:] = np.array(_returns(game.winner, n))[actor]


def _returns(winner: int | None, players: int) -> list[float]:
    """As State.returns; but a forfeit counts."""
    if winner is None:
        return [0.0] * players
    return [1.0 if seat == winner else -1 / (players - 1) for seat in range(players)]
