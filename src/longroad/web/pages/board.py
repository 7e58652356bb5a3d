"""The board of a page: the island is drawn and sent once, pieces and lit spots lie over it and are small."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from html import escape
from math import atan2, degrees

from nicegui import ui

from longroad.catan import Board
from longroad.catan.drawing import glyphs, island, motifs, pieces
from longroad.catan.drawing.geometry import midpoint
from longroad.catan.drawing.scene import Land, scene_of
from longroad.catan.onlookers import Sight
from longroad.drawing.markup import ID, circle, element, group, move, rect, use
from longroad.web.pages.region import Handler, Region

#: Stands before the ids of the shapes, which both drawings use. A page has one board.
SHAPES = "board-"
#: What is shown of the drawing: the island with its harbors, and little of the sea around it.
_BOX = "42 46 672 632"
#: How far a finger may be beside a spot, in the units of the drawing.
_REACH = {"settle": 30, "city": 30, "road": 24, "robber": 54}


@dataclass(frozen=True)
class Spot:
    """A place that can be clicked: ``settle``, ``city``, ``road`` or ``robber`` (a hex), by its number; what
    it says when it is clicked (``do`` and other ``data-`` attributes), and to whom cannot see it."""

    kind: str
    place: int
    words: str
    said: tuple[tuple[str, str], ...]
    player: int = 0


class LiveBoard:
    """A board that follows a game.

    ``show`` draws what stands on it and lights spots up; clicks on them go to ``on_spot``. Whoever has more
    to show (a heat map, arrows) gives SVG to ``mark``, in the units of ``longroad.catan.drawing.island``; it
    stays until the next ``mark``.
    """

    def __init__(self, board: Board, players: int, on_spot: Handler | None = None) -> None:
        with ui.element("div").classes("board"):
            Region(island_svg(board, players)).classes("board-island")
            self._moving = Region(on_do=on_spot).classes("board-moving")
        self._shown: tuple[Sight, Sequence[Spot], str] | None = None
        self._marks = ""

    def show(self, sight: Sight, spots: Sequence[Spot] = (), *, fresh: str = "") -> None:
        """Draws the pieces of a position and the spots. ``fresh`` names the place (``n23``, ``e41``) of a
        piece that is new, which is pointed out."""
        self._shown = sight, spots, fresh
        self._draw()

    def mark(self, svg: str) -> None:
        """Draws something between the pieces and the spots; an empty text takes it away."""
        self._marks = svg
        self._draw()

    def _draw(self) -> None:
        if self._shown is not None:
            sight, spots, fresh = self._shown
            self._moving.show(moving_svg(sight, spots, self._marks, fresh))


def island_svg(board: Board, players: int, *, with_shapes: bool = True) -> str:
    """The island without pieces, and the shapes of all pieces, unless the page has them already.

    >>> svg = island_svg(Board.generate("beginner"), 2)
    >>> 'id="board-settlement1"' in svg, "board-settlement2" in svg
    (True, False)
    """
    land = scene_of(board).land
    layers = island.sea(), island.coast(), island.harbors(land), island.hexes(land)
    defined = _shapes(players) if with_shapes else ""
    return drawing(defined, group(*layers), role="img", aria_label="The island")


def shapes_svg(players: int = 4) -> str:
    """A drawing that shows nothing: for a page without a board that uses its shapes."""
    return drawing(_shapes(players), width="0", height="0", aria_hidden="true")


def _shapes(players: int) -> str:
    """Everything that the pages draw by its name: terrain, pieces, resources, cards."""
    drawn = island.definitions(), motifs.definitions(), pieces.definitions(players)
    return element("defs", *drawn, glyphs.HARBOR_DEFINITIONS, glyphs.PANEL_DEFINITIONS)


def moving_svg(sight: Sight, spots: Sequence[Spot] = (), marks: str = "", fresh: str = "") -> str:
    """What stands on the island, as seen by somebody."""
    scene = scene_of(sight)
    assert scene.table is not None, "a game has players"
    seats = scene.table.seats
    built = [pieces.roads(seat) for seat in seats] + [pieces.buildings(seat) for seat in seats]
    robber = pieces.robber(scene.land) if sight.rules.robber else ""
    lit = "".join(_spot(spot, scene.land) for spot in spots)
    return drawing(
        group(*built, robber, class_="pieces"),
        group(_fresh(fresh), marks, class_="marks"),
        group(lit or "<!-- -->", class_="spots", data_arrows=""),
    )


def drawing(*content: str, **attributes: str) -> str:
    """A drawing as large as the board, whose shapes have the names that all drawings of a page share."""
    svg = element("svg", *content, xmlns="http://www.w3.org/2000/svg", viewBox=_BOX, **attributes)
    return svg.replace(ID, SHAPES)


def _fresh(name: str) -> str:
    """A ring around the place of a new piece."""
    if not name:
        return ""
    place = int(name[1:])
    x, y = midpoint(*island.LATTICE.path(place)) if name[0] == "e" else island.LATTICE.intersection(place)
    return circle(x, y, 24, class_="fresh", data_key=f"fresh-{name}")


def _spot(spot: Spot, land: Land) -> str:
    x, y, turn = spot_place(spot.kind, spot.place)
    said = " ".join(f'data-{name}="{escape(value)}"' for name, value in spot.said)
    return (
        f'<g class="spot {spot.kind}" data-key="{spot.kind}-{spot.place}" data-spot="" role="button" '
        f'tabindex="-1" transform="{move(x, y)}" aria-label="{escape(spot.words)}" {said}>'
        f"{circle(0, 0, _REACH[spot.kind], class_='reach')}{_light(spot, turn)}</g>"
    )


def _light(spot: Spot, turn: float) -> str:
    if spot.kind == "road":
        bar = rect(-20, -6, 40, 12, rx=6, class_="light", transform=move(0, 0, turn=turn))
        return bar + use(f"road{spot.player}", 0, 0, turn=turn, class_="ghost")
    if spot.kind == "robber":
        return circle(0, 0, 50, class_="light")
    if spot.kind == "city":
        return circle(0, -1, 22, class_="light") + use(f"city{spot.player}", 0, 0, class_="ghost")
    return circle(0, 0, 12, class_="light") + use(f"settlement{spot.player}", 0, 0, class_="ghost")


def spot_place(kind: str, place: int) -> tuple[float, float, float]:
    """Where a spot lies on the drawing, and by how many degrees it is turned."""
    lattice = island.LATTICE
    if kind == "road":
        start, end = lattice.path(place)
        return *midpoint(start, end), degrees(atan2(end[1] - start[1], end[0] - start[0]))
    if kind == "robber":
        return *lattice.center(place), 0.0
    return *lattice.intersection(place), 0.0
