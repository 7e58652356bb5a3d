"""The drawings: well-formed, complete, the same for the same state, and silent about what a view hides."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator
from itertools import islice
from random import Random
from xml.etree import ElementTree

import pytest

from longroad import catan
from longroad.catan.drawing import svg, terminal
from longroad.catan.drawing.scene import Drawable

SVG = "{http://www.w3.org/2000/svg}"
KINDS = ("settlement", "city", "road")


def games(players: int, seed: int) -> Iterator[catan.State]:
    """One game, played at random but eager to build, as it stands before each step."""
    state = catan.State(catan.Rules(players=players), seed=seed)
    rng, choice = catan.Rng(seed), Random(seed)
    while not state.is_over:
        yield state
        if state.is_chance:
            state.apply(state.sample_chance(rng))
            continue
        actions = state.legal_actions()
        state.apply(choice.choice([action for action in actions if is_building(action)] or actions))
    yield state


def is_building(action: catan.Action) -> bool:
    return str(action).split()[0] in ("settle", "city", "road", "buy")


def played(players: int, seed: int, moves: int) -> catan.State:
    """A game after some moves."""
    return next(islice(games(players, seed), moves, None))


def at_chance(players: int, seed: int, phase: str) -> catan.State:
    """A game that has just come to a chance phase with more than one outcome."""
    return next(s for s in games(players, seed) if s.phase == phase and len(s.chance_outcomes()) > 1)


def in_phase(phase: str, seed: int) -> catan.State:
    """A game that has just come to a phase."""
    return next(state for state in games(4, seed) if state.phase == phase)


def parts(drawing: str, *classes: str) -> list[ElementTree.Element]:
    """The elements with all of the given classes."""
    root = ElementTree.fromstring(drawing)
    return [part for part in root.iter() if set(classes) <= set(part.get("class", "").split())]


@pytest.fixture(scope="module")
def game() -> catan.State:
    return played(4, seed=7, moves=2500)


def drawables() -> list[Drawable]:
    state = played(3, seed=2, moves=1000)
    return [catan.Board.generate(seed=3), catan.State(), state, state.view(1), in_phase("respond", seed=5)]


@pytest.mark.parametrize("labels", [False, True])
@pytest.mark.parametrize("thing", drawables(), ids=["board", "fresh", "played", "view", "offer"])
def test_svg_is_one_small_well_formed_element(thing: Drawable, labels: bool) -> None:
    drawing = svg(thing, width=640, labels=labels)
    root = ElementTree.fromstring(drawing)
    assert root.tag == f"{SVG}svg"
    assert root.get("width") == "640"
    assert len(drawing) < 120_000
    assert "nan" not in drawing


@pytest.mark.parametrize("thing", drawables(), ids=["board", "fresh", "played", "view", "offer"])
def test_references_inside_the_svg_are_defined_once(thing: Drawable) -> None:
    drawing = svg(thing)
    defined = re.findall(r' id="([^"]+)"', drawing)
    used = re.findall(r'(?:href="|url\()#([^")]+)', drawing)
    assert len(defined) == len(set(defined))
    assert set(used) <= set(defined)
    assert not re.search(r'(?:href|src)="(?!#)', drawing), "the drawing asks for something outside"


@pytest.mark.parametrize("seed", range(3))
@pytest.mark.parametrize("players", [2, 3, 4])
def test_every_piece_appears_exactly_once(players: int, seed: int) -> None:
    state = played(players, seed=seed, moves=1500)
    drawing = svg(state)
    for player in range(players):
        pieces = {
            "settlement": state.settlements(player),
            "city": state.cities(player),
            "road": state.roads(player),
        }
        for kind, places in pieces.items():
            sign = "e" if kind == "road" else "n"
            titles = [part.findtext(f"{SVG}title") for part in parts(drawing, kind, f"p{player}")]
            assert titles == [f"{kind} of p{player} on {sign}{place}" for place in places]
    assert len(parts(drawing, "robber")) == 1
    assert len(parts(drawing, "hex")) == 19
    assert len(parts(drawing, "harbor")) == 9
    assert len(parts(drawing, "token")) == 18
    assert len(parts(drawing, "player")) == players


def test_a_board_has_neither_pieces_nor_panel() -> None:
    drawing = svg(catan.Board.generate(seed=1))
    assert not any(parts(drawing, kind) for kind in (*KINDS, "panel", "player"))


def test_labels_name_every_place_once(game: catan.State) -> None:
    drawing = svg(game, labels=True)
    (labels,) = parts(drawing, "labels")
    names = Counter(text.text for text in labels.iter(f"{SVG}text"))
    expected = [f"h{i}" for i in range(19)] + [f"n{i}" for i in range(54)] + [f"e{i}" for i in range(72)]
    assert names == Counter(expected)
    assert not parts(svg(game), "labels")


def test_a_state_shows_all_hands(game: catan.State) -> None:
    for player, seat in enumerate(parts(svg(game), "player")):
        counts = [part.findtext(f"{SVG}text") for part in seat.iter() if "resource" in part.get("class", "")]
        assert counts == [str(count) for count in game.hand(player)]


def test_a_view_shows_only_its_own_hand(game: catan.State) -> None:
    view = game.view(2)
    text = terminal(view, color=False)
    for player, seat in enumerate(parts(svg(view), "player")):
        classes = Counter(part.get("class", "").split(" ")[0] for part in seat.iter())
        (line,) = [line for line in text.splitlines() if line[2:4] == f"p{player}"]
        if player == 2:
            assert classes["resource"] == 5
            continue
        assert classes["resource"] == classes["development"] == 0
        assert classes["hidden"] == 2
        assert f"?{view.hand_size(player)} " in line
        assert f"?{view.card_count(player)} " in line


@pytest.mark.parametrize("phase", ["steal", "draw"])
@pytest.mark.parametrize("seed", range(3))
def test_bystanders_cannot_tell_hidden_outcomes_apart(seed: int, phase: str) -> None:
    """What was stolen or drawn makes no difference to what those who did not see it are shown."""
    before = at_chance(4, seed, phase)
    states = []
    for outcome, _ in before.chance_outcomes():
        state = before.copy()
        state.apply(outcome)
        if not state.is_over:
            states.append(state)
    robbed = {p for p in range(4) if phase == "steal" and before.hand_size(p) != states[0].hand_size(p)}
    for player in range(4):
        seen = {svg(state.view(player)) + terminal(state.view(player)) for state in states}
        assert len(seen) == (len(states) if player == before.current or player in robbed else 1)


def test_the_same_state_gives_the_same_drawing(game: catan.State) -> None:
    for thing in (game, game.view(0), game.board):
        assert svg(thing) == svg(thing)
        assert terminal(thing) == terminal(thing)
    assert svg(game.copy()) == svg(game)


def test_ids_differ_between_drawings(game: catan.State) -> None:
    """Several drawings in one notebook must not take each other's definitions."""
    ids = [set(re.findall(r' id="([^"]+)"', svg(thing))) for thing in (game, game.view(0), game.board)]
    assert not ids[0] & ids[1]
    assert not ids[1] & ids[2]


