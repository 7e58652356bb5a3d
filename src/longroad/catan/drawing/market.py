"""The box at the foot of the panel: the open offer with its replies, or else what building costs."""

from __future__ import annotations

from longroad.catan.drawing import cards
from longroad.catan.drawing.glyphs import RESOURCE_GLYPHS, glyph
from longroad.catan.drawing.palette import TERRAINS
from longroad.catan.drawing.scene import Reply, Tabletop, Trade
from longroad.drawing.markup import circle, group, move, rect, text, use
from longroad.drawing.palette import LINE, PAPER

_LINE_HEIGHT = 23.0
_COSTS = (
    ("road", (0, 1), 14, 46),
    ("settlement", (0, 1, 3, 4), 186, 82),
    ("city", (2, 2, 2, 3, 3), 14, 46),
    ("card", (2, 3, 4), 186, 82),
)


def market(table: Tabletop, width: float) -> str:
    """The open offer with its replies; without one, the costs of building."""
    content = _costs() if table.offer is None else _offer(table.current, table.offer, table.replies)
    box = rect(0, 0, width, 98, rx=10, fill=PAPER, stroke=LINE, stroke_width=1.2)
    return group(box, content, class_="costs" if table.offer is None else "offer", transform=move(0, 104))


def _offer(player: int, offer: Trade, replies: tuple[Reply, ...]) -> str:
    said = (_reply(reply, line) for line, reply in enumerate(replies, start=1))
    return _line(f"p{player} offers", 0, offer) + "".join(said)


def _reply(reply: Reply, line: int) -> str:
    sign = {"accept": "tick", "refuse": "cross"}.get(reply.kind)
    mark = use(sign, 116, _LINE_HEIGHT * line + 14) if sign else ""
    return _line(f"p{reply.player} {reply.verb}", line, reply.counter) + mark


def _line(words: str, line: int, deal: Trade | None) -> str:
    y = _LINE_HEIGHT * line
    said = text(words, 14, y + 18.5, 13.5, font_weight=400 if line else 700)
    return said + (cards.trade(deal, 106, y + 4) if deal else "")


def _costs() -> str:
    return "".join(_cost(*cost, 30 + 38 * (place // 2)) for place, cost in enumerate(_COSTS))


def _cost(name: str, kinds: tuple[int, ...], x: float, indent: float, y: float) -> str:
    coins = (_coin(kind, x + indent + 21 * place, y) for place, kind in enumerate(kinds))
    return text(name, x, y + 4.5, 13.5) + "".join(coins)


def _coin(resource: int, x: float, y: float) -> str:
    look = TERRAINS[resource]
    disc = circle(x, y, 9.6, fill=look.ground, stroke=look.shade)
    return disc + glyph(RESOURCE_GLYPHS[resource], x, y, look.glyph, 0.64)
