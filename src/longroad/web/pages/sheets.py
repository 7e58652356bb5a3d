"""The sheet of a page: what needs more than a click on the board. Trade, discards, cards, the end."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from longroad.catan.drawing.palette import CARD_NAMES
from longroad.catan.drawing.scene import Reply, scene_of
from longroad.web.pages.action_bar import SHORTCUTS
from longroad.web.pages.rendering import render
from longroad.web.pages.situation import Situation
from longroad.web.pages.spots import victims
from longroad.web.pages.trading import Draft, rates


@dataclass(frozen=True)
class Opened:
    """What the person has opened: the kind of sheet, and of which card or hex."""

    kind: str = ""
    detail: int = 0


NOTHING = Opened()
#: Sheets that a person opens and may close again, and when they make sense.
_ANY_TIME = ("help", "resign")
_ON_TURN = ("trade", "card", "monopoly", "victim")


def sheet(situation: Situation, opened: Opened, draft: Draft, invitations: Mapping[str, str]) -> str:
    """The sheet that is due; empty if there is none."""
    kind = sheet_kind(situation, opened)
    if not kind:
        return ""
    shown: dict[str, Any] = {
        "kind": kind,
        "closes": kind in (*_ANY_TIME, *_ON_TURN, "counter"),
        "seat": situation.seat,
        "names": situation.names,
        "hand": situation.hand,
        "draft": draft,
        "turn": situation.sight.turn,
        "left": situation.sight.left,
        "sizes": [situation.sight.hand_size(player) for player in range(situation.sight.players)],
        "title": _TITLES.get(kind, ""),
    }
    more = _MORE.get(kind)
    return render("sheet", **shown | (more(situation, opened, draft, invitations) if more else {}))


def sheet_kind(situation: Situation, opened: Opened) -> str:
    """Which sheet is due; empty for none."""
    course = situation.game.course
    if opened.kind in _ANY_TIME and (course.result is None or opened.kind == "help"):
        return opened.kind
    if course.result is not None:
        return "over"
    if course.is_waiting:
        return "waiting"
    if situation.decides and situation.phase in ("discard", "plenty"):
        return situation.phase
    if situation.sight.offer is not None:
        return "counter" if opened.kind == "counter" and "counter" in situation.may else "offer"
    if situation.decides and opened.kind in _ON_TURN:
        return opened.kind
    return "card" if opened.kind == "card" and situation.seat is not None else ""


_TITLES = {
    "trade": "Trade",
    "counter": "Your counter-offer",
    "discard": "Discard",
    "plenty": "Year of plenty",
    "monopoly": "Monopoly",
    "victim": "The robber",
    "resign": "Resign?",
    "help": "Keys",
    "waiting": "Invitations",
}


def _trade(situation: Situation, _: Opened, draft: Draft, __: object) -> dict[str, Any]:
    rules = situation.sight.rules
    return {
        "bank": draft.bank_trade(situation),
        "rates": rates(situation),
        "offer_refusal": draft.refusal(situation, "offer"),
        "domestic": rules.offers_per_turn > 0,
        "offers_left": rules.offers_per_turn - situation.sight.offers_made,
    }


def _counter(situation: Situation, _: Opened, draft: Draft, __: object) -> dict[str, Any]:
    return {"counter_refusal": draft.refusal(situation, "counter")}


def _offer(situation: Situation, *_: object) -> dict[str, Any]:
    sight = situation.sight
    table = scene_of(sight).table
    assert table is not None, "a game has players"
    answers = situation.decides and situation.phase == "respond"
    deals = {action.player: str(action) for action in situation.may.get("deal", ())}
    chooses = situation.decides and situation.phase == "choose"
    return {
        "title": "Your offer"
        if sight.current == situation.seat
        else f"{situation.names[sight.current]} offers",
        "offer": sight.offer,
        "by": sight.current,
        "from_you": sight.current == situation.seat,
        "answers": answers,
        "can_accept": "accept" in situation.may,
        "chooses": chooses,
        "replies": [_reply(situation, reply, deals, chooses) for reply in table.replies],
    }


def _reply(
    situation: Situation, reply: Reply, deals: Mapping[int | None, str], chooses: bool
) -> dict[str, Any]:
    you = reply.player == situation.seat
    words = {"accept": "accept", "refuse": "refuse"}.get(reply.kind)
    said = f"{words}{'' if you else 's'}" if words else "are asked" if you else "thinks about it"
    deal = deals.get(reply.player)
    cannot = "you cannot pay this" if chooses and reply.counter is not None and deal is None else ""
    return {
        "player": reply.player,
        "kind": reply.kind,
        "words": said,
        "counter": reply.counter,
        "deal": deal,
        "cannot": cannot,
    }


def _plenty(situation: Situation, *_: object) -> dict[str, Any]:
    return {"picks": situation.may["take"]}


def _monopoly(situation: Situation, *_: object) -> dict[str, Any]:
    return {"picks": situation.may.get("monopoly", [])}


def _victim(situation: Situation, opened: Opened, *_: object) -> dict[str, Any]:
    return {"picks": victims(situation, opened.detail)}


def _card(situation: Situation, opened: Opened, *_: object) -> dict[str, Any]:
    name = CARD_NAMES[opened.detail]
    return {"title": name.capitalize(), "card_kind": opened.detail, "cannot_play": why_not(situation, name)}


def why_not(situation: Situation, card: str) -> str:
    """Why a development card cannot be played now; empty if it can."""
    sight = situation.sight
    if card in situation.may or card == "victory point":
        return ""
    if sight.current != situation.seat or sight.phase not in ("before roll", "main"):
        return "Cards are played in your own turn."
    if sight.card_played:
        return "One card per turn: you have played one."
    kind = CARD_NAMES.index(card)
    if situation.cards[kind] <= sight.bought[kind]:
        return "You bought it in this turn; it can be played in the next."
    return "It would do nothing now."


def _waiting(situation: Situation, _: Opened, __: Draft, invitations: Mapping[str, str]) -> dict[str, Any]:
    seats = situation.game.course.seats
    links = [
        {"seat": seat.number, "name": seat.name, "invitation": invitations[str(seat.number)]}
        for seat in seats
        if not seat.is_taken and str(seat.number) in invitations
    ]
    return {"links": links, "title": "Invitations" if links else "Waiting"}


_REASONS = {
    "resigned": "Decided by resignation.",
    "time": "Decided by the clock.",
    "ended": "The game was ended without a winner.",
    "turns": "The limit of turns was reached.",
}


def _over(situation: Situation, *_: object) -> dict[str, Any]:
    course = situation.game.course
    assert course.result is not None, "the game is over"
    winner = course.result.winner
    order = sorted(situation.players, key=lambda player: (player.number != winner, -player.points))
    title = (
        "No winner"
        if winner is None
        else "You win!"
        if winner == situation.seat
        else f"{course.names[winner]} wins"
    )
    points = course.result.points
    return {
        "title": title,
        "ranking": [
            {"number": p.number, "name": p.name, "is_you": p.is_you, "points": points[p.number]}
            for p in order
        ],
        "reason": _REASONS.get(course.result.reason, ""),
        "id": situation.game.id,
        "again": situation.is_host and all(seat.kind != "link" for seat in course.plan.seats),
    }


def _help(*_: object) -> dict[str, Any]:
    return {"shortcuts": SHORTCUTS}


_MORE: dict[str, Callable[..., dict[str, Any]]] = {
    "trade": _trade,
    "counter": _counter,
    "offer": _offer,
    "plenty": _plenty,
    "monopoly": _monopoly,
    "victim": _victim,
    "card": _card,
    "waiting": _waiting,
    "over": _over,
    "help": _help,
}
