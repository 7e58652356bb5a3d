"""The side panel in SVG: a card for each player, and the state of the table below."""

from __future__ import annotations

from longroad.catan.drawing import cards
from longroad.catan.drawing.glyphs import glyph
from longroad.catan.drawing.market import market
from longroad.catan.drawing.pieces import mark
from longroad.catan.drawing.scene import Seat, Tabletop
from longroad.drawing.markup import circle, group, move, path, rect, text, title, use
from longroad.drawing.palette import FADED, GOLD, INK, LINE, LIVERIES, PAPER, PARCHMENT, SANS

WIDTH = 392.0

_MARGIN = 14.0
_INNER = WIDTH - 2 * _MARGIN
_SEAT = 112.0
_PITCH = _SEAT + 8
_FOOT = 202.0
_SUPPLY = (("road", 15, 164, 0.3), ("settlement", 5, 201, 0.52), ("city", 4, 230, 0.46))
"""The pieces of a player: how many there are, where to show them and how large."""


def panel(table: Tabletop, height: float) -> str:
    """The whole panel, as high as the board beside it, with its content in the middle."""
    length = len(table.seats) * _PITCH + 14 + _FOOT
    top = (height - length) / 2
    seats = (
        group(_seat(seat), class_=f"player p{seat.player}", transform=move(_MARGIN, top + place * _PITCH))
        for place, seat in enumerate(table.seats)
    )
    below = move(_MARGIN, top + length - _FOOT)
    foot = group(_status(table), _bank(table), market(table, _INNER), transform=below)
    ground = rect(0, 0, WIDTH, height, fill=PARCHMENT)
    return group(ground, *seats, foot, class_="panel", font_family=SANS, fill=INK)


def _seat(seat: Seat) -> str:
    livery = LIVERIES[seat.player]
    border, thickness = (INK, 2.2) if seat.current else (LINE, 1.2)
    stripe = f"M10 0H14V{_SEAT}H10A10 10 0 0 1 0 {_SEAT - 10}V10A10 10 0 0 1 10 0Z"
    return "".join(
        (
            rect(0, 0, _INNER, _SEAT, rx=10, fill=PAPER),
            path(stripe, fill=livery.color, stroke=INK, stroke_width=1, stroke_opacity=0.45),
            rect(0, 0, _INNER, _SEAT, rx=10, fill="none", stroke=border, stroke_width=thickness),
            _heading(seat),
            _hand(seat),
            _honours(seat),
        )
    )


def _heading(seat: Seat) -> str:
    """Colour and name, whose turn it is, and the points."""
    livery = LIVERIES[seat.player]
    disc = circle(39, 20, 11, fill=livery.color, stroke=INK, stroke_width=1.3)
    name = text(f"p{seat.player}", 57, 26.5, 19, font_weight=700)
    return disc + mark(seat.player, 39, 20, 1.5) + name + _pill(seat) + _supply(seat) + _points(seat)


def _pill(seat: Seat) -> str:
    """One word about the turn; the player whose turn it is also has a dark border."""
    if seat.won:
        return cards.pill("winner", 88, 11, 56, GOLD)
    if seat.acts:
        return cards.pill("to act", 90, 11, 54, "#cfe3c4")
    return cards.pill("turn", 90, 11, 44, "#e8dfc9") if seat.current else ""


def _points(seat: Seat) -> str:
    """The points; where hidden ones are counted in, the open ones stand beside."""
    words = str(seat.points)
    left = _INNER - 24 - 15 * len(words)
    drawn = title(f"{words} points") + glyph("star", left, 20, "#e0a92e", 1.05)
    drawn += text(words, _INNER - 12, 29, 25, text_anchor="end", font_weight=700)
    if seat.points != seat.public_points:
        drawn += text(f"{seat.public_points} open", left - 16, 25, 12.5, text_anchor="end", fill=FADED)
    return group(drawn, class_="points")


def _hand(seat: Seat) -> str:
    """Resource and development cards, or their backs where they are hidden."""
    left, right, y = 26.0, 196.0, 38.0
    hidden = cards.hidden_hand(seat.hand_size, left, y)
    resources = hidden if seat.hand is None else cards.hand(seat.hand, left, y)
    backs = cards.hidden_development(seat.card_count, right, y)
    return resources + (cards.development(seat.cards, right, y) if seat.cards and seat.card_count else backs)


def _supply(seat: Seat) -> str:
    """How many pieces of each kind the player still has to build."""
    used = (len(seat.roads), len(seat.settlements), len(seat.cities))
    icons = (
        use(f"{kind}{seat.player}", x, 20, scale) + text(str(total - gone), x + 9, 24.5, 12.5)
        for (kind, total, x, scale), gone in zip(_SUPPLY, used, strict=True)
    )
    return group(title("pieces left"), *icons, class_="supply", fill=FADED)


def _honours(seat: Seat) -> str:
    """Knights played and road length, on gold for the two special cards."""
    army = f"largest army · {seat.knights}" if seat.largest_army else f"knights {seat.knights}"
    road = f"longest road · {seat.road_length}" if seat.longest_road else f"road {seat.road_length}"
    return _honour("knight", army, 24, seat.largest_army) + _honour("roads", road, 194, seat.longest_road)


def _honour(sign: str, words: str, x: float, held: bool) -> str:
    box = rect(x, 83.5, 156, 22, rx=11, fill=GOLD, stroke="#c99f2c") if held else ""
    sign = glyph(sign, x + 15, 94.5, "#6b5a34", 0.78)
    return box + sign + text(words, x + 30, 99, 13.5, font_weight=700 if held else 400)


def _status(table: Tabletop) -> str:
    """The last roll, who does what, and the turn."""
    roll = str(table.last_roll) if table.last_roll else "–"
    die = rect(0, 0, 42, 42, rx=9, fill="#fff", stroke=INK, stroke_width=1.6)
    die += text(roll, 21, 29, 23, text_anchor="middle", font_weight=700)
    seen = "" if table.viewer is None else f" · seen by p{table.viewer}"
    deck = "" if table.dice_deck is None else f" · {sum(table.dice_deck)} rolls in the dice deck"
    return group(
        group(title("the last roll"), die, class_="roll"),
        text(table.headline, 54, 18, 17, font_weight=700),
        text(f"turn {table.turn}{deck}{seen}", 54, 37, 13.5, fill=FADED),
        class_="status",
    )


def _bank(table: Tabletop) -> str:
    y = 54.0
    return group(
        text("bank", 2, y + 24, 13.5, fill=FADED),
        cards.hand(table.bank, 54, y),
        text("card deck", _INNER - 44, y + 24, 13.5, fill=FADED, text_anchor="end"),
        cards.deck(table.deck, _INNER - 36, y),
        class_="bank",
    )
