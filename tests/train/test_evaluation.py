"""Evaluation: exactly the games that were asked for, short ones counting no more than long ones."""

from __future__ import annotations

import numpy as np
import pytest
import torch
from torch import Tensor, nn

from longroad.catan import Rules, VectorEnv
from longroad.nets.network import Heads, PolicyNetwork
from longroad.train.run.evaluation import PolicyEvaluator, evaluate


class Fixed(PolicyNetwork):
    """The same preference everywhere."""

    def __init__(self, codec: str, players: int, actions: int) -> None:
        super().__init__()
        self.codec, self.players = codec, players
        torch.manual_seed(2)
        self.likes = nn.Parameter(torch.randn(actions))

    def forward(self, observation: Tensor) -> Heads:
        return Heads(self.likes.expand(len(observation), -1), torch.zeros(len(observation), self.players))


@pytest.mark.parametrize(
    ("players", "space", "actions", "games"), [(2, "gendre2020", 335, 11), (3, "general", 523, 7)]
)
def test_the_first_games_of_every_slot_count(players: int, space: str, actions: int, games: int) -> None:
    rules = Rules(players=players, offers_per_turn=0, target_points=4)
    network, slots = Fixed(space, players, actions), 4
    result = evaluate(network, "random", rules=rules, games=games, seed=3, slots=slots)
    table = {i: tuple(None if s == i % players else "random" for s in range(players)) for i in range(slots)}
    env = VectorEnv(
        rules, games=slots, seed=3, space=space, encoding="general", opponents=table
    )  # plays on without end
    ended: list[list[tuple[bool, int, int]]] = [[] for _ in range(slots)]
    while min(len(one) for one in ended) < 3:
        likes = np.where(env.mask, network.likes.detach().numpy(), -np.inf)
        env.step(likes.argmax(1))
        for i in np.flatnonzero(env.done):
            mine = int(env.points[i, i % players])
            ended[i].append((env.winner[i] == i % players, mine, int(env.points[i].sum()) - mine))
    counted = [one for i in range(slots) for one in ended[i][: games // slots + (i < games % slots)]]
    assert len(counted) == games == result.games
    assert result.wins == sum(won for won, _, _ in counted)
    assert result.points == pytest.approx(sum(p for _, p, _ in counted) / games)
    assert result.their_points == pytest.approx(sum(p for _, _, p in counted) / games / (players - 1))
    assert set(result.figures()) == {
        f"eval/random/{name}" for name in ("win", "low", "high", "points", "turns")
    }


def test_drawn_moves_of_an_even_policy_are_random_play() -> None:
    network = Fixed("gendre2020", 2, 335)
    with torch.no_grad():
        network.likes.zero_()
    rules = Rules.preset("gendre2020", target_points=4)
    (result,) = PolicyEvaluator(rules, ("random",), games=300, sample=True)(network, 1)
    low, high = result.interval
    assert low < 0.5 < high
    assert PolicyEvaluator(rules, ("random",), games=300, sample=True, threads=2)(network, 1) == [result]
    assert network.training
