"""How well a planner with these networks plays against native agents."""

from __future__ import annotations

from dataclasses import dataclass

from longroad.agents import make_agent
from longroad.train.planning.pair import JudgePair, planner_with
from longroad.train.run.evaluation import Evaluation, Evaluator, match_evaluation


@dataclass(frozen=True)
class PlannerEvaluator(Evaluator[JudgePair]):
    """Matches of a planner that judges by the networks."""

    threads: int = 1

    def against(self, network: JudgePair, opponent: str, seed: int) -> Evaluation:
        agent = make_agent("planner")
        agent.native = planner_with(network.networks())
        games = self.games // self.rules.players * self.rules.players
        return match_evaluation(agent, opponent, self.rules, games, seed, self.threads)
