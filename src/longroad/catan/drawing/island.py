"""The island in SVG: the sea, the coast, the hexes with their tokens, the harbors and the labels."""

from __future__ import annotations

from longroad.catan import topology
from longroad.catan.drawing.geometry import (
    COASTLINE,
    HEXES,
    INTERSECTIONS,
    PATHS,
    PEAKS,
    Lattice,
    Point,
    hexagonal,
    midpoint,
    toward,
)
from longroad.catan.drawing.glyphs import RESOURCE_GLYPHS, glyph
from longroad.catan.drawing.motifs import motif_name
from longroad.catan.drawing.palette import RED_TOKEN, TERRAINS, pips
from longroad.catan.drawing.scene import ANY_RESOURCE, Land
from longroad.drawing.markup import (
    ID,
    circle,
    define,
    element,
    group,
    move,
    num,
    paint,
    path,
    polygon,
    rect,
    text,
    title,
    use,
)
from longroad.drawing.palette import CREAM, INK, SANS, SERIF

SIDE = 66.0
WIDTH = 724.0
HEIGHT = 724.0
TOKEN_DROP = 9.0
"""How far below the middle of its hex a token lies."""
HARBOR_DISTANCE = 40.0
"""How far off its path the badge of a harbor lies."""

_GAP = 3.0
_BADGE = 19.0


def _lattice() -> Lattice:
    blank = hexagonal(SIDE)
    return hexagonal(SIDE, ((WIDTH - blank.width) / 2, (HEIGHT - blank.height) / 2))


LATTICE = _lattice()


def definitions() -> str:
    """Gradients, the waves of the sea, and the outline of a hex."""
    depths = _stop("0%", "#a9d9e2") + _stop("62%", "#79bccf") + _stop("100%", "#3f86a8")
    sea = element("radialGradient", depths, id=ID + "sea", cx="50%", cy="50%", r="72%")
    light = _stop("0%", "#fff", 0.28) + _stop("55%", "#fff", 0) + _stop("100%", "#000", 0.1)
    sheen = element("linearGradient", light, id=ID + "sheen", x1=0, y1=0, x2=0, y2=1)
    crests = path("M4 12q6-6 12 0t12 0M34 30q5-5 10 0t10 0", fill="none", stroke="#fff", stroke_width=1.5)
    waves = element("pattern", crests, id=ID + "waves", width=64, height=40, patternUnits="userSpaceOnUse")
    shape = polygon(_outline(SIDE - _GAP))
    return sea + sheen + waves + define("hex", shape) + element("clipPath", shape, id=ID + "hexclip")


def sea() -> str:
    """The water around the island."""
    water = rect(0, 0, WIDTH, HEIGHT, fill=paint("sea"))
    return water + rect(0, 0, WIDTH, HEIGHT, fill=paint("waves"), opacity=0.2)


def coast() -> str:
    """Surf and beach: the outline of the island in ever narrower lines."""
    shore = [LATTICE.intersection(place) for place in COASTLINE]
    lines = (("#fff", 0.16, 56), ("#fff", 0.26, 42), ("#d3b87c", 1, 29), ("#efdeb2", 1, 26))
    return group(
        *(
            polygon(shore, stroke=color, stroke_opacity=opacity, stroke_width=width, fill="#efdeb2")
            for color, opacity, width in lines
        ),
        class_="coast",
        stroke_linejoin="round",
    )


def hexes(land: Land) -> str:
    """All hexes with landscape and token."""
    return group(*(_hex(land, hexagon) for hexagon in range(HEXES)), class_="hexes")


def harbors(land: Land) -> str:
    """The nine harbors: a jetty to each end of the path and a badge off the coast."""
    sites = zip(topology.HARBOR_PATHS, land.harbors, strict=True)
    return group(*(_harbor(site, resource) for site, resource in sites), class_="harbors")


def labels() -> str:
    """The ids of hexes, intersections and paths in small print."""
    marks = [_label(f"h{h}", _beside_token(h), "#3a3226", CREAM) for h in range(HEXES)]
    marks += [_label(f"e{e}", midpoint(*LATTICE.path(e)), "#fff", "#4a6a52") for e in range(PATHS)]
    marks += [_label(f"n{n}", _beside_piece(n), "#fff", "#3b4a63") for n in range(INTERSECTIONS)]
    return group(*marks, class_="labels", font_family=SANS, font_weight=600, text_anchor="middle")


