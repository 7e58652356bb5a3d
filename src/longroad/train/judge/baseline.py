"""The hand-written evaluation, calibrated as well as it can be: what the network is measured against."""

from __future__ import annotations

import numpy as np
import numpy.typing as npt
from scipy.optimize import minimize

from longroad.train.judge.positions import Positions

Floats = npt.NDArray[np.float64]


def parts_of(positions: Positions) -> Floats:
    """(rows, players, 4): the evaluation, the race to the target, and both again by phase, which is how many
    points the leader has."""
    worth = positions.worths[..., 0].astype(np.float64)
    race = -np.log(positions.worths[..., 1].astype(np.float64) + 2)
    phase = positions.points.max(axis=1, keepdims=True) / 10
    return np.stack([worth, race, worth * phase, race * phase], -1)


def softmax(logits: Floats) -> Floats:
    """Row by row."""
    powers = np.exp(logits - logits.max(axis=1, keepdims=True))
    shares: Floats = powers / powers.sum(axis=1, keepdims=True)
    return shares


def log_losses(probabilities: npt.NDArray[np.floating], won: npt.NDArray[np.floating]) -> Floats:
    """The cross-entropy of the winner, row by row."""
    return np.asarray(-(won * np.log(np.maximum(probabilities, 1e-12))).sum(axis=1), np.float64)


def calibrated(training: Positions) -> Floats:
    """The weights of the parts with the smallest log loss on some positions."""
    parts, won = parts_of(training), training.won.astype(np.float64)

    def loss(weights: Floats) -> tuple[float, Floats]:
        probabilities = softmax(parts @ weights)
        gradient = ((probabilities - won)[..., None] * parts).sum(axis=1).mean(axis=0)
        return float(log_losses(probabilities, won).mean()), gradient

    found = minimize(loss, np.zeros(parts.shape[-1]), jac=True, method="L-BFGS-B")
    return np.asarray(found.x, np.float64)
