"""Advantage actor-critic against past versions of oneself, after Gendre & Kaneko (2020).

Workers play games against a past version of the network, each against another one. What the learner does
there between its own decisions, (s, a, r, s'), is collected by worker; as soon as a worker has a batch it is
learnt from, and the next decisions are taken with the new weights. Every so many training steps the worker
with the oldest opponent gets the newest weights instead. The loss of a move, gamma being 1:

    A = r + v(s') - v(s)
    policy * -ln p(a) A  +  value * A^2 / 2 (s' held fixed)  -  entropy * H(p)  +  activity * sum of squared
    logits (illegal ones, too)

as a mean over the batch, and the sum of squared weights. What the paper leaves open is a setting (the
optimizer) or said in docs/explanation/learning.md. Forced moves are learnt from like all others (unless the
setting says no), but nobody is asked for them, and they are made first, so that networks are asked about many
positions at once; an opponent is asked when enough of its worker's games wait for it.
"""

from __future__ import annotations

from typing import Any

import numpy as np
import numpy.typing as npt
import torch
from torch import Tensor, nn

from longroad.catan import Rewards, Rules, VectorEnv
from longroad.errors import TrainingError
from longroad.nets.network import Heads, PolicyNetwork
from longroad.train.a2c.experience import Batch, Experience
from longroad.train.a2c.settings import A2cSettings
from longroad.train.run.choosing import Actions, Flags, ask, forced
from longroad.train.run.league import League
from longroad.train.run.settings import check_learnable

#: A share of the games.
_FEW = 0.1


class A2cTrainer:
    """See train.trainer for the protocol. ``fixed``: a network that is every worker's opponent from beginning
    to end."""

    def __init__(
        self,
        network: PolicyNetwork,
        rules: Rules,
        settings: A2cSettings,
        *,
        device: torch.device,
        seed: int,
        threads: int = 1,
        fixed: PolicyNetwork | None = None,
    ) -> None:
        if rules.players != 2:
            raise TrainingError(f"rules with {rules.players} players: this way of learning is for 2")
        check_learnable(rules)
        s = settings
        self.settings: A2cSettings = s
        self.device: torch.device = device
        self.network: PolicyNetwork = network.to(device)
        self.moves: int = 0
        self.steps: int = 0
        self.batches: int = 0
        self.games_played: int = 0
        self.optimizer: torch.optim.Optimizer = _optimizer(self.network, s)
        self.league: League[PolicyNetwork] = League(self.network, s.workers)
        self._fixed = fixed is not None
        for _ in range(s.workers):
            self.league.add(0, (self.network if fixed is None else fixed).state_dict())
        self.generator: torch.Generator = torch.Generator(device).manual_seed(seed % 2**63)
        total = s.workers * s.games
        self._env = VectorEnv(
            rules,
            games=total,
            seed=seed,
            threads=threads,
            space=network.codec,
            encoding=network.encoding,
            reward=Rewards(s.win_reward, -s.win_reward, s.point_reward),
        )
        self._seat = (np.arange(total) % 2).astype(np.uint8)  # the learner's, changing from game to game
        self._experience = Experience(
            s.workers, s.games, s.batch, self._env.observation.shape[1], self._env.actions
        )
        self._sums: dict[str, Tensor] = {}
        self._ends = np.zeros(4)  # games ended, won by the learner, its points, turns

    @property
    def playing(self) -> PolicyNetwork:
        """The network itself."""
        return self.network

    @property
    def training_steps(self) -> float:
        """In the paper's measure."""
        return self.batches / self.settings.training_step

    def step(self) -> dict[str, float]:
        """Plays and learns until some batches were learnt from."""
        self._sums, self._ends = {}, np.zeros(4)
        goal = self.batches + self.settings.report_batches
        while self.batches < goal:
            self._play()
            for worker in self._experience.full():
                while worker in self._experience.full():
                    self._learn(self._experience.take(worker))
        self.steps += 1
        return self._figures(self.batches - goal + self.settings.report_batches)

    def _figures(self, batches: int) -> dict[str, float]:
        figures = {name: (total / batches).item() for name, total in self._sums.items()}
        games, won, points, turns = self._ends.tolist()
        figures |= {"games": games, "learning_rate": self.optimizer.param_groups[0]["lr"]}
        figures["league/oldest"] = min(step for step in self.league.steps if step is not None)
        if games:
            figures |= {"win/past": won / games, "points": points / games, "turns": turns / games}
        return figures

    # -- playing

    def _play(self) -> None:
        """One decision in every game that is not kept waiting: first where there is no choice, and once these
        are few, in all."""
        env = self._env
        actions, only = forced(env.mask)
        learner = env.actor == self._seat
        if only.mean() > _FEW:
            actions[~only] = -1
            learner &= only
        else:
            self._ask_opponents(actions, ~learner & ~only)
            asked = np.flatnonzero(learner & ~only)
            if len(asked):
                actions[asked] = ask(self.network, env.observation[asked], env.mask[asked], self.generator)
        deciding = np.flatnonzero(learner if self.settings.forced else learner & ~only)
        self._experience.decide(deciding, env.observation[deciding], env.mask[deciding], actions[deciding])
        env.step(actions)
        ended = np.flatnonzero(env.done)
        if len(ended):
            self._experience.end(ended, self._rewards(ended))
            self._seat[ended] ^= 1
            self.games_played += len(ended)

    def _ask_opponents(self, actions: Actions, waiting: Flags) -> None:
        """Fills in the opponents' moves where they are asked now, -1 where they are not. Workers whose
        opponents are the same version are asked for together."""
        s, env = self.settings, self._env
        counts = waiting.reshape(s.workers, s.games).sum(1)
        actions[waiting] = -1
        asked = (counts == s.games) | (counts >= max(s.gather * s.games, 1))
        versions = np.array(self.league.steps)
        for version in np.unique(versions[asked]):
            workers = asked & (versions == version)
            rows = np.flatnonzero(waiting & np.repeat(workers, s.games))
            opponent = self.league.networks[int(workers.argmax())]
            actions[rows] = ask(opponent, env.observation[rows], env.mask[rows], self.generator)

    def _rewards(self, ended: npt.NDArray[np.intp]) -> npt.NDArray[np.float32]:
        """The learner's, of games that the last step ended; their figures are counted."""
        env, seat = self._env, self._seat[ended]
        won, points = env.winner[ended] == seat, env.points[ended, seat]
        self._ends += (len(ended), won.sum(), points.sum(), env.turns[ended].sum())
        rewards: npt.NDArray[np.float32] = env.rewards[ended, seat]
        return rewards

    # -- learning

    def _learn(self, batch: Batch) -> None:
        s = self.settings
        self.optimizer.param_groups[0]["lr"] = s.learning_rate / (1 + s.decay * self.training_steps)
        losses = a2c_losses(self.network, batch, s, self.device)
        self.optimizer.zero_grad(set_to_none=True)
        losses["loss"].backward()  # type: ignore[no-untyped-call]
        if s.gradient_norm:
            losses["gradient"] = nn.utils.clip_grad_norm_(self.network.parameters(), s.gradient_norm)
        self.optimizer.step()
        for name, value in losses.items():
            self._sums[name] = self._sums.get(name, 0) + value.detach()
        self.batches += 1
        self.moves += s.batch
        every = round(s.refresh * s.training_step) or 1
        if self.batches % every == 0 and not self._fixed:
            self.league.add(self.batches, self.network.state_dict())

    # -- resuming

    def state_dict(self) -> dict[str, Any]:
        """Everything needed to resume."""
        return {
            "network": self.network.state_dict(),
            "optimizer": self.optimizer.state_dict(),
            "league": self.league.state_dict(),
            "generator": self.generator.get_state(),
            "env": torch.from_numpy(self._env.save()),
            "seat": torch.from_numpy(self._seat.copy()),
            "experience": self._experience.state_dict(),
            **{name: getattr(self, name) for name in _COUNTERS},
        }

    def load_state_dict(self, state: dict[str, Any]) -> None:
        """Resumes from there."""
        self.network.load_state_dict(state["network"])
        self.optimizer.load_state_dict(state["optimizer"])
        self.league.load_state_dict(state["league"])
        self.generator.set_state(state["generator"])
        self._env.restore(state["env"].numpy())
        self._seat[:] = state["seat"].numpy()
        self._experience.load_state_dict(state["experience"])
        for name in _COUNTERS:
            setattr(self, name, state[name])


