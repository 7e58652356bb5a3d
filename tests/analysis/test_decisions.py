"""Decisions examined: grades that agree with losses, wins that are not missed, moves that lose nothing
yet."""

from __future__ import annotations

import pytest

from analysis.games import decisions_of, record_of
from longroad._native import Stop
from longroad.analysis.checking import Estimate
from longroad.analysis.comparison import Comparison
from longroad.analysis.decisions import examine, is_forced
from longroad.analysis.engine import Effort, outlook, rollouts, worth_of
from longroad.analysis.grades import THRESHOLDS, Grade, accuracy_of, grade_of
from longroad.analysis.replay import Decision, Replay
from longroad.catan import Action, Belief, Rules, State
from longroad.errors import AnalysisError, IllegalActionError, StoppedError

EFFORT = Effort(sims=32)


def last_decision(record: str) -> Decision:
    """The decision that won a game."""
    return list(Replay.of(record).decisions(range(4)[: State.from_record(record).players]))[-1]


class TestGrades:
    def test_a_larger_loss_is_never_a_better_grade(self) -> None:
        order = [Grade.BEST, Grade.GOOD, Grade.INACCURACY, Grade.MISTAKE, Grade.BLUNDER]
        for error in (0.0, 0.01, 0.03):
            places = [order.index(grade_of(loss / 1000, error)) for loss in range(300)]
            assert places == sorted(places)

    def test_a_doubtful_loss_is_not_called_a_mistake(self) -> None:
        for threshold in THRESHOLDS[:2]:
            assert grade_of(threshold.loss) is threshold.grade
            assert not grade_of(threshold.loss, error=threshold.loss / 2).is_error

    def test_accuracy_falls_with_the_loss(self) -> None:
        assert accuracy_of(-0.01) == accuracy_of(0) == 1 > accuracy_of(0.02) > accuracy_of(0.1) > 0


class TestEstimates:
    def test_the_surer_one_counts_for_more(self) -> None:
        joined = Estimate(0.0, 0.01).joined(Estimate(0.1, 0.02))
        assert joined.loss == pytest.approx(0.02) and joined.error < 0.01

    def test_rollouts_share_their_luck(self) -> None:
        """Of a move against itself the difference is zero in every rollout; of others it is not."""
        one = next(d for d in decisions_of(4, 4) if d.view.phase == "main" and d.action.kind == "settle")
        end, other = Action.parse("end"), one.action
        found = rollouts(one.view, one.belief, [(end, None)] * 2, seed=1, first=0, count=6, rounds=2)
        assert (found[:, 0] == found[:, 1]).all()
        comparison = Comparison(one.view, one.belief, [(end, None), (other, None)], rounds=2, seed=1)
        comparison.add(comparison.lines, 6)
        assert comparison.difference((end, None), (other, None))[1] > 0

    def test_more_rollouts_begin_with_the_same(self) -> None:
        one = next(d for d in decisions_of(4, 4) if d.view.phase == "main")
        line = [(one.action, None)]
        all_at_once = rollouts(one.view, one.belief, line, seed=5, first=0, count=6, rounds=1)
        second_half = rollouts(one.view, one.belief, line, seed=5, first=3, count=3, rounds=1)
        assert (all_at_once[3:] == second_half).all()

    def test_a_wish_is_carried_out_later_in_the_turn(self) -> None:
        """A road and then the city, in either order: with the wish both are built, so that both lines come to
        the same position."""
        one = next(
            d
            for d in decisions_of(4, 3)
            if {"city", "road"} <= {a.kind for a in d.view.actions} and d.view.phase == "main"
        )
        city = next(a for a in one.view.actions if a.kind == "city")
        road = next(a for a in one.view.actions if a.kind == "road")
        lines = [(city, road), (road, city)]
        built = rollouts(one.view, one.belief, lines, seed=1, first=0, count=3, rounds=0)
        assert (built[:, 0] == built[:, 1]).all()

    def test_an_illegal_move_is_refused(self) -> None:
        one = next(decisions_of(2, 4))
        with pytest.raises(IllegalActionError, match="city n0"):
            rollouts(
                one.view, one.belief, [(Action.parse("city n0"), None)], seed=1, first=0, count=1, rounds=0
            )


