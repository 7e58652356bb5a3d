"""The user's own server, started from its jar with the properties that make it fast, and stopped
again."""

from __future__ import annotations

import asyncio
import logging
import secrets
import shutil
import socket
import tempfile
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress
from dataclasses import dataclass
from pathlib import Path

from longroad.adapters.jsettlers.connection import Connection, ConnectionLost
from longroad.errors import ServerError

log: logging.Logger = logging.getLogger(__name__)

#: The server's main class; the jar's own may be the client.
_MAIN = "soc.server.SOCServer"
_START_SECONDS, _STOP_SECONDS = 30.0, 10.0
_ROBOTS = 7
_TURN_SECONDS = 60
#: Time for our robots to come before the server starts games.
_WAIT_SECONDS = 5
#: The quick compiler alone: the other one takes more time than it saves in the first thousand games.
_JAVA_OPTIONS = (
    "-XX:+IgnoreUnrecognizedVMOptions",
    "-XX:TieredStopAtLevel=1",
    "-XX:+UseSerialGC",
    "-Xmx512m",
    "-Djava.awt.headless=true",
)


@dataclass(frozen=True)
class RobotGames:
    """Games that the server itself starts, with robots from elsewhere in half of the seats: so many, and so
    many at once."""

    games: int
    players: int
    parallel: int


def properties(cookie: str, robot_games: RobotGames | None = None, robots: int = _ROBOTS) -> list[str]:
    """The server's properties: robots without pauses, as many games as we like, time to think."""
    wanted = {
        "jsettlers.bots.fast_pause_percent": 0,
        "jsettlers.startrobots": robots,
        "jsettlers.bots.cookie": cookie,
        "jsettlers.client.maxcreategames": -1,
        "jsettlers.bots.timeout.turn": _TURN_SECONDS,
    }
    if robot_games is not None:
        wanted |= {
            "jsettlers.gameopt.PL": robot_games.players,
            "jsettlers.bots.botgames.total": robot_games.games,
            "jsettlers.bots.botgames.parallel": robot_games.parallel,
            "jsettlers.bots.botgames.wait_sec": _WAIT_SECONDS,
            "jsettlers.bots.percent3p": 50,
        }
    return [f"-D{name}={value}" for name, value in wanted.items()]


@asynccontextmanager
async def running_server(
    jar: Path,
    port: int,
    *,
    cookie: str | None = None,
    robot_games: RobotGames | None = None,
    java: str = "java",
) -> AsyncIterator[None]:
    """A server on this port while the block runs; its output is shown if it does not start. Raises
    ServerError.

    The server listens on all interfaces of the machine, as it always does.
    """
    if not jar.is_file():
        raise ServerError(f"{jar}: no such file")
    if shutil.which(java) is None:
        raise ServerError(f"{java}: not found; the server needs Java 8 or newer")
    if _taken(port):
        raise ServerError(f"port {port} is taken; choose another one with --port")
    with tempfile.TemporaryDirectory(prefix="longroad-jsettlers-") as folder:
        output = Path(folder) / "server.txt"
        arguments = [*_JAVA_OPTIONS, "-cp", str(jar.resolve()), _MAIN]
        arguments += properties(cookie or secrets.token_hex(8), robot_games)
        with output.open("wb") as file:
            process = await asyncio.create_subprocess_exec(
                java,
                *arguments,
                str(port),
                "200",
                cwd=folder,
                stdout=file,
                stderr=file,
                stdin=asyncio.subprocess.DEVNULL,
            )
        try:
            await _ready(process, port, output)
            yield
        finally:
            await _stop(process)


def _taken(port: int) -> bool:
    with socket.socket() as probe:
        return probe.connect_ex(("127.0.0.1", port)) == 0


async def _ready(process: asyncio.subprocess.Process, port: int, output: Path) -> None:
    """Waits until the server lets us in."""
    loop = asyncio.get_running_loop()
    deadline = loop.time() + _START_SECONDS
    while loop.time() < deadline:
        if process.returncode is not None:
            raise ServerError(f"the server ended at once: {_last_lines(output)}")
        try:
            connection = await Connection.open("127.0.0.1", port, "longroadprobe")
        except ConnectionLost:
            await asyncio.sleep(0.2)
            continue
        await connection.close()
        await asyncio.sleep(1.0)  # its robots come one after the other
        return
    raise ServerError(f"the server did not start within {_START_SECONDS:g} s: {_last_lines(output)}")


def _last_lines(output: Path) -> str:
    lines = output.read_text("utf-8", errors="replace").strip().splitlines()
    return " / ".join(lines[-3:]) or "it said nothing"


async def _stop(process: asyncio.subprocess.Process) -> None:
    if process.returncode is not None:
        return
    with suppress(ProcessLookupError):
        process.terminate()
    try:
        async with asyncio.timeout(_STOP_SECONDS):
            await process.wait()
    except TimeoutError:
        with suppress(ProcessLookupError):
            process.kill()
        await process.wait()
