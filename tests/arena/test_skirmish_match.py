"""Matches of Skirmish: seats exchanged, chance shared, the same whatever the threads, and every game can be
replayed."""

from __future__ import annotations

from collections import Counter
from typing import Any

import pytest

from longroad import skirmish
from longroad.agents.skirmish import SKIRMISH_PLAYERS, make_skirmish_player
from longroad.arena import MatchResult, match_game, play_match
from longroad.errors import AgentSpecError

PLAYERS = ["expectimax:depth=1", "random"]
COLUMNS = ("winner", "winner_seat", "turns", "points", "decisions")


def played(agents: list[str], rules: skirmish.Rules | None = None, **options: Any) -> MatchResult:
    return play_match(agents, rules=rules or skirmish.Rules(), **options)


def replayed(
    agents: list[str], seed: int, block: int, rotation: int = 0, rules: skirmish.Rules | None = None
) -> skirmish.State:
    game = match_game(agents, rules=rules or skirmish.Rules(), seed=seed, block=block, rotation=rotation)
    assert isinstance(game, skirmish.State)
    return game


def same(one: MatchResult, other: MatchResult) -> bool:
    return one.signature == other.signature and all(
        getattr(one, column).tobytes() == getattr(other, column).tobytes() for column in COLUMNS
    )


@pytest.mark.parametrize(
    "players",
    [
        PLAYERS,
        ["expectimax:depth=2,moves=representative", "expectimax:depth=1"],
        ["expectimax:depth=2,moves=clustered,root=real,classes=2", "expectimax:depth=2,max_nodes=300"],
    ],
)
def test_results_do_not_depend_on_threads(players: list[str]) -> None:
    results = [played(players, games=14, seed=4, threads=threads) for threads in (1, 2, 3)]
    assert same(results[0], results[1]) and same(results[0], results[2])
    assert not same(results[0], played(players, games=14, seed=5, threads=1))


@pytest.mark.parametrize(("games", "full"), [(1, 2), (4, 4), (7, 8)])
def test_games_are_rounded_up_to_pairs(games: int, full: int) -> None:
    result = played(["random", "random"], games=games)
    assert result.games == full == len(result.turns) == len(result.points)


def test_seats_are_exchanged_and_chance_is_shared() -> None:
    games = [
        [replayed(["random", "random"], seed=2, block=block, rotation=e) for e in (False, True)]
        for block in range(10)
    ]
    deals = [[str(event) for event in game.events()[:10]] for pair in games for game in pair]
    assert all(deals[i] == deals[i + 1] for i in range(0, 20, 2)), "both games of a block have one deal"
    assert len({tuple(deal) for deal in deals}) == 10


def test_the_stronger_player_wins_from_both_seats() -> None:
    for players, strong in ((PLAYERS, 0), (PLAYERS[::-1], 1)):
        result = played(players, games=20, seed=2)
        assert result.wins[strong] == 20 and Counter(result.winner_seat.tolist()) == {0: 10, 1: 10}
        assert (result.points[:, strong] > 0).all() and (result.points[:, 1 - strong] <= 0).all()


