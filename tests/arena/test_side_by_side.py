"""Games side by side end as games one after the other do."""

from __future__ import annotations

from collections.abc import Sequence
from copy import copy
from pathlib import Path
from typing import Any, Self

import pytest

from agents.tiny_networks import builder, linear, rating, weights
from fake_clock import CLOCK
from longroad.agents import Agent, Question
from longroad.arena import MatchResult, Sprt, play_match, run_sprt
from longroad.arena.data.archive import KeptGame
from longroad.arena.play.jobs import Job, play
from longroad.arena.play.results import COLUMNS, Results
from longroad.catan import Action, Rng, Rules, View

GENDRE = Rules.preset("gendre2020", turn_cap=200, target_points=6)


def same(one: MatchResult, other: MatchResult) -> bool:
    columns = [name for name in COLUMNS if name != "agent_seconds"]
    return one.signature == other.signature and all(
        (getattr(one, column) == getattr(other, column)).all() for column in columns
    )


@pytest.fixture
def network(tmp_path: Path) -> str:
    return f"net:model={linear(tmp_path / 'net.onnx', b=builder())}"


@pytest.fixture
def general(tmp_path: Path) -> str:
    file = linear(tmp_path / "general.onnx", codec="general-1", players="2-4", b=builder("general"))
    return f"net:model={file}"


@pytest.mark.parametrize("opponent", ["weighted", "random", "random:by=kind", "value", "mcts:sims=5"])
@pytest.mark.parametrize("temperature", [0, 1])
def test_the_results_do_not_depend_on_how_many_are_played_at_once(
    network: str, opponent: str, temperature: int
) -> None:
    rules = GENDRE.replace(turn_cap=40) if "mcts" in opponent else GENDRE
    agents = [f"{network},temperature={temperature}", opponent]
    kept: list[list[KeptGame]] = [[], [], []]
    results = [
        play_match(agents, games=20, seed=4, rules=rules, at_once=at_once, keep=games.extend)
        for at_once, games in zip((1, 7, 64), kept, strict=True)
    ]
    assert same(results[0], results[1]) and same(results[0], results[2])
    assert kept[0] == kept[1] == kept[2] and len(kept[0]) == 20
    assert not results[0].forfeits and (results[0].decisions > 10).all()


def test_more_players_trade_and_two_networks(network: str, general: str, tmp_path: Path) -> None:
    rates = f"net:model={rating(tmp_path / 'rates.onnx', weights(1782, 1))},temperature=0.1"
    rules = Rules(players=4, offers_per_turn=1, turn_cap=60)
    agents = [general, rates, f"{general},temperature=1", "value"]
    results = [play_match(agents, games=8, seed=3, rules=rules, at_once=n) for n in (1, 64)]
    assert same(*results) and not results[0].forfeits
    duel = [play_match([network, general], games=12, seed=5, rules=GENDRE, at_once=n) for n in (1, 5)]
    assert same(*duel)


@pytest.mark.parametrize("opponent", ["weighted", "random", "value", "planner"])
@pytest.mark.parametrize("players", [2, 3])
def test_games_are_the_same_whether_native_seats_run_outside_python(
    general: str, opponent: str, players: int
) -> None:
    """A limit of time lets Python look at every move."""
    rules = Rules(players=players, offers_per_turn=1, turn_cap=100)
    agents = [f"{general},temperature=1", opponent, "weighted"][:players]
    outside, inside = (
        play_match(agents, games=2 * players, seed=6, rules=rules, move_seconds=limit)
        for limit in (None, 1e9)
    )
    assert same(outside, inside) and not outside.forfeits


def test_a_job_is_the_match(network: str) -> None:
    agents = (network, "weighted")
    match = play_match(agents, games=12, seed=9, rules=GENDRE)
    whole = play(Job(agents, GENDRE, 9, 0, 6))
    assert whole.signature == match.signature and (whole.winner == match.winner).all()
    first = play(Job(agents, GENDRE, 9, 0, 2))
    joined = Results.joined([first, play(Job(agents, GENDRE, 9, 2, 4, at_once=3))])
    assert joined.signature == whole.signature and (joined.turns == whole.turns).all()


def test_progress_comes_in_order_and_sequential_tests_stop(network: str) -> None:
    told: list[int] = []
    play_match(
        [network, "random"],
        games=40,
        rules=GENDRE,
        at_once=8,
        progress=lambda done, of, wins: told.append(done),
    )
    assert told == sorted(set(told)) and told[-1] == 40 and len(told) > 2
    result = run_sprt(Sprt(-400, -200), [network, "random"], rules=GENDRE, most_games=100)
    assert result.test.decision == "H1" and not result.forfeits


class Together(Agent):
    """Plays the first action, asked for many games at once."""

    together = "a single mind"
    calls: list[int]

    def __init__(self) -> None:
        self.calls = []

    def twin(self) -> Self | None:
        return copy(self)

    def begin(self, rules: Rules, player: int, rng: Rng) -> None:
        super().begin(rules, player, rng)
        self.moves = 0

    def choose(self, view: View, actions: Sequence[Action]) -> Action:
        self.moves += 1
        return self.nth(self.moves, actions)

    def nth(self, number: int, actions: Sequence[Action]) -> Any:
        return actions[0]

    def choose_many(self, questions: Sequence[Question]) -> list[Action | BaseException]:
        self.calls.append(len(questions))
        return super().choose_many(questions)


