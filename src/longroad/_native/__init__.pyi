"""
The native core of Longroad. Use it through longroad.catan and its sister packages.
"""

from collections.abc import Callable, Sequence
import enum
from typing import Annotated, Any, overload

import numpy
import numpy.typing
from numpy.typing import NDArray

from longroad._native import (
    skirmish as skirmish,
    topology as topology
)


class LongroadError(Exception):
    """Everything Longroad raises on purpose."""

class IllegalActionError(LongroadError, ValueError):
    """
    An action that is not legal in the position. The message names the action and the reason.
    """

class StoppedError(LongroadError, RuntimeError):
    """
    A search, match or step that was stopped from another thread or from the keyboard.
    """

class NotationError(LongroadError, ValueError):
    """
    A text that is not an action. The message names the text and what is wrong with it.
    """

class AnswerError(LongroadError, ValueError):
    """
    What an evaluator or a network answered cannot be used. The message says what is wrong with it.
    """

class BoardError(LongroadError, ValueError):
    """
    A board that cannot be: its text, its terrain or its tokens. The message says what is wrong with it.
    """

class BeliefError(LongroadError, ValueError):
    """
    An event that cannot have happened, by everything that was seen before it.
    """

class PositionError(LongroadError, ValueError):
    """Numbers that are no position of the game. The message names the field."""

class NetworkWeights:
    """The weights of the native network, as integers."""

    def __init__(self, first: Annotated[NDArray[numpy.int16], dict(order='C', device='cpu', writable=False)], first_bias: Annotated[NDArray[numpy.int16], dict(order='C', device='cpu', writable=False)], second: Annotated[NDArray[numpy.int8], dict(order='C', device='cpu', writable=False)], second_bias: Annotated[NDArray[numpy.int32], dict(order='C', device='cpu', writable=False)], third: Annotated[NDArray[numpy.int16], dict(order='C', device='cpu', writable=False)], third_bias: int, worth: float, race: float, evaluation: Weights) -> None: ...

class Networks:
    """The networks for two players and for more; either may be missing."""

    def __init__(self, two: NetworkWeights | None, many: NetworkWeights | None, two_for_moves: NetworkWeights | None = None, many_for_moves: NetworkWeights | None = None) -> None: ...

    def knows(self, players: int) -> bool:
        """Whether there is one for this number of players."""

    def win_probabilities(self, inputs: Annotated[NDArray[numpy.uint16], dict(shape=(None, None, None), order='C', device='cpu', writable=False)], worths: Annotated[NDArray[numpy.float32], dict(shape=(None, None, None), order='C', device='cpu', writable=False)]) -> NDArray[numpy.float32]:
        """
        Of rows as sample_positions gives them: the win probability of every player.
        """

    def win_probabilities_of(self, state: State) -> list[float]:
        """Of a position that is not over, hands open."""

def sample_positions(setup: Setup, agents: Sequence[NativeAgent], seed: int, first: int, games: int, turns: int = 8, explore: float = 0.0, siblings: int = 0, playouts: int = 2, threads: int = 1) -> dict[str, Any]:
    """
    Positions at the ends of turns, one game per board, with their inputs, outcomes and what the evaluation says of them.
    """

def evaluation_speed(setup: Setup, agent: NativeAgent, seed: int, games: int) -> tuple[int, float]:
    """
    Positions that an agent judges in games against itself, and the CPU seconds of all its thinking.
    """

def input_groups() -> list[tuple[str, int]]:
    """
    The groups of inputs that the native network has per player: name and size.
    """

def ordered_groups() -> list[bool]:
    """
    Of each group of inputs, whether its numbers are more and less of something, not names.
    """

class Layout(enum.Enum):
    """How a board is drawn."""

    spiral = 0
    """Tokens in the official spiral."""

    random = 1
    """Terrain and tokens shuffled."""

    balanced = 2
    """Shuffled, no two red tokens side by side."""

    beginner = 3
    """The fixed board of the rulebook."""

class HarborLayout(enum.Enum):
    """How harbors are laid out."""

    shuffled = 0

    fixed = 1

class Policy(enum.Enum):
    """How moves are drawn."""

    random = 0
    """Every listed legal action is equally likely."""

    kind = 1
    """Every kind of action is equally likely, then every action of the kind."""

    typed = 2
    """A kind by weight, then an action of the kind: builds whenever it can."""

    build = 3
    """Builds only, without trades."""

class MoveFilter(enum.Enum):
    """Which moves a search looks at."""

    all = 0
    """All but offers and counter-offers."""

    representative = 1
    """One per purpose."""

    clustered = 2
    """One per cluster of moves that lead to similar positions."""

class OpponentModel(enum.Enum):
    """How the opponents are assumed to play."""

    paranoid = 0
    """All against the root player."""

    maxn = 1
    """Each for itself."""

    best_reply = 2
    """Only the reply that hurts most is made."""

class Leaf(enum.Enum):
    """How a tree search values a leaf."""

    eval = 0
    """By the evaluation once the turn has ended."""

    playout = 1
    """By the winner of a game of drawn moves."""

    short = 2
    """By a few turns of drawn moves, then the evaluation."""

class JudgedAt(enum.Enum):
    """Which position an evaluator is asked about for a leaf."""

    leaf = 0
    """The leaf itself."""

    turn_end = 1
    """What becomes of it once the turn has ended."""

class RootRule(enum.Enum):
    """How the moves of a tree's root share the simulations."""

    puct = 0
    """As those of all other nodes."""

    gumbel = 1
    """By sequential halving over sampled moves."""

class Trading(enum.Enum):
    """How a tree search makes offers."""

    off = 0
    """It makes none."""

    merged = 1
    """Offers are moves of the root."""

    separate = 2
    """A tree per trade."""

class TreeValue(enum.Enum):
    """What a tree says of its root."""

    root = 0
    """The mean over all its simulations."""

    move = 1
    """The mean of its best move."""

class Partner(enum.Enum):
    """How the other players are assumed to answer offers."""

    judging = 0
    """They judge what they gain."""

    coin = 1
    """They flip a coin."""

class RulesCore:
    """The options that the engine plays by; longroad.catan.Rules makes it."""

    def __init__(self) -> None: ...

    @property
    def target_points(self) -> int: ...

    @target_points.setter
    def target_points(self, arg: int, /) -> None: ...

    @property
    def discard_limit(self) -> int: ...

    @discard_limit.setter
    def discard_limit(self, arg: int, /) -> None: ...

    @property
    def offers_per_turn(self) -> int: ...

    @offers_per_turn.setter
    def offers_per_turn(self, arg: int, /) -> None: ...

    @property
    def best_rate_only(self) -> bool: ...

    @best_rate_only.setter
    def best_rate_only(self, arg: bool, /) -> None: ...

    @property
    def robber(self) -> bool: ...

    @robber.setter
    def robber(self, arg: bool, /) -> None: ...

    @property
    def development_cards(self) -> bool: ...

    @development_cards.setter
    def development_cards(self, arg: bool, /) -> None: ...

    @property
    def open_hands(self) -> bool: ...

    @open_hands.setter
    def open_hands(self, arg: bool, /) -> None: ...

    @property
    def turn_cap(self) -> int: ...

    @turn_cap.setter
    def turn_cap(self, arg: int, /) -> None: ...

    @property
    def friendly_robber(self) -> bool: ...

    @friendly_robber.setter
    def friendly_robber(self, arg: bool, /) -> None: ...

    @property
    def dice_deck(self) -> bool: ...

    @dice_deck.setter
    def dice_deck(self, arg: bool, /) -> None: ...

    @property
    def players(self) -> int: ...

    @players.setter
    def players(self, arg: int, /) -> None: ...

    @property
    def bank(self) -> int: ...

    @bank.setter
    def bank(self, arg: int, /) -> None: ...

    @property
    def starting_settlements(self) -> int: ...

    @starting_settlements.setter
    def starting_settlements(self, arg: int, /) -> None: ...

