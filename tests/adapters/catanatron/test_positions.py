"""Games walked decision by decision, every position taken to the other program and back.

Legal actions are compared too. Where catanatron allows something else, ``differential/deviations.py`` must
say why.
"""

from __future__ import annotations

from collections import Counter
from typing import Any

import pytest

pytest.importorskip("catanatron", reason="needs the extra: pip install 'longroad[catanatron]'")

from catanatron.models.player import Player

from adapters.catanatron.walks import COLORS, our_decisions, their_decisions
from differential.deviations import BRICK, LUMBER, why_not_listed
from longroad.adapters.catanatron import Games, our_board, position_of, rules_of
from longroad.adapters.catanatron.actions import as_listed, to_ours, to_theirs
from longroad.adapters.catanatron.versions import (
    CHOOSES_DISCARDS,
    FRESH_CARDS_WAIT,
    ActionType,
    log_of,
    playable_actions,
    raw_log,
)
from longroad.adapters.catanatron.words import CARDS
from longroad.catan import Position, Rules, State

#: What catanatron keeps in its own way: it does not count the roads of the set-up until another is built.
IN_ITS_OWN_WAY = ("LONGEST_ROAD_LENGTH",)


def seated(rules: Rules, state: State) -> Games:
    return Games(rules, state.board, [Player(color) for color in COLORS[: rules.players]])


def unexplained(state: State, theirs: list[Any], colors: tuple[Any, ...]) -> list[str]:
    """Differences between the legal actions that no deviation explains."""
    assert state.actor is not None
    color = colors[state.actor]
    ours = {to_theirs(action, color, colors): action for action in state.legal_actions()}
    listed = {as_listed(action) for action in theirs}
    found = [
        f"only ours: {action}"
        for meaning, action in ours.items()
        if meaning not in listed and why_not_listed(state, action) is None and not needs_price(state)
    ]
    return found + [f"only theirs: {a}" for a in listed - ours.keys() if not is_fresh_card(state, a)]


def needs_price(state: State) -> bool:
    """3.2.1 lists free roads only to a player who could pay for them (FREE_ROADS_NEED_PRICE)."""
    hand = state.hand(state.current)
    return state.phase == "free roads" and 0 in (hand[BRICK], hand[LUMBER])


def is_fresh_card(state: State, action: Any) -> bool:
    """Whether it plays a card of which the player holds only those bought this turn (FRESH_CARDS)."""
    kind = action.action_type.value.removeprefix("PLAY_").removesuffix("_CARD")
    if FRESH_CARDS_WAIT or kind not in CARDS:
        return False
    card = CARDS.index(kind)
    return state.cards(state.current)[card] <= state.bought[card]


@pytest.mark.parametrize(
    ("players", "style"), [(2, "uniform"), (2, "crowding"), (3, "by kind"), (4, "building"), (4, "crowding")]
)
def test_our_games_in_catanatron(players: int, style: str) -> None:
    rules = Rules.preset("catanatron", players=players, discard_limit=5 + players)
    phases: Counter[str] = Counter()
    for seed in range(2):
        games = None
        for state, entries in our_decisions(rules, seed, style):
            games = games or seated(rules, state)
            position = Position.of(state)
            game = games.at(position, entries)
            assert position_of(game) == discards_in_order(position)
            assert position_of(game.copy()) == discards_in_order(position)
            assert position_of(game).replace(left=position.left).state(rules, state.board) == state
            assert not unexplained(state, playable_actions(game), COLORS[:players])
            phases[state.phase] += 1
    assert {"setup settlement", "setup road", "before roll", "main", "robber", "discard"} <= phases.keys()


def discards_in_order(position: Position) -> Position:
    """3.2.1 keeps no count of a discard: all cards go at once, so it asks for half of what is still held."""
    if position.phase != "discard" or CHOOSES_DISCARDS:
        return position
    return position.replace(left=sum(position.hands[position.actor]) // 2)


@pytest.mark.parametrize("players", [2, 3, 4])
def test_their_games_in_ours(players: int) -> None:
    for seed in range(2):
        games = rules = board = None
        for game in their_decisions(players, seed):
            if games is None or rules is None or board is None:
                rules, board = rules_of(game), our_board(game.state.board.map)
                games = Games(rules, board, game.state.players)
            position = position_of(game)
            state = position.state(rules, board)
            again = Position.of(state, position.played)
            assert again.replace(road_lengths=()) == position.replace(road_lengths=())
            assert all(
                ours >= theirs for ours, theirs in zip(again.road_lengths, position.road_lengths, strict=True)
            )
            assert not unexplained(state, playable_actions(game), game.state.colors)
            _compare(game, games.at(position, raw_log(game)))


def _compare(game: Any, again: Any) -> None:
    """Two catanatron games, field by field."""
    one, other = game.state, again.state
    for key, value in one.player_state.items():
        if not key.endswith(IN_ITS_OWN_WAY) and "OWNED_AT_START" not in key:
            assert other.player_state[key] == value, key
    for name in ("colors", "color_to_index", "resource_freqdeck", "num_turns", "current_prompt"):
        assert getattr(one, name) == getattr(other, name), name
    for name in ("current_player_index", "current_turn_index", "is_initial_build_phase", "is_discarding"):
        assert getattr(one, name) == getattr(other, name), name
    assert sorted(one.development_listdeck) == sorted(other.development_listdeck)
    assert one.board.buildings == other.board.buildings
    assert one.board.roads == other.board.roads
    assert one.board.board_buildable_ids == other.board.board_buildable_ids
    assert one.board.robber_coordinate == other.board.robber_coordinate
    assert one.board.road_color == other.board.road_color
    assert log_of(game) == log_of(again)
    assert set(playable_actions(game)) == set(playable_actions(again))


def test_every_listed_action_goes_there_and_back() -> None:
    kinds = set()
    games = (game for seed in range(4) for game in their_decisions(3, seed))
    for game in games:
        for action in playable_actions(game):
            if action.value is None and action.action_type.value == "DISCARD":
                continue  # says nothing: the game draws the cards
            first, *rest = to_ours(action, game.state.colors)
            assert to_theirs(first, action.color, game.state.colors) == as_listed(action)
            assert bool(rest) == (action.action_type is ActionType.PLAY_YEAR_OF_PLENTY)
            kinds.add(first.kind)
    assert {"settle", "road", "city", "trade", "robber", "monopoly", "year of plenty", "knight"} <= kinds
