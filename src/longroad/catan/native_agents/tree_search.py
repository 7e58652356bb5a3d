"""Agents that play by Monte-Carlo tree search."""

from __future__ import annotations

from longroad._native import Leaf, MctsSettings, NativeAgent, Partner, Policy, RootRule, Trading, TreeValue
from longroad.catan.native_agents.fields import (
    EVAL,
    OFFERS,
    OPEN,
    OPENINGS,
    PARTNER,
    NativeOptions,
    judge_as_before,
    networks_for,
)
from longroad.errors import AgentSpecError
from longroad.options import choices_of, option, options, with_default

_MCTS = MctsSettings()
#: Of ``partner``: others are searched for.
_SEARCHING = "search"
#: The exploration constant of plain UCT; that of PUCT is the native default.
_UCT_EXPLORATION = 1.0

_SIMS = option(
    None,
    f"Simulations per move; auto is {_MCTS.search.simulations}, or no limit if ms is given.",
    low=1,
    high=1_000_000_000,
    words={"auto": None},
)
_SELECT = option(
    "puct" if _MCTS.search.priors else "uct",
    "How the tree is descended: by PUCT with priors from the evaluation, or by plain UCT.",
    choices=("puct", "uct"),
)
_C = option(
    None,
    f"The exploration constant; auto is {_MCTS.search.exploration:g} for puct and {_UCT_EXPLORATION:g} for "
    "uct.",
    low=0,
    high=100,
    words={"auto": None},
)
_LEAF = option(
    _MCTS.leaf.how.name,
    "How a leaf is valued: by the evaluation, a playout to the end, or a short one and then the evaluation.",
    choices=choices_of(Leaf),
)
_PLAYOUT = option(_MCTS.leaf.policy.name, "How the moves of a playout are drawn.", choices=choices_of(Policy))
_LONGEST = option(
    _MCTS.leaf.longest, "Turns after which a playout ends without a winner.", low=1, high=65_535
)
_INSIDE = option(_MCTS.moves.bank_trades, "Whether trades with the bank are searched below the root.")
_TRADES = option(
    _MCTS.trading.name,
    "Its own offers: none, as moves of the root (also on), or with a tree per trade.",
    choices=choices_of(Trading),
    words={"on": Trading.merged.name},
)
_VALUE = option(
    _MCTS.tree_value.name,
    "What a tree of trades=separate is worth: the mean of its root, or of its best move.",
    choices=choices_of(TreeValue),
)


@options(AgentSpecError)
class MctsOptions(NativeOptions):
    """Of ``mcts``.

    The budget is ``sims`` simulations per move, or ``ms`` milliseconds, or whichever ends first if both are
    given; with ``trades=separate`` every tree of a trade gets as much.

    >>> MctsOptions(sims=100).simulations, MctsOptions(ms=20).simulations, MctsOptions().simulations
    (100, 0, 1000)
    """

    sims: int | None = _SIMS
    ms: float = option(
        1000 * _MCTS.search.seconds, "Milliseconds per move; 0 for no limit.", low=0, high=3_600_000
    )
    select: str = _SELECT
    c: float | None = _C
    widening: float = option(
        _MCTS.search.widening,
        "If above 0, after n visits only the 1 + widening * sqrt(n) most promising moves are searched.",
        low=0,
        high=100,
    )
    leaf: str = _LEAF
    eval: str = EVAL
    playout: str = _PLAYOUT
    turns: int = option(_MCTS.leaf.turns, "Turns of a playout with leaf=short.", low=1, high=10_000)
    longest: int = _LONGEST
    race: float = option(
        _MCTS.leaf.race,
        "Weight of the race to the target beside the evaluation.",
        low=0,
        high=100,
    )
    inside: bool = _INSIDE
    trades: str = _TRADES
    value: str = _VALUE
    offers: int = OFFERS
    partner: str = PARTNER
    root: str = option(
        _MCTS.search.root.name,
        "How the moves of the root share the simulations: by PUCT, or by sequential halving (Gumbel).",
        choices=choices_of(RootRule),
    )
    noise: bool = option(
        _MCTS.search.gumbel.noise,
        "With root=gumbel, whether the moves to be halved are sampled, or are those of the highest priors.",
    )
    moves: str = option(
        "representative" if _MCTS.moves.representatives else "all",
        "Which moves are searched below the root: all, or one per purpose.",
        choices=("all", "representative"),
    )
    batch: int = option(_MCTS.search.batch, "Leaves that are valued together.", low=1, high=4096)
    reuse: bool = option(_MCTS.reuse, "Whether the tree is kept from move to move.")
    threads: int = option(_MCTS.threads, "Trees that grow side by side.", low=1, high=256)
    openings: int = OPENINGS
    open: bool = OPEN

    def __post_init__(self) -> None:
        if self.root == RootRule.gumbel.name and (
            self.threads > 1 or self.trades == Trading.separate.name or self.select == "uct"
        ):
            raise AgentSpecError(
                "root=gumbel: needs select=puct, threads=1 and trades=merged or off: it halves the moves of "
                "one tree by their priors"
            )

    @property
    def simulations(self) -> int:
        """Simulations per move; 0 if only time ends a search."""
        if self.sims is not None:
            return self.sims
        return 0 if self.ms else _MCTS.search.simulations

    @property
    def exploration(self) -> float:
        """The exploration constant."""
        if self.c is not None:
            return self.c
        return _MCTS.search.exploration if self.select == "puct" else _UCT_EXPLORATION

    def settings(self) -> MctsSettings:
        """How it plays."""
        settings = MctsSettings()
        settings.search.simulations = self.simulations
        settings.search.seconds = self.ms / 1000
        settings.search.priors = settings.moves.priors = self.select == "puct"
        settings.search.exploration = self.exploration
        settings.search.widening = self.widening
        settings.search.root = RootRule[self.root]
        settings.search.gumbel.noise = self.noise
        settings.search.batch = self.batch
        settings.moves.representatives = self.moves == "representative"
        settings.leaf.how = Leaf[self.leaf]
        settings.leaf.policy = Policy[self.playout]
        settings.leaf.turns = self.turns
        settings.leaf.networks = networks_for(self.eval)
        settings.leaf.longest = self.longest
        settings.leaf.race = settings.leaf.race_of_many = self.race
        settings.moves.bank_trades = self.inside
        settings.trading = Trading[self.trades]
        settings.tree_value = TreeValue[self.value]
        settings.bargain.offers = self.offers
        settings.bargain.partner = Partner[self.partner]
        settings.reuse = self.reuse
        settings.threads = self.threads
        return settings

    def native(self) -> NativeAgent:
        return NativeAgent(self.settings(), self.open, self.openings)


