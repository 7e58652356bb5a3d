"""JSON and websocket over a house: ``create_app(house)`` is an app that a server runs, or others mount."""

from longroad.web.api.app import create_app
from longroad.web.api.guard import Access

__all__ = ["Access", "create_app"]
