"""Sequential tests stop where the evidence is in, and nowhere else."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import pytest

from longroad.agents import Agent
from longroad.arena import Sprt, play_match, run_sprt
from longroad.arena.play.sequential import LOOK_EVERY
from longroad.catan import Action, Rules, View

RULES = Rules(players=2, offers_per_turn=0, target_points=4, turn_cap=80)


def test_the_stronger_agent_is_found_and_the_weaker_one_too() -> None:
    better = run_sprt(Sprt(0, 50), ["weighted", "random"], rules=RULES)
    worse = run_sprt(Sprt(0, 50), ["random", "weighted"], rules=RULES)
    assert (better.test.decision, worse.test.decision) == ("H1", "H0")
    assert better.test.score > 0.5 > worse.test.score


@pytest.mark.parametrize("threads", [1, 2, 3])
def test_it_stops_at_the_same_game_with_any_number_of_threads(threads: int) -> None:
    once = run_sprt(Sprt(-10, 30), ["random", "random:by=kind"], rules=RULES, seed=4, threads=1)
    again = run_sprt(Sprt(-10, 30), ["random", "random:by=kind"], rules=RULES, seed=4, threads=threads)
    assert once.to_dict() == again.to_dict()


def test_the_blocks_are_those_of_the_match() -> None:
    result = run_sprt(Sprt(0, 50), ["weighted", "random"], rules=RULES, seed=7)
    games = result.test.blocks * 2
    match = play_match(["weighted", "random"], games=games, seed=7, rules=RULES)
    score = np.where(match.winner < 0, 0.5, match.winner == 0).mean()
    assert result.test.score == pytest.approx(score) and result.test.blocks % LOOK_EVERY == 0


def test_it_gives_up_after_a_number_of_games() -> None:
    result = run_sprt(Sprt(-1, 1), ["random", "random"], rules=RULES, most_games=65)
    assert result.test.decision is None and result.test.blocks == 30 and not result.interrupted


def test_one_against_three_copies() -> None:
    rules = Rules(players=4, offers_per_turn=0, target_points=4, turn_cap=120)
    test = Sprt(0, 60, opponents=3)
    result = run_sprt(test, ["weighted", "random", "random", "random"], rules=rules, seed=2)
    assert result.test.decision == "H1" and result.test.score > 0.25


def test_an_interrupt_keeps_what_is_known() -> None:
    class Tires(Agent):
        games = 0

        def choose(self, view: View, actions: Sequence[Action]) -> Action:
            if view.phase == "setup settlement" and len(view.settlements(view.player)) == 0:
                Tires.games += 1
                if Tires.games > 50:
                    raise KeyboardInterrupt
            return actions[0]

    result = run_sprt(Sprt(-1, 1), [Tires(), "random"], rules=RULES)
    assert result.interrupted and result.test.decision is None and result.test.blocks == 20


def test_forfeits_after_the_decision_are_not_told() -> None:
    class Falls(Agent):
        def choose(self, view: View, actions: Sequence[Action]) -> Action:
            raise ValueError("I fall")

    result = run_sprt(Sprt(0, 50), [Falls(), "random"], rules=RULES)
    assert result.test.decision == "H0" and len(result.forfeits) == 2 * result.test.blocks
    assert result.to_dict()["elo"] is None, "a score of 0 has no finite Elo"
