"""Positions: a catanatron game as a ``Position``, and a ``Position`` as a catanatron game."""

from __future__ import annotations

import random
from collections import Counter, defaultdict
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from typing import Any

from longroad.adapters.catanatron.boards import their_map
from longroad.adapters.catanatron.places import COORDINATE, EDGE, HEX, INTERSECTION, NODE, PATH
from longroad.adapters.catanatron.versions import (
    FRESH_CARDS_WAIT,
    STATIC_GRAPH,
    ActionPrompt,
    ActionType,
    Game,
    generate_playable_actions,
    newest_first,
    set_playable_actions,
    set_raw_log,
    walk,
)
from longroad.adapters.catanatron.words import CARDS, RESOURCES, five, from_bank_order, to_bank_order
from longroad.catan import Board, Rules
from longroad.catan.position import Five, Places, Position

_PIECES = {"ROADS": 15, "SETTLEMENTS": 5, "CITIES": 4}
_LEAST_LONGEST_ROAD = 5
_VICTORY_POINT = CARDS.index("VICTORY_POINT")
#: Cards whose playing the development version puts off by a turn.
_PLAYABLE = tuple(card for card in CARDS if card != "VICTORY_POINT")
_PROMPTS = {
    "setup settlement": ActionPrompt.BUILD_INITIAL_SETTLEMENT,
    "setup road": ActionPrompt.BUILD_INITIAL_ROAD,
    "before roll": ActionPrompt.PLAY_TURN,
    "main": ActionPrompt.PLAY_TURN,
    "free roads": ActionPrompt.PLAY_TURN,
    "discard": ActionPrompt.DISCARD,
    "robber": ActionPrompt.MOVE_ROBBER,
}
_PHASES = {prompt: phase for phase, prompt in _PROMPTS.items() if prompt is not ActionPrompt.PLAY_TURN}


@contextmanager
def drawing_from(seed: int) -> Iterator[None]:
    """catanatron draws from Python's own generator: inside it is seeded, afterwards it is as before."""
    before = random.getstate()
    random.seed(seed)
    try:
        yield
    finally:
        random.setstate(before)


# -- From theirs


def position_of(game: Any) -> Position:
    """The position of a catanatron game. Its i-th color sits on seat i. Not for its prompts of domestic
    trade."""
    state = game.state
    own, seats, board = state.player_state, range(len(state.colors)), state.board
    settlements, cities, roads = _pieces_of(state)
    phase, current = phase_of(state), state.current_turn_index
    deck = Counter(state.development_listdeck)
    cards = tuple(five(own[f"P{seat}_{card}_IN_HAND"] for card in CARDS) for seat in seats)
    return Position(
        settlements=settlements,
        cities=cities,
        roads=roads,
        hands=tuple(five(own[f"P{seat}_{name}_IN_HAND"] for name in RESOURCES) for seat in seats),
        cards=cards,
        played=tuple(five(own[f"P{seat}_PLAYED_{card}"] for card in CARDS) for seat in seats),
        bought=_bought(game, cards[current]),
        bank=from_bank_order(state.resource_freqdeck),
        deck=five(deck[card] for card in CARDS),
        longest_road=_holder(own, seats, "ROAD"),
        largest_army=_holder(own, seats, "ARMY"),
        road_lengths=tuple(board.road_lengths.get(color, 0) for color in state.colors),
        robber=HEX[board.robber_coordinate],
        phase=phase,
        turn=max(0, state.num_turns - 2 * (len(state.colors) - 1)),  # it counts the set-up
        current=current,
        actor=state.current_player_index,
        left=_left(state, phase),
        last_roll=_last_roll(game),
        rolled=own[f"P{current}_HAS_ROLLED"],
        card_played=own[f"P{current}_HAS_PLAYED_DEVELOPMENT_CARD_IN_TURN"],
    )


def phase_of(state: Any) -> str:
    """Our name of what catanatron asks for."""
    if state.current_prompt is not ActionPrompt.PLAY_TURN:
        return _PHASES[state.current_prompt]
    if state.is_road_building:
        return "free roads"
    return "main" if state.player_state[f"P{state.current_turn_index}_HAS_ROLLED"] else "before roll"


