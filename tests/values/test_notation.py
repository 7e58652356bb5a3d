"""Actions as text: one form each, there and back; everything else is refused."""

from __future__ import annotations

import copy
import pickle

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from longroad import catan
from longroad.catan import CARDS, RESOURCES, Action
from longroad.errors import NotationError
from property.random_games import positions, rules, seeds

CHANCE = (
    [f"dice {n}" for n in range(2, 13)]
    + [f"stole {r}" for r in RESOURCES]
    + [f"drew {card}" for card in CARDS]
)
counts = st.lists(st.integers(0, 19), min_size=5, max_size=5).filter(any)


def bundle(counts: list[int]) -> str:
    return " + ".join(f"{n} {name}" for n, name in zip(counts, RESOURCES, strict=True) if n)


def check_round_trip(action: Action) -> None:
    text = str(action)
    again = Action.parse(text)
    assert again == action and str(again) == text and hash(again) == hash(action)
    assert Action.from_int(int(action)) == action
    assert repr(action) == f"Action.parse('{text}')"
    assert text.startswith(action.kind)


@pytest.mark.parametrize("players", [2, 3, 4])
def test_all_actions_of_the_codecs_round_trip(players: int) -> None:
    state = catan.State(catan.Rules(players=players))
    texts = set()
    for index in range(523):
        for action in catan.CODECS["general"].expand(state, index, catan.Rng(0)):
            check_round_trip(action)
            texts.add(str(action))
    assert len(texts) >= 523 - (4 - players) * 20  # that many entries name a player: 19 robberies and a deal


@pytest.mark.parametrize("text", CHANCE)
def test_all_outcomes_of_chance_round_trip(text: str) -> None:
    action = Action.parse(text)
    assert str(action) == text and action.is_chance
    check_round_trip(action)


@given(st.sampled_from(("offer", "counter")), counts, counts)
def test_bundles_round_trip(kind: str, give: list[int], get: list[int]) -> None:
    text = f"{kind} {bundle(give)} for {bundle(get)}"
    action = Action.parse(text)
    assert str(action) == text
    assert (action.kind, action.give, action.get) == (kind, tuple(give), tuple(get))
    check_round_trip(action)


@settings(max_examples=10, deadline=None)
@given(rules(), seeds)
def test_whatever_can_be_played_round_trips(rules: catan.Rules, seed: int) -> None:
    for state in positions(rules, seed, every=31):
        for action in [*state.legal_actions(), *(action for action, _ in state.chance_outcomes())]:
            check_round_trip(action)


@pytest.mark.parametrize(
    ("text", "parts"),
    [
        ("settle n23", {"kind": "settle", "intersection": 23}),
        ("city n0", {"kind": "city", "intersection": 0}),
        ("road e71", {"kind": "road", "path": 71}),
        ("road building", {"kind": "road building"}),
        ("robber h7", {"kind": "robber", "hex": 7}),
        ("robber h0 steal p2", {"kind": "robber", "hex": 0, "player": 2}),
        ("monopoly ore", {"kind": "monopoly", "resource": 2}),
        (
            "trade 3 wool for 1 ore",
            {"kind": "trade", "resource": 4, "give": (0, 0, 0, 0, 3), "get": (0, 0, 1, 0, 0)},
        ),
        ("deal p3", {"kind": "deal", "player": 3}),
        ("dice 12", {"kind": "dice", "sum": 12, "is_chance": True}),
        ("drew year of plenty", {"kind": "drew", "card": 3, "is_chance": True}),
        ("stole brick", {"kind": "stole", "resource": 0, "is_chance": True}),
    ],
)
def test_the_parts_of_an_action(text: str, parts: dict[str, object]) -> None:
    action = Action.parse(text)
    names = ("intersection", "path", "hex", "player", "resource", "card", "sum", "give", "get")
    expected = {**dict.fromkeys(names), "is_chance": False, **parts}
    assert {name: getattr(action, name) for name in expected} == expected