class SearchSettings:
    """How an expectiminimax search runs."""

    def __init__(self) -> None: ...

    @property
    def depth(self) -> int: ...

    @depth.setter
    def depth(self, arg: int, /) -> None: ...

    @property
    def prune(self) -> bool: ...

    @prune.setter
    def prune(self, arg: bool, /) -> None: ...

    @property
    def probe(self) -> bool: ...

    @probe.setter
    def probe(self, arg: bool, /) -> None: ...

    @property
    def table_bits(self) -> int: ...

    @table_bits.setter
    def table_bits(self, arg: int, /) -> None: ...

    @property
    def deepen(self) -> bool: ...

    @deepen.setter
    def deepen(self, arg: bool, /) -> None: ...

    @property
    def seconds(self) -> float: ...

    @seconds.setter
    def seconds(self, arg: float, /) -> None: ...

    @property
    def max_nodes(self) -> int: ...

    @max_nodes.setter
    def max_nodes(self, arg: int, /) -> None: ...

class GumbelSettings:
    """How sequential halving runs at the root of a tree."""

    def __init__(self) -> None: ...

    @property
    def considered(self) -> int: ...

    @considered.setter
    def considered(self, arg: int, /) -> None: ...

    @property
    def noise(self) -> bool: ...

    @noise.setter
    def noise(self, arg: bool, /) -> None: ...

    @property
    def visit_scale(self) -> float: ...

    @visit_scale.setter
    def visit_scale(self, arg: float, /) -> None: ...

    @property
    def value_scale(self) -> float: ...

    @value_scale.setter
    def value_scale(self, arg: float, /) -> None: ...

class UctSettings:
    """How a tree search runs."""

    def __init__(self) -> None: ...

    @property
    def simulations(self) -> int: ...

    @simulations.setter
    def simulations(self, arg: int, /) -> None: ...

    @property
    def seconds(self) -> float: ...

    @seconds.setter
    def seconds(self, arg: float, /) -> None: ...

    @property
    def priors(self) -> bool: ...

    @priors.setter
    def priors(self, arg: bool, /) -> None: ...

    @property
    def exploration(self) -> float: ...

    @exploration.setter
    def exploration(self, arg: float, /) -> None: ...

    @property
    def unseen_loss(self) -> float: ...

    @unseen_loss.setter
    def unseen_loss(self, arg: float, /) -> None: ...

    @property
    def widening(self) -> float: ...

    @widening.setter
    def widening(self, arg: float, /) -> None: ...

    @property
    def shuffled(self) -> bool: ...

    @shuffled.setter
    def shuffled(self, arg: bool, /) -> None: ...

    @property
    def even_dice(self) -> bool: ...

    @even_dice.setter
    def even_dice(self, arg: bool, /) -> None: ...

    @property
    def asked_priors(self) -> bool: ...

    @asked_priors.setter
    def asked_priors(self, arg: bool, /) -> None: ...

    @property
    def root(self) -> RootRule: ...

    @root.setter
    def root(self, value: RootRule) -> None: ...

    @property
    def gumbel(self) -> GumbelSettings: ...

    @gumbel.setter
    def gumbel(self, arg: GumbelSettings, /) -> None: ...

    @property
    def batch(self) -> int: ...

    @batch.setter
    def batch(self, arg: int, /) -> None: ...

    @property
    def max_nodes(self) -> int: ...

    @max_nodes.setter
    def max_nodes(self, arg: int, /) -> None: ...

class LeafSettings:
    """How a tree search values its leaves."""

    def __init__(self) -> None: ...

    @property
    def how(self) -> Leaf: ...

    @how.setter
    def how(self, value: Leaf) -> None: ...

    @property
    def policy(self) -> Policy: ...

    @policy.setter
    def policy(self, value: Policy) -> None: ...

    @property
    def turns(self) -> int: ...

    @turns.setter
    def turns(self, arg: int, /) -> None: ...

    @property
    def longest(self) -> int: ...

    @longest.setter
    def longest(self, arg: int, /) -> None: ...

    @property
    def odds(self) -> float: ...

    @odds.setter
    def odds(self, arg: float, /) -> None: ...

    @property
    def odds_of_many(self) -> float: ...

    @odds_of_many.setter
    def odds_of_many(self, arg: float, /) -> None: ...

    @property
    def race(self) -> float: ...

    @race.setter
    def race(self, arg: float, /) -> None: ...

    @property
    def race_of_many(self) -> float: ...

    @race_of_many.setter
    def race_of_many(self, arg: float, /) -> None: ...

    @property
    def networks(self) -> Networks: ...

    @networks.setter
    def networks(self, arg: Networks | None, /) -> None: ...

class UctMoves:
    """Which moves a tree search looks at."""

    def __init__(self) -> None: ...

    @property
    def priors(self) -> bool: ...

    @priors.setter
    def priors(self, arg: bool, /) -> None: ...

    @property
    def temperature(self) -> float: ...

    @temperature.setter
    def temperature(self, arg: float, /) -> None: ...

    @property
    def bank_trades(self) -> bool: ...

    @bank_trades.setter
    def bank_trades(self, arg: bool, /) -> None: ...

    @property
    def root_trades(self) -> bool: ...

    @root_trades.setter
    def root_trades(self, arg: bool, /) -> None: ...

    @property
    def representatives(self) -> bool: ...

    @representatives.setter
    def representatives(self, arg: bool, /) -> None: ...

class Weights:
    """What each thing is worth in the evaluation, in victory points."""

    def __init__(self) -> None: ...

    @property
    def income(self) -> list[float]: ...

    @income.setter
    def income(self, arg: Sequence[float], /) -> None: ...

    @property
    def diminishing(self) -> float: ...

    @diminishing.setter
    def diminishing(self, arg: float, /) -> None: ...

    @property
    def variety(self) -> float: ...

    @variety.setter
    def variety(self, arg: float, /) -> None: ...

    @property
    def city_engine(self) -> float: ...

    @city_engine.setter
    def city_engine(self, arg: float, /) -> None: ...

    @property
    def settlement_engine(self) -> float: ...

    @settlement_engine.setter
    def settlement_engine(self, arg: float, /) -> None: ...

    @property
    def card_engine(self) -> float: ...

    @card_engine.setter
    def card_engine(self, arg: float, /) -> None: ...

    @property
    def blocked(self) -> float: ...

    @blocked.setter
    def blocked(self, arg: float, /) -> None: ...

    @property
    def harbor(self) -> float: ...

    @harbor.setter
    def harbor(self, arg: float, /) -> None: ...

    @property
    def general_harbor(self) -> float: ...

    @general_harbor.setter
    def general_harbor(self, arg: float, /) -> None: ...

    @property
    def spot(self) -> list[float]: ...

    @spot.setter
    def spot(self, arg: Sequence[float], /) -> None: ...

    @property
    def spot_variety(self) -> float: ...

    @spot_variety.setter
    def spot_variety(self, arg: float, /) -> None: ...

    @property
    def spot_harbor(self) -> float: ...

    @spot_harbor.setter
    def spot_harbor(self, arg: float, /) -> None: ...

    @property
    def road_gap(self) -> list[float]: ...

    @road_gap.setter
    def road_gap(self, arg: Sequence[float], /) -> None: ...

    @property
    def army_gap(self) -> list[float]: ...

    @army_gap.setter
    def army_gap(self, arg: Sequence[float], /) -> None: ...

    @property
    def road_lead(self) -> float: ...

    @road_lead.setter
    def road_lead(self, arg: float, /) -> None: ...

    @property
    def army_lead(self) -> float: ...

    @army_lead.setter
    def army_lead(self, arg: float, /) -> None: ...

    @property
    def road_threat(self) -> float: ...

    @road_threat.setter
    def road_threat(self, arg: float, /) -> None: ...

    @property
    def army_threat(self) -> float: ...

    @army_threat.setter
    def army_threat(self, arg: float, /) -> None: ...

    @property
    def road(self) -> float: ...

    @road.setter
    def road(self, arg: float, /) -> None: ...

    @property
    def settlement_left(self) -> float: ...

    @settlement_left.setter
    def settlement_left(self, arg: float, /) -> None: ...

    @property
    def card(self) -> float: ...

    @card.setter
    def card(self, arg: float, /) -> None: ...

    @property
    def too_many(self) -> float: ...

    @too_many.setter
    def too_many(self, arg: float, /) -> None: ...

    @property
    def closeness(self) -> float: ...

    @closeness.setter
    def closeness(self, arg: float, /) -> None: ...

    @property
    def want_city(self) -> float: ...

    @want_city.setter
    def want_city(self, arg: float, /) -> None: ...

    @property
    def want_settlement(self) -> float: ...

    @want_settlement.setter
    def want_settlement(self, arg: float, /) -> None: ...

    @property
    def want_card(self) -> float: ...

    @want_card.setter
    def want_card(self, arg: float, /) -> None: ...

    @property
    def want_road(self) -> float: ...

    @want_road.setter
    def want_road(self, arg: float, /) -> None: ...

    @property
    def knight(self) -> float: ...

    @knight.setter
    def knight(self, arg: float, /) -> None: ...

    @property
    def progress_card(self) -> float: ...

    @progress_card.setter
    def progress_card(self, arg: float, /) -> None: ...

    @property
    def knight_played(self) -> float: ...

    @knight_played.setter
    def knight_played(self, arg: float, /) -> None: ...

    @property
    def further_card(self) -> float: ...

    @further_card.setter
    def further_card(self, arg: float, /) -> None: ...

    @property
    def seven(self) -> float: ...

    @seven.setter
    def seven(self, arg: float, /) -> None: ...

    @property
    def to_roll(self) -> float: ...

    @to_roll.setter
    def to_roll(self, arg: float, /) -> None: ...

    @property
    def at_hand(self) -> float: ...

    @at_hand.setter
    def at_hand(self, arg: float, /) -> None: ...

    @property
    def near_target(self) -> float: ...

    @near_target.setter
    def near_target(self, arg: float, /) -> None: ...

    @property
    def leader_share(self) -> float: ...

    @leader_share.setter
    def leader_share(self, arg: float, /) -> None: ...

    @staticmethod
    def for_many() -> Weights:
        """Those for three and four players."""

