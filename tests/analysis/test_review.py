"""Reviews of whole games: the same every time, luck that is nothing on average, and what they refuse."""

from __future__ import annotations

import json
from collections.abc import Iterator

import numpy as np
import pytest

from analysis.games import first_events, quick_review, record_of
from interrupting import interrupted
from longroad._native import Stop
from longroad.analysis import Grade, Review, review_game
from longroad.analysis.replay import FRESH_CARDS, Replay
from longroad.analysis.review import Moment
from longroad.analysis.terminal import chart_lines, sheets
from longroad.analysis.turning_points import swing, turning_points
from longroad.analysis.values import Chance, values_of
from longroad.analysis.words import Voice
from longroad.catan import Belief, Rng, Rules, State
from longroad.errors import AnalysisError, RecordError, StoppedError


class TestSame:
    def test_whatever_the_number_of_threads(self) -> None:
        game = first_events(record_of(3, 14), 40)
        one, two = (review_game(game, sims=16, threads=threads, seed=3) for threads in (1, 3))
        assert one == two

    def test_a_record_and_its_state(self) -> None:
        game = first_events(record_of(2, 4), 20)
        assert review_game(game, sims=16, threads=1) == review_game(game.to_record(), sims=16, threads=1)

    def test_plain_types_and_back(self) -> None:
        review = quick_review()
        plain = json.loads(json.dumps(review.to_dict()))
        assert Review.from_dict(plain).to_dict() == plain


class TestWhatItSays:
    def test_every_event_has_a_moment_and_probabilities_add_up(self) -> None:
        review = quick_review()
        assert [moment.event for moment in review.moments] == list(range(len(review.moments)))
        assert len(review.moments) == len(State.from_record(review.record).events()) + 1
        for moment in review.moments:
            assert sum(moment.win_probabilities) == pytest.approx(1, abs=1e-3)
        assert review.winner is not None
        assert review.moments[-1].win_probabilities[review.winner] == 1

    def test_decisions_are_those_with_a_choice(self) -> None:
        review = quick_review()
        replay = review.replay()
        for one in review.decisions:
            assert replay.states[one.event].actor == one.player
            assert str(replay.events[one.event]) == one.played.notation
            assert len(replay.states[one.event].legal_actions()) > 1
            assert one.played in one.moves and one.best == one.moves[0]
            assert (one.loss == 0) == (one.played.loss == 0)

    def test_summaries_count_the_grades(self) -> None:
        review = quick_review()
        for player in review.players:
            own = [one for one in review.decisions if one.player == player.player]
            assert sum(player.grades.values()) == player.decisions == len(own)
            assert player.grades[Grade.BLUNDER] == sum(one.grade is Grade.BLUNDER for one in own)
            assert player.lost == pytest.approx(sum(one.loss for one in own))
            assert player.accuracy is not None and 0 < player.accuracy <= 1

    def test_the_better_player_is_more_accurate(self) -> None:
        """A planner against one who draws its moves."""
        planner, drawn = quick_review().accuracy
        assert planner is not None and drawn is not None and planner > drawn

    def test_only_some_players(self) -> None:
        review = review_game(first_events(record_of(3, 14), 30), sims=16, players=[1], threads=1)
        assert {one.player for one in review.decisions} == {1}
        assert [accuracy is None for accuracy in review.accuracy] == [True, False, True]

    def test_a_game_that_is_not_over(self) -> None:
        review = review_game(first_events(record_of(2, 4), 30), sims=16, threads=1)
        assert review.winner is None and not review.is_over and not any(p.won for p in review.players)

    def test_progress_is_told(self) -> None:
        told: list[tuple[int, int, str]] = []
        game = first_events(record_of(2, 4), 20)
        review = review_game(game, sims=16, threads=1, progress=lambda *said: told.append(said))
        assert {words for _, _, words in told} == {"positions", "decisions"}
        done, total, _ = told[-1]
        assert done == total == len(review.decisions)


