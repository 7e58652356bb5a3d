"""Actions as text: one form each, there and back; everything else is refused."""

from __future__ import annotations

import copy
import pickle

import pytest
from hypothesis import given
from hypothesis import strategies as st

from longroad import skirmish
from longroad.errors import NotationError
from longroad.skirmish import CARDS, Action

SINGLE = [f"{kind} {card}" for kind in ("place", "rest", "heal", "attack", "draw") for card in CARDS]
PAIRS = [
    text
    for one in CARDS
    for other in CARDS
    for text in (f"battle {one} with {other}", f"remove {one} by {other}")
]
ALL = ["keep", *SINGLE, *PAIRS]


def test_every_action_round_trips() -> None:
    actions = [Action.parse(text) for text in ALL]
    assert [str(action) for action in actions] == ALL
    assert [Action.from_int(int(action)) for action in actions] == actions
    assert len(set(actions)) == len({int(action) for action in actions}) == len(ALL)
    for action in (actions[0], actions[1], actions[-1]):
        assert repr(action) == f"Action.parse('{action}')"
        assert pickle.loads(pickle.dumps(action)) == copy.copy(action) == action
        assert action != str(action)


@pytest.mark.parametrize(
    ("text", "kind", "card", "target"),
    [
        ("keep", "keep", None, None),
        ("place 6/6/6", "place", "6/6/6", None),
        ("draw removal-b", "draw", "removal-b", None),
        ("battle 6/6/6 with 4/1/1", "battle", "6/6/6", "4/1/1"),
        ("remove 4/1/1 by removal-a", "remove", "removal-a", "4/1/1"),
    ],
)
def test_what_an_action_says(text: str, kind: str, card: str | None, target: str | None) -> None:
    action = Action.parse(text)
    assert (action.kind, action.card, action.target, action.is_chance) == (kind, card, target, kind == "draw")


@pytest.mark.parametrize(
    "text",
    [
        *("", " ", "keep ", " keep", "Keep", "keep 6/6/6", "place", "place ", "place 9/9/9", "place 5/0/0"),
        *("place 6/6/6 ", "place  6/6/6", "place 6/6/6 4/1/1", "rest", "fly 6/6/6", "place removal"),
        *("battle 6/6/6", "battle 6/6/6 by 4/1/1", "battle 6/6/6 with", "battle 6/6/6 with 9/9/9"),
        *(
            "battle 6/6/6 with 4/1/1 x",
            "remove 4/1/1 with removal-a",
            "remove 4/1/1",
            "attack 6/6",
            "draw 06/6/6",
        ),
    ],
)
def test_everything_else_is_no_action(text: str) -> None:
    with pytest.raises(NotationError) as caught:
        Action.parse(text)
    assert str(caught.value).startswith(f"'{text}' is not an action; examples: 'place 4/1/1'")


@given(st.text(max_size=30))
def test_garbage_is_no_action(text: str) -> None:
    if text not in ALL and text.isprintable():
        with pytest.raises(NotationError):
            Action.parse(text)


@given(st.integers(0, 2**40))
def test_a_number_is_an_action_or_refused(word: int) -> None:
    try:
        action = Action.from_int(word)
    except NotationError as error:
        assert str(error) == f"{word} is not the number of an action"  # noqa: PT017
    else:
        assert int(action) == word and str(action) in ALL


def test_moves_as_text_wherever_a_move_is_taken() -> None:
    state = skirmish.State(seed=1)
    assert state.is_legal("keep") and state.refusal("keep") is None
    assert state.is_legal(Action.parse("keep")) and not state.is_legal("draw 6/6/6")
    for ask in (state.is_legal, state.refusal, state.apply):
        with pytest.raises(NotationError, match="'place 9/9/9' is not an action"):
            ask("place 9/9/9")