class JudgeSettings:
    """How positions are judged."""

    def __init__(self) -> None: ...

    @property
    def two(self) -> Weights: ...

    @two.setter
    def two(self, arg: Weights, /) -> None: ...

    @property
    def many(self) -> Weights: ...

    @many.setter
    def many(self, arg: Weights, /) -> None: ...

    @property
    def race(self) -> float: ...

    @race.setter
    def race(self, arg: float, /) -> None: ...

    @property
    def networks(self) -> Networks: ...

    @networks.setter
    def networks(self, arg: Networks | None, /) -> None: ...

class BargainSettings:
    """How an agent bargains."""

    def __init__(self) -> None: ...

    @property
    def offers(self) -> int: ...

    @offers.setter
    def offers(self, arg: int, /) -> None: ...

    @property
    def shortlist(self) -> int: ...

    @shortlist.setter
    def shortlist(self, arg: int, /) -> None: ...

    @property
    def least_gain(self) -> float: ...

    @least_gain.setter
    def least_gain(self, arg: float, /) -> None: ...

    @property
    def partner_gain(self) -> float: ...

    @partner_gain.setter
    def partner_gain(self, arg: float, /) -> None: ...

    @property
    def too_close(self) -> int: ...

    @too_close.setter
    def too_close(self, arg: int, /) -> None: ...

    @property
    def partner(self) -> Partner: ...

    @partner.setter
    def partner(self, value: Partner) -> None: ...

class OpeningSettings:
    """How the set-up is chosen by simulation."""

    def __init__(self) -> None: ...

    @property
    def games(self) -> int: ...

    @games.setter
    def games(self, arg: int, /) -> None: ...

    @property
    def candidates(self) -> int: ...

    @candidates.setter
    def candidates(self, arg: int, /) -> None: ...

class ValueSettings:
    """How a player of one ply plays."""

    def __init__(self) -> None: ...

    @property
    def judge(self) -> JudgeSettings: ...

    @judge.setter
    def judge(self, arg: JudgeSettings, /) -> None: ...

class ExpectimaxSettings:
    """How a player that looks ahead plays."""

    def __init__(self) -> None: ...

    @property
    def search(self) -> SearchSettings: ...

    @search.setter
    def search(self, arg: SearchSettings, /) -> None: ...

    @property
    def moves(self) -> MoveFilter: ...

    @moves.setter
    def moves(self, value: MoveFilter) -> None: ...

    @property
    def opponents(self) -> OpponentModel: ...

    @opponents.setter
    def opponents(self, value: OpponentModel) -> None: ...

    @property
    def clusters(self) -> int: ...

    @clusters.setter
    def clusters(self, arg: int, /) -> None: ...

    @property
    def networks(self) -> Networks: ...

    @networks.setter
    def networks(self, arg: Networks | None, /) -> None: ...

class PlannerSettings:
    """How a planner plays."""

    def __init__(self) -> None: ...

    @property
    def beam(self) -> int: ...

    @beam.setter
    def beam(self, arg: int, /) -> None: ...

    @property
    def steps(self) -> int: ...

    @steps.setter
    def steps(self, arg: int, /) -> None: ...

    @property
    def temperature(self) -> float: ...

    @temperature.setter
    def temperature(self, arg: float, /) -> None: ...

    @property
    def bargain(self) -> BargainSettings: ...

    @bargain.setter
    def bargain(self, arg: BargainSettings, /) -> None: ...

    @property
    def judge(self) -> JudgeSettings: ...

    @judge.setter
    def judge(self, arg: JudgeSettings, /) -> None: ...

class MctsSettings:
    """How a tree search plays."""

    def __init__(self) -> None: ...

    @property
    def search(self) -> UctSettings: ...

    @search.setter
    def search(self, arg: UctSettings, /) -> None: ...

    @property
    def leaf(self) -> LeafSettings: ...

    @leaf.setter
    def leaf(self, arg: LeafSettings, /) -> None: ...

    @property
    def judged(self) -> JudgedAt: ...

    @judged.setter
    def judged(self, value: JudgedAt) -> None: ...

    @property
    def moves(self) -> UctMoves: ...

    @moves.setter
    def moves(self, arg: UctMoves, /) -> None: ...

    @property
    def judge(self) -> JudgeSettings: ...

    @judge.setter
    def judge(self, arg: JudgeSettings, /) -> None: ...

    @property
    def reuse(self) -> bool: ...

    @reuse.setter
    def reuse(self, arg: bool, /) -> None: ...

    @property
    def threads(self) -> int: ...

    @threads.setter
    def threads(self, arg: int, /) -> None: ...

    @property
    def trading(self) -> Trading: ...

    @trading.setter
    def trading(self, value: Trading) -> None: ...

    @property
    def tree_value(self) -> TreeValue: ...

    @tree_value.setter
    def tree_value(self, value: TreeValue) -> None: ...

    @property
    def offers_searched(self) -> int: ...

    @offers_searched.setter
    def offers_searched(self, arg: int, /) -> None: ...

    @property
    def offer_margin(self) -> float: ...

    @offer_margin.setter
    def offer_margin(self, arg: float, /) -> None: ...

    @property
    def stop_trading_above(self) -> float: ...

    @stop_trading_above.setter
    def stop_trading_above(self, arg: float, /) -> None: ...

    @property
    def win_at_once(self) -> bool: ...

    @win_at_once.setter
    def win_at_once(self, arg: bool, /) -> None: ...

    @property
    def remember(self) -> bool: ...

    @remember.setter
    def remember(self, arg: bool, /) -> None: ...

    @property
    def simulate_partner(self) -> bool: ...

    @simulate_partner.setter
    def simulate_partner(self, arg: bool, /) -> None: ...

    @property
    def bargain(self) -> BargainSettings: ...

    @bargain.setter
    def bargain(self, arg: BargainSettings, /) -> None: ...

MAX_CLUSTERS: int = 12

class Rng:
    """A generator of random numbers, the same on every machine (SplitMix64)."""

    def __init__(self, seed: int = 0) -> None: ...

    @staticmethod
    def stream(seed: int, stream: int) -> Rng:
        """A generator for one use of many of a seed."""

    def below(self, n: int) -> int:
        """A number in 0..n-1."""

    def next(self) -> int:
        """64 random bits."""

    def choice[T](self, items: Sequence[T]) -> T:
        """One of a sequence's items."""

    def __repr__(self) -> str: ...

    def __getstate__(self) -> int: ...

    def __setstate__(self, arg: int, /) -> None: ...

