"""The drawing of a game for a terminal, in colour or as plain text."""

from __future__ import annotations

from collections.abc import Iterable

from longroad.drawing.palette import LIVERIES
from longroad.drawing.screen import DIM, styled
from longroad.skirmish.cards import Card
from longroad.skirmish.drawing.scene import Placed, Scene, Side, scene_of
from longroad.skirmish.state import State

_COLORS = ("38;5;134", "38;5;71", "38;5;208")
"""Of fight, heal and attack."""
_REMOVAL, _ACTING = "1;38;5;167", "1;38;5;220"
_BAR, _WIDTH, _LEFT = 25, 80, 9
_LEGEND = "cards are fight/heal/attack; >acts now<, (has acted)"


def terminal(state: State, *, color: bool = True) -> str:
    """A drawing of a game in text, at most 80 columns wide: p1 above, p0 below. Without `color` there are no
    escape codes.

    >>> from longroad import skirmish
    >>> hand = ["6/6/6", "4/1/1", "1/3/3", "2/2/2", "removal-a"]
    >>> state = skirmish.State(hands=(hand, hand))
    >>> state.apply("place 6/6/6")
    >>> print(terminal(state, color=False))
      p1     50 hp [#########################]  deck 20  gone 0
      hand   removal-a  2/2/2  4/1/1  1/3/3  6/6/6
      field  -
    <BLANKLINE>
      turn 0, p0: act with 6/6/6
    <BLANKLINE>
      field  >6/6/6<
      hand   removal-a  2/2/2  4/1/1  1/3/3
    > p0     50 hp [#########################]  deck 20  gone 0
    <BLANKLINE>
      cards are fight/heal/attack; >acts now<, (has acted)
    """
    scene = scene_of(state)
    below, above = scene.sides
    lines = [
        _status(above, scene, color),
        *_hand(above, color),
        *_field(above, color),
        "",
        f"  turn {scene.turn}, {scene.headline}",
        "",
        *_field(below, color),
        *_hand(below, color),
        _status(below, scene, color),
        "",
        "  " + styled(_LEGEND, DIM, color=color),
    ]
    return "\n".join(lines)


def _status(side: Side, scene: Scene, color: bool) -> str:
    sign = ">" if side.current else " "
    name = styled(f"p{side.player}", LIVERIES[side.player].ansi, color=color)
    full = round(_BAR * max(side.hp, 0) / scene.most_hp)
    bar = ("#" * full).ljust(_BAR, ".")
    won = "  winner" if side.won else ""
    return f"{sign} {name} {side.hp:>6} hp [{bar}]  deck {side.deck}  gone {side.gone}{won}"


def _hand(side: Side, color: bool) -> list[str]:
    cards = ((card.name, _painted(card, color)) for card in side.hand)
    return _wrapped("  hand   ", cards)


def _field(side: Side, color: bool) -> list[str]:
    return _wrapped("  field  ", (_placed(placed, color) for placed in side.field))


def _placed(placed: Placed, color: bool) -> tuple[str, str]:
    name, painted = placed.card.name, _painted(placed.card, color)
    if placed.acts:
        return f">{name}<", styled(">", _ACTING, color=color) + painted + styled("<", _ACTING, color=color)
    if placed.has_acted:
        return f"({name})", f"({painted})"
    return name, painted


def _painted(card: Card, color: bool) -> str:
    if card.is_removal:
        return styled(card.name, _REMOVAL, color=color)
    values = zip(card.name.split("/"), _COLORS, strict=True)
    return "/".join(styled(value, style, color=color) for value, style in values)


def _wrapped(label: str, cards: Iterable[tuple[str, str]]) -> list[str]:
    """Cards (as they are measured, as they are written) in as many lines as they need."""
    rows: list[list[str]] = [[]]
    room = _WIDTH - _LEFT
    for plain, painted in cards:
        if rows[-1] and len(plain) > room:
            rows.append([])
            room = _WIDTH - _LEFT
        rows[-1].append(painted)
        room -= len(plain) + 2
    lines = [(" " * _LEFT if i else label) + "  ".join(row) for i, row in enumerate(rows)]
    return lines if rows[0] else [f"{label}-"]
