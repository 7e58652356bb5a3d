"""The board of the page: the island drawn once, with room for the pieces that the script puts on it."""

from __future__ import annotations

import re
from math import atan2, degrees
from typing import Any

from longroad.catan import State
from longroad.catan.drawing import island, pieces
from longroad.catan.drawing.geometry import HEXES, INTERSECTIONS, PATHS, midpoint
from longroad.catan.drawing.scene import scene_of
from longroad.catan.drawing.svg import definitions, framed
from longroad.drawing.markup import group, title


def board_svg(state: State) -> tuple[str, str]:
    """The drawing of the island without pieces, with empty groups ``roads``, ``buildings``, ``robber`` and
    ``marks``; and what stands before the ids of its shapes."""
    scene = scene_of(state)
    layers = [island.sea(), island.coast(), island.harbors(scene.land), island.hexes(scene.land)]
    # a comment keeps an element from being closed at once
    layers += [group("<!-- -->", class_=name) for name in ("roads", "buildings", "robber", "marks")]
    drawing = framed(title("The board"), definitions(scene), "".join(layers), island.WIDTH, island.WIDTH)
    prefix = re.search(r"lr[0-9a-f]{8}-", drawing)
    assert prefix is not None, "every drawing has ids of its own"
    return drawing, prefix[0]


def places(state: State) -> dict[str, Any]:
    """Where everything stands on the drawing: intersections, paths with their angle, hexes, and the robber on
    each hex."""
    lattice, land = island.LATTICE, scene_of(state).land

    def rounded(*numbers: float) -> list[float]:
        return [round(number, 1) for number in numbers]

    paths = []
    for path in range(PATHS):
        start, end = lattice.path(path)
        angle = degrees(atan2(end[1] - start[1], end[0] - start[0]))
        paths.append(rounded(*midpoint(start, end), angle))
    return {
        "intersections": [rounded(*lattice.intersection(place)) for place in range(INTERSECTIONS)],
        "paths": paths,
        "hexes": [rounded(*lattice.center(hexagon)) for hexagon in range(HEXES)],
        "robber": [rounded(*pieces.robber_place(land, hexagon)) for hexagon in range(HEXES)],
    }
