"""A program that answers messages, a line each way, and that nothing it does can keep alive."""

from __future__ import annotations

import os
import select
import signal
import subprocess
import time
import weakref
from collections.abc import Callable, Sequence
from contextlib import suppress
from typing import Literal

from longroad.errors import AgentSpecError, BotError

#: Of an answer.
MOST_BYTES = 2**20
#: Reads the number of a process group, then waits for the end of its input, which is the end of the process
#: that holds its other end, and kills the group.
_GUARD = 'read group; read rest; [ -n "$group" ] && kill -9 -"$group"'
_WRITABLE, _READABLE = getattr(select, "POLLOUT", 0), getattr(select, "POLLIN", 0)


class Program:
    """A running program: messages go to its standard input, answers come from its standard output.

    It is a process group of its own, so an interrupt from the keyboard is for us alone. ``kill`` ends the
    whole group at once; so does a guard (a second small process) when we are killed ourselves, and so does
    the end of this object or of the interpreter. A program that takes too long, ends or writes too much is
    killed, and BotError says what it did; before that, ``where`` is called with its process id and returns
    the traceback of the error.

    All this rests on process groups, signals and pipes as POSIX has them: raises AgentSpecError on Windows.
    """

    def __init__(
        self,
        words: Sequence[str],
        *,
        pass_fds: Sequence[int] = (),
        where: Callable[[int], str] = lambda pid: "",
    ) -> None:
        if not hasattr(select, "poll"):
            raise AgentSpecError(
                "agents in processes of their own (exec: programs, and Python agents under a limit of time) "
                "need Linux or macOS"
            )
        guard = subprocess.Popen(
            ["/bin/sh", "-c", _GUARD],
            stdin=subprocess.PIPE,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
            start_new_session=True,
        )
        try:
            process = subprocess.Popen(
                words,
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                bufsize=0,
                start_new_session=True,
                pass_fds=tuple(pass_fds),
            )
        except BaseException as error:
            _end(guard)
            if isinstance(error, OSError):
                raise BotError(f"could not be started: {error}") from error
            raise
        self._process = process
        self._kill = weakref.finalize(self, _kill, process, guard)
        assert guard.stdin, "it has a pipe"
        assert process.stdin, "it has a pipe"
        assert process.stdout, "it has a pipe"
        guard.stdin.write(f"{process.pid}\n".encode())
        guard.stdin.flush()
        self._input, self._output = process.stdin.fileno(), process.stdout.fileno()
        os.set_blocking(self._input, False)
        self._unread = b""
        self._where = where

    @property
    def is_running(self) -> bool:
        """Whether it was not killed and has not ended."""
        return self._kill.alive and self._process.poll() is None

    def tell(self, line: bytes, seconds: float) -> None:
        """Sends a line that is not answered."""
        with _Whole(self):
            self._send(line, time.monotonic() + seconds, seconds)

    def ask(self, line: bytes, seconds: float) -> bytes:
        """Sends a line and returns the answer, without its end."""
        with _Whole(self):
            end = time.monotonic() + seconds
            self._send(line, end, seconds)
            return self._receive(end, seconds)

    def kill(self) -> None:
        """Ends it and everything it started; nothing of it is left."""
        self._kill()

    def interrupt(self) -> None:
        """The same from another thread while one waits for an answer: that one then finds it ended, and does
        the rest. Closing its pipes here could hand their numbers to other files under the reader."""
        if self._kill.alive and self._process.returncode is None:
            _end_group(self._process)

    def _send(self, line: bytes, end: float, seconds: float) -> None:
        left = memoryview(line + b"\n")
        while left:
            self._wait(self._input, _WRITABLE, end, f"did not read its input within {seconds:g} s")
            try:
                left = left[os.write(self._input, left) :]
            except BlockingIOError:
                continue
            except OSError:
                raise BotError(self._last_words()) from None

    def _receive(self, end: float, seconds: float) -> bytes:
        while b"\n" not in self._unread:
            self._wait(self._output, _READABLE, end, f"did not answer within {seconds:g} s")
            read = os.read(self._output, 2**16)
            if not read:
                raise BotError(self._last_words())
            self._unread += read
            if len(self._unread) > MOST_BYTES:
                raise BotError(f"wrote more than {MOST_BYTES:,} bytes without the end of a line")
        line, _, self._unread = self._unread.partition(b"\n")
        return line

    def _wait(self, pipe: int, event: int, end: float, late: str) -> None:
        waiting = select.poll()
        waiting.register(pipe, event)
        left = end - time.monotonic()
        if left <= 0 or not waiting.poll(min(1000 * left, 2**31 - 1)):
            error = BotError(late)
            error.traceback = self._where(self._process.pid)
            raise error

    def _last_words(self) -> str:
        """How it ended, once its pipes are closed."""
        try:
            code = self._process.wait(timeout=1)
        except subprocess.TimeoutExpired:
            return "has closed its output"
        if code >= 0:
            return f"has ended, with exit code {code}"
        with suppress(ValueError):
            return f"was killed by {signal.Signals(-code).name}"
        return f"was killed by signal {-code}"


class _Whole:
    """An exchange of messages: if it fails half-way, also by an interrupt, the program is killed."""

    def __init__(self, program: Program) -> None:
        self._program = program

    def __enter__(self) -> None:
        if not self._program.is_running:
            raise BotError(self._program._last_words())

    def __exit__(self, kind: type[BaseException] | None, *_: object) -> Literal[False]:
        if kind is not None:
            self._program.kill()
        return False


def _kill(process: subprocess.Popen[bytes], guard: subprocess.Popen[bytes]) -> None:
    _end_group(process)
    _end(process)
    _end(guard)


def _end_group(process: subprocess.Popen[bytes]) -> None:
    with suppress(ProcessLookupError, PermissionError):  # it is gone, or becoming another program
        os.killpg(process.pid, signal.SIGKILL)


def _end(process: subprocess.Popen[bytes]) -> None:
    process.kill()
    process.wait()
    for pipe in (process.stdin, process.stdout):
        if pipe is not None:
            with suppress(OSError):
                pipe.close()
