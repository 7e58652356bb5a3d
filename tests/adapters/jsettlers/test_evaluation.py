"""Many games against a fake server: figures, records, reconnecting; the command line."""

from __future__ import annotations

import asyncio
import json
from pathlib import Path
from typing import Any

import pytest

from adapters.jsettlers.fake_server import (
    HANG_UP,
    FakeServer,
    Scripted,
    captured,
    listening,
    replaying,
    replaying_in_a_thread,
)
from cli.running import CommandLine
from longroad.adapters.jsettlers import (
    ConnectionLost,
    Evaluation,
    Limits,
    Outcome,
    Results,
    Settings,
    running_server,
)
from longroad.adapters.jsettlers.frames import read_text
from longroad.adapters.jsettlers.results import opponents
from longroad.adapters.jsettlers.server import RobotGames, properties
from longroad.arena.data.archive import games_of
from longroad.errors import AgentSpecError, ServerError

SPEC = "python:adapters.jsettlers.fake_server.Scripted"
GAME = captured("two_players_1")


@pytest.fixture
def script(monkeypatch: pytest.MonkeyPatch) -> dict[str, Any]:
    """Agents of the spec play as in the captured game, in every game anew."""
    monkeypatch.setattr(Scripted, "script", GAME["decisions"])
    return GAME


def settings(port: int, **changes: Any) -> Settings:
    """Seat 1 is ours in the captured game: games are numbered so that each has it."""
    usual = {"games": 1, "parallel": 1, "limits": Limits(2.0, 2.0, 1.0), "patience": 3.0}
    return Settings(SPEC, port=port, **{**usual, **changes})


class Evaluated(Evaluation):
    """Always in the captured seat."""

    def __init__(self, *args: Any) -> None:
        super().__init__(*args)
        self._numbers = iter(range(1, 1000, 2))  # type: ignore[assignment]


def evaluated(messages: list[str], **changes: Any) -> tuple[Results, FakeServer]:
    async def play() -> tuple[Results, FakeServer]:
        async with replaying(messages) as server:
            return await Evaluated(settings(server.port, **changes)).run(), server

    return asyncio.run(asyncio.wait_for(play(), 20))


