"""The players of Skirmish: the options of each, and the native settings that they mean."""

from __future__ import annotations

from abc import abstractmethod

from longroad._native.skirmish import MAX_CLASSES, Moves, PlayerSettings
from longroad.errors import AgentSpecError
from longroad.options import Options, choices_of, option, options, with_default
from longroad.options.search_limits import DEPTH, MAX_NODES, SECONDS

_PLAYER = PlayerSettings()
#: Average cards differ from move to move, so a large table is no use to them.
_TABLE_BITS_OF_AVERAGES = 15

MOVES = option(
    _PLAYER.moves.name,
    "Which placements are searched: all cards, one per class of the paper, or one per cluster.",
    choices=choices_of(Moves),
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
        settings.random = True
        return settings


@options(AgentSpecError)
class ExpectimaxPlayerOptions(PlayerOptions):
    """Of ``expectimax``."""

    depth: int = with_default(DEPTH, _PLAYER.search.depth)
    moves: str = MOVES
    root: str = option(
        "real" if _PLAYER.real_root else "representative",
        "How the player's own next placement is searched unless moves=all: by representatives, or card by "
        "card.",
        choices=("representative", "real"),
    )
    classes: int = CLASSES
    seconds: float = SECONDS
    max_nodes: int = MAX_NODES

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
        return settings


#: By name, the options of every player.
PLAYERS: dict[str, type[PlayerOptions]] = {
    "random": RandomPlayerOptions,
    "expectimax": ExpectimaxPlayerOptions,
}
