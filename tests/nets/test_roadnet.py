"""Our own network."""

from __future__ import annotations

import pytest

torch = pytest.importorskip("torch")

from longroad.nets.board_graph import HEXES, PATHS, adjacency  # noqa: E402
from longroad.nets.registry import make_network  # noqa: E402
from longroad.nets.roadnet_input import RoadInput  # noqa: E402
from nets.positions import observations  # noqa: E402


def test_every_cell_hears_its_neighbours() -> None:
    near, far = adjacency()
    counts = [(table > 0).sum(1) for table in (near, far)]
    assert counts[0][:HEXES].tolist() == [6] * 19 and counts[1][:HEXES].tolist() == [6] * 19
    assert counts[0][HEXES : HEXES + PATHS].tolist() == [2] * 72
    assert sorted(counts[1][HEXES : HEXES + PATHS].tolist()) == [1] * 30 + [2] * 42
    nodes = [count[HEXES + PATHS : HEXES + PATHS + 54] for count in counts]
    assert sorted(nodes[0].tolist()) == [2] * 18 + [3] * 36
    assert nodes[1].sum() == 19 * 6
    assert not near[145:].any() and not near[:, 145:].any()


@pytest.mark.parametrize("players", [2, 3, 4])
def test_values_are_chances_of_those_who_play(players: int) -> None:
    heads = make_network("roadnet-s")(torch.from_numpy(observations(players, games=8)))
    assert heads.logits.shape == (8, 523)
    assert torch.allclose(heads.values.sum(1), torch.ones(8))
    assert not heads.values[:, players:].any()
    assert (heads.values[:, :players] > 0).all()


def test_incomes_are_counted() -> None:
    """Two players' settlements and cities times the dots around them, the robber's hex apart."""
    seen = torch.from_numpy(observations(2, games=16, moves=200))
    _, table, _ = RoadInput()(seen)
    income = table[:, -40:].reshape(16, 4, 10) * 2 * 5
    from longroad.catan.topology import INTERSECTION_HEXES

    for game in range(16):
        row = seen[game].tolist()
        wanted = [[0.0] * 10 for _ in range(4)]
        for node, hexes in enumerate(INTERSECTION_HEXES):
            building = row[129 + node]
            if not building:
                continue
            seat, weight = (building - 1, 1) if building < 5 else (building - 5, 2)
            for hexagon in hexes:
                if row[hexagon] == 5:
                    continue
                dots = 6 - abs(7 - row[19 + hexagon])
                wanted[seat][row[hexagon] + 5 * row[38 + hexagon]] += weight * dots
        assert torch.allclose(income[game], torch.tensor(wanted), atol=1e-4)
