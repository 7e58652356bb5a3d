"""An agent that fails, hangs or is stopped holds up no game: planner plays on, and everybody is told."""

from __future__ import annotations

import asyncio
from pathlib import Path

import pytest

from longroad.errors import AgentSpecError, LimitError, NotNowError, RulesError, TableError
from longroad.web.games import House, Limits
from longroad.web.games.entries import Moved, Replaced, Stopped
from web.bad_agents import Sane
from web.tables import SHORT, asked, begin, finished, frames, in_loop, play_person, until

#: Long enough for a worker on a busy machine to answer, short enough to wait for.
LIMITS = Limits(think_seconds=3.0)


@pytest.mark.parametrize(
    ("agent", "words"),
    [
        ("Raises", "failed"),
        ("Cheats", "made an illegal move"),
        ("Dies", "failed"),
        ("DiesAtOnce", "failed"),
    ],
)
@in_loop
async def test_an_agent_that_fails_is_replaced_by_planner(tmp_path: Path, agent: str, words: str) -> None:
    async with House(tmp_path, limits=LIMITS, own_agents=True) as house:
        spec = f"python:web.bad_agents.{agent}"
        made = await begin(house, "value", spec)
        await finished(made.game)
        replaced = [entry.what for entry in made.game.course.entries if isinstance(entry.what, Replaced)]
        assert [(what.seat, what.agent) for what in replaced] == [(1, "planner")]
        assert replaced[0].reason == f"Blue ({spec}) {words}"
        with house.follow(house.place(str(made.host))) as follower:
            told = [frame for frame in frames(follower) if frame.kind == "replaced"]
        assert told[0].words == (f"Blue ({spec}) {words}; planner plays on",)
        assert "hand" not in repr(told)  # what the agent said is for who runs the server


@in_loop
async def test_an_agent_that_hangs_is_killed_and_replaced(tmp_path: Path) -> None:
    async with House(tmp_path, limits=Limits(think_seconds=1.0), own_agents=True) as house:
        game = (await begin(house, "value", "python:web.bad_agents.Hangs")).game
        await finished(game)
        (what,) = (entry.what for entry in game.course.entries if isinstance(entry.what, Replaced))
        assert what.reason.endswith("within 1 s") or what.reason.endswith("failed")
        assert "within 1 s" in what.detail


@pytest.mark.parametrize("spec", ["expectimax:depth=30", "mcts:sims=1000000000"])
@in_loop
async def test_a_native_agent_that_takes_too_long_is_stopped_and_replaced(tmp_path: Path, spec: str) -> None:
    async with House(tmp_path, limits=Limits(think_seconds=0.3)) as house:
        game = (await begin(house, "value", spec)).game
        await finished(game)
        replaced = [entry.what for entry in game.course.entries if isinstance(entry.what, Replaced)]
        (what,) = (what for what in replaced if what.seat == 1)  # a busy machine may be too slow for both
        assert what.reason == f"Blue ({spec}) did not decide within 0.3 s"


@in_loop
async def test_thinking_that_is_stopped_ends_in_a_move_of_planner_once(tmp_path: Path) -> None:
    async with House(tmp_path) as house:
        game = (await begin(house, "person", "mcts:ms=50000")).game
        game.act(0, "settle n23")
        with pytest.raises(NotNowError, match="is not thinking"):
            game.stop_thinking(0)
        game.act(0, "road e29")
        for moves in (1, 2):
            await until(lambda: game.thinking == 1)
            game.stop_thinking(1)
            await until(lambda moves=moves: game.course.actors.count(1) == moves)
        made = [entry.what for entry in game.course.entries]
        stopped = [what for what in made if isinstance(what, Stopped)]
        by = [what.by for what in made if isinstance(what, Moved) and what.player == 1]
        assert len(stopped) == 2 and by == ["planner", "planner"]
        assert game.course.seats[1].agent == "mcts:ms=50000"  # it keeps its seat


