"""Self-play for learning on a Ray cluster: actors play with the learner's latest weights, one learner or
several learn from it. The learner is PPO's own (longroad.train.ppo); only where its rollouts come from is
another."""

from longroad.scale.selfplay.plan import STALENESS, Plan, planned
from longroad.scale.selfplay.runs import self_play

__all__ = ["STALENESS", "Plan", "planned", "self_play"]
