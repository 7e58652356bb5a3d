"""The report of a tournament: its figures are those of the standings, it stands alone, and says how to repeat
it."""

from __future__ import annotations

import json
import re
import shlex
import shutil
import sys
from html.parser import HTMLParser
from pathlib import Path
from xml.etree import ElementTree

import numpy as np
import pytest
import typer.main

import longroad.cli.tournament as command_line
from longroad.arena.report import charts, write_report
from longroad.arena.report.facts import command
from longroad.arena.tournament.folder import Tournament
from longroad.arena.tournament.plan import Plan
from longroad.arena.tournament.standings import Standings, standings
from longroad.cli import app
from longroad.errors import TournamentError
from longroad.extras import EXTRAS
from longroad.jobs import Here

SHORT = (("offers_per_turn", 0), ("target_points", 4))
AGENTS = ("random", "weighted", "expectimax:depth=1")
ODD = "python:report_bots.Odd<i>&\"'`|$x"
BOTS = """
from longroad.agents import Agent

class Steady(Agent):
    def choose(self, view, actions):
        return actions[-1]

class Breaks(Agent):
    def choose(self, view, actions):
        raise RuntimeError("a <script>alert(1)</script> & | `tick`\\nand a line")

globals()["Odd<i>&\\"'`|$x"] = Steady
"""
VOID = {"meta", "wbr", "br", "link", "img"}


class Page(HTMLParser):
    """Checks that every tag is closed in order, and gathers text and attributes."""

    def __init__(self, html: str) -> None:
        super().__init__()
        self.open: list[str] = []
        self.tags: set[str] = set()
        self.ids: list[str] = []
        self.links: list[str] = []
        self.text = ""
        self.feed(html)
        self.close()
        assert not self.open

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.add(tag)
        for key, value in attrs:
            if key in ("src", "href", "xlink:href", "srcset", "action"):
                self.links.append(value or "")
            if key == "id":
                self.ids.append(value or "")
        if tag not in VOID:
            self.open.append(tag)

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.handle_starttag(tag, attrs)
        if tag not in VOID:
            self.open.pop()

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag

    def handle_data(self, data: str) -> None:
        if not self.open or self.open[-1] != "style":
            self.text += data


def played(folder: Path, plan: Plan) -> Path:
    Tournament.open(folder, plan).play(Here(1))
    return folder


def checked(folder: Path) -> tuple[Page, str, Standings]:
    """The report of a folder, after the checks that hold for all."""
    written = write_report(folder)
    html = written.read_text()
    page, now = Page(html), standings(Tournament.open(folder))
    assert written == folder / "report.html"
    assert (
        all(link.startswith("#") for link in page.links) and "url(http" not in html and "@import" not in html
    )
    assert not page.tags & {"script", "link", "iframe"}
    assert len(set(page.ids)) == len(page.ids) and {link[1:] for link in page.links} <= set(page.ids)
    told = (folder / "report.md").read_text()
    for picture in re.findall(r"!\[.*?\]\((.*?)\)", told):
        drawn = ElementTree.fromstring((folder / picture).read_text())
        assert drawn.tag.endswith("svg") and drawn.get("aria-label")
    for i, one in enumerate(now.agents):
        low, high = one.interval
        assert low <= one.score <= high
        figures = (
            f"{now.ratings.rating[i]:+.0f}".replace("-", "−"),
            f"{one.score:.1%}",
            f"{100 * low:.1f}–{100 * high:.1f}%",
            f"{one.points / one.games:.2f}",
        )
        assert all(figure in page.text and figure in told for figure in figures)
        assert one.agent in page.text
    for i, seat in enumerate(now.seats):
        assert seat.wins == sum(match.wins_by_seat[i] for match in now.pairings) and seat.games == now.games
        assert f"{seat.wins:,} of {seat.games:,}" in page.text
    line = command(now.plan, folder)
    assert line in page.text and line in told
    return page, told, now


