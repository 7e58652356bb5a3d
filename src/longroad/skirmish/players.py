"""The players of Skirmish: the options of each, and the native settings that they mean."""

from __future__ import annotations

from abc import abstractmethod

from longroad._native.skirmish import MAX_CLASSES, How, Moves, PlayerSettings
from longroad.errors import AgentSpecError
from longroad.options import Options, choices_of, option, options, with_default
from longroad.options.search_limits import DEPTH, MAX_NODES, SECONDS
from longroad.skirmish.reading import ReadingOptions

_PLAYER = PlayerSettings()
#: Average cards differ from move to move, so a large table is no use to them.
_TABLE_BITS_OF_AVERAGES = 15

MOVES = option(
    _PLAYER.moves.name,
    "Which placements are searched: all cards, one per class of the paper, or one per cluster.",
    choices=choices_of(Moves),
)
ROOT = option(
    "real" if _PLAYER.real_root else "representative",
    "How the player's own next placement is searched unless moves=all: by representatives, or card by card.",
    choices=("representative", "real"),
)
CLASSES = option(_PLAYER.classes, "Clusters of cards, with moves=clustered.", low=1, high=MAX_CLASSES)


class PlayerOptions(Options):
    """Options of a player of Skirmish."""

    @abstractmethod
    def native(self) -> PlayerSettings:
        """The player."""


@options(AgentSpecError)
class RandomPlayerOptions(PlayerOptions):
    """Of ``random``: there are none."""

    def native(self) -> PlayerSettings:
        settings = PlayerSettings()
        settings.how = How.random
        return settings


@options(AgentSpecError)
class _DeepOptions(PlayerOptions):
    depth: int = with_default(DEPTH, _PLAYER.search.depth)
    moves: str = MOVES
    root: str = ROOT
    classes: int = CLASSES
    seconds: float = SECONDS
    max_nodes: int = MAX_NODES


@options(AgentSpecError)
class ExpectimaxPlayerOptions(ReadingOptions, _DeepOptions):
    """Of ``expectimax``."""

    def native(self) -> PlayerSettings:
        settings = PlayerSettings()
        settings.search.depth = self.depth
        settings.search.seconds = self.seconds
        settings.search.max_nodes = self.max_nodes
        if self.moves != Moves.all.name:
            settings.search.table_bits = _TABLE_BITS_OF_AVERAGES
        settings.moves = Moves[self.moves]
        settings.classes = self.classes
        settings.real_root = self.root == "real"
        settings.reading = self.reading
        return settings


@options(AgentSpecError)
class _TreeOptions(PlayerOptions):
    sims: int | None = option(
        None,
        f"Simulations per move; auto is {_PLAYER.tree.search.simulations}, or no limit if ms is given.",
        low=1,
        high=1_000_000_000,
        words={"auto": None},
    )
    ms: float = option(0.0, "Milliseconds per move; 0 for no limit.", low=0, high=3_600_000)
    moves: str = MOVES
    root: str = ROOT
    classes: int = CLASSES
    c: float = option(_PLAYER.tree.search.exploration, "The exploration constant of PUCT.", low=0, high=100)
    temperature: float = option(
        _PLAYER.tree.temperature,
        "Of the priors, which are by the evaluation one move on, in its points.",
        low=0.01,
        high=1000,
    )


@options(AgentSpecError)
class MctsPlayerOptions(ReadingOptions, _TreeOptions):
    """Of ``mcts``.

    >>> MctsPlayerOptions(ms=5).native().tree.search.simulations
    0
    """

    def native(self) -> PlayerSettings:
        settings = PlayerSettings()
        settings.how = How.tree
        tree = settings.tree
        tree.search.simulations = self.sims or (0 if self.ms else _PLAYER.tree.search.simulations)
        tree.search.seconds = self.ms / 1000
        tree.search.exploration, tree.temperature = self.c, self.temperature
        settings.tree = tree
        settings.moves = Moves[self.moves]
        settings.classes = self.classes
        settings.real_root = self.root == "real"
        settings.reading = self.reading
        return settings


#: By name, the options of every player.
PLAYERS: dict[str, type[PlayerOptions]] = {
    "random": RandomPlayerOptions,
    "expectimax": ExpectimaxPlayerOptions,
    "mcts": MctsPlayerOptions,
}
