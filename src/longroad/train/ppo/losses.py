"""What a batch's policy and values are judged by."""

from __future__ import annotations

from collections.abc import Callable

import torch
from torch import Tensor, nn

from longroad.nets.network import FORBIDDEN, Heads, PolicyNetwork
from longroad.train.ppo.settings import PpoSettings

#: From a batch and the factors of entropy and advice: ``loss/all`` with its parts, and figures.
Losses = Callable[[dict[str, Tensor], dict[str, Tensor]], dict[str, Tensor]]


def losses_of(network: PolicyNetwork, settings: PpoSettings, players: int, device: torch.device) -> Losses:
    """The losses of a network, now and after its weights have changed."""
    s = settings

    def losses_of_batch(batch: dict[str, Tensor], factors: dict[str, Tensor]) -> dict[str, Tensor]:
        with torch.autocast(device.type, torch.bfloat16, enabled=device.type == "cuda"):
            heads: Heads = network(batch["observation"])
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

    return losses_of_batch


def value_loss(heads: Heads, returns: Tensor) -> Tensor:
    """How far the values are from the returns: cross-entropy for win probabilities, else half the squared
    error."""
    players = returns.shape[1]
    if heads.value_logits is None:
        return 0.5 * (heads.values[:, :players].float() - returns).square().mean()
    wanted = returns.clamp(min=0)
    wanted = wanted / wanted.sum(1, keepdim=True).clamp(min=1e-6)
    return -(wanted * heads.value_logits[:, :players].float().log_softmax(1)).sum(1).mean()
