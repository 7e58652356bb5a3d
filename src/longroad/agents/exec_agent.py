"""Bots in any language: ``exec:COMMAND`` starts a program and talks to it, a line of JSON each way.

docs/exec_bots.md has the protocol.
"""

from __future__ import annotations

import json
import os
import select
import shlex
import subprocess
import time
import weakref
from collections.abc import Sequence
from typing import Any

from longroad._native import Rng
from longroad.agents.base import AnyAgent
from longroad.errors import AgentSpecError, BotError
from longroad.games import GAMES

#: Of the messages; a change of meaning is a new one.
PROTOCOL = 1
#: Seconds that an answer may take where the match has no limit of its own.
PATIENCE = 60.0
FORM = "exec:COMMAND"
_MOST_BYTES = 2**20  # of an answer


class ExecAgent(AnyAgent):
    """A program that reads messages on its standard input and writes its moves on its standard output. It
    plays game after game; what it writes on standard error passes through."""

    follows = True

    def __init__(self, command: str, game: str = "catan") -> None:
        try:
            self._words = shlex.split(command)
        except ValueError as error:
            raise AgentSpecError(f"agent 'exec:{command}': {error}") from error
        if not self._words:
            raise AgentSpecError(
                f"agent 'exec:{command}': name the program to start, as in 'exec:./bot --fast'"
            )
        self.plays = game  # type: ignore[misc]
        self._program: subprocess.Popen[bytes] | None = None
        self._unread = b""

    def begin(self, rules: Any, player: int, rng: Rng) -> None:
        super().begin(rules, player, rng)
        self._player, self._events = player, list[str]()
        if self._program is None or self._program.poll() is not None:
            self._start()
            self._say({"type": "hello", "protocol": PROTOCOL, "game": self.plays})
        self._say({"type": "begin", "rules": rules.to_dict(), "player": player, "seed": rng.next()})

    def observe(self, before: Any, event: Any, after: Any) -> None:
        self._events.append(str(event))

    def choose(self, view: Any, actions: Sequence[Any]) -> Any:
        events, self._events = self._events, []
        shown = GAMES[self.plays].plain(view, self._player)
        self._say({"type": "choose", "view": shown, "actions": list(map(str, actions)), "events": events})
        line = self._answer()
        try:
            said = json.loads(line)["action"]
        except (ValueError, TypeError, KeyError):
            raise BotError(f'answered {_short(line)}, not {{"action": "..."}}') from None
        if not isinstance(said, str):
            raise BotError(f"its action is {_short(repr(said).encode())}, not a text")
        return GAMES[self.plays].module.Action.parse(said)

    def _start(self) -> None:
        try:
            program = subprocess.Popen(self._words, stdin=subprocess.PIPE, stdout=subprocess.PIPE)
        except OSError as error:
            raise BotError(f"could not be started: {error}") from error
        self._program, self._unread = program, b""
        weakref.finalize(self, _end, program)

    def _say(self, message: dict[str, Any]) -> None:
        program, pipe = self._program, self._program and self._program.stdin
        assert program, "begin() has started it"
        assert pipe
        try:
            pipe.write(json.dumps(message).encode() + b"\n")
            pipe.flush()
        except OSError:
            raise BotError(f"has ended, with exit code {program.wait()}") from None

    def _answer(self) -> bytes:
        """The next line that the program writes. A program that takes too long is killed."""
        program, pipe = self._program, self._program and self._program.stdout
        assert program, "begin() has started it"
        assert pipe
        patience = PATIENCE if self.move_seconds is None else self.move_seconds
        end, source = time.monotonic() + patience, pipe.fileno()
        while b"\n" not in self._unread:
            left = end - time.monotonic()
            if left <= 0 or not select.select([source], [], [], left)[0]:
                _end(program)
                raise BotError(f"did not answer within {patience:g} s")
            read = os.read(source, 2**16)
            if not read:
                raise BotError(f"has ended, with exit code {program.wait()}")
            self._unread += read
            if len(self._unread) > _MOST_BYTES:
                _end(program)
                raise BotError(f"wrote more than {_MOST_BYTES:,} bytes without the end of a line")
        line, _, self._unread = self._unread.partition(b"\n")
        return line


def _end(program: subprocess.Popen[bytes]) -> None:
    program.kill()
    program.wait()
    for pipe in (program.stdin, program.stdout):
        if pipe is not None:
            try:
                pipe.close()
            except OSError:  # what was not sent any more
                continue


def _short(line: bytes) -> str:
    text = line.decode("utf-8", "backslashreplace")
    return repr(text if len(text) <= 80 else f"{text[:77]}...")
