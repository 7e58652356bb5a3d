"""The faces and backs of cards in SVG, and the signs of the three values."""

from __future__ import annotations

from longroad.drawing.markup import circle, define, group, move, path, rect, text, title, use
from longroad.drawing.palette import FADED, GOLD, INK, PAPER
from longroad.skirmish.cards import Card

WIDTH, HEIGHT = 78.0, 112.0

#: The three values, each with its colour and its tint.
VALUES = (("fight", "#74509f", "#ddd0ec"), ("heal", "#2f8a55", "#c8e6d0"), ("attack", "#c8601f", "#f8d8b8"))

_MOST = 7  # the largest value on any card
_ROW, _FIRST = 34.0, 5.0
_DARK = "#3b3340"


def definitions() -> str:
    """The signs, each about 20 wide around its middle, in the colour they are used with."""
    blade = "M-7.5 -8L-6.5 -4L3.4 5.2L5.4 3.2L-4 -6.6Z"
    grip = "M6.8 0.9L8.3 2.4L2.6 8.1L1.1 6.6ZM5.6 6.8L6.9 5.5L9 7.6L7.7 8.9Z"
    sword = path(blade) + path(grip)
    heart = (
        "M0 8.2C-9.5 1.6 -10.2 -3.4 -7.8 -6C-5.6 -8.4 -1.8 -7.6 0 -4.4C1.8 -7.6 5.6 -8.4 7.8 "
        "-6C10.2 -3.4 9.5 1.6 0 8.2Z"
    )
    bolt = "M2.6 -9.5L-6.4 1.4H-1.4L-3.4 9.5L6.4 -2.6H1Z"
    return "".join(
        (
            define("fight", sword, group(sword, transform="scale(-1 1)")),
            define("heal", path(heart)),
            define("attack", path(bolt)),
            define(
                "removal",
                circle(0, 0, 15),
                path("M-7 -7L7 7M7 -7L-7 7"),
                fill="none",
                stroke_width=3.2,
                stroke_linecap="round",
            ),
            define("back", *_back()),
        )
    )


def face(card: Card, x: float, y: float, scale: float = 1, *, acts: bool = False, faded: bool = False) -> str:
    """A card with its upper left corner there; the one that acts has a golden rim.

    All that matters stands at its left edge, so that cards may lie one over the other.
    """
    rim = (GOLD, 5.0) if acts else (INK, 1.3)
    halo = rect(-4, -4, WIDTH + 8, HEIGHT + 8, rx=12, fill=GOLD, fill_opacity=0.45) if acts else ""
    shadow = rect(0, 2.5, WIDTH, HEIGHT, rx=9, fill="#000", fill_opacity=0.16)
    inner = _removal(card) if card.is_removal else _soldier(card, veiled=faded)
    outline = rect(0, 0, WIDTH, HEIGHT, rx=9, fill="none", stroke=rim[0], stroke_width=rim[1])
    thin = rect(0, 0, WIDTH, HEIGHT, rx=9, fill="none", stroke=INK, stroke_width=1.1) if acts else ""
    return group(
        title(_words(card)),
        halo + shadow + inner + outline + thin,
        class_="card acting" if acts else "card",
        transform=move(x, y, scale),
    )


def back(x: float, y: float, count: int) -> str:
    """A small pile of backs with the number of cards in it."""
    depth = (count > 0) + (count > 8) + (count > 16)
    pile = "".join(use("back", x + 2.5 * i, y - 2.5 * i) for i in range(depth))
    top = max(depth - 1, 0) * 2.5
    words = text(str(count), x + 15 + top, y + 27 - top, 17, fill="#fff" if count else FADED)
    empty = rect(x, y, 30, 42, rx=5, fill="none", stroke=FADED, stroke_dasharray="4 3") if not count else ""
    return group(
        title(f"{count} cards to draw"),
        empty + pile + words,
        text_anchor="middle",
        font_weight=700,
        class_="deck",
    )


def _words(card: Card) -> str:
    if card.is_removal:
        return f"{card.name}: takes an enemy card off the field"
    return f"{card.name}: fight {card.fight}, heal {card.heal}, attack {card.attack}"


def _soldier(card: Card, *, veiled: bool) -> str:
    """Three rows, each with sign, number and below them a bar as long as the value is large."""
    rows = [rect(0, 0, WIDTH, HEIGHT, rx=9, fill="#ece6d8" if veiled else PAPER)]
    for row, ((kind, color, tint), value) in enumerate(zip(VALUES, card[1:], strict=True)):
        y = _FIRST + row * _ROW
        groove = rect(9, y + 26, WIDTH - 18, 3.6, rx=1.8, fill=tint, fill_opacity=0.55)
        bar = rect(9, y + 26, (WIDTH - 18) * value / _MOST, 3.6, rx=1.8, fill=color) if value else ""
        sign = use(kind, 18, y + 13, 0.9, fill=color)
        number = text(str(value), 35, y + 20.5, 21, text_anchor="middle", font_weight=700)
        rows.append(group(groove, bar, sign, number, opacity=0.6 if veiled else 1 if value else 0.38))
    return "".join(rows)


def _removal(card: Card) -> str:
    ground = rect(0, 0, WIDTH, HEIGHT, rx=9, fill=_DARK)
    letter = card.name[-1]
    sign = use("removal", 25, 44, 1.0, stroke="#f0b7a2")
    words = text("remove", 7, 84, 12, fill="#f3ece0", font_weight=700)
    return ground + sign + words + text(letter, 7, 100, 12, fill="#c9bfb2")


def _back() -> tuple[str, ...]:
    return (
        rect(0, 0, 30, 42, rx=5, fill="#5d5480", stroke="#fff", stroke_width=1.2),
        rect(3.5, 3.5, 23, 35, rx=3, fill="none", stroke="#fff", stroke_opacity=0.35),
    )
