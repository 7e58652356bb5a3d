"""The bar of actions below the board, and the menu of the game."""

from __future__ import annotations

from dataclasses import dataclass

from longroad.web.pages.rendering import render
from longroad.web.pages.situation import Situation

#: Seconds before an agent's move is made, and what that is called.
PACES = ((2.0, "slow"), (0.6, "normal"), (0.2, "fast"), (0.0, "at once"))
#: Keys and what they do, for the help.
SHORTCUTS = (
    ("r", "roll the dice"),
    ("e", "end your turn"),
    ("w", "show where a road can be built"),
    ("s", "show where a settlement can be built"),
    ("c", "show where a city can be built"),
    ("d", "buy a development card"),
    ("t", "trade; counter an offer"),
    ("a, x", "accept an offer; refuse it, or trade with nobody"),
    ("b", "go to the lit places of the board; arrow keys move between them, Enter builds"),
    ("h", "ask the coach"),
    ("u", "take your last decision back"),
    ("Esc", "close what is open"),
    ("?", "show these keys"),
)


@dataclass(frozen=True)
class _Button:
    kind: str
    name: str
    key: str
    can: bool
    title: str
    cost: tuple[int, ...] = ()
    do: str = "only"
    shape: str = ""
    box: str = ""
    glyph: str = ""
    left: int | None = None


#: Kind, name, shape and its box, key, cost.
_PIECES = (
    ("road", "Road", "road", "-22 -12 44 24", "w", (1, 1, 0, 0, 0)),
    ("settle", "Settlement", "settlement", "-14 -16 28 30", "s", (1, 1, 0, 1, 1)),
    ("city", "City", "city", "-19 -19 38 34", "c", (0, 0, 3, 2, 0)),
)
_CARD_COST = (0, 0, 1, 1, 1)


def action_bar(situation: Situation, only: str | None) -> str:
    """The bar; ``only`` is the kind of piece whose places alone are lit."""
    may = situation.may
    builds = [
        _Button(
            kind,
            name,
            key,
            kind in may,
            f"{name}: {situation.pieces_left(kind)} left ({key})",
            cost,
            shape=shape,
            box=box,
            left=situation.pieces_left(kind),
        )
        for kind, name, shape, box, key, cost in _PIECES
    ]
    if situation.sight.rules.development_cards:
        left = situation.sight.deck_size
        title = f"Development card: {left} in the deck (d)"
        card = _Button(
            "buy", "Card", "d", "buy card" in may, title, _CARD_COST, "buy", glyph="star", left=left
        )
        builds.append(card)
    can_trade = "trade" in may or "offer" in may
    builds.append(_Button("trade", "Trade", "t", can_trade, "Trade (t)", (), "trade", glyph="arrow"))
    return render(
        "actions",
        seat=situation.seat if situation.plays else None,
        over=situation.game.course.result is not None,
        builds=builds,
        only=only,
        can_roll="roll" in may,
        can_end="end" in may,
    )


def menu(situation: Situation) -> str:
    """Undo, speed, sound, resigning, help."""
    course = situation.game.course
    pace = min(PACES, key=lambda one: abs(one[0] - course.pace))[0]
    return render(
        "menu",
        seat=situation.seat if situation.plays else None,
        over=course.result is not None,
        is_host=situation.is_host,
        has_agents=len(course.persons()) < len(course.seats),
        may_undo=not course.plan.rated and course.persons() == [situation.seat],
        can_undo=situation.can_undo,
        paces=PACES,
        pace=pace,
    )
