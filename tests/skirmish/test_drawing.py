"""The drawings: well-formed, complete, the same for the same state."""

from __future__ import annotations

import re
from pathlib import Path
from xml.etree import ElementTree

import pytest

from longroad import skirmish
from longroad.skirmish.drawing import svg, terminal
from skirmish.random_games import position, walk

GOLDEN = Path(__file__).parent / "golden_drawing.txt"
STATES = {
    "fresh": skirmish.State(),
    "dealt": skirmish.State(seed=2),
    "acting": next(s.copy() for _, s, _ in walk(skirmish.Rules(), 3) if len(s.to_act) == 2 and s.turn > 8),
    "full hands": position(skirmish.Rules.preset("taucher2018"), 1, 60),
    "over": position(skirmish.Rules(), 4, 9999),
    "cap": position(skirmish.Rules(turn_cap=12), 4, 9999),
}
states = pytest.mark.parametrize("state", STATES.values(), ids=STATES.keys())


def parts(drawing: str, name: str) -> list[ElementTree.Element]:
    """The elements of a class."""
    root = ElementTree.fromstring(drawing)
    return [part for part in root.iter() if name in part.get("class", "").split()]


@states
def test_svg_is_one_small_well_formed_element(state: skirmish.State) -> None:
    drawing = svg(state, width=640)
    root = ElementTree.fromstring(drawing)
    assert root.tag.endswith("svg") and root.get("width") == "640"
    assert len(drawing) < 120_000 and "nan" not in drawing
    assert svg(state.copy(), width=640) == drawing
    defined = re.findall(r' id="([^"]+)"', drawing)
    used = re.findall(r'(?:href="|url\()#([^")]+)', drawing)
    assert len(defined) == len(set(defined)) and set(used) <= set(defined)


@states
def test_every_open_card_appears_once(state: skirmish.State) -> None:
    drawing = svg(state)
    above, below = parts(drawing, "player")
    for player, side in ((1, above), (0, below)):
        titles = [part[0].text or "" for part in side.iter() if "card" in part.get("class", "").split()]
        assert [title.split(":")[0] for title in titles] == state.hand(player) + state.field(player)
        assert f"{state.hp(player)} health points" in "".join(side.itertext())
        assert f"{len(state.deck(player))} cards to draw" in "".join(side.itertext())
    assert len(parts(drawing, "acting")) == (state.phase == "act")
    assert len(parts(drawing, "banner")) == state.is_over


@states
def test_cards_stay_inside_the_picture(state: skirmish.State) -> None:
    for card in parts(svg(state), "card"):
        x, y = map(float, re.findall(r"translate\(([-\d.]+) ([-\d.]+)\)", card.get("transform", ""))[0])
        assert 0 <= x <= 960 - 78 and 0 <= y <= 760 - 112 * 0.8


@states
def test_terminal_without_color_has_no_escape_codes(state: skirmish.State) -> None:
    plain, colored = terminal(state, color=False), terminal(state)
    assert str(state) == plain and "\x1b" not in plain and "\x1b[" in colored
    assert re.sub(r"\x1b\[[\d;]*m", "", colored) == plain
    assert max(map(len, plain.splitlines())) <= 80
    for player in range(2):
        assert all(card in plain for card in state.hand(player) + state.field(player))


def test_the_winner_is_named() -> None:
    over, cap = STATES["over"], STATES["cap"]
    assert over.winner is not None and cap.winner is None
    for words, state in ((f"p{over.winner} wins", over), ("no winner", cap)):
        assert words in terminal(state, color=False) and words in svg(state)


def test_the_text_drawings_look_as_before() -> None:
    """To accept a change: PYTHONPATH=src:tests python -m skirmish.test_drawing"""
    assert golden() == GOLDEN.read_text(encoding="utf-8")


def golden() -> str:
    return "\n\n".join(f"== {name}: {state!r}\n{state}" for name, state in STATES.items()) + "\n"


if __name__ == "__main__":
    GOLDEN.write_text(golden(), encoding="utf-8")