@pytest.mark.parametrize(
    "text",
    [
        *(
            "",
            " ",
            "settle",
            "settle 23",
            "settle n",
            "settle n54",
            "settle n-1",
            "settle n+1",
            "settle n023",
            "settle n1.0",
        ),
        *(
            "settle n00",
            "settle n23 n24",
            "settle n23x",
            "settle e23",
            "Settle n23",
            "settlen23",
            "settle n99999999999999999999",
        ),
        *(
            "city n54",
            "road e72",
            "road e-0",
            "road e٣",
            "roadbuilding",
            "road building e3",
            "roll 8",
            "end turn",
            "ends",
        ),
        *(
            "buy",
            "buy cards",
            "year of",
            "monopoly",
            "monopoly gold",
            "monopoly ore wool",
            "take",
            "discard 1 wool",
            "knights",
        ),
        *(
            "robber",
            "robber h19",
            "robber h7 steal",
            "robber h7 steal p4",
            "robber h7 steal p-1",
            "robber h7 p2",
        ),
        *(
            "trade 1 wool for 1 ore",
            "trade 5 wool for 1 ore",
            "trade 4 wool for 2 ore",
            "trade 4 wool for ore",
            "trade wool for ore",
        ),
        *(
            "trade 04 wool for 1 ore",
            "trade 4 wool",
            "trade 4 wool for 1 ore + 1 brick",
            "trade -4 wool for 1 ore",
        ),
        *(
            "offer",
            "offer for",
            "offer 1 ore",
            "offer 1 ore for",
            "offer for 1 ore",
            "offer 0 ore for 1 wool",
            "offer 20 ore for 1 wool",
        ),
        *(
            "offer ore for wool",
            "offer 1 ore + for 1 wool",
            "offer 1 ore 1 brick for 1 wool",
            "offer 1 ore + 1 ore for 1 wool",
        ),
        *(
            "offer 1 ore for 1 wool for 1 brick",
            "offer 01 ore for 1 wool",
            "offer -1 ore for 1 wool",
            "offer 1 ore, 1 brick for 1 wool",
        ),
        *("counter 1 ore", "deal", "deal p4", "deal 2", "deal p2 p3", "cancel p1", "accept p0", "refuse all"),
        *(
            "dice",
            "dice 1",
            "dice 13",
            "dice 08",
            "dice 0x8",
            "dice -7",
            "dice 6 + 2",
            "stole",
            "stole gold",
            "drew",
            "drew card",
        ),
        *("\n", "roll\n", "roll\t", "roll\0", "roll;", "ROLL", "?", "\N{SNOWMAN}"),
    ],
)
def test_malformed_text_is_refused(text: str) -> None:
    with (
        pytest.raises(NotationError, match="is not an action; examples: 'settle n23'")
        if "\0" not in text
        else pytest.raises(NotationError)
    ):
        Action.parse(text)
    with pytest.raises(NotationError):
        catan.State().apply(text)


@given(
    st.text()
    | st.from_regex(r"(settle|road|robber|offer|trade|dice|deal|drew) [ a-z0-9+-]{0,20}", fullmatch=True)
)
def test_any_text_is_an_action_or_refused(text: str) -> None:
    try:
        action = Action.parse(text)
    except NotationError:
        return
    check_round_trip(action)


@given(st.integers(0, 2**64 - 1))
def test_any_number_is_at_worst_an_illegal_action(word: int) -> None:
    action = Action.from_int(word)
    assert int(action) == word
    assert isinstance(str(action), str) and isinstance(action.kind, str)
    state = catan.State()
    assert state.is_legal(action) == (action in state.legal_actions())


def test_actions_are_values() -> None:
    one, same, other = Action.parse("settle n23"), Action.parse("settle n23"), Action.parse("city n23")
    assert one == same and one != other and {one, same, other} == {one, other}
    assert one != "settle n23" and one != int(one)
    for twin in (pickle.loads(pickle.dumps(one)), copy.copy(one), copy.deepcopy(one)):
        assert twin == one
