"""Declared options: from text and back, what is refused and in which words."""

from __future__ import annotations

import copy
import dataclasses
import pickle
from typing import Any

import pytest

from longroad import catan, skirmish
from longroad.errors import RulesError
from longroad.options import Options, option, options, with_default

DEPTH = option(2, "How deep.", low=1, high=30)


@options(RulesError)
class Digging(Options):
    depth: int = DEPTH
    speed: float = option(0.5, "How fast.", above=0)
    tool: str = option("spade", "With what.", choices=("spade", "pick"), words={"on": "pick"})
    noisy: bool = option(False, "How loud.")
    budget: int | None = option(None, "How long.", low=1, words={"auto": None})
    where: str = option("here", "Where.")

    def __post_init__(self) -> None:
        if self.tool == "pick" and self.depth == 13:
            raise RulesError("depth=13: no pick is so long")


@options(RulesError, label="setting")
class Deeper(Options):
    depth: int = with_default(DEPTH, 9)


@pytest.mark.parametrize(
    ("text", "made"),
    [
        ("", Digging()),
        ("depth=3", Digging(depth=3)),
        (" depth = 3 , tool=pick ", Digging(depth=3, tool="pick")),
        ("tool=yes", Digging(tool="pick")),
        ("noisy=Yes,speed=1e-3", Digging(noisy=True, speed=0.001)),
        ("budget=auto", Digging()),
        ("budget=7,where=a=b", Digging(budget=7, where="a=b")),
        ("where=true", Digging(where="true")),
    ],
)
def test_from_text_and_back(text: str, made: Digging) -> None:
    assert Digging.from_text(text) == made
    assert Digging.from_text(made.to_text()) == made and Digging.from_dict(made.to_dict()) == made


def test_to_text_says_what_differs_from_the_defaults() -> None:
    assert Digging().to_text() == "" and Digging(speed=2.0, noisy=True).to_text() == "speed=2,noisy=on"
    assert Deeper(depth=2).to_text() == "depth=2" and Deeper().depth == 9 and Digging().depth == 2


@pytest.mark.parametrize(
    ("values", "words"),
    [
        ({"depth": 0}, "depth=0: must be a whole number between 1 and 30"),
        ({"depth": "3"}, "depth='3': must be a whole number between 1 and 30"),
        ({"depth": True}, "depth=True: must be a whole number between 1 and 30"),
        ({"depth": 3.0}, "depth=3.0: must be a whole number between 1 and 30"),
        ({"speed": 0}, "speed=0: must be a number, above 0"),
        ({"speed": float("inf")}, "speed=inf: must be a number, above 0"),
        ({"noisy": 1}, "noisy=1: must be on or off (True or False)"),
        ({"tool": "spad"}, "tool='spad': must be one of spade, pick, on; did you mean 'spade'?"),
        ({"tool": 3}, "tool=3: must be one of spade, pick, on"),
        ({"budget": 0}, "budget=0: must be auto or a whole number, at least 1"),
        ({"where": 5}, "where=5: must be a text"),
        ({"dept": 5}, "no option 'dept'; did you mean 'depth'? There are: depth, speed"),
        ({"depth": 13, "tool": "pick"}, "depth=13: no pick is so long"),
    ],
)
def test_values_from_python_are_checked(values: dict[str, Any], words: str) -> None:
    for make in (
        lambda: Digging(**values),
        lambda: Digging.from_dict(values),
        lambda: Digging().replace(**values),
    ):
        with pytest.raises(RulesError) as caught:
            make()
        assert str(caught.value).startswith(words)


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("depth=x", "depth='x': must be a whole number between 1 and 30"),
        ("depth=31", "depth=31: must be"),
        ("depth=1,", "an option is empty"),
        (",", "an option is empty"),
        ("depth=", "'depth=' is not name=value"),
        ("=3", "'=3' is not name=value"),
        ("depth", "'depth' is not name=value"),
        ("depth=1,depth=2", "'depth' is given twice"),
        ("noisy=maybe", "noisy='maybe': must be on or off"),
        ("toll=pick", "no option 'toll'; did you mean 'tool'?"),
    ],
)
def test_texts_are_checked(text: str, words: str) -> None:
    with pytest.raises(RulesError) as caught:
        Digging.from_text(text)
    assert str(caught.value).startswith(words)