class Action:
    """
    A move of a player or an outcome of chance; a value that can be compared, hashed and printed.
    """

    @staticmethod
    def parse(text: str) -> Action:
        """
        The action written as in docs/reference/rules.md; raises NotationError.
        """

    @staticmethod
    def from_int(word: int) -> Action:
        """The action with this number; the opposite of int(action)."""

    def __str__(self) -> str: ...

    def __repr__(self) -> str: ...

    def __int__(self) -> int: ...

    def __hash__(self) -> int: ...

    def __eq__(self, other: object, /) -> bool: ...

    def __getstate__(self) -> int: ...

    def __setstate__(self, arg: int, /) -> None: ...

    @property
    def kind(self) -> str:
        """The first words of its text: 'settle', 'buy card', 'dice', ..."""

    @property
    def is_chance(self) -> bool:
        """Whether it is an outcome of chance."""

    @property
    def intersection(self) -> int | None:
        """Of a settlement or city, else None."""

    @property
    def path(self) -> int | None:
        """Of a road, else None."""

    @property
    def hex(self) -> int | None:
        """Where the robber goes, else None."""

    @property
    def player(self) -> int | None:
        """The robber's victim or the partner of a deal, else None."""

    @property
    def resource(self) -> int | None:
        """The resource it is about (the given one in a bank trade), else None."""

    @property
    def card(self) -> int | None:
        """The development card drawn, else None."""

    @property
    def sum(self) -> int | None:
        """Of the dice, else None."""

    @property
    def give(self) -> tuple[int, int, int, int, int] | None:
        """What the one who trades gives: five counts, else None."""

    @property
    def get(self) -> tuple[int, int, int, int, int] | None:
        """What the one who trades receives: five counts, else None."""

class Board:
    """Terrain, tokens, harbors and where the robber starts."""

    def __init__(self, text: str) -> None:
        """Reads the text form of docs/reference/rules.md; raises BoardError."""

    def __str__(self) -> str: ...

    def __eq__(self, other: object, /) -> bool: ...

    def __hash__(self) -> int: ...

    @property
    def terrain(self, /) -> tuple[int, ...]:
        """Of each hex: 0-4 a resource, 5 the desert."""

    @property
    def tokens(self, /) -> tuple[int, ...]:
        """Of each hex, 0 on a desert."""

    @property
    def harbors(self, /) -> tuple[int, ...]:
        """Of each harbor: 0-4 the resource of a 2:1 harbor, 5 for 3:1."""

    @property
    def robber(self) -> int:
        """The hex the robber starts on."""

def draw_board_text(layout: Layout, harbors: HarborLayout, seed: int) -> str:
    """The text of the board that a seed draws."""

class Stop:
    """Ends the native work it was given to, from any thread."""

    def __init__(self) -> None: ...

    def stop(self) -> None:
        """Work that was given this ends soon, by raising StoppedError."""

    @property
    def is_stopped(self) -> bool:
        """Whether stop() was called."""

class MatchSeeds:
    """The generators of one game of a match."""

    def __init__(self, seed: int, block: int, rotation: int) -> None: ...

    def chance(self) -> Rng:
        """Draws the board, then all chance; the same for all rotations."""

    def seat(self, seat: int) -> Rng:
        """What the agent of a seat draws from."""

class GameSeeds:
    """The generators of a game by itself."""

    def __init__(self, seed: int) -> None: ...

    def setup(self) -> Rng:
        """Draws the board, or the deal."""

    def chance(self) -> Rng:
        """All other chance."""

    def games(self) -> Rng:
        """Draws the seeds of the games after it."""

def mixed(total: int, value: int) -> int:
    """A hash with one more value mixed in."""

def chained(values: Annotated[NDArray[numpy.uint64], dict(shape=(None,), order='C', device='cpu', writable=False)]) -> int:
    """A hash of several values, in their order."""

class State:
    """
    A game of Catan in progress. longroad.catan.State adds records and drawings.
    """

    @overload
    def __init__(self, other: State) -> None: ...

    @overload
    def __init__(self, rules: RulesCore, board: str) -> None: ...

    @property
    def players(self) -> int:
        """How many play."""

    @property
    def phase(self) -> str:
        """What is asked now; docs/reference/rules.md lists the phases."""

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
        """Turns completed since the set-up."""

    @property
    def rolled(self) -> bool:
        """Whether the dice were rolled this turn."""

    @property
    def card_played(self) -> bool:
        """Whether a development card was played this turn."""

    @property
    def last_roll(self) -> int:
        """The sum of the last dice, 0 before the first."""

    @property
    def robber(self) -> int:
        """The robber's hex."""

    @property
    def bank(self) -> tuple[int, int, int, int, int]:
        """The bank's cards, five counts."""

    @property
    def longest_road(self) -> int | None:
        """Who holds the longest road, or None."""

    @property
    def largest_army(self) -> int | None:
        """Who holds the largest army, or None."""

    @property
    def left(self) -> int:
        """Free roads, plenty cards or discards still to come."""

    @property
    def offers_made(self) -> int:
        """Domestic offers made this turn."""

    @property
    def offer(self) -> tuple[tuple[int, int, int, int, int], tuple[int, int, int, int, int]] | None:
        """
        The open offer as (given, received), from the side of the one whose turn it is; None without one.
        """

    @property
    def replies(self, /) -> list[str | tuple[tuple[int, int, int, int, int], tuple[int, int, int, int, int]] | None]:
        """
        One per player: None, 'accept', 'refuse' or a counter-offer (given, received) from that player's side.
        """

    @property
    def dice_deck(self, /) -> tuple[int, ...] | None:
        """
        How many rolls of each sum 2 to 12 are left in the dice deck; None where dice are rolled.
        """

    def settlements(self, player: int) -> list[int]:
        """Intersections with a settlement."""

    def cities(self, player: int) -> list[int]:
        """Intersections with a city."""

    def roads(self, player: int) -> list[int]:
        """Paths with a road."""

    def knights(self, player: int) -> int:
        """Knights played."""

    def road_length(self, player: int) -> int:
        """The length of the longest road."""

    def public_points(self, player: int) -> int:
        """Points without victory point cards."""

    def harbor_access(self, player: int) -> list[int]:
        """Harbor kinds in use: 0-4 a resource's 2:1, 5 for 3:1."""

    @property
    def board_text(self) -> str:
        """The board's text form."""

    def hand(self, player: int) -> tuple[int, int, int, int, int]:
        """Resource cards, five counts."""

    def hand_size(self, player: int) -> int:
        """Number of resource cards."""

    def cards(self, player: int) -> tuple[int, int, int, int, int]:
        """Development cards held, five counts."""

    def card_count(self, player: int) -> int:
        """Number of development cards held."""

    def points(self, player: int) -> int:
        """Points, hidden ones included."""

    @property
    def deck(self) -> tuple[int, int, int, int, int]:
        """Development cards left, five counts."""

    @property
    def deck_size(self) -> int:
        """Development cards left."""

    @property
    def bought(self) -> tuple[int, int, int, int, int]:
        """Cards the current player bought this turn, five counts."""

    def seen_by(self, event: Action, player: int, open_hands: bool = False) -> Action:
        """
        What is about to happen, as a player will see it: a card that is hidden from it is not named.
        """

    @property
    def has_history(self) -> bool:
        """
        Whether the events begin with the game; not so in a position that was drawn from a belief.
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

    def sample_chance(self, rng: Rng) -> Action:
        """An outcome drawn by the caller's generator."""

    def sample_action(self, rng: Rng) -> Action:
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

STATE_BYTES: int = 384

