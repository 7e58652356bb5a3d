"""Proximal policy optimisation over many games at once: our own way to learn.

All seats of a game are played by the network being trained, but for a share of the games in which a past
version sits in one seat, and others with a native agent there. In the beginning a native agent may look over
its shoulder in some games: what it would have played is learnt along with what paid. Values are of every
seat, so one chain of decisions serves all players (see advantages.py), and 2 to 4 players are the same code.
"""

from __future__ import annotations

import copy
from typing import Any

import torch
from torch import Tensor, nn

from longroad.catan import Rules
from longroad.nets.network import PolicyNetwork
from longroad.train.ppo.advantages import advantages, endings
from longroad.train.ppo.ahead import GamesAhead
from longroad.train.ppo.inference import compiled
from longroad.train.ppo.losses import losses_of
from longroad.train.ppo.moved_boards import MovedBoards
from longroad.train.ppo.ranks import ALONE, Ranks
from longroad.train.ppo.rollout import seats_seen
from longroad.train.ppo.settings import PpoSettings
from longroad.train.ppo.source import Collected, OwnGames, Players, RolloutSource
from longroad.train.run.averaging import average_into
from longroad.train.run.league import League
from longroad.train.run.settings import check_learnable


def _games(
    network: PolicyNetwork,
    rules: Rules,
    settings: PpoSettings,
    *,
    device: torch.device,
    seed: int,
    threads: int,
) -> GamesAhead | OwnGames:
    """The games of this process, as the settings say."""
    games = OwnGames(network, rules, settings, device=device, seed=seed, threads=threads)
    return GamesAhead(games, network) if settings.ahead else games