@pytest.mark.parametrize(
    "players", [PLAYERS, ["expectimax:depth=2,moves=representative", "expectimax:depth=1"]]
)
@pytest.mark.parametrize(
    "rules", [skirmish.Rules(), skirmish.Rules(starting_hp=20, hand_limit=25, turn_cap=12)]
)
def test_every_game_can_be_replayed(players: list[str], rules: skirmish.Rules) -> None:
    result = played(players, games=10, seed=7, rules=rules)
    for number in range(10):
        exchanged = bool(number % 2)
        game = replayed(players, seed=7, block=number // 2, rotation=exchanged, rules=rules)
        seats = [1, 0] if exchanged else [0, 1]  # the player in each seat
        assert game.is_over and game.turn == result.turns[number]
        assert [result.points[number, seats[seat]] for seat in (0, 1)] == [game.hp(0), game.hp(1)]
        assert result.winner[number] == (-1 if game.winner is None else seats[game.winner])
        decisions = [0, 0]
        again = skirmish.State(rules)
        for event in game.events():
            if again.actor is not None:
                decisions[seats[again.actor]] += 1
            again.apply(event)
        assert result.decisions[number].tolist() == decisions
        assert skirmish.State.from_record(game.to_record()) == game


def test_a_match_does_not_depend_on_what_was_played_before() -> None:
    """The table of a search is emptied between games, so a limited search finds the same in each."""
    players = ["expectimax:depth=3,max_nodes=400", "expectimax:depth=2,moves=representative,max_nodes=300"]
    long = played(players, games=12, seed=3, threads=1)
    for block in range(6):
        game = replayed(players, seed=3, block=block)
        assert (game.turn, game.hp(0)) == (long.turns[2 * block], long.points[2 * block, 0])


def test_the_figures() -> None:
    result = played(PLAYERS, games=30, seed=6, rules=skirmish.Rules(turn_cap=16))
    figures = result.to_dict()
    assert figures["game"] == "skirmish" and figures["agents"] == PLAYERS and figures["games"] == 30
    assert sum(figures["wins"]) + figures["unfinished"] == 30 and figures["unfinished"] > 0
    assert sum(figures["wins_by_seat"]) == sum(figures["wins"])
    won = result.winner == 0
    assert figures["wins"][0] == won.sum() > 0
    assert figures["mean_hp_when_winning"][0] == pytest.approx(result.points[won, 0].mean(), abs=1e-3)
    assert figures["mean_hp_when_winning"][1] is None and figures["wins"][1] == 0
    assert figures["wins_by_seat"][0] == int((result.winner_seat == 0).sum())
    assert figures["mean_turns"] == pytest.approx(result.turns.mean(), abs=1e-3)
    assert figures["ms_per_decision"][0] > figures["ms_per_decision"][1] == 0
    assert figures["rules"] == {"turn_cap": 16} and int(figures["signature"], 16) == result.signature


def test_progress_and_interruption() -> None:
    told: list[tuple[int, int]] = []

    def progress(done: int, total: int, wins: list[int]) -> None:
        told.append((done, total))
        if len(told) == 3:
            raise KeyboardInterrupt

    result = played(["random", "random"], games=10_000, threads=1, progress=progress)
    assert result.interrupted and result.games == told[-1][0] < 10_000 and told[0][1] == 10_000
    assert result.to_dict()["interrupted"]
    whole = played(["random", "random"], games=10, threads=1)
    assert not whole.interrupted and (whole.points == result.points[:10]).all()


@pytest.mark.parametrize("players", [["random"], ["random"] * 3, "random"])
def test_there_are_two_players(players: list[str]) -> None:
    with pytest.raises(ValueError, match=r"agents for a game of 2 players|one agent per player"):
        played(players, games=2)


@pytest.mark.parametrize("threads", [0, -1, 5000])
def test_the_number_of_threads_has_limits(threads: int) -> None:
    with pytest.raises(ValueError, match="between 1 and 1024"):
        played(["random", "random"], games=2, threads=threads)


def test_a_match_has_games_and_any_seed() -> None:
    with pytest.raises(ValueError, match="at least 1 game"):
        played(["random", "random"], games=0)
    assert same(*(played(["random", "random"], games=2, seed=s) for s in (-1, 2**64 - 1)))


@pytest.mark.parametrize(
    ("spec", "why"),
    [
        ("weighted", "no such player of Skirmish; there are random, expectimax"),
        ("expectimax:depth=0", "depth=0: must be a whole number between 1 and 30"),
        ("expectimax:moves=some", "moves='some': must be one of all, representative, clustered"),
        ("expectimax:root=x", "root='x': must be one of representative, real"),
        ("expectimax:classes=9", "classes=9: must be a whole number between 1 and 4"),
        ("expectimax:opponents=maxn", "no option 'opponents'"),
        ("random:by=kind", "no option 'by'"),
    ],
)
def test_what_is_no_player_is_refused_with_the_spec_and_the_reason(spec: str, why: str) -> None:
    with pytest.raises(AgentSpecError) as caught:
        played([spec, "random"], games=2)
    assert f"'{spec}': " in str(caught.value) and why in str(caught.value)


@pytest.mark.parametrize("name", SKIRMISH_PLAYERS)
def test_every_entry_makes_a_player_and_its_example_works(name: str) -> None:
    info = SKIRMISH_PLAYERS[name]
    assert make_skirmish_player(name) and make_skirmish_player(info.example) and info.summary
