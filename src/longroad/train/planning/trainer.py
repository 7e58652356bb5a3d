"""The learner: play games in which planners draw their moves, then let both networks learn from them."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
import torch

from longroad._native import Learner, Lesson, NativeAgent, play_lessons
from longroad.catan.native_agents import native_agent
from longroad.catan.rules import Rules
from longroad.games import game_of
from longroad.train.judge.network import JudgeNetwork
from longroad.train.planning.pair import JudgePair, planner_with
from longroad.train.planning.settings import PlanningSettings
from longroad.train.ppo.native_shares import shares_of
from longroad.train.run.league import League

#: Gradients of the network of outcomes come from fewer decisions, so its batches are smaller.
_CRITIC_BATCHES = 2


class PlanningTrainer:
    """See longroad.train.run.trainer. Playing and learning are native; PyTorch holds the weights."""

    def __init__(self, settings: PlanningSettings, *, seed: int, threads: int = 1) -> None:
        torch.manual_seed(seed)
        self.settings: PlanningSettings = settings
        self.seed: int = seed
        self.threads: int = threads
        self.rules: Rules = Rules.from_text(settings.rules)
        self.network: JudgePair = JudgePair(self.rules.players)
        self.playing: JudgePair = JudgePair(self.rules.players)
        if settings.start != "none":
            self.network.load(settings.start)
        self.playing.load_state_dict(self.network.state_dict())
        self.league: League[JudgePair] = League(self.network, settings.past_versions)
        self.learners: dict[str, Learner] = {
            name: _learner(getattr(self.network, name)) for name in ("outcome", "moves")
        }
        self.moves: int = 0
        self.steps: int = 0
        self.games: int = 0

    def step(self) -> dict[str, float]:
        """Plays some games and learns from them."""
        if self.steps % self.settings.past_interval == 0:
            self.league.add(self.steps, self.network.state_dict())
        lessons, figures = self._play()
        learn = self.settings.learning(self.moves, self.settings.batch)
        policy, critic = self.learners["moves"], self.learners["outcome"]
        policy.recompute(lessons.policy, learn, self.threads)
        for epoch in range(self.settings.epochs):
            seen = policy.learn(lessons.policy, Lesson.policy, learn, self._draw(epoch), self.threads)
        fewer = self.settings.learning(self.moves, max(self.settings.batch // _CRITIC_BATCHES, 1))
        outcome = critic.learn(lessons.critic, Lesson.critic, fewer, self._draw(-1), self.threads)
        self._take_weights()
        self.moves += len(lessons.policy)
        self.steps += 1
        return figures | {
            "loss/policy": seen.loss,
            "loss/outcome": outcome.loss,
            "divergence": seen.divergence,
            "clipped": seen.clipped,
            "entropy": seen.entropy,
            "learning_rate": learn.learning_rate,
            "games": float(self.games),
        }

    def _play(self) -> tuple[Any, dict[str, float]]:
        """A step's games, some of them against others; and how those ended."""
        networks = self.network.networks()
        student, players = planner_with(networks), self.rules.players
        setup, figures = game_of(self.rules).setup(self.rules), {}
        tables: list[tuple[str, float, NativeAgent]] = [
            (f"win/{spec}", share, native_agent(spec)) for share, spec in shares_of(self.settings.opponents)
        ]
        if self.settings.past_share and len(self.league):
            places = self.league.by_age()
            past = self.league.networks[places[self.steps % len(places)]]
            tables.append(("win/past", self.settings.past_share, planner_with(past.networks())))
        own = self.settings.games - sum(int(share * self.settings.games) for _, share, _ in tables)

        def played(agents: Sequence[NativeAgent], students: int, games: int, which: int) -> Any:
            return play_lessons(
                setup,
                agents,
                students,
                networks,
                self._draw(-2 - which),
                0,
                games,
                self.settings.policy,
                self.threads,
            )

        lessons = played([student] * players, (1 << players) - 1, own, 0)
        seats = (players + 1) // 2  # of students, where others play too
        for which, (name, share, other) in enumerate(tables, 1):
            games = int(share * self.settings.games)
            if not games:
                continue
            table = [student] * seats + [other] * (players - seats)
            found = played(table, (1 << seats) - 1, games, which)
            won = np.asarray(found.winners)
            figures[name] = float((won < seats).mean() / seats)
            lessons.policy.append(found.policy)
            lessons.critic.append(found.critic)
        self.games += self.settings.games
        return lessons, figures

    def _draw(self, use: int) -> int:
        """A seed of this step, another one for every use."""
        entropy = np.random.SeedSequence([self.seed, self.steps, use + 64])
        return int(entropy.generate_state(1, np.uint64)[0])

    def _take_weights(self) -> None:
        for name, learner in self.learners.items():
            getattr(self.network, name).load_flat(learner.weights)
        with torch.no_grad():
            for mean, now in zip(self.playing.parameters(), self.network.parameters(), strict=True):
                mean.lerp_(now, 1 - self.settings.average)

    def state_dict(self) -> dict[str, Any]:
        """Everything that the next step depends on."""
        return {
            "network": self.network.state_dict(),
            "playing": self.playing.state_dict(),
            "league": self.league.state_dict(),
            "moves": self.moves,
            "steps": self.steps,
            "games": self.games,
            "learners": {
                name: {
                    "mean": torch.from_numpy(one.mean),
                    "square": torch.from_numpy(one.square),
                    "steps": one.steps,
                }
                for name, one in self.learners.items()
            },
        }

    def load_state_dict(self, state: dict[str, Any]) -> None:
        """Resumes from there."""
        self.network.load_state_dict(state["network"])
        self.playing.load_state_dict(state["playing"])
        self.league.load_state_dict(state["league"])
        self.moves = state["moves"]
        self.steps = state["steps"]
        self.games = state["games"]
        for name, kept in state["learners"].items():
            learner = _learner(getattr(self.network, name))
            learner.mean, learner.square = kept["mean"].numpy(), kept["square"].numpy()
            learner.steps = kept["steps"]
            self.learners[name] = learner


def _learner(network: JudgeNetwork) -> Learner:
    made = Learner()
    made.weights = network.flat()
    return made
