"""Matches: seats rotated, boards and dice paired, the same whatever the threads, and honest figures."""

from __future__ import annotations

import sys
from collections import Counter, defaultdict
from collections.abc import Sequence
from typing import ClassVar

import numpy as np
import pytest

from longroad import catan
from longroad.agents import Agent
from longroad.arena import MatchResult, play_match
from longroad.arena.statistics.intervals import wilson_interval
from longroad.catan import Action, Rng, Rules, View
from longroad.errors import AgentSpecError

SHORT = {"turn_cap": 60, "offers_per_turn": 0}
COLUMNS = ("winner", "winner_seat", "turns", "rolls", "points")


class Watcher(Agent):
    """Plays at random and notes where it sat, on which board, and what it was shown."""

    seats: ClassVar[dict[str, list[int]]] = defaultdict(list)
    boards: ClassVar[list[str]] = []
    name = "watcher"

    def begin(self, rules: Rules, player: int, rng: Rng) -> None:
        super().begin(rules, player, rng)
        self.player, self.first = player, True
        Watcher.seats[self.name].append(player)

    def choose(self, view: View, actions: Sequence[Action]) -> Action:
        assert view.player == view.actor == self.player
        assert isinstance(view, View) and all(isinstance(action, Action) for action in actions)
        if self.first and self.name == "watcher":
            Watcher.boards.append(view.board_text)
            self.first = False
        return actions[self.rng.below(len(actions))]


class Other(Watcher):
    name = "other"


class Third(Watcher):
    name = "third"


class Idle(Agent):
    """Rolls and ends its turns."""

    def choose(self, view: View, actions: Sequence[Action]) -> Action:
        return next((action for action in actions if action.kind in ("roll", "end")), actions[0])


@pytest.fixture(autouse=True)
def bots(monkeypatch: pytest.MonkeyPatch) -> None:
    """Makes the classes above importable as ``bots_of_the_test``."""
    monkeypatch.setitem(sys.modules, "bots_of_the_test", sys.modules[__name__])
    Watcher.seats.clear()
    Watcher.boards.clear()


def same(one: MatchResult, other: MatchResult) -> bool:
    return one.signature == other.signature and all(
        getattr(one, column).tobytes() == getattr(other, column).tobytes() for column in COLUMNS
    )


@pytest.mark.parametrize("players", [2, 3, 4])
@pytest.mark.parametrize("trade", [0, 1])
def test_results_do_not_depend_on_threads(players: int, trade: int) -> None:
    specs = ["weighted", "random", "random:by=kind", "random"][:players]
    rules = Rules(players=players, offers_per_turn=trade, turn_cap=300)
    results = [play_match(specs, games=40, seed=9, rules=rules, threads=threads) for threads in (1, 2, 3)]
    assert same(results[0], results[1]) and same(results[0], results[2])
    assert not same(results[0], play_match(specs, games=40, seed=10, rules=rules, threads=1))


@pytest.mark.parametrize(
    ("games", "players", "played"), [(1, 2, 2), (4, 2, 4), (5, 2, 6), (7, 3, 9), (4, 4, 4)]
)
def test_games_are_rounded_up_to_full_blocks(games: int, players: int, played: int) -> None:
    result = play_match(["random"] * players, games=games, rules=Rules(players=players, **SHORT))
    assert result.games == played == len(result.turns) == len(result.points)


def test_native_games_rotate_the_seats() -> None:
    result = play_match(["weighted", "random", "random"], games=300, seed=1)
    rotation = np.tile(np.arange(3), 100)
    won = result.winner >= 0
    assert won.all()
    assert (result.winner == (result.winner_seat + rotation) % 3).all()
    assert (result.points[np.arange(300), result.winner] >= 10).all()
    assert result.points.shape == (300, 3) and result.wins[0] > 130


def test_every_agent_sits_equally_often_in_every_seat() -> None:
    specs = [f"python:bots_of_the_test.{name}" for name in ("Watcher", "Other", "Third")]
    result = play_match(specs, games=12, seed=2, rules=Rules(players=3, turn_cap=20, offers_per_turn=1))
    assert result.games == 12 and (result.turns <= 20).all() and not result.forfeits
    assert {name: Counter(seats) for name, seats in Watcher.seats.items()} == {
        name: Counter({0: 4, 1: 4, 2: 4}) for name in ("watcher", "other", "third")
    }
    assert [len(set(Watcher.boards[i : i + 3])) for i in (0, 3, 6, 9)] == [1, 1, 1, 1]
    assert len(set(Watcher.boards)) == 4


def test_python_games_are_the_same_again() -> None:
    specs = ["python:bots_of_the_test.Watcher", "weighted"]
    results = [play_match(specs, games=8, seed=s, rules=Rules(players=2, **SHORT)) for s in (3, 3, 4)]
    assert same(results[0], results[1]) and not same(results[0], results[2])


def test_points_and_wins_are_told_by_agent_and_not_by_seat() -> None:
    specs = ["python:bots_of_the_test.Idle", "weighted"]
    result = play_match(specs, games=12, seed=1, rules=Rules(players=2, target_points=4, offers_per_turn=0))
    assert (result.points[:, 0] == 2).all() and (result.points[:, 1] >= 4).all()
    assert result.wins == [0, 12] and Counter(result.winner_seat.tolist()) == Counter({0: 6, 1: 6})


