"""Cards and other small signs of the panel: resource and development cards, card backs, pills."""

from __future__ import annotations

from collections.abc import Sequence

from longroad.catan.drawing.glyphs import CARD_GLYPHS, RESOURCE_GLYPHS, glyph
from longroad.catan.drawing.palette import CARD_BACK, CARD_NAMES, HAND_BACK, TERRAINS
from longroad.catan.drawing.scene import Counts, Trade
from longroad.drawing.markup import group, move, rect, text, title
from longroad.drawing.palette import FADED, INK

WIDTH = 27.0
HEIGHT = 38.0
STEP = WIDTH + 3

_CHIP = 34.0
_ARROW = 24.0


def hand(counts: Counts, x: float, y: float) -> str:
    """Five resource cards with their counts; the kinds not held are faint."""
    cards = (_resource(resource, count, x + resource * STEP, y) for resource, count in enumerate(counts))
    return "".join(cards)


def development(counts: Counts, x: float, y: float) -> str:
    """One card for each kind of development card that is held."""
    held = [(kind, count) for kind, count in enumerate(counts) if count]
    return "".join(_development(kind, count, x + place * STEP, y) for place, (kind, count) in enumerate(held))


def hidden_hand(count: int, x: float, y: float) -> str:
    """A hidden hand: a fan of card backs with the count."""
    return _backs(f"{count} cards, hidden", count, x, y, HAND_BACK)


def hidden_development(count: int, x: float, y: float) -> str:
    """Hidden development cards: a fan of card backs with the count."""
    return _backs(f"{count} development cards, hidden", count, x, y, CARD_BACK)


def deck(count: int, x: float, y: float) -> str:
    """The pile of development cards with the count."""
    return _backs(f"{count} development cards in the deck", count, x, y, CARD_BACK, most=3, step=2.5)


def pill(words: str, x: float, y: float, width: float, ground: str) -> str:
    """A few words in a rounded box 18 high."""
    box = rect(x, y, width, 18, rx=9, fill=ground)
    return box + text(words, x + width / 2, y + 13, 12, text_anchor="middle", font_weight=600)


def _bundle(counts: Sequence[int], x: float, y: float) -> tuple[str, float]:
    """One side of a trade as small chips, and the x behind the last."""
    chips = []
    for resource, count in enumerate(counts):
        if count:
            chips.append(_chip(resource, count, x, y))
            x += _CHIP + 3
    return "".join(chips), x


def trade(deal: Trade, x: float, y: float) -> str:
    """Both bundles with an arrow from what is given to what is got."""
    given, after = _bundle(deal.give, x, y)
    got, _ = _bundle(deal.get, after + _ARROW, y)
    return given + glyph("arrow", after + _ARROW / 2 - 1.5, y + 10, FADED, 0.85) + got


def _resource(resource: int, count: int, x: float, y: float) -> str:
    look = TERRAINS[resource]
    return group(
        title(f"{count} {look.resource}"),
        rect(0, 0, WIDTH, HEIGHT, rx=4, fill=look.ground, stroke=look.shade),
        glyph(RESOURCE_GLYPHS[resource], WIDTH / 2, 12, look.glyph, 0.95),
        _count(str(count), INK),
        class_=f"resource {look.resource}",
        transform=move(x, y),
        opacity=1 if count else 0.32,
    )


def _development(kind: int, count: int, x: float, y: float) -> str:
    return group(
        title(f"{count} {CARD_NAMES[kind]}"),
        rect(0, 0, WIDTH, HEIGHT, rx=4, fill="#e9e2f2", stroke=CARD_BACK),
        glyph(CARD_GLYPHS[kind], WIDTH / 2, 12, CARD_BACK, 0.95),
        _count(str(count), INK),
        class_="development",
        transform=move(x, y),
    )


def _backs(name: str, count: int, x: float, y: float, color: str, most: int = 10, step: float = 11) -> str:
    """Card backs one over the other, at most so many, with the count on the uppermost."""
    places = [place * step for place in range(min(max(count, 1), most))]
    return group(
        title(name),
        *(_blank(place, color) for place in places),
        group(
            text("?", WIDTH / 2, 17, 14, fill_opacity=0.75),
            text(str(count), WIDTH / 2, 33, 15),
            fill="#fff",
            text_anchor="middle",
            font_weight=700,
            transform=move(places[-1], 0),
        ),
        class_="hidden",
        transform=move(x, y),
        opacity=1 if count else 0.32,
    )


def _blank(x: float, color: str) -> str:
    return rect(x, 0, WIDTH, HEIGHT, rx=4, fill=color, stroke="#fff", stroke_opacity=0.8, stroke_width=1.2)


def _count(words: str, ink: str) -> str:
    return text(words, WIDTH / 2, 33, 15, fill=ink, text_anchor="middle", font_weight=700)


def _chip(resource: int, count: int, x: float, y: float) -> str:
    look = TERRAINS[resource]
    return group(
        title(f"{count} {look.resource}"),
        rect(0, 0, _CHIP, 20, rx=5, fill=look.ground, stroke=look.shade),
        text(str(count), 9, 14.6, 13, fill=INK, text_anchor="middle", font_weight=700),
        glyph(RESOURCE_GLYPHS[resource], 24, 10, look.glyph, 0.78),
        class_="chip",
        transform=move(x, y),
    )
