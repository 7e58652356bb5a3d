"""Bots in any language: ``exec:COMMAND`` starts a program and talks to it, a line of JSON each way.

docs/reference/exec_protocol.md has the protocol.
"""

from __future__ import annotations

import json
import os
import shlex
import shutil
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from longroad._native import Rng
from longroad.agents.base import AnyAgent
from longroad.agents.processes.program import Program
from longroad.errors import AgentSpecError, BotError
from longroad.games import GAMES

#: Of the messages; a change of meaning is a new one.
PROTOCOL = 1
#: Seconds that an answer may take where the match has no limit of its own.
PATIENCE = 60.0
FORM = "exec:COMMAND"


class ExecAgent(AnyAgent):
    """A program that reads messages on its standard input and writes its moves on its standard output. It
    plays game after game; what it writes on standard error passes through.

    Raises AgentSpecError for a command whose program does not exist or is not executable. As in a shell, a
    name without a folder is looked for on the PATH, a path from the working folder.
    """

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
        if shutil.which(self._words[0]) is None:
            raise AgentSpecError(f"agent 'exec:{command}': {_why_no_program(self._words[0])}")
        self.plays = game  # type: ignore[misc]
        self._program: Program | None = None

    def begin(self, rules: Any, player: int, rng: Rng) -> None:
        super().begin(rules, player, rng)
        self._player, self._events = player, list[str]()
        if self._program is None or not self._program.is_running:
            self._program = Program(self._words)
            self._tell({"type": "hello", "protocol": PROTOCOL, "game": self.plays})
        self._tell({"type": "begin", "rules": rules.to_dict(), "player": player, "seed": rng.next()})

    def observe(self, before: Any, event: Any, after: Any) -> None:
        self._events.append(str(event))

    def choose(self, view: Any, actions: Sequence[Any]) -> Any:
        events, self._events = self._events, []
        shown = GAMES[self.plays].plain(view, self._player)
        question = {"type": "choose", "view": shown, "actions": list(map(str, actions)), "events": events}
        assert self._program is not None, "begin() has started it"
        line = self._program.ask(json.dumps(question).encode(), self._limit)
        try:
            said = json.loads(line)["action"]
        except (ValueError, TypeError, KeyError):
            raise BotError(f'answered {_short(line)}, not {{"action": "..."}}') from None
        if not isinstance(said, str):
            raise BotError(f"its action is {_short(repr(said).encode())}, not a text")
        return GAMES[self.plays].module.Action.parse(said)

    def _tell(self, message: dict[str, Any]) -> None:
        assert self._program is not None, "begin() has started it"
        self._program.tell(json.dumps(message).encode(), PATIENCE)

    def interrupt(self) -> None:
        """Kills the program."""
        if self._program is not None:
            self._program.interrupt()

    @property
    def is_ready(self) -> bool:
        return self._program is not None and self._program.is_running

    def close(self) -> None:
        """Ends the program. It is started again if another game begins."""
        if self._program is not None:
            self._program.kill()

    @property
    def _limit(self) -> float:
        return PATIENCE if self.move_seconds is None else self.move_seconds


def _why_no_program(word: str) -> str:
    path = Path(word)
    if os.sep not in word:
        hint = (
            f"the file here is './{word}'"
            if path.is_file()
            else "a file is named with its folder, as in './bot'"
        )
        return f"'{word}' is not a program on the PATH; {hint}"
    if path.is_dir():
        return f"{word} is a folder, not a program"
    if not path.exists():
        return f"there is no file {word}"
    return f"{word} is not executable: name its interpreter too, as in 'exec:python3 {word}', or chmod +x it"


def _short(line: bytes) -> str:
    text = line.decode("utf-8", "backslashreplace")
    return repr(text if len(text) <= 80 else f"{text[:77]}...")
