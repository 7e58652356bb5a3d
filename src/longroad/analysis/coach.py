"""The coach: what it says to a player during a game, from what that player may know."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from longroad._native import Stop
from longroad.analysis.decisions import Candidate, examine
from longroad.analysis.engine import Effort, outlook, seed_of
from longroad.analysis.grades import Grade, grade_of
from longroad.analysis.holdings import Holding, holdings
from longroad.analysis.reasons import reason
from longroad.analysis.rolls import RollOutlook, next_rolls
from longroad.analysis.spots import spot_scores
from longroad.analysis.trades import TradeTip, trade_tips
from longroad.analysis.words import Voice
from longroad.catan import Action, Belief, Rules, View
from longroad.errors import AnalysisError

#: Moves that are named at most.
_MOST_MOVES = 5


@dataclass(frozen=True)
class MoveAdvice:
    """A move: the player's win probability after it, what it loses against the best one, the grade it would
    get, and why one may want to make it."""

    action: Action
    win_probability: float
    loss: float
    grade: Grade
    reason: str

    def to_dict(self) -> dict[str, Any]:
        """In plain types."""
        return {
            "action": str(self.action),
            "win_probability": round(self.win_probability, 4),
            "loss": round(self.loss, 4),
            "grade": str(self.grade),
            "reason": self.reason,
        }


@dataclass(frozen=True)
class Advice:
    """Everything that the coach has to say of a position."""

    player: int
    #: The best first; none where the player does not decide.
    moves: tuple[MoveAdvice, ...]
    #: The win probability of every player.
    outlook: tuple[float, ...]
    #: Of the opponents, in turn order.
    holdings: tuple[Holding, ...]
    #: The next roll, every sum.
    rolls: tuple[RollOutlook, ...]
    #: In the set-up: intersections that can be settled, 1 for the best and 0 for the worst.
    spots: Mapping[int, float]
    #: Offers worth making, the best first.
    trades: tuple[TradeTip, ...]

    def to_dict(self) -> dict[str, Any]:
        """In plain types, ready for JSON."""
        return {
            "player": self.player,
            "moves": [move.to_dict() for move in self.moves],
            "outlook": [round(share, 4) for share in self.outlook],
            "holdings": [holding.to_dict() for holding in self.holdings],
            "rolls": [roll.to_dict() for roll in self.rolls],
            "spots": {str(place): round(score, 4) for place, score in self.spots.items()},
            "trades": [trade.to_dict() for trade in self.trades],
        }


class Coach:
    """Advises one player of a game. It follows the game as an agent does: tell it every event, from the first
    settlement on. It never sees the state: views, and what its player saw.

    >>> from longroad import catan
    >>> state = catan.State(catan.Rules(players=3), seed=7)
    >>> coach = Coach(state.rules, player=0, sims=64)
    >>> advice = coach.advise(state.view(0))
    >>> advice.moves[0].action.kind, len(advice.spots), max(advice.spots.values())
    ('settle', 54, 1.0)

    With ``sims`` the same game and seed get the same advice; with ``ms`` it thinks that long.
    """

    def __init__(
        self,
        rules: Rules,
        player: int,
        seed: int = 0,
        sims: int = 400,
        ms: float | None = None,
        names: Sequence[str] | None = None,
    ) -> None:
        if not 0 <= player < rules.players:
            raise AnalysisError(
                f"seat {player}: the game has {rules.players} players, 0 to {rules.players - 1}"
            )
        if names is not None and len(names) != rules.players:
            raise AnalysisError(f"{len(names)} names for {rules.players} players")
        self.player = player
        self.voice: Voice = Voice.of(rules.players, names, you=player)
        self._effort, self._seed = Effort(sims, ms), seed
        self._belief = Belief()
        self._seen = 0

    @property
    def belief(self) -> Belief:
        """What its player knows of the others' cards; a copy."""
        return self._belief.copy()

    def observe(self, before: View, event: Action, after: View) -> None:
        """Takes in an event, as ``Agent.observe``: the player's views before and after, and what it saw.
        Raises BeliefError if that cannot have happened."""
        self._belief.observe(before, event, after)
        self._seen += 1

    def outlook(self, view: View) -> tuple[float, ...]:
        """The win probability of every player, quickly."""
        return outlook(view, self._followed(view), seed=seed_of(self._seed, self._seen))

    def advise(self, view: View, stop: Stop | None = None) -> Advice:
        """What to do, and what to know. Raises AnalysisError for another player's view or one of a game that
        was not followed, StoppedError if ``stop`` was asked to stop."""
        belief, voice = self._followed(view), self.voice
        seed = seed_of(self._seed, self._seen)
        found = examine(view, belief, effort=self._effort, seed=seed, stop=stop) if view.actions else None
        candidates = found.candidates if found else ()
        return Advice(
            self.player,
            tuple(_advice(view, belief, one, voice) for one in candidates[:_MOST_MOVES]),
            candidates[0].outlook if candidates else outlook(view, belief, seed=seed),
            holdings(view, belief, voice),
            () if view.is_over else next_rolls(view, voice),
            spot_scores(view, found) if found else {},
            trade_tips(view, belief, voice, seed) if candidates else (),
        )

    def _followed(self, view: View) -> Belief:
        """What was counted up to a view."""
        if view.player != self.player:
            raise AnalysisError(f"a view of p{view.player}; this coach advises p{self.player}")
        belief = self._belief.copy()
        if not belief.fits(view):
            raise AnalysisError("the coach was not told all events up to this view: call observe for each")
        return belief


def _advice(view: View, belief: Belief, one: Candidate, voice: Voice) -> MoveAdvice:
    return MoveAdvice(
        one.action, one.win_probability, one.loss, grade_of(one.loss), reason(view, belief, one.action, voice)
    )
