"""What players, places and cards are called in sentences."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache

from longroad.catan import CARDS, RESOURCES, Action, Board, State, View, topology
from longroad.catan.drawing.palette import pips
from longroad.drawing.palette import LIVERIES
from longroad.wording import listed

Counts = Sequence[int]
Position = State | View

_NUMBERS = ("no", "one", "two", "three", "four", "five", "six", "seven")
ANY_HARBOR = len(RESOURCES)


@dataclass(frozen=True)
class Voice:
    """Whom sentences speak of: the players' names, by default their colours, and the one who is addressed.

    >>> voice = Voice.of(3, you=0)
    >>> voice.name(0), voice.your(0), voice.name(2), voice.your(2)
    ('you', 'your', 'orange', "orange's")
    """

    names: tuple[str, ...]
    you: int | None = None

    @classmethod
    def of(cls, players: int, names: Sequence[str] | None = None, you: int | None = None) -> Voice:
        """For a number of players; names that are not given are colours."""
        colours = [livery.name for livery in LIVERIES[:players]]
        return cls(tuple(names or colours), you)

    def name(self, player: int) -> str:
        """The player's name, or ``you``."""
        return "you" if player == self.you else self.names[player]

    def your(self, player: int) -> str:
        """The name as a possessive."""
        return "your" if player == self.you else f"{self.names[player]}'s"


def resources_text(counts: Counts) -> str:
    """Counts of cards as a sentence has them.

    >>> resources_text((0, 0, 2, 0, 1))
    '2 ore and 1 wool'
    """
    return listed([f"{count} {RESOURCES[kind]}" for kind, count in enumerate(counts) if count])


def number_word(number: int) -> str:
    """A small number in letters.

    >>> number_word(1), number_word(12)
    ('one', '12')
    """
    return _NUMBERS[number] if 0 <= number < len(_NUMBERS) else str(number)


def percent(share: float) -> str:
    """A probability in whole percent; one that is almost nothing or everything is not rounded to it.

    >>> percent(0.347), percent(0.001), percent(0.999), percent(1.0)
    ('35%', '<1%', '>99%', '100%')
    """
    if 0 < share < 0.005:
        return "<1%"
    if 0.995 < share < 1:
        return ">99%"
    return f"{100 * share:.0f}%"


def card_with_article(card: int) -> str:
    """A development card with its article.

    >>> card_with_article(0), card_with_article(3)
    ('a knight', 'a year of plenty')
    """
    return f"a {CARDS[card]}"


# -- places


def spot_tokens(board: Board, intersection: int) -> tuple[int, ...]:
    """The number tokens around an intersection, the likeliest first."""
    tokens = (board.tokens[hexagon] for hexagon in topology.INTERSECTION_HEXES[intersection])
    return tuple(sorted(filter(None, tokens), key=lambda token: (-pips(token), token)))


def spot_pips(board: Board, intersection: int) -> int:
    """How many of 36 rolls bring a card there, each hex counted."""
    return sum(map(pips, spot_tokens(board, intersection)))


def spot_text(board: Board, intersection: int) -> str:
    """An intersection as players call it: by its tokens and its harbor; where another one has the same, also
    by its resources, or its number.

    >>> board = Board.generate("beginner")
    >>> spot_text(board, 10), spot_text(board, 0)
    ('6-10-2', '10 (n0) at the 3:1 harbor')
    """
    return _spot_names(str(board))[intersection]


@lru_cache(maxsize=64)
def _spot_names(board_text: str) -> tuple[str, ...]:
    board = Board(board_text)
    places = range(len(topology.INTERSECTION_CELL))
    names = [_plain_name(board, place) for place in places]
    longer = [_plain_name(board, place, _resource_names(board, place)) for place in places]
    found = [longer[place] if names.count(names[place]) > 1 else names[place] for place in places]
    return tuple(
        _plain_name(board, place, f"n{place}") if found.count(name) > 1 else name
        for place, name in enumerate(found)
    )


def _plain_name(board: Board, intersection: int, more: str = "") -> str:
    name = "-".join(map(str, spot_tokens(board, intersection))) or "the desert"
    if more:
        name += f" ({more})"
    harbor = harbor_at(board, intersection)
    return name if harbor is None else f"{name} at the {harbor_text(harbor)}"


