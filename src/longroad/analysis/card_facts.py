"""Facts of moves with cards: trades, development cards, discards, and turns that end."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace

from longroad.analysis.board_facts import SMALL
from longroad.analysis.change import Change, Fact
from longroad.analysis.reach import PRICES, Purchase, purchases
from longroad.analysis.words import Voice, card_with_article, number_word, percent, resources_text
from longroad.catan import CARDS, RESOURCES
from longroad.wording import listed

#: Cards that a year of plenty brings.
_PLENTY = 2
Hand = Sequence[int]


def own_hand(change: Change) -> Hand:
    """The cards of the one who moves, which it knows."""
    hand = change.view.hand(change.me)
    assert hand is not None, "one's own"
    return hand


def exchanged(hand: Hand, give: Hand, get: Hand) -> list[int]:
    """A hand after giving and getting cards."""
    return [held - given + got for held, given, got in zip(hand, give, get, strict=True)]


def purchase_facts(change: Change, voice: Voice, after: Hand, weight: float) -> Iterator[Fact]:
    """What a hand after the move pays for that the hand before did not, or what it is near to."""
    before = {one.what: one for one in purchases(change.view, change.me, own_hand(change))}
    now = purchases(change.view, change.me, after)
    paid = [one for one in now if one.missing == 0 and before[one.what].missing > 0]
    if paid:
        yield Fact("pays for", f"pays for {paid[0].with_article}", weight, (_number(paid[0]), 0))
        return
    nearer = [
        one
        for one in now
        if 0 < one.missing < before[one.what].missing and one.missing <= 2 and one.what != "road"
    ]
    if nearer:
        best = min(nearer, key=lambda one: one.missing)
        yield Fact("nearer", _short(best, change.me, voice), weight, (_number(best), *best.lacking))


def bank_trade_facts(change: Change, voice: Voice) -> Iterator[Fact]:
    """What a trade with the bank is good for."""
    assert change.action.give is not None
    assert change.action.get is not None
    after = exchanged(own_hand(change), change.action.give, change.action.get)
    yield from purchase_facts(change, voice, after, max(change.gain(change.me, "hand"), SMALL))


def plenty_facts(change: Change, voice: Voice) -> Iterator[Fact]:
    """What a card from the bank is good for."""
    hand = list(own_hand(change))
    assert change.action.resource is not None
    hand[change.action.resource] += 1
    yield from purchase_facts(change, voice, hand, max(change.gain(change.me, "hand"), SMALL))


def year_of_plenty_facts(change: Change, voice: Voice) -> Iterator[Fact]:
    """What two cards from the bank complete."""
    bank = change.view.bank
    for one in purchases(change.view, change.me, own_hand(change)):
        if 0 < one.missing <= _PLENTY and all(map(int.__ge__, bank, one.lacking)):
            text = f"brings {voice.name(change.me)} what is missing for {one.with_article}"
            yield Fact("completes", text, 0.5, (_number(one), *one.lacking))
            return


def road_building_facts(change: Change, voice: Voice) -> Iterator[Fact]:
    """How many roads are free."""
    roads = change.after.left
    if roads:
        number = f"{number_word(roads)} free road{'s' if roads > 1 else ''}"
        yield Fact("free roads", f"gives {voice.name(change.me)} {number}", SMALL, (roads,))


def offer_facts(change: Change, voice: Voice) -> Iterator[Fact]:
    """What an exchange with another player is good for, if it comes about; for one who offers, counters,
    accepts or deals."""
    give, get = exchange_of(change)
    after = exchanged(own_hand(change), give, get)
    yield from purchase_facts(change, voice, after, 0.5)
    for kind, given in enumerate(give):
        left = own_hand(change)[kind] - given
        if given and left >= 2:
            text = f"leaves {voice.name(change.me)} {left} {RESOURCES[kind]}"
            yield Fact("spare", text, SMALL, (kind, left))


def exchange_of(change: Change) -> tuple[Hand, Hand]:
    """What the one who moves gives and gets by an exchange with another player."""
    action, view = change.action, change.view
    if action.give is not None and action.get is not None:
        return action.give, action.get
    assert view.offer is not None, "there is an offer to answer"
    if action.kind == "deal":
        assert action.player is not None
        reply = view.replies[action.player]
        if not isinstance(reply, str) and reply is not None:
            theirs, ours = reply
            return ours, theirs
        return view.offer
    given, wanted = view.offer
    return wanted, given


def refusal_facts(change: Change, voice: Voice) -> Iterator[Fact]:
    """Why an offer is better refused."""
    view, offerer = change.view, change.view.current
    points = view.public_points(offerer)
    others = [view.public_points(player) for player in range(view.players) if player != offerer]
    if points > max(others):
        text = f"gives nothing to {voice.name(offerer)}, who leads with {points} points"
        yield Fact("leads", text, 0.5, (offerer, points))
    assert view.offer is not None
    given, wanted = view.offer
    hand = own_hand(change)
    if all(map(int.__ge__, hand, wanted)):
        before = [one for one in purchases(view, change.me, hand) if one.missing == 0]
        after = exchanged(hand, wanted, given)
        still = {one.what for one in purchases(view, change.me, after) if one.missing == 0}
        lost = [one for one in before if one.what not in still]
        if lost:
            text = f"keeps the cards for {lost[0].with_article}"
            yield Fact("keeps", text, 0.6, (_number(lost[0]),))
        elif not _is_nearer(change, after):
            text = f"the cards would bring {voice.name(change.me)} no nearer to anything"
            yield Fact("no nearer", text, SMALL)
        for kind, count in enumerate(wanted):
            if count and hand[kind] == count:
                text = f"keeps {voice.your(change.me)} last {RESOURCES[kind]}"
                yield Fact("keeps last", text, SMALL, (kind,))
    else:
        yield Fact("cannot pay", f"{voice.name(change.me)} cannot pay it", SMALL)


def _is_nearer(change: Change, after: Hand) -> bool:
    """Whether a hand lacks fewer cards for something than the hand before the move."""
    now = {one.what: one.missing for one in purchases(change.view, change.me, own_hand(change))}
    return any(one.missing < now[one.what] for one in purchases(change.view, change.me, after))


def cancel_facts(change: Change, voice: Voice) -> Iterator[Fact]:
    """Why none of the deals is taken."""
    deals = [action for action in change.view.actions if action.kind == "deal"]
    hands = [exchanged(own_hand(change), *exchange_of(replace(change, action=deal))) for deal in deals]
    if not any(_is_nearer(change, hand) for hand in hands):
        yield Fact("no nearer", f"no deal brings {voice.name(change.me)} nearer to anything", SMALL)


def discard_facts(change: Change, voice: Voice) -> Iterator[Fact]:
    """What is kept when a card is thrown away."""
    hand = list(own_hand(change))
    kind = change.action.resource
    assert kind is not None
    hand[kind] -= 1
    kept = [one for one in purchases(change.view, change.me, hand) if one.missing == 0 and one.what != "road"]
    if kept:
        yield Fact("keeps", f"keeps the cards for {kept[0].with_article}", 0.4, (_number(kept[0]),))
    if hand[kind] + 1 == max(own_hand(change)) and hand[kind] >= 2:
        text = f"leaves {voice.name(change.me)} {hand[kind]} {RESOURCES[kind]}"
        yield Fact("spare", text, SMALL, (kind, hand[kind]))


def draw_facts(change: Change, voice: Voice) -> Iterator[Fact]:
    """What the next development card may be."""
    unseen = change.view.unseen_cards
    total = sum(unseen)
    likely = sorted((kind for kind in range(len(CARDS)) if unseen[kind]), key=lambda kind: -unseen[kind])
    odds = [f"{card_with_article(kind)} with {percent(unseen[kind] / total)}" for kind in likely[:2]]
    if odds:
        about = [number for kind in likely[:2] for number in (kind, unseen[kind] / total)]
        yield Fact("odds", f"brings {listed(odds)}", SMALL, tuple(about))
    knights = change.view.knights(change.me)
    most = max(change.view.knights(player) for player in change.opponents)
    if change.view.largest_army != change.me and max(3, most + 1) - knights == 1:
        text = f"may bring {voice.name(change.me)} the knight for the largest army"
        yield Fact("army near", text, 0.5, (1,))


def monopoly_facts(change: Change, voice: Voice) -> Iterator[Fact]:
    """How many cards a monopoly brings: all that are neither in the bank nor in one's own hand."""
    kind, view = change.action.resource, change.view
    assert kind is not None
    hand = list(own_hand(change))
    number = view.rules.bank - view.bank[kind] - hand[kind]
    text = f"collects {number} {RESOURCES[kind]}" if number else "collects nothing"
    yield Fact("collects", text, number / 4, (kind, number))
    hand[kind] += number
    yield from purchase_facts(change, voice, hand, 0.3)