SHORT = Rules(players=2, offers_per_turn=0, turn_cap=30)


def test_all_games_that_wait_are_asked_for_in_one_call() -> None:
    agent = Together()
    play_match([agent, "random"], games=32, rules=SHORT, at_once=16)
    assert max(agent.calls) == 16 and sum(agent.calls) / len(agent.calls) > 8
    alone = Together()
    alone.twin = lambda: None  # type: ignore[method-assign]
    play_match([alone, "random"], games=8, rules=SHORT)
    assert set(alone.calls) == {1}


class Fails(Together):
    def __init__(self, answer: Any) -> None:
        super().__init__()
        self.answer = answer

    def nth(self, number: int, actions: Sequence[Action]) -> Any:
        if number < 5:
            return actions[0]
        if isinstance(self.answer, BaseException):
            raise self.answer
        return self.answer


@pytest.mark.parametrize(
    ("answer", "reason"),
    [
        (RuntimeError("out of ideas"), "raised RuntimeError: out of ideas (seat p0, turn "),
        (SystemExit(3), "raised SystemExit: 3 (seat p0, turn "),
        (Action.parse("dice 8"), "illegal action: dice 8: not now"),
        (17, "chose 17, which is not an action (seat p0, turn "),
        ("settle everywhere", "'settle everywhere' is not an action"),
    ],
)
def test_who_fails_forfeits_its_own_game(answer: Any, reason: str) -> None:
    results = [
        play_match([Fails(answer), "random"], games=6, rules=SHORT, at_once=n, move_seconds=limit)
        for n, limit in ((1, None), (64, None), (64, 1e9))
    ]
    for result in results:
        assert result.wins == [0, 6] and same(result, results[0])
        assert [f.game for f in result.forfeits] == list(range(6))
        assert result.forfeits == results[0].forfeits
        assert result.forfeits[0].reason.startswith(reason)


class Breaks(Together):
    def choose_many(self, questions: Sequence[Question]) -> list[Action | BaseException]:
        raise OSError("the model is gone")


class Forgets(Together):
    def choose_many(self, questions: Sequence[Question]) -> list[Action | BaseException]:
        return super().choose_many(questions[1:])


def test_a_call_that_fails_is_a_failure_in_all_its_games() -> None:
    for agent, reason in (
        (Breaks(), "raised OSError: the model is gone"),
        (Forgets(), "raised ValueError: "),
    ):
        result = play_match([agent, "random"], games=6, rules=SHORT)
        assert result.wins == [0, 6] and all(f.reason.startswith(reason) for f in result.forfeits)


class Slow(Together):
    def choose_many(self, questions: Sequence[Question]) -> list[Action | BaseException]:
        if len(questions) in (1, 32):
            CLOCK.spend(0.02)
        return super().choose_many(questions)


@pytest.mark.usefixtures("clock")
def test_the_time_of_a_call_is_shared_by_its_games() -> None:
    slow = Slow()
    fair = play_match([slow, "random"], games=32, rules=SHORT, at_once=32, move_seconds=0.015)
    assert slow.calls.count(32) > 3 and len(fair.forfeits) <= 1  # one may be left alone at the end
    late = play_match([Slow(), "random"], games=2, rules=SHORT, at_once=1, move_seconds=0.015)
    assert late.wins == [0, 2] and late.forfeits[0].reason.startswith("took 0.02")
    assert "for a move; the limit is 0.015 s" in late.forfeits[0].reason


class Busy(Together):
    def choose_many(self, questions: Sequence[Question]) -> list[Action | BaseException]:
        CLOCK.spend(0.25)
        return super().choose_many(questions)


@pytest.mark.usefixtures("clock")
def test_cpu_time_is_told_once() -> None:
    agent = Busy()
    result = play_match([agent, "random"], games=16, rules=SHORT.replace(turn_cap=10), at_once=8)
    spent = result.agent_seconds.sum(axis=0)
    assert len(agent.calls) > 10 and spent.tolist() == [pytest.approx(0.25 * len(agent.calls)), 0]


def test_an_interrupt_ends_the_match_with_what_was_played(network: str) -> None:
    def stop(done: int, of: int, wins: list[int]) -> None:
        if done >= 10:
            raise KeyboardInterrupt

    result = play_match([network, "random"], games=400, rules=GENDRE, at_once=4, progress=stop)
    assert result.interrupted and 10 <= result.games < 400
    again = play_match([network, "random"], games=result.games, rules=GENDRE)
    assert same(result, again)


def test_how_many_at_once_has_a_limit(network: str) -> None:
    with pytest.raises(ValueError, match="at_once=0: must be at least 1"):
        play_match([network, "random"], games=4, rules=GENDRE, at_once=0)
