"""Catan as an OpenSpiel game: explicit chance, imperfect information, zero sum, 2-4 players.

Importing this module registers the game ``longroad_catan``:

>>> import pyspiel
>>> import longroad.adapters.open_spiel
>>> game = pyspiel.load_game("longroad_catan(players=2,seed=7)")
>>> state = game.new_initial_state()
>>> state.current_player(), len(state.legal_actions())
(0, 54)
>>> state.apply_action(state.string_to_action("settle n23"))
>>> [state.action_to_string(action) for action in state.legal_actions()]
['road e21', 'road e29', 'road e30']

Parameters are the options of ``longroad.catan.Rules`` by name and ``seed``, which draws the board: the board
belongs to the game, all its states have the same one. Two defaults are not the official ones:
``offers_per_turn=0`` and ``turn_cap=500``; the cap keeps histories finite and cannot be 0.

- Actions of players are indices of the ``general`` codec, those of chance small numbers: the sum of the dice
  less 2, the resource stolen, the card drawn (each in the order of docs/reference/rules.md). Their texts are
  the notation of docs/reference/rules.md.
- Observation: tensor and string of what a player sees now; the tensor is the ``general`` encoding as floats,
  its parts by name in ``make_py_observer().dict``.
- Information state: a string only. It tells all that the player saw happen, so it has perfect recall.
- ``state.resample_from_infostate`` draws the hidden cards anew, for searches over information sets.
- ``state.position`` is the longroad.catan.State behind a state; ``state.position.to_record()`` is its record,
  and serialized states hold that record.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import asdict
from typing import Any, cast

import numpy as np
import numpy.typing as npt

from longroad.adapters._episode import CODEC, DEFAULTS, ENCODING, action_of, observation_of
from longroad.adapters._open_spiel_creator import Creator
from longroad.adapters._sight import private_events, private_text, public_text, seen_events
from longroad.catan import CARDS, RESOURCES, Action, Belief, Rng, Rules, State
from longroad.catan.encodings import general_blocks
from longroad.errors import RulesError
from longroad.extras import missing_extra

try:
    import pyspiel  # type: ignore[import-not-found]
except ImportError as error:
    raise missing_extra("longroad.adapters.open_spiel", "openspiel") from error

NAME = "longroad_catan"

#: Every parameter of the game and its default.
PARAMETERS: dict[str, Any] = {**asdict(Rules()), **DEFAULTS, "turn_cap": 500, "seed": 0}

# The outcomes of each chance phase in the order of their numbers.
_OUTCOMES = {
    "dice": [Action.parse(f"dice {total}") for total in range(2, 13)],
    "steal": [Action.parse(f"stole {resource}") for resource in RESOURCES],
    "draw": [Action.parse(f"drew {card}") for card in CARDS],
}
_NUMBER = {outcome: number for outcomes in _OUTCOMES.values() for number, outcome in enumerate(outcomes)}
_DECK, _KNIGHTS = 25, 14

_GAME_TYPE = pyspiel.GameType(
    short_name=NAME,
    long_name="Catan (Longroad)",
    dynamics=pyspiel.GameType.Dynamics.SEQUENTIAL,
    chance_mode=pyspiel.GameType.ChanceMode.EXPLICIT_STOCHASTIC,
    information=pyspiel.GameType.Information.IMPERFECT_INFORMATION,
    utility=pyspiel.GameType.Utility.ZERO_SUM,
    reward_model=pyspiel.GameType.RewardModel.TERMINAL,
    max_num_players=4,
    min_num_players=2,
    provides_information_state_string=True,
    provides_information_state_tensor=False,
    provides_observation_string=True,
    provides_observation_tensor=True,
    parameter_specification=PARAMETERS,
)


def most_decisions(rules: Rules) -> int:
    """An upper bound to the decisions of a game.

    In a turn there are at most a roll, an end, a development card, two moves of the robber, two free roads or
    cards, and the offers with all their answers. What else can be done (discard, trade with the bank, build,
    buy) takes cards out of all hands together, where after the roll at most all cards of the bank lie, and
    two more from a year of plenty.
    """
    set_up = 2 * rules.starting_settlements * rules.players
    a_turn = 7 + rules.offers_per_turn * (rules.players + 1) + 5 * rules.bank + 2
    return set_up + rules.turn_cap * a_turn


def most_chance(rules: Rules) -> int:
    """An upper bound to the chance nodes: a roll and a theft per turn, the knights' thefts, the deck."""
    return 2 * rules.turn_cap + _KNIGHTS + _DECK


