"""Representative moves of Catan: legal ones, one per purpose, each for what its name says; and clusters of
moves."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from typing import Any

import pytest

from longroad import _native, catan
from longroad.catan import topology
from longroad.search import Representative, expectimax, representatives
from property.random_games import walk
from rules.table import Table, way

PURPOSES = ("expand", "upgrade", "card", "trade", "hurt", "save")
#: What may stand for a purpose, by phase; phases not named have the kinds of any turn.
KINDS = {
    "expand": {"settle", "road", "road building"},
    "upgrade": {"city"},
    "card": {"buy card"},
    "trade": {"trade", "year of plenty", "take", "accept", "deal"},
    "hurt": {"knight", "monopoly", "robber"},
    "save": {"roll", "end", "refuse", "cancel", "discard"},
}


def decisions(players: int, games: int, **options: Any) -> Iterator[catan.State]:
    rules = catan.Rules(players=players, **{"offers_per_turn": 1, "turn_cap": 120, **options})
    for seed in range(games):
        for state, _ in walk(rules, seed):
            if state.actor is not None:
                yield state


def named(state: catan.State) -> dict[str, catan.Action]:
    """The move of each purpose."""
    return {r.of: r.move for r in representatives(state)}


def value_after(state: catan.State, action: catan.Action) -> float:
    """The evaluation for the one who decides, right after a move."""
    assert state.actor is not None
    after = state.copy()
    after.apply(action)
    return _native.evaluate(after, state.actor)


@pytest.mark.parametrize("players", [2, 3, 4])
def test_every_decision_has_legal_representatives_of_distinct_purposes(players: int) -> None:
    seen: Counter[str] = Counter()
    for state in decisions(players, 12):
        found = representatives(state)
        assert found, f"nothing to do in {state!r}"
        names = [r.of for r in found]
        assert names == [name for name in PURPOSES if name in names], "in order, each once"
        assert len({r.move for r in found}) == len(found)
        for r in found:
            assert state.is_legal(r.move), f"{r.move} for {r.of} in {state!r}"
            if not state.phase.startswith("setup"):
                assert r.move.kind in KINDS[r.of], f"{r.move} for {r.of} in {state!r}"
            seen[r.of] += 1
        seen["positions"] += 1
    assert seen["positions"] > 3000 and all(seen[name] >= 20 for name in PURPOSES)


def test_there_are_none_at_chance() -> None:
    state = Table(2).play("roll")
    assert state.is_chance and representatives(state) == [] == representatives(state, clustered=True)


def test_in_a_turn_every_purpose_that_can_be_served_is() -> None:
    seen: Counter[str] = Counter()
    for state in decisions(3, 10):
        if state.phase != "main":
            continue
        kinds = {action.kind for action in state.legal_actions()}
        moves = named(state)
        assert str(moves["save"]) == "end"
        assert ("card" in moves) == ("buy card" in kinds)
        assert ("upgrade" in moves) == ("city" in kinds)
        assert ("expand" in moves) == bool(kinds & KINDS["expand"])
        assert not kinds & {"knight"} or "hurt" in moves
        if "settle" in kinds:
            assert moves["expand"].kind == "settle"
        seen.update(list(moves))
    assert min(seen.values()) >= 5


def test_the_best_city_is_meant() -> None:
    several = 0
    for state in decisions(2, 12, offers_per_turn=0):
        cities = [action for action in state.legal_actions() if action.kind == "city"]
        if cities:
            best = max(value_after(state, city) for city in cities)
            assert value_after(state, named(state)["upgrade"]) == pytest.approx(best, abs=1e-9)
            several += len(cities) > 1
    assert several >= 10


def test_the_card_that_is_missed_least_is_discarded() -> None:
    several = 0
    for state in decisions(3, 15, discard_limit=3):
        if state.phase == "discard":
            listed = state.legal_actions()
            best = max(value_after(state, action) for action in listed)
            assert value_after(state, named(state)["save"]) == pytest.approx(best, abs=1e-9)
            several += len(listed) > 1
    assert several >= 20


def test_the_bank_trade_that_helps_most_is_meant_and_one_that_does_not_help_is_not() -> None:
    helped = useless = 0
    for state in decisions(2, 15, offers_per_turn=0):
        listed = state.legal_actions()
        trades = [action for action in listed if action.kind == "trade"]
        if not trades or any(action.kind == "year of plenty" for action in listed):
            continue
        now, best = _native.evaluate(state, state.current), max(value_after(state, t) for t in trades)
        if best > now + 1e-9:
            assert value_after(state, named(state)["trade"]) == pytest.approx(best, abs=1e-9)
            helped += 1
        elif best < now - 1e-9:
            assert "trade" not in named(state)
            useless += 1
    assert helped >= 10 and useless >= 5


def test_a_road_goes_where_there_is_none_to_settle() -> None:
    table = Table(2).pay_for(0, "road").main_of(0)
    assert not table.legal("settle") and named(table)["expand"].kind == "road"
    settled = Table.lanes(2).build(0, *way(19, 20)).pay_for(0, "settle").main_of(0)
    assert settled.legal("settle") and named(settled)["expand"].kind == "settle"


def test_knights_hurt_before_and_after_the_roll() -> None:
    table = Table(2).buy(0, "knight").before_roll_of(0)
    assert {of: str(move) for of, move in named(table).items()} == {"hurt": "knight", "save": "roll"}
    table.main_of(0)
    assert str(named(table)["hurt"]) == "knight"
    table.play("knight")
    (robber,) = representatives(table)
    assert robber.of == "hurt" and robber.move.kind == "robber"


def test_the_robber_goes_to_an_opponent_who_has_cards() -> None:
    table = Table(3).give(1, ore=2).main_of(0).play("end").roll(7)
    while table.phase == "discard":
        table.play_any()
    assert table.phase == "robber" and table.current == 1
    (robber,) = representatives(table)
    hex_corners = set(topology.HEX_CORNERS[robber.move.hex])
    assert robber.move.player in (0, 2) and not hex_corners & set(table.settlements(1))
    assert hex_corners & set(table.settlements(robber.move.player))


def test_a_monopoly_takes_what_the_others_hold_most() -> None:
    table = Table(3).buy(0, "monopoly").give(1, ore=3).main_of(0)
    held = [sum(table.hand(p)[r] for p in (1, 2)) for r in range(5)]
    assert table.is_legal("monopoly ore")
    hurt = named(table)["hurt"]
    assert hurt.kind == "monopoly" and held[hurt.resource] == max(held) >= 3


def test_the_set_up_has_the_best_spot_a_rich_one_and_a_harbor() -> None:
    seen: Counter[str] = Counter()
    for seed in range(30):
        state = catan.State(catan.Rules(players=4), seed=seed)
        moves = named(state)
        assert all(move.kind == "settle" for move in moves.values())
        assert set(moves) <= {"expand", "upgrade", "trade"}
        seen.update(list(moves))
        if "trade" in moves:
            after = state.copy()
            after.apply(moves["trade"])
            assert after.harbor_access(0)
    assert seen["expand"] == 30 and seen["trade"] >= 15


def test_an_offer_is_accepted_only_if_it_helps() -> None:
    seen: Counter[str] = Counter()
    for state in decisions(3, 25, offers_per_turn=3):
        if state.phase == "respond":
            moves = named(state)
            assert str(moves["save"]) == "refuse" and set(moves) <= {"trade", "save"}
            assert "trade" not in moves or str(moves["trade"]) == "accept"
            seen["accept" if "trade" in moves else "refuse"] += state.is_legal("accept")
    assert seen["accept"] >= 3 and seen["refuse"] >= 3


def test_a_search_with_representatives_chooses_one_of_them() -> None:
    chosen: Counter[str] = Counter()
    for number, state in enumerate(decisions(3, 3)):
        if number % 20 == 0:
            for moves, clustered in (("representative", False), ("clustered", True)):
                found = expectimax(state, depth=1, moves=moves).best
                assert found in [r.move for r in representatives(state, clustered=clustered)]
                chosen[moves] += 1
    assert min(chosen.values()) > 30


# ---- Clusters
# -----------------------------------------------------------------------------------------------


def without_offers(state: catan.State) -> list[catan.Action]:
    return [action for action in state.legal_actions() if action.kind not in ("offer", "counter")]


@pytest.mark.parametrize("classes", [1, 3, 6, 12])
def test_clusters_are_a_few_legal_moves_the_best_among_them(classes: int) -> None:
    fewer = 0
    for number, state in enumerate(decisions(3, 6)):
        if number % 7:
            continue
        found: list[Representative] = representatives(state, clustered=True, classes=classes)
        listed = without_offers(state)
        assert 1 <= len(found) <= min(classes, len(listed))
        assert len({r.of for r in found}) == len({r.move for r in found}) == len(found)
        assert {r.move for r in found} <= set(listed)
        if len(listed) <= classes:
            assert {r.move for r in found} == set(listed)
        else:
            fewer += 1
            best = max(value_after(state, move) for move in listed)
            assert max(value_after(state, r.move) for r in found) == pytest.approx(best, abs=1e-9)
        assert found == representatives(state, clustered=True, classes=classes)
    assert fewer > 20
