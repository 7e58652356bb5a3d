"""Openings: where to place the first settlements on a board, found by playing from every legal placement."""

from longroad.openings.heat_map import heat_map
from longroad.openings.placements import Placement, placements
from longroad.openings.plays import PLAYS, make_play
from longroad.openings.study import PlacementStudy, study_openings

__all__ = [
    "PLAYS",
    "Placement",
    "PlacementStudy",
    "heat_map",
    "make_play",
    "placements",
    "study_openings",
]