def _pieces_of(state: Any) -> tuple[Places, Places, Places]:
    """Settlements, cities and roads by seat."""
    seat_of = state.color_to_index
    settlements: list[list[int]] = [[] for _ in state.colors]
    cities: list[list[int]] = [[] for _ in state.colors]
    roads: list[list[int]] = [[] for _ in state.colors]
    for node, (color, kind) in state.board.buildings.items():
        (settlements if kind == "SETTLEMENT" else cities)[seat_of[color]].append(INTERSECTION[node])
    for edge, color in state.board.roads.items():
        if edge[0] < edge[1]:  # they are kept both ways round
            roads[seat_of[color]].append(PATH[edge])
    return _sorted(settlements), _sorted(cities), _sorted(roads)


def _sorted(places: list[list[int]]) -> Places:
    return tuple(tuple(sorted(own)) for own in places)


def _holder(own: dict[str, Any], seats: range, card: str) -> int | None:
    return next((seat for seat in seats if own[f"P{seat}_HAS_{card}"]), None)


def _bought(game: Any, held: Five) -> Five:
    """Cards bought since the turn began; in 3.2.1 they may have been played already."""
    cards: Counter[str] = Counter()
    for action, result in newest_first(game):
        if action.action_type is ActionType.END_TURN:
            break
        if action.action_type is ActionType.BUY_DEVELOPMENT_CARD:
            cards[result] += 1
    return five(min(cards[card], still) for card, still in zip(CARDS, held, strict=True))


def _last_roll(game: Any) -> int:
    rolls = (result for action, result in newest_first(game) if action.action_type is ActionType.ROLL)
    return sum(next(rolls, (0,)))


def _left(state: Any, phase: str) -> int:
    if phase == "free roads":
        return int(state.free_roads_available)
    if phase != "discard":
        return 0
    seat = state.current_player_index
    if hasattr(state, "discard_counts"):
        return int(state.discard_counts[seat])
    return sum(int(state.player_state[f"P{seat}_{name}_IN_HAND"]) for name in RESOURCES) // 2


# -- To theirs


class Games:
    """Makes catanatron games on one board. Seat i is played by the i-th of the players."""

    def __init__(self, rules: Rules, board: Board, players: Sequence[Any]) -> None:
        self._rules = rules
        with drawing_from(0):
            self._blank = Game(
                players,
                seed=1,
                discard_limit=rules.discard_limit,
                vps_to_win=rules.target_points,
                catan_map=their_map(board),
            )
        state = self._blank.state
        state.players = list(players)  # they were seated at random
        state.colors = tuple(player.color for player in players)
        state.color_to_index = {color: seat for seat, color in enumerate(state.colors)}

    def at(self, position: Position, log: Sequence[Any] = ()) -> Any:
        """A game at a position, with a log (``Log.raw``, ``raw_log``). Its deck lies in an order that
        Python's generator draws."""
        game = self._blank.copy()
        _put_pieces(game.state, position)
        _put_roads(game.state, position)
        _deal(game.state, position, self._rules)
        _ask(game.state, position, self._rules)
        set_raw_log(game, log)
        set_playable_actions(game, generate_playable_actions(game.state))
        return game


def _put_pieces(state: Any, position: Position) -> None:
    board = state.board
    board.robber_coordinate = COORDINATE[position.robber]
    state.buildings_by_color = {color: defaultdict(list) for color in state.colors}
    for seat, color in enumerate(state.colors):
        kinds = (("SETTLEMENT", position.settlements[seat]), ("CITY", position.cities[seat]))
        for kind, nodes in kinds:
            for node in _new_last(nodes, position.roads[seat]):
                board.buildings[NODE[node]] = (color, kind)
                state.buildings_by_color[color][kind].append(NODE[node])
        for path in position.roads[seat]:
            edge = EDGE[path]
            board.roads[edge] = board.roads[edge[::-1]] = color
            state.buildings_by_color[color]["ROAD"].append(edge)
    for node in board.buildings:
        board.board_buildable_ids -= {node, *STATIC_GRAPH.neighbors(node)}


def _new_last(nodes: Sequence[int], roads: Sequence[int]) -> list[int]:
    """Settlements with those that no road touches at the end: in the set-up the next road must touch the last
    one."""
    touched = {end for path in roads for end in EDGE[path]}
    return sorted(nodes, key=lambda node: NODE[node] not in touched)


