"""A part of a page whose HTML the server writes anew and the browser merges into what is there.

Merging keeps the keyboard's focus, what is being typed and where a list is scrolled, and a screen reader
hears only what is new. Clicks come back by one delegated listener: an element with ``data-do`` sends that
word and its other ``data-`` attributes.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from typing import Any, TypeAlias

from nicegui import events
from nicegui.element import Element

#: What an element said when it was pressed or changed: ``do`` and its other ``data-`` attributes; of a field
#: also its ``value``.
Said: TypeAlias = dict[str, Any]
Handler: TypeAlias = Callable[[Said], Awaitable[None] | None]


class Region(Element, component="region.js"):
    """Shows HTML. Whoever writes it escapes what people have typed."""

    def __init__(self, html: str = "", on_do: Handler | None = None) -> None:
        super().__init__()
        self._props["html"] = html
        if on_do is not None:
            self.on_do(on_do)

    def show(self, html: str) -> None:
        """Sends the HTML if it is not what is shown already."""
        if html != self._props["html"]:
            self._props["html"] = html
            self.update()

    @property
    def html(self) -> str:
        """What is shown."""
        return str(self._props["html"])

    def on_do(self, handler: Handler) -> None:
        """Calls the handler with what pressed elements say; anything that is no such message is dropped."""

        def heard(event: events.GenericEventArguments) -> Awaitable[None] | None:
            said = event.args
            return handler(said) if isinstance(said, dict) and isinstance(said.get("do"), str) else None

        self.on("do", heard)
