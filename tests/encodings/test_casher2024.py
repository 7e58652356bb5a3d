"""The encoding of Casher: 256 rows of 6 about the position and 246 numbers about a move, against what the
view says."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np
import pytest
from hypothesis import given, settings

from longroad import catan
from longroad.catan import CARDS, RESOURCES, topology
from longroad.errors import IllegalActionError
from property.random_games import rules, seeds, walk

ENCODING = catan.ENCODINGS["casher2024"]
#: The article's order of resources, as our numbers; the desert and the 3:1 harbor come sixth.
ORDER = [RESOURCES.index(name) for name in ("grain", "lumber", "wool", "brick", "ore")] + [5]
FULL_DECK = (14, 5, 2, 2, 2)
games = settings(max_examples=20, deadline=None)


def seen(
    rules: catan.Rules, seed: int, every: int = 31
) -> Iterator[tuple[catan.View, np.ndarray, catan.State]]:
    """Views of one player after the other along a game, and the rows of their encodings."""
    for number, (state, _) in enumerate(walk(rules, seed)):
        if number % every == 0:
            view = state.view(number % state.players)
            encoded = ENCODING.encode(view)
            assert encoded.shape == (1782,) and encoded.dtype == np.float32
            assert not encoded[1536:].any(), "without a move its part is empty"
            yield view, encoded[:1536].reshape(256, 6), state


def one_hot(place: int) -> list[int]:
    return [int(i == place) for i in range(6)]


def by_seat(view: catan.View, values: list[float]) -> list[float]:
    """Numbers of p0, p1, ... in the order of seats from the viewer on, zeros behind."""
    n = view.players
    return [values[(view.player + seat) % n] for seat in range(n)] + [0] * (6 - n)


def test_its_size_and_version() -> None:
    assert (ENCODING.name, ENCODING.version, ENCODING.size) == ("casher2024", "casher2024-1", 256 * 6 + 246)
    assert ENCODING.dtype == "float32"


@games
@given(rules(), seeds)
def test_the_rows_of_the_board(rules: catan.Rules, seed: int) -> None:
    for view, rows, _ in seen(rules, seed):
        board = view.board
        assert rows[0].tolist() == one_hot(view.player)
        assert rows[1:20].tolist() == [one_hot(ORDER.index(terrain)) for terrain in board.terrain]
        assert rows[20:39].tolist() == [[board.tokens[h], h == view.robber, 0, 0, 0, 0] for h in range(19)]
        assert not rows[40:49].any()
        assert rows[49:58].tolist() == [one_hot(ORDER.index(kind)) for kind in board.harbors]


@games
@given(rules(), seeds)
def test_the_rows_of_the_pieces(rules: catan.Rules, seed: int) -> None:
    for view, rows, _ in seen(rules, seed):
        players = range(view.players)
        built = {n for p in players for n in view.settlements(p) + view.cities(p)}
        for n in range(54):
            blocked = n not in built and bool(built & set(topology.INTERSECTION_NEIGHBOURS[n]))
            levels = [1 * (n in view.settlements(p)) + 2 * (n in view.cities(p)) for p in players]
            assert rows[58 + n].tolist() == [blocked, *by_seat(view, levels)[:5]]
        for e in range(72):
            owners = [float(e in view.roads(p)) for p in players]
            row = rows[39] if e == 71 else rows[112 + e]
            assert row.tolist() == [not any(owners), *by_seat(view, owners)[:5]]


@games
@given(rules(), seeds)
def test_the_rows_of_the_players(rules: catan.Rules, seed: int) -> None:
    for view, rows, state in seen(rules, seed):
        players = range(view.players)
        played = [
            full - left - sum(state.cards(p)[c] for p in players)
            for c, (full, left) in enumerate(zip(FULL_DECK, state.deck, strict=True))
        ]
        assert rows[183].tolist() == [view.deck_size, *played]
        facts = {
            184: [view.card_count(p) for p in players],
            185: [view.points(p) for p in players],
            186: [view.largest_army == p for p in players],
            187: [view.knights(p) for p in players],
            188: [view.longest_road == p for p in players],
            189: [view.road_length(p) for p in players],
            252: [view.hand_size(p) for p in players],
            253: [5 - len(view.settlements(p)) for p in players],
            254: [4 - len(view.cities(p)) for p in players],
            255: [15 - len(view.roads(p)) for p in players],
        }
        for i, r in enumerate(ORDER[:5]):
            access = [view.harbor_access(p) for p in players]
            facts[190 + i] = [2 if r in kinds else 3 if 5 in kinds else 4 for kinds in access]
        for row, values in facts.items():
            assert rows[row].tolist() == by_seat(view, values), row
        hand = view.hand(view.player)
        assert hand is not None
        assert rows[251].tolist() == [*(hand[r] for r in ORDER[:5]), 0]


@games
@given(rules(), seeds)
def test_the_rows_of_the_income(rules: catan.Rules, seed: int) -> None:
    for view, rows, _ in seen(rules, seed):
        board = view.board
        income = np.zeros((56, 6))
        for seat in range(view.players):
            p = (view.player + seat) % view.players
            for h in range(19):
                corners = set(topology.HEX_CORNERS[h])
                cards = len(corners & set(view.settlements(p))) + 2 * len(corners & set(view.cities(p)))
                if board.terrain[h] == 5:
                    continue
                robbed = rules.robber and h == view.robber
                row = 55 if robbed else (board.tokens[h] - 2) * 5 + ORDER.index(board.terrain[h])
                income[row, seat] += cards
        assert (rows[195:251] == income).all()


def move_part(view: catan.View, action: catan.Action) -> list[int]:
    """The marked places of a move; the part about the position stays as it is."""
    encoded = ENCODING.encode(view, action)
    assert (encoded[:1536] == ENCODING.encode(view)[:1536]).all()
    assert set(encoded[1536:].tolist()) <= {0.0, 1.0}
    return np.flatnonzero(encoded[1536:]).tolist()


def expected_places(view: catan.View, action: catan.Action) -> list[int]:
    """Where the table puts a move."""
    kind, resource = action.kind, action.resource
    place = -1 if resource is None else ORDER.index(resource)
    if kind == "trade":
        assert action.get is not None
        received = ORDER.index(action.get.index(1))
        return [197 + 4 * place + received - (received > place)]
    if kind == "robber":
        victim = [] if action.player is None else [241 + (action.player - view.player) % view.players]
        return [222 + (action.hex or 0), *victim]
    plain = {"roll": 0, "end": 1, "buy card": 187, "knight": 188, "road building": 189, "year of plenty": 190}
    if kind in plain:
        return [plain[kind]]
    if kind == "monopoly":
        return [191, 192 + place]
    number = next(n for n in (action.intersection, action.path, place) if n is not None)
    return [{"settle": 2, "city": 56, "road": 110, "take": 182, "discard": 217}[kind] + number]


@pytest.mark.parametrize("players", [2, 3, 4])
def test_the_move(players: int) -> None:
    met: set[tuple[int | None, catan.Action]] = set()
    for seed in range(8):
        for state, _ in walk(catan.Rules(players=players, offers_per_turn=0), seed):
            for action in state.legal_actions():
                if (state.actor, action) not in met:
                    met.add((state.actor, action))
                    assert move_part(state.view(), action) == expected_places(state.view(), action)
    kinds = {
        "settle",
        "road",
        "city",
        "roll",
        "end",
        "buy card",
        "trade",
        "robber",
        "discard",
        "take",
        *CARDS,
    }
    assert {action.kind for _, action in met} == kinds - {"victory point"}


@pytest.mark.parametrize(
    "text", ["offer 1 ore for 1 wool", "accept", "deal p1", "cancel", "dice 8", "stole ore"]
)
def test_moves_outside_the_articles_game_are_refused(text: str) -> None:
    with pytest.raises(IllegalActionError, match=f"{text}: casher2024 has no entry for it"):
        ENCODING.encode(catan.State().view(), catan.Action.parse(text))
