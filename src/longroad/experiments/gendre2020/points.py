"""Figure 8: with how many points games end."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from longroad.catan import Rules
from longroad.experiments.folder import ResultFolder
from longroad.experiments.gendre2020.budgets import Budget, Learner
from longroad.experiments.gendre2020.learning import finished_weights
from longroad.experiments.gendre2020.lessons import RULES, network_from
from longroad.experiments.request import Request
from longroad.jobs import Each, Here


@dataclass(frozen=True)
class Points:
    """What a finished network's games against an opponent came to."""

    opponent: str
    games: int
    wins: int
    #: Games that the network, and the opponent, ended with 0, 1, 2, ... points.
    ours: list[int]
    theirs: list[int]


@dataclass(frozen=True, eq=False)
class Final:
    """Games of a network with these weights against an opponent."""

    opponent: str
    learner: Learner
    budget: Budget
    weights: bytes
    seed: int

    @property
    def part(self) -> str:
        """Their name in the folder."""
        return f"points-{self.opponent}"


def final_points(folder: ResultFolder, learner: Learner, budget: Budget, request: Request) -> list[Points]:
    """The finished network against each opponent of the budget."""
    weights = finished_weights(folder.path, learner)
    finals = [Final(opponent, learner, budget, weights, request.seed) for opponent in budget.opponents]
    missing = [final for final in finals if not folder.has(final.part)]
    for done in (request.runner or Here(request.cores)).run(Each(_played, threaded=True), missing):
        folder.part(done.job.part, lambda played=done.result: played)  # type: ignore[misc]
    kept = {final.opponent: folder.part(final.part, dict) for final in finals}
    return [
        Points(opponent, one["games"], one["wins"], list(one["ours"]), list(one["theirs"]))
        for opponent, one in kept.items()
    ]


def _played(final: Final, threads: int) -> dict[str, Any]:
    from longroad.train.run.evaluation import evaluate

    found = evaluate(
        network_from(final.weights, final.learner.network).to(final.budget.device),
        final.opponent,
        rules=Rules.preset(RULES),
        games=final.budget.final_games,
        seed=final.seed + 1,
        sample=final.budget.sample,
        threads=threads,
    )
    ours, theirs = found.distribution
    return {"games": found.games, "wins": found.wins, "ours": ours, "theirs": theirs}
