"""Fields that the options of several agents share, each declared once, and the base of those options."""

from __future__ import annotations

from abc import abstractmethod

from longroad._native import (
    MAX_CLUSTERS,
    ExpectimaxSettings,
    MctsSettings,
    MoveFilter,
    NativeAgent,
    Networks,
    OpeningSettings,
    OpponentModel,
    Partner,
    PlannerSettings,
    ValueSettings,
    Weights,
)
from longroad.errors import AgentSpecError, NetworkError
from longroad.models.judge_file import networks_of
from longroad.options import Options, choices_of, option

_PLANNER, _EXPECTIMAX = PlannerSettings(), ExpectimaxSettings()

OPENINGS = option(
    NativeAgent(ValueSettings()).opening_games,
    "Games per decision of the set-up, which then is chosen by simulation; on for "
    f"{OpeningSettings().games}.",
    low=0,
    high=1_000_000,
    words={"off": 0, "on": OpeningSettings().games},
    allowed="on, off or a number of games up to 1000000",
)
OPEN = option(
    NativeAgent(ValueSettings()).open_hands, "Whether it is shown all resource hands, whatever the rules say."
)
OFFERS = option(
    _PLANNER.bargain.offers,
    "Offers per turn at most; 0 for neither offers nor counter-offers.",
    low=0,
    high=200,
)
PARTNER = option(
    _PLANNER.bargain.partner.name,
    "How the others are assumed to answer offers: by what they gain, or by a coin.",
    choices=choices_of(Partner),
)
MOVES = option(
    _EXPECTIMAX.moves.name,
    "Which moves are searched: all, one per class of the game's own, or one per cluster.",
    choices=choices_of(MoveFilter),
)
OPPONENTS = option(
    _EXPECTIMAX.opponents.name,
    "How the others are assumed to play: all against one, each for itself, or only the worst reply.",
    choices=choices_of(OpponentModel),
)
CLASSES = option(_EXPECTIMAX.clusters, "Clusters of moves, with moves=clustered.", low=1, high=MAX_CLUSTERS)
EVAL = option(
    "hand",
    "What judges positions: the hand-written evaluation (hand), the network that ships with Longroad "
    "(network), or one in a file.",
)


def networks_for(name: str) -> Networks | None:
    """The networks of ``eval=name``; None for the hand-written evaluation. Raises AgentSpecError."""
    if name == "hand":
        return None
    try:
        return networks_of(name)
    except NetworkError as error:
        raise AgentSpecError(f"eval: {error}") from None


def judge_as_before(settings: PlannerSettings | MctsSettings) -> None:
    """Lets an agent judge as it did before games of three and four had weights of their own. What the agents
    named ``-1`` play by: they stay as they are, for others to be measured against."""
    settings.judge.many = Weights()
    settings.bargain.too_close = 3


class NativeOptions(Options):
    """Options of an agent that plays natively."""

    @abstractmethod
    def native(self) -> NativeAgent:
        """The agent."""

    def check(self, players: int) -> None:
        """Raises AgentSpecError if the agent cannot play with so many players."""
        name = getattr(self, "eval", "hand")
        networks = networks_for(name)
        if networks is not None and not networks.knows(players):
            raise AgentSpecError(f"eval={name}: no network for games of {players} players there")