def end_facts(change: Change, voice: Voice) -> Iterator[Fact]:
    """What a player who ends its turn saves for."""
    hand = own_hand(change)
    near = [
        one for one in purchases(change.view, change.me, hand) if 0 < one.missing <= 2 and one.what != "road"
    ]
    paid = [one for one in purchases(change.view, change.me, hand) if one.missing == 0]
    if near and not paid:
        best = min(near, key=lambda one: one.missing)
        text = f"saves for {best.with_article}, {resources_text(best.lacking)} short"
        yield Fact("saves", text, 0.3, (_number(best), *best.lacking))
    elif paid:
        yield Fact("holds", f"holds on to the cards for {paid[0].with_article}", 0.1, (_number(paid[0]),))
    else:
        yield Fact("nothing to buy", "nothing to buy", SMALL)


def roll_facts(change: Change, voice: Voice) -> Iterator[Fact]:
    """Which cards a player who rolls keeps for later."""
    cards = change.view.cards(change.me) or ()
    bought = change.view.bought
    old = [kind for kind, held in enumerate(cards) if held > bought[kind] and CARDS[kind] != "victory point"]
    if old:
        names = listed([f"the {CARDS[kind]}" for kind in old])
        yield Fact("keeps cards", f"keeps {names} for later", SMALL, tuple(old))


def _short(purchase: Purchase, player: int, voice: Voice) -> str:
    missing = purchase.missing
    kinds = [RESOURCES[kind] for kind, count in enumerate(purchase.lacking) if count]
    cards = f"{number_word(missing)} {kinds[0]}" if len(kinds) == 1 else f"{number_word(missing)} cards"
    return f"leaves {voice.name(player)} {cards} short of {purchase.with_article}"


def _number(purchase: Purchase) -> int:
    """The number of a purchase: its place in the list of prices."""
    return list(PRICES).index(purchase.what)