_COUNTERS = ("moves", "steps", "batches", "games_played")


def a2c_losses(network: nn.Module, batch: Batch, s: A2cSettings, device: torch.device) -> dict[str, Tensor]:
    """The loss of a batch (``loss``, but for that of the weights, which the optimizer adds) and its parts."""
    n = len(batch.action)
    observation, mask, action, reward, after, over = (
        torch.from_numpy(rows).to(device, non_blocking=True)
        for rows in (batch.observation, batch.mask, batch.action, batch.reward, batch.after, batch.over)
    )
    heads: Heads = network(observation)
    values, logits = heads.values[:, 0].float(), heads.logits[:n].float()
    later = values.detach()[after].masked_fill(over, 0.0)
    difference = reward + later - values[:n]
    advantage = difference.detach()
    log_p = logits.masked_fill(~mask, -torch.inf).log_softmax(1)
    policy = -(log_p.gather(1, action.unsqueeze(1)).squeeze(1) * advantage).mean()
    value = 0.5 * difference.square().mean()
    entropy = -(log_p.exp() * log_p.masked_fill(~mask, 0.0)).sum(1).mean()
    activity = logits.square().sum(1).mean()
    loss = (
        s.policy_factor * policy
        + s.value_factor * value
        - s.entropy_factor * entropy
        + s.activity_factor * activity
    )
    return {
        "loss": loss,
        "loss/policy": policy,
        "loss/value": value,
        "entropy": entropy,
        "activity": activity,
        "value/mean": values[:n].mean(),
        "value/spread": values[:n].std(unbiased=False),
    }


def _optimizer(network: nn.Module, s: A2cSettings) -> torch.optim.Optimizer:
    """The factor of the squared weights goes in as twice as much decay of the gradient's kind."""
    decay = 2 * s.weight_factor
    if s.optimizer == "sgd":
        return torch.optim.SGD(network.parameters(), lr=s.learning_rate, weight_decay=decay)
    if s.optimizer == "rmsprop":
        return torch.optim.RMSprop(
            network.parameters(), lr=s.learning_rate, alpha=0.9, eps=1e-7, weight_decay=decay
        )
    return torch.optim.Adam(
        network.parameters(), lr=s.learning_rate, eps=1e-7, weight_decay=decay, fused=True
    )