class PpoTrainer:
    """Asks for a rollout, then learns from it; see train.trainer for the protocol. ``fixed``: a network that
    plays the past versions' seats instead of them. ``source``: where rollouts come from, without it the games
    of this process. ``ranks``: who learns beside this learner; each then learns from batches of its share."""

    def __init__(
        self,
        network: PolicyNetwork,
        rules: Rules,
        settings: PpoSettings,
        *,
        device: torch.device,
        seed: int,
        threads: int = 1,
        fixed: PolicyNetwork | None = None,
        source: RolloutSource | None = None,
        ranks: Ranks = ALONE,
    ) -> None:
        check_learnable(rules)
        self.settings: PpoSettings = settings
        self.rules: Rules = rules
        self.device: torch.device = device
        self.ranks: Ranks = ranks
        self.network: PolicyNetwork = network.to(device)
        self.averaged: PolicyNetwork = copy.deepcopy(self.network).requires_grad_(False)
        self.moves: int = 0
        self.steps: int = 0
        self.source: RolloutSource | GamesAhead | OwnGames = source or _games(
            self.network, rules, settings, device=device, seed=seed, threads=threads
        )
        self.optimizer: torch.optim.Optimizer = torch.optim.Adam(
            self.network.parameters(), lr=settings.learning_rate, eps=1e-5, fused=True
        )
        self._losses = compiled(losses_of(self.network, settings, rules.players, device), device)
        self._moved = MovedBoards(network.codec, device) if settings.symmetries else None
        self._fixed = fixed is not None
        self.league: League[PolicyNetwork] = League(
            self.network, 1 if self._fixed else settings.past_versions
        )
        if fixed is not None:
            self.league.add(0, fixed.state_dict())

    @property
    def playing(self) -> PolicyNetwork:
        """The running mean of the weights."""
        return self.averaged

    def step(self) -> dict[str, float]:
        """One rollout and what is learnt from it."""
        self._refresh_past()
        asks = self._advice_factor() > 0
        collected = self.source.next(Players(self.network, self.league, self.steps, asks))
        self.network.train()
        figures = self._learn(collected)
        if not asks:
            figures = {name: value for name, value in figures.items() if "advice" not in name}
        self.steps += 1
        return figures | self._counted(collected)

    def _counted(self, collected: Collected) -> dict[str, float]:
        """Counts the moves; returns what became of the games, of all learners' games together."""
        rollout = collected.rollout
        steps, games, _ = rollout.shape
        moves = rollout.learnt.sum().item() if self.settings.past_share else steps * games
        ended, turns = rollout.done.sum().item(), rollout.turns.sum().item()
        moves, ended, turns, won, met = self.ranks.totals([moves, ended, turns, *collected.past])
        self.moves += int(moves)
        figures = {
            "games": ended,
            "turns": turns / max(ended, 1),
            "learning_rate": self.optimizer.param_groups[0]["lr"],
        }
        return figures | ({"win/past": won / met} if met else {}) | collected.figures

    def _learn(self, collected: Collected) -> dict[str, float]:
        s, rollout = self.settings, collected.rollout
        gain, returns = advantages(rollout, s.discount, s.trace, s.win - s.loss)
        known, points, left = endings(rollout)
        learnt = rollout.learnt.flatten().nonzero().squeeze(1)
        ours = gain.flatten()[learnt]
        mean, deviation = self.ranks.mean_and_deviation(ours)
        deviation = deviation.clamp(min=s.least_deviation)
        actor = rollout.actor[:-1]
        flat = {
            "observation": rollout.observation.flatten(0, 1),
            "mask": rollout.mask.flatten(0, 1),
            "action": rollout.action.flatten(),
            "old": rollout.log_probability.flatten(),
            "gain": ((gain - mean) / deviation).flatten(),
            "returns": seats_seen(returns, actor).flatten(0, 1),
            "known": known.flatten().float(),
            "points": seats_seen(points, actor).flatten(0, 1),
            "left": left.flatten(),
            "advice": rollout.advice.flatten(),
        }
        fall = self._set_rates()
        factors = {
            "entropy": s.entropy_factor + fall * (s.last_entropy_factor - s.entropy_factor),
            "advice": self._advice_factor(),
        }
        on_device = {name: torch.tensor(factor, device=self.device) for name, factor in factors.items()}
        totals: dict[str, Tensor] = {}
        self.optimizer.zero_grad(set_to_none=True)  # of a step that failed
        batches, planned = 0, self._batches(collected.orders)
        for rows in planned:
            batch = {name: values.index_select(0, rows) for name, values in flat.items()}
            if self._moved is not None:
                batch = self._moved.moved(batch, batches)
            losses = self._losses(batch, on_device)
            if s.most_divergence and batches and self._divergence(losses) > s.most_divergence:
                break
            losses["loss/all"].backward()
            self.ranks.average_gradients(self.network)
            losses["gradient"] = nn.utils.clip_grad_norm_(self.network.parameters(), s.gradient_norm)
            self.optimizer.step()
            self.optimizer.zero_grad(set_to_none=True)
            average_into(self.averaged, self.network, s.average)
            batches += 1
            for name, value in losses.items():
                totals[name] = totals.get(name, 0) + value.detach()
        spread = returns.flatten(0, 1) - rollout.values[:-1].flatten(0, 1)
        explained = 1 - spread.var() / (returns.var() + 1e-8)
        figures = {name: total / batches for name, total in totals.items()}
        figures |= {"value/explained": explained, "advantage/deviation": deviation}
        means = self.ranks.averaged(torch.stack(list(figures.values()))).tolist()
        return dict(zip(figures, means, strict=True)) | {"batches/learnt": batches / len(planned)}

    def _divergence(self, losses: dict[str, Tensor]) -> float:
        return self.ranks.averaged(losses["divergence"]).item()

    def _batches(self, orders: list[Tensor]) -> list[Tensor]:
        """The rows of every batch of an iteration; as many as every learner has."""
        batch = self.settings.batch // self.ranks.size
        count = self.ranks.least(min(len(order) for order in orders))
        return [rows for order in orders for rows in torch.split(order, batch)[: max(count // batch, 1)]]

    def _set_rates(self) -> float:
        """Sets the learning rate; returns how far it has fallen, 0 to 1."""
        s = self.settings
        fall = min(self.moves / s.anneal_moves, 1.0) if s.anneal_moves else 0.0
        for group in self.optimizer.param_groups:
            group["lr"] = s.learning_rate * (1 - 0.9 * fall)
        return fall

    def _advice_factor(self) -> float:
        s = self.settings
        return s.advice_factor * max(1 - self.moves / s.advice_moves, 0.0) if s.advisers else 0.0

    def _refresh_past(self) -> None:
        s = self.settings
        due = s.past_share and not self._fixed and self.steps % s.past_interval == 0
        if not due or self.steps in self.league.steps:  # a step that failed is made again
            return
        self.league.add(self.steps, self.network.state_dict())

    def state_dict(self) -> dict[str, Any]:
        """Everything needed to resume."""
        return {**self.learnt_state(), **self.source.state_dict()}

    def learnt_state(self) -> dict[str, Any]:
        """The same without the games and the generators that they are played with."""
        return {
            "network": self.network.state_dict(),
            "averaged": self.averaged.state_dict(),
            "optimizer": self.optimizer.state_dict(),
            "league": self.league.state_dict(),
            "moves": self.moves,
            "steps": self.steps,
        }

    def load_state_dict(self, state: dict[str, Any]) -> None:
        """Resumes from there; from new games if the state has those of another kind of source."""
        self.network.load_state_dict(state["network"])
        self.averaged.load_state_dict(state["averaged"])
        self.optimizer.load_state_dict(state["optimizer"])
        self.league.load_state_dict(state["league"])
        self.source.load_state_dict(state)
        self.moves = state["moves"]
        self.steps = state["steps"]
