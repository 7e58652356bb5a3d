"""The card game of Taucher, Polk and Oommen (2018)."""

from collections.abc import Sequence
import enum
from typing import Annotated, Any, overload

import numpy
from numpy.typing import NDArray

import longroad._native


class Moves(enum.Enum):
    """Which placements a search looks at."""

    all = 0
    """Every card."""

    representative = 1
    """One average card per class of the paper."""

    clustered = 2
    """One average card per cluster."""

class RulesCore:
    """
    The options that the engine plays by; longroad.skirmish.Rules makes it.
    """

    def __init__(self) -> None: ...

    @property
    def hand_limit(self) -> int: ...

    @hand_limit.setter
    def hand_limit(self, arg: int, /) -> None: ...

    @property
    def starting_hp(self) -> int: ...

    @starting_hp.setter
    def starting_hp(self, arg: int, /) -> None: ...

    @property
    def turn_cap(self) -> int: ...

    @turn_cap.setter
    def turn_cap(self, arg: int, /) -> None: ...

    @property
    def deck(self) -> list[str]:
        """The names of the cards of either player's deck."""

    @deck.setter
    def deck(self, arg: Sequence[str], /) -> None: ...

class Balance(enum.Enum):
    """Between what the factor for balanced hands measures the distance."""

    cards = 0
    """The sums of the values of the strongest and the weakest card."""

    aspects = 1
    """The sums of all Fight, all Heal and all Attack values."""

class Doubled(enum.Enum):
    """What counts double of the cards in the hand when averages are taken."""

    weight = 0
    """The card: as if it were there twice."""

    value = 1
    """Its value alone."""

class First(enum.Enum):
    """Which of two equally good actions of a card is taken."""

    attack = 0

    heal = 1

class Reading:
    """How the paper is read where it leaves its search open."""

    def __init__(self) -> None: ...

    @property
    def balance(self) -> Balance: ...

    @balance.setter
    def balance(self, value: Balance) -> None: ...

    @property
    def win_bonus(self) -> bool: ...

    @win_bonus.setter
    def win_bonus(self, arg: bool, /) -> None: ...

    @property
    def first(self) -> First: ...

    @first.setter
    def first(self, value: First) -> None: ...

    @property
    def doubled(self) -> Doubled: ...

    @doubled.setter
    def doubled(self, value: Doubled) -> None: ...

    @property
    def keep(self) -> bool: ...

    @keep.setter
    def keep(self, arg: bool, /) -> None: ...

    @property
    def spend(self) -> bool: ...

    @spend.setter
    def spend(self, arg: bool, /) -> None: ...

class How(enum.Enum):
    """What a player does to find its move."""

    random = 0

    expectimax = 1

    tree = 2

class TreeSettings:
    """How a tree of Skirmish grows."""

    def __init__(self) -> None: ...

    @property
    def search(self) -> longroad._native.UctSettings: ...

    @search.setter
    def search(self, arg: longroad._native.UctSettings, /) -> None: ...

    @property
    def temperature(self) -> float: ...

    @temperature.setter
    def temperature(self, arg: float, /) -> None: ...

    @property
    def odds(self) -> float: ...

    @odds.setter
    def odds(self, arg: float, /) -> None: ...

class PlayerSettings:
    """How a player of Skirmish plays."""

    def __init__(self) -> None: ...

    @property
    def how(self) -> How: ...

    @how.setter
    def how(self, value: How) -> None: ...

    @property
    def search(self) -> longroad._native.SearchSettings: ...

    @search.setter
    def search(self, arg: longroad._native.SearchSettings, /) -> None: ...

    @property
    def tree(self) -> TreeSettings: ...

    @tree.setter
    def tree(self, arg: TreeSettings, /) -> None: ...

    @property
    def moves(self) -> Moves: ...

    @moves.setter
    def moves(self, value: Moves) -> None: ...

    @property
    def classes(self) -> int: ...

    @classes.setter
    def classes(self, arg: int, /) -> None: ...

    @property
    def real_root(self) -> bool: ...

    @real_root.setter
    def real_root(self, arg: bool, /) -> None: ...

    @property
    def lean(self) -> bool: ...

    @lean.setter
    def lean(self, arg: bool, /) -> None: ...

    @property
    def reading(self) -> Reading: ...

    @reading.setter
    def reading(self, arg: Reading, /) -> None: ...