class View:
    """What one player may know of a position."""

    @overload
    def __init__(self, state: State, player: int, open_hands: bool = False) -> None: ...

    @overload
    def __init__(self, other: View) -> None: ...

    def __getstate__(self) -> bytes: ...

    def __setstate__(self, arg: bytes, /) -> None: ...

    @property
    def players(self) -> int:
        """How many play."""

    @property
    def phase(self) -> str:
        """What is asked now; docs/reference/rules.md lists the phases."""

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
        """Turns completed since the set-up."""

    @property
    def rolled(self) -> bool:
        """Whether the dice were rolled this turn."""

    @property
    def card_played(self) -> bool:
        """Whether a development card was played this turn."""

    @property
    def last_roll(self) -> int:
        """The sum of the last dice, 0 before the first."""

    @property
    def robber(self) -> int:
        """The robber's hex."""

    @property
    def bank(self) -> tuple[int, int, int, int, int]:
        """The bank's cards, five counts."""

    @property
    def longest_road(self) -> int | None:
        """Who holds the longest road, or None."""

    @property
    def largest_army(self) -> int | None:
        """Who holds the largest army, or None."""

    @property
    def left(self) -> int:
        """Free roads, plenty cards or discards still to come."""

    @property
    def offers_made(self) -> int:
        """Domestic offers made this turn."""

    @property
    def offer(self) -> tuple[tuple[int, int, int, int, int], tuple[int, int, int, int, int]] | None:
        """
        The open offer as (given, received), from the side of the one whose turn it is; None without one.
        """

    @property
    def replies(self, /) -> list[str | tuple[tuple[int, int, int, int, int], tuple[int, int, int, int, int]] | None]:
        """
        One per player: None, 'accept', 'refuse' or a counter-offer (given, received) from that player's side.
        """

    @property
    def dice_deck(self, /) -> tuple[int, ...] | None:
        """
        How many rolls of each sum 2 to 12 are left in the dice deck; None where dice are rolled.
        """

    def settlements(self, player: int) -> list[int]:
        """Intersections with a settlement."""

    def cities(self, player: int) -> list[int]:
        """Intersections with a city."""

    def roads(self, player: int) -> list[int]:
        """Paths with a road."""

    def knights(self, player: int) -> int:
        """Knights played."""

    def road_length(self, player: int) -> int:
        """The length of the longest road."""

    def public_points(self, player: int) -> int:
        """Points without victory point cards."""

    def harbor_access(self, player: int) -> list[int]:
        """Harbor kinds in use: 0-4 a resource's 2:1, 5 for 3:1."""

    @property
    def board_text(self) -> str:
        """The board's text form."""

    @property
    def player(self) -> int:
        """Whose view it is."""

    def hand(self, player: int) -> tuple[int, int, int, int, int] | None:
        """Resource cards, five counts, or None if hidden."""

    def hand_size(self, player: int) -> int:
        """Number of resource cards."""

    def cards(self, player: int) -> tuple[int, int, int, int, int] | None:
        """Development cards held, five counts, or None if hidden."""

    def card_count(self, player: int) -> int:
        """Number of development cards held."""

    def points(self, player: int) -> int:
        """Own points and the winner's in full, the others' without hidden ones."""

    @property
    def unseen_cards(self) -> tuple[int, int, int, int, int]:
        """
        Development cards not seen: the deck and the others' hands, five counts.
        """

    @property
    def deck_size(self) -> int:
        """Development cards left."""

    @property
    def bought(self) -> tuple[int, int, int, int, int]:
        """Cards the viewer bought this turn, five counts."""

    @property
    def actions(self) -> list[Action]:
        """
        The listed legal actions of the viewer, as the state lists them; empty if it does not decide.
        """

def placed(rules: RulesCore, board: str, *, settlements: Sequence[Sequence[int]], cities: Sequence[Sequence[int]], roads: Sequence[Sequence[int]], hands: Sequence[tuple[int, int, int, int, int]], cards: Sequence[tuple[int, int, int, int, int]], knights: Sequence[int], bought: tuple[int, int, int, int, int], bank: tuple[int, int, int, int, int], deck: tuple[int, int, int, int, int], longest_road: int | None, largest_army: int | None, robber: int, phase: str, turn: int, current: int, actor: int, left: int, last_roll: int, rolled: bool, card_played: bool, offers_made: int, dice_deck: Sequence[int] | None) -> State:
    """The state of a position in plain numbers; raises PositionError."""

class Belief:
    """
    What a player knows of all resource cards by counting. longroad.catan.Belief adds positions.
    """

    @overload
    def __init__(self) -> None: ...

    @overload
    def __init__(self, other: Belief) -> None: ...

    def __getstate__(self) -> tuple[int, bytes]: ...

    def __setstate__(self, arg: tuple[int, bytes], /) -> None: ...

    def observe(self, before: View, event: Action, after: View) -> None:
        """
        Takes in an event: the player's views before and after it, and what it saw of it (State.seen_by). Raises BeliefError, and changes nothing, if that cannot have happened or earlier events are missing.
        """

    def listed(self, players: int) -> list[tuple[list[tuple[int, int, int, int, int]], float]]:
        """All hypotheses: hands and probability."""

    def __len__(self) -> int:
        """How many hypotheses there are."""

    def fits(self, view: View) -> bool:
        """Whether it has followed the game up to a view, as far as can be seen."""

    def holds(self, player: int, bundle: tuple[int, int, int, int, int]) -> float:
        """How likely a player holds at least these cards, five counts."""

    def expected(self, player: int) -> tuple[float, float, float, float, float]:
        """How many cards of each resource a player holds on average."""

    def deal(self, view: View, rng: Rng) -> State:
        """
        A position consistent with what the viewer knows, drawn by probability.
        """

class Block:
    """A named part of a codec's indices or of an encoding's numbers."""

    @property
    def name(self) -> str: ...

    @property
    def first(self) -> int:
        """Its first index."""

    @property
    def shape(self, /) -> tuple[int, ...]:
        """The lengths of its dimensions; () for a single entry."""

    @property
    def count(self) -> int:
        """How many indices it has."""

    @property
    def places(self, /) -> range:
        """All of its indices."""

    @property
    def fields(self, /) -> tuple[str, ...]:
        """The names of the parts of a row, in their order; () if it has none."""

    def field(self, name: str, row: int = 0) -> range:
        """
        The indices of a field, in a row of the block. Raises KeyError for a name that it does not have.
        """

    def __repr__(self) -> str: ...

class Codec:
    """
    A dense numbering of actions, from the point of view of the one who decides.
    """

    def __init__(self, name: str) -> None: ...

    @property
    def name(self) -> str: ...

    @property
    def version(self) -> str: ...

    @property
    def history(self) -> str:
        """A line per version."""

    @property
    def games(self) -> str:
        """The games it is for, in words."""

    @property
    def needs(self) -> str:
        """What rules it needs, in words."""

    @property
    def size(self) -> int:
        """The number of indices."""

    @property
    def most_players(self) -> int: ...

    @property
    def layout(self, /) -> tuple[Block, ...]:
        """All indices by name, in their order."""

    def block(self, name: str) -> Block:
        """
        A part of the layout. Raises KeyError for a name that it does not have.
        """

    @property
    def trade(self, /) -> tuple[int, ...]:
        """The indices of domestic trade: offers, answers, deals."""

    def fits(self, rules: RulesCore) -> bool:
        """Whether it has an index for every decision under these rules."""

    @overload
    def index(self, position: State, action: Action | str) -> int | None:
        """
        The index of an action of the actor, or None if this codec cannot say it.
        """

    @overload
    def index(self, position: View, action: Action | str) -> int | None: ...

    @overload
    def mask(self, position: State) -> NDArray[numpy.bool_]:
        """
        True at the index of every listed legal action; of a view that does not decide all are False.
        """

    @overload
    def mask(self, position: View) -> NDArray[numpy.bool_]: ...

    def masks(self, views: Sequence[View]) -> NDArray[numpy.bool_]:
        """The masks of many views, a row each."""

    def write_mask(self, state: State, out: Annotated[NDArray[numpy.uint8], dict(shape=(None,), order='C', device='cpu')]) -> None:
        """mask() of a state as bytes, written into an array."""

    @overload
    def expand(self, position: State, index: int, rng: Rng) -> list[Action]:
        """
        The exact actions behind an index, to be applied in order: one, or several for a large discard. The generator draws what the codec leaves open (in gendre2020, which further cards are kept). Empty for an index that stands for nothing here.
        """

    @overload
    def expand(self, position: View, index: int, rng: Rng) -> list[Action]: ...

    def __reduce__(self) -> tuple[object, ...]: ...

    def __repr__(self) -> str: ...

