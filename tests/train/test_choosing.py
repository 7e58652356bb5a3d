"""Drawn moves: by the masked softmax, never an illegal one, and a broken network is noticed."""

from __future__ import annotations

import numpy as np
import pytest

torch = pytest.importorskip("torch")

from longroad.nets.network import Heads  # noqa: E402
from longroad.train.run.choosing import ask, choose, drawn  # noqa: E402


class Same(torch.nn.Module):
    """The same logits for every position."""

    def __init__(self, logits: list[float]) -> None:
        super().__init__()
        self.logits = torch.nn.Parameter(torch.tensor(logits))

    def forward(self, observation: torch.Tensor) -> Heads:
        return Heads(self.logits.expand(len(observation), -1), torch.zeros(len(observation), 2))


def test_moves_are_drawn_from_the_masked_softmax() -> None:
    logits = torch.tensor([[0.0, 1.0, 5.0, -1.0]]).expand(20000, 4)
    mask = torch.tensor([[True, True, False, True]]).expand(20000, 4)
    action, log_probability = drawn(logits, mask, torch.Generator().manual_seed(1))
    wanted = torch.tensor([0.0, 1.0, -1e9, -1.0]).softmax(0)
    assert torch.allclose(torch.bincount(action, minlength=4) / 20000, wanted, atol=0.015)
    assert torch.allclose(log_probability.exp(), wanted[action])


def test_noise_of_zero_does_not_choose_what_is_illegal(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(torch.Tensor, "exponential_", lambda self, generator: self.zero_())
    mask = torch.tensor([[False, False, True, False]])
    action, log_probability = drawn(torch.zeros(1, 4), mask, torch.Generator())
    assert action.tolist() == [2] and log_probability.tolist() == [0]


def test_the_likeliest_without_a_generator_and_nobody_is_asked_where_one_is_legal() -> None:
    mask = np.array([[1, 1, 0], [0, 0, 1], [1, 1, 1], [1, 1, 1]], dtype=np.bool_)
    rows = np.array([True, True, False, True])
    chosen = choose(Same([0.0, 1.0, 2.0]), np.zeros((4, 5), np.uint8), mask, rows, None)
    assert chosen.tolist() == [1, 2, -1, 2]


def test_a_network_that_returns_nan_raises() -> None:
    mask = np.ones((2, 3), dtype=np.bool_)
    with pytest.raises(FloatingPointError, match="NaN"):
        ask(Same([0.0, float("nan"), 1.0]), np.zeros((2, 5), np.uint8), mask, torch.Generator())
