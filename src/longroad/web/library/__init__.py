"""Finished games on disk: found again by player, agent, result and date; and how strong people are."""

from longroad.arena.ladder import LADDER, Rung
from longroad.web.library.finished import FinishedGame, FinishedSeat
from longroad.web.library.ratings import Rating, ratings
from longroad.web.library.shelf import Query, Shelf

__all__ = ["LADDER", "FinishedGame", "FinishedSeat", "Query", "Rating", "Rung", "Shelf", "ratings"]
