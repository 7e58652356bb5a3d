"""The table in the browser, on NiceGUI: lobby, game with its coach, watching, reviews, library. Everything
that is shown of a running game is made of a viewer's view.

``pages`` is given to ``create_app(house, pages=pages)``. A process serves the pages of one house.
"""

from __future__ import annotations

from pathlib import Path

from fastapi import FastAPI
from nicegui import ui

from longroad.web.games import House
from longroad.web.pages import frame, join, library, lobby, play, review, watch

__all__ = ["pages"]

#: Seconds that a browser may be away (a phone in a tunnel) before its page is made anew.
_PATIENCE = 10.0


def pages(app: FastAPI, house: House, reports: Path | None = None) -> None:
    """Puts the pages of a house beside its API. ``reports`` is the folder with reports of tournaments and
    experiments, by default ``reports`` in that of the house."""
    frame.install()
    for module in (lobby, join, play, watch, review):
        module.register(app, house)
    library.register(app, house, reports)
    ui.run_with(
        app,
        title="Longroad",
        dark=None,
        language="en-GB",
        tailwind=False,
        reconnect_timeout=_PATIENCE,
        show_welcome_message=False,
    )
