"""Records replay bit for bit, and a broken one is refused with its line and the reason."""

from __future__ import annotations

import copy
import json
import pickle
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from longroad import catan
from longroad.errors import RecordError
from property.random_games import GIVEN_BOARD, position, rules, seeds

BASE = catan.Rules(players=3, offers_per_turn=1)


def game(events: int = 60, seed: int = 1) -> catan.State:
    return position(BASE, seed, events)


def broken(**changes: Any) -> str:
    """A good record with some keys changed."""
    return json.dumps(json.loads(game().to_record()) | changes)


def reason(line: str, number: int = 1) -> str:
    """Why a line is refused."""
    with pytest.raises(RecordError) as caught:
        catan.read_record(line, number)
    return str(caught.value)


@settings(max_examples=80, deadline=None)
@given(rules(), seeds, st.integers(0, 900))
def test_a_record_gives_the_position_back_bit_for_bit(rules: catan.Rules, seed: int, events: int) -> None:
    state = position(rules, seed, events)
    line = state.to_record()
    assert "\n" not in line
    again = catan.State.from_record(line)
    assert again.same_position(state)
    assert again.rules == rules and again.board == state.board
    assert again.event_words() == state.event_words() and again.events() == state.events()
    assert again.to_record() == line


@settings(max_examples=20, deadline=None)
@given(rules(), seeds, st.integers(0, 300))
def test_pickles_and_copies_of_a_state(rules: catan.Rules, seed: int, events: int) -> None:
    state = position(rules, seed, events)
    for twin in (pickle.loads(pickle.dumps(state)), copy.copy(state), copy.deepcopy(state)):
        assert type(twin) is catan.State
        assert twin.same_position(state) and twin.event_words() == state.event_words() and twin.rules == rules
        if not twin.is_over:
            rng = catan.Rng(1)
            twin.apply(twin.sample_chance(rng) if twin.is_chance else twin.sample_action(rng))
            assert not twin.same_position(state)


def test_arbitrary_bundles_are_recorded() -> None:
    state = game()
    while (
        state.phase != "main"
        or state.hand_size(state.current) < 3
        or not state.hand_size((state.current + 1) % 3)
    ):
        rng = catan.Rng(len(state.event_words()))
        state.apply(state.sample_chance(rng) if state.is_chance else state.sample_action(rng))
    hand = state.hand(state.current)
    give = " + ".join(f"{n} {name}" for n, name in zip(hand, catan.RESOURCES, strict=True) if n)
    wanted = next((name for n, name in zip(hand, catan.RESOURCES, strict=True) if not n), None)
    assert wanted is not None
    state.apply(f"offer {give} for 19 {wanted}")
    assert catan.read_record(state.to_record()).same_position(state)


def test_the_form_of_a_record() -> None:
    state = catan.State(catan.Rules(players=2, target_points=8), board=GIVEN_BOARD)
    state.apply("settle n10")
    state.apply("road e7")
    assert json.loads(catan.write_record(state)) == {
        "longroad": "catan",
        "version": 1,
        "rules": {"players": 2, "target_points": 8},
        "board": GIVEN_BOARD,
        "events": "settle n10; road e7",
    }


def test_other_keys_are_written_and_kept_out_of_the_replay() -> None:
    state = game()
    line = catan.write_record(state, names=["Ann", "Bö", "C"], date="2024-01-01")
    assert json.loads(line)["names"] == ["Ann", "Bö", "C"]
    again = catan.read_record(line)
    assert again.same_position(state) and again.to_record() == state.to_record()


