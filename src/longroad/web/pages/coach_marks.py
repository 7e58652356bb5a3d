"""What the coach draws on the board: rings around the moves it proposes, and the heat map of the set-up."""

from __future__ import annotations

from collections.abc import Mapping

from longroad.analysis import Advice
from longroad.catan import Action
from longroad.catan.drawing import island
from longroad.drawing.markup import circle, group, move, rect, text, title
from longroad.openings.heat_map import color_of
from longroad.web.pages.board import spot_place

_RING, _HEAT = 25.0, 17.0


def marks_of(advice: Advice) -> str:
    """SVG for ``LiveBoard``: each move by its number (``data-advice``), shown when the list points at it."""
    rings = [_move(number, one.action) for number, one in enumerate(advice.moves)]
    return group(heat(advice.spots), *reversed(rings), class_="coach-marks")


def heat(spots: Mapping[int, float]) -> str:
    """A ring around every spot that can be settled, from blue for the worst to red for the best.

    >>> heat({3: 1.0, 7: 0.0}).count("<circle")
    4
    """
    return "".join(
        group(
            title(f"{100 * score:.0f} of 100"),
            circle(0, 0, _HEAT, fill="none", stroke="#fff", stroke_width=9, stroke_opacity=0.85),
            circle(0, 0, _HEAT, fill="none", stroke=color_of(score), stroke_width=6.5),
            class_="heat",
            data_key=f"heat-{place}",
            transform=move(*island.LATTICE.intersection(place)),
        )
        for place, score in spots.items()
    )


def _move(number: int, action: Action) -> str:
    found = place_of(action)
    if found is None:
        return ""
    x, y, turn = spot_place(*found)
    shape = (
        rect(-27, -13, 54, 26, rx=13, transform=move(0, 0, turn=turn))
        if found[0] == "road"
        else circle(0, 0, 56 if found[0] == "robber" else _RING)
    )
    at = 42 if found[0] == "robber" else 20
    badge = group(
        circle(0, 0, 12, class_="plate"), text(str(number + 1), 0, 5.5, 16), transform=move(at, -at)
    )
    rings = group(shape, class_="under") + group(shape, class_="ring")
    return group(
        rings,
        badge,
        class_="advice" + (" best" if number == 0 else ""),
        data_advice=str(number),
        data_key=f"advice-{number}-{action}",
        transform=move(x, y),
    )


def place_of(action: Action) -> tuple[str, int] | None:
    """The spot of a move on the board, as ``spot_place`` takes it; None if it has none.

    >>> place_of(Action.parse("settle n23")), place_of(Action.parse("end"))
    (('settle', 23), None)
    """
    if action.intersection is not None:
        return "settle", action.intersection
    if action.path is not None:
        return "road", action.path
    return ("robber", action.hex) if action.hex is not None else None
