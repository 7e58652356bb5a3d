"""A position in words, for readers who cannot look at a board."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from longroad.catan import CARDS, RESOURCES
from longroad.catan.onlookers import Sight
from longroad.catan.words import action_words, bundle_words, hex_words, path_words, place_words
from longroad.wording import listed

#: Offers are described, not listed.
_DESCRIBED = ("offer", "counter")

#: The limits of a game are filled in.
RULES = """\
Catan, base game. Resources: brick, lumber, ore, grain, wool. Places: hexes h0-h18, intersections n0-n53,
paths e0-e71, players p0-p3.
The set-up goes first to last and back: each time a settlement and a road at it; the second settlement
pays a card per adjacent hex. No settlement may be built next to another building.
A turn: you may play one development card that you did not buy this turn; roll; then trade and build;
end.
A roll pays 1 card per settlement and 2 per city on hexes with that number, not where the robber stands.
A 7: hands of more than {limit} cards discard half, then the roller moves the robber to another hex and
steals a card.
Prices: road = brick + lumber; settlement = brick + lumber + grain + wool; city = 3 ore + 2 grain, in
place of your settlement; development card = ore + grain + wool.
Bank: 4 of a kind for 1; with a harbor 3:1, or 2:1 of its resource. Players: on your turn you may offer;
others accept, refuse or counter; you close a deal with one of them or with nobody.
Cards: knight (move the robber, steal), road building (2 free roads), year of plenty (2 cards from the
bank), monopoly (all cards of a kind from all others), victory point.
Longest road (5 or more) and largest army (3 knights or more) are 2 points each, a settlement 1, a city
2. {target} points on your own turn win.
Moves are texts: settle n23, road e41, city n23, roll, end, buy card, knight, road building, year of
plenty, monopoly ore, take ore, discard wool, robber h7 steal p2, trade 4 wool for 1 ore, offer 2 grain +
1 wool for 1 ore, accept, refuse, counter 1 ore for 3 wool, deal p2, cancel."""


def told(sight: Sight, names: Sequence[str]) -> str:
    """Everything that matters of a position, a line per thing."""
    return "\n".join(_lines(sight, names))


def moves_told(sight: Sight) -> list[str]:
    """The moves that can be made, each with its words: ``settle n23: settle on 4-6-9 (...)``."""
    listed_moves = [action for action in sight.actions if action.kind not in _DESCRIBED]
    lines = [f"{action}: {action_words(sight, action)}" for action in listed_moves]
    kinds = {action.kind for action in sight.actions if action.kind in _DESCRIBED}
    return lines + [
        f"{kind} ... for ...: any of your cards for any others, as `{kind} 1 ore for 1 wool`"
        for kind in sorted(kinds)
    ]


def _lines(sight: Sight, names: Sequence[str]) -> Iterator[str]:
    yield _moment(sight, names)
    yield "Hexes: " + ", ".join(
        f"h{h} {hex_words(sight.board, h)}{' (robber)' if h == sight.robber else ''}" for h in range(19)
    )
    for player in range(sight.players):
        yield from _player(sight, player, names)
    yield f"Bank: {bundle_words(sight.bank)}; {sight.deck_size} development cards left."
    if sight.offer is not None:
        given, received = sight.offer
        yield f"{names[sight.current]} offers {bundle_words(given)} for {bundle_words(received)}."
        for player, reply in enumerate(sight.replies):
            if isinstance(reply, str):
                yield f"{names[player]} says: {reply}."
            elif reply is not None:
                yield f"{names[player]} would give {bundle_words(reply[0])} for {bundle_words(reply[1])}."


def _moment(sight: Sight, names: Sequence[str]) -> str:
    if sight.is_over:
        return "The game is over. " + (
            "Nobody has won." if sight.winner is None else f"{names[sight.winner]} has won."
        )
    you = f"You are {names[sight.player]} (p{sight.player}). " if sight.player is not None else ""
    who = sight.current if sight.actor is None else sight.actor
    decides = "you decide" if who == sight.player else f"{names[who]} decides"
    roll = f", last roll {sight.last_roll}" if sight.last_roll else ""
    return f"{you}Turn {sight.turn} of {names[sight.current]}, phase '{sight.phase}': {decides}{roll}."


def _player(sight: Sight, player: int, names: Sequence[str]) -> Iterator[str]:
    hand, cards = sight.hand(player), sight.cards(player)
    held = bundle_words(hand) if hand is not None else f"{sight.hand_size(player)} cards"
    owned = (
        bundle_words(cards, CARDS) if cards is not None else f"{sight.card_count(player)} development cards"
    )
    honours = [
        *(["longest road"] if sight.longest_road == player else []),
        *(["largest army"] if sight.largest_army == player else []),
    ]
    you = " (you)" if player == sight.player else ""
    standing = [f"{sight.points(player)} points", *honours]
    played = f"{sight.knights(player)} knights played, road length {sight.road_length(player)}"
    yield f"{names[player]}{you} p{player}: {', '.join(standing)}; hand {held}; {owned}; {played}."
    built = [f"settlement n{n} on {place_words(sight.board, n)}" for n in sight.settlements(player)]
    built += [f"city n{n} on {place_words(sight.board, n)}" for n in sight.cities(player)]
    if built:
        yield f"  {'; '.join(built)}."
    if player == sight.player and sight.roads(player):
        yield "  roads " + ", ".join(f"e{e} {path_words(sight.board, e)}" for e in sight.roads(player)) + "."
    if harbors := sight.harbor_access(player):
        yield (
            "  harbors: "
            + listed(["3:1" if kind == 5 else f"2:1 {RESOURCES[kind]}" for kind in harbors])
            + "."
        )