@options(AgentSpecError)
class Mcts1Options(MctsOptions):
    """Of ``mcts-1``."""

    def settings(self) -> MctsSettings:
        settings = super().settings()
        judge_as_before(settings)
        settings.leaf.race_of_many = 0
        return settings


@options(AgentSpecError)
class Ntu2016Options(NativeOptions):
    """Of ``ntu2016``: a tree search with the choices of a report. What it leaves open is chosen plainly; what
    makes it stronger is an option.

    >>> plain, stronger = Ntu2016Options(), Ntu2016Options(win=True, dice="even", ties="build")
    >>> plain.settings().win_at_once, stronger.settings().win_at_once
    (False, True)
    """

    sims: int | None = with_default(_SIMS, 50)
    select: str = with_default(_SELECT, "uct")
    c: float | None = _C
    leaf: str = with_default(_LEAF, Leaf.playout.name)
    playout: str = with_default(_PLAYOUT, Policy.build.name)
    longest: int = with_default(_LONGEST, 1200)
    inside: bool = with_default(_INSIDE, False)
    trades: str = with_default(_TRADES, Trading.separate.name)
    value: str = _VALUE
    offers: int = OFFERS
    partner: str = option(
        Partner.coin.name,
        "How the others are assumed to answer offers: by what they gain, by a coin, or as a search for them "
        "says (with trades=separate).",
        choices=(*choices_of(Partner), _SEARCHING),
    )
    stop: float = option(
        _MCTS.stop_trading_above, "With a higher win probability it does not trade.", low=0, high=1
    )
    remember: bool = option(
        _MCTS.remember, "Whether the best move behind a trade is remembered, not searched again."
    )
    win: bool = option(False, "Whether a move that wins is made without a search.")
    dice: str = option(
        "drawn",
        "Rolls below the root: drawn, or dealt out in proportion to their odds.",
        choices=("drawn", "even"),
    )
    ties: str = option(
        "drawn",
        "With select=uct, which of equal moves comes first: drawn, or what builds most.",
        choices=("drawn", "build"),
    )
    openings: int = OPENINGS
    open: bool = OPEN

    def __post_init__(self) -> None:
        if self.partner == _SEARCHING and self.trades != Trading.separate.name:
            raise AgentSpecError(f"partner={_SEARCHING}: needs trades={Trading.separate.name}")

    def settings(self) -> MctsSettings:
        """How it plays."""
        own = ("partner", "stop", "remember", "win", "dice", "ties")
        chosen = {name: getattr(self, name) for name in type(self).declared if name not in own}
        settings = Mcts1Options(**chosen, reuse=False).settings()
        if self.partner == _SEARCHING:
            settings.simulate_partner = True
        else:
            settings.bargain.partner = Partner[self.partner]
        settings.stop_trading_above = self.stop
        settings.remember = self.remember
        settings.win_at_once = self.win
        settings.search.even_dice = self.dice == "even"
        settings.search.shuffled = self.ties == "drawn"
        return settings

    def native(self) -> NativeAgent:
        return NativeAgent(self.settings(), self.open, self.openings)
