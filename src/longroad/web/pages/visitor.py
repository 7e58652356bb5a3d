"""Who looks at a page: how often they may do something, and what is said when it cannot be done."""

from __future__ import annotations

from fastapi import FastAPI
from nicegui import Client

from longroad.errors import LimitError
from longroad.web.rates import Rates


class Visitor:
    """The client of a page, under the same limits as the clients of the API."""

    def __init__(self, app: FastAPI, client: Client) -> None:
        self._rates: Rates = app.state.rates
        self._game_rates: Rates = app.state.game_rates
        request = client.request
        self.name: str = "" if request is None or request.client is None else str(request.client.host)

    def acts(self) -> None:
        """Something was pressed; raises LimitError if that happens too often."""
        if self._rates.take(self.name):
            raise LimitError("too many clicks at once; wait a moment")

    def begins_a_game(self) -> None:
        """A game is begun; raises LimitError if that happens too often."""
        wait = self._game_rates.take(self.name)
        if wait:
            raise LimitError(
                f"at most {60 * self._game_rates.rate:g} games per minute; try again in {wait:.0f} s"
            )
