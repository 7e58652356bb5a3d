"""What a search is asked for."""

from __future__ import annotations

from functools import cached_property

from longroad._native import ExpectimaxSettings, MoveFilter, OpponentModel, SearchSettings
from longroad._native.skirmish import Moves, PlayerSettings
from longroad.catan.native_agents import fields as catan_fields
from longroad.errors import SearchError
from longroad.options import Options, choices_of, option, options
from longroad.options.search_limits import DEPTH, MAX_NODES, SECONDS
from longroad.skirmish import players as skirmish_fields
from longroad.skirmish.reading import ReadingOptions

#: Which moves are looked at: all of them, one per class of the game's own, or one per cluster.
MOVES = choices_of(MoveFilter)
#: How many players are assumed to play: all against one, each for itself, or only the worst reply.
OPPONENTS = choices_of(OpponentModel)

_SEARCH, _PLAYER = ExpectimaxSettings().search, PlayerSettings()


@options(SearchError)
class Settings(Options):
    """How deep and how to search. Nothing but ``depth`` and the two limits changes the value that is found.

    >>> Settings(depth=3).depth
    3
    >>> Settings(depth=0)
    Traceback (most recent call last):
      ...
    longroad.errors.SearchError: depth=0: must be a whole number between 1 and 30
    """

    depth: int = DEPTH
    prune: bool = option(_SEARCH.prune, "Alpha-beta at decisions and Star1 at chance.")
    probe: bool = option(
        _SEARCH.probe, "Star2 on top: one move of every outcome is searched before the others."
    )
    table_bits: int = option(
        _SEARCH.table_bits,
        "The transposition table has 2 to the power of this many entries; 0 for none.",
        low=0,
        high=28,
    )
    deepen: bool = option(
        _SEARCH.deepen,
        "Depth 1, 2, ... first: a better order of moves, and an answer when time runs out.",
    )
    seconds: float = SECONDS
    max_nodes: int = MAX_NODES

    @cached_property
    def core(self) -> SearchSettings:
        """The part the native search knows."""
        core = SearchSettings()
        core.depth = self.depth
        core.prune = self.prune
        core.probe = self.probe
        core.table_bits = self.table_bits
        core.deepen = self.deepen
        core.seconds = self.seconds
        core.max_nodes = self.max_nodes
        return core


@options(SearchError)
class CatanSearch(Options):
    """What a search of Catan looks at."""

    moves: str = catan_fields.MOVES
    opponents: str = catan_fields.OPPONENTS
    classes: int = catan_fields.CLASSES

    def native(self, settings: Settings) -> ExpectimaxSettings:
        """The native settings of a search."""
        native = ExpectimaxSettings()
        native.search = settings.core
        native.moves = MoveFilter[self.moves]
        native.opponents = OpponentModel[self.opponents]
        native.clusters = self.classes
        return native


@options(SearchError)
class _SkirmishMoves(Options):
    moves: str = skirmish_fields.MOVES
    classes: int = skirmish_fields.CLASSES
    real_root: bool = option(
        _PLAYER.real_root, "The player's own next placement is searched with real cards, whatever moves is."
    )
    lean: bool = option(_PLAYER.lean, "What cannot be better is not searched; the value is the same.")


@options(SearchError)
class SkirmishSearch(ReadingOptions, _SkirmishMoves):
    """What a search of Skirmish looks at."""

    def native(self, settings: Settings) -> PlayerSettings:
        """The native settings of a player that searches so."""
        native = PlayerSettings()
        native.search = settings.core
        native.moves = Moves[self.moves]
        native.classes = self.classes
        native.real_root = self.real_root
        native.lean = self.lean
        native.reading = self.reading
        return native