def test_the_figures() -> None:
    result = play_match(["weighted", "random"], games=200, seed=5)
    figures = result.to_dict()
    assert figures["agents"] == ["weighted", "random"] and figures["games"] == 200
    assert (
        sum(figures["wins"]) + figures["unfinished"]
        == 200
        == sum(figures["wins_by_seat"]) + figures["unfinished"]
    )
    assert figures["win_rate"] == [wins / 200 for wins in figures["wins"]]
    for (low, high), rate in zip(figures["ci95"], figures["win_rate"], strict=True):
        assert 0 <= low <= rate <= high <= 1 and high - low < 0.15
    assert figures["mean_points"] == result.points.mean(axis=0).round(4).tolist()
    assert figures["mean_turns"] == pytest.approx(result.turns.mean(), abs=1e-3)
    assert figures["mean_rolls"] >= figures["mean_turns"] and figures["rules"] == {
        "players": 2,
        "offers_per_turn": 0,
    }
    assert len(figures["signature"]) == 16 and int(figures["signature"], 16) == result.signature
    assert figures["win_rate"][0] > 0.55, "weighted builds more than random"


def test_games_without_a_winner_are_counted() -> None:
    result = play_match(["random", "random"], games=10, rules=Rules(players=2, turn_cap=3, offers_per_turn=0))
    assert result.to_dict()["unfinished"] == 10 and result.wins == [0, 0]
    assert (result.winner == -1).all() and (result.winner_seat == -1).all() and (result.turns == 3).all()


def test_progress_is_told() -> None:
    told: list[tuple[int, int, list[int]]] = []
    specs = ["python:bots_of_the_test.Watcher", "random"]
    result = play_match(
        specs,
        games=6,
        rules=Rules(players=2, **SHORT),
        progress=lambda done, of, wins: told.append((done, of, wins)),
    )
    assert [done for done, _, _ in told] == [2, 4, 6] and {of for _, of, _ in told} == {6}
    assert told[-1][2] == result.wins


def test_an_interrupted_match_gives_what_was_played() -> None:
    def stop(done: int, of: int, wins: list[int]) -> None:
        if done == 4:
            raise KeyboardInterrupt

    specs = ["python:bots_of_the_test.Watcher", "random"]
    assert play_match(specs, games=40, rules=Rules(players=2, **SHORT), progress=stop).games == 4


def test_what_cannot_be_played_is_refused() -> None:
    with pytest.raises(ValueError, match="2 agents for a game of 3 players"):
        play_match(["random"] * 2, games=2, rules=Rules(players=3))
    with pytest.raises(ValueError, match="at least 1 game"):
        play_match(["random"] * 2, games=0)
    with pytest.raises(AgentSpecError):
        play_match(["random", "randm"], games=2)


@pytest.mark.parametrize(
    ("wins", "games", "interval"),
    [(0, 10, (0.0, 0.2775)), (5, 10, (0.2366, 0.7634)), (10, 10, (0.7225, 1.0))],
)
def test_wilsons_interval(wins: int, games: int, interval: tuple[float, float]) -> None:
    assert wilson_interval(wins, games) == pytest.approx(interval, abs=1e-4)


def test_a_seed_may_be_any_number() -> None:
    assert not same(*(play_match(["random"] * 2, games=2, seed=seed) for seed in (-1, 2**70)))
    assert same(*(play_match(["random"] * 2, games=2, seed=seed) for seed in (-1, 2**64 - 1)))
    assert catan.State(seed=-1).board == catan.State(seed=2**64 - 1).board


class AlwaysFirst(Agent):
    """Takes the first action it is given."""

    def choose(self, view: catan.View, actions: Sequence[catan.Action]) -> catan.Action:
        return actions[0]


def test_agents_of_ones_own_can_be_given_as_they_are() -> None:
    rules = catan.Rules(players=2, offers_per_turn=0, turn_cap=40)
    result = play_match([AlwaysFirst(), "random"], games=2, seed=1, rules=rules)
    assert result.agents == ["AlwaysFirst", "random"] and result.games == 2


def test_a_single_name_is_not_a_list_of_agents() -> None:
    with pytest.raises(ValueError, match="one agent per player, as a list"):
        play_match("random", games=2)


def test_an_interrupted_match_says_so() -> None:
    def interrupt(done: int, total: int, wins: list[int]) -> None:
        raise KeyboardInterrupt

    result = play_match(["random", "random"], games=5000, seed=1, progress=interrupt)
    assert result.interrupted and 0 < result.games < 5000 and result.to_dict()["interrupted"]
    assert not play_match(["random", "random"], games=4, seed=1).interrupted


@pytest.mark.parametrize("threads", [0, -3, 100_000])
def test_the_number_of_threads_has_limits(threads: int) -> None:
    with pytest.raises(ValueError, match="between 1 and 1024"):
        play_match(["random", "random"], games=4, threads=threads)