class CatanGame(pyspiel.Game):  # type: ignore[misc]  # pyspiel has no types
    """Rules and a board. Made by ``pyspiel.load_game("longroad_catan", {...})``."""

    def __init__(self, params: dict[str, Any] | None = None) -> None:
        chosen = {**PARAMETERS, **(params or {})}
        seed = chosen.pop("seed")
        self.rules: Rules = Rules.from_dict(chosen)
        if self.rules.turn_cap == 0:
            raise RulesError(
                "turn_cap=0: OpenSpiel needs games of limited length; must be between 1 and 65535"
            )
        #: The position at the start.
        self.start: State = State(self.rules, seed=seed)
        info = pyspiel.GameInfo(
            num_distinct_actions=CODEC.size,
            max_chance_outcomes=max(map(len, _OUTCOMES.values())),
            num_players=self.rules.players,
            min_utility=-1.0 / (self.rules.players - 1),
            max_utility=1.0,
            utility_sum=0.0,
            max_game_length=most_decisions(self.rules),
        )
        super().__init__(_GAME_TYPE, info, {k: v for k, v in (params or {}).items() if v != PARAMETERS[k]})

    def new_initial_state(self) -> CatanState:
        """The start of a game, before the first settlement."""
        return CatanState(self)

    def max_chance_nodes_in_history(self) -> int:
        """An upper bound."""
        return most_chance(self.rules)

    def make_py_observer(self, iig_obs_type: Any = None, params: Any = None) -> CatanObserver:
        """Strings for every kind of observation; a tensor for the default one."""
        return CatanObserver(iig_obs_type or pyspiel.IIGObservationType(perfect_recall=False), params)


class _Counted:
    """What players know by counting cards, kept while a state is played on; its copies begin anew."""

    def __init__(self) -> None:
        # By player: the game as far as it was followed, how many events these are, and what they tell.
        self._followed: dict[int, tuple[State, int, Belief]] = {}

    def __deepcopy__(self, memo: object) -> _Counted:
        return _Counted()

    def __reduce__(self) -> tuple[type[_Counted], tuple[()]]:
        return _Counted, ()

    def belief(self, start: State, now: State, player: int) -> Belief:
        """What the player knows now, on from where it was asked last."""
        if not now.has_history:
            raise ValueError("a resampled state has no history: resample the state that it came from")
        position, followed, belief = self._followed.get(player) or (start.copy(), 0, Belief())
        events = now.events()
        for event in events[followed:]:
            before, shown = position.view(player), position.seen_by(event, player)
            position.apply(event)
            belief.observe(before, shown, position.view(player))
        self._followed[player] = position, len(events), belief
        return belief


