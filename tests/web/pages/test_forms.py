"""What the pages are made of, without a browser: forms, drafts of trades, what is lit, what is said."""

from __future__ import annotations

import asyncio
from pathlib import Path

import pytest

from longroad.catan import Board, Rules, State
from longroad.catan.onlookers import PublicView
from longroad.web.games import GamePlan, House, LiveGame
from longroad.web.pages.action_bar import action_bar, menu
from longroad.web.pages.board import island_svg, moving_svg
from longroad.web.pages.browser import Keys
from longroad.web.pages.opponents import opponents
from longroad.web.pages.sheets import NOTHING, Opened, sheet, sheet_kind
from longroad.web.pages.situation import Situation
from longroad.web.pages.spots import lit_spots
from longroad.web.pages.table_form import SeatForm, TableForm
from longroad.web.pages.trading import Draft
from web.tables import asked, begin, in_loop

EVIL = "<script>alert('Ann')</script>"


def planned(form: TableForm, folder: Path) -> GamePlan | None:
    return asyncio.run(form.plan(House(folder)))


class TestForm:
    def test_a_table_as_it_is_offered_can_be_begun(self, tmp_path: Path) -> None:
        plan = planned(TableForm(), tmp_path)
        assert plan is not None and plan.names == ("Red", "Blue") and plan.rules == Rules(players=2)

    def test_everything_can_be_chosen(self, tmp_path: Path) -> None:
        form = TableForm(preset="casual", seed="7", clock="game", seconds="10", increment="5")
        form.resize(3)
        form.seats[0] = SeatForm("person", "Ann")
        form.seats[2] = SeatForm("link")
        form.set_option("target_points", "12")
        form.set_option("dice_deck", "off")
        form.layout, form.spectators = "balanced", True
        plan = planned(form, tmp_path)
        assert plan is not None and form.errors == {}
        assert plan.rules == Rules.preset(
            "casual", players=3, target_points=12, dice_deck=False, board="balanced"
        )
        assert (plan.clock.seconds, plan.clock.increment, plan.seed) == (600, 5, 7)
        assert [seat.kind for seat in plan.seats] == ["person", "agent", "link"] and plan.may_be_watched

    @pytest.mark.parametrize(
        ("field", "value", "wrong", "words"),
        [
            ("seed", "seven", "seed", "whole number"),
            ("board", "O10 W2", "board", "hex"),
            ("clock", "move", "clock", "number"),
            ("rated", True, "table", "open"),
        ],
    )
    def test_what_is_wrong_is_said_at_its_field(
        self, tmp_path: Path, field: str, value: object, wrong: str, words: str
    ) -> None:
        form = TableForm(seconds="long")
        if field == "rated":
            form.seats[1].agent = "planner"
            form.seats[0] = SeatForm("agent", agent="value")
            words = "person"
        setattr(form, field, value)
        assert planned(form, tmp_path) is None
        assert words in form.errors[wrong] and len(form.errors) == 1

    def test_specs_and_names_are_checked_seat_by_seat(self, tmp_path: Path) -> None:
        form = TableForm()
        form.resize(4)
        form.seats[0].name = "you"
        form.seats[1].agent = "plannr"
        form.seats[2].agent = "mcts:sims=many"
        form.seats[3].agent = "exec:rm -rf"
        assert planned(form, tmp_path) is None
        assert form.errors.keys() == {"seat-0", "seat-1", "seat-2", "seat-3"}
        assert "planner" in form.errors["seat-1"] and "--own-agents" in form.errors["seat-3"]

    def test_an_option_out_of_range_is_kept_and_explained(self) -> None:
        form = TableForm()
        form.set_option("target_points", "99")
        assert "between 3 and 20" in form.errors["option-target_points"]
        assert form.shown_option("target_points") == "99" and form.rules() is None
        form.set_option("target_points", "10")
        assert form.errors == {} and form.changed == {} and form.rules() == Rules(players=2)

    def test_the_board_is_shown_as_soon_as_it_is_known(self) -> None:
        form = TableForm()
        assert form.preview() is None
        form.seed = "7"
        assert form.preview() == Board.generate("spiral", seed=7)
        form.board = str(Board.generate("beginner"))
        assert form.preview() == Board.generate("beginner")


def test_opponents_go_from_weak_to_strong() -> None:
    for players in (2, 4):
        elos = [one.elo for one in opponents(players)]
        assert elos == sorted(elos) and len(elos) >= 5


def test_whatever_a_browser_says_is_read_as_keys() -> None:
    for told in (None, [], "x", {"seats": 3}, {"seats": {"0": {}}, "host": [], "invitations": "x"}):
        assert Keys.read(told) == Keys()


def test_names_are_escaped_everywhere(tmp_path: Path) -> None:
    @in_loop
    async def shown() -> None:
        async with House(tmp_path) as house:
            made = await begin(house, "person", "planner")
            made.game.course.seats[1].name = EVIL
            situation = situation_of(made.game)
            parts = [action_bar(situation, None), menu(situation), situation.prompt]
            made.game.resign(0)
            parts.append(sheet(situation_of(made.game), NOTHING, Draft(), {}))
            assert EVIL not in "".join(parts) and "&lt;script&gt;" in parts[-1]

    shown()


def situation_of(game: LiveGame, seat: int = 0) -> Situation:
    return Situation(game, game.course.state.view(seat), seat, is_host=True)


@in_loop
async def test_only_legal_places_are_lit(tmp_path: Path) -> None:
    async with House(tmp_path) as house:
        made = await begin(house, "person", "planner")
        game = made.game
        first = lit_spots(situation_of(game))
        assert len(first) == 54 and {spot.kind for spot in first} == {"settle"}
        assert lit_spots(situation_of(game), "city") == [] and lit_spots(situation_of(game, 1)) == []
        game.act(0, "settle n23")
        lit = lit_spots(situation_of(game))
        assert {dict(spot.said)["action"] for spot in lit} == {
            str(a) for a in game.course.state.legal_actions()
        }
        drawing = moving_svg(game.course.state.view(0), lit)
        assert drawing.count('data-spot=""') == len(lit) and "settlement of p0" in drawing
        game.act(0, "road e29")
        await asked(game)
        assert sheet_kind(situation_of(game), Opened("trade")) == "trade"
        assert sheet_kind(situation_of(game, 1), Opened("trade")) == ""


def test_the_moving_part_is_small() -> None:
    """The island is sent once; what is sent for each move is a fraction of it."""
    state = State(Rules(players=4), seed=7)
    island, moving = island_svg(state.board, 4), moving_svg(PublicView(state.view(0)))
    assert len(moving) < 1000 < len(island) / 20


def test_a_draft_gives_what_is_held_and_no_kind_on_both_sides() -> None:
    draft, hand = Draft(), (0, 2, 0, 1, 0)
    for _ in range(5):
        draft.change("give", 1, 1, hand)
    draft.change("give", 0, 1, hand)
    assert draft.give == [0, 2, 0, 0, 0] and not draft.is_complete
    draft.change("get", 4, 1, hand)
    assert draft.text("offer") == "offer 2 lumber for 1 wool" and draft.is_complete
    draft.change("get", 1, 1, hand)
    assert draft.give == [0] * 5 and draft.get == [0, 1, 0, 0, 1]
