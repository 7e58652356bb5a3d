"""The SVG drawing of a game: two sides that face each other across the middle of the table."""

from __future__ import annotations

from longroad.drawing.markup import (
    ID,
    circle,
    element,
    group,
    move,
    num,
    paint,
    path,
    rect,
    text,
    title,
    unique,
    use,
)
from longroad.drawing.palette import FADED, GOLD, INK, LINE, LIVERIES, PAPER, PARCHMENT, SANS
from longroad.skirmish.cards import Card
from longroad.skirmish.drawing import faces
from longroad.skirmish.drawing.scene import Placed, Scene, Side, scene_of
from longroad.skirmish.state import State

_WIDTH, _HEIGHT = 960.0, 760.0
_MARGIN, _CORNER = 22.0, 16.0
_INNER = _WIDTH - 2 * _MARGIN
_HALF = 356.0
"""How high a side is; between the two is the band of the headline."""
_HAND_SCALE, _GAP = 0.8, 10.0
_GROUNDS = ("#f4e2d8", "#dee7f2")
_HP = "#4f9d5d"
_LOW_HP = "#c9483b"


def svg(state: State, *, width: float = 900) -> str:
    """An SVG drawing of a game, `width` pixels wide: p0 below, p1 above, the card that acts with a golden
    rim.

    >>> from longroad import skirmish
    >>> svg(skirmish.State(seed=1)).startswith("<svg ")
    True
    """
    scene = scene_of(state)
    below, above = scene.sides
    frame = element("clipPath", rect(0, 0, _WIDTH, _HEIGHT, rx=_CORNER), id=ID + "frame")
    drawing = element(
        "svg",
        title(f"A game of Skirmish, turn {scene.turn}, {scene.headline}"),
        element("defs", faces.definitions(), frame),
        group(
            rect(0, 0, _WIDTH, _HEIGHT, fill=PARCHMENT),
            _side(above, scene, 0, 1),
            _side(below, scene, _HEIGHT - _HALF, -1),
            _middle(scene),
            clip_path=paint("frame"),
            font_family=SANS,
            fill=INK,
        ),
        xmlns="http://www.w3.org/2000/svg",
        viewBox=f"0 0 {num(_WIDTH)} {num(_HEIGHT)}",
        width=width,
        height=width * _HEIGHT / _WIDTH,
        role="img",
        class_="longroad skirmish",
    )
    return unique(drawing)


def _side(side: Side, scene: Scene, top: float, down: int) -> str:
    """One player's half. From the outer edge (`down` leads away from it) inwards: status, hand, field."""
    outer = top if down > 0 else top + _HALF

    def place(distance: float, height: float) -> float:
        return outer + distance if down > 0 else outer - distance - height

    ground = rect(0, top, _WIDTH, _HALF, fill=_GROUNDS[side.player])
    hand_height = faces.HEIGHT * _HAND_SCALE
    step_in = 16.0 * down
    return group(
        ground,
        _label("hand", place(78, hand_height)),
        _label("field", place(208, faces.HEIGHT)),
        group(_status(side, scene), transform=move(_MARGIN, place(14, 46))),
        _hand(side.hand, place(78, hand_height)),
        _field(side.field, place(208, faces.HEIGHT), step_in),
        class_=f"player p{side.player}",
    )


def _status(side: Side, scene: Scene) -> str:
    """Name, whose turn it is, health, and the cards to draw and gone; 46 high."""
    livery = LIVERIES[side.player]
    disc = circle(23, 23, 17, fill=livery.color, stroke=INK, stroke_width=1.4)
    name = text(f"p{side.player}", 23, 29, 17, text_anchor="middle", font_weight=700, fill=livery.ink)
    pill = ""
    if side.won:
        pill = _pill("winner", 52, GOLD)
    elif side.current:
        pill = _pill("turn", 52, "#cfe3c4")
    gone = text(f"{side.gone} gone", _INNER - 50, 29, 15, text_anchor="end", fill=FADED)
    return disc + name + pill + _health(side, scene) + gone + faces.back(_INNER - 38, 2, side.deck)


def _pill(words: str, x: float, color: str) -> str:
    width = 16 + 8.2 * len(words)
    box = rect(x, 12, width, 22, rx=11, fill=color, stroke=INK, stroke_width=0.9)
    return box + text(words, x + width / 2, 27.5, 13.5, text_anchor="middle", font_weight=700)


