"""The table in the browser, on NiceGUI: lobby and game. Everything shown is made of a viewer's view.

``pages`` is given to ``create_app(house, pages=pages)``. A process serves the pages of one house.
"""

from __future__ import annotations

from fastapi import FastAPI
from nicegui import ui

from longroad.web.games import House
from longroad.web.pages import frame, join, lobby, play

__all__ = ["pages"]

#: Seconds that a browser may be away (a phone in a tunnel) before its page is made anew.
_PATIENCE = 10.0


def pages(app: FastAPI, house: House) -> None:
    """Puts the pages of a house beside its API."""
    frame.install()
    for module in (lobby, join, play):
        module.register(app, house)
    ui.run_with(
        app,
        title="Longroad",
        dark=None,
        language="en-GB",
        tailwind=False,
        reconnect_timeout=_PATIENCE,
        show_welcome_message=False,
    )
