"""What a batch of games did for some steps, as tensors on the learning device."""

from __future__ import annotations

from dataclasses import dataclass, fields

import torch
from torch import Tensor


@dataclass
class Rollout:
    """``steps`` decisions in each of ``games`` games, one after the other whoever took them. Seats are
    absolute here."""

    #: [T, G, bytes] what the one who decided saw.
    observation: Tensor
    #: [T, G, actions] what was legal.
    mask: Tensor
    #: [T, G] the index chosen, and its log-probability.
    action: Tensor
    log_probability: Tensor
    #: [T + 1, G] who decided; the last row is the decision after the rollout.
    actor: Tensor
    #: [T + 1, G, P] each seat's expected return, as the one who decided saw it.
    values: Tensor
    #: [T, G, P] what the step brought to each seat.
    reward: Tensor
    #: [T, G, P] what chance brought to each seat in it, in win probability; zero where it is not counted.
    luck: Tensor
    #: [T, G] whether the step ended a game.
    done: Tensor
    #: [T, G] whether the learner decided; else a past version did, and nothing is learnt from it.
    learnt: Tensor
    #: [T, G] the index that the game's adviser would have chosen; -1 without one.
    advice: Tensor
    #: [T, G, P] final points and [T, G] turns of the games that the step ended, else 0.
    points: Tensor
    turns: Tensor
    #: [T, G] number of the turn.
    turn: Tensor

    @staticmethod
    def empty(
        steps: int, games: int, players: int, observation: int, actions: int, device: torch.device
    ) -> Rollout:
        """Room for a rollout."""

        def room(*shape: int, dtype: torch.dtype = torch.float32) -> Tensor:
            return torch.zeros(shape, dtype=dtype, device=device)

        return Rollout(
            observation=room(steps, games, observation, dtype=torch.uint8),
            mask=room(steps, games, actions, dtype=torch.bool),
            action=room(steps, games, dtype=torch.int64),
            log_probability=room(steps, games),
            actor=room(steps + 1, games, dtype=torch.int64),
            values=room(steps + 1, games, players),
            reward=room(steps, games, players),
            luck=room(steps, games, players),
            done=room(steps, games, dtype=torch.bool),
            learnt=room(steps, games, dtype=torch.bool),
            advice=room(steps, games, dtype=torch.int64) - 1,
            points=room(steps, games, players),
            turns=room(steps, games),
            turn=room(steps, games),
        )

    def like(self) -> Rollout:
        """Room for another one."""
        return Rollout(**{f.name: torch.zeros_like(getattr(self, f.name)) for f in fields(self)})

    @property
    def shape(self) -> tuple[int, int, int]:
        """Steps, games, players."""
        steps, games, players = self.reward.shape
        return steps, games, players

    def bytes(self) -> int:
        """Memory held."""
        return sum(t.element_size() * t.nelement() for t in (getattr(self, f.name) for f in fields(self)))


def seats_from(values: Tensor, actor: Tensor) -> Tensor:
    """[..., P] by seat after the one who looks -> by absolute seat."""
    players = values.shape[-1]
    seats = torch.arange(players, device=values.device)
    return values.gather(-1, (seats - actor.unsqueeze(-1)) % players)


def seats_seen(values: Tensor, actor: Tensor) -> Tensor:
    """[..., P] by absolute seat -> by seat after the one who looks."""
    players = values.shape[-1]
    seats = torch.arange(players, device=values.device)
    return values.gather(-1, (seats + actor.unsqueeze(-1)) % players)