CODECS: tuple[str, ...]

class Encoding:
    """A view as numbers for a network."""

    def __init__(self, name: str) -> None: ...

    @property
    def name(self) -> str: ...

    @property
    def version(self) -> str: ...

    @property
    def history(self) -> str:
        """A line per version."""

    @property
    def size(self) -> int:
        """How many numbers."""

    @property
    def most_players(self) -> int: ...

    @property
    def dtype(self) -> str:
        """NumPy's name of their type."""

    @property
    def layout(self, /) -> tuple[Block, ...]:
        """All numbers by name, in their order."""

    def block(self, name: str) -> Block:
        """
        A part of the layout. Raises KeyError for a name that it does not have.
        """

    @property
    def takes_move(self) -> bool:
        """Whether it shows a position together with a move."""

    def encode(self, view: View, move: Action | None = None) -> numpy.typing.NDArray[numpy.generic]:
        """The numbers of a view, with a move where it takes one."""

    def encode_many(self, views: Sequence[View]) -> numpy.typing.NDArray[numpy.generic]:
        """The numbers of many views, a row each; those of a move are zeros."""

    def encode_moves(self, view: View, moves: Sequence[Action]) -> numpy.typing.NDArray[numpy.generic]:
        """
        The numbers of a view with each of several moves, a row each: encode() for all of them at once.
        """

    @overload
    def write(self, view: View, out: Annotated[NDArray[numpy.uint8], dict(shape=(None,), order='C', device='cpu')]) -> None:
        """encode() into an array."""

    @overload
    def write(self, view: View, out: Annotated[NDArray[numpy.float32], dict(shape=(None,), order='C', device='cpu')]) -> None: ...

    def __reduce__(self) -> tuple[object, ...]: ...

    def __repr__(self) -> str: ...

ENCODINGS: tuple[str, ...]

class BoardSource:
    """Where the boards of many games come from."""

    def __init__(self, layout: Layout = Layout.spiral, harbors: HarborLayout = HarborLayout.shuffled, text: str | None = None) -> None:
        """Boards drawn as asked, or the one of the text; raises BoardError."""

    @property
    def layout(self) -> Layout: ...

    @property
    def harbors(self) -> HarborLayout: ...

    def draw(self, rng: Rng) -> str:
        """
        The text of a board, drawn by the generator, which is then at the chance of a game on it.
        """

def random_games(setup: Setup, policy: Policy, games: int, seed: int) -> tuple[int, int, float]:
    """Games with drawn moves: games, decisions, CPU seconds."""

def copy_states(state: State, copies: int) -> float:
    """The CPU seconds of so many copies of a state."""

KINDS: tuple[str, ...]

class RatedGames:
    """
    Many games whose moves are rated; longroad.train.td_games makes the arrays.
    """

    def __init__(self, rules: RulesCore, source: BoardSource, games: int, seed: int, threads: int, explore: int) -> None: ...

    def begin(self, wanted: int) -> None:
        """A new game in each of the first slots that has none."""

    @property
    def rows(self) -> int: ...

    @property
    def finished(self) -> int: ...

    def write(self, positions: Annotated[NDArray[numpy.uint8], dict(shape=(None, None), order='C', device='cpu')], moves: Annotated[NDArray[numpy.int16], dict(shape=(None, None), order='C', device='cpu')], owners: Annotated[NDArray[numpy.int32], dict(shape=(None,), order='C', device='cpu')]) -> int:
        """Writes the positions and moves to be rated, and whose they are."""

    def lowest(self, ratings: Annotated[NDArray[numpy.float32], dict(shape=(None,), order='C', device='cpu', writable=False)], chosen: Annotated[NDArray[numpy.int32], dict(shape=(None,), order='C', device='cpu')]) -> None:
        """Writes the move of each game with the lowest rating, or -1."""

    def step(self, chosen: Annotated[NDArray[numpy.int32], dict(shape=(None,), order='C', device='cpu', writable=False)]) -> int:
        """Plays a move per game; the first game where it is illegal, or -1."""

    def take(self, count: int) -> dict[str, Any]:
        """The first finished games, as arrays; they are dropped."""

    def state_of(self, game: int) -> State | None:
        """A copy of the game in a slot; None where none is running."""

    def save(self) -> NDArray[numpy.uint64]:
        """Everything that `load` needs to go on."""

    def load(self, words: Annotated[NDArray[numpy.uint64], dict(shape=(None,), order='C', device='cpu', writable=False)]) -> bool:
        """False if the words are not of games with these settings."""

class CatanSearch:
    """Expectiminimax on Catan."""

    def __init__(self, settings: ExpectimaxSettings) -> None: ...

    def search(self, state: State, player: int, stop: Stop | None = None) -> dict[str, Any]:
        """The value of a full position for a player."""

def representatives(state: State, clusters: bool, classes: int) -> list[tuple[str, Action]]:
    """
    The representative moves of a position, with the names of their classes.
    """

def evaluate(state: State, player: int) -> float:
    """The positional evaluation that searches use."""

class NativeAgent:
    """An agent that plays whole matches outside Python."""

    def __init__(self, how: Policy | ValueSettings | ExpectimaxSettings | MctsSettings | PlannerSettings, open_hands: bool = False, opening_games: int = 0) -> None:
        """
        From its settings, or the policy that draws its moves. With `open_hands` it is shown all resource hands; it chooses the set-up by `opening_games` games per decision, unless 0 or it draws.
        """

    @property
    def how(self) -> Policy | ValueSettings | ExpectimaxSettings | MctsSettings | PlannerSettings:
        """A copy of its settings, or its policy."""

    @property
    def open_hands(self) -> bool: ...

    @property
    def opening_games(self) -> int: ...

def result_columns() -> list[tuple[str, str, bool]]:
    """
    The columns of a match's results: name, type, whether there is an entry per agent.
    """

class Setup:
    """How games of Catan begin: by which rules, on which boards."""

    def __init__(self, rules: RulesCore, boards: BoardSource) -> None: ...

    def draw(self, chance: Rng) -> str:
        """
        What a record says of the first position; `chance` then is at the game's own.
        """

class NativePlayer:
    """A native agent in one game."""

    def __init__(self, agent: NativeAgent, rules: RulesCore, seat: int) -> None: ...

    @property
    def follows(self) -> bool:
        """
        Whether it wants to be told what happens: it counts cards or keeps a tree.
        """

    def observe(self, before: View, event: Action, after: View) -> None:
        """An event as its player saw it, with the views before and after."""

    @property
    def belief(self) -> Belief:
        """What it knows by counting; a copy."""

    @property
    def win_probability(self) -> float | None:
        """
        Of its player, as a tree search saw it behind the last move; None without a search.
        """

    @property
    def found(self) -> list[tuple[Action, float, int, float]]:
        """
        What a tree search found behind the last move, most visits first: move, improved policy, visits, mean win probability; empty without a search.
        """

    @property
    def decisions(self) -> int:
        """Decisions it made."""

    @property
    def seconds(self) -> float:
        """CPU time of those; 0 if it draws its moves."""

    @property
    def nodes(self) -> int:
        """The size of the trees it keeps; 0 without a tree search."""

    @property
    def batch_sizes(self, /) -> dict[int, int]:
        """
        How many leaves its tree search computed together: {1: batches of one, 2: of two or three, 4: of four to seven, ...}.
        """

    def choose(self, view: View, rng: Rng, stop: Stop | None = None) -> Action:
        """
        A move for the viewer. Raises StoppedError, and IllegalActionError where it does not decide.
        """

class SeatedGame:
    """A game with native players and others; longroad.agents.Table makes it."""

    def __init__(self, state: State, chance: Rng | None) -> None: ...

    def seat_native(self, seat: int, player: NativePlayer, rng: Rng) -> None:
        """A native player, and the generator it draws from."""

    def seat_python(self, seat: int, follows: bool, open_hands: bool, skips_forced: bool) -> None:
        """
        Somebody else decides there; `skips_forced`: who need not be asked where one action only is listed.
        """

    def run(self, stop: Stop | None = None) -> int | None:
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