@in_loop
async def test_a_program_that_is_stopped_is_seated_anew(tmp_path: Path) -> None:
    async with House(tmp_path, limits=Limits(think_seconds=50), own_agents=True) as house:
        game = (await begin(house, "person", "python:web.bad_agents.Hangs")).game
        person = asyncio.create_task(play_person(game))
        await until(lambda: game.course.actors.count(1) == Sane.sane and game.thinking == 1)
        game.stop_thinking(1)
        await until(lambda: game.course.actors.count(1) == Sane.sane + 3)
        person.cancel()
        moves = [entry.what for entry in game.course.entries if isinstance(entry.what, Moved)]
        by = [what.by for what in moves if what.player == 1]
        assert by == [None] * Sane.sane + ["planner", None, None]  # it plays by itself again


@in_loop
async def test_taking_back_ends_the_thinking_of_an_agent(tmp_path: Path) -> None:
    async with House(tmp_path) as house:
        game = (await begin(house, "person", "mcts:ms=50000")).game
        game.act(0, "settle n23")
        game.act(0, "road e29")
        await until(lambda: game.thinking == 1)
        game.undo(0)
        await until(lambda: game.thinking is None)
        await asked(game)
        assert game.course.state.events_text() == "settle n23"
        assert not [entry for entry in game.course.entries if isinstance(entry.what, Stopped | Replaced)]


@pytest.mark.parametrize(
    ("spec", "error", "words"),
    [
        ("plnner", AgentSpecError, "did you mean 'planner'"),
        ("python:os.path", TableError, "built-in agents only"),
        ("exec:rm -rf x", TableError, "--own-agents"),
        ("catanatron:RandomPlayer", TableError, "--own-agents"),
        ("net:model=../../etc/passwd", TableError, "model can be champion2p or fast2p here"),
        ("planner:eval=/etc/passwd", TableError, "eval can be hand or network"),
        ("mcts:threads=4000", TableError, "threads may be at most"),
        ("mcts:ms=3600000", TableError, "ms may be at most 60000"),
        ("planner:openings=1000000", TableError, "openings may be at most 2000"),
        ("python:web.bad_agents.Nobody", AgentSpecError, "Nobody"),
        ("net:model=fast2p", RulesError, "plays games of 2 players, not of 3"),
    ],
)
@in_loop
async def test_agents_that_may_not_play_here_are_refused(
    tmp_path: Path, spec: str, error: type[Exception], words: str
) -> None:
    async with House(tmp_path, own_agents="Nobody" in spec) as house:
        with pytest.raises(error, match=words):
            await begin(house, "person", "planner", spec, rules=SHORT.replace(players=3))
        assert not list(house.games()) and not list((tmp_path / "live").iterdir())


@in_loop
async def test_the_number_of_games_and_of_processes_is_bounded(tmp_path: Path) -> None:
    async with House(tmp_path, limits=Limits(games=2, workers=1), own_agents=True) as house:
        with pytest.raises(LimitError, match="1 agents in processes of their own"):
            await begin(house, "python:web.bad_agents.Sane", "python:web.bad_agents.Sane")
        first = await begin(house, "person", "planner")
        await begin(house, "person", "planner")
        with pytest.raises(LimitError, match="there are 2 games already"):
            await begin(house, "person", "planner")
        first.game.end()
        await begin(house, "person", "planner")


@in_loop
async def test_a_game_that_becomes_too_long_is_ended(tmp_path: Path) -> None:
    async with House(tmp_path, limits=Limits(entries=50)) as house:
        agents = (await begin(house, "random", "random")).game
        await finished(agents)
        person = (await begin(house, "person", "planner")).game
        for _ in range(25):
            person.act(0, "settle n23")
            person.undo(0)
        with pytest.raises(NotNowError, match="50 entries"):
            person.act(0, "settle n23")
        for game in (agents, person):
            assert game.course.result is not None and game.course.result.reason == "ended"