class TestExamined:
    def test_candidates_are_sorted_and_agree_with_their_losses(self) -> None:
        for one in list(decisions_of(4, 4))[::40]:
            found = examine(one.view, one.belief, played=one.action, effort=EFFORT, seed=1)
            losses = [candidate.loss for candidate in found.candidates]
            assert losses == sorted(losses) and losses[0] == 0 and found.best.grade is Grade.BEST
            assert found.played is not None and found.played.action == one.action
            for candidate in found.candidates:
                level = max(found.best.win_probability - candidate.loss, 0)
                assert candidate.win_probability == pytest.approx(level)
                assert candidate.grade == grade_of(candidate.loss, candidate.error)
                assert sum(candidate.outlook) == pytest.approx(1, abs=1e-4)

    @pytest.mark.parametrize(("players", "seed"), [(4, 3), (4, 6), (4, 9)])
    def test_a_missed_win_is_a_blunder(self, players: int, seed: int) -> None:
        """The winner ends its turn instead."""
        win = last_decision(record_of(players, seed))
        found = examine(win.view, win.belief, played=Action.parse("end"), effort=EFFORT, seed=1)
        assert found.played is not None and found.played.grade is Grade.BLUNDER
        assert found.best.win_probability > 0.99
        assert any(c.action == win.action and c.loss < 0.01 for c in found.candidates)

    def test_a_win_that_is_let_go_is_no_good_move_even_if_the_next_is_sure(self) -> None:
        win = last_decision(record_of(2, 4))
        found = examine(win.view, win.belief, played=Action.parse("end"), effort=EFFORT, seed=1)
        assert found.played is not None and found.played.loss < 0.01
        assert found.played.grade is Grade.INACCURACY and found.best.action != found.played.action
        taken = examine(win.view, win.belief, played=win.action, effort=EFFORT, seed=1)
        assert taken.played is not None and taken.played.grade is Grade.BEST

    def test_the_same_seed_gives_the_same_answer(self) -> None:
        one = list(decisions_of(4, 4))[60]
        first, again = (
            examine(one.view, one.belief, played=one.action, effort=EFFORT, seed=9) for _ in range(2)
        )
        assert first == again

    def test_a_limit_of_time_is_kept_to(self) -> None:
        """Not measured: a clock that has run out allows the fewest rollouts."""
        one = next(d for d in decisions_of(2, 4) if d.view.phase == "main")
        found = examine(one.view, one.belief, played=one.action, effort=Effort(ms=1), seed=1)
        assert found.played is not None

    def test_it_can_be_stopped(self) -> None:
        one = next(decisions_of(4, 4))
        stop = Stop()
        stop.stop()
        with pytest.raises(StoppedError):
            examine(one.view, one.belief, effort=EFFORT, stop=stop)

    def test_somebody_else_decides(self) -> None:
        state = State(Rules(players=3), seed=1)
        with pytest.raises(AnalysisError, match="p1 has nothing to decide here"):
            examine(state.view(1), Belief())

    @pytest.mark.parametrize(("effort", "words"), [({"sims": 3}, "sims=3"), ({"ms": 0.0}, "ms=0")])
    def test_settings_out_of_range_are_refused(self, effort: dict[str, float], words: str) -> None:
        with pytest.raises(AnalysisError, match=words):
            Effort(**effort)  # type: ignore[arg-type]


class TestForced:
    def test_one_move_is_no_choice(self) -> None:
        for one in Replay.of(record_of(2, 4)).decisions([0, 1]):
            if len(one.view.actions) == 1:
                assert is_forced(one.view, one.belief, one.action)

    def test_an_offer_binds_nobody(self) -> None:
        one = next(d for d in decisions_of(4, 4) if d.action.kind == "offer")
        assert is_forced(one.view, one.belief, one.action)
        assert not is_forced(one.view, one.belief)

    def test_a_choice_is_none(self) -> None:
        one = next(d for d in decisions_of(4, 4) if d.view.phase == "robber")
        assert not is_forced(one.view, one.belief, one.action)


class TestOutlook:
    def test_it_adds_up_and_knows_a_winner(self) -> None:
        for one in list(decisions_of(4, 4))[::60]:
            assert sum(outlook(one.view, one.belief, samples=2)) == pytest.approx(1, abs=1e-4)
        win = last_decision(record_of(2, 4))
        state = State.from_record(record_of(2, 4))
        assert outlook(state.view(0), Belief()) == tuple(float(state.winner == p) for p in range(2))
        assert outlook(win.view, win.belief)[win.player] > 0.9

    def test_before_a_player_has_settled_it_is_not_lost(self) -> None:
        """The set-up is finished before the position is judged."""
        state = State(Rules(players=4), seed=2)
        state.apply("settle n23")
        chances = outlook(state.view(0), Belief(), samples=1)
        assert max(chances) < 0.6

    def test_positions_in_full(self) -> None:
        state = State.from_record(record_of(2, 4))
        assert worth_of([], seed=1, count=1).shape == (0, 0)
        (worth,) = worth_of([state], seed=1, count=2)
        assert worth[state.winner or 0] == 1
