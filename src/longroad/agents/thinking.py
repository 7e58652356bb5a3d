"""Agents that play natively."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from copy import copy
from threading import TIMEOUT_MAX, Timer
from typing import Any, ClassVar, Self

from longroad._native import Rng, Stop
from longroad.agents.base import ActionT, Agent, RulesT, ViewT
from longroad.games import GAMES


class ThinkingAgent(Agent[ViewT, ActionT, RulesT]):
    """Plays as its ``native`` agent does, a move at a time: the same generator gives the same moves. It
    counts cards if it is told what happens. Its arguments are its options."""

    #: Declares the options, and makes ``native`` of them.
    options_type: ClassVar[Any]
    native: Any
    #: Ends its thinking from another thread: ``choose`` then raises StoppedError.
    stop: Stop | None = None

    def __init__(self, **options: Any) -> None:
        self.options: Any = self.options_type.from_dict(options)
        self.native = self.options.native()
        self.open_hands: bool = getattr(self.native, "open_hands", False)

    def check(self, rules: RulesT) -> None:
        super().check(rules)
        core: Any = rules
        if check := getattr(getattr(self, "options", None), "check", None):
            check(core.players)

    def begin(self, rules: RulesT, player: int, rng: Rng) -> None:
        super().begin(rules, player, rng)
        core: Any = rules
        self.native_player: Any = GAMES[self.plays].native.NativePlayer(self.native, core.core, player)
        self.follows: bool = self.native_player.follows

    def twin(self) -> Self:
        return copy(self)

    def interrupt(self) -> None:
        """Ends its thinking if ``stop`` was set before; set another one before it is asked again."""
        if self.stop is not None:
            self.stop.stop()

    def observe(self, before: ViewT, event: ActionT, after: ViewT) -> None:
        self.native_player.observe(before, event, after)

    def choose(self, view: ViewT, actions: Sequence[ActionT]) -> ActionT:
        with self._limited() as stop:
            move: ActionT = self.native_player.choose(view, self.rng, stop)
        return move

    @contextmanager
    def _limited(self) -> Iterator[Stop | None]:
        """What ends its thinking: ``stop``, or else the limit of the match."""
        if self.stop is not None or self.move_seconds is None:
            yield self.stop
            return
        stop = Stop()
        clock = Timer(min(self.move_seconds, TIMEOUT_MAX), stop.stop)
        clock.daemon = True
        clock.start()
        try:
            yield stop
        finally:
            clock.cancel()
