"""A second opinion on what a network's search found: a native tree judges its moves again, beside its own.

A network of millions of weights proposes good moves, but a hundred of its values are too noisy to tell them
apart. The native network judges as well and a thousand times as fast, but its tree proposes worse. So the one
names the moves and the other compares them. First settlements are worth the most time: the best of them are
also played on, with the planner in all seats.
"""

from __future__ import annotations

import math
import time
from collections.abc import Sequence
from dataclasses import dataclass

from longroad import _native
from longroad._native import Belief as AnyBelief
from longroad._native import MctsSettings, Stop
from longroad.catan import Action, Rng, View
from longroad.catan.native_agents import MctsOptions, PlannerOptions

#: A move, its share of a policy, its visits, its mean win probability.
Found = tuple[Action, float, int, float]

#: Moves of the policy that are judged, at most, and the share that a move needs.
_PROPOSED, _LEAST_SHARE = 6, 0.0005
#: Moves of the native tree's own that are judged, too.
_OWN = 2
#: A move with fewer of the visits is not chosen.
_LEAST_VISITS = 0.02
#: What a factor e in the policy weighs, in win probability.
_POLICY_WEIGHT = 0.003
#: Settlements of the set-up get more simulations, by a factor, up to so many. So many moves are then played
#: on for so many turns, once for so many simulations of any other move, up to so many times; by the clock for
#: half of the time, so many games at once.
_SETTLING, _MOST_SETTLING = 10, 64_000
_PLAYED_MOVES, _PLAYED_TURNS, _SIMS_PER_GAME, _MOST_GAMES = 4, 20, 32, 400
_GAMES_AT_ONCE = 8
#: Kinds of moves that only the network's tree makes: it remembers what it has offered.
OFFERS = frozenset({"offer", "counter"})
#: The share of a move that the policy does not name.
_UNNAMED = 1e-5


@dataclass(frozen=True)
class SecondOpinion:
    """Of ``sims`` simulations per move, or ``ms`` milliseconds, or whichever ends first; offers are not its
    business.

    >>> from longroad.catan import Belief, Rules, State
    >>> view = State(Rules.preset("gendre2020"), seed=7).view(0)
    >>> found = [(move, 1 / 54, 1, 0.5) for move in view.actions]
    >>> str(SecondOpinion(sims=200).choose(view, Belief(), found, Rng(1)))
    'settle n23'
    """

    sims: int | None
    ms: float = 0.0

    def choose(
        self, view: View, belief: AnyBelief, found: Sequence[Found], rng: Rng, stop: Stop | None = None
    ) -> Action:
        """Of the moves found and those of the native tree, the one with the most of win probability by that
        tree + 0.003 log policy."""
        policy = {move: max(share, _UNNAMED) for move, share, _, _ in found if move.kind not in OFFERS}
        named = sorted(policy, key=policy.__getitem__, reverse=True)[:_PROPOSED]
        asked = [move for move in named if policy[move] > _LEAST_SHARE]
        settling = view.phase == "setup settlement"
        judged, _ = _native.analyse_moves(self._tree(settling), view, belief, asked, _OWN, rng, stop)
        least = _LEAST_VISITS * sum(visits for _, _, visits, _ in judged)
        scores = {
            move: mean + _POLICY_WEIGHT * math.log(policy.get(move, _UNNAMED))
            for move, _, visits, mean in judged
            if visits >= least
        }
        best = sorted(scores, key=scores.__getitem__, reverse=True)
        if not settling or len(best) == 1:
            return best[0]
        contenders = best[:_PLAYED_MOVES]
        played = self._played_on(view, belief, contenders, rng.next(), stop)
        return max(zip(contenders, played, strict=True), key=lambda one: scores[one[0]] + one[1])[0]

    def _tree(self, settling: bool) -> MctsSettings:
        sims, ms = self.sims, self.ms
        if settling:
            sims, ms = sims and max(sims, min(sims * _SETTLING, _MOST_SETTLING)), ms / 2
        return MctsOptions(sims=sims, ms=ms, eval="network", trades="off", reuse=False).settings()

    def _played_on(
        self, view: View, belief: AnyBelief, moves: Sequence[Action], seed: int, stop: Stop | None
    ) -> list[float]:
        """The win probability of each move, judged some turns later: the same dice for all of them."""
        planner = PlannerOptions(eval="network")
        lines: list[tuple[Action, Action | None]] = [(move, None) for move in moves]
        most = min(self.sims // _SIMS_PER_GAME, _MOST_GAMES) if self.sims else _MOST_GAMES
        at_once = _GAMES_AT_ONCE if self.ms else most
        started, played, sums = time.perf_counter(), 0, [0.0] * len(moves)
        while played < most:
            games = min(at_once, most - played)
            found = _native.compare_lines(
                view, belief, lines, planner.native(), _PLAYED_TURNS, planner.settings().judge,
                seed, played, games, stop=stop,
            )  # fmt: skip
            sums = [
                total + float(won) for total, won in zip(sums, found[:, :, view.player].sum(0), strict=True)
            ]
            played += games
            if self.ms and (time.perf_counter() - started) * 1000 * (1 + at_once / played) > self.ms / 2:
                break
        return [total / played for total in sums] if played else sums
