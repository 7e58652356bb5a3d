"""Learning from searches: iterations of playing and learning; see train.run.trainer for the protocol."""

from __future__ import annotations

import copy
from typing import Any

import numpy as np
import torch
from torch import Tensor, nn

from longroad.catan import CODECS, ENCODINGS, Rules
from longroad.errors import TrainingError
from longroad.nets.network import FORBIDDEN, Heads, PolicyNetwork
from longroad.train.expert.memory import Memory
from longroad.train.expert.settings import ExpertSettings
from longroad.train.expert.source import LessonSource, OwnSearches
from longroad.train.run.averaging import average_into
from longroad.train.run.settings import check_learnable


class ExpertTrainer:
    """Plays with a search that asks the network, then learns from the latest decisions. ``moves`` counts the
    decisions that were searched. ``source``: where decisions come from, without it the games of this
    process."""

    def __init__(
        self,
        network: PolicyNetwork,
        rules: Rules,
        settings: ExpertSettings,
        *,
        device: torch.device,
        seed: int,
        threads: int = 1,
        source: LessonSource | None = None,
    ) -> None:
        check_learnable(rules)
        if not CODECS[network.codec].fits(rules.core):
            raise TrainingError(f"the network's codec {network.codec} has no words for these rules")
        self.settings: ExpertSettings = settings
        self.rules: Rules = rules
        self.device: torch.device = device
        self.network: PolicyNetwork = network.to(device)
        if not _gives_win_probabilities(self.network, device):
            raise TrainingError(
                "a search needs win probabilities, and this network's values are others: roadnet"
            )
        self.averaged: PolicyNetwork = copy.deepcopy(self.network).requires_grad_(False)
        self.moves: int = 0
        self.steps: int = 0
        self._memory = Memory(settings.kept)
        self._rng = np.random.default_rng(seed % 2**63)
        self.source: LessonSource | OwnSearches = source or OwnSearches(
            self.network, rules, settings, device=device, seed=seed, threads=threads
        )
        self.optimizer: torch.optim.Optimizer = torch.optim.AdamW(
            self.network.parameters(), lr=settings.learning_rate, weight_decay=settings.weight_decay, eps=1e-5
        )

    @property
    def playing(self) -> PolicyNetwork:
        """The running mean of the weights."""
        return self.averaged

    def step(self) -> dict[str, float]:
        """One iteration."""
        s = self.settings
        searched = self.source.next(self.network, self.steps)
        lessons = searched.lessons
        new = len(lessons["winner"])
        self._memory.add(lessons)
        self.network.train()
        figures = self._learn(max(round(s.reuse * new / s.batch), 1))
        self.moves += new
        self.steps += 1
        decided = lessons["winner"] >= 0
        told = np.where(lessons["winner"] == 0, 1.0, 0.0)[decided] - lessons["outlook"][decided]
        counted = {
            "games": float(searched.games),
            "decisions": float(new),
            "memory": float(len(self._memory)),
            "outlook/error": float(np.mean(told**2)) if len(told) else 0.0,
        }
        return figures | counted | searched.figures

    def _learn(self, batches: int) -> dict[str, float]:
        totals: dict[str, Tensor] = {}
        self._set_rate()
        for _ in range(batches):
            losses = self._losses(self._memory.draw(self.settings.batch, self._rng))
            losses["loss/all"].backward()  # type: ignore[no-untyped-call]
            losses["gradient"] = nn.utils.clip_grad_norm_(
                self.network.parameters(), self.settings.gradient_norm
            )
            self.optimizer.step()
            self.optimizer.zero_grad(set_to_none=True)
            average_into(self.averaged, self.network, self.settings.average)
            for name, value in losses.items():
                totals[name] = totals.get(name, 0) + value.detach()
        rate = self.optimizer.param_groups[0]["lr"]
        return {name: (total / batches).item() for name, total in totals.items()} | {"learning_rate": rate}

    def _losses(self, batch: dict[str, Any]) -> dict[str, Tensor]:
        """Cross-entropy to the policy of the search, and of the winner mixed with its own outlook."""
        s = self.settings
        rows = {name: torch.from_numpy(column).to(self.device) for name, column in batch.items()}
        with torch.autocast(self.device.type, torch.bfloat16, enabled=self.device.type == "cuda"):
            heads: Heads = self.network(rows["position"])
        log_p = heads.logits.float().masked_fill(rows["mask"] == 0, FORBIDDEN).log_softmax(1)
        wanted = rows["policy"].float()
        policy = -(wanted * log_p).sum(1).mean()
        entropy = -(wanted * wanted.clamp(min=1e-9).log()).sum(1).mean()
        value = value_loss(heads, rows["winner"].long(), rows["outlook"], s.outlook, self.rules.players)
        return {
            "loss/all": policy + s.value_factor * value,
            "loss/policy": policy,
            "loss/value": value,
            "divergence": policy - entropy,
            "entropy": entropy,
        }

    def _set_rate(self) -> None:
        s = self.settings
        fall = min(self.moves / s.anneal_moves, 1.0) if s.anneal_moves else 0.0
        for group in self.optimizer.param_groups:
            group["lr"] = s.learning_rate * (1 - 0.9 * fall)

    def state_dict(self) -> dict[str, Any]:
        """Everything needed to resume but the games in play, which begin afresh."""
        return {
            "network": self.network.state_dict(),
            "averaged": self.averaged.state_dict(),
            "optimizer": self.optimizer.state_dict(),
            "memory": self._memory.state_dict(),
            "rng": copy.deepcopy(self._rng.bit_generator.state),
            "moves": self.moves,
            "steps": self.steps,
            **self.source.state_dict(),
        }

    def load_state_dict(self, state: dict[str, Any]) -> None:
        """Resumes from there, with new games."""
        self.network.load_state_dict(state["network"])
        self.averaged.load_state_dict(state["averaged"])
        self.optimizer.load_state_dict(state["optimizer"])
        self._memory.load_state_dict(state["memory"])
        self._rng.bit_generator.state = state["rng"]
        self.moves = state["moves"]
        self.steps = state["steps"]
        self.source.load_state_dict(state)


@torch.no_grad()
def _gives_win_probabilities(network: PolicyNetwork, device: torch.device) -> bool:
    nothing = torch.zeros(1, ENCODINGS[network.encoding].size, dtype=torch.uint8, device=device)
    heads: Heads = network.eval()(nothing)
    return heads.value_logits is not None


def value_loss(heads: Heads, winner: Tensor, outlook: Tensor, share: float, players: int) -> Tensor:
    """Of games that somebody won: cross-entropy of the winner, a ``share`` of which is the search's outlook
    of the one who decided, the others having equal parts of the rest."""
    decided = winner >= 0
    if not bool(decided.any()):
        return heads.values.sum() * 0.0
    won = nn.functional.one_hot(winner[decided], players).float()
    own = outlook[decided].float().clamp(0, 1).unsqueeze(1)
    others = torch.full((len(own), players - 1), 1.0 / (players - 1), device=own.device)
    seen = torch.cat([own, (1 - own) * others], 1)
    wanted = (1 - share) * won + share * seen
    assert heads.value_logits is not None, "refused when the trainer is made"
    return -(wanted * heads.value_logits[decided, :players].float().log_softmax(1)).sum(1).mean()
