"""Games whose moves are rated side by side: rows are the encoding, choices are taken, finished games tell the
whole story, drawn moves make the past forgotten, and saved games resume as if nothing had happened."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from longroad import catan
from longroad.errors import IllegalActionError, RulesError
from longroad.train.td.games import Played, RatedGames

RULES = catan.Rules.preset("casher2024", turn_cap=60)
ENCODING = catan.ENCODINGS["casher2024"]
Numbers = np.ndarray[Any, Any]


def make(games: int = 6, seed: int = 5, rules: catan.Rules = RULES, **options: Any) -> RatedGames:
    made = RatedGames(rules, games=games, seed=seed, **options)
    made.begin()
    return made


def drawn(games: RatedGames, generator: np.random.Generator) -> Numbers:
    return games.lowest(generator.random(games.rows)).copy()


def dense(position: Numbers, places: Numbers) -> Numbers:
    """The encoding of a position with a move, from what the games write."""
    out = np.zeros(1783, dtype=np.float32)
    out[:1536] = position
    out[1536 + places] = 1
    return out[:1782]


def state_of(games: RatedGames, slot: int) -> catan.State:
    state = games.state(slot)
    assert state is not None
    return state


def play_on(games: RatedGames, generator: np.random.Generator, rounds: int = 10**6) -> None:
    while games.rows and rounds:
        games.step(drawn(games, generator))
        rounds -= 1


def same(one: Played, other: Played) -> bool:
    return all(getattr(one, name).tobytes() == getattr(other, name).tobytes() for name in vars(one))


# ---- Rounds
# -------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("players", [2, 3, 4])
def test_rows_are_the_encodings_of_all_legal_moves(players: int) -> None:
    games = make(4, rules=RULES.replace(players=players, turn_cap=0))
    generator = np.random.default_rng(1)
    for number in range(120):
        now = games.round()
        row = 0
        for slot in range(4 if number % 6 == 0 else 0):
            state = state_of(games, slot)
            actions = state.legal_actions()
            assert len(actions) > 1, "without a choice a game runs on"
            view = state.view()
            for action in actions:
                assert now.owners[row] == slot
                made = dense(now.positions[slot], now.moves[row])
                assert (made == ENCODING.encode(view, action)).all()
                row += 1
        assert number % 6 or row == len(now.moves) == len(now.owners) == games.rows
        games.step(drawn(games, generator))


def test_a_step_takes_the_chosen_moves_and_leaves_others() -> None:
    games = make(3)
    for _ in range(40):
        before = [state_of(games, slot) for slot in range(3)]
        games.step([1, -1, 0])
        for slot, number in ((0, 1), (2, 0)):
            played = before[slot].legal_actions()[number]
            after = state_of(games, slot)
            assert after.events()[len(before[slot].events())] == played
        assert state_of(games, 1).events() == before[1].events() == []


def test_positions_of_games_that_are_over_are_left_out() -> None:
    games = make(3)
    alone = np.array([0, -1, -1])
    while games.finished == 0:
        games.step(alone)
    now = games.round()
    assert now.positions.shape == (2, 1536) and set(now.owners.tolist()) == {0, 1}
    assert games.lowest(np.zeros(games.rows)).tolist() == [-1, 0, 0]
    with pytest.raises(IllegalActionError, match="game 0: has no move number 0"):
        games.step([0, 0, 0])
    games.begin(0)
    assert games.round().positions.shape == (2, 1536)
    games.begin()
    assert games.round().positions.shape == (3, 1536)


def test_the_lowest_rating_is_chosen_the_first_of_equals() -> None:
    games = make(2)
    ratings = np.full(108, 2.0)
    ratings[[7, 9, 54 + 53]] = 1.0
    assert games.lowest(ratings).tolist() == [7, 53]
    ratings[:54] = np.nan
    assert games.lowest(ratings).tolist() == [0, 53]
    with pytest.raises(ValueError, match=r"one rating per row: shape \(108,\), not \(107,\)"):
        games.lowest(ratings[1:])


@pytest.mark.parametrize("numbers", [[54, 0], [0, 54], [-2, 0], [0, 2**31 - 1]])
def test_a_number_that_is_not_possible_changes_nothing(numbers: list[int]) -> None:
    games = make(2)
    before = games.save()
    with pytest.raises(IllegalActionError, match="has no move number"):
        games.step(numbers)
    assert (games.save() == before).all()


def test_results_do_not_depend_on_threads() -> None:
    many = [make(7, threads=threads, explore=300) for threads in (1, 2, 3)]
    generator = np.random.default_rng(4)
    taken = 0
    while taken < 12:
        chosen = drawn(many[0], generator)
        for games in many:
            games.step(chosen)
        played = [games.take(games.finished) for games in many]
        assert same(played[0], played[1]) and same(played[0], played[2])
        taken += len(played[0].rolls)
        for games in many:
            games.begin()
        rounds = [games.round() for games in many]
        assert all((rounds[0].positions == r.positions).all() for r in rounds)
        assert all((rounds[0].moves == r.moves).all() for r in rounds)
        assert all((rounds[0].owners == r.owners).all() for r in rounds)


def test_games_differ_by_seed_slot_and_number() -> None:
    one, other = make(2, seed=1), make(2, seed=2)
    boards = [str(state_of(games, slot).board) for games in (one, other) for slot in (0, 1)]
    play_on(one, np.random.default_rng(0))
    one.begin()
    boards += [str(state_of(one, slot).board) for slot in (0, 1)]
    assert len(set(boards)) == 6


# ---- Finished games
# -----------------------------------------------------------------------------------------


def sequences(played: Played) -> list[slice]:
    """The rows of each player in each game."""
    ends = (np.flatnonzero(played.places) + 1).tolist()
    return [slice(start, end) for start, end in zip([0, *ends], ends, strict=False)]


def test_finished_games_hold_all_decisions_player_by_player() -> None:
    games = make(1, seed=8)
    generator = np.random.default_rng(2)
    while games.rows:
        before, chosen = state_of(games, 0), drawn(games, generator)
        games.step(chosen)
    played = games.take(1)
    replayed = catan.State(RULES, board=before.board)
    expected: dict[int, list[Numbers]] = {0: [], 1: [], 2: []}
    for event in [*before.events(), before.legal_actions()[int(chosen[0])]]:
        if replayed.actor is not None:
            expected[replayed.actor].append(ENCODING.encode(replayed.view(), event))
        replayed.apply(event)
    found = [
        [dense(played.positions[i], played.moves[i]) for i in range(*rows.indices(10**9))]
        for rows in sequences(played)
    ]
    assert len(found) == 3 and sum(map(len, found)) == played.decisions[0] == len(played.places)
    for player in range(3):
        # What came after the last choice ran by itself: a few decisions more at the end.
        assert len(expected[player]) <= len(found[player]) <= len(expected[player]) + 3
        assert all((a == b).all() for a, b in zip(expected[player], found[player], strict=False))
    rolls = [event for event in replayed.events() if event.kind == "dice"]
    assert len(rolls) <= played.rolls[0] <= len(rolls) + 3


@pytest.mark.parametrize(
    "options", [{"turn_cap": 12}, {"target_points": 3}, {"target_points": 4, "players": 4}]
)
def test_places_are_by_points_and_the_winner_is_first(options: dict[str, int]) -> None:
    games = make(40, rules=RULES.replace(**options))
    play_on(games, np.random.default_rng(3))
    played = games.take(40)
    places = played.places[played.places > 0].reshape(40, -1)
    assert (played.winner >= 0).any() or "turn_cap" in options
    shared = 0
    for winner, points, row in zip(played.winner, played.points.astype(int), places, strict=True):
        keys = [(p != winner, -int(points[p])) for p in range(len(points))]
        for player, key in enumerate(keys):
            ahead, level = sum(k < key for k in keys), sum(k == key for k in keys)
            assert row[player] == ahead + (level + 1) / 2
            shared += level > 1
        assert row.sum() == sum(range(1, len(points) + 1))
    assert shared


def test_games_are_taken_in_the_order_in_which_they_end() -> None:
    games, parts = make(6), make(6)
    play_on(games, np.random.default_rng(6))
    generator = np.random.default_rng(6)
    taken = []
    while parts.rows or parts.finished:
        if parts.rows:
            parts.step(drawn(parts, generator))
        taken += [parts.take(1) for _ in range(parts.finished)]
    assert same(games.take(6), Played.join(taken))
    with pytest.raises(ValueError, match="count=1: there are 0 finished games"):
        games.take(1)


# ---- Drawn moves
# --------------------------------------------------------------------------------------------


def test_one_legal_move_in_a_thousand_is_drawn() -> None:
    games = make(3000, rules=RULES.replace(turn_cap=1), explore=1000)
    while games.rows:
        games.step(games.lowest(np.zeros(games.rows)))
    played = games.take(3000)
    # About 264 places to settle and 18 to build a road, then a few moves of the first turn: the article's
    # "roughly 30%".
    assert 0.21 < played.explored.mean() < 0.30
    whole = played.decisions[~played.explored]
    assert whole.min() >= 14 and played.decisions[played.explored].mean() < 11
    assert played.decisions[played.explored].min() >= 1


def test_a_drawn_move_happens_once_and_counts_itself() -> None:
    games = make(3, explore=1)  # the very first move is drawn at once
    assert [len(state_of(games, slot).events()) for slot in range(3)] == [1, 1, 1]
    plain = make(3, explore=0)
    games.step([1, 1, 1])
    plain.step([0, 0, 0])
    plain.step([1, 1, 1])
    assert [state_of(games, s).events() for s in range(3)] == [state_of(plain, s).events() for s in range(3)]
    play_on(games, np.random.default_rng(1))
    play_on(plain, np.random.default_rng(1))
    one, other = games.take(3), plain.take(3)
    assert one.explored.all() and not other.explored.any()
    assert one.decisions.tolist() == other.decisions.tolist(), (
        "nothing came before it, so nothing is forgotten"
    )


# ---- Resuming
# -----------------------------------------------------------------------------------------------


def test_saved_games_go_on_as_if_nothing_had_happened() -> None:
    games, generator = make(5, explore=200), np.random.default_rng(7)
    while games.finished < 2:
        games.step(drawn(games, generator))
    words = games.save()
    copy = RatedGames(RULES, games=5, seed=5, explore=200, threads=2)
    copy.load(words)
    assert (copy.save() == words).all() and copy.finished == games.finished
    assert [copy.state(s) for s in range(5)] == [games.state(s) for s in range(5)]
    for some, twin in ((games, np.random.default_rng(8)), (copy, np.random.default_rng(8))):
        for _ in range(3):
            some.begin()
            play_on(some, twin)
    assert games.finished >= 15
    assert same(games.take(games.finished), copy.take(copy.finished))


def test_other_games_and_damaged_words_are_refused() -> None:
    games = make(3, explore=500)
    play_on(games, np.random.default_rng(1), rounds=60)
    words = games.save()
    others = (
        RatedGames(RULES, games=3, seed=6, explore=500),
        RatedGames(RULES, games=4, seed=5, explore=500),
        RatedGames(RULES, games=3, seed=5, explore=0),
        RatedGames(RULES.replace(board="beginner"), games=3, seed=5, explore=500),
    )
    for other in others:
        empty = other.save()
        with pytest.raises(ValueError, match="saved games are damaged, or of other rules"):
            other.load(words)
        assert (other.save() == empty).all()
    for at in range(0, len(words), 7):
        damaged = words.copy()
        damaged[at] ^= np.uint64(1 << (at % 60))
        with pytest.raises(ValueError, match="damaged"):
            games.load(damaged)
    for length in (0, 1, 5, len(words) - 1):
        with pytest.raises(ValueError, match="damaged"):
            games.load(words[:length])
    assert (games.save() == words).all()


# ---- Refusals
# -----------------------------------------------------------------------------------------------


def test_domestic_trade_is_refused() -> None:
    with pytest.raises(RulesError, match="offers_per_turn=10: must be 0"):
        RatedGames(catan.Rules(), games=1)


@pytest.mark.parametrize("option", ["friendly_robber", "dice_deck"])
def test_options_that_the_encoding_does_not_show_are_refused(option: str) -> None:
    with pytest.raises(RulesError, match=f"{option}=on: must be off, casher2024 does not show it"):
        RatedGames(RULES.replace(**{option: True}), games=1)


@pytest.mark.parametrize("options", [{"games": 0}, {"games": 1.5}, {"threads": 0}, {"explore": -1}])
def test_numbers_out_of_range_are_refused(options: dict[str, Any]) -> None:
    with pytest.raises(ValueError, match=f"{next(iter(options))}=.*: must be a whole number between"):
        RatedGames(RULES, **{"games": 2, **options})
