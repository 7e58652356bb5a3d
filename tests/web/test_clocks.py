"""Clocks end in a move that is made for somebody, or in a lost game. Time stands still but for ``spend``."""

from __future__ import annotations

from pathlib import Path

import pytest

from fake_clock import FakeClock
from longroad.errors import TableError
from longroad.web.games import ClockPlan, House
from longroad.web.games.entries import Moved, Replaced
from web.tables import SHORT, asked, begin, frames, in_loop, until

PER_MOVE = ClockPlan("move", 30)


@in_loop
async def test_the_clock_of_a_move_makes_the_plainest_move(tmp_path: Path, clock: FakeClock) -> None:
    async with House(tmp_path) as house:
        game = (await begin(house, "person", "planner", clock=PER_MOVE)).game
        clock.spend(29.9)
        house.tick()
        assert game.course.clocks.shown() == {"left": [pytest.approx(0.1), 30.0], "running": 0}
        assert not game.course.entries
        clock.spend(0.2)
        house.tick()
        await until(lambda: game.course.actors)  # planner chooses where something must be chosen
        first = game.course.entries[0].what
        assert isinstance(first, Moved) and (first.player, first.by) == (0, "time")
        game.act(0, game.course.state.legal_actions()[0])  # in time again
        await asked(game)
        while game.course.state.phase != "before roll":
            game.act(0, game.course.state.legal_actions()[0])
            await asked(game)
        for wanted in ("roll", "end"):
            if wanted == "end" and game.course.state.phase != "main":
                break  # a seven
            events = len(game.course.actors)
            clock.spend(30.1)
            house.tick()
            await until(lambda events=events: len(game.course.actors) > events)
            assert str(game.course.state.events()[events]) == wanted


@in_loop
async def test_three_moves_missed_in_a_row_lose_the_game(tmp_path: Path, clock: FakeClock) -> None:
    async with House(tmp_path) as house:
        game = (await begin(house, "person", "person", clock=PER_MOVE)).game
        for missed in (1, 2):
            clock.spend(31)
            house.tick()
            await until(lambda missed=missed: len(game.course.actors) == missed)
        await asked(game, 1)
        for _ in range(2):
            clock.spend(1)
            game.act(1, game.course.state.legal_actions()[0])
        for _ in range(2):
            clock.spend(1)
            game.act(1, game.course.state.legal_actions()[0])
        assert game.course.state.actor == 0
        clock.spend(31)
        house.tick()
        result = game.course.result
        assert result is not None and (result.winner, result.reason) == (1, "time")


@in_loop
async def test_a_move_in_time_forgives_those_that_were_missed(tmp_path: Path, clock: FakeClock) -> None:
    async with House(tmp_path) as house:
        game = (await begin(house, "person", "person", clock=PER_MOVE)).game
        clock.spend(31)
        house.tick()
        await until(lambda: len(game.course.actors) == 1)
        game.act(0, game.course.state.legal_actions()[0])
        assert not game.course.clocks.loses(0)


@in_loop
async def test_the_clock_of_a_game_runs_down_and_loses(tmp_path: Path, clock: FakeClock) -> None:
    async with House(tmp_path) as house:
        made = await begin(house, "person", "person", clock=ClockPlan("game", 60, 5))
        game = made.game
        clock.spend(10)
        game.act(0, "settle n23")
        clock.spend(10)
        game.act(0, "road e29")  # a turn of the set-up is over
        assert game.course.clocks.left == [pytest.approx(45), 60]
        with house.follow(house.place(str(made.seats[1]))) as follower:
            assert frames(follower)
        clock.spend(60.1)
        house.tick()
        result = game.course.result
        assert result is not None and (result.winner, result.reason, result.ranks) == (0, "time", (1, 2))


@in_loop
async def test_out_of_time_in_a_larger_game_planner_plays_on(tmp_path: Path, clock: FakeClock) -> None:
    async with House(tmp_path) as house:
        rules = SHORT.replace(players=3)
        game = (
            await begin(house, "person", "person", "value", rules=rules, clock=ClockPlan("game", 60))
        ).game
        clock.spend(61)
        house.tick()
        await asked(game, 1)
        assert game.course.result is None and game.course.seats[0].gave_up == "time"
        assert [e.what.reason for e in game.course.entries if isinstance(e.what, Replaced)] == [
            "Red is out of time"
        ]


@in_loop
async def test_what_is_left_survives_a_restart(tmp_path: Path, clock: FakeClock) -> None:
    async with House(tmp_path) as house:
        game = (await begin(house, "person", "person", clock=ClockPlan("game", 60, 5))).game
        clock.spend(12)
        game.act(0, "settle n23")
        clock.spend(20)  # of a decision that the restart interrupts
    async with House(tmp_path) as house:
        (again,) = house.games()
        assert again.course.clocks.left == [pytest.approx(48), 60]
        clock.spend(47)
        house.tick()
        assert again.course.result is None
        clock.spend(2)
        house.tick()
        assert again.course.result is not None


@in_loop
async def test_no_time_runs_while_a_seat_is_empty(tmp_path: Path, clock: FakeClock) -> None:
    async with House(tmp_path) as house:
        made = await begin(house, "person", "link", clock=PER_MOVE)
        clock.spend(1000)
        house.tick()
        assert made.game.course.result is None
        house.join(str(made.invitations[1]))
        assert made.game.course.clocks.remaining == pytest.approx(30)


@pytest.mark.parametrize(
    ("clock", "words"),
    [
        (("hour", 1), "one of none, move, game"),
        (("move", 0), "between 1 and"),
        (("game", float("nan")), "between 1 and"),
        (("move", 5, 3), "belongs to a clock of kind 'game'"),
    ],
)
def test_a_clock_that_cannot_be_is_refused(clock: tuple[object, ...], words: str) -> None:
    with pytest.raises(TableError, match=words):
        ClockPlan(*clock)  # type: ignore[arg-type]