def _health(side: Side, scene: Scene) -> str:
    """A bar, full at the larger of the starting health and what either player has."""
    left, length = 200.0, 470.0
    share = max(side.hp, 0) / scene.most_hp
    mark = left + length * scene.starting_hp / scene.most_hp
    color = _LOW_HP if side.hp * 4 <= scene.starting_hp else _HP
    bar = rect(left, 13, length, 20, rx=10, fill=PAPER, stroke=INK, stroke_width=1.1)
    if share > 0:
        bar += rect(left + 2, 15, max((length - 4) * share, 16), 16, rx=8, fill=color)
    if scene.most_hp > scene.starting_hp:
        bar += path(f"M{num(mark)} 9V37", stroke=INK, stroke_width=1.6, stroke_dasharray="3 2")
    number = text(str(side.hp), left - 12, 32, 26, text_anchor="end", font_weight=700)
    unit = text("HP", left + length + 10, 28.5, 15, fill=FADED)
    return group(title(f"{side.hp} health points"), bar + number + unit, class_="health")


def _hand(hand: tuple[Card, ...], y: float) -> str:
    if not hand:
        return _nothing("no cards in hand", y + 50)
    places = _spread(len(hand), faces.WIDTH * _HAND_SCALE, 7)
    cards = (faces.face(card, x, y, _HAND_SCALE) for card, x in zip(hand, places, strict=True))
    return group(*cards, class_="hand", opacity=0.94)


def _field(field: tuple[Placed, ...], y: float, step: float) -> str:
    """The cards on the field; the one that acts has stepped towards the enemy."""
    if not field:
        return _nothing("the field is empty", y + 61)
    places = _spread(len(field), faces.WIDTH, _GAP)
    drawn = [
        faces.face(p.card, x, y + (step if p.acts else 0), acts=p.acts, faded=p.has_acted)
        for p, x in zip(field, places, strict=True)
    ]
    return group(*drawn, class_="field")


def _spread(count: int, width: float, gap: float) -> list[float]:
    """Where that many cards of a width start: in the middle, one over the other when there are too many."""
    pitch = width + gap if count < 2 else min(width + gap, (_INNER - width) / (count - 1))
    left = (_WIDTH - width - pitch * (count - 1)) / 2
    return [left + pitch * i for i in range(count)]


def _label(words: str, y: float) -> str:
    return text(words, _MARGIN + 6, y + 15, 14, fill=FADED)


def _nothing(words: str, y: float) -> str:
    return text(words, _WIDTH / 2, y, 15, text_anchor="middle", fill=FADED, font_style="italic")


def _middle(scene: Scene) -> str:
    """The band between the two sides: what is going on, or on a ribbon who has won."""
    top, height = _HALF, _HEIGHT - 2 * _HALF
    band = rect(-2, top, _WIDTH + 4, height, fill=PAPER, stroke=LINE, stroke_width=1.5)
    centre, base = _WIDTH / 2, top + height / 2 + 6.5
    if scene.phase == "over":
        return group(band, _ribbon(scene.headline, centre, top + height / 2), class_="banner")
    words = text(scene.headline, centre, base, 19, text_anchor="middle", font_weight=700)
    turn = text(f"turn {scene.turn}", _MARGIN, base, 15, fill=FADED)
    return group(band, turn, words, _legend(base), class_="status")


def _legend(base: float) -> str:
    """Which sign is which value."""
    signs, x = "", _WIDTH - _MARGIN - 226
    for kind, color, _ in faces.VALUES:
        signs += use(kind, x, base - 5, 0.8, fill=color) + text(kind, x + 13, base, 14, fill=FADED)
        x += 78
    return signs


def _ribbon(words: str, x: float, y: float) -> str:
    half = 150.0
    tails = path(
        f"M{num(x - half - 46)} "
        f"{num(y - 17)}H{num(x - half + 20)}V{num(y + 27)}H{num(x - half - 46)}L{num(x - half - 30)} "
        f"{num(y + 5)}Z"
        f"M{num(x + half + 46)} "
        f"{num(y - 17)}H{num(x + half - 20)}V{num(y + 27)}H{num(x + half + 46)}L{num(x + half + 30)} "
        f"{num(y + 5)}Z",
        fill="#d6aa35",
        stroke=INK,
        stroke_width=1.2,
    )
    box = rect(x - half, y - 25, 2 * half, 46, rx=6, fill=GOLD, stroke=INK, stroke_width=1.5)
    return tails + box + text(words, x, y + 8, 27, text_anchor="middle", font_weight=700)
