"""The network of Casher: its size, its blocks, and rating many moves of a position at once."""

from __future__ import annotations

import numpy as np
import pytest

torch = pytest.importorskip("torch")

from longroad import catan  # noqa: E402
from longroad.nets.resmlp import (  # noqa: E402
    FEATURES,
    MOVES,
    NO_PLACE,
    POSITION,
    PlaceNetwork,
    PlainMLP,
    ResMLP,
    features,
)
from longroad.nets.seat_order import FromFirstSeat  # noqa: E402
from longroad.train.td.games import RatedGames  # noqa: E402


def test_it_has_the_articles_number_of_parameters() -> None:
    assert sum(p.numel() for p in ResMLP().parameters()) == 2_896_001
    assert FEATURES == POSITION + MOVES == 1782 == catan.ENCODINGS["casher2024"].size


def test_layers_are_as_the_article_says() -> None:
    network = ResMLP(width=8, blocks=2)
    x = torch.randn(5, FEATURES)
    relu = torch.clamp_min
    out = x @ network.first.weight.T + network.first.bias  # no ReLU behind the first layer
    for block in network.blocks:
        inner = relu(out @ block.one.weight.T + block.one.bias, 0)
        inner = relu(inner @ block.two.weight.T + block.two.bias, 0)
        out = relu(inner + out, 0)
    out = (out @ network.last.weight.T + network.last.bias)[:, 0]
    assert network(x).shape == (5,)
    assert torch.allclose(network(x), out, atol=1e-6)


def test_plain_layers_are_as_they_say() -> None:
    network = PlainMLP(8, layers=2)
    x = torch.randn(5, FEATURES)
    one = torch.clamp_min(x @ network.first.weight.T + network.first.bias, 0)
    two = torch.clamp_min(one @ network.further[0].weight.T + network.further[0].bias, 0)
    assert torch.allclose(network(x), (two @ network.last.weight.T + network.last.bias)[:, 0], atol=1e-6)


@pytest.mark.parametrize(
    "network",
    [ResMLP(width=40), PlainMLP(40, layers=1), FromFirstSeat(ResMLP(width=40), players=3)],
    ids=["residual", "plain", "from the first seat"],
)
def test_rating_moves_of_a_position_is_the_same_as_rating_each_alone(network: PlaceNetwork) -> None:
    games = RatedGames(catan.Rules.preset("casher2024"), games=5, seed=3)
    games.begin()
    generator = np.random.default_rng(1)
    seconds = 0
    for _ in range(200):
        now = games.round()
        positions, owners = torch.from_numpy(now.positions), torch.from_numpy(now.owners).long()
        moves = torch.from_numpy(now.moves).long()
        if bool((moves[:, 1] != NO_PLACE).any()):  # a robber's victim
            seconds += 1
            together = network.rate(positions, moves, owners)
            alone = network(features(positions[owners], moves))
            assert torch.allclose(together, alone, atol=1e-5)
        games.step(games.lowest(generator.random(len(now.moves))))
    assert seconds > 10
    assert float(alone.detach().std()) > 0, "moves are distinguished"


def test_features_are_the_encoding() -> None:
    state = catan.State(catan.Rules.preset("casher2024"), seed=4)
    action = state.legal_actions()[7]
    encoding = catan.ENCODINGS["casher2024"]
    position = torch.from_numpy(encoding.encode(state.view())[:POSITION]).to(torch.uint8)[None]
    made = features(position, torch.tensor([[2 + (action.intersection or 0), NO_PLACE]], dtype=torch.int16))
    assert made.shape == (1, FEATURES) and made.dtype == torch.float32
    assert (made[0].numpy() == encoding.encode(state.view(), action)).all()
