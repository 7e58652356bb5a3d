"""The heat map of a study in SVG: the board, a disc on every intersection, and the best placements beside
it."""

from __future__ import annotations

from longroad.catan.drawing import island
from longroad.catan.drawing.scene import scene_of
from longroad.catan.drawing.svg import board, definitions, framed
from longroad.drawing.markup import ID, circle, element, group, move, paint, path, rect, text, title
from longroad.drawing.palette import FADED, INK, LINE, PAPER, PARCHMENT, SANS
from longroad.openings.placements import Placement, hexes_text
from longroad.openings.study import PlacementStudy

_PANEL = 332.0
_MARGIN = 20.0
_DISC = 14.0
_MOST_LISTED = 9
_ROW = 54.0

Color = tuple[int, int, int]
#: From the worst spot of the board to the best.
_SCALE: tuple[Color, ...] = (
    (49, 54, 149),
    (90, 141, 195),
    (214, 226, 226),
    (253, 200, 110),
    (235, 100, 55),
    (165, 0, 38),
)
_STAR = "M0-10.5L3.1-3.7L10.4-3L4.9 1.9L6.5 9.1L0 5.3L-6.5 9.1L-4.9 1.9L-10.4-3L-3.1-3.7Z"


def heat_map(study: PlacementStudy, *, width: float = 900) -> str:
    """An SVG drawing: on every intersection the mean win rate of the placements with a settlement there,
    stars on the best one.

    >>> from longroad.catan import State
    >>> from longroad.openings import study_openings
    >>> heat_map(study_openings(State(seed=1), flat=1)).count('class="disc"')
    54
    """
    scene = scene_of(study.state)
    rates = study.intersection_rates()
    low, high = min(rates.values()), max(rates.values())
    discs = [_disc(place, rate, _share(rate, low, high)) for place, rate in rates.items()]
    stars = [_star(*island.LATTICE.intersection(place)) for place in study.best.intersections]
    content = (
        board(scene)
        + group(*stars, class_="stars")
        + group(*discs, class_="discs", font_family=SANS, font_weight=700, text_anchor="middle")
        + group(_panel(study, low, high), transform=move(island.WIDTH, 0))
    )
    heading = title(f"Openings of p{study.player}: win rates by {study.games} games")
    return framed(heading, definitions(scene) + _gradient(), content, island.WIDTH + _PANEL, width)


def color_of(share: float) -> str:
    """The colour of a share between 0 (worst) and 1 (best).

    >>> color_of(0), color_of(1)
    ('#313695', '#a50026')
    """
    place = min(max(share, 0.0), 1.0) * (len(_SCALE) - 1)
    left = min(int(place), len(_SCALE) - 2)
    mixed = (round(a + (b - a) * (place - left)) for a, b in zip(_SCALE[left], _SCALE[left + 1], strict=True))
    return "#" + "".join(f"{channel:02x}" for channel in mixed)


def _share(rate: float, low: float, high: float) -> float:
    return (rate - low) / (high - low) if high > low else 0.5


def _disc(place: int, rate: float, share: float) -> str:
    ink = "#fff" if share < 0.3 or share > 0.68 else INK
    return group(
        title(f"n{place}: {rate:.1%}"),
        circle(0, 0, _DISC, fill=color_of(share), stroke="#fff", stroke_width=2),
        circle(0, 0, _DISC + 1.4, fill="none", stroke=INK, stroke_width=0.8, stroke_opacity=0.6),
        text(f"{100 * rate:.0f}", 0, 4.6, 13, fill=ink),
        class_="disc",
        transform=move(*island.LATTICE.intersection(place)),
    )


def _star(x: float, y: float) -> str:
    """So large that it shows behind a disc."""
    return group(
        path(_STAR, fill="none", stroke="#fff", stroke_width=2.2, stroke_linejoin="round"),
        path(_STAR, fill=INK, stroke=INK, stroke_width=0.6, stroke_linejoin="round"),
        class_="star",
        transform=move(x, y, 3.1),
    )


def _gradient() -> str:
    last = len(_SCALE) - 1
    stops = (
        element("stop", offset=f"{100 * i / last:.0f}%", stop_color=color_of(i / last))
        for i in range(last + 1)
    )
    return element("linearGradient", *stops, id=ID + "heat")


def _panel(study: PlacementStudy, low: float, high: float) -> str:
    inner = _PANEL - 2 * _MARGIN
    listed = study.placements[:_MOST_LISTED]
    lines = [
        text(f"Where p{study.player} should settle", 0, 24, 21, font_weight=700),
        text(f"{study.games:,} games, {study.play} play", 0, 46, 13.5, fill=FADED),
        text(f"the others place: {study.partners}", 0, 64, 13.5, fill=FADED),
        rect(0, 82, inner, 14, rx=7, fill=paint("heat"), stroke=INK, stroke_width=0.8),
        text(f"{low:.0%}", 0, 113, 13),
        text("mean win rate with a settlement here", inner / 2, 113, 11.5, fill=FADED, text_anchor="middle"),
        text(f"{high:.0%}", inner, 113, 13, text_anchor="end"),
        text("best placements", 0, 148, 15, font_weight=700),
        text("win rate, 95% interval", inner, 148, 12.5, fill=FADED, text_anchor="end"),
    ]
    rows = [
        group(_row(study, placement, rank, inner), transform=move(0, 160 + rank * _ROW))
        for rank, placement in enumerate(listed)
    ]
    ground = rect(0, 0, _PANEL, island.HEIGHT, fill=PARCHMENT)
    length = 160 + len(rows) * _ROW
    inside = group(*lines, *rows, transform=move(_MARGIN, max((island.HEIGHT - length) / 2, 10)))
    return group(ground, inside, class_="panel", font_family=SANS, fill=INK)


def _row(study: PlacementStudy, placement: Placement, rank: int, width: float) -> str:
    low, high = placement.interval()
    hexes = "  ·  ".join(hexes_text(study.state.board, place) for place in placement.intersections)
    best = rank == 0
    return (
        rect(0, 0, width, _ROW - 8, rx=8, fill=PAPER, stroke=INK if best else LINE, stroke_width=1.2)
        + (group(path(_STAR, fill=INK), transform=move(20, 22)) if best else "")
        + ("" if best else text(str(rank + 1), 20, 28, 15, fill=FADED, text_anchor="middle"))
        + text(placement.name, 40, 20, 15, font_weight=700)
        + text(hexes, 40, 38, 12.5, fill=FADED)
        + text(f"{placement.win_rate:.1%}", width - 12, 20, 15, font_weight=700, text_anchor="end")
        + text(f"{low:.1%} – {high:.1%}", width - 12, 38, 12.5, fill=FADED, text_anchor="end")
    )
