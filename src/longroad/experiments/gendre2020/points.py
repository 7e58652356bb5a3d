"""Figure 8: with how many points games end."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from longroad.catan import Rules
from longroad.experiments.folder import ResultFolder
from longroad.experiments.gendre2020.budgets import Budget, Learner
from longroad.experiments.gendre2020.learning import RULES, trained


@dataclass(frozen=True)
class Points:
    """What a finished network's games against an opponent came to."""

    opponent: str
    games: int
    wins: int
    #: Games that the network, and the opponent, ended with 0, 1, 2, ... points.
    ours: list[int]
    theirs: list[int]


def final_points(
    folder: ResultFolder, learner: Learner, budget: Budget, seed: int, threads: int
) -> list[Points]:
    """The finished network against each opponent of the budget."""
    return [_against(folder, learner, budget, opponent, seed, threads) for opponent in budget.opponents]


def _against(
    folder: ResultFolder, learner: Learner, budget: Budget, opponent: str, seed: int, threads: int
) -> Points:
    def compute() -> dict[str, Any]:
        from longroad.train.run.evaluation import evaluate

        found = evaluate(
            trained(folder.path, learner).to(budget.device),
            opponent,
            rules=Rules.preset(RULES),
            games=budget.final_games,
            seed=seed + 1,
            sample=budget.sample,
            threads=threads,
        )
        ours, theirs = found.distribution
        return {"games": found.games, "wins": found.wins, "ours": ours, "theirs": theirs}

    kept = folder.part(f"points-{opponent}", compute)
    return Points(opponent, kept["games"], kept["wins"], list(kept["ours"]), list(kept["theirs"]))