@pytest.mark.parametrize("thing", drawables(), ids=["board", "fresh", "played", "view", "offer"])
def test_terminal_without_color_has_no_escape_codes(thing: Drawable) -> None:
    plain, colored = terminal(thing, color=False), terminal(thing)
    assert "\x1b" not in plain
    assert "\x1b[" in colored
    stripped = re.sub(r"\x1b\[[\d;]*m", "", colored)
    assert [line.rstrip() for line in stripped.splitlines()] == [line.rstrip() for line in plain.splitlines()]
    assert max(map(len, plain.splitlines())) <= 80


def test_terminal_shows_every_building(game: catan.State) -> None:
    board = "\n".join(terminal(game, color=False).splitlines()[:30])
    for player in range(4):
        assert board.count(f"s{player}") == len(game.settlements(player))
        assert board.count(f"C{player}") == len(game.cities(player))
    assert board.count("[robber]") == 1


@pytest.mark.parametrize("phase", ["respond", "choose"])
def test_an_open_offer_is_shown_with_its_replies(phase: str) -> None:
    state = in_phase(phase, seed=5)
    lines = terminal(state, color=False).splitlines()
    (offer,) = [line for line in lines if " offers " in line]
    assert re.fullmatch(rf"p{state.current} offers .+ for .+", offer)
    (box,) = parts(svg(state), "offer")
    words = "".join(box.itertext())
    assert f"p{state.current} offers" in words
    verbs = {"accept": "accepts", "refuse": "refuses", None: "thinks"}
    for player, said in enumerate(state.replies):
        if player == state.current or not state.hand_size(player):
            continue
        reply = f"p{player} {verbs[said] if said is None or isinstance(said, str) else 'counters'}"
        assert reply in words
        assert any(line.startswith(reply) for line in lines)


@pytest.mark.parametrize("players", [2, 3, 4])
def test_every_phase_can_be_drawn(players: int) -> None:
    seen = set()
    for state in islice(games(players, seed=players), 3000):
        if state.phase not in seen:
            seen.add(state.phase)
            for thing in (state, state.view(0)):
                assert state.phase == "over" or state.phase in svg(thing)
                assert terminal(thing)
    assert {"setup settlement", "before roll", "dice", "main", "robber", "respond"} <= seen


def test_the_winner_is_named() -> None:
    *_, state = games(2, seed=1)
    assert state.is_over
    words = "no winner" if state.winner is None else f"p{state.winner} wins"
    assert words in terminal(state, color=False)
    assert words in svg(state)
