"""A Longroad agent as a catanatron Player."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from longroad.adapters.catanatron.actions import as_listed, in_order, to_theirs, year_of_plenty
from longroad.adapters.catanatron.boards import our_board
from longroad.adapters.catanatron.positions import position_of
from longroad.adapters.catanatron.retelling import Retelling
from longroad.adapters.catanatron.rules import rules_of
from longroad.adapters.catanatron.versions import CHOOSES_DISCARDS, ActionPrompt, ActionType, Player
from longroad.adapters.catanatron.words import CARDS
from longroad.agents import Agent, make_agent
from longroad.catan import Action, Rng, State
from longroad.catan.position import Position

#: Kinds of actions that catanatron may not list although the card is held, by the card.
_CARD_ACTIONS = {
    "KNIGHT": ActionType.PLAY_KNIGHT_CARD,
    "ROAD_BUILDING": ActionType.PLAY_ROAD_BUILDING,
    "YEAR_OF_PLENTY": ActionType.PLAY_YEAR_OF_PLENTY,
    "MONOPOLY": ActionType.PLAY_MONOPOLY,
}
#: What it plays, the first that it can, in place of a move that catanatron does not allow.
_SAFE = (ActionType.ROLL, ActionType.END_TURN)


class LongroadPlayer(Player):  # type: ignore[misc]  # catanatron has no types
    """An agent of Longroad. The first parameter is its spec, further ones are its options:
    LongroadPlayer(color, "mcts", "sims=800").

    It is given what its player may know, although catanatron shows it everything. It never offers trades and
    refuses all.
    """

    def __init__(
        self,
        color: Any,
        agent: str | Agent = "planner",
        *options: str,
        seed: int | None = None,
        is_bot: bool = True,
    ) -> None:
        super().__init__(color, is_bot)
        self._spec = (
            type(agent).__name__
            if isinstance(agent, Agent)
            else ":".join(filter(None, (agent, ",".join(options))))
        )
        self.agent = make_agent(self._spec) if isinstance(agent, str) else agent
        self._seed = seed
        #: Moves that catanatron did not allow, so that another was played.
        self.refused: int = 0
        self.reset_state()

    def __repr__(self) -> str:
        return f"{super().__repr__()}({self._spec})"

    def reset_state(self) -> None:
        """Forgets the game. catanatron calls it between games."""
        self._game_id: str | None = None
        self._retelling: Retelling | None = None

    @property
    def repairs(self) -> int:
        """How often in this game a position was taken over because the two programs' rules differ; 0 if the
        agent follows no game."""
        return self._retelling.repairs if self._retelling else 0

    def decide(self, game: Any, playable_actions: Sequence[Any]) -> Any:
        """One of the playable actions."""
        playable = list(playable_actions)
        if game.state.current_prompt is getattr(ActionPrompt, "DECIDE_TRADE", None):
            return next(action for action in playable if action.action_type is ActionType.REJECT_TRADE)
        if self._game_id != game.id:
            self._sit_down(game)
        if self._retelling is not None:
            self._retelling.catch_up(game)
        if game.state.current_prompt is ActionPrompt.DISCARD and not CHOOSES_DISCARDS:
            return playable[0]  # the game draws the cards
        state = _as_allowed(position_of(game), playable).state(self._rules, self._board)
        return self._choice(state, game.state.colors, playable)

    def _sit_down(self, game: Any) -> None:
        self._rules = rules_of(game)
        self.agent.check(self._rules)
        seat = game.state.color_to_index[self.color]
        self._board = our_board(game.state.board.map)
        self._seat, self._game_id = seat, game.id
        seed = game.seed if self._seed is None else self._seed
        self.agent.begin(self._rules, seat, Rng.stream(seed % 2**64, seat))
        self._retelling = None
        if self.agent.follows:
            self._retelling = Retelling(self._rules, self._board, seat, self.agent, game.state.colors)

    def _choice(self, state: State, colors: Sequence[Any], playable: list[Any]) -> Any:
        offered = {as_listed(action): action for action in playable}
        actions = [a for a in state.legal_actions() if to_theirs(a, self.color, colors) in offered]
        if not actions:
            return self._another(playable)
        chosen = self._asked(state, actions)
        if chosen.kind == "year of plenty":
            wanted = year_of_plenty(self.color, self._cards_taken(state))
            return wanted if wanted in playable else self._another(playable)
        theirs = to_theirs(chosen, self.color, colors)
        return offered[theirs] if theirs in offered else self._another(playable)

    def _asked(self, state: State, actions: Sequence[Action]) -> Action:
        chosen = self.agent.choose(state.view(self._seat, self.agent.open_hands), actions)
        return Action.parse(chosen) if isinstance(chosen, str) else chosen

    def _cards_taken(self, state: State) -> list[int]:
        """What a year of plenty takes: we choose card by card, catanatron all at once."""
        ahead, cards = state.copy(), []
        ahead.apply("year of plenty")
        while ahead.phase == "plenty":
            card = self._asked(ahead, ahead.legal_actions())
            ahead.apply(card)
            assert card.resource is not None
            cards.append(card.resource)
        return cards

    def _another(self, playable: list[Any]) -> Any:
        self.refused += 1
        safe = [action for kind in _SAFE for action in playable if action.action_type is kind]
        return safe[0] if safe else min(playable, key=in_order)


def _as_allowed(position: Position, playable: Sequence[Any]) -> Position:
    """The position in which the development cards that can be played are those that catanatron allows: the
    others count as bought this turn, as they have to wait."""
    kinds = {action.action_type for action in playable}
    bought = [0] * len(CARDS)
    for card, kind in _CARD_ACTIONS.items():
        if kind not in kinds:
            bought[CARDS.index(card)] = position.cards[position.current][CARDS.index(card)]
    point = CARDS.index("VICTORY_POINT")
    bought[point] = position.bought[point]
    return position.replace(bought=tuple(bought))
