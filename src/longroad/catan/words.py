"""Places, cards and moves of Catan in plain words."""

from __future__ import annotations

from collections.abc import Sequence

from longroad._native import Action
from longroad.catan import topology
from longroad.catan.board import Board
from longroad.catan.onlookers import Sight
from longroad.catan.state import RESOURCES
from longroad.drawing.palette import LIVERIES
from longroad.wording import listed

#: What the players are called unless they have names: by the colours they are drawn in.
COLORS = tuple(livery.name.capitalize() for livery in LIVERIES)
_GROUNDS = (*RESOURCES, "desert")
_ANY = 5


def place_words(board: Board, intersection: int) -> str:
    """An intersection by the numbers around it, as people at a table call it.

    >>> board = Board.generate("beginner")
    >>> place_words(board, 23), place_words(board, 0), place_words(board, 10)
    ('4-10-3 (wool, brick, lumber)', '10 (ore), at a 3:1 harbor', '10-2-6 (ore, wool, brick)')
    """
    hexes = topology.INTERSECTION_HEXES[intersection]
    numbers = "-".join(str(board.tokens[h]) for h in hexes if board.tokens[h])
    grounds = ", ".join(_GROUNDS[board.terrain[h]] for h in hexes)
    words = f"{numbers} ({grounds})" if numbers else f"the {grounds}"
    return words + _harbor_words(board, intersection)


def hex_words(board: Board, hexagon: int) -> str:
    """A hex by its ground and number.

    >>> hex_words(Board.generate("beginner"), 0), hex_words(Board.generate("beginner"), 9)
    ('ore 10', 'the desert')
    """
    ground, token = _GROUNDS[board.terrain[hexagon]], board.tokens[hexagon]
    return f"{ground} {token}" if token else f"the {ground}"


def path_words(board: Board, path: int) -> str:
    """A path by the hexes on its sides.

    >>> path_words(Board.generate("beginner"), 0), path_words(Board.generate("beginner"), 8)
    ('on the coast of ore 10', 'between wool 2 and lumber 9')
    """
    one, other = topology.PATH_ENDS[path]
    sides = [h for h in topology.INTERSECTION_HEXES[one] if h in topology.INTERSECTION_HEXES[other]]
    words = [hex_words(board, h) for h in sides]
    return f"between {listed(words)}" if len(words) == 2 else f"on the coast of {words[0]}"


def bundle_words(counts: Sequence[int], names: Sequence[str] = RESOURCES) -> str:
    """Cards in a sentence.

    >>> bundle_words((0, 0, 2, 1, 0)), bundle_words((0, 0, 0, 0, 0))
    ('2 ore and 1 grain', 'nothing')
    """
    parts = [f"{count} {names[kind]}" for kind, count in enumerate(counts) if count]
    return listed(parts) if parts else "nothing"


def exchange_words(action: Action) -> str:
    """What a trade, offer or counter-offer is about.

    >>> exchange_words(Action.parse("offer 2 grain + 1 wool for 1 ore"))
    '2 grain and 1 wool for 1 ore'
    """
    return f"{bundle_words(action.give or ())} for {bundle_words(action.get or ())}"


def action_words(view: Sight, action: Action) -> str:
    """A move that can be made, in words: what a menu shows.

    >>> from longroad.catan import Rules, State
    >>> view = State(Rules(players=2), board=Board.generate("beginner")).view(0)
    >>> action_words(view, view.actions[10])
    'settle on 10-2-6 (ore, wool, brick)'
    """
    kind, board = action.kind, view.board
    if action.intersection is not None:
        verb = "build a city on" if kind == "city" else "settle on"
        return f"{verb} {place_words(board, action.intersection)}"
    if action.path is not None:
        return f"build a road {path_words(board, action.path)}"
    if action.hex is not None:
        steal = "" if action.player is None else f" and steal from {COLORS[action.player]}"
        return f"move the robber to {hex_words(board, action.hex)}{steal}"
    if kind in ("trade", "offer", "counter"):
        return f"{kind} {exchange_words(action)}{' with the bank' if kind == 'trade' else ''}"
    if kind == "deal" and action.player is not None:
        return f"close the deal with {COLORS[action.player]}"
    if action.resource is not None:
        verb = {"monopoly": "play monopoly on", "take": "take 1", "discard": "discard 1"}[kind]
        return f"{verb} {RESOURCES[action.resource]}"
    return _PLAIN.get(kind, kind)


_PLAIN = {
    "roll": "roll the dice",
    "end": "end the turn",
    "buy card": "buy a development card",
    "knight": "play a knight",
    "road building": "play road building",
    "year of plenty": "play year of plenty",
    "accept": "accept the offer",
    "refuse": "refuse the offer",
    "cancel": "trade with nobody",
}


def _harbor_words(board: Board, intersection: int) -> str:
    for path, kind in zip(topology.HARBOR_PATHS, board.harbors, strict=True):
        if intersection in topology.PATH_ENDS[path]:
            return ", at a 3:1 harbor" if kind == _ANY else f", at the {RESOURCES[kind]} harbor"
    return ""
