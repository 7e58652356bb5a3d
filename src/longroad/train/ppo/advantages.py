"""Generalised advantage estimation for several players at once.

A game is one chain of decisions, taken now by one player and now by another. Every state has a value for
every seat, so each seat has temporal differences along the whole chain, and a decision's advantage is that of
the seat that took it. With two players and opposite values this is the usual sign-flipping form.
"""

from __future__ import annotations

import torch
from torch import Tensor

from longroad.train.ppo.rollout import Rollout


def advantages(rollout: Rollout, discount: float, trace: float, stake: float = 1.0) -> tuple[Tensor, Tensor]:
    """[T, G] of the one who decided, and [T, G, P] the return that each seat's value should have been. Luck
    is taken out where it was counted; ``stake`` is what a win brings more than a loss."""
    steps = rollout.shape[0]
    going_on = (~rollout.done).unsqueeze(-1).float()
    nexts = rollout.values[1:] * going_on
    differences = rollout.reward - stake * rollout.luck + discount * nexts - rollout.values[:-1]
    keep = discount * trace * going_on
    by_seat = torch.empty_like(rollout.reward)
    running = torch.zeros_like(rollout.reward[0])
    for t in range(steps - 1, -1, -1):
        running = differences[t] + keep[t] * running
        by_seat[t] = running
    returns = by_seat + rollout.values[:-1]
    return by_seat.gather(2, rollout.actor[:-1].unsqueeze(2)).squeeze(2), returns


def endings(rollout: Rollout) -> tuple[Tensor, Tensor, Tensor]:
    """What became of each decision's game: [T, G] whether it ended within the rollout, [T, G, P] final
    points, [T, G] turns to the end."""
    steps = rollout.shape[0]
    known = torch.zeros_like(rollout.done)
    points, left = torch.zeros_like(rollout.points), torch.zeros_like(rollout.turns)
    ended = torch.zeros_like(rollout.done[0])
    last_points, last_turns = torch.zeros_like(rollout.points[0]), torch.zeros_like(rollout.turns[0])
    for t in range(steps - 1, -1, -1):
        done = rollout.done[t]
        ended = ended | done
        last_points = torch.where(done.unsqueeze(1), rollout.points[t], last_points)
        last_turns = torch.where(done, rollout.turns[t], last_turns)
        known[t], points[t], left[t] = ended, last_points, last_turns - rollout.turn[t]
    return known, points, left
