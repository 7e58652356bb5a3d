"""The games of a study: the placement is placed, the others keep off it, and every game follows from its
seed."""

from __future__ import annotations

import pytest

from longroad import _native, catan
from longroad.catan import Action, State, topology
from longroad.openings import make_play
from longroad.openings.placements import hexes_text

RULES = catan.Rules(players=2, offers_per_turn=0)
PAIR = (10, 23)


def events_of(
    state: State, player: int, placement: tuple[int, ...], play: str, partners: str, game: int
) -> list[Action]:
    words = _native.opening_events(
        state, player, placement, make_play(play), make_play(partners), 600, 5, game
    )
    return [Action.from_int(word) for word in words]


def replayed(state: State, events: list[Action]) -> tuple[State, State]:
    """The positions after the set-up and at the end; every event is checked by the rules."""
    end = state.copy()
    after = None
    for event in events:
        end.apply(event)
        if after is None and not end.phase.startswith("setup"):
            after = end.copy()
    assert after is not None
    return after, end


def tallies(
    state: State, placements: list[tuple[int, ...]], play: str, **changes: int
) -> tuple[list[int], ...]:
    asked = {"player": 0, "rounds": 600, "seed": 1, "first": 0, "games": 40, "threads": 1, **changes}
    wins, ties = _native.play_openings(
        state,
        placements=placements,
        play=make_play(play),
        partners=make_play("random"),
        **asked,
    )
    return wins.tolist(), ties.tolist()


@pytest.mark.parametrize("play", ["random", "weighted", "build", "value"])
@pytest.mark.parametrize("players", [2, 3, 4])
def test_the_player_places_what_it_is_given(play: str, players: int) -> None:
    state = State(RULES.replace(players=players), seed=3)
    first = set()
    for game in range(6):
        for player in range(players):
            after, end = replayed(state, events_of(state, player, PAIR, play, "random", game))
            assert sorted(after.settlements(player)) == sorted(PAIR)
            assert end.is_over or end.turn == 600 * players
        first.add(events_of(state, 0, PAIR, play, "random", game)[0])
    assert {str(action) for action in first} == {"settle n10", "settle n23"}  # the order is drawn


@pytest.mark.parametrize("partners", ["random", "value", "expectimax:depth=1"])
def test_the_others_place_as_they_are_told_and_leave_the_spots_alone(partners: str) -> None:
    state = State(RULES.replace(players=4), seed=3)
    for game in range(3):
        after, _ = replayed(state, events_of(state, 3, PAIR, "weighted", partners, game))
        assert sorted(after.settlements(3)) == sorted(PAIR)
        assert all(len(after.settlements(player)) == 2 for player in range(4))


def test_partners_that_think_take_better_spots_than_partners_that_draw() -> None:
    state = State(RULES, seed=3)

    def pips(partners: str) -> int:
        total = 0
        for game in range(10):
            after, _ = replayed(state, events_of(state, 0, PAIR, "weighted", partners, game))
            for place in after.settlements(1):
                tokens = (state.board.tokens[h] for h in topology.INTERSECTION_HEXES[place])
                total += sum(6 - abs(7 - token) for token in tokens if token)
        return total

    assert pips("value") > 1.2 * pips("random")


def test_third_settlements_are_drawn_for_everybody() -> None:
    state = State(catan.Rules.preset("ntu2016"), seed=3)
    thirds = set()
    for game in range(8):
        after, _ = replayed(state, events_of(state, 0, PAIR, "build", "value", game))
        assert set(PAIR) < set(after.settlements(0)) and len(after.settlements(1)) == 3
        thirds |= set(after.settlements(0)) - set(PAIR)
    assert len(thirds) > 4


def test_a_study_may_begin_in_the_middle_of_the_set_up() -> None:
    state = State(RULES, seed=3)
    for move in ("settle n10", "road e12", "settle n30"):
        state.apply(move)
    after, _ = replayed(state, events_of(state, 0, (23,), "weighted", "random", 0))
    assert after.settlements(0) == [10, 23] and 30 in after.settlements(1)


