"""Limits stop a search with a usable answer, wrong settings are named, and a search leaves no trace."""

from __future__ import annotations

import re
from typing import Any

import pytest

from longroad import _native, catan, search, skirmish
from longroad.errors import SearchError
from longroad.search import Settings, expectimax
from longroad.search.settings import SkirmishSearch
from property.random_games import position
from rules.table import Table

RULES = catan.Rules(players=3, offers_per_turn=0)


def big_catan() -> catan.State:
    """p0 of four has rolled and holds cards for many things."""
    return Table(4).pay_for(0, "city", "settle", "card").main_of(0)


def states() -> list[tuple[str, Any, dict[str, Any]]]:
    return [
        ("skirmish", skirmish.State(seed=1), {"moves": "all"}),
        ("skirmish, representatives", skirmish.State(seed=1), {"moves": "representative"}),
        ("skirmish, clusters", skirmish.State(seed=1), {"moves": "clustered", "real_root": True}),
        *(
            (f"catan, {opponents}", big_catan(), {"opponents": opponents})
            for opponents in ("paranoid", "maxn", "best_reply")
        ),
        ("catan, representatives", big_catan(), {"moves": "representative"}),
        ("catan, clusters", big_catan(), {"moves": "clustered"}),
    ]


LIMITED = pytest.mark.parametrize(("state", "how"), [s[1:] for s in states()], ids=[s[0] for s in states()])


@LIMITED
@pytest.mark.parametrize("deepen", [False, True])
def test_a_limit_of_nodes_stops_the_search(state: Any, how: dict[str, Any], deepen: bool) -> None:
    first = expectimax(state, depth=1, **how)
    limit = first.nodes + 500
    found = expectimax(state, depth=9, max_nodes=limit, deepen=deepen, **how)
    assert not found.complete and 1 <= found.depth < 9
    assert found.nodes <= limit + 1
    assert state.is_legal(found.best)
    again = expectimax(state, depth=9, max_nodes=limit, deepen=deepen, **how)
    same = ("value", "best", "depth", "nodes", "leaves", "cuts", "hits")
    assert [getattr(found, name) for name in same] == [getattr(again, name) for name in same]
    finished = expectimax(state, depth=found.depth, **how)
    assert found.value == pytest.approx(finished.value, abs=1e-9), (
        "it is the value of the last finished depth"
    )


@LIMITED
def test_the_first_depth_is_always_finished(state: Any, how: dict[str, Any]) -> None:
    found = expectimax(state, depth=5, max_nodes=1, **how)
    assert (found.depth, found.complete) == (1, False) and state.is_legal(found.best)
    assert found.value == pytest.approx(expectimax(state, depth=1, **how).value, abs=1e-9)
    alone = expectimax(state, depth=1, max_nodes=1, **how)
    assert (alone.depth, alone.complete) == (1, True)


@LIMITED
def test_a_limit_of_time_stops_the_search(state: Any, how: dict[str, Any]) -> None:
    found = expectimax(state, depth=30, seconds=0.05, **how)
    assert not found.complete and 1 <= found.depth < 30
    assert state.is_legal(found.best)


@pytest.mark.parametrize("moves", search.MOVES)
def test_a_new_game_makes_a_player_forget(moves: str) -> None:
    settings = Settings(depth=2, max_nodes=3000)
    how, rules = SkirmishSearch(moves=moves).native(settings), skirmish.Rules().core
    state = skirmish.State(skirmish.Rules(hand_limit=25), seed=1)
    figures = []
    for _ in range(3):
        found = _native.skirmish.NativePlayer(how, rules, 0).search(state, 0)
        figures.append({name: found[name] for name in ("value", "nodes", "leaves", "cuts", "hits", "depth")})
    assert figures[0] == figures[1] == figures[2]


@LIMITED
def test_limits_that_are_not_reached_change_nothing(state: Any, how: dict[str, Any]) -> None:
    free = expectimax(state, depth=2, **how)
    found = expectimax(state, depth=2, max_nodes=10**12, seconds=600, **how)
    assert found.complete and found.depth == 2 and (found.value, found.best) == (free.value, free.best)


@LIMITED
def test_a_search_changes_nothing(state: Any, how: dict[str, Any]) -> None:
    before, events = state.copy(), state.event_words()
    expectimax(state, depth=2, **how)
    search.representatives(state)
    assert state.same_position(before) and state.event_words() == events