MAX_CLASSES: int = 4

CATALOGUE: tuple[tuple[str, int, int, int], ...]

STARTING_HAND: int = 5

class Action:
    """
    A move of a player or an outcome of chance; a value that can be compared, hashed and printed.
    """

    @staticmethod
    def parse(text: str) -> Action:
        """
        The action written as in docs/reference/skirmish.md; raises NotationError.
        """

    @staticmethod
    def from_int(word: int) -> Action:
        """
        The action with this number; the opposite of int(action). Raises NotationError if there is none.
        """

    def __str__(self) -> str: ...

    def __repr__(self) -> str: ...

    def __int__(self) -> int: ...

    def __hash__(self) -> int: ...

    def __eq__(self, other: object, /) -> bool: ...

    def __getstate__(self) -> int: ...

    def __setstate__(self, arg: int, /) -> None: ...

    @property
    def kind(self) -> str:
        """The first word of its text: 'place', 'battle', ..."""

    @property
    def is_chance(self) -> bool:
        """Whether it is an outcome of chance."""

    @property
    def card(self) -> str | None:
        """
        The name of the card that is drawn, is placed or acts; None for 'keep'.
        """

    @property
    def target(self) -> str | None:
        """The enemy card of a battle or removal, else None."""

class State:
    """
    A game of Skirmish in progress. longroad.skirmish.State adds records and drawings.
    """

    @overload
    def __init__(self, other: State) -> None: ...

    @overload
    def __init__(self, rules: RulesCore) -> None: ...

    @property
    def players(self) -> int:
        """How many play: two."""

    @property
    def phase(self) -> str:
        """What is asked now; docs/reference/skirmish.md lists the phases."""

    @property
    def is_over(self) -> bool:
        """Whether the game has ended."""

    @property
    def is_chance(self) -> bool:
        """Whether chance is next."""

    @property
    def winner(self) -> int | None:
        """Who won, or None."""

    @property
    def current(self) -> int:
        """Whose turn it is."""

    @property
    def actor(self) -> int | None:
        """Who decides now; None at chance and at the end."""

    @property
    def turn(self) -> int:
        """Turns ended, of both players together."""

    @property
    def acting(self) -> str | None:
        """The card whose action is asked for in phase 'act', else None."""

    @property
    def to_act(self) -> list[str]:
        """The cards whose action is still to come this turn, in their order."""

    def hp(self, player: int) -> int:
        """Health points."""

    def hand(self, player: int) -> list[str]:
        """The cards in the hand, in catalogue order."""

    def field(self, player: int) -> list[str]:
        """The cards on the field, in catalogue order."""

    def deck(self, player: int) -> list[str]:
        """The cards still to draw, in catalogue order."""

    def evaluate(self, player: int) -> float:
        """
        The paper's evaluation: health, a third of all values on the field, less the imbalance of the hand; the player's less the opponent's.
        """

    def legal_actions(self) -> list[Action]:
        """The listed legal actions of the actor; empty at chance and at the end."""

    @overload
    def is_legal(self, action: Action) -> bool:
        """Whether apply would take it."""

    @overload
    def is_legal(self, action: str) -> bool:
        """The same for an action as text; raises NotationError if it is not one."""

    @overload
    def refusal(self, action: Action) -> str | None:
        """Why an action is illegal here, or None."""

    @overload
    def refusal(self, action: str) -> str | None:
        """The same for an action as text; raises NotationError if it is not one."""

    def chance_outcomes(self) -> list[tuple[Action, float]]:
        """Outcomes and exact probabilities; empty unless chance is next."""

    def sample_chance(self, rng: longroad._native.Rng) -> Action:
        """An outcome drawn by the caller's generator."""

    def sample_action(self, rng: longroad._native.Rng) -> Action:
        """A listed legal action, drawn uniformly."""

    @overload
    def apply(self, action: Action) -> None:
        """
        Carries out a legal action or a possible outcome; raises IllegalActionError.
        """

    @overload
    def apply(self, action: str) -> None:
        """The same for an action as text; raises NotationError if it is not one."""

    def returns(self) -> list[float]:
        """1 for the winner, -1/(n-1) for the others; zeros without a winner."""

    def score(self, player: int) -> int:
        """What tables of results show of a player: points, health."""

    @property
    def rolls(self) -> int:
        """How often the dice were rolled."""

    def event_words(self) -> list[int]:
        """Every action and outcome so far, as numbers."""

    def events_text(self) -> str:
        """
        Every action and outcome so far in the notation, separated by semicolons, as records have them.
        """

    def mixed_into(self, total: int) -> int:
        """A hash with every event so far mixed in."""

    def same_position(self, other: State) -> bool:
        """Whether two states are equal bit for bit."""

