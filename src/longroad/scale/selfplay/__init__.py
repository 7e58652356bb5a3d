"""Self-play for learning on a Ray cluster: actors play with the learner's latest weights, one learner or
several learn from it. The learners are those of one process (longroad.train.ppo, longroad.train.expert); only
where their rollouts or lessons come from is another."""

from longroad.scale.selfplay.plan import STALENESS, Plan, planned, planned_searches
from longroad.scale.selfplay.runs import search_play, self_play

__all__ = ["STALENESS", "Plan", "planned", "planned_searches", "search_play", "self_play"]