@pytest.mark.parametrize(
    ("player", "placement", "complaint"),
    [
        (0, (10, 11), "n11 is not free"),
        (0, (54,), "n54 is not free"),
        (0, (0, 20, 40), "p0 has 2 settlements left to place"),
        (2, (0,), "no such player"),
    ],
)
def test_placements_that_cannot_be(player: int, placement: tuple[int, ...], complaint: str) -> None:
    with pytest.raises(ValueError, match=complaint):
        events_of(State(RULES, seed=3), player, placement, "weighted", "random", 0)


def test_build_only_play_never_trades_and_always_ends_by_the_cap() -> None:
    rules = catan.Rules(players=3)
    state = State(rules, seed=1)
    _, end = replayed(state, events_of(state, 0, PAIR, "build", "random", 0))
    assert {"trade", "offer"}.isdisjoint(action.kind for action in end.events())
    words = _native.opening_events(state, 0, PAIR, make_play("build"), make_play("random"), 2, 5, 0)
    short = state.copy()
    for word in words:
        short.apply(Action.from_int(word))
    assert short.turn == 6  # two rounds of three players, no winner


@pytest.mark.parametrize("play", ["weighted", "value"])
def test_the_same_for_any_number_of_threads_and_any_cut(play: str) -> None:
    state = State(RULES, seed=3)
    pairs: list[tuple[int, ...]] = [(10, 23), (0, 40), (20, 30)]
    games = 60 if play == "weighted" else 30
    alone = tallies(state, pairs, play, games=games)
    assert tallies(state, pairs, play, games=games, threads=3) == alone
    parts = [tallies(state, pairs, play, first=first, games=games // 2) for first in (0, games // 2)]
    assert [a + b for a, b in zip(parts[0][0], parts[1][0], strict=True)] == alone[0]
    assert tallies(state, pairs, play, games=games, seed=2) != alone
    assert tallies(state, pairs[1:], play, games=games)[0] == alone[0][1:]


def test_rich_corners_beat_poor_ones() -> None:
    board = catan.Board.generate("beginner")
    state = State(RULES, board=board)
    pips = {
        place: sum(6 - abs(7 - board.tokens[h]) for h in around if board.tokens[h])
        for place, around in enumerate(topology.INTERSECTION_HEXES)
    }
    ranked = sorted(pips, key=lambda place: pips[place])
    poor = (ranked[0], next(p for p in ranked[1:] if p not in topology.INTERSECTION_NEIGHBOURS[ranked[0]]))
    rich = (
        ranked[-1],
        next(p for p in ranked[-2::-1] if p not in topology.INTERSECTION_NEIGHBOURS[ranked[-1]]),
    )
    assert "W2" in hexes_text(board, poor[0]) or "G12" in hexes_text(board, poor[0])
    for play in ("random", "weighted", "value"):
        (rich_wins, poor_wins), _ = tallies(state, [rich, poor], play, games=60)
        assert rich_wins > poor_wins + 15


def test_an_agent_chooses_its_settlements_by_games() -> None:
    state = State(RULES, seed=3)
    rng = catan.Rng(1)
    while state.phase.startswith("setup"):
        before = state.copy()
        action = _native.choose_opening(state.view(), 60, 6, rng)
        assert before.is_legal(action)
        state.apply(action)
    again = _native.choose_opening(State(RULES, seed=3).view(), 60, 6, catan.Rng(1))
    assert again == _native.choose_opening(State(RULES, seed=3).view(), 60, 6, catan.Rng(1))
    with pytest.raises(ValueError, match="p0 does not place a first settlement or road now"):
        _native.choose_opening(state.view(), 60, 6, rng)


def test_a_single_candidate_is_what_looks_best() -> None:
    state = State(RULES, seed=3)
    chosen = _native.choose_opening(state.view(), 60, 1, catan.Rng(1))
    agent = _native.NativePlayer(_native.NativeAgent(_native.ValueSettings()), RULES.core, 0)
    assert chosen == agent.choose(state.view(), catan.Rng(1))
