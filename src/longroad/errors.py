"""Everything Longroad raises on purpose. Each message is a sentence a person can act on; LongroadError is
the base class of all of them."""

from longroad._native import (
    AnswerError,
    BeliefError,
    BoardError,
    IllegalActionError,
    LongroadError,
    NotationError,
    PositionError,
    StoppedError,
)

for _error in (
    AnswerError,
    BeliefError,
    BoardError,
    IllegalActionError,
    LongroadError,
    NotationError,
    PositionError,
    StoppedError,
):
    _error.__module__ = __name__  # where people import them from


class BotError(LongroadError, RuntimeError):
    """A process of an agent (``exec:COMMAND``, or a Python agent under a limit of time) that cannot be played
    with. The message says what it did."""

    #: Where a Python agent was when it was killed, if that is known.
    traceback: str = ""


class AddressError(LongroadError, ValueError):
    """An address at which no files can be. The message names the address and the reason."""


class RulesError(LongroadError, ValueError):
    """An option of a game that is not possible. The message names the option and its range."""


class RecordError(LongroadError, ValueError):
    """A record that cannot be replayed. The message names the line and the reason."""


class AgentSpecError(LongroadError, ValueError):
    """An agent spec that names no agent or an option it does not have."""


class SeatingError(LongroadError, ValueError):
    """Agents that cannot sit at a table as asked. The message names the game and the reason."""


class SearchError(LongroadError, ValueError):
    """A search that cannot be made as asked. The message names the setting and its range."""


class ExperimentError(LongroadError, ValueError):
    """An experiment that cannot be run as asked, or whose folder holds something else."""


class ScoresError(LongroadError, ValueError):
    """Scores from which nothing can be concluded. The message names the argument and its range."""


class SprtError(LongroadError, ValueError):
    """A sequential test that cannot be made as asked. The message names the setting and its range."""


class RatingsError(LongroadError, ValueError):
    """Games that no rating can be computed from. The message names the game or the agents."""


class TournamentError(LongroadError, ValueError):
    """A tournament that cannot be played as asked, or a folder that holds something else."""


class OpeningsError(LongroadError, ValueError):
    """A study of openings that cannot be made as asked. The message says what is wrong."""


class AnalysisError(LongroadError, ValueError):
    """A position or game that cannot be analysed as asked. The message names the setting or the reason."""


class TrainingError(LongroadError, ValueError):
    """A training run that cannot start or resume as asked: an unknown network, another run's checkpoint."""


class NetworkError(LongroadError, ValueError):
    """A network's file that cannot be played with, or a game it cannot play. The message names the file and
    the reason."""


class ScaleError(LongroadError, RuntimeError):
    """Work that cannot be done on a cluster as asked, or a cluster that cannot be reached or used."""


class ProtocolError(LongroadError, ValueError):
    """Bytes or messages of a game server that make no sense. The message says what is wrong with them."""


class ServerError(LongroadError, RuntimeError):
    """A game server that cannot be started or reached. The message says why."""


class DesynchronisedError(LongroadError, ValueError):
    """A game on a server from which our copy has diverged. The message names the difference."""


class TableError(LongroadError, ValueError):
    """A live game that cannot be made as asked. The message names what is wrong with it."""


class NoSuchGameError(LongroadError, LookupError):
    """A live or finished game that is not there."""


class KeyRefusedError(LongroadError, PermissionError):
    """A key that opens nothing here, or not this. The message says what is needed."""

    #: Whether there was no key at all, or one that fits nothing.
    unknown: bool = False


class NotNowError(LongroadError, RuntimeError):
    """Something that cannot be done at this moment of a game. The message says why."""


class LimitError(LongroadError, RuntimeError):
    """Too much or too many. The message names the limit."""

    #: Seconds after which it is worth another try, if that is known.
    retry_after: float | None = None


class StorageError(LongroadError, OSError):
    """A game that cannot be written to disk; nothing has happened in it."""


class MissingExtraError(LongroadError, ImportError):
    """Something needs optional dependencies. The message names them and the extras to install."""


__all__ = [
    "AddressError",
    "AgentSpecError",
    "AnalysisError",
    "AnswerError",
    "BeliefError",
    "BoardError",
    "DesynchronisedError",
    "ExperimentError",
    "IllegalActionError",
    "KeyRefusedError",
    "LimitError",
    "LongroadError",
    "MissingExtraError",
    "NetworkError",
    "NoSuchGameError",
    "NotNowError",
    "NotationError",
    "OpeningsError",
    "PositionError",
    "ProtocolError",
    "RatingsError",
    "RecordError",
    "RulesError",
    "ScoresError",
    "SearchError",
    "SeatingError",
    "ServerError",
    "SprtError",
    "StoppedError",
    "StorageError",
    "TableError",
    "TournamentError",
    "TrainingError",
]
