"""The page of a review: whole, without anything from elsewhere, and alive in a browser."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from analysis.games import quick_review
from longroad.analysis import Review, write_page
from longroad.analysis.grades import Grade
from longroad.analysis.page import page_html
from longroad.analysis.page.chart import areas, point_marks, turn_marks
from longroad.analysis.page.positions import positions_data

PLAYERS = 3


def review() -> Review:
    return quick_review(PLAYERS, 14)


class TestText:
    def test_it_needs_nothing_from_elsewhere(self) -> None:
        page = page_html(review())
        assert not re.search(r"(?:src|href)=[\"']?(?:https?:)?//", page)
        assert "default-src 'none'" in page
        addresses = set(re.findall(r"https?://[^\s\"'<)]+", page))
        assert addresses <= {"http://www.w3.org/2000/svg"}

    def test_names_are_escaped_everywhere(self) -> None:
        evil = "</script><b>Ada & Ben</b>"
        found = review()
        players = (replace(found.players[0], name=evil, agent=evil), *found.players[1:])
        page = page_html(replace(found, players=players, notes=(evil,)))
        assert evil not in page and "&lt;/script&gt;" in page

    def test_the_data_are_the_review(self) -> None:
        page = page_html(review())
        found = re.search(r'id="data">(.*?)</script>', page, re.DOTALL)
        assert found is not None
        data = json.loads(found[1])
        assert len(data["moments"]) == len(review().moments)
        assert [one["event"] for one in data["decisions"]] == [one.event for one in review().decisions]

    def test_positions_can_be_put_together_again(self) -> None:
        """Pieces, robber and hands at any event, from the few numbers of the page."""
        replay = review().replay()
        data = positions_data(replay)
        for event in range(0, len(replay.states), 23):
            state = replay.states[event]
            roads = {
                (p, place) for since, kind, p, place in data["pieces"] if kind == "road" and since <= event
            }
            assert roads == {(p, road) for p in range(PLAYERS) for road in state.roads(p)}
            standing: dict[int, tuple[str, int]] = {}
            for since, kind, player, place in data["pieces"]:
                if since <= event and (kind == "city" or (kind == "settlement" and place not in standing)):
                    standing[place] = (kind, player)
            built = {place: ("settlement", p) for p in range(PLAYERS) for place in state.settlements(p)}
            built |= {place: ("city", p) for p in range(PLAYERS) for place in state.cities(p)}
            assert standing == built
            assert [row for row in data["robber"] if row[0] <= event][-1][1] == state.robber
            for player in range(PLAYERS):
                row = [row for row in data["players"][player] if row[0] <= event][-1]
                assert row[1:] == [
                    list(state.hand(player)),
                    list(state.cards(player)),
                    state.knights(player),
                    state.road_length(player),
                    state.points(player),
                    state.public_points(player),
                ]

    def test_the_chart_has_an_area_per_player(self) -> None:
        moments = review().moments
        assert len(areas(moments)) == PLAYERS and all(area.path.endswith("Z") for area in areas(moments))
        marks = turn_marks(moments)
        assert 3 <= len(marks) <= 8 and all(0 <= mark.place <= 1 for mark in marks)
        numbers = point_marks(review().turning_points, len(moments))
        assert len({(round(mark.place, 2), mark.row) for mark in numbers}) == len(numbers)

    def test_a_game_without_mistakes_and_without_end(self) -> None:
        """Nothing to list, nothing to learn from, nobody has won."""
        found = review()
        quiet = replace(found, decisions=(), turning_points=(), winner=None, is_over=False)
        page = page_html(quiet)
        assert "not finished" in page and "No decision lost enough" in page and 'id="learn"' not in page

    def test_it_is_written_whole(self, tmp_path: Path) -> None:
        write_page(tmp_path / "review.html", review())
        assert (tmp_path / "review.html").read_text() == page_html(review())
        with pytest.raises(OSError, match="no folder"):
            write_page(tmp_path / "nowhere" / "review.html", review())


# -- in a browser


@pytest.fixture(scope="module")
def page_file(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("page") / "review.html"
    write_page(path, review())
    return path


class Opened:
    """The page in a browser, and what it complained of."""

    def __init__(self, browser: Any, file: Path, **context: Any) -> None:
        self.context = browser.new_context(**context)
        self.page = self.context.new_page()
        self.complaints: list[str] = []
        self.page.on("console", lambda said: self.complaints.append(said.text))
        self.page.on("pageerror", lambda error: self.complaints.append(str(error)))
        self.page.on("request", lambda request: self._note(request.url))
        self.page.goto(file.as_uri())

    def _note(self, url: str) -> None:
        if not url.startswith("file:"):
            self.complaints.append(f"asked for {url}")

    @property
    def event(self) -> int:
        return int(self.page.eval_on_selector("#slider", "slider => slider.value"))

    def close(self) -> None:
        self.context.close()
        assert self.complaints == []


@pytest.fixture
def opened(browser: Any, page_file: Path) -> Iterator[Opened]:
    one = Opened(browser, page_file)
    yield one
    one.close()


class TestBrowser:
    def test_keys_walk_through_the_game(self, opened: Opened) -> None:
        page, last = opened.page, len(review().moments) - 1
        for key, event in (
            ("ArrowRight", 1),
            ("ArrowRight", 2),
            ("ArrowLeft", 1),
            ("End", last),
            ("Home", 0),
        ):
            page.keyboard.press(key)
            assert opened.event == event
            assert review().moments[event].text.lower() in page.inner_text("#event").lower()

    def test_keys_on_the_slider_move_one_event(self, opened: Opened) -> None:
        opened.page.focus("#slider")
        for event in (1, 2, 3):
            opened.page.keyboard.press("ArrowRight")
            assert opened.event == event
        assert opened.page.get_attribute("#slider", "aria-valuetext") is not None

    def test_the_board_shows_the_position(self, opened: Opened) -> None:
        page, end = opened.page, review().replay().end
        page.keyboard.press("End")
        pieces = sum(len(end.settlements(p)) + len(end.cities(p)) for p in range(PLAYERS))
        assert page.locator(".board .buildings > g").count() == pieces
        assert page.locator(".board .roads > g").count() == sum(len(end.roads(p)) for p in range(PLAYERS))
        cities = page.locator(".board .buildings title", has_text="city").count()
        assert cities == sum(len(end.cities(p)) for p in range(PLAYERS))
        box = page.locator(".board .robber use").bounding_box()
        assert box is not None and box["width"] > 5

    def test_the_list_leads_to_the_decision(self, opened: Opened) -> None:
        page = opened.page
        listed = [
            one for one in review().decisions if one.grade in (Grade.INACCURACY, Grade.MISTAKE, Grade.BLUNDER)
        ]
        page.locator("#list button").nth(1).click()
        assert opened.event == listed[1].event + 1
        assert listed[1].comment in page.inner_text("#decision")
        assert page.locator("#decision tbody tr").count() == len(listed[1].moves)
        page.locator("h1").click()
        page.keyboard.press("p")
        assert opened.event == listed[0].event + 1
        page.keyboard.press("n")
        assert opened.event == listed[1].event + 1

    def test_the_list_can_be_filtered(self, opened: Opened) -> None:
        page = opened.page
        page.select_option("#which", "blunder")
        shown = page.locator("#list li:visible")
        assert shown.count() == sum(one.grade is Grade.BLUNDER for one in review().decisions)
        page.select_option("#which", "inaccuracy")
        page.select_option("#whose", "1")
        for item in page.locator("#list li:visible").all():
            assert item.get_attribute("data-player") == "1"

    def test_turning_points_can_be_clicked(self, opened: Opened) -> None:
        points = review().turning_points
        marks = opened.page.locator(".turn-mark")
        assert marks.count() == len(points) > 0
        marks.last.click()
        assert opened.event == points[-1].event
        opened.page.locator(".points button").first.click()
        assert opened.event == points[0].event

    def test_a_click_into_the_chart_goes_there(self, opened: Opened) -> None:
        chart = opened.page.locator("#chart")
        box = chart.bounding_box()
        assert box is not None
        chart.click(position={"x": box["width"] / 2, "y": box["height"] - 10})
        assert abs(opened.event - (len(review().moments) - 1) / 2) <= 2

    def test_learning_asks_first_and_answers_then(self, opened: Opened) -> None:
        page = opened.page
        bad = [one for one in review().decisions if one.grade.is_error]
        learner = bad[0].player
        questions = [one for one in bad if one.player == learner]
        page.select_option("#learner", str(learner))
        page.click("#learn")
        first = questions[0]
        options = page.locator(".options button")
        assert options.count() == len(first.moves) and opened.event == first.event
        assert first.comment not in page.inner_text("#decision"), "the answer is not shown yet"
        for other in range(PLAYERS):
            hidden = page.locator(".seat").nth(other).inner_text()
            assert other == learner or "victory point" not in hidden
        best = page.locator(".options button", has_text=first.best.notation).first
        best.focus()
        page.keyboard.press("Enter")
        assert "Right." in page.inner_text("#decision") and first.comment in page.inner_text("#decision")
        assert options.first.is_disabled()
        page.keyboard.press("Enter")  # on to the next, or done
        page.keyboard.press("Escape")
        assert page.locator(".options").count() == 0

    def test_a_wrong_answer_is_told_what_it_loses(self, opened: Opened) -> None:
        page = opened.page
        one = next(one for one in review().decisions if one.grade.is_error)
        page.select_option("#learner", str(one.player))
        page.click("#learn")
        page.locator(".options button", has_text=one.played.notation).first.click()
        assert "That loses" in page.inner_text("#decision")
        assert page.locator(".options .wrong").count() >= 1 and page.locator(".options .right").count() >= 1

    @pytest.mark.parametrize("scheme", ["light", "dark"])
    @pytest.mark.parametrize("width", [360, 1280])
    def test_it_fits_any_screen(self, browser: Any, page_file: Path, scheme: str, width: int) -> None:
        one = Opened(browser, page_file, color_scheme=scheme, viewport={"width": width, "height": 800})
        one.page.keyboard.press("End")
        assert one.page.evaluate("document.documentElement.scrollWidth") <= width
        ground = one.page.evaluate("getComputedStyle(document.body).backgroundColor")
        dark = sum(map(int, re.findall(r"\d+", ground)[:3])) < 200
        assert dark == (scheme == "dark")
        one.close()

    def test_everything_that_can_be_pressed_has_a_name(self, opened: Opened) -> None:
        page = opened.page
        unnamed = page.evaluate(
            """() => [...document.querySelectorAll('button, select, input')].filter(one => {
                const label = one.id && document.querySelector(`label[for=${one.id}]`);
                return !(one.textContent.trim() || one.getAttribute('aria-label') || label);
            }).length"""
        )
        assert unnamed == 0
        assert page.locator("h1").count() == 1 and page.get_attribute("html", "lang") == "en"
