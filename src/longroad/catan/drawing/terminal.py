"""The drawing of a board or a game for a terminal, in colour or as plain text."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from longroad._native import Action
from longroad.catan import topology
from longroad.catan.drawing.geometry import HEXES, INTERSECTIONS, PATHS, Lattice, Point, midpoint
from longroad.catan.drawing.palette import TERRAINS, pips
from longroad.catan.drawing.scene import ANY_RESOURCE, Drawable, Land, Scene, Seat, scene_of
from longroad.catan.drawing.tables import player_table, remarks
from longroad.drawing.palette import LIVERIES
from longroad.drawing.screen import Screen

_LEFT, _TOP = 8, 1
_LATTICE = Lattice(half_width=6, roof=2, side=3, origin=(_LEFT, _TOP))
_WIDTH, _HEIGHT = int(_LATTICE.width) + 2 * _LEFT + 1, int(_LATTICE.height) + 2 * _TOP + 1

_BLACK = "38;5;16"
_SEA = "38;5;231;48;5;67"
_SAND = "38;5;137;48;5;223"
_PIER = "1;38;5;16;48;5;223"
_TOKEN, _RED_TOKEN = "1;38;5;16;48;5;230", "1;38;5;160;48;5;230"
_MARK = "1;38;5;16;48;5;226"
_ROBBER = "1;38;5;231;48;5;238"
_BEACH = ((0, 1), (1, 5), (2, 6), (3, 6), (4, 6), (5, 6), (6, 5), (7, 1))
_GROUND = ((1, 1), (2, 5), (3, 5), (4, 5), (5, 5), (6, 1))
"""The rows of a hex with how far it reaches to both sides: with and without the paths around."""


@dataclass(frozen=True)
class Marks:
    """Places to be marked by their numbers: where something can be built, or the robber can go."""

    intersections: frozenset[int] = frozenset()
    paths: frozenset[int] = frozenset()
    hexes: frozenset[int] = frozenset()

    @staticmethod
    def of(actions: Iterable[Action]) -> Marks:
        """The places of moves.

        >>> from longroad import catan
        >>> sorted(Marks.of(catan.State(seed=7).legal_actions()).intersections)[:3]
        [0, 1, 2]
        """
        listed = list(actions)
        return Marks(
            frozenset(action.intersection for action in listed if action.intersection is not None),
            frozenset(action.path for action in listed if action.path is not None),
            frozenset(action.hex for action in listed if action.hex is not None),
        )


def terminal(thing: Drawable, *, color: bool = True, marks: Marks | None = None) -> str:
    """A drawing of a State, a View or a Board in text, at most 80 columns wide.

    Settlements are `s`, cities `C`, each with the player's number; roads are the number alone; an `o` is a
    free intersection with a harbor. Without `color` there are no escape codes. Places in `marks` show their
    numbers.

    >>> from longroad import catan
    >>> "robber" in terminal(catan.Board.generate(seed=1), color=False)
    True
    """
    scene = scene_of(thing)
    screen = _board(scene)
    if marks is not None:
        _draw_marks(screen, marks)
    lines = screen.lines(color=color)
    if scene.table:
        lines += ["", *player_table(scene.table, color), "", *remarks(scene.table)]
    return "\n".join(lines)


def _board(scene: Scene) -> Screen:
    screen = Screen(_WIDTH, _HEIGHT, _SEA)
    for hexagon in range(HEXES):
        _fill(screen, hexagon, _BEACH, _SAND)
    for hexagon in range(HEXES):
        _draw_hex(screen, scene.land, hexagon)
    for path in range(PATHS):
        _draw_path(screen, path, ".·'", "'·.", ":", _SAND)
    for intersection in range(INTERSECTIONS):
        _draw_place(screen, intersection, "·", _SAND)
    for path, resource in zip(topology.HARBOR_PATHS, scene.land.harbors, strict=True):
        _draw_harbor(screen, path, resource)
    for seat in scene.table.seats if scene.table else ():
        _draw_pieces(screen, seat)
    return screen


def _fill(screen: Screen, hexagon: int, shape: tuple[tuple[int, int], ...], style: str) -> None:
    x, y = _cell(_LATTICE.top(hexagon))
    for row, reach in shape:
        screen.put(x - reach, y + row, " " * (2 * reach + 1), style)


def _draw_hex(screen: Screen, land: Land, hexagon: int) -> None:
    terrain, token = TERRAINS[land.terrain[hexagon]], land.tokens[hexagon]
    x, y = _cell(_LATTICE.top(hexagon))
    ground = f"{_BLACK};{terrain.ansi}"
    _fill(screen, hexagon, _GROUND, ground)
    _centered(screen, x, y + 3, terrain.resource, ground)
    if token:
        style = _RED_TOKEN if token in (6, 8) else _TOKEN
        _centered(screen, x, y + 4, f" {token} {'•' * pips(token)} ", style)
    if land.robber == hexagon:
        _centered(screen, x, y + 5, "[robber]", _ROBBER)


def _draw_path(screen: Screen, path: int, rising: str, falling: str, upright: str, style: str) -> None:
    """A path in three characters where it slants, in two under each other where it is upright."""
    (x, y), (right, below) = map(_cell, sorted(_LATTICE.path(path)))
    if x == right:
        for row in range(y + 1, below):
            screen.put(x, row, upright, style)
    else:
        screen.put((x + right) // 2 - 1, (y + below) // 2, falling if y < below else rising, style)


def _draw_place(screen: Screen, intersection: int, text: str, style: str) -> None:
    screen.put(*_cell(_LATTICE.intersection(intersection)), text, style)


def _draw_harbor(screen: Screen, path: int, resource: int) -> None:
    """Rate and resource in two lines off the coast, and an `o` on both ends of the path."""
    general = resource == ANY_RESOURCE
    words = ("3:1", "any") if general else ("2:1", TERRAINS[resource].resource)
    style = _SEA if general else f"{_BLACK};{TERRAINS[resource].ansi}"
    start, end = _LATTICE.path(path)
    (x, y), (out_x, out_y) = _cell(midpoint(start, end)), _LATTICE.harbor(path, 1)
    shift = 2 if start[0] == end[0] else 0
    top = y if shift else y + 1 if out_y > y else y - 2
    for row, word in enumerate(words):
        column = x + shift if out_x > x else x - shift - len(word) + 1
        screen.put(column, top + row, word, style)
    for intersection in topology.PATH_ENDS[path]:
        _draw_place(screen, intersection, "o", _PIER)


def _draw_pieces(screen: Screen, seat: Seat) -> None:
    digit, style = str(seat.player), LIVERIES[seat.player].ansi
    for road in seat.roads:
        _draw_path(screen, road, digit * 3, digit * 3, digit, style)
    for settlement in seat.settlements:
        _draw_place(screen, settlement, f"s{digit}", style)
    for city in seat.cities:
        _draw_place(screen, city, f"C{digit}", style)


def _draw_marks(screen: Screen, marks: Marks) -> None:
    for hexagon in marks.hexes:
        x, y = _cell(_LATTICE.top(hexagon))
        _centered(screen, x, y + 2, f"h{hexagon}", _MARK)
    for path in marks.paths:
        (x, y), (right, below) = map(_cell, _LATTICE.path(path))
        text = str(path) if x == right else str(path).center(3)
        _centered(screen, (x + right) // 2, (y + below) // 2, text, _MARK)
    for intersection in marks.intersections:
        _draw_place(screen, intersection, str(intersection), _MARK)


def _centered(screen: Screen, x: int, y: int, text: str, style: str) -> None:
    screen.put(x - len(text) // 2, y, text, style)


def _cell(point: Point) -> tuple[int, int]:
    return int(point[0]), int(point[1])
