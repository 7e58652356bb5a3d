"""The SVG drawing of a board or a game: the island, the pieces on it, and the panel of the players."""

from __future__ import annotations

from longroad.catan.drawing import glyphs, island, motifs, pieces
from longroad.catan.drawing.panel import WIDTH as PANEL_WIDTH
from longroad.catan.drawing.panel import panel
from longroad.catan.drawing.scene import Drawable, Scene, scene_of
from longroad.drawing.markup import ID, element, group, move, num, paint, rect, title, unique

_CORNER = 16


def svg(thing: Drawable, *, width: float = 900, labels: bool = False) -> str:
    """An SVG drawing of a State, a View or a Board, `width` pixels wide.

    A board is drawn alone, a game with a panel of its players beside. A view shows only what its player
    may see. With `labels` the board carries the ids of the notation.

    >>> from longroad import catan
    >>> svg(catan.Board.generate(seed=1)).startswith("<svg ")
    True
    """
    scene = scene_of(thing)
    full_width = island.WIDTH + (PANEL_WIDTH if scene.table else 0)
    return framed(
        title(_caption(scene)), definitions(scene), board(scene, labels) + _panel(scene), full_width, width
    )


def framed(heading: str, shapes: str, content: str, full_width: float, width: float) -> str:
    """A drawing as high as the island, with round corners: its title, the shapes it uses, and what it
    shows."""
    height = island.HEIGHT
    frame = element("clipPath", rect(0, 0, full_width, height, rx=_CORNER), id=ID + "frame")
    drawing = element(
        "svg",
        heading,
        element("defs", shapes, frame),
        group(content, clip_path=paint("frame")),
        xmlns="http://www.w3.org/2000/svg",
        viewBox=f"0 0 {num(full_width)} {num(height)}",
        width=width,
        height=width * height / full_width,
        role="img",
        class_="longroad",
    )
    return unique(drawing)


def definitions(scene: Scene) -> str:
    """The shapes that the drawing of a scene uses."""
    players = len(scene.table.seats) if scene.table else 0
    shapes = [
        island.definitions(),
        motifs.definitions(),
        glyphs.HARBOR_DEFINITIONS,
        pieces.definitions(players),
    ]
    return "".join(shapes) + (glyphs.PANEL_DEFINITIONS if scene.table else "")


def board(scene: Scene, labels: bool = False) -> str:
    """The island with the pieces on it."""
    seats = scene.table.seats if scene.table else ()
    layers = [island.sea(), island.coast(), island.harbors(scene.land), island.hexes(scene.land)]
    layers += [pieces.roads(seat) for seat in seats] + [pieces.buildings(seat) for seat in seats]
    layers += [pieces.robber(scene.land), island.labels() if labels else ""]
    return group(*layers, class_="board")


def _caption(scene: Scene) -> str:
    if scene.table is None:
        return "A board of Catan"
    return f"A game of Catan, turn {scene.table.turn}, {scene.table.headline}"


def _panel(scene: Scene) -> str:
    if scene.table is None:
        return ""
    return group(panel(scene.table, island.HEIGHT), transform=move(island.WIDTH, 0))