class TestLuck:
    def chances_of_all_outcomes(self, game: State) -> Iterator[tuple[float, Chance]]:
        """What each outcome would have been for everybody, where chance is next."""
        for outcome, probability in game.chance_outcomes():
            after = game.copy()
            after.apply(outcome)
            step = Replay((game, after), (outcome,), "")
            yield probability, values_of(step, seed=1, threads=1).chances[0]

    @pytest.mark.parametrize("phase", ["dice", "steal", "draw"])
    def test_the_mean_over_what_may_happen_is_zero(self, phase: str) -> None:
        """What makes luck a martingale: at every chance, weighed by the exact probabilities."""
        replay = Replay.of(record_of(3, 14))
        for state in [s for s in replay.states if s.phase == phase][::5]:
            outcomes = list(self.chances_of_all_outcomes(state))
            mean = sum(p * np.array(chance.change) for p, chance in outcomes)
            assert np.abs(mean).max() < 1e-6 and sum(p for p, _ in outcomes) == pytest.approx(1)

    def test_dice_drawn_again_and_again_come_to_nothing(self) -> None:
        """Three hundred rolls of one position, within three standard errors of zero."""
        game = [state for state in Replay.of(record_of(2, 4)).states if state.phase == "dice"][20]
        changes = {
            outcome.sum: chance.change
            for (outcome, _), (_, chance) in zip(
                game.chance_outcomes(), self.chances_of_all_outcomes(game), strict=True
            )
        }
        rng = Rng(3)
        drawn = np.array([changes[game.sample_chance(rng).sum] for _ in range(300)])
        assert np.all(np.abs(drawn.mean(axis=0)) <= 3 * drawn.std(axis=0) / np.sqrt(300))

    def test_the_luck_of_all_players_is_nobodys(self) -> None:
        """Win probabilities always add up, so what one gains the others lose."""
        review = quick_review()
        for part in ("dice", "steals", "draws"):
            assert sum(getattr(luck, part) for luck in review.luck) == pytest.approx(0, abs=1e-3)

    def test_cards_are_those_that_the_dice_brought(self) -> None:
        review = quick_review()
        replay = review.replay()
        for luck in review.luck:
            got = sum(
                after.hand_size(luck.player) - before.hand_size(luck.player)
                for before, event, after in zip(replay.states, replay.events, replay.states[1:], strict=False)
                if event.kind == "dice"
            )
            assert luck.cards == got and luck.expected > 0


class TestTurningPoints:
    def moments(self, *shares: float) -> list[Moment]:
        return [Moment(i, i, 0, "roll", "red rolls 8", (share, 1 - share)) for i, share in enumerate(shares)]

    def test_the_largest_swings_in_their_order(self) -> None:
        shares = [0.5] * 10 + [0.8] * 10 + [0.7] * 10 + [0.2] * 10
        found = turning_points(self.moments(*shares), Voice.of(2))
        assert [point.event for point in found] == [10, 20, 30]
        assert swing(found[2].before, found[2].after) == pytest.approx(0.5)
        assert found[2].text == "Red rolls 8. Blue: 30% to 80%."

    def test_a_quiet_game_has_none(self) -> None:
        assert turning_points(self.moments(*[0.5] * 40), Voice.of(2)) == ()

    def test_near_a_large_swing_there_is_no_other(self) -> None:
        found = turning_points(self.moments(0.5, 0.5, 0.9, 0.7, 0.7), Voice.of(2))
        assert [point.event for point in found] == [2]


