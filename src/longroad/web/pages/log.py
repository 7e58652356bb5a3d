"""The log of a game in plain words. It is sent in parts of a few lines, so that a long game costs no more
than a short one."""

from __future__ import annotations

from dataclasses import dataclass

from nicegui import ui

from longroad.web.games import Frame
from longroad.web.pages.region import Region
from longroad.web.pages.rendering import render

#: Lines of a part.
_PART = 20


@dataclass(frozen=True)
class Line:
    """A line of the log."""

    key: str
    words: str
    player: int | None
    kind: str


class _Teller:
    """Turns frames into lines. What chance brings is told under the colour of who asked for it."""

    def __init__(self) -> None:
        self._last: int | None = None

    def lines(self, frame: Frame) -> list[Line]:
        """What a frame says."""
        self._last = frame.player if frame.kind == "move" and frame.player is not None else self._last
        player = self._last if frame.kind == "move" else frame.player
        rolled = frame.action is not None and frame.action.kind == "dice"
        return [
            Line(f"{frame.number}-{n}", words, player, "turn" if rolled and n == 0 else frame.kind)
            for n, words in enumerate(frame.words)
        ]


class Log:
    """Shows lines, the newest last; a screen reader reads new ones."""

    def __init__(self) -> None:
        box = ui.element("div").classes("log")
        self._box = box.props('role="log" aria-label="What happened" aria-live="polite" tabindex="0"')
        self.clear()

    def clear(self) -> None:
        """Forgets all lines."""
        self._box.clear()
        self._teller = _Teller()
        self._lines: list[Line] = []
        self._part: Region | None = None

    def add(self, frames: list[Frame]) -> None:
        """Shows what happened."""
        for line in (line for frame in frames for line in self._teller.lines(frame)):
            if self._part is None or len(self._lines) >= _PART:
                self._flush()
                with self._box:
                    self._part = Region().classes("log-part")
                self._lines = []
            self._lines.append(line)
        self._flush()

    def _flush(self) -> None:
        if self._part is not None:
            self._part.show(render("log", lines=self._lines))
