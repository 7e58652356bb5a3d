"""Where catanatron 3.2.1 departs from the rules: one table, and for each entry the test that recognises it.

The lockstep of ``side_by_side.py`` forgives a difference only if a function here says which entry it belongs
to. What the rules ask for is worked out here or in ``tests/reference``, not taken from the engine under test.
"""

from __future__ import annotations

from dataclasses import dataclass

from longroad.catan import Action, State, topology
from reference.longest_road import road_length

BRICK, LUMBER = 0, 1
ANY_HARBOR = 5


@dataclass(frozen=True)
class Deviation:
    """One departure from the rules. ``counted`` says what one occurrence is."""

    name: str
    catanatron: str
    rules: str
    counted: str


LONE_CREDITOR = Deviation(
    "lone creditor",
    "when the bank cannot pay a resource in full, nobody gets it",
    "if only one player is owed the resource, that player gets what is left",
    "rolls",
)
BLOCKED_ENDS = Deviation(
    "blocked road ends",
    "a segment that ends at an opponent's building is not always counted",
    "a road may end at an opponent's building, it only cannot pass through",
    "roads and settlements built",
)
ROAD_CARD_AFTER_CUT = Deviation(
    "road card after a cut",
    "any cut hands the card to a player of greatest length, tied or not, even below five",
    "the holder keeps it against a tie; several others tied, or nobody with five: it is set aside",
    "settlements built",
)
LOST_ROADS = Deviation(
    "roads lost by a cut",
    "roads that meet only at an opponent's building are one network, and a later cut forgets a part of it",
    "every own road can be built on, and counts",
    "settlements built",
)
OFF_TURN_WIN = Deviation(
    "win off turn",
    "a player with the target points has won, whoever's turn it is",
    "a player wins only in its own turn",
    "times a waiting player reached the target",
)
FRESH_CARDS = Deviation(
    "fresh development cards",
    "a development card can be played on the turn it was bought",
    "not before the next turn, unless an older one of the kind is held",
    "decisions",
)
CARDS_BEFORE_ROLL = Deviation(
    "only knights before the roll",
    "before the roll no card but a knight can be played",
    "any development card may be played before the roll",
    "decisions",
)
FREE_ROADS_NEED_PRICE = Deviation(
    "free roads need the price",
    "road building can be played only by a player who holds a brick and a lumber (which it keeps)",
    "the two roads are free",
    "decisions",
)
ONE_CARD_OF_PLENTY = Deviation(
    "one card of plenty",
    "year of plenty may take a single card while the bank holds more",
    "two cards, unless the bank holds only one",
    "cards played",
)
BEST_RATE_ONLY = Deviation(
    "best rate only",
    "the bank trades only at the best rate a player has",
    "a player may choose a worse rate",
    "decisions",
)

DEVIATIONS = (
    LONE_CREDITOR,
    BLOCKED_ENDS,
    ROAD_CARD_AFTER_CUT,
    LOST_ROADS,
    OFF_TURN_WIN,
    FRESH_CARDS,
    CARDS_BEFORE_ROLL,
    FREE_ROADS_NEED_PRICE,
    ONE_CARD_OF_PLENTY,
    BEST_RATE_ONLY,
)


# -- Legal actions


def why_not_listed(state: State, action: Action) -> Deviation | None:
    """Why catanatron may leave out a legal action; None if no entry covers it."""
    kind = action.kind
    is_card = kind in ("road building", "year of plenty", "monopoly")
    if is_card and state.phase == "before roll":
        return CARDS_BEFORE_ROLL
    hand = state.hand(state.current)
    if kind == "road building" and 0 in (hand[BRICK], hand[LUMBER]):
        return FREE_ROADS_NEED_PRICE
    if kind == "trade" and state.rules.maritime == "all":
        rate = sum(action.give or ())
        return BEST_RATE_ONLY if rate > best_rate(state, state.current, action.resource) else None
    return None


def best_rate(state: State, player: int, resource: int | None) -> int:
    """What the bank asks at best, worked out from the board."""
    board = state.board
    buildings = {*state.settlements(player), *state.cities(player)}
    used = {
        kind
        for kind, path in zip(board.harbors, topology.HARBOR_PATHS, strict=True)
        if buildings.intersection(topology.PATH_ENDS[path])
    }
    return 2 if resource in used else 3 if ANY_HARBOR in used else 4


# -- Production


def lone_creditors(before: State, dice: int) -> list[tuple[int, int, int]]:
    """(player, resource, cards left) for each resource that runs short while one player alone is owed it."""
    board = before.board
    found = []
    for resource, left in enumerate(before.bank):
        owed = [0] * before.players
        for hex_, token in enumerate(board.tokens):
            if token != dice or board.terrain[hex_] != resource or hex_ == before.robber:
                continue
            for player in range(before.players):
                corners = topology.HEX_CORNERS[hex_]
                owed[player] += sum(node in corners for node in before.settlements(player))
                owed[player] += 2 * sum(node in corners for node in before.cities(player))
        creditors = [player for player, cards in enumerate(owed) if cards]
        if len(creditors) == 1 and 0 < left < sum(owed):
            found.append((creditors[0], resource, left))
    return found


# -- Longest road


def is_cut(before: State, node: int) -> bool:
    """Whether a settlement on this intersection cuts an opponent's road."""

    def segments(player: int) -> int:
        return sum(node in topology.PATH_ENDS[path] for path in before.roads(player))

    return any(segments(player) == 2 for player in range(before.players) if player != before.current)


def _opponents_buildings(state: State, player: int) -> set[int]:
    others = (other for other in range(state.players) if other != player)
    return {node for other in others for node in (*state.settlements(other), *state.cities(other))}


def true_length(state: State, player: int) -> int:
    """The length of a player's longest road by the plain-Python reference."""
    return road_length(state.roads(player), _opponents_buildings(state, player))


def only_blocked_ends_missing(state: State, player: int, counted: int) -> bool:
    """Whether ``counted`` is too short, but not shorter than without the segments at opponents' buildings."""
    closed = _opponents_buildings(state, player)
    open_roads = [path for path in state.roads(player) if not closed.intersection(topology.PATH_ENDS[path])]
    return road_length(open_roads, ()) <= counted < true_length(state, player)
