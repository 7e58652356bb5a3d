"""A second opinion on what a network's search found: a native tree judges its moves again, beside its own.

A network of millions of weights proposes good moves, but a hundred of its values are too noisy to tell them
apart. The native network judges as well and a thousand times as fast, but its tree proposes worse. So the one
names the moves and the other compares them. First settlements are worth the most time: the best of them are
also played on, with the planner in all seats.
"""

from __future__ import annotations

import math
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
#: Settlements of the set-up get more simulations, by a factor; so many moves are then played on for so many
#: turns, once for so many simulations of any other move.
_SETTLING, _PLAYED_MOVES, _PLAYED_TURNS, _SIMS_PER_GAME = 10, 4, 20, 32
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
        games = self.sims // _SIMS_PER_GAME if self.sims and settling and not self.ms else 0
        if not games or len(best) == 1:
            return best[0]
        contenders = best[:_PLAYED_MOVES]
        played = _played_on(view, belief, contenders, games, rng.next(), stop)
        return max(zip(contenders, played, strict=True), key=lambda one: scores[one[0]] + one[1])[0]

    def _tree(self, settling: bool) -> MctsSettings:
        sims = self.sims * _SETTLING if self.sims and settling else self.sims
        return MctsOptions(sims=sims, ms=self.ms, eval="network", trades="off", reuse=False).settings()


def _played_on(
    view: View, belief: AnyBelief, moves: Sequence[Action], games: int, seed: int, stop: Stop | None
) -> list[float]:
    """The win probability of each move, judged some turns later."""
    planner = PlannerOptions(eval="network")
    lines: list[tuple[Action, Action | None]] = [(move, None) for move in moves]
    found = _native.compare_lines(
        view,
        belief,
        lines,
        planner.native(),
        _PLAYED_TURNS,
        planner.settings().judge,
        seed,
        0,
        games,
        stop=stop,
    )
    return [float(mean) for mean in found[:, :, view.player].mean(axis=0)]
