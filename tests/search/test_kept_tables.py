"""What a player remembers from move to move changes no value."""

from __future__ import annotations

import pytest

from longroad import _native, skirmish
from longroad.search import Settings, expectimax
from longroad.search.settings import CatanSearch, SkirmishSearch
from rules.table import HOMES, Table
from search.positions import EVERY_LEAF, PLAIN, catan_positions
from skirmish.random_games import walk


def test_what_is_kept_from_move_to_move_changes_no_value() -> None:
    ways = (("all", False), ("representative", False), ("representative", True), ("clustered", False))
    for moves, real_root in ways:
        how = SkirmishSearch(moves=moves, real_root=real_root)
        player = _native.skirmish.NativePlayer(
            how.native(Settings(depth=2, table_bits=10)), skirmish.Rules().core, 0
        )
        for state, _, _ in walk(skirmish.Rules(starting_hp=30, hand_limit=0), seed=8):
            if state.phase != "deal" and len(state.field(0)) + len(state.field(1)) < 6:
                fresh = expectimax(
                    state, player=state.current, depth=2, moves=moves, real_root=real_root, **PLAIN
                )
                found = player.search(state, state.current)
                assert found["value"] == pytest.approx(fresh.value, abs=1e-9), repr(state)


def test_what_is_kept_knows_how_near_the_turn_cap_is() -> None:
    """The same cards two turns later, the game about to end."""
    settings = Settings(depth=3, table_bits=12)
    player = _native.skirmish.NativePlayer(
        SkirmishSearch(lean=False).native(settings), skirmish.Rules().core, 0
    )
    state = skirmish.State(skirmish.Rules(turn_cap=3, hand_limit=0), seed=1)
    for _ in range(2):
        fresh = expectimax(state, depth=3, **EVERY_LEAF)
        assert player.search(state, 0)["value"] == pytest.approx(fresh.value, abs=1e-9), repr(state)
        if state.turn == 0:
            state.apply("keep")
            state.apply("keep")


def test_a_table_kept_from_move_to_move_changes_no_value_in_catan() -> None:
    searcher = _native.CatanSearch(CatanSearch().native(Settings(depth=2)))
    other = catan_positions(
        40, 3000, 2, players=3, board=HOMES
    )  # all on one board, so that the table is kept
    for i, state in enumerate(other):
        fresh = expectimax(state, player=i % 3, depth=2, **PLAIN)
        assert searcher.search(state, i % 3)["value"] == pytest.approx(fresh.value, abs=1e-9)


def test_a_kept_table_knows_how_near_the_turn_cap_is_in_catan() -> None:
    """The same pieces and cards a round later, the game about to end."""
    searcher = _native.CatanSearch(CatanSearch().native(Settings(depth=2)))
    soon = Table(2).main_of(1).turn + 3
    table = Table(2, turn_cap=soon, offers_per_turn=0).main_of(1)
    assert {text.split()[0] for text in table.legal()} == {"road", "end"}
    assert _native.evaluate(table, 1) > 1, "better than the nothing at which the game will end after one road"
    for round_ in ("", "end; roll; dice 12; end; roll; dice 12"):
        if round_:
            table.play(round_)
        fresh = expectimax(table, depth=2, **PLAIN)
        assert searcher.search(table, 1)["value"] == pytest.approx(fresh.value, abs=1e-9), repr(table)
