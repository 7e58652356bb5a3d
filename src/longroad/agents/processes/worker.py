"""The worker's side: a process that makes one agent and does with it what it is told.

Requests are lines of base64, each a pickled tuple; answers are lines of JSON. What the agent prints goes to
the standard output of the arena; its standard input is empty.
"""

from __future__ import annotations

import base64
import faulthandler
import json
import os
import pickle
import signal
import sys
import time
from contextlib import suppress
from typing import Any, BinaryIO

from longroad.agents.base import AnyAgent
from longroad.agents.registry import make_agent
from longroad.errors import LongroadError
from longroad.failures import Failure, words_of
from longroad.games import GAMES

#: Asks a worker where it is; Windows has no such signals, and no workers (``Program``).
WHERE: int | None = getattr(signal, "SIGUSR2", None)
#: A longer text is not an action.
_MOST_OF_ACTION = 4096


def main(output: int, stack: int) -> None:
    """Answers until there are no more requests. ``output`` is a descriptor for what the agent prints,
    ``stack`` one for where it is when the signal ``WHERE`` comes."""
    assert WHERE is not None, "there are no workers without signals"
    faulthandler.register(WHERE, file=stack, all_threads=False)
    requests, answers = os.fdopen(os.dup(0), "rb"), os.dup(1)
    nothing = os.open(os.devnull, os.O_RDONLY)
    os.dup2(nothing, 0)
    os.dup2(output, 1)
    for descriptor in (nothing, output):
        os.close(descriptor)
    serve(requests, answers)


def serve(requests: BinaryIO, answers: int) -> None:
    """The loop of ``main``."""
    seat = _Seat()
    for line in requests:
        left = memoryview(json.dumps(_answer(seat, line)).encode() + b"\n")
        for stream in (sys.stdout, sys.stderr):
            with suppress(Exception):  # nobody reads it, or the agent has replaced it
                stream.flush()
        while left:
            left = left[os.write(answers, left) :]


def _answer(seat: _Seat, line: bytes) -> dict[str, Any]:
    started = time.thread_time()
    try:
        kind, *arguments = pickle.loads(base64.b64decode(line))
        told: dict[str, Any] = getattr(seat, kind)(*arguments)
    except BaseException as error:
        failure = Failure.of(error)
        told = {"raised": [failure.name, failure.words, failure.traceback]}
        if isinstance(error, LongroadError):
            told["refused"] = str(error)
    return {"cpu": time.thread_time() - started, **told}


class _Seat:
    """The agent, and who plays for it in the game that was begun. A method per kind of request."""

    _agent: AnyAgent
    _playing: AnyAgent
    _action: Any

    def make(self, spec: str, game: str) -> dict[str, Any]:
        self._agent = self._playing = make_agent(spec, game)
        self._action = GAMES[game].module.Action
        return {"plays": self._agent.plays}

    def check(self, rules: Any) -> dict[str, Any]:
        self._agent.check(rules)
        return {}

    def twin(self) -> dict[str, Any]:
        return {"twin": self._agent.twin() is not None}

    def begin(self, twin: bool, rules: Any, player: int, rng: Any, seconds: float | None) -> dict[str, Any]:
        self._playing = playing = (twin and self._agent.twin()) or self._agent
        playing.move_seconds = seconds
        playing.begin(rules, player, rng)
        return {
            "follows": bool(playing.follows),
            "open_hands": bool(playing.open_hands),
            "skips_forced": bool(playing.skips_forced),
        }

    def choose(self, view: Any, actions: list[int]) -> dict[str, Any]:
        chosen = self._playing.choose(view, [self._action.from_int(action) for action in actions])
        if isinstance(chosen, str):
            return {"action": chosen[:_MOST_OF_ACTION]}
        if isinstance(chosen, self._action):
            return {"action": str(chosen)}
        return {"chose": words_of(chosen, repr)}

    def observe(self, before: Any, event: int, after: Any) -> dict[str, Any]:
        self._playing.observe(before, self._action.from_int(event), after)
        return {}