class TestRefusals:
    @pytest.mark.parametrize(
        ("options", "words"),
        [
            ({"players": [3]}, "seat 3: the game has 2 players, 0 to 1"),
            ({"threads": 0}, "threads=0"),
            ({"names": ["Ada"]}, "1 names for 2 players"),
            ({"agents": ["a", "b", "c"]}, "3 agents for 2 players"),
            ({"sims": 1}, "sims=1"),
        ],
    )
    def test_settings(self, options: dict[str, object], words: str) -> None:
        with pytest.raises(AnalysisError, match=words):
            review_game(first_events(record_of(2, 4), 12), **options)  # type: ignore[arg-type]

    def test_a_position_without_its_game(self) -> None:
        game = first_events(record_of(2, 4), 12)
        belief = Belief()
        drawn = belief.sample(State(Rules(players=2), seed=1).view(0), Rng(1))
        assert game.has_history and not drawn.has_history
        with pytest.raises(AnalysisError, match="a position without its game"):
            review_game(drawn)

    def test_a_game_without_events(self) -> None:
        with pytest.raises(AnalysisError, match="nothing to review"):
            review_game(State(Rules(players=2), seed=1))

    def test_a_damaged_record(self) -> None:
        with pytest.raises(RecordError, match="event 2"):
            review_game(record_of(2, 4).replace("; ", "; city n0; ", 1))

    @pytest.mark.parametrize("fresh", ["[true]", '"no"', "[0]"])
    def test_a_record_with_damaged_fresh_cards(self, fresh: str) -> None:
        line = record_of(2, 4)[:-1] + f', "{FRESH_CARDS}": {fresh}}}'
        if fresh == "[0]":  # the start, where nobody has bought a card: harmless
            assert Replay.of(line).events == Replay.of(record_of(2, 4)).events
            return
        with pytest.raises(RecordError, match=FRESH_CARDS):
            Replay.of(line)

    def test_it_can_be_stopped(self) -> None:
        stop = Stop()
        stop.stop()
        with pytest.raises(StoppedError):
            review_game(first_events(record_of(2, 4), 20), sims=16, stop=stop)

    @pytest.mark.parametrize(
        ("change", "words"),
        [({"version": 0}, "version 0"), ({"moments": 3}, "moments"), ({"winner": "red"}, "winner")],
    )
    def test_a_plain_form_that_is_none(self, change: dict[str, object], words: str) -> None:
        with pytest.raises(AnalysisError, match=words):
            Review.from_dict(quick_review().to_dict() | change)


class TestTerminal:
    def test_the_chart_shows_shares_in_letters(self) -> None:
        review = quick_review()
        lines = chart_lines(review, width=40)
        rows = [line[5:45] for line in lines[:12]]
        assert all(set(row) <= {"R", "B"} for row in rows)
        ends = {row[-1] for row in rows}
        assert ends == {"RB"[review.winner or 0]}, "the winner has it all in the end"
        assert "R red, B blue" in lines[-1]
        assert all(len(line) <= 80 for line in lines)

    def test_the_tables_fit_and_name_the_worst(self) -> None:
        review = quick_review()
        players, luck, worst = sheets(review, worst=3)
        assert len(players.rows) == len(luck.rows) == 2 and len(worst.rows) <= 3
        assert [row[2] for row in worst.rows] == sorted(
            (row[2] for row in worst.rows), key=lambda x: int(x[1:-1]), reverse=True
        )


def test_an_interrupt_from_the_keyboard_ends_all_threads() -> None:
    """While decisions are examined on two threads."""
    told = interrupted(
        "from longroad.agents import Table, make_agent\n"
        "from longroad.analysis import review_game\n"
        "from longroad.catan import Rng, Rules, State\n"
        "state = State(Rules(players=2), seed=1)\n"
        "agents = {p: make_agent('weighted') for p in range(2)}\n"
        "for p, agent in agents.items(): agent.begin(state.rules, p, Rng(p))\n"
        "Table(state, agents, chance=Rng(1)).run()\n"
        "begun = []\n"
        "def told(done, total, words):\n"
        "    if words == 'decisions' and not begun: begun.append(1), print('begun', flush=True)\n"
        "try:\n"
        "    review_game(state, sims=4000, threads=2, progress=told)\n"
        "except KeyboardInterrupt:\n"
        "    print('interrupted')\n"
    )
    assert told == "interrupted\n"
