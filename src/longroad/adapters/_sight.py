"""What players see of a game, as text: of the position now, and of all that has happened.

Private are the resource cards in hand (with two players, or with open hands, they are public), the
development cards, and which card was stolen or drawn. The text of a position is made from a View, so it
cannot say what the player does not know.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence

from longroad.catan import CARDS, RESOURCES, Rules, State, View

#: What each player lost to a monopoly, by the number of the event. Hand sizes are
#: public, so all see it, but the events alone do not tell it.
Takings = Mapping[int, tuple[int, ...]]


def hands_are_public(rules: Rules) -> bool:
    """Whether all know all hands of resource cards: by the rules, or as two players, who see every theft."""
    return rules.open_hands or rules.players == 2


def counts_text(counts: Sequence[int], names: Sequence[str] = RESOURCES) -> str:
    """Counts in the words of the notation.

    >>> counts_text((0, 2, 0, 1, 0)), counts_text((0, 0, 0, 0, 0))
    ('2 lumber + 1 grain', 'nothing')
    """
    return " + ".join(f"{n} {name}" for n, name in zip(counts, names, strict=True) if n) or "nothing"


def public_text(view: View) -> str:
    """All that everybody sees of a position, one line per subject."""
    lines = [f"board: {view.board_text}", f"robber: h{view.robber}", _table(view)]
    lines += [_seat(view, player) for player in range(view.players)]
    if view.offer is not None:
        given, received = view.offer
        replies = ", ".join(
            f"p{p} {_reply(reply)}" for p, reply in enumerate(view.replies) if reply is not None
        )
        lines.append(f"offer: {counts_text(given)} for {counts_text(received)}; replies: {replies or 'none'}")
    return "\n".join(lines)


def private_text(view: View) -> str:
    """What only the viewer knows of a position."""
    cards, hand = view.cards(view.player), view.hand(view.player)
    assert cards is not None, "a player sees its own cards"
    assert hand is not None, "a player sees its own hand"
    known = [f"{view.points(view.player)} points", f"cards {counts_text(cards, CARDS)}"]
    if any(view.bought):
        known.append(f"bought this turn {counts_text(view.bought, CARDS)}")
    if not hands_are_public(view.rules):
        known.append(f"hand {counts_text(hand)}")
    return f"p{view.player} alone knows: {', '.join(known)}"


def seen_events(state: State, audience: Collection[int], takings: Takings) -> list[str]:
    """The events of a game as the players of `audience`, putting their knowledge together, saw them.

    ``stole ?`` and ``drew ?`` stand for a card that none of them saw.
    """
    return [text for text, _ in _retold(state, audience, takings)]


def private_events(state: State, audience: Collection[int]) -> list[str]:
    """Of the events with a hidden side only those that the audience saw, each with its number."""
    found = enumerate(_retold(state, audience, {}))
    return [f"{number}: {text}" for number, (text, hidden) in found if hidden and not text.endswith("?")]


def _retold(state: State, audience: Collection[int], takings: Takings) -> Iterable[tuple[str, bool]]:
    """Every event as the audience saw it, and whether it has a side that not all players saw."""
    open_thefts = hands_are_public(state.rules)
    turn, victim = 0, None
    for number, event in enumerate(state.events()):
        kind, text, current = event.kind, str(event), turn % state.players
        involved: tuple[int | None, ...] | None = None
        if kind == "end":
            turn += 1
        elif kind == "robber":
            victim = event.player
        elif kind == "stole" and not open_thefts:
            involved = (current, victim)
        elif kind == "drew":
            involved = (current,)
        elif number in takings:
            text += f" (took {' '.join(map(str, takings[number]))})"
        seen = involved is None or any(player in audience for player in involved)
        yield text if seen else f"{kind} ?", involved is not None


def _table(view: View) -> str:
    said = [f"turn {view.turn} of p{view.current}", f"phase {view.phase}"]
    if view.actor is not None:
        said.append(f"p{view.actor} decides")
    if view.winner is not None:
        said.append(f"p{view.winner} won")
    said.append(f"last roll {view.last_roll}")
    if view.dice_deck is not None:
        said.append(f"dice deck {' '.join(map(str, view.dice_deck))}")
    said += [word for word, holds in (("rolled", view.rolled), ("card played", view.card_played)) if holds]
    if view.left:
        said.append(f"{view.left} to go")
    said += [f"{view.offers_made} offers made", f"bank {counts_text(view.bank)}", f"deck {view.deck_size}"]
    return "table: " + ", ".join(said)


def _seat(view: View, player: int) -> str:
    said = [f"{view.public_points(player)} points", f"{view.hand_size(player)} resources"]
    if hands_are_public(view.rules) and (hand := view.hand(player)) is not None:
        said[-1] += f" ({counts_text(hand)})"
    said += [f"{view.card_count(player)} cards", f"{view.knights(player)} knights"]
    said.append(f"road of {view.road_length(player)}")
    said += ["longest road"] if view.longest_road == player else []
    said += ["largest army"] if view.largest_army == player else []
    for what, places in (
        ("settlements", [f"n{n}" for n in view.settlements(player)]),
        ("cities", [f"n{n}" for n in view.cities(player)]),
        ("roads", [f"e{e}" for e in view.roads(player)]),
    ):
        if places:
            said.append(f"{what} {' '.join(places)}")
    return f"p{player}: {', '.join(said)}"


def _reply(reply: str | tuple[tuple[int, ...], tuple[int, ...]]) -> str:
    if isinstance(reply, str):
        return reply
    return f"counters {counts_text(reply[0])} for {counts_text(reply[1])}"
