"""Past versions: empty places first, then the oldest goes."""

from __future__ import annotations

import pytest
import torch
from torch import nn

from longroad.train.run.league import League


def weights(value: float) -> dict[str, torch.Tensor]:
    return {"weight": torch.full((1, 1), value), "bias": torch.zeros(1)}


def held(league: League[nn.Linear]) -> list[float]:
    return [network.weight.item() for network in league.networks]


def test_the_oldest_is_replaced() -> None:
    league = League(nn.Linear(1, 1), 3)
    assert len(league) == 0 and league.by_age() == []
    assert [league.add(step, weights(step)) for step in (0, 5, 10)] == [0, 1, 2]
    assert len(league) == 3
    assert [league.add(step, weights(step)) for step in (15, 20)] == [0, 1]
    assert league.steps == [15, 20, 10] and held(league) == [15, 20, 10]
    assert league.by_age() == [2, 0, 1]


def test_equal_ages_are_replaced_in_order() -> None:
    league = League(nn.Linear(1, 1), 3)
    for _ in range(3):
        league.add(0, weights(0))
    assert [league.add(step, weights(step)) for step in (1, 2, 3, 4)] == [0, 1, 2, 0]


def test_versions_are_copies_that_do_not_learn() -> None:
    network = nn.Linear(1, 1)
    league = League(network, 2)
    league.add(0, network.state_dict())
    before = held(league)
    with torch.no_grad():
        network.weight += 1
    assert held(league) == before
    assert not any(p.requires_grad for p in league.networks[0].parameters())


def test_saved_and_loaded() -> None:
    league, other = League(nn.Linear(1, 1), 3), League(nn.Linear(1, 1), 3)
    for step in (1, 2):
        league.add(step, weights(step))
    other.load_state_dict(league.state_dict())
    assert other.steps == [1, 2, None] and held(other)[:2] == [1, 2]
    assert other.add(3, weights(3)) == 2
    with pytest.raises(ValueError, match="a league of 3 places, not 2"):
        League(nn.Linear(1, 1), 2).load_state_dict(league.state_dict())