@pytest.mark.parametrize(
    ("line", "why"),
    [
        ("", "not JSON"),
        ("{", "not JSON"),
        ("settle n10", "not JSON"),
        (game().to_record()[:-20], "not JSON"),
        ("[]", "not a record of a Catan game"),
        ("null", "not a record of a Catan game"),
        ("{}", "not a record of a Catan game"),
        (broken(longroad="chess"), "not a record of a Catan game"),
        (broken(version=2), "version 2; this Longroad reads version 1"),
        (broken(version="1"), "version '1'"),
        (broken(version=None), "version None"),
        (broken(rules=None), "'rules' is missing or of the wrong kind"),
        (broken(board=[1]), "'board' is missing or of the wrong kind"),
        (broken(events=["roll"]), "'events' is missing or of the wrong kind"),
        (broken(rules={"players": 5}), "players=5: must be a whole number between 2 and 4"),
        (broken(rules={"players": "3"}), "players='3'"),
        (broken(rules={"dice": 3}), "no option 'dice'"),
        (broken(rules={"maritime": ["all"]}), "maritime="),
        (broken(board="O10"), "1 hexes instead of 19"),
        (broken(board=GIVEN_BOARD.replace("W2", "W7")), "h1 is 'W7'"),
        (broken(events="settle n10; settle n11"), "event 2: settle n11: not now"),
        (broken(events="settle n10; road e0"), "event 2: road e0: it does not touch"),
        (broken(events="settle n10; fly to n3"), "event 2: 'fly to n3' is not an action"),
        (broken(events="settle n10,road e10"), "event 1: "),
        (broken(events="settle n99"), "event 1: "),
        (broken(events="dice 8"), "event 1: dice 8: not now"),
    ],
    ids=lambda text: text[-24:],
)
def test_a_broken_record_is_refused_with_line_and_reason(line: str, why: str) -> None:
    message = reason(line, number=17)
    assert message.startswith("line 17") and why in message
    assert "\n" not in message


@pytest.mark.parametrize("key", ["longroad", "version", "rules", "board", "events"])
def test_a_missing_key_is_named(key: str) -> None:
    record = json.loads(game().to_record())
    del record[key]
    assert key in reason(json.dumps(record))


@pytest.mark.filterwarnings("ignore:nanobind")  # from a traceback that draws a half-made state
@pytest.mark.parametrize(
    "line",
    [
        pytest.param(broken(rules={"board": 5}), id="board option that is not a text"),
        pytest.param(broken(events="settle n10; \ud800"), id="lone surrogate among the events"),
        pytest.param(broken(board="\ud800"), id="lone surrogate in the board"),
        pytest.param("[" * 100_000, id="nested too deep"),
        pytest.param('{"version": ' + "1" * 5000 + "}", id="number too long"),
    ],
)
def test_strange_records_are_refused_like_any_other(line: str) -> None:
    try:
        catan.read_record(line)
    except RecordError as error:
        assert str(error).startswith("line 1")  # noqa: PT017
    else:
        pytest.fail("taken for a record")


@pytest.mark.parametrize("key", ["board", "events"])
def test_half_a_character_is_refused_in_one_line(key: str) -> None:
    assert "\n" not in reason(broken(**{key: "\ud800"}))


@pytest.mark.filterwarnings("ignore:nanobind")  # from a traceback that draws a half-made state
@pytest.mark.parametrize("key", ["longroad", "version", "rules", "board", "events"])
def test_extra_keys_do_not_replace_those_of_the_record(key: str) -> None:
    try:
        line = catan.write_record(game(), **{key: "mine"})
    except (TypeError, ValueError):
        return
    assert catan.read_record(line).same_position(game())


def test_a_version_is_a_number() -> None:
    assert "version True" in reason(broken(version=True))


@settings(max_examples=60, deadline=None)
@given(st.data())
def test_a_truncated_record_never_gives_another_game(data: st.DataObject) -> None:
    line = game(30).to_record()
    cut = data.draw(st.integers(0, len(line) - 1))
    assert reason(line[:cut]).startswith("line 1")


@settings(max_examples=60, deadline=None)
@given(st.text(max_size=40).filter(lambda text: text.strip("; ")))
def test_garbage_events_are_refused_by_number(text: str) -> None:
    good = "; ".join(str(event) for event in game(10).events())
    assert reason(broken(events=f"{good}; {text}")).startswith("line 1, event 11")


def test_a_file_of_records_with_blank_lines(tmp_path: Path) -> None:
    states = [game(seed=seed, events=20 * seed) for seed in range(4)]
    path = tmp_path / "games.jsonl"
    path.write_text("\n" + "\n\n  \n".join(state.to_record() for state in states) + "\n\n", encoding="utf-8")
    read = list(catan.read_records(str(path)))
    assert len(read) == 4
    assert all(ours.same_position(theirs) for ours, theirs in zip(states, read, strict=True))


def test_a_file_names_the_line_of_the_broken_record(tmp_path: Path) -> None:
    path = tmp_path / "games.jsonl"
    path.write_text(f"{game().to_record()}\n\n{broken(version=9)}\n", encoding="utf-8")
    records = catan.read_records(str(path))
    assert next(records).same_position(game())
    with pytest.raises(RecordError, match="line 3: version 9"):
        next(records)


def test_a_file_that_is_no_text_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "games.jsonl"
    path.write_bytes(b"\xff\xfe\x00")
    with pytest.raises(RecordError):
        list(catan.read_records(str(path)))