def test_the_figures_belong_together() -> None:
    found = expectimax(skirmish.State(seed=1), depth=2)
    assert found.nodes > found.leaves > 0 and found.seconds > 0
    assert found.leaves_per_second == pytest.approx(found.leaves / found.seconds)
    assert found.best is not None and found.complete and found.depth == 2


@pytest.mark.parametrize(
    ("settings", "message"),
    [
        ({"depth": 0}, "depth=0: must be a whole number between 1 and 30"),
        ({"depth": 31}, "depth=31: must be a whole number between 1 and 30"),
        ({"depth": "x"}, "depth='x': must be a whole number"),
        ({"depth": 2.0}, r"depth=2\.0: must be a whole number"),
        ({"depth": True}, "depth=True: must be a whole number"),
        ({"table_bits": 29}, "table_bits=29: must be a whole number between 0 and 28"),
        ({"table_bits": -1}, "table_bits=-1"),
        ({"seconds": -1}, "seconds=-1: must be a number between 0"),
        ({"seconds": float("nan")}, "seconds=nan"),
        ({"max_nodes": -5}, "max_nodes=-5"),
        ({"max_nodes": 0.5}, r"max_nodes=0\.5: must be a whole number"),
        ({"prune": 1}, r"prune=1: must be on or off"),
        ({"deepen": "off"}, "deepen='off': must be on or off"),
    ],
)
def test_settings_that_are_not_possible_are_named(settings: dict[str, Any], message: str) -> None:
    with pytest.raises(SearchError, match=message):
        Settings(**settings)
    for state in (skirmish.State(seed=1), catan.State(RULES, seed=1)):
        with pytest.raises(ValueError, match=message):
            expectimax(state, **settings)


@pytest.mark.parametrize("make", [lambda: skirmish.State(seed=1), lambda: catan.State(RULES, seed=1)])
@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"moves": "some"}, "moves='some': must be one of all, representative"),
        ({"player": 7}, "player=7: the game has players 0 to "),
        ({"player": -1}, "player=-1: the game has players 0 to "),
    ],
)
def test_what_neither_game_has_is_refused(make: Any, options: dict[str, Any], message: str) -> None:
    with pytest.raises(SearchError, match=message):
        expectimax(make(), **options)


def test_opponents_that_nobody_knows_are_refused() -> None:
    with pytest.raises(SearchError, match="opponents='kind': must be one of paranoid, maxn, best_reply"):
        expectimax(catan.State(RULES, seed=1), opponents="kind")


@pytest.mark.parametrize(("most", "make"), [(4, lambda: skirmish.State(seed=1)), (12, big_catan)])
@pytest.mark.parametrize("classes", [0, -1, 13, "3", 2.5, True])
def test_the_number_of_clusters_has_limits(most: int, make: Any, classes: Any) -> None:
    state = make()
    message = rf"classes={re.escape(repr(classes))}: must be a whole number between 1 and {most}"
    with pytest.raises(SearchError, match=message):
        expectimax(state, moves="clustered", classes=classes)
    with pytest.raises(SearchError, match=message):
        search.representatives(state, clustered=True, classes=classes)
    assert expectimax(state, moves="clustered", classes=most, depth=1).complete


def test_an_unknown_setting_is_no_setting() -> None:
    for state in (skirmish.State(seed=1), catan.State(RULES, seed=1)):
        with pytest.raises(SearchError, match=r"no setting 'width'; .*depth, prune"):
            expectimax(state, width=3)
        with pytest.raises(SearchError, match="no setting 'dept'; did you mean 'depth'"):
            expectimax(state, dept=3)
    with pytest.raises(SearchError, match="no setting 'opponents'"):
        expectimax(skirmish.State(seed=1), opponents="maxn")


def test_there_is_nothing_to_look_ahead_to_when_the_game_is_over() -> None:
    game = skirmish.State(skirmish.Rules(turn_cap=1), seed=1)
    game.apply("keep")
    over = position(catan.Rules(players=2, turn_cap=1, offers_per_turn=0), 1, 10_000)
    assert game.is_over and over.is_over
    for state in (game, over):
        with pytest.raises(SearchError, match="the game is over"):
            expectimax(state)
        assert search.representatives(state) == []