def token_place(hexagon: int) -> Point:
    """Where the number token of a hex lies."""
    x, y = LATTICE.center(hexagon)
    return x, y + TOKEN_DROP


def _stop(offset: str, color: str, opacity: float = 1) -> str:
    return element("stop", offset=offset, stop_color=color, stop_opacity=opacity)


def _outline(side: float) -> list[Point]:
    lattice = hexagonal(side)
    x, y = lattice.center(0)
    return [(a - x, b - y) for a, b in lattice.corners(0)]


def _hex(land: Land, hexagon: int) -> str:
    terrain, token = land.terrain[hexagon], land.tokens[hexagon]
    look = TERRAINS[terrain]
    name = f"h{hexagon} {look.resource}" + (f" {token}" if token else "")
    return group(
        title(name),
        use("hex", 0, 0, fill=look.ground, stroke=look.shade, stroke_opacity=0.5),
        use(motif_name(terrain), 0, 0),
        use("hex", 0, 0, fill=paint("sheen")),
        _token(token) if token else "",
        class_="hex",
        transform=move(*LATTICE.center(hexagon)),
    )


def _token(token: int) -> str:
    red = token in (6, 8)
    count = pips(token)
    dots = (circle((i - (count - 1) / 2) * 4.6, 11.2, 1.75) for i in range(count))
    return group(
        circle(0.8, 1.6, 20, fill="#000", fill_opacity=0.22),
        circle(0, 0, 20, fill=CREAM, stroke="#b99f68", stroke_width=1.2),
        text(str(token), 0, 5.4, 22 if red else 20),
        *dots,
        class_="token",
        transform=move(0, TOKEN_DROP),
        fill=RED_TOKEN if red else INK,
        font_family=SERIF,
        font_weight=700,
        text_anchor="middle",
    )


def _harbor(site: int, resource: int) -> str:
    badge = LATTICE.harbor(site, HARBOR_DISTANCE)
    rate = "3:1" if resource == ANY_RESOURCE else "2:1"
    kind = "any resource" if resource == ANY_RESOURCE else TERRAINS[resource].resource
    return group(
        title(f"harbor {rate} {kind}"),
        *(_jetty(end, badge) for end in LATTICE.path(site)),
        group(_badge(resource, rate), transform=move(*badge)),
        class_="harbor",
    )


def _jetty(shore: Point, badge: Point) -> str:
    start, end = toward(shore, badge, 3), toward(badge, shore, _BADGE - 3)
    line = "M{} {}L{} {}".format(*map(num, start + end))
    planks = path(line, stroke="#b88d5c", stroke_width=5.4, stroke_dasharray="3.4 1.1")
    return path(line, stroke="#6b4a2c", stroke_width=7.4) + planks


def _badge(resource: int, rate: str) -> str:
    general = resource == ANY_RESOURCE
    ground, color = (CREAM, "#4a6a80") if general else (TERRAINS[resource].ground, TERRAINS[resource].glyph)
    return (
        circle(0, 0, _BADGE, fill=ground, stroke="#fff", stroke_width=2.4)
        + circle(0, 0, _BADGE + 1.4, fill="none", stroke="#4b3a26", stroke_width=0.9, stroke_opacity=0.6)
        + glyph(RESOURCE_GLYPHS[resource], 0, -5.6, color, 0.86)
        + text(rate, 0, 13, 12, fill=INK, font_family=SANS, font_weight=700, text_anchor="middle")
    )


def _beside_token(hexagon: int) -> Point:
    x, y = token_place(hexagon)
    return x - 36, y


def _beside_piece(intersection: int) -> Point:
    """A spot clear of the piece on an intersection and of its paths."""
    x, y = LATTICE.intersection(intersection)
    return x, y + (21 if intersection in PEAKS else -25)


def _label(words: str, place: Point, ink: str, ground: str) -> str:
    x, y = place
    width = 6 + 5.6 * len(words)
    plate = rect(x - width / 2, y - 6, width, 12, rx=4, fill=ground, fill_opacity=0.88)
    return plate + text(words, x, y + 3.4, 9.5, fill=ink)
