"""One game of catanatron 3.2.1, driven from outside: told all that happens, asked for facts, repaired."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from typing import Any

from catanatron.game import Game
from catanatron.models.actions import generate_playable_actions
from catanatron.models.enums import Action as PeerAction
from catanatron.models.enums import ActionPrompt, ActionType
from catanatron.models.player import Color, Player
from catanatron.state import apply_action

from differential.catanatron_bridge import (
    BANK,
    CARDS,
    HEX,
    INTERSECTION,
    PATH,
    PHASES_OF,
    PIECES,
    RESOURCES,
    ROAD_PRICE,
    meaning,
    their_map,
    two_dice,
)
from longroad.catan import Action, State


class Peer:
    """A catanatron game that follows one of our games. Seat i is the i-th of its colors."""

    def __init__(self, state: State) -> None:
        rules = state.rules
        players = [Player(color) for color in list(Color)[: rules.players]]
        self.game: Any = Game(
            players,
            seed=1,
            discard_limit=rules.discard_limit,
            vps_to_win=rules.target_points,
            catan_map=their_map(state.board),
        )
        self.state: Any = self.game.state
        self.state.resource_freqdeck = [rules.bank] * len(RESOURCES)
        self.colors: tuple[Any, ...] = self.state.colors
        self._intents: dict[tuple[int, int], Any] = {}

    # Actions

    def intent(self, action: Action, seat: int) -> Any:
        """An action as catanatron lists it: chance left open, a year of plenty without its cards."""
        key = int(action), seat
        if key not in self._intents:
            kind, value = meaning(action, self.colors)
            self._intents[key] = PeerAction(self.colors[seat], kind, value)
        return self._intents[key]

    def listed(self) -> set[Any]:
        """The actions catanatron offers now, all years of plenty as one."""
        plenty = ActionType.PLAY_YEAR_OF_PLENTY
        return {a._replace(value=None) if a.action_type is plenty else a for a in self.state.playable_actions}

    def plenty_options(self) -> set[tuple[str, ...]]:
        """What a year of plenty may take."""
        plenty = ActionType.PLAY_YEAR_OF_PLENTY
        offered = (a.value for a in self.state.playable_actions if a.action_type is plenty)
        return {tuple(sorted(cards)) for cards in offered}

    def follow(self, events: Sequence[tuple[int | None, Action]]) -> None:
        """Carries out one of our decisions and all that came of it: (who decided, what) in order."""
        seat, action = events[0]
        assert seat is not None
        intent = self.intent(action, seat)
        rest: list[Any] = [event for _, event in events[1:]]
        if action.kind == "roll":
            self._apply(intent._replace(value=two_dice(rest[0].sum)))
            self._discard(events[2:])
        elif action.kind == "buy card":
            self._apply(intent._replace(value=CARDS[rest[0].card]))
        elif action.kind == "robber" and rest:
            self._apply(intent._replace(value=(*intent.value[:2], RESOURCES[rest[0].resource])))
        elif action.kind == "year of plenty":
            self._apply(intent._replace(value=tuple(RESOURCES[event.resource] for event in rest)))
        elif action.kind == "road building" or self.state.is_road_building:
            self._apply_free_road(intent, seat)
        else:
            self._apply(intent)

    def _apply(self, action: Any) -> None:
        apply_action(self.state, action)

    def _discard(self, events: Iterable[tuple[int | None, Action]]) -> None:
        """Our single cards as whole discards. catanatron asks in seat order, we from the roller on."""
        cards: dict[int, list[str]] = {}
        for seat, event in events:
            assert seat is not None
            assert event.resource is not None
            cards.setdefault(seat, []).append(RESOURCES[event.resource])
        for seat in sorted(cards):
            asked = self.state.current_player_index, self.state.current_prompt
            assert asked == (seat, ActionPrompt.DISCARD), f"p{seat} discards; catanatron asks {asked}"
            assert len(cards[seat]) == sum(self.hand(seat)) // 2, f"p{seat} discards {cards[seat]}"
            self._apply(PeerAction(self.colors[seat], ActionType.DISCARD, cards[seat]))

    def _apply_free_road(self, intent: Any, seat: int) -> None:
        """A step of road building, with the price lent: catanatron wants to see it, but does not take it."""
        for resource, cards in ROAD_PRICE.items():
            self.state.player_state[f"P{seat}_{resource}_IN_HAND"] += cards
        self._apply(intent)
        for resource, cards in ROAD_PRICE.items():
            self.state.player_state[f"P{seat}_{resource}_IN_HAND"] -= cards
        if not self.state.is_road_building:
            self._list_anew()

    def _list_anew(self) -> None:
        self.state.playable_actions = generate_playable_actions(self.state)

    # Facts

    def hand(self, seat: int) -> tuple[int, ...]:
        return tuple(self.state.player_state[f"P{seat}_{resource}_IN_HAND"] for resource in RESOURCES)

    @property
    def road_lengths(self) -> list[int]:
        return [self.state.board.road_lengths.get(color, 0) for color in self.colors]

    @property
    def winner(self) -> int | None:
        """Whom catanatron takes for the winner."""
        return self._seat(self.game.winning_color())

    def _seat(self, color: Any) -> int | None:
        return None if color is None else self.colors.index(color)

    def _holder(self, card: str) -> int | None:
        held = [self.state.player_state[f"P{seat}_HAS_{card}"] for seat in range(len(self.colors))]
        return held.index(True) if True in held else None

    @property
    def road_holder(self) -> int | None:
        return self._holder("ROAD")

    def facts(self) -> dict[str, Any]:
        """The position in the words of ``our_facts``."""
        seats, own = range(len(self.colors)), self.state.player_state
        deck = Counter(self.state.development_listdeck)
        bank = dict(zip(BANK, self.state.resource_freqdeck, strict=True))
        current = self.state.current_turn_index
        return {
            **self._pieces(),
            "bank": tuple(bank[resource] for resource in RESOURCES),
            "deck": tuple(deck[card] for card in CARDS),
            "hands": [self.hand(seat) for seat in seats],
            "cards": [tuple(own[f"P{seat}_{card}_IN_HAND"] for card in CARDS) for seat in seats],
            "knights": [own[f"P{seat}_PLAYED_KNIGHT"] for seat in seats],
            "points": [own[f"P{seat}_ACTUAL_VICTORY_POINTS"] for seat in seats],
            "public points": [own[f"P{seat}_VICTORY_POINTS"] for seat in seats],
            "road lengths": self.road_lengths,
            "longest road": self._seat(self.state.board.road_color),
            "road card": self.road_holder,
            "largest army": self._holder("ARMY"),
            "robber": HEX[self.state.board.robber_coordinate],
            "turn": max(0, self.state.num_turns - 2 * (len(self.colors) - 1)),  # it counts the set-up
            "current": current,
            "actor": self.state.current_player_index,
            "rolled": own[f"P{current}_HAS_ROLLED"],
            "card played": own[f"P{current}_HAS_PLAYED_DEVELOPMENT_CARD_IN_TURN"],
            "phases": PHASES_OF[self.state.current_prompt],
        }

    def _pieces(self) -> dict[str, Any]:
        seat_of = {color: seat for seat, color in enumerate(self.colors)}
        own = self.state.player_state
        settlements: list[list[int]] = [[] for _ in self.colors]
        cities: list[list[int]] = [[] for _ in self.colors]
        roads: list[list[int]] = [[] for _ in self.colors]
        for node, (color, kind) in self.state.board.buildings.items():
            (settlements if kind == "SETTLEMENT" else cities)[seat_of[color]].append(INTERSECTION[node])
        for edge, color in self.state.board.roads.items():
            if edge[0] < edge[1]:
                roads[seat_of[color]].append(PATH[edge])
        return {
            "settlements": [sorted(places) for places in settlements],
            "cities": [sorted(places) for places in cities],
            "roads": [sorted(places) for places in roads],
            "pieces left": [
                [own[f"P{seat}_{piece}_AVAILABLE"] for piece in PIECES] for seat in range(len(self.colors))
            ],
        }

    # Repairs, where catanatron departs from the rules

    def pay(self, seat: int, resource: int, cards: int) -> None:
        """Cards from the bank."""
        name = RESOURCES[resource]
        self.state.player_state[f"P{seat}_{name}_IN_HAND"] += cards
        self.state.resource_freqdeck[BANK.index(name)] -= cards
        self._list_anew()

    def set_longest_road(self, lengths: Sequence[int], holder: int | None) -> None:
        """Lengths and holder as the rules have them."""
        board, own = self.state.board, self.state.player_state
        board.road_lengths.update(zip(self.colors, lengths, strict=True))
        board.road_length = max(lengths)
        board.road_color = None if holder is None else self.colors[holder]
        for seat in range(len(self.colors)):
            change = 2 * ((seat == holder) - own[f"P{seat}_HAS_ROAD"])
            own[f"P{seat}_HAS_ROAD"] = seat == holder
            own[f"P{seat}_VICTORY_POINTS"] += change
            own[f"P{seat}_ACTUAL_VICTORY_POINTS"] += change

    def lost_roads(self, seat: int) -> set[int]:
        """Our intersections on the player's roads, free of opponents, that catanatron has forgotten."""
        board, color = self.state.board, self.colors[seat]
        known = set().union(*board.connected_components[color])
        own = {node for edge, owner in board.roads.items() if owner == color for node in edge}
        return {INTERSECTION[node] for node in own - known if not board.is_enemy_node(node, color)}

    def find_lost_roads(self, seat: int) -> None:
        """Makes catanatron's networks of roads anew."""
        board, color = self.state.board, self.colors[seat]
        own = {node for edge, owner in board.roads.items() if owner == color for node in edge}
        networks: list[set[int]] = []
        for node in sorted(own):
            if not board.is_enemy_node(node, color) and not any(node in network for network in networks):
                networks.append(board.bfs_walk(node, color))
        board.connected_components[color] = networks
        self._list_anew()