class TestGames:
    def test_one_after_the_other(self, script: dict[str, Any]) -> None:
        results, server = evaluated(script["messages"], games=6)
        assert server.differences == []
        assert [outcome.problem for outcome in results.outcomes] == [None] * 3
        figures = results.to_dict()
        assert (figures["games"], figures["wins"], figures["win_rate"]) == (3, 0, 0.0)
        assert figures["by_robots"] == {
            "smart": {"games": 3, "wins": 0, "win_rate": 0.0, "ci95": [0.0, 0.561497]}
        }
        assert figures["points"] == {7: 3} and figures["mean_opponent_points"] == 10
        assert figures["problems"] == {} and figures["our_deals"] == 3

    def test_records_are_kept_and_replay(self, script: dict[str, Any], tmp_path: Path) -> None:
        evaluated(script["messages"], games=4, out=tmp_path / "new" / "folder", seed=7)
        games = list(games_of(tmp_path / "new" / "folder" / "games.jsonl"))
        assert [game.agents for game in games] == [(SPEC, "jsettlers-smart")] * 2
        assert [(game.seed, game.block, game.rotation, game.winner) for game in games] == [
            (7, 1, 0, 1),
            (7, 3, 0, 1),
        ]
        assert all(game.state().is_over for game in games)

    def test_a_lost_connection_is_opened_again(self, script: dict[str, Any], tmp_path: Path) -> None:
        """The first connection ends in the middle of its game, the second one serves."""
        short = FakeServer([*script["messages"][:400], HANG_UP])
        whole = FakeServer(script["messages"])

        async def play() -> Results:
            servers = iter([short, whole])

            async def answer(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
                await next(servers).play(reader, writer)

            async with listening(answer) as port:
                return await Evaluated(settings(port, games=4, out=tmp_path)).run()

        results = asyncio.run(asyncio.wait_for(play(), 20))
        assert [outcome.problem for outcome in results.outcomes] == ["lost", None]
        assert whole.differences == []
        kept = (tmp_path / "unfinished.jsonl").read_text().splitlines()
        assert json.loads(kept[0])["jsettlers"]["reason"] == "the server closed the connection"

    def test_a_server_that_is_gone_ends_the_run(self, script: dict[str, Any]) -> None:
        async def play() -> Results:
            async with replaying([*script["messages"][:400], HANG_UP]) as server:
                evaluation = Evaluated(settings(server.port, games=20, patience=0.2))
                playing = asyncio.create_task(evaluation.run())
                while not evaluation.results.outcomes:
                    await asyncio.sleep(0.01)
            return await playing

        results = asyncio.run(asyncio.wait_for(play(), 20))
        assert results.stopped is None or "no server at" in results.stopped
        assert results.finished == []

    def test_no_server_at_all(self) -> None:
        with pytest.raises(ConnectionLost, match="no server at"):
            asyncio.run(Evaluation(Settings("random", port=1)).run())

    def test_an_agent_that_there_is_not(self) -> None:
        with pytest.raises(AgentSpecError):
            Evaluation(Settings("randm"))


class TestRobots:
    """With a cookie we are a robot, and join games that the server starts."""

    def test_handshake_and_game(self, script: dict[str, Any]) -> None:
        lines = script["messages"]
        start = next(i for i, line in enumerate(lines) if line.startswith("> 1078"))
        members = next(i for i, line in enumerate(lines) if line.startswith("< 1017"))
        seated = next(i for i, line in enumerate(lines) if line.startswith("> 1012"))
        messages = [
            *lines[:start],
            "> 1022|longroad,secret,longroad.adapters.jsettlers",
            "< 1071|120,35,0.13,1.0,1.0,3.0,1.0,1,1",
            "< 1023|captured,1,PL=2,BC=t4",
            "> 1013|longroad,\t,127.0.0.1,captured",
            *(line for line in lines[start + 1 : members + 1] if not line.startswith("<  1079")),
            "> 1012|captured,longroad,1,true",
            *(line for line in lines[seated + 1 :] if line != "> 1018|captured"),
        ]
        said: list[str] = []

        async def play() -> Results:
            async def answer(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
                said.append(str(await _robot(messages, reader, writer)))

            async with listening(answer) as port:
                evaluation = Evaluation(settings(port, cookie="secret"))
                return await evaluation.run()

        results = asyncio.run(asyncio.wait_for(play(), 20))
        assert [(outcome.problem, outcome.reason) for outcome in results.outcomes] == [(None, "")], said
        assert results.outcomes[0].points == script["points"]


async def _robot(
    messages: list[str], reader: asyncio.StreamReader, writer: asyncio.StreamWriter
) -> list[Any]:
    """Plays the messages with the name that the robot gives itself."""
    start = next(i for i, line in enumerate(messages) if line.startswith("> 1022"))
    fake = FakeServer([])
    await fake._perform(messages[:start], reader, writer, {})
    introduction = await read_text(reader)
    assert introduction is not None
    name = introduction.split("|")[1].split(",")[0]
    await fake._perform(messages[start + 1 :], reader, writer, {"longroad": name})
    return fake.differences


class TestServer:
    def test_what_makes_it_fast(self) -> None:
        assert "-Djsettlers.bots.fast_pause_percent=0" in properties("x")
        assert "-Djsettlers.bots.botgames.total=5" in properties("x", RobotGames(5, 2, 3))

    @pytest.mark.parametrize(
        ("jar", "java", "words"),
        [
            ("none.jar", "java", "no such file"),
            ("some.jar", "no-such-java", "not found"),
            ("some.jar", "false", "at once"),
        ],
    )
    def test_what_cannot_be_started(self, tmp_path: Path, jar: str, java: str, words: str) -> None:
        (tmp_path / "some.jar").write_bytes(b"")

        async def start() -> None:
            async with running_server(tmp_path / jar, 1, java=java):
                pass

        with pytest.raises(ServerError, match=words):
            asyncio.run(start())


class TestFigures:
    def test_mixes_of_robots(self) -> None:
        four = Outcome("g", me=1, names=["robot 3", "us", "droid 1", "robot 7"])
        assert opponents(four) == "1 fast + 2 smart"
        assert opponents(Outcome("g", me=0, names=["us", "droid 1"])) == "fast"

    def test_without_a_finished_game(self) -> None:
        results = Results("random", 2, 0, [Outcome("g", problem="silent", reason="nothing heard")])
        figures = results.to_dict()
        assert "win_rate" not in figures and figures["problems"] == {"silent": 1}


class TestCommand:
    def test_help_shows_an_example(self, line: CommandLine) -> None:
        text = line("jsettlers", "--help").out
        assert "Examples" in text and "--jar" in text

    def test_a_table(
        self, line: CommandLine, script: dict[str, Any], monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.setattr("longroad.cli.jsettlers.Evaluation", Evaluated)
        with replaying_in_a_thread(script["messages"]) as server:
            ran = line("jsettlers", "--port", server.port, "--agent", SPEC, "--games", 2)
        assert ran.code == 0, ran.err
        assert f"{SPEC} against JSettlers' robots" in ran.out
        assert "1 games, 2 players" in ran.out and "smart" in ran.out
        assert "our points: 7: 1; on average 7.00, a robot's 10.00" in ran.out

    def test_json(self, line: CommandLine, script: dict[str, Any], monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setattr("longroad.cli.jsettlers.Evaluation", Evaluated)
        with replaying_in_a_thread(script["messages"]) as server:
            ran = line("jsettlers", "--port", server.port, "--agent", SPEC, "--games", 2, "--json")
        assert (ran.json["finished"], ran.json["wins"], ran.json["problems"]) == (1, 0, {})

    def test_no_server(self, line: CommandLine) -> None:
        ran = line("jsettlers", "--port", 1, "--games", 1, "--agent", "random")
        assert ran.code == 1 and "no server at 127.0.0.1:1" in ran.complaint

    def test_asked_wrongly(self, line: CommandLine) -> None:
        assert line("jsettlers", "--agent", "randm").code == 2
        assert line("jsettlers", "--players", 5).code == 2