@pytest.fixture(scope="module")
def duels(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return played(tmp_path_factory.mktemp("duels") / "t", Plan(AGENTS, games=20, rules=SHORT, seed=3))


@pytest.fixture
def bots(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "report_bots.py").write_text(BOTS)
    monkeypatch.syspath_prepend(str(tmp_path))
    monkeypatch.delitem(sys.modules, "report_bots", raising=False)


def test_the_figures_are_those_of_the_standings(duels: Path) -> None:
    page, told, now = checked(duels)
    for match in now.pairings:
        for agent in (0, 1):
            low, high = match.interval_of(agent)
            for figure in (f"{match.score_of(agent):.1%}", f"{100 * low:.1f}–{100 * high:.1f}%"):
                assert figure in page.text and figure in told
    advantage = f"{now.ratings.extra['seat_advantage']:+.0f} Elo".replace("-", "−")
    assert advantage in page.text and advantage in told
    assert "complete: all 60 games" in page.text and "target_points = 4 (official: 10)" in page.text
    assert "All pairings meet on the same boards." in page.text and "Forfeits (" not in page.text


def test_the_same_results_give_the_same_files(duels: Path, tmp_path: Path) -> None:
    for out in ("a", "b"):
        write_report(duels, tmp_path / "deep" / out)
    files = sorted(file.name for file in (tmp_path / "deep" / "a").iterdir())
    assert files == ["lengths.svg", "points.svg", "ratings.svg", "report.html", "report.md", "seats.svg"]
    for name in files:
        assert (tmp_path / "deep" / "a" / name).read_bytes() == (tmp_path / "deep" / "b" / name).read_bytes()


def test_an_unfinished_tournament_is_told_as_far_as_it_is(duels: Path, tmp_path: Path) -> None:
    folder = tmp_path / "t"
    shutil.copytree(duels, folder)
    shutil.rmtree(folder / "results" / "0-2")
    page, told, _ = checked(folder)
    assert "unfinished: 40 of 60 games" in page.text and "nfinished: 40 of 60 games" in told
    assert page.text.count("not played") == 2 and told.count("not played") == 2
    assert "To resume" in page.text


def test_one_block_has_no_interval_of_ratings(tmp_path: Path) -> None:
    page, _, _ = checked(played(tmp_path / "t", Plan(("random", "weighted"), games=1, rules=SHORT)))
    assert "interval unknown" in page.text and "inf" not in page.text


def test_tables_of_four(tmp_path: Path) -> None:
    plan = Plan((*AGENTS, "random:by=kind", "random:by=action"), games=8, players=4, rules=SHORT)
    folder = played(tmp_path / "t", plan)
    shutil.rmtree(folder / "results" / "0-1-2-3")
    page, told, now = checked(folder)
    assert page.text.count("turns on average") == 5 and "not played yet" in page.text
    assert (
        "fair share of 25%" in page.text
        and "openskill" in page.text
        and "seat_advantage" not in now.ratings.extra
    )
    assert "| not played |" in told


def test_one_against_copies(tmp_path: Path) -> None:
    plan = Plan(AGENTS, games=12, players=3, format="one-against-copies", rules=SHORT)
    page, told, now = checked(played(tmp_path / "t", plan))
    assert "won by row against 2 copies of column" in page.text and "fair share of 33.3%" in page.text
    assert all(f"{match.score:.1%}" in page.text and f"{match.score:.1%}" in told for match in now.pairings)


@pytest.mark.usefixtures("bots")
def test_whatever_agents_say_is_escaped(tmp_path: Path) -> None:
    plan = Plan((ODD, "python:report_bots.Breaks", "random", "weighted"), games=8, rules=SHORT)
    page, told, now = checked(played(tmp_path / "t", plan))
    html = (tmp_path / "t" / "report.html").read_text()
    assert "<script" not in html and "<i>" not in html and "Odd&lt;i&gt;&amp;" in html
    assert 'title="python:report_bots.Odd&lt;i&gt;&amp;&#34;&#39;`|$x"' in html, "in attributes too"
    assert len(now.forfeits) == 24 and "Forfeits (24)" in page.text and "The first 20 of 24" in page.text
    assert "<script>alert(1)</script>" in page.text
    rows = [line for line in told.splitlines() if line.startswith("|")]
    assert any("report_bots.Odd<i>" in row for row in rows)
    lengths = {len(re.split(r"(?<!\\)\|", row)) for row in rows if "RuntimeError" in row}
    assert lengths == {5, 6}, "a bar or a line's end in a reason breaks no table"
    assert "24" in next(row for row in rows if "RuntimeError" in row), "the reasons are counted"


def test_a_game_without_a_winner_is_one_game(tmp_path: Path) -> None:
    folder = played(tmp_path / "t", Plan(("random", "weighted"), games=2, rules=SHORT))
    file = folder / "results" / "0-1" / "0000000.json"
    data = json.loads(file.read_text())
    data["winner"][0] = data["winner_seat"][0] = -1
    file.write_text(json.dumps(data))
    page, told, _ = checked(folder)
    for text in (page.text, told):
        assert "1 game ended without a winner at the turn cap." in text
    data["winner"][1] = data["winner_seat"][1] = -1
    file.write_text(json.dumps(data))
    page, told, _ = checked(folder)
    for text in (page.text, told):
        assert "2 games ended without a winner at the turn cap." in text


@pytest.mark.usefixtures("bots")
def test_few_forfeits_are_told_one_by_one(tmp_path: Path) -> None:
    plan = Plan(("python:report_bots.Breaks", "random", "weighted"), games=3, players=3, rules=SHORT)
    page, _, now = checked(played(tmp_path / "t", plan))
    assert len(now.forfeits) == 3 and "The first" not in page.text
    assert "without a winner" not in page.text, "those are forfeits"


@pytest.mark.parametrize(
    "plan",
    [
        Plan(AGENTS, games=7, seed=-3),
        Plan(AGENTS, games=9, players=3, rules=(), records=True, move_seconds=0.25),
        Plan(
            AGENTS,
            players=4,
            format="one-against-copies",
            rules=(
                (
                    "board",
                    "O10 W2 L9 / G12 B6 W4 B10 / G9 L11 D L3 O8 / L8 O3 G4 W5 / B5 G6 W11 | 3 G O 3 W 3 3 B "
                    "L",
                ),
                ("development_cards", False),
                ("maritime", "best"),
                ("open_hands", True),
            ),
        ),
    ],
)
def test_the_command_gives_the_same_plan(plan: Plan, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    _assert_repeats(plan, tmp_path / "a folder's", monkeypatch)


@pytest.mark.usefixtures("bots")
def test_the_command_quotes_odd_agents(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    _assert_repeats(Plan((ODD, "random")), tmp_path / "t", monkeypatch)


def _assert_repeats(plan: Plan, folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """What a shell makes of the line opens the same tournament in the same folder."""

    class Opened(Exception):
        pass

    def opened(out: Path, asked: Plan | None = None) -> Tournament:
        assert out == folder and asked == plan
        raise Opened

    words = shlex.split(command(plan, folder))
    assert words[:2] == ["longroad", "tournament"]
    monkeypatch.setattr(command_line.Tournament, "open", staticmethod(opened))
    with pytest.raises(Opened):
        typer.main.get_command(app).main(words[1:], standalone_mode=False)


def test_no_tournament(tmp_path: Path) -> None:
    with pytest.raises(TournamentError, match="holds no tournament"):
        write_report(tmp_path, tmp_path / "out")
    assert not (tmp_path / "out").exists()


def test_nothing_played_yet(tmp_path: Path) -> None:
    Tournament.open(tmp_path / "t", Plan(AGENTS))
    with pytest.raises(TournamentError, match="not every agent has played"):
        write_report(tmp_path / "t")


def test_agents_that_no_chain_of_games_connects(tmp_path: Path) -> None:
    folder = played(tmp_path / "t", Plan((*AGENTS, "random:by=kind"), games=2, rules=SHORT))
    for name in ("0-2", "0-3", "1-2", "1-3"):
        shutil.rmtree(folder / "results" / name)
    with pytest.raises(TournamentError, match="no chain of games"):
        write_report(folder)


def test_no_extra_is_needed(duels: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    for _, module in EXTRAS.values():
        monkeypatch.setitem(sys.modules, module, None)
    assert write_report(duels, tmp_path / "out").is_file()


def test_the_charts_of_page_and_files_are_the_same(duels: Path) -> None:
    page = write_report(duels).read_text()
    now = standings(Tournament.open(duels))
    for name, draw in charts.PICTURES.items():
        chart = draw(now)
        assert chart.content in (duels / f"{name}.svg").read_text()
        assert name == "points" or chart.content in page
    for one in now.agents:
        assert charts.points_panel(now, one).content in page


def test_charts_show_the_figures(duels: Path) -> None:
    now = standings(Tournament.open(duels))
    rated = ElementTree.fromstring(charts.ratings(now).file())
    dots = [float(dot.get("cx", "")) for dot in rated.iter() if dot.get("class") == "value"]
    assert len(dots) == len(now.agents) and dots == sorted(dots, reverse=True), "the strongest first"
    for one in now.agents:
        panel = ElementTree.fromstring(charts.points_panel(now, one).inline())
        bars = [bar for bar in panel.iter() if (bar.get("class") or "").startswith("bar")]
        heights = np.array([float(bar.get("height", "")) for bar in bars])
        seen = np.flatnonzero(sum(other.distribution for other in now.agents))
        shares = one.distribution[seen[0] : seen[-1] + 1] / one.games
        assert heights / heights.sum() == pytest.approx(shares, abs=0.01)
        assert sum(bar.get("class") == "bar won" for bar in bars) == seen[-1] - 4 + 1


def test_long_and_odd_names_stay_inside_a_chart() -> None:
    assert charts.short("x" * 500) == "x" * 23 + "…" + "x" * 22
    assert charts.short("a\x00\x1bb\n") == "a\ufffd\ufffdb\ufffd", "what XML cannot hold"