STATE_BYTES: int = 64

CODEC_SIZE: int = 1567

CODEC_VERSION: str = 'skirmish-1'

ENCODING_SIZE: int = 223

ENCODING_VERSION: str = 'skirmish-1'

def index_of(action: Action) -> int | None:
    """The policy index of an action; None for an outcome of chance."""

def action_at(index: int) -> Action:
    """The action behind a policy index."""

def write_mask(state: State, out: Annotated[NDArray[numpy.uint8], dict(shape=(None,), order='C', device='cpu')]) -> None:
    """1 at every legal index, 0 elsewhere."""

def encode(state: State, player: int, out: Annotated[NDArray[numpy.uint8], dict(shape=(None,), order='C', device='cpu')]) -> None:
    """What a player sees, its own side first."""

class NativePlayer:
    """A native agent in one game."""

    def __init__(self, agent: PlayerSettings, rules: RulesCore, seat: int) -> None: ...

    @property
    def follows(self) -> bool:
        """Whether it wants to be told what happens: it does not."""

    @property
    def decisions(self) -> int:
        """Decisions it made."""

    @property
    def seconds(self) -> float:
        """CPU time of those; 0 if it draws its moves."""

    def choose(self, state: State, rng: longroad._native.Rng, stop: longroad._native.Stop | None = None) -> Action:
        """
        A move for its player. Raises StoppedError, and IllegalActionError where its player does not decide.
        """

    def search(self, state: State, player: int, stop: longroad._native.Stop | None = None) -> dict[str, Any]:
        """The value of a position for a player of expectiminimax."""

def representatives(state: State, clusters: bool, classes: int) -> list[tuple[str, list[float], Action]]:
    """
    The representatives of a placement: class, average values (fight, heal, attack), and the move that is played for it.
    """

class Setup:
    """How games of Skirmish begin: by which rules."""

    def __init__(self, rules: RulesCore) -> None: ...

    def draw(self, chance: longroad._native.Rng) -> str:
        """
        What a record says of the first position: nothing, all games begin alike.
        """

class SeatedGame:
    """A game with native players and others; longroad.agents.Table makes it."""

    def __init__(self, state: State, chance: longroad._native.Rng | None) -> None: ...

    def seat_native(self, seat: int, player: NativePlayer, rng: longroad._native.Rng) -> None:
        """A native player, and the generator it draws from."""

    def seat_python(self, seat: int, follows: bool, open_hands: bool, skips_forced: bool) -> None:
        """
        Somebody else decides there; `skips_forced`: who need not be asked where one action only is listed.
        """

    def run(self, stop: longroad._native.Stop | None = None) -> int | None:
        """
        Plays chance and the native players on, until somebody in Python has to decide (who: that is returned), has something to be told, or the game is over.
        """

    def apply(self, action: Action) -> None:
        """
        Carries out an action of somebody else, or an outcome; raises IllegalActionError.
        """

    def take_sightings(self) -> list[tuple[int, Any, Action, Any]]:
        """
        What those in Python who follow the game are to be told: seat, view before, event, view after.
        """

    def skipped(self, seat: int) -> int:
        """How many decisions of a seat were not asked for."""

def play_blocks(setup: Setup, agents: Sequence[PlayerSettings], seed: int, first: int, blocks: int, threads: int, keep: bool, stop: longroad._native.Stop | None = None) -> dict[str, Any]:
    """
    Blocks of a match: the columns RESULT_COLUMNS, signatures, and with `keep` start and events of every game.
    """

def game_events(setup: Setup, agents: Sequence[PlayerSettings], seed: int, block: int, rotation: int) -> tuple[str, list[int]]:
    """Start and events of one game of a match."""