def play_blocks(setup: Setup, agents: Sequence[NativeAgent], seed: int, first: int, blocks: int, threads: int, keep: bool, stop: Stop | None = None) -> dict[str, Any]:
    """
    Blocks of a match: the columns RESULT_COLUMNS, signatures, and with `keep` start and events of every game.
    """

def game_events(setup: Setup, agents: Sequence[NativeAgent], seed: int, block: int, rotation: int) -> tuple[str, list[int]]:
    """Start and events of one game of a match."""

class PolicyForm:
    """What a policy and value network reads and says."""

    def __init__(self, encoding: Encoding, codec: Codec, value_columns: int, trades: bool = True, bank_columns: Sequence[int] = [], bank: int = 255, temperature: float = 1.0) -> None:
        """
        `value_columns`: of its values, which are win probabilities, the one who decides first, then in turn order. `trades`: whether its logits of offers, answers and deals mean anything. The `bank_columns` of the encoding show `bank` cards at most. Logits are divided by `temperature` before they become priors.
        """

class PolicyEvaluator:
    """Judges positions by a policy and value network, many at a time."""

    def __init__(self, form: PolicyForm, function: Callable[[NDArray[numpy.uint8]], tuple[NDArray[numpy.float32], NDArray[numpy.float32]]]) -> None:
        """
        `function` takes encoded positions, a row each, and returns two float32 arrays with as many rows: logits by the index of the codec, and values.
        """

    def add(self, state: State) -> int:
        """
        Adds a position in which somebody decides; returns its place in the batch.
        """

    def compute(self) -> None:
        """Answers all positions added. Raises AnswerError."""

    def clear(self) -> None:
        """Forgets the batch."""

    def __len__(self) -> int: ...

    def win_probabilities(self, at: int, players: int) -> list[float]:
        """Of a computed position, for each player. Raises AnswerError."""

    def priors(self, at: int, moves: Sequence[Action]) -> list[float]:
        """Of moves of a computed position; they add up to 1. Raises AnswerError."""

    @property
    def batch_sizes(self, /) -> dict[int, int]:
        """
        How many positions were computed together: {1: batches of one, 2: of two or three, 4: of four to seven, ...}.
        """

def leaf_win_probabilities(leaf: LeafSettings, judge: JudgeSettings, states: Sequence[State], rng: Rng) -> NDArray[numpy.float32]:
    """
    Win probabilities of positions as they stand, a row of four per position, as `mcts` values its leaves; a playout draws from `rng`.
    """

class Decisions:
    """
    Decisions of tree searches in many games, whose leaves are computed together.
    """

    def __init__(self, form: PolicyForm, asked: Sequence[tuple[NativePlayer, View, Rng]], threads: int = 1, per_round: int = 1) -> None:
        """
        Players that are to decide, with their views and generators. Each begins `per_round` simulations per round.
        """

    @property
    def is_done(self) -> bool:
        """Whether all of them are made."""

    def move(self, number: int) -> Action:
        """
        The move of a decision that is made. Raises what its search raised: AnswerError, say.
        """

    def abandon(self) -> None:
        """Ends the searches that are not done, without a move."""

    @property
    def most_leaves(self) -> int:
        """Of one round at most."""

    def gather(self, out: Annotated[NDArray[numpy.uint8], dict(shape=(None, None), order='C', device='cpu')]) -> int:
        """
        Gathers the leaves of the next round, encoded, into the first rows of an array; returns how many.
        """

    def absorb(self, logits: Annotated[NDArray[numpy.float32], dict(shape=(None, None), order='C', device='cpu', writable=False)], values: Annotated[NDArray[numpy.float32], dict(shape=(None, None), order='C', device='cpu', writable=False)]) -> None:
        """
        Takes the answers to all leaves of the round, a row each. Raises AnswerError.
        """

    @property
    def batch_sizes(self, /) -> dict[int, int]:
        """
        How many positions were computed together: {1: batches of one, 2: of two or three, 4: of four to seven, ...}.
        """

class SearchedGames:
    """
    Games of a tree search against itself, side by side and one after the other, whose leaves are computed together.
    """

    def __init__(self, form: PolicyForm, setup: Setup, agent: NativeAgent, games: int, seed: int, threads: int = 1, per_round: int = 1, keep: bool = False) -> None:
        """With `keep`, what the searches find is kept for take_lessons()."""

    def take_lessons(self) -> dict[str, NDArray[Any]]:
        """
        What the searches found in the games that were over since the last call, a row per decision: `position` (encoded), `mask`, `policy` by index, `outlook` (the search's win probability), `winner` by seat after the one who decided (-1: nobody), `players`.
        """

    @property
    def games(self) -> int:
        """Games that were finished."""

    @property
    def moves(self) -> int:
        """Moves that were made."""

    @property
    def most_leaves(self) -> int:
        """Of one round at most."""

    def gather(self, out: Annotated[NDArray[numpy.uint8], dict(shape=(None, None), order='C', device='cpu')]) -> int:
        """
        Gathers the leaves of the next round, encoded, into the first rows of an array; returns how many.
        """

    def absorb(self, logits: Annotated[NDArray[numpy.float32], dict(shape=(None, None), order='C', device='cpu', writable=False)], values: Annotated[NDArray[numpy.float32], dict(shape=(None, None), order='C', device='cpu', writable=False)]) -> None:
        """
        Takes the answers to all leaves of the round, a row each. Raises AnswerError.
        """

    @property
    def batch_sizes(self, /) -> dict[int, int]:
        """
        How many positions were computed together: {1: batches of one, 2: of two or three, 4: of four to seven, ...}.
        """

def analyse_moves(settings: MctsSettings, view: View, belief: Belief, asked: Sequence[Action], compared: int, rng: Rng, stop: Stop | None = None) -> tuple[list[tuple[Action, float, int, float]], list[float]]:
    """
    The moves of the viewer's decision by a tree search of its own, most visits first: move, prior, visits, mean win probability; and the win probability of every player. Half of the simulations is shared equally by `asked` and the `compared` moves most visited. Raises StoppedError, and IllegalActionError for a move that cannot be made.
    """

def compare_lines(view: View, belief: Belief, lines: Sequence[tuple[Action, Action | None]], player: NativeAgent, turns: int | None, judge: JudgeSettings, seed: int, first: int, count: int, threads: int = 1, stop: Stop | None = None) -> numpy.typing.NDArray[numpy.float32]:
    """
    Rollouts first..first+count-1 after each line, as (rollouts, lines, players): the same cards and dice for all of them. A line is a move and, if not None, what the player whose turn it is does as soon as it can in this turn. The `player` plays all seats, for `turns` turns, then `judge` judges; None: to the end.
    """

def play_on(states: Sequence[State], player: NativeAgent, turns: int | None, judge: JudgeSettings, seed: int, count: int, threads: int = 1, stop: Stop | None = None) -> numpy.typing.NDArray[numpy.float32]:
    """The same from full positions, as (rollouts, positions, players)."""

def sampled_outlook(view: View, belief: Belief, player: NativeAgent, judge: JudgeSettings, seed: int, samples: int) -> list[float]:
    """
    The win probability of every player by what the viewer knows: the mean over consistent states, judged where the turn, or the set-up, has ended.
    """

def trade_ideas(view: View, belief: Belief, settings: PlannerSettings, samples: int, rng: Rng) -> list[tuple[Action, list[float]]]:
    """
    Offers worth making, the best first, each with the probability by player that it agrees; none where no offer can be made.
    """

def evaluation_parts(state: State, judge: JudgeSettings) -> list[dict[str, float]]:
    """
    What the evaluation of every player's position is made of, in victory points.
    """

