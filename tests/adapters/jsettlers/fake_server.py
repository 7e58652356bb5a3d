"""A server that plays a captured game again: it says what the real one said, and waits for what our player
said."""

from __future__ import annotations

import asyncio
import gzip
import json
import threading
from collections.abc import AsyncIterator, Callable, Iterator, Sequence
from contextlib import asynccontextmanager, contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, ClassVar

from longroad.adapters.jsettlers.frames import pack, read_text
from longroad.agents import Agent
from longroad.catan import Action, View

LOGS = Path(__file__).parent / "logs"
NAMES = sorted(path.name.removesuffix(".json.gz") for path in LOGS.glob("*.json.gz"))
#: Instead of a message: the connection is closed.
HANG_UP = "!"
PLAYER, GAME = "longroad", "captured"
Answer = Callable[[asyncio.StreamReader, asyncio.StreamWriter], Any]


def captured(name: str) -> dict[str, Any]:
    """A captured game: its messages ('> ' ours, '< ' the server's), our decisions, who sat where, how it
    ended."""
    with gzip.open(LOGS / f"{name}.json.gz", "rt", encoding="utf-8") as file:
        return dict(json.load(file))


class Scripted(Agent):
    """Decides as our player did in a captured game. ``python:`` specs take the class, so the script may be
    the class's."""

    script: ClassVar[Sequence[str]] = ()

    def __init__(self, script: Sequence[str] | None = None) -> None:
        self._script = list(self.script if script is None else script)

    def choose(self, view: View, actions: Sequence[Action]) -> Action:
        if view.phase == "setup settlement" and not view.settlements(view.player):
            self._left = list(self._script)
        return Action.parse(self._left.pop(0))


@dataclass
class FakeServer:
    """What happened at a fake server."""

    messages: list[str]
    port: int = 0
    #: What was said that had not been said in the captured game: (expected, said).
    differences: list[tuple[str, str]] = field(default_factory=list)
    finished: int = 0

    async def play(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        """The script, once; the game's part again for every further game on the connection."""
        start = next(i for i, line in enumerate(self.messages) if line.startswith("> 1078"))
        await self._perform(self.messages[:start], reader, writer, {})
        while (request := await read_text(reader)) is not None:
            _, fields = request.split("|", 1)
            player, _, _, game, _ = fields.split(",", 4)
            names = {PLAYER: player, GAME: game}
            if not await self._perform(self.messages[start + 1 :], reader, writer, names):
                break
            self.finished += 1

    async def _perform(
        self,
        lines: list[str],
        reader: asyncio.StreamReader,
        writer: asyncio.StreamWriter,
        names: dict[str, str],
    ) -> bool:
        for line in lines:
            if line == HANG_UP:
                return False
            text = line[2:]
            for captured_name, name in names.items():
                text = text.replace(captured_name, name)
            if line.startswith("<"):
                writer.write(pack(text))
                continue
            said = await read_text(reader)
            if said is None:
                return False
            if said != text:
                self.differences.append((text, said))
                return False
        return True


@asynccontextmanager
async def listening(answer: Answer) -> AsyncIterator[int]:
    """A port that answers every connection by a function."""

    async def serve(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        try:
            await answer(reader, writer)
        except (OSError, ValueError):
            pass
        finally:
            writer.close()

    server = await asyncio.start_server(serve, "127.0.0.1", 0)
    try:
        yield server.sockets[0].getsockname()[1]
    finally:
        server.close()


@contextmanager
def replaying_in_a_thread(messages: list[str]) -> Iterator[FakeServer]:
    """The same for a client that runs a loop of its own."""
    fake, ready, done = FakeServer(messages), threading.Event(), threading.Event()

    async def serve() -> None:
        async with replaying(messages) as inner:
            fake.port = inner.port
            ready.set()
            while not done.is_set():
                await asyncio.sleep(0.02)

    thread = threading.Thread(target=lambda: asyncio.run(serve()))
    thread.start()
    ready.wait()
    try:
        yield fake
    finally:
        done.set()
        thread.join()


@asynccontextmanager
async def replaying(messages: list[str]) -> AsyncIterator[FakeServer]:
    """A server that plays captured messages again."""
    fake = FakeServer(messages)
    async with listening(fake.play) as port:
        fake.port = port
        yield fake