def test_a_label_stands_before_the_name() -> None:
    with pytest.raises(RulesError, match=r"^setting depth=0: must be"):
        Deeper(depth=0)
    with pytest.raises(RulesError, match=r"^no setting 'deep'"):
        Deeper.from_text("deep=3")
    with pytest.raises(TypeError, match="Deeper has 1 options, not 2"):
        Deeper(3, 4)  # type: ignore[call-arg]


def test_options_are_values() -> None:
    one = Digging(3, tool="pick")
    assert one == Digging(depth=3, tool="pick") != Digging() and hash(one) == hash(one.replace())
    assert pickle.loads(pickle.dumps(one)) == one == copy.deepcopy(one) == copy.copy(one)
    assert repr(Deeper()) == "Deeper(depth=9)"
    with pytest.raises(dataclasses.FrozenInstanceError):
        one.depth = 4  # type: ignore[misc]


def test_the_declaration_is_shown() -> None:
    shown = {one.name: one.to_dict() for one in Digging.declared.values()}
    assert shown["depth"] == {
        "name": "depth",
        "type": "int",
        "required": False,
        "default": 2,
        "allowed": "a whole number between 1 and 30",
        "low": 1,
        "high": 30,
        "help": "How deep.",
    }
    assert shown["tool"]["choices"] == ["spade", "pick"] and shown["budget"]["default"] == "auto"


@pytest.mark.parametrize("rules", [catan.Rules, skirmish.Rules])
def test_rules_are_values_too(rules: Any) -> None:
    changed = rules(turn_cap=77)
    assert changed.core is changed.core and changed.core.turn_cap == 77
    again = pickle.loads(pickle.dumps(changed))
    assert again == changed and hash(again) == hash(changed) and again.core.turn_cap == 77
    assert changed.replace(turn_cap=5).turn_cap == 5 and changed.to_dict() == {"turn_cap": 77}
    assert rules.from_text(changed.to_text()) == changed
    assert all(one.about.help for one in rules.declared.values())


@pytest.mark.parametrize(
    ("rules", "text", "words"),
    [
        (
            catan.Rules,
            "gendre2002",
            "preset='gendre2002': must be one of official, .*did you mean 'gendre2020'",
        ),
        (catan.Rules, "gendre2020,", "an option is empty"),
        (catan.Rules, "players=2,gendre2020", "'gendre2020' is not name=value .a preset's name comes first."),
        (catan.Rules, "players=2,players=3", "'players' is given twice"),
        (catan.Rules, "player=2", "no option 'player'; did you mean 'players'"),
        (catan.Rules, "players=two", "players='two': must be a whole number between 2 and 4"),
        (catan.Rules, "robber=maybe", "robber='maybe': must be on or off"),
        (catan.Rules, "maritime=bst", "maritime='bst': must be one of all, best; did you mean 'best'"),
        (catan.Rules, "board=spirl", "board='spirl': must be one of spiral, .*did you mean 'spiral'"),
        (skirmish.Rules, "taucher", "preset='taucher': must be one of official, taucher2018; did you mean"),
        (skirmish.Rules, "deck=4/1/1 9/9/9", "deck: no card '9/9/9'"),
    ],
)
def test_rules_from_text_are_checked(rules: Any, text: str, words: str) -> None:
    with pytest.raises(RulesError, match=words):
        rules.from_text(text)


def test_rules_from_text() -> None:
    assert catan.Rules.from_text("") == catan.Rules.from_text("official") == catan.Rules()
    text = "gendre2020,robber=no,open_hands=true,players=3"
    assert catan.Rules.from_text(text) == catan.Rules.preset(
        "gendre2020", robber=False, open_hands=True, players=3
    )
    deck = skirmish.Rules.from_text("deck=6/6/6 2/1/1 4/1/1 2/3/2 1/3/3").deck
    assert deck == ("2/1/1", "4/1/1", "2/3/2", "1/3/3", "6/6/6")
    given = skirmish.Rules(deck=deck)
    assert skirmish.Rules.from_text(given.to_text()) == given