def _resource_names(board: Board, intersection: int) -> str:
    """In the order of the tokens."""
    around = [hexagon for hexagon in topology.INTERSECTION_HEXES[intersection] if board.tokens[hexagon]]
    around.sort(key=lambda hexagon: (-pips(board.tokens[hexagon]), board.tokens[hexagon]))
    return "-".join(RESOURCES[board.terrain[hexagon]] for hexagon in around)


def spot_resources(board: Board, intersection: int) -> set[int]:
    """The resources that an intersection brings."""
    around = topology.INTERSECTION_HEXES[intersection]
    return {board.terrain[hexagon] for hexagon in around if board.tokens[hexagon]}


def harbor_at(board: Board, intersection: int) -> int | None:
    """The harbor of an intersection: a resource, ``ANY_HARBOR``, or None."""
    for path, harbor in zip(topology.HARBOR_PATHS, board.harbors, strict=True):
        if intersection in topology.PATH_ENDS[path]:
            return harbor
    return None


def harbor_text(harbor: int) -> str:
    """A harbor by its rate.

    >>> harbor_text(2), harbor_text(5)
    ('2:1 ore harbor', '3:1 harbor')
    """
    return "3:1 harbor" if harbor == ANY_HARBOR else f"2:1 {RESOURCES[harbor]} harbor"


def hex_text(board: Board, hexagon: int) -> str:
    """A hex by its resource and token.

    >>> hex_text(Board.generate("beginner"), 4), hex_text(Board.generate("beginner"), 9)
    ('the brick 6', 'the desert')
    """
    token = board.tokens[hexagon]
    return f"the {RESOURCES[board.terrain[hexagon]]} {token}" if token else "the desert"


# -- moves


def move_text(action: Action, board: Board, voice: Voice) -> str:
    """A move as advice: ``settle on 6-8-5``."""
    return _phrase(action, board, voice)


def third_person(advice: str) -> str:
    """A move as something that somebody else does.

    >>> third_person("settle on 6-8-5"), third_person("discard ore")
    ('settles on 6-8-5', 'discards ore')
    """
    verb, _, rest = advice.partition(" ")
    return f"{_third_person(verb)} {rest}".strip()


def _third_person(verb: str) -> str:
    return verb + ("es" if verb.endswith(("s", "sh", "ch", "x", "z")) else "s")


def _phrase(action: Action, board: Board, voice: Voice) -> str:
    match action.kind:
        case "settle":
            assert action.intersection is not None
            return f"settle on {spot_text(board, action.intersection)}"
        case "city":
            assert action.intersection is not None
            return f"build a city on {spot_text(board, action.intersection)}"
        case "road":
            return f"build the road e{action.path}"
        case "robber":
            assert action.hex is not None
            to = f"move the robber to {hex_text(board, action.hex)}"
            return to if action.player is None else f"{to}, stealing from {voice.name(action.player)}"
        case "roll":
            return "roll the dice"
        case "end":
            return "end the turn"
        case "buy card":
            return "buy a development card"
        case "knight":
            return "play a knight"
        case "road building" | "year of plenty":
            return f"play {action.kind}"
        case "monopoly":
            return f"play monopoly on {_resource(action)}"
        case "take" | "discard":
            return f"{action.kind} {_resource(action)}"
        case "trade":
            return f"trade {_bundles(action)} with the bank"
        case "offer":
            return f"offer {_bundles(action)}"
        case "counter":
            return f"counter with {_bundles(action)}"
        case "accept" | "refuse":
            return f"{action.kind} the offer"
        case "deal":
            assert action.player is not None
            return f"deal with {voice.name(action.player)}"
        case "cancel":
            return "cancel the offer"
    raise ValueError(f"{action}: no decision")


def _resource(action: Action) -> str:
    assert action.resource is not None
    return RESOURCES[action.resource]


def _bundles(action: Action) -> str:
    assert action.give is not None
    assert action.get is not None
    return f"{resources_text(action.give)} for {resources_text(action.get)}"