class CatanState(pyspiel.State):  # type: ignore[misc]  # pyspiel has no types
    """A position of a game and how it came about."""

    # OpenSpiel copies the attributes to clone a state and pickles them to serialize it.

    def __init__(self, game: CatanGame) -> None:
        super().__init__(game)
        self.position: State = game.start.copy()
        self.takings: dict[int, tuple[int, ...]] = {}
        self._counted = _Counted()

    def current_player(self) -> int:
        """Who decides, or pyspiel's number for chance or the end."""
        if self.position.is_over:
            return int(pyspiel.PlayerId.TERMINAL)
        actor = self.position.actor
        return int(pyspiel.PlayerId.CHANCE) if actor is None else actor

    def is_terminal(self) -> bool:
        """Whether the game is over."""
        return self.position.is_over

    def returns(self) -> list[float]:
        """1 for the winner and -1/(n-1) for the others; zeros before the end and without a winner."""
        return self.position.returns()

    def chance_outcomes(self) -> list[tuple[int, float]]:
        """Number and exact probability of everything that can happen."""
        return [(_NUMBER[outcome], probability) for outcome, probability in self.position.chance_outcomes()]

    def resample_from_infostate(self, player: int, probability_sampler: Callable[[], float]) -> CatanState:
        """A state that the player cannot tell from this one: hidden cards are drawn as counting them says.

        It has no history, so it gives observation strings and tensors but no information state strings; with
        OpenSpiel's ISMCTSBot say ``use_observation_string=True``. `probability_sampler` returns numbers from
        0 to 1.
        """
        rng = Rng(int(probability_sampler() * 2**53))
        drawn = self.clone()
        belief = self._counted.belief(self.get_game().start, self.position, player)
        drawn.position = belief.sample(self.position.view(player), rng)
        return cast("CatanState", drawn)

    def _legal_actions(self, player: int) -> list[int]:
        found: list[int] = np.flatnonzero(CODEC.mask(self.position)).tolist()
        return found

    def _apply_action(self, action: int) -> None:
        position = self.position
        chosen = _OUTCOMES[position.phase][action] if position.is_chance else action_of(position, action)
        if chosen.kind == "monopoly":
            before = [position.hand_size(player) for player in range(position.players)]
            number = len(position.event_words())
            position.apply(chosen)
            self.takings[number] = tuple(
                max(0, before[player] - position.hand_size(player)) for player in range(position.players)
            )
        else:
            position.apply(chosen)

    def _action_to_string(self, player: int, action: int) -> str:
        position = self.position
        if player == pyspiel.PlayerId.CHANCE:
            return str(_OUTCOMES[position.phase][action]) if position.is_chance else f"outcome {action}"
        if player == position.actor:
            return str(action_of(position, action))
        # Asked out of turn: as p0 would say it at the start, with the table turned.
        asked = action_of(self.get_game().start, action)
        if asked.player is None:
            return str(asked)
        return str(asked).replace(f"p{asked.player}", f"p{(asked.player + player) % position.players}")

    def __str__(self) -> str:
        views = [self.position.view(player) for player in range(self.position.players)]
        return "\n".join([public_text(views[0]), *map(private_text, views)])


class CatanObserver:
    """What a player sees of a state; see open_spiel.python.observation for the protocol.

    With perfect recall the string tells everything seen since the start, else what is seen now. Private
    information is the player's own, everybody's, or left out, as the type of observation asks; the default
    type has a tensor as well.
    """

    def __init__(self, kind: Any, params: Any) -> None:
        if params:
            raise ValueError(f"longroad_catan's observer takes no parameters; given {params}")
        self._public, self._recall, self._private = kind.public_info, kind.perfect_recall, kind.private_info
        own = self._private == pyspiel.PrivateInfoType.SINGLE_PLAYER
        self.tensor: npt.NDArray[np.float32] | None = None
        self.dict: dict[str, npt.NDArray[np.generic]] = {}
        if self._public and own and not self._recall:
            self.tensor = np.zeros(ENCODING.size, dtype=np.float32)
            self.dict = general_blocks(self.tensor)

    def set_from(self, state: CatanState, player: int) -> None:
        """Writes what the player sees into `tensor`, of which `dict` has the parts."""
        if self.tensor is not None:
            self.tensor[:] = observation_of(state.position, player)

    def string_from(self, state: CatanState, player: int) -> str:
        """What the player sees, as text."""
        position = state.position
        if self._private == pyspiel.PrivateInfoType.NONE:
            audience: list[int] = []
        elif self._private == pyspiel.PrivateInfoType.SINGLE_PLAYER:
            audience = [player]
        else:
            audience = list(range(position.players))
        if self._recall:
            return self._history(state, audience)
        pieces = [public_text(position.view(player))] if self._public else []
        return "\n".join(pieces + [private_text(position.view(known)) for known in audience])

    def _history(self, state: CatanState, audience: list[int]) -> str:
        position = state.position
        if not position.has_history:
            raise ValueError("a resampled state has no history: ask for observation strings")
        who = " ".join(f"p{player}" for player in audience)
        if not self._public:
            return f"{who}: " + "; ".join(private_events(position, audience))
        pieces = [
            f"{who} on {position.board_text}:",
            "; ".join(seen_events(position, audience, state.takings)),
        ]
        if position.is_over:
            pieces.append("nobody won" if position.winner is None else f"p{position.winner} won")
        return "\n".join(pieces)


def register() -> None:
    """Makes the game known to OpenSpiel; importing this module has done it already."""
    if NAME not in pyspiel.registered_names():
        pyspiel.register_game(_GAME_TYPE, Creator)


register()
