"""What a notebook shows of results: every figure of the terminal's table, whatever agents are called."""

from __future__ import annotations

from html.parser import HTMLParser
from pathlib import Path
from typing import Any

import pytest

from longroad import catan, skirmish
from longroad.agents import Agent
from longroad.arena import (
    MatchResult,
    Plan,
    SequentialResult,
    Sprt,
    Tournament,
    play_match,
    run_sprt,
    standings,
)
from longroad.arena.sheets import leaderboard_sheet, match_sheet, pairings_sheet
from longroad.jobs import Here
from longroad.openings import study_openings

RULES = catan.Rules(players=2, offers_per_turn=0, target_points=4)


class Fails(Agent):
    def choose(self, view: Any, actions: Any) -> Any:
        raise RuntimeError("<script>alert(1)</script> & more")


class Html(HTMLParser):
    """Cells and all text of a face; checks that tags close in order."""

    def __init__(self, html: str) -> None:
        super().__init__()
        self.open: list[str] = []
        self.tags: set[str] = set()
        self.cells: list[str] = []
        self.text = ""
        self.feed(html)
        self.close()
        assert not self.open

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.open.append(tag)
        self.tags.add(tag)
        if tag == "td":
            self.cells.append("")

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag

    def handle_data(self, data: str) -> None:
        self.text += data
        if self.open and self.open[-1] == "td":
            self.cells[-1] += data


def face(thing: Any) -> Html:
    drawn = thing._repr_html_()
    assert "background" not in drawn and "color:#" not in drawn, "the notebook's own colours, light or dark"
    found = Html(drawn)
    assert found.tags <= {"div", "table", "caption", "thead", "tbody", "tr", "th", "td"}
    assert len(drawn) < 30_000
    return found


def named(result: MatchResult, *names: str) -> MatchResult:
    result.agents = list(names)
    return result


def test_a_match() -> None:
    result = play_match(["random", "weighted"], games=20, seed=1, rules=RULES)
    shown, sheet = face(result), match_sheet(result)
    assert shown.cells == [cell for row in sheet.rows for cell in row]
    assert [shown.cells[1], shown.cells[7]] == [str(wins) for wins in result.wins]
    assert sheet.title in shown.text and all(note in shown.text for note in sheet.notes)
    assert f"signature {result.signature:016x}" in shown.text


def test_names_and_reasons_are_escaped_and_may_be_long() -> None:
    odd = "python:bots.<img src=x onerror=alert(1)>&\"'" + "x" * 3000
    result = named(play_match([Fails(), "random"], games=20, seed=1, rules=RULES), odd, "random")
    shown = face(result)
    assert odd in shown.cells and "img" not in shown.tags and "script" not in shown.tags
    assert "<script>alert(1)</script> & more" in shown.text and "and 15 more forfeits" in shown.text
    assert "overflow-wrap:anywhere" in result._repr_html_()


def test_a_match_of_skirmish() -> None:
    shown = face(play_match(["random", "random"], games=4, rules=skirmish.Rules()))
    assert "of Skirmish" in shown.text and "in wins" in shown.text


@pytest.mark.parametrize("players", [2, 4])
def test_a_tournament(players: int, tmp_path: Path) -> None:
    agents = ("random", "weighted", "random:by=kind", "value")
    rules = (("offers_per_turn", 0), ("target_points", 4))
    tournament = Tournament.open(tmp_path / "t", Plan(agents, games=8, players=players, rules=rules))
    tournament.play(Here(1))
    now = standings(tournament)
    rows = [row for sheet in (leaderboard_sheet(now), pairings_sheet(now)) for row in sheet.rows]
    assert face(now).cells == [cell for row in rows for cell in row]
    rated = face(now.ratings).cells
    assert rated[::4] == now.ratings.agents and rated[1] == f"{now.ratings.rating[0]:+.0f}"


def test_sequential_tests() -> None:
    assert "open" in face(Sprt(0, 50)).cells
    result = run_sprt(Sprt(0, 50), ["weighted", "random"], rules=RULES, seed=1)
    assert isinstance(result, SequentialResult)
    shown = face(result)
    assert f"{result.test.decision} accepted" in shown.cells and "weighted against random" in shown.text
    assert f"{result.test.elo:+.1f}" in shown.cells
    failed = face(run_sprt(Sprt(0, 50), [Fails(), "random"], rules=RULES, seed=1))
    assert "forfeit: Fails in game 1: raised RuntimeError" in failed.text
    assert "every game was forfeited" in failed.text and "every game" not in shown.text


def test_openings() -> None:
    study = study_openings(catan.State(RULES, seed=7), play="random", flat=2, rounds=20)
    shown = face(study)
    assert shown.cells[0] == study.best.name and len(shown.cells) == 60


@pytest.mark.parametrize(
    "thing", [catan.State(seed=1), catan.State(seed=1).view(), catan.Board.generate(), skirmish.State()]
)
def test_games_are_drawn(thing: Any) -> None:
    assert thing._repr_svg_().startswith("<svg ")