class Rewards:
    """
    What the end of a game brings: to the winner `win`, to the others `loss`, and to each player `point` for every point ahead of the mean of the others. Without a winner all get the mean of one win and the losses.
    """

    def __init__(self, win: float, loss: float, point: float = 0.0) -> None: ...

    @staticmethod
    def zero_sum(players: int) -> Rewards:
        """As State.returns(): 1 for the winner, the others share -1."""

    @property
    def win(self) -> float: ...

    @property
    def loss(self) -> float: ...

    @property
    def point(self) -> float: ...

SPACES: tuple[tuple[str, str], ...]

class VectorEnv:
    """Many games at once; longroad.catan.VectorEnv makes the arrays."""

    def __init__(self, rules: RulesCore, source: BoardSource, codec: Codec, encoding: Encoding, rewards: Rewards, games: int, seed: int, threads: int, skip_forced: bool, tables: Sequence[tuple[int, Sequence[NativeAgent | None]]], advisers: Sequence[tuple[int, NativeAgent]], critic: Networks | None = None) -> None: ...

    @property
    def actions(self) -> int: ...

    @property
    def observation(self) -> int: ...

    @property
    def arrays(self, /) -> list[tuple[str, str, tuple[int, ...]]]:
        """Name, type and shape of every array it writes into."""

    def use_buffers(self, arrays: dict[str, numpy.typing.NDArray[numpy.generic]]) -> None:
        """From now on it writes into these arrays, by name."""

    def reset(self) -> None:
        """Begins all games anew."""

    def step(self, actions: Annotated[NDArray[numpy.int32], dict(shape=(None,), order='C', device='cpu', writable=False)]) -> int:
        """Plays an index per game; the first game where it is illegal, or -1."""

    def sample(self, actions: Annotated[NDArray[numpy.int32], dict(shape=(None,), order='C', device='cpu')]) -> None:
        """Writes a legal index per game, each equally likely."""

    def advise(self, advice: Annotated[NDArray[numpy.int32], dict(shape=(None,), order='C', device='cpu')]) -> None:
        """Writes the index that each game's adviser would choose, or -1."""

    @property
    def saved_bytes(self) -> int: ...

    @property
    def has_opponents(self) -> bool: ...

    def save(self, out: Annotated[NDArray[numpy.uint8], dict(shape=(None,), order='C', device='cpu')]) -> None:
        """Writes all games with their generators, `saved_bytes` of them."""

    def restore(self, saved: Annotated[NDArray[numpy.uint8], dict(shape=(None,), order='C', device='cpu', writable=False)]) -> bool:
        """Goes on from saved games; False if they do not fit."""

    def state_of(self, game: int) -> State:
        """A copy of a game as it stands."""

def play_openings(state: State, player: int, placements: Sequence[Sequence[int]], play: NativeAgent, partners: NativeAgent, rounds: int, seed: int, first: int, games: int, threads: int) -> tuple[numpy.typing.NDArray[numpy.int64], numpy.typing.NDArray[numpy.int64]]:
    """
    Games first..first+games-1 of every placement: those its player won, and those nobody won.
    """

def opening_events(state: State, player: int, placement: Sequence[int], play: NativeAgent, partners: NativeAgent, rounds: int, seed: int, game: int) -> list[int]:
    """The events of one of these games, from the state on."""

def halving_rounds(candidates: int, last: int, base: int) -> list[tuple[int, int]]:
    """
    Rounds of sequential halving: how many play on, and how many more games each.
    """

def choose_opening(view: View, games: int, candidates: int, rng: Rng) -> Action:
    """A settlement or road of the set-up, chosen by games."""

class Lesson(enum.Enum):
    """What a network learns from a decision."""

    policy = 0
    """To take better ways to go on more often."""

    critic = 1
    """To say what the decision will turn out to be worth."""

class PolicySettings:
    """How games are played to learn a policy from."""

    def __init__(self) -> None: ...

    @property
    def temperature(self) -> float: ...

    @temperature.setter
    def temperature(self, arg: float, /) -> None: ...

    @property
    def least(self) -> float: ...

    @least.setter
    def least(self, arg: float, /) -> None: ...

    @property
    def candidates(self) -> int: ...

    @candidates.setter
    def candidates(self, arg: int, /) -> None: ...

    @property
    def most_ends(self) -> int: ...

    @most_ends.setter
    def most_ends(self, arg: int, /) -> None: ...

    @property
    def trace(self) -> float: ...

    @trace.setter
    def trace(self, arg: float, /) -> None: ...

    @property
    def critic_share(self) -> int: ...

    @critic_share.setter
    def critic_share(self, arg: int, /) -> None: ...

class LearnSettings:
    """How the native network learns."""

    def __init__(self) -> None: ...

    @property
    def batch(self) -> int: ...

    @batch.setter
    def batch(self, arg: int, /) -> None: ...

    @property
    def learning_rate(self) -> float: ...

    @learning_rate.setter
    def learning_rate(self, arg: float, /) -> None: ...

    @property
    def decay(self) -> float: ...

    @decay.setter
    def decay(self, arg: float, /) -> None: ...

    @property
    def most_gradient(self) -> float: ...

    @most_gradient.setter
    def most_gradient(self, arg: float, /) -> None: ...

    @property
    def temperature(self) -> float: ...

    @temperature.setter
    def temperature(self, arg: float, /) -> None: ...

    @property
    def clip(self) -> float: ...

    @clip.setter
    def clip(self, arg: float, /) -> None: ...

class LearnFigures:
    """Means over the decisions of a pass."""

    @property
    def loss(self) -> float: ...

    @property
    def divergence(self) -> float: ...

    @property
    def clipped(self) -> float: ...

    @property
    def entropy(self) -> float: ...

    @property
    def decisions(self) -> int: ...

class DecisionTable:
    """DecisionTable of games with what came of them."""

    def __len__(self) -> int: ...

    @property
    def players(self) -> int: ...

    @property
    def ends(self) -> int:
        """Positions that were compared, in all."""

    def append(self, more: DecisionTable) -> None:
        """Adds the decisions of another table."""

    def arrays(self) -> dict[str, Any]:
        """
        Copies of what is kept, by name; cpp/catan/learning/decision_table.hpp says what it is.
        """

class Lessons:
    """What games teach."""

    @property
    def policy(self) -> DecisionTable: ...

    @property
    def critic(self) -> DecisionTable: ...

    @property
    def winners(self) -> list[int]:
        """By game: the agent that won, or -1."""

class Learner:
    """The native network in floating point, and how it learns."""

    def __init__(self) -> None: ...

    @property
    def weights(self) -> NDArray[numpy.float32]: ...

    @weights.setter
    def weights(self, arg: Annotated[NDArray[numpy.float32], dict(shape=(None,), order='C', device='cpu', writable=False)], /) -> None: ...

    @property
    def mean(self) -> NDArray[numpy.float32]: ...

    @mean.setter
    def mean(self, arg: Annotated[NDArray[numpy.float32], dict(shape=(None,), order='C', device='cpu', writable=False)], /) -> None: ...

    @property
    def square(self) -> NDArray[numpy.float32]: ...

    @square.setter
    def square(self, arg: Annotated[NDArray[numpy.float32], dict(shape=(None,), order='C', device='cpu', writable=False)], /) -> None: ...

    @property
    def steps(self) -> int: ...

    @steps.setter
    def steps(self, arg: int, /) -> None: ...

    def learn(self, decisions: DecisionTable, lesson: Lesson, settings: LearnSettings, seed: int, threads: int = 1) -> LearnFigures:
        """One pass over all decisions, in an order drawn by lot."""

    def recompute(self, decisions: DecisionTable, settings: LearnSettings, threads: int = 1) -> None:
        """
        Takes the log probabilities of what was drawn from this network, which differs by rounding from the one that drew.
        """

    def gradient(self, decisions: DecisionTable, lesson: Lesson, settings: LearnSettings) -> NDArray[numpy.float32]:
        """Of the mean loss over all decisions."""

def play_lessons(setup: Setup, agents: Sequence[NativeAgent], students: int, critic: Networks, seed: int, first: int, games: int, settings: PolicySettings, threads: int = 1) -> Lessons:
    """
    Plays games in which some agents (`students`, a set of bits) draw among their plans, and keeps what they decided.
    """

COMPILER: str

CORE: str

NATIVE_INSTRUCTIONS: bool = True
