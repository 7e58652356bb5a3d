"""``mcts``: Monte-Carlo tree search."""

from __future__ import annotations

from longroad import _native
from longroad.agents.options import PARTNERS, chosen, in_range, opening_games, option_value
from longroad.agents.thinking import ThinkingAgent

SELECT = ("puct", "uct")
LEAVES = ("eval", "playout", "short")
PLAYOUTS = ("random", "kind", "typed", "build")
TRADES = ("off", "merged", "separate")
VALUES = ("root", "move")

DEFAULT_SIMS = 1000
DEFAULT_C = {"puct": 0.25, "uct": 1.0}


class MctsAgent(ThinkingAgent):
    """Monte-Carlo tree search on positions the player holds possible; its own offers are searched like other
    moves.

    The budget is ``sims`` simulations a move, or ``ms`` milliseconds, or whichever ends first if both are
    given; with ``trades=separate`` every tree of a trade gets as much. ``sims=auto`` is 1,000, or no limit if
    ``ms`` is given; ``c=auto`` is 0.25 for ``puct`` and 1 for ``uct``. ``trades=on`` is ``merged``.

    >>> MctsAgent(sims=100).sims, MctsAgent(ms=20).sims, MctsAgent().sims
    (100, 0, 1000)
    """

    def __init__(
        self,
        sims: int | str = "auto",
        ms: float | str = 0.0,
        select: str = "puct",
        c: float | str = "auto",
        widening: float | str = 0.0,
        leaf: str = "eval",
        playout: str = "typed",
        turns: int | str = 8,
        longest: int | str = 5000,
        race: float | str = 0.5,
        inside: bool | str = True,
        trades: str = "merged",
        value: str = "root",
        offers: int | str = 3,
        partner: str = "judging",
        reuse: bool | str = True,
        threads: int | str = 1,
        openings: bool | int | str = False,
        open: bool | str = False,
    ) -> None:
        seconds = in_range("ms", ms, 0.0, 0, 3_600_000) / 1000
        #: Simulations a move; 0 if only time ends a search.
        self.sims = 0 if seconds else DEFAULT_SIMS
        if sims != "auto":
            self.sims = in_range("sims", sims, DEFAULT_SIMS, 1, 1_000_000_000)
        self.open_hands = option_value("open", open, False)
        settings = _native.MctsSettings(
            simulations=self.sims,
            seconds=seconds,
            priors=chosen("select", select, SELECT) == 0,
            exploration=DEFAULT_C[select] if c == "auto" else in_range("c", c, 0.0, 0, 100),
            widening=in_range("widening", widening, 0.0, 0, 100),
            leaf=chosen("leaf", leaf, LEAVES),
            policy=chosen("playout", playout, PLAYOUTS),
            turns=in_range("turns", turns, 8, 1, 10_000),
            bank_trades=option_value("inside", inside, True),
            trading=chosen("trades", "merged" if trades == "on" else trades, TRADES),
            tree_value=chosen("value", value, VALUES),
            offers=in_range("offers", offers, 3, 0, 200),
            coin=chosen("partner", partner, PARTNERS) == 1,
            reuse=option_value("reuse", reuse, True),
            threads=in_range("threads", threads, 1, 1, 256),
            race=in_range("race", race, 0.5, 0, 100),
            longest=in_range("longest", longest, 5000, 1, 65_535),
        )
        self.native = _native.NativeAgent.mcts(settings, self.open_hands, opening_games(openings))

    @property
    def win_probability(self) -> float | None:
        """Of its player, as the search behind the last move saw it; None if it did not search."""
        found: float | None = self.native_player.win_probability
        return found


class Ntu2016Agent(MctsAgent):
    """The player of Ke and Chan's report: 50 build-only playouts a tree, a tree for every trade, a partner
    who flips a coin."""

    def __init__(
        self,
        sims: int | str = 50,
        select: str = "uct",
        c: float | str = "auto",
        leaf: str = "playout",
        playout: str = "build",
        longest: int | str = 200,
        inside: bool | str = False,
        trades: str = "separate",
        value: str = "root",
        offers: int | str = 3,
        partner: str = "coin",
        openings: bool | int | str = False,
        open: bool | str = False,
    ) -> None:
        super().__init__(
            sims=sims,
            select=select,
            c=c,
            leaf=leaf,
            playout=playout,
            longest=longest,
            inside=inside,
            trades=trades,
            value=value,
            offers=offers,
            partner=partner,
            reuse=False,
            openings=openings,
            open=open,
        )
