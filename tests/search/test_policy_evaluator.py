"""A batch function of Python behind the evaluator's contract."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from longroad.catan import CODECS, ENCODINGS, Rules, State
from longroad.errors import AnswerError, IllegalActionError
from longroad.search import PolicyEvaluator, PolicyForm
from property.random_games import walk

GENERAL, CODEC = ENCODINGS["general"], CODECS["general"]
FORM = PolicyForm(GENERAL, CODEC, 4)
RULES = Rules(players=3, turn_cap=20)


def known_answers(rows: Any) -> tuple[Any, Any]:
    """Logits that grow with the index; values by the viewer's seat."""
    logits = np.tile(np.arange(CODEC.size, dtype=np.float32) / 100, (len(rows), 1))
    return logits, np.tile(np.array([0.5, 0.3, 0.2, 0], dtype=np.float32), (len(rows), 1))


def decisions(count: int, rules: Rules = RULES) -> list[State]:
    found = []
    for state, _ in walk(rules, 5):
        if state.actor is not None and len(found) < count:
            found.append(state.copy())
    return found


def with_choice() -> State:
    """A position with many legal moves."""
    return max(decisions(40), key=lambda state: len(state.legal_actions()))


def test_positions_are_shown_as_the_one_who_decides_sees_them() -> None:
    seen = []

    def function(rows: Any) -> tuple[Any, Any]:
        seen.append(rows)
        return known_answers(rows)

    evaluator, states = PolicyEvaluator(FORM, function), decisions(20)
    assert [evaluator.add(state) for state in states] == list(range(20)) and len(evaluator) == 20
    evaluator.compute()
    (rows,) = seen
    assert np.array_equal(rows, GENERAL.encode_many([state.view(state.actor) for state in states]))
    assert evaluator.batch_sizes == {16: 1}
    evaluator.clear()
    assert len(evaluator) == 0 and evaluator.add(states[0]) == 0
    evaluator.compute()
    assert evaluator.batch_sizes == {1: 1, 16: 1}


def test_win_probabilities_are_turned_to_the_players() -> None:
    evaluator, states = PolicyEvaluator(FORM, known_answers), decisions(40)
    places = [evaluator.add(state) for state in states]
    evaluator.compute()
    for state, place in zip(states, places, strict=True):
        found = evaluator.win_probabilities(place, 3)
        assert state.actor is not None
        assert [found[(state.actor + i) % 3] for i in range(3)] == pytest.approx([0.5, 0.3, 0.2])
    assert len({state.actor for state in states}) == 3


def test_priors_are_a_softmax_over_the_moves() -> None:
    evaluator, state = PolicyEvaluator(FORM, known_answers), with_choice()
    evaluator.add(state)
    evaluator.compute()
    moves = state.legal_actions()
    logits = np.array([CODEC.index(state, move) for move in moves]) / 100
    expected = np.exp(logits - logits.max())
    assert evaluator.priors(0, moves) == pytest.approx(expected / expected.sum(), abs=1e-6)


def test_a_temperature_flattens_the_priors() -> None:
    state, found = with_choice(), {}
    for temperature in (1.0, 4.0):
        evaluator = PolicyEvaluator(PolicyForm(GENERAL, CODEC, 4, temperature=temperature), known_answers)
        evaluator.add(state)
        evaluator.compute()
        found[temperature] = np.array(evaluator.priors(0, state.legal_actions()))
    assert found[4.0] == pytest.approx(found[1.0] ** 0.25 / (found[1.0] ** 0.25).sum(), abs=1e-5)
    assert found[4.0].max() < found[1.0].max()
    with pytest.raises(ValueError, match="temperature must be above 0"):
        PolicyForm(GENERAL, CODEC, 4, temperature=0)


def test_moves_without_a_word_share_what_is_left() -> None:
    form = PolicyForm(GENERAL, CODEC, 4, trades=False)
    evaluator = PolicyEvaluator(form, known_answers)
    for state in decisions(200, Rules(players=3, turn_cap=40)):
        moves = state.legal_actions()
        talk = [move.kind in ("offer", "accept", "refuse", "counter", "deal", "cancel") for move in moves]
        evaluator.clear()
        evaluator.add(state)
        evaluator.compute()
        priors = evaluator.priors(0, moves)
        assert sum(priors) == pytest.approx(1, abs=1e-5)
        assert all(p == pytest.approx(1 / len(moves)) for p, said in zip(priors, talk, strict=True) if said)
        if any(talk):
            return
    pytest.fail("nobody could offer anything")


def test_the_bank_is_shown_as_it_was_learnt() -> None:
    shown = []

    def function(rows: Any) -> tuple[Any, Any]:
        shown.append(rows)
        return known_answers(rows)

    columns = list(GENERAL.block("table").field("bank"))
    evaluator = PolicyEvaluator(PolicyForm(GENERAL, CODEC, 4, bank_columns=columns, bank=7), function)
    evaluator.add(decisions(1)[0])
    evaluator.compute()
    assert shown[0][0, columns].tolist() == [7] * 5


@pytest.mark.parametrize(
    ("answers", "message"),
    [
        (
            lambda n: (np.zeros((n, 5), np.float32), np.zeros((n, 4), np.float32)),
            r"logits of shape \(2, 5\) for 2 posi",
        ),
        (
            lambda n: (np.zeros((n, 523), np.float32), np.zeros((n, 3), np.float32)),
            r"values of shape \(2, 3\) for 2",
        ),
        (
            lambda n: (np.zeros((n + 1, 523), np.float32), np.zeros((n, 4), np.float32)),
            r"logits of shape \(3, 523\)",
        ),
        (lambda n: None, "something else than two float32 arrays"),
        (lambda n: (np.zeros(n), np.zeros(n)), "something else than two float32 arrays"),
    ],
)
def test_answers_of_another_shape_are_refused(answers: Any, message: str) -> None:
    evaluator = PolicyEvaluator(FORM, lambda rows: answers(len(rows)))
    for state in decisions(2):
        evaluator.add(state)
    with pytest.raises(AnswerError, match=message):
        evaluator.compute()


def test_an_error_of_the_function_comes_through() -> None:
    def function(rows: Any) -> Any:
        raise OSError("the GPU is gone")

    evaluator = PolicyEvaluator(FORM, function)
    evaluator.add(decisions(1)[0])
    with pytest.raises(OSError, match="the GPU is gone"):
        evaluator.compute()


def test_only_decisions_are_judged() -> None:
    evaluator = PolicyEvaluator(FORM, known_answers)
    for state, _ in walk(RULES, 5):
        if state.is_chance:
            with pytest.raises(IllegalActionError, match="nobody decides"):
                evaluator.add(state)
            return


def test_places_that_are_not_in_the_batch_are_refused() -> None:
    evaluator = PolicyEvaluator(FORM, known_answers)
    with pytest.raises(IndexError):
        evaluator.win_probabilities(0, 3)
    with pytest.raises(ValueError, match="is not of bytes"):
        PolicyEvaluator(PolicyForm(ENCODINGS["casher2024"], CODEC, 4), known_answers)
