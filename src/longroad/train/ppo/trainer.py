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

from longroad.catan import Rewards, Rules
from longroad.nets.network import FORBIDDEN, Heads, PolicyNetwork
from longroad.train.ppo.advantages import advantages, endings
from longroad.train.ppo.collector import Collector
from longroad.train.ppo.inference import Inferences, compiled
from longroad.train.ppo.moved_boards import MovedBoards
from longroad.train.ppo.native_shares import advised, seated, shares_of
from longroad.train.ppo.rollout import Rollout, seats_seen
from longroad.train.ppo.settings import PpoSettings
from longroad.train.run.league import League
from longroad.train.run.settings import check_learnable


class PpoTrainer:
    """Collects, then learns; see train.trainer for the protocol. ``fixed``: a network that plays the past
    versions' seats instead of them."""

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
    ) -> None:
        check_learnable(rules)
        self.settings, self.rules, self.device = settings, rules, device
        self.network = network.to(device)
        self.averaged = copy.deepcopy(self.network).requires_grad_(False)
        self.moves = self.steps = 0
        self._inferences = Inferences(self.network, device)
        opponents, advisers = shares_of(settings.opponents), shares_of(settings.advisers)
        self.collector = Collector(
            rules,
            space=network.codec,
            games=settings.games,
            steps=settings.steps,
            groups=settings.groups,
            device=device,
            seed=seed,
            threads=threads,
            reward=Rewards(settings.win, settings.loss, settings.point),
            opponents=seated(opponents, settings.games, settings.groups, rules.players),
            advisers=advised(advisers, opponents, settings.games, settings.groups),
            spread=settings.spread,
            luck=settings.luck or None,
        )
        self.optimizer = torch.optim.Adam(
            self.network.parameters(), lr=settings.learning_rate, eps=1e-5, fused=True
        )
        self._losses = compiled(self._batch_losses, device)
        self._moved = MovedBoards(network.codec, device) if settings.symmetries else None
        self._fixed = fixed is not None
        self.league = League(self.network, 1 if self._fixed else settings.past_versions)
        self._past = [self._inferences.of(version) for version in self.league.networks]
        if fixed is not None:
            self.league.add(0, fixed.state_dict())
            self._seat_past()

    @property
    def playing(self) -> PolicyNetwork:
        """The running mean of the weights."""
        return self.averaged

    def step(self) -> dict[str, float]:
        """One rollout and what is learnt from it."""
        s = self.settings
        self._refresh_past()
        self.network.eval()
        self.collector.asks = self._advice_factor() > 0
        rollout = self.collector.collect(self._inferences.of(self.network))
        self.network.train()
        figures = self._learn(rollout)
        if not self.collector.asks:
            figures = {name: value for name, value in figures.items() if "advice" not in name}
        self.steps += 1
        ended = rollout.done.sum().item()
        figures["games"] = ended
        figures["turns"] = (rollout.turns.sum() / max(ended, 1)).item()
        figures["learning_rate"] = self.optimizer.param_groups[0]["lr"]
        figures |= self._against_past(rollout)
        self.moves += int(rollout.learnt.sum().item()) if s.past_share else s.games * s.steps
        return figures

    def _learn(self, rollout: Rollout) -> dict[str, float]:
        s = self.settings
        gain, returns = advantages(rollout, s.discount, s.trace, s.win - s.loss)
        known, points, left = endings(rollout)
        learnt = rollout.learnt.flatten().nonzero().squeeze(1)
        ours = gain.flatten()[learnt]
        mean, deviation = ours.mean(), ours.std().clamp(min=s.least_deviation)
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
        batches, planned = 0, self._batches(learnt)
        for rows in planned:
            batch = {name: values.index_select(0, rows) for name, values in flat.items()}
            if self._moved is not None:
                batch = self._moved.moved(batch, batches)
            losses = self._losses(batch, on_device)
            if s.most_divergence and batches and losses["divergence"].item() > s.most_divergence:
                break
            losses["loss/all"].backward()
            losses["gradient"] = nn.utils.clip_grad_norm_(self.network.parameters(), s.gradient_norm)
            self.optimizer.step()
            self.optimizer.zero_grad(set_to_none=True)
            self._average()
            batches += 1
            for name, value in losses.items():
                totals[name] = totals.get(name, 0) + value.detach()
        spread = returns.flatten(0, 1) - rollout.values[:-1].flatten(0, 1)
        explained = 1 - spread.var() / (returns.var() + 1e-8)
        return {name: (total / batches).item() for name, total in totals.items()} | {
            "value/explained": explained.item(),
            "advantage/deviation": deviation.item(),
            "batches/learnt": batches / len(planned),
        }

    def _batches(self, learnt: Tensor) -> list[Tensor]:
        """The rows of every batch of an iteration, in an order of their own in each epoch."""
        planned: list[Tensor] = []
        for _ in range(self.settings.epochs):
            order = torch.randperm(len(learnt), device=self.device, generator=self.collector.generator)
            batch = self.settings.batch
            planned += torch.split(learnt[order], batch)[: max(len(learnt) // batch, 1)]
        return planned

    def _batch_losses(self, batch: dict[str, Tensor], factors: dict[str, Tensor]) -> dict[str, Tensor]:
        s = self.settings
        with torch.autocast(self.device.type, torch.bfloat16, enabled=self.device.type == "cuda"):
            heads: Heads = self.network(batch["observation"])
        log_p = heads.logits.float().masked_fill(~batch["mask"], FORBIDDEN).log_softmax(1)
        chosen = log_p.gather(1, batch["action"].unsqueeze(1)).squeeze(1)
        ratio = (chosen - batch["old"]).exp()
        gain = batch["gain"]
        policy = -torch.minimum(ratio * gain, ratio.clamp(1 - s.clip, 1 + s.clip) * gain).mean()
        entropy = -(log_p.exp() * log_p.masked_fill(~batch["mask"], 0)).sum(1).mean()
        value = value_loss(heads, batch["returns"])
        loss = policy + s.value_factor * value - factors["entropy"] * entropy
        losses = {"loss/policy": policy, "loss/value": value, "entropy": entropy}
        if heads.points is not None and heads.turns is not None:
            players = self.rules.players
            points = (heads.points[:, :players].float() - batch["points"] / 10).square().mean(1)
            turns = nn.functional.smooth_l1_loss(heads.turns.float(), batch["left"] / 100, reduction="none")
            extra = ((points + turns) * batch["known"]).sum() / batch["known"].sum().clamp(min=1)
            loss = loss + s.extra_factor * extra
            losses["loss/extra"] = extra
        if s.advisers:
            was_told = (batch["advice"] >= 0).float()
            advice = batch["advice"].clamp(min=0)
            surprise = -log_p.gather(1, advice.unsqueeze(1)).squeeze(1) * was_told
            told = was_told.sum().clamp(min=1)
            losses["loss/advice"] = surprise.sum() / told
            losses["advice/followed"] = ((log_p.argmax(1) == advice) * was_told).sum() / told
            loss = loss + factors["advice"] * losses["loss/advice"]
        if s.activity_factor:
            losses["activity"] = heads.logits.float().square().sum(1).mean()
            loss = loss + s.activity_factor * losses["activity"]
        losses["loss/all"] = loss
        losses["clipped"] = ((ratio - 1).abs() > s.clip).float().mean()
        losses["divergence"] = (ratio - 1 - (chosen - batch["old"])).mean()
        return losses

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

    @torch.no_grad()
    def _average(self) -> None:
        pairs = zip(self.averaged.parameters(), self.network.parameters(), strict=True)
        old, new = zip(*pairs, strict=True)
        torch._foreach_lerp_(list(old), [p.detach() for p in new], 1 - self.settings.average)

    def _refresh_past(self) -> None:
        s = self.settings
        if self._fixed or not s.past_share or self.steps % s.past_interval:
            return
        self.league.add(self.steps, self.network.state_dict())
        self._seat_past()

    def _seat_past(self) -> None:
        versions = [self._past[place] for place in self.league.by_age()]
        self.collector.seat_past(self.settings.past_share, versions)

    def _against_past(self, rollout: Rollout) -> dict[str, float]:
        """The learner's win rate in the games against past versions that ended."""
        won = games = 0.0
        for group in self.collector._groups:
            for seats in group.past:
                rows = torch.arange(seats.first, seats.end, device=self.device)
                done = rollout.done[:, group.first + rows]
                reward = rollout.reward[:, group.first + rows]
                theirs = reward.gather(
                    2, (rows % self.rules.players).expand(len(reward), -1).unsqueeze(2)
                ).squeeze(2)
                games += done.sum().item()
                won += (done & (theirs <= (self.settings.win + self.settings.loss) / 2)).sum().item()
        return {"win/past": won / games} if games else {}

    def state_dict(self) -> dict[str, Any]:
        """Everything needed to resume."""
        return {
            "network": self.network.state_dict(),
            "averaged": self.averaged.state_dict(),
            "optimizer": self.optimizer.state_dict(),
            "generator": self.collector.generator.get_state(),
            "league": self.league.state_dict(),
            "games": self.collector.save_games() if self.settings.keep_games else [],
            "moves": self.moves,
            "steps": self.steps,
        }

    def load_state_dict(self, state: dict[str, Any]) -> None:
        """Resumes from there."""
        self.network.load_state_dict(state["network"])
        self.averaged.load_state_dict(state["averaged"])
        self.optimizer.load_state_dict(state["optimizer"])
        self.collector.generator.set_state(state["generator"].cpu())
        self.league.load_state_dict(state["league"])
        self._seat_past()
        self.collector.restore_games(state["games"])
        self.moves, self.steps = state["moves"], state["steps"]


def value_loss(heads: Heads, returns: Tensor) -> Tensor:
    """How far the values are from the returns: cross-entropy for win probabilities, else half the squared
    error."""
    players = returns.shape[1]
    if heads.value_logits is None:
        return 0.5 * (heads.values[:, :players].float() - returns).square().mean()
    wanted = returns.clamp(min=0)
    wanted = wanted / wanted.sum(1, keepdim=True).clamp(min=1e-6)
    return -(wanted * heads.value_logits[:, :players].float().log_softmax(1)).sum(1).mean()
