"""A program for test_other_systems.py: what macOS or Windows lack is taken away, then Longroad is used.

Started with ``windows``, modules and functions that only POSIX has are gone, and locks are those of a
stand-in for msvcrt; with ``macos``, what Linux has alone.
"""

from __future__ import annotations

import asyncio
import importlib
import os
import select
import signal
import sys
import types
from pathlib import Path

LINUX_ALONE = ("fdatasync", "sched_getaffinity", "sched_setaffinity", "posix_fadvise")
POSIX_ALONE = ("fork", "getuid", "geteuid", "pread", "killpg", "mkfifo", "getpgid")
#: Imported before, since here they are those of Linux.
OTHERS = (
    "asyncio",
    "multiprocessing.util",
    "subprocess",
    "tempfile",
    "numpy",
    "rich.console",
    "scipy.stats",
    "typer",
)
MODULES = ("fcntl", "grp", "pwd", "readline", "resource", "termios", "tty", "pty")


def take_away(system: str) -> None:
    """From here on this Python has what that system has, as far as Longroad asks for it."""
    for name in OTHERS:
        importlib.import_module(name)
    for name in LINUX_ALONE:
        delattr(os, name)
    if system == "windows":
        for name in POSIX_ALONE:
            delattr(os, name)
        for name in ("SIGUSR1", "SIGUSR2", "SIGKILL", "SIGHUP"):
            delattr(signal, name)
        for name in ("poll", "POLLIN", "POLLOUT", "epoll"):
            delattr(select, name)
        for name in MODULES:
            sys.modules[name] = None  # type: ignore[assignment]
        sys.modules["msvcrt"] = Msvcrt("msvcrt")


class Msvcrt(types.ModuleType):
    """Locks of single bytes of files, by the file's number on its device."""

    LK_LOCK, LK_NBLCK = 1, 2
    held: dict[tuple[int, int, int], int] = {}  # noqa: RUF012

    def locking(self, handle: int, mode: int, count: int) -> None:
        """As on Windows, within one process."""
        assert mode in (self.LK_LOCK, self.LK_NBLCK) and count == 1
        file = os.fstat(handle)
        key = (file.st_dev, file.st_ino, os.lseek(handle, 0, os.SEEK_CUR))
        holder = self.held.get(key)
        if holder not in (None, handle) and is_open(holder, file):
            raise PermissionError(13, "Permission denied")
        self.held[key] = handle


def is_open(handle: int, file: os.stat_result) -> bool:
    """Whether a descriptor is still that of a file."""
    try:
        return os.path.samestat(os.fstat(handle), file)
    except OSError:
        return False


def use(folder: Path) -> None:
    """Plays, writes files, and seats a person at the table."""
    from longroad import files
    from longroad.agents import make_agent
    from longroad.arena import play_match
    from longroad.catan import Rng, Rules
    from longroad.cli import app
    from longroad.cli.bench import signature
    from longroad.errors import AgentSpecError

    files._OPEN_FILES_STAY = sys.argv[1] == "windows"
    print("signature", signature())
    print("match", f"{play_match(['value', 'random'], games=4, seed=1).signature:016x}")
    words = ("match", "random", "random", "--games", "2", "--records", str(folder / "games.jsonl"))
    app(list(words), standalone_mode=False)
    assert len((folder / "games.jsonl").read_text("utf-8").splitlines()) == 2
    (folder / ".games.jsonl.abcdefgh.part").write_text("left by a process that was killed")
    app(list(words), standalone_mode=False)
    assert os.listdir(folder) == ["games.jsonl"], os.listdir(folder)
    assert files.write_once(folder / "once", b"1") and not files.write_once(folder / "once", b"2")
    assert sorted(os.listdir(folder)) == ["games.jsonl", "once"]
    try:
        agent = make_agent("exec:cat")
        agent.begin(Rules(players=2), 0, Rng(1))
        print("exec: started")
    except AgentSpecError as error:
        print("exec:", error)
    asyncio.run(sit(folder / "house"))


async def sit(folder: Path) -> None:
    """A game at the table, its journal and its lock."""
    from longroad.errors import ServerError
    from longroad.web.games import GamePlan, House, SeatPlan

    async with House(folder) as house:
        plan = GamePlan((SeatPlan.person("Ann"), SeatPlan.of_agent("value")), seed=7, pace=0)
        made = await house.create(plan)
        try:
            await House(folder).__aenter__()
        except ServerError as error:
            print("house:", error)
        made.game.act(0, "settle n23")
    async with House(folder) as house:
        print("resumed with", len(house.game(made.game.id).course.entries), "entry")


if __name__ == "__main__":
    take_away(sys.argv[1])
    use(Path(sys.argv[2]))
