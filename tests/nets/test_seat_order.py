"""Seats from p0 on: what is shown is what the state says of each player, whoever looks."""

from __future__ import annotations

import pytest

torch = pytest.importorskip("torch")

from longroad import catan  # noqa: E402
from longroad.nets.resmlp import POSITION, PlaceNetwork  # noqa: E402
from longroad.nets.seat_order import FromFirstSeat  # noqa: E402

ENCODING = catan.ENCODINGS["casher2024"]


class Shown(PlaceNetwork):
    """Keeps what it is shown."""

    def __init__(self) -> None:
        super().__init__(1)

    def forward(self, features: torch.Tensor) -> torch.Tensor:
        self.seen = features
        return features[:, 0]


def test_each_number_stands_at_its_player() -> None:
    state, rng = catan.State(catan.Rules.preset("casher2024"), seed=5), catan.Rng(5)
    shown, viewers, victims = Shown(), set(), set()
    network = FromFirstSeat(shown, players=3)
    while not state.is_over:
        if state.is_chance:
            state.apply(state.sample_chance(rng))
            continue
        action, view = state.sample_action(rng), state.view()
        network(torch.from_numpy(ENCODING.encode(view, action))[None])
        rows = shown.seen[0, :POSITION].view(256, 6)
        assert rows[0].argmax() == view.player
        for player in range(3):
            assert rows[252, player] == view.hand_size(player)
            assert rows[187, player] == view.knights(player)
            assert rows[189, player] == view.road_length(player)
            for node in view.settlements(player):
                assert rows[58 + node, 1 + player] == 1
            for path in view.roads(player):
                assert rows[39 if path == 71 else 112 + path, 1 + player] == 1
        if action.kind == "robber" and action.player is not None:
            assert shown.seen[0, POSITION + 241 : POSITION + 246].argmax() == action.player
            victims.add((view.player, action.player))
        viewers.add(view.player)
        state.apply(action)
    assert viewers == {0, 1, 2} and len(victims) > 3
