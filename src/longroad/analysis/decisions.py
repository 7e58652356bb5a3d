"""One decision examined: which moves there were, what each is worth, and what the one that was made lost.

Only what the decider could know goes into it: its view, and its belief from the events that it saw.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from longroad import _native
from longroad._native import Stop
from longroad.analysis.checking import checked_loss
from longroad.analysis.comparison import Comparison
from longroad.analysis.engine import Effort, planner, rollouts, seed_of, tree_search
from longroad.analysis.grades import Grade, grade_of
from longroad.catan import Action, Belief, Rng, View
from longroad.errors import AnalysisError

#: Kinds of moves that there are too many of to look at all.
BUNDLES = ("offer", "counter")
#: Moves that are compared by rollouts, beside the one that was made: the best of each kind of proposal.
_PROPOSED = 4
_PROPOSED_IN_SET_UP = 8
#: Consistent states in which offers are thought of.
_SAMPLES = 16
#: Rounds of the rollouts that moves are compared by.
_ROUNDS = 2
#: What seems to lose more is looked at again.
_DOUBT = 0.015


@dataclass(frozen=True)
class Candidate:
    """A move and what it is worth: win probability of the decider, what it loses against the best move, the
    standard error of that, and the win probability of every player. ``lets_win_go``: the turn ends with it,
    though another move would have won the game."""

    action: Action
    win_probability: float
    loss: float
    error: float
    outlook: tuple[float, ...]
    lets_win_go: bool = False

    @property
    def grade(self) -> Grade:
        """Of the move, had it been made. A win that is let go is never good, however sure the next one is."""
        grade = grade_of(self.loss, self.error)
        return Grade.INACCURACY if self.lets_win_go and grade in (Grade.BEST, Grade.GOOD) else grade


@dataclass(frozen=True)
class Examined:
    """A decision: the moves that were compared, the best first, and the one that was made. ``ends`` has the
    decider's win probability after every listed move as it looks at the end of the turn, or of the set-up."""

    candidates: tuple[Candidate, ...]
    played: Candidate | None
    ends: Mapping[Action, float]

    @property
    def best(self) -> Candidate:
        """The best move."""
        return self.candidates[0]


def choices(view: View) -> list[Action]:
    """The listed moves of the viewer without offers and counter-offers."""
    return [action for action in view.actions if action.kind not in BUNDLES]


def is_forced(view: View, belief: Belief, played: Action | None = None) -> bool:
    """Whether there is nothing to grade: one move, and no offer worth making; or an offer, which binds nobody
    (the one who makes it may still take it back, and does what else there is to do afterwards). A move that
    was made and is another one was a choice."""
    if played is not None and played.kind == "offer":
        return True
    only = choices(view)
    if len(only) > 1 or (played is not None and played not in only):
        return False
    return not _native.trade_ideas(view, belief, planner(), _SAMPLES, Rng(0))


def examine(
    view: View,
    belief: Belief,
    *,
    played: Action | None = None,
    effort: Effort | None = None,
    seed: int = 0,
    stop: Stop | None = None,
) -> Examined:
    """The viewer's decision. Moves are proposed by a tree search and by a look at the end of the turn, and
    compared by rollouts; what ``played`` seems to lose is checked by rollouts of their own, since the best of
    many moves was also lucky.

    Raises AnalysisError where the viewer does not decide, StoppedError if it was stopped.
    """
    if view.is_over or view.is_chance or view.actor != view.player:
        raise AnalysisError(f"p{view.player} has nothing to decide here (the phase is '{view.phase}')")
    effort = effort or Effort()
    clock = effort.clock(1.0)
    proposed, ends = _proposed(view, belief, played, effort, seed_of(seed, 0), stop)
    lines = [(move, None) for move in proposed]
    comparison = Comparison(view, belief, lines, rounds=_ROUNDS, seed=seed_of(seed, 1), stop=stop)
    if len(proposed) == 1:
        comparison.add(lines, _SAMPLES)
    else:
        comparison.halve(effort.rollouts, clock, [] if played is None else [(played, None)])
    won = _winning_moves(view, belief, proposed)
    best = won[0] if won else comparison.best[0]
    level = comparison.mean((best, None))
    if played is None or played == best:
        return _examined(comparison, ends, best, level, {}, played, bool(won))
    loss, error = comparison.difference((best, None), (played, None))
    if loss > _DOUBT:
        loss, error, level = checked_loss(view, belief, best, played, effort, seed_of(seed, 2), stop)
    if loss <= 0 and not won:
        return _examined(comparison, ends, played, level - loss, {best: (-loss, error)}, played, False)
    return _examined(comparison, ends, best, level, {played: (loss, error)}, played, bool(won))


def _examined(
    comparison: Comparison,
    ends: Mapping[Action, float],
    best: Action,
    level: float,
    known: dict[Action, tuple[float, float]],
    played: Action | None,
    wins: bool,
) -> Examined:
    """From the win probability of the best move, and what other moves are known to lose against it; ``wins``:
    it ends the game."""

    def candidate(move: Action) -> Candidate:
        loss, error = known.get(move) or comparison.difference((best, None), (move, None))
        loss, error = (0.0, 0.0) if move == best else (max(loss, 0.0), error)
        lets_go = wins and move.kind == "end"
        return Candidate(move, max(level - loss, 0.0), loss, error, comparison.outlook((move, None)), lets_go)

    candidates = sorted(
        (candidate(move) for move, _ in comparison.lines), key=lambda one: (one.loss, one.action != best)
    )
    return Examined(
        tuple(candidates),
        next((one for one in candidates if played is not None and one.action == played), None),
        ends,
    )


def _winning_moves(view: View, belief: Belief, moves: Sequence[Action]) -> list[Action]:
    """Those that win the game at once, for certain: by the decider's own points."""
    found = []
    state = belief.sample(view, Rng(0))
    for move in moves:
        after = state.copy()
        after.apply(move)
        if after.is_over and after.winner == view.player:
            found.append(move)
    return found


def _proposed(
    view: View, belief: Belief, played: Action | None, effort: Effort, seed: int, stop: Stop | None
) -> tuple[list[Action], dict[Action, float]]:
    """The moves worth comparing: ``played``, those most visited by a tree search, and those after which the
    end of the turn looks best (in the set-up, which the tree does not know, the end of the set-up); a move
    that wins at once. Also how the ends look after every move."""
    asked = [] if played is None else [played]
    moves = choices(view)
    tree: list[Action] = []
    most = _PROPOSED_IN_SET_UP
    if not view.phase.startswith("setup"):
        tree = [move.action for move in tree_search(view, belief, asked, effort, seed, stop)]
        moves += [move for move in tree if move not in moves]
        most = _PROPOSED
    moves += [move for move in asked if move not in moves]
    # in the set-up nothing is drawn before its end
    lines = [(move, None) for move in moves]
    found = rollouts(view, belief, lines, seed=seed, first=0, count=2 if tree else 1, rounds=0, stop=stop)
    ends = dict(zip(moves, map(float, found[:, :, view.player].mean(axis=0)), strict=True))
    by_end = sorted(moves, key=lambda move: -ends[move])[:most]
    won = _winning_moves(view, belief, [move for move in moves if ends[move] == 1.0])
    return list(dict.fromkeys([*asked, *won[:1], *by_end, *tree[:most]])), ends
