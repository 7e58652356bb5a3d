"""Everything Longroad raises on purpose. Each message is a sentence a person can act on."""

from longroad._native import BoardError, IllegalActionError, NotationError

for _error in (BoardError, IllegalActionError, NotationError):
    _error.__module__ = __name__  # where people import them from


class RulesError(ValueError):
    """An option of a game that is not possible. The message names the option and its range."""


class RecordError(ValueError):
    """A record that cannot be replayed. The message names the line and the reason."""


class AgentSpecError(ValueError):
    """An agent spec that names no agent or an option it does not have."""


class SearchError(ValueError):
    """A search that cannot be made as asked. The message names the setting and its range."""


class ExperimentError(ValueError):
    """An experiment that cannot be run as asked, or whose folder holds something else."""


class MissingExtraError(ImportError):
    """Something needs an optional dependency. The message names the extra to install."""

    def __init__(self, what: str, extra: str) -> None:
        super().__init__(f"{what} needs an optional dependency: pip install 'longroad[{extra}]'")


__all__ = [
    "AgentSpecError",
    "BoardError",
    "ExperimentError",
    "IllegalActionError",
    "MissingExtraError",
    "NotationError",
    "RecordError",
    "RulesError",
    "SearchError",
]
