"""Agents that draw their moves, look one or a few plies ahead, or plan their turn."""

from __future__ import annotations

from longroad._native import (
    ExpectimaxSettings,
    MoveFilter,
    NativeAgent,
    OpponentModel,
    Partner,
    PlannerSettings,
    Policy,
    ValueSettings,
)
from longroad.catan.native_agents.fields import (
    CLASSES,
    EVAL,
    MOVES,
    OFFERS,
    OPEN,
    OPENINGS,
    OPPONENTS,
    PARTNER,
    NativeOptions,
    judge_as_before,
    networks_for,
)
from longroad.errors import AgentSpecError
from longroad.options import option, options
from longroad.options.search_limits import DEPTH, MAX_NODES, SECONDS

_PLANNER = PlannerSettings()


@options(AgentSpecError)
class RandomOptions(NativeOptions):
    """Of ``random``."""

    by: str = option(
        "action",
        "What is equally likely: every action, or every kind of action and then every action of the kind.",
        choices=("action", "kind"),
    )

    @property
    def policy(self) -> Policy:
        """How it draws its moves."""
        return Policy.kind if self.by == "kind" else Policy.random

    def native(self) -> NativeAgent:
        return NativeAgent(self.policy)


@options(AgentSpecError)
class WeightedOptions(NativeOptions):
    """Of ``weighted``: there are none."""

    @property
    def policy(self) -> Policy:
        """How it draws its moves."""
        return Policy.typed

    def native(self) -> NativeAgent:
        return NativeAgent(self.policy)


@options(AgentSpecError)
class ValueOptions(NativeOptions):
    """Of ``value``."""

    eval: str = EVAL
    openings: int = OPENINGS
    open: bool = OPEN

    def native(self) -> NativeAgent:
        settings = ValueSettings()
        settings.judge.networks = networks_for(self.eval)
        return NativeAgent(settings, self.open, self.openings)


@options(AgentSpecError)
class ExpectimaxOptions(NativeOptions):
    """Of ``expectimax``."""

    depth: int = DEPTH
    moves: str = MOVES
    opponents: str = OPPONENTS
    classes: int = CLASSES
    eval: str = EVAL
    seconds: float = SECONDS
    max_nodes: int = MAX_NODES
    openings: int = OPENINGS
    open: bool = OPEN

    def native(self) -> NativeAgent:
        settings = ExpectimaxSettings()
        settings.search.depth = self.depth
        settings.search.seconds = self.seconds
        settings.search.max_nodes = self.max_nodes
        settings.moves = MoveFilter[self.moves]
        settings.opponents = OpponentModel[self.opponents]
        settings.clusters = self.classes
        settings.networks = networks_for(self.eval)
        return NativeAgent(settings, self.open, self.openings)


@options(AgentSpecError)
class PlannerOptions(NativeOptions):
    """Of ``planner``."""

    beam: int = option(_PLANNER.beam, "Plans kept at each step.", low=1, high=1000)
    steps: int = option(_PLANNER.steps, "Actions of a plan at most.", low=1, high=100)
    eval: str = EVAL
    race: float = option(
        _PLANNER.judge.race, "Weight of the race to the target beside the evaluation.", low=0, high=100
    )
    temperature: float = option(
        0.0,
        "For weaker opponents: above 0, moves are drawn, a move that is worth a temperature less (in victory "
        "points) 2.7 times less often.",
        low=0,
        high=100,
    )
    offers: int = OFFERS
    partner: str = PARTNER
    openings: int = OPENINGS
    open: bool = OPEN

    def settings(self) -> PlannerSettings:
        """How it plays."""
        settings = PlannerSettings()
        settings.beam = self.beam
        settings.steps = self.steps
        settings.temperature = self.temperature
        settings.judge.race = self.race
        settings.judge.networks = networks_for(self.eval)
        settings.bargain.offers = self.offers
        settings.bargain.partner = Partner[self.partner]
        return settings

    def native(self) -> NativeAgent:
        return NativeAgent(self.settings(), self.open, self.openings)


@options(AgentSpecError)
class Planner1Options(PlannerOptions):
    """Of ``planner-1``."""

    def settings(self) -> PlannerSettings:
        settings = super().settings()
        judge_as_before(settings)
        return settings
