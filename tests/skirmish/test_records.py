"""Records replay bit for bit; a broken one, or one of another game, is refused with its line and the
reason."""

from __future__ import annotations

import copy
import json
import pickle
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from longroad import catan, skirmish
from longroad.errors import RecordError
from skirmish.random_games import position, rules, seeds


def broken(**changes: Any) -> str:
    """A good record with some keys changed."""
    return json.dumps(json.loads(position(skirmish.Rules(), 1, 40).to_record()) | changes)


def reason(line: str, number: int = 1) -> str:
    """Why a line is refused."""
    with pytest.raises(RecordError) as caught:
        skirmish.read_record(line, number)
    return str(caught.value)


@settings(max_examples=60)
@given(rules(), seeds, st.integers(0, 300))
def test_a_record_gives_the_position_back_bit_for_bit(rules: skirmish.Rules, seed: int, events: int) -> None:
    state = position(rules, seed, events)
    line = state.to_record()
    again = skirmish.State.from_record(line)
    assert "\n" not in line and again == state and again.to_record() == line
    assert again.event_words() == state.event_words() and again.events() == state.events()
    for twin in (pickle.loads(pickle.dumps(state)), copy.copy(state), copy.deepcopy(state)):
        assert type(twin) is skirmish.State and twin == state and twin.to_record() == line


def test_copies_part_ways() -> None:
    state = skirmish.State(seed=1)
    twin = state.copy()
    twin.apply("keep")
    assert twin != state and len(state.event_words()) == 10 and len(twin.event_words()) == 11
    state.apply(state.legal_actions()[0])
    assert twin.events()[-1] != state.events()[-1] and state != "state"
    with pytest.raises(TypeError, match="unhashable"):
        hash(state)


def test_the_form_of_a_record() -> None:
    state = skirmish.State(skirmish.Rules(turn_cap=9))
    state.apply("draw 6/6/6")
    state.apply("draw removal-a")
    assert json.loads(skirmish.write_record(state, names=["Ann", "Bö"])) == {
        "longroad": "skirmish",
        "version": 1,
        "rules": {"turn_cap": 9},
        "events": "draw 6/6/6; draw removal-a",
        "names": ["Ann", "Bö"],
    }
    with pytest.raises(ValueError, match="a record's own keys cannot be given: rules"):
        skirmish.write_record(state, rules=1)


@pytest.mark.parametrize(
    ("line", "why"),
    [
        ("{", "not JSON"),
        ("[" * 100_000, "not JSON"),
        ("[]", 'not a record of a Skirmish game ("longroad": "skirmish" is missing)'),
        ("{}", "not a record of a Skirmish game"),
        (broken(longroad="chess"), "not a record of a Skirmish game"),
        (broken(longroad=["catan"]), "not a record of a Skirmish game"),
        (catan.State().to_record(), "this is a record of catan, not of skirmish"),
        (broken(version=2), "version 2; this Longroad reads version 1"),
        (broken(version=True), "version True"),
        (broken(rules=[]), "'rules' is missing or of the wrong kind"),
        (broken(events=None), "'events' is missing or of the wrong kind"),
        (broken(rules={"hand_limit": -1}), "hand_limit=-1: must be a whole number between 0 and 27"),
        (broken(rules={"deck": "6/6/6"}), "deck='6/6/6'"),
        (broken(rules={"players": 2}), "no option 'players'"),
        (broken(events="draw 6/6/6; draw 6/6/6"), "event 2: draw 6/6/6: 6/6/6 is not in the deck"),
        (broken(events="draw 6/6/6; keep"), "event 2: keep: the phase is 'deal'"),
        (broken(events="draw 9/9/9"), "event 1: 'draw 9/9/9' is not an action"),
        (broken(events="draw \ud800"), "event 1: 'draw \\ud800' is not an action"),
    ],
    ids=lambda text: text[-24:],
)
def test_a_broken_record_is_refused_with_line_and_reason(line: str, why: str) -> None:
    message = reason(line, number=17)
    assert message.startswith("line 17") and why in message and "\n" not in message


def test_catan_tells_a_record_of_skirmish() -> None:
    with pytest.raises(RecordError, match="line 4: this is a record of skirmish, not of catan"):
        catan.read_record(skirmish.State().to_record(), 4)


def test_a_file_of_records(tmp_path: Path) -> None:
    states = [position(skirmish.Rules(), seed, 30 * seed) for seed in range(4)]
    path = tmp_path / "games.jsonl"
    path.write_text(
        "\n\n".join(state.to_record() for state in states) + "\n" + catan.State().to_record(), "utf-8"
    )
    records = skirmish.read_records(path)
    assert [next(records) for _ in states] == states
    with pytest.raises(RecordError, match="line 8: this is a record of catan"):
        next(records)
