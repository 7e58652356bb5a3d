"""Rows that go through a network in several threads: the same heads, gradients and runs."""

from __future__ import annotations

import copy
import threading

import pytest
import torch
from torch import Tensor

from longroad.catan import Rules
from longroad.nets.network import Heads
from longroad.nets.registry import make_network
from longroad.train.a2c import A2cSettings, A2cTrainer
from longroad.train.checkpoint import digest
from longroad.train.lanes import InLanes, Lanes


def rows(count: int) -> Tensor:
    return torch.randint(0, 4, (count, 407), generator=torch.Generator().manual_seed(1)).to(torch.uint8)


def loss(heads: Heads) -> Tensor:
    return heads.logits.log_softmax(1)[:, 3].mean() + heads.values[:, 0].square().sum()


@pytest.mark.parametrize("count", [1, 2, 3])
def test_heads_and_gradients_are_those_of_the_whole_batch(count: int) -> None:
    torch.manual_seed(0)
    network = make_network("xdimres-6")
    whole, observation = copy.deepcopy(network), rows(17)
    expected = whole(observation)
    loss(expected).backward()  # type: ignore[no-untyped-call]
    in_lanes = InLanes(network, Lanes(count))
    for times in (1, 2):  # gradients add up, as PyTorch's do
        heads = in_lanes(observation)
        torch.testing.assert_close(heads.logits, expected.logits, rtol=1e-4, atol=1e-5)
        torch.testing.assert_close(heads.values, expected.values, rtol=1e-4, atol=1e-5)
        loss(heads).backward()  # type: ignore[no-untyped-call]
        in_lanes.finish()
        for ours, theirs in zip(network.parameters(), whole.parameters(), strict=True):
            assert ours.grad is not None and theirs.grad is not None
            torch.testing.assert_close(ours.grad, times * theirs.grad, rtol=1e-3, atol=1e-5)


def test_a_head_that_no_loss_asks_for_has_no_gradient() -> None:
    network = make_network("xdim-6")
    in_lanes = InLanes(network, Lanes(2))
    in_lanes(rows(4)).values[:, 0].sum().backward()  # type: ignore[no-untyped-call]
    in_lanes.finish()
    gradients = [weight.grad for weight in network.parameters()]
    assert all(gradient is not None for gradient in gradients)
    assert any(bool(gradient.any()) for gradient in gradients if gradient is not None)


def test_results_keep_their_order_and_come_from_several_threads() -> None:
    met = threading.Barrier(2, timeout=10)

    def wait(number: int) -> int:
        met.wait()
        return number * number

    assert Lanes(2).map(wait, [1, 2, 3, 4]) == [1, 4, 9, 16]
    assert Lanes(1).map(lambda number: number + 1, [1, 2]) == [2, 3]


def test_a_run_in_two_lanes_is_the_same_whenever_it_is_run() -> None:
    def trainer() -> A2cTrainer:
        torch.manual_seed(1)
        settings = A2cSettings(workers=2, games=3, batch=8, report_batches=6)
        rules = Rules.preset("gendre2020", target_points=3)
        network = make_network("xdim-6")
        return A2cTrainer(network, rules, settings, device=torch.device("cpu"), seed=1, threads=2)

    first, second = trainer(), trainer()
    for _ in range(2):
        assert first.step() == second.step()
    assert digest(first.state_dict()) == digest(second.state_dict())