def _put_roads(state: Any, position: Position) -> None:
    """Networks and the longest road."""
    board = state.board
    for seat, color in enumerate(state.colors):
        own = {end for path in position.roads[seat] for end in EDGE[path]}
        own |= {NODE[node] for node in (*position.settlements[seat], *position.cities[seat])}
        free = {node for node in own if not board.is_enemy_node(node, color)}
        networks: list[set[int]] = []
        for node in sorted(free):
            if not any(node in network for network in networks):
                networks.append({end for end in walk(board, node, color) if end in free})
        board.connected_components[color] = networks
        board.road_lengths[color] = position.road_lengths[seat]
    holder = position.longest_road
    longest = max(position.road_lengths)
    board.road_color = None if holder is None else state.colors[holder]
    board.road_length = longest if holder is not None or longest >= _LEAST_LONGEST_ROAD else 0


def _deal(state: Any, position: Position, rules: Rules) -> None:
    own = state.player_state
    for seat in range(len(state.colors)):
        pieces = (position.roads[seat], position.settlements[seat], position.cities[seat])
        for (piece, stock), used in zip(_PIECES.items(), pieces, strict=True):
            own[f"P{seat}_{piece}_AVAILABLE"] = stock - len(used)
        for name, cards in zip(RESOURCES, position.hands[seat], strict=True):
            own[f"P{seat}_{name}_IN_HAND"] = cards
        for card, held, played in zip(CARDS, position.cards[seat], position.played[seat], strict=True):
            own[f"P{seat}_{card}_IN_HAND"] = held
            own[f"P{seat}_PLAYED_{card}"] = played
        own[f"P{seat}_HAS_ROAD"] = position.longest_road == seat
        own[f"P{seat}_HAS_ARMY"] = position.largest_army == seat
        own[f"P{seat}_LONGEST_ROAD_LENGTH"] = position.road_lengths[seat]
        specials = (position.longest_road == seat) + (position.largest_army == seat)
        points = len(position.settlements[seat]) + 2 * len(position.cities[seat]) + 2 * specials
        own[f"P{seat}_VICTORY_POINTS"] = points
        own[f"P{seat}_ACTUAL_VICTORY_POINTS"] = points + position.cards[seat][_VICTORY_POINT]
    state.resource_freqdeck = to_bank_order(position.bank)
    deck = [card for card, left in zip(CARDS, position.deck, strict=True) for _ in range(left)]
    random.shuffle(deck)
    state.development_listdeck = deck if rules.development_cards else []


def _ask(state: Any, position: Position, rules: Rules) -> None:
    """Whose turn it is and what is asked."""
    own, phase, current = state.player_state, position.phase, position.current
    own[f"P{current}_HAS_ROLLED"] = position.rolled
    own[f"P{current}_HAS_PLAYED_DEVELOPMENT_CARD_IN_TURN"] = position.card_played
    if FRESH_CARDS_WAIT:
        for seat in range(len(state.colors)):
            for card in _PLAYABLE:
                kind = CARDS.index(card)
                older = position.cards[seat][kind] - (position.bought[kind] if seat == current else 0)
                own[f"P{seat}_{card}_OWNED_AT_START"] = older > 0
    state.num_turns = _turns_of(position)
    state.current_turn_index, state.current_player_index = current, position.actor
    state.current_prompt = _PROMPTS[phase]
    state.is_initial_build_phase = phase.startswith("setup")
    state.is_discarding = phase == "discard"
    state.is_moving_knight = phase == "robber"
    state.is_road_building = phase == "free roads"
    state.free_roads_available = position.left if phase == "free roads" else 0
    if hasattr(state, "discard_counts"):
        state.discard_counts = _discards(position, rules)


def _turns_of(position: Position) -> int:
    """catanatron counts the steps of the set-up as turns, but for the one in which the last player goes
    twice."""
    players = len(position.hands)
    if not position.phase.startswith("setup"):
        return 2 * (players - 1) + position.turn
    step = sum(len(roads) for roads in position.roads)
    return step if step < players else step - 1


def _discards(position: Position, rules: Rules) -> list[int]:
    """Cards that each player has still to discard: we ask from the roller on."""
    players = len(position.hands)
    owed = [0] * players
    if position.phase != "discard":
        return owed
    owed[position.actor] = position.left
    asked = (position.actor - position.current) % players
    for place in range(asked + 1, players):
        seat = (position.current + place) % players
        cards = sum(position.hands[seat])
        owed[seat] = cards // 2 if cards > rules.discard_limit else 0
    return owed
