"""What happens on the page of a game: frames come, regions are shown, presses become moves."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Mapping
from dataclasses import replace

from nicegui import Client, background_tasks, ui

from longroad.catan import RESOURCES
from longroad.catan.drawing.palette import CARD_NAMES
from longroad.catan.onlookers import Sight
from longroad.errors import LongroadError, NotNowError
from longroad.web.games import Frame, House, LiveGame, Place, Viewer
from longroad.web.pages import browser
from longroad.web.pages.action_bar import action_bar, menu
from longroad.web.pages.board import LiveBoard
from longroad.web.pages.log import Log
from longroad.web.pages.region import Region, Said
from longroad.web.pages.rendering import render
from longroad.web.pages.sheets import NOTHING, Opened, sheet, sheet_kind
from longroad.web.pages.situation import Situation
from longroad.web.pages.spots import lit_spots, victims
from longroad.web.pages.trading import Draft
from longroad.web.pages.visitor import Visitor

#: Seconds between two looks at who thinks.
_LOOK = 0.4
_PUBLIC = Viewer()


class GamePage:
    """One browser at one game. ``places`` are the seats whose keys it has; without one it looks on.

    Where several people share the browser, the screen is covered whenever another of them is to decide: until
    that person uncovers it, the page holds nobody's hand.
    """

    def __init__(
        self,
        house: House,
        game: LiveGame,
        visitor: Visitor,
        places: Mapping[int, Place],
        onlooker: Viewer | None,
        is_host: bool,
        invitations: Mapping[str, str],
    ) -> None:
        self._house, self._game, self._visitor = house, game, visitor
        self._places, self._onlooker, self._is_host = dict(places), onlooker, is_host
        self._invitations = invitations
        self._seat: int | None = next(iter(places)) if len(places) == 1 else None
        self._is_covered = len(places) > 1
        self._opened, self._draft = NOTHING, Draft()
        #: The kind of piece whose places alone are lit.
        self._only: str | None = None
        self._refusal, self._fresh, self._phase = "", "", ""
        #: How many presses were answered.
        self._answered = 0
        self._following: asyncio.Task[None] | None = None
        self._thinking: int | None = None

    # -- what there is

    def build(self, side_panels: Callable[[LiveGame, int | None, LiveBoard], None]) -> None:
        """Makes the parts of the page, in the order in which they are read."""
        self._side_panels = side_panels
        with ui.element("div").classes("game"):
            self._prompt = Region(on_do=self._do).classes("area-prompt")
            self._players = Region(on_do=self._do).classes("area-players")
            with ui.element("div").classes("area-board"):
                self._board = LiveBoard(
                    self._game.view(_PUBLIC).board, len(self._game.course.seats), self._do
                )
            with ui.element("div").classes("area-right"):
                self._sheet = Region(on_do=self._do).classes("area-sheet")
                with ui.element("div").classes("area-side"):
                    self._side = ui.element("div").classes("side-panels")
                    self._log = Log()
            with ui.element("div").classes("area-bar"):
                self._hand = Region(on_do=self._do).classes("area-hand")
                self._actions = Region(on_do=self._do).classes("area-actions")
            self._menu = Region(on_do=self._do).classes("area-menu")
        self._cover = Region(on_do=self._do)
        self._show()

    def run(self, client: Client) -> None:
        """Follows the game until the browser is gone."""
        self._client = client
        self._follow()
        looking = background_tasks.create(self._look(), name="who thinks")

        def gone() -> None:
            looking.cancel()
            if self._following is not None:
                self._following.cancel()

        client.on_delete(gone)

    # -- following

    def _follow(self) -> None:
        """Shows the log as who looks saw it, and everything that comes."""
        if self._following is not None:
            self._following.cancel()
        self._log.clear()
        self._side.clear()
        self._board.mark("")  # whoever comes next must not see what was drawn for another
        if not self._is_covered:
            with self._side:
                self._side_panels(self._game, self._seat, self._board)
        self._following = background_tasks.create(self._frames(), name=f"page of {self._game.id}")

    async def _frames(self) -> None:
        try:
            await self._follow_game()
        except LongroadError as error:
            self._refusal = str(error)
        self._show()

    async def _follow_game(self) -> None:
        place = Place(self._game, self._seat) if not self._is_covered else next(iter(self._places.values()))
        with self._house.follow(place) as follower:
            while await follower.wait():
                frames = follower.ready()
                if not self._is_covered:
                    self._log.add(frames)
                    self._fresh = place_of(frames[-1], self._seat)
                self._show()
                await asyncio.sleep(0)

    async def _look(self) -> None:
        """An agent that begins to think makes no entry."""
        while True:
            await asyncio.sleep(_LOOK)
            if self._game.thinking != self._thinking:
                self._show_players(self._situation())

    # -- showing

    @property
    def _viewer(self) -> Viewer:
        if self._is_covered:
            return _PUBLIC
        return Viewer(self._seat) if self._seat is not None else self._onlooker or _PUBLIC

    def _sight(self) -> Sight:
        return self._game.view(self._viewer)

    def _situation(self) -> Situation:
        seat = None if self._is_covered else self._seat
        return Situation(self._game, self._sight(), seat, self._is_host)

    def _show(self) -> None:
        if self._passes and not self._is_covered:
            self._is_covered = True
            self._follow()
        situation = self._situation()
        if situation.phase != self._phase:
            self._phase = situation.phase
            self._draft.clear()
            self._only = None
            if self._opened.kind not in ("help", "resign", "card"):
                self._opened = NOTHING
        spots = lit_spots(situation, self._only)
        self._board.show(situation.sight, spots, fresh=self._fresh)
        self._show_prompt(situation)
        self._show_players(situation)
        self._sheet.show(sheet(situation, self._opened, self._draft, self._invitations))
        self._show_hand(situation)
        self._actions.show(action_bar(situation, self._only))
        self._menu.show(menu(situation))
        self._show_cover()

    @property
    def _passes(self) -> bool:
        """Whether another person who shares this screen is to decide."""
        course = self._game.course
        actor = course.state.actor
        shared = len(self._places) > 1 and actor in self._places and actor != self._seat
        return shared and not self._is_over and actor is not None and course.seats[actor].is_person

    @property
    def _is_over(self) -> bool:
        return self._game.course.result is not None

    def _show_prompt(self, situation: Situation) -> None:
        self._prompt.show(prompt_html(situation, self._refusal, self._answered))

    def _show_players(self, situation: Situation) -> None:
        self._thinking = self._game.thinking
        self._players.show(render("players", players=situation.players, is_host=self._is_host))

    def _show_hand(self, situation: Situation) -> None:
        kind = sheet_kind(situation, self._opened)
        picking = kind in ("trade", "counter", "discard")
        trades = "trade" in situation.may or "offer" in situation.may
        self._hand.show(
            render(
                "hand",
                seat=situation.seat,
                hand=situation.hand,
                cards=situation.cards,
                playable=situation.may,
                hand_does="draft" if picking or trades else "",
                hand_words={"discard": ": discard one"}.get(kind, ": give one in a trade"),
            )
        )

    def _show_cover(self) -> None:
        course = self._game.course
        actor = course.state.actor
        player = actor if actor in self._places else next(iter(self._places), None)
        name = course.names[player] if self._is_covered and player is not None else ""
        self._cover.show(render("cover", name=name, player=player, number=len(course.entries)))

    # -- what is pressed

    async def _do(self, said: Said) -> None:
        """A press: what it says is the name of a method. Whatever cannot be done is said in a sentence, and
        nothing has changed."""
        self._refusal = ""
        try:
            self._visitor.acts()
            handler = getattr(self, "_do_" + said["do"].replace("-", "_"), None)
            done = None if handler is None else handler(said)
            if done is not None:
                await done
        except (LongroadError, KeyError, ValueError, IndexError, TypeError) as error:
            self._refusal = str(error) if isinstance(error, LongroadError) else "That is not possible."
        self._answered += 1
        self._show()

    def _own_seat(self) -> int:
        if self._seat is None or self._is_covered:
            raise NotNowError("nobody of this screen plays now")
        return self._seat

    def _act(self, text: str) -> None:
        self._game.act(self._own_seat(), text)
        self._opened, self._only = NOTHING, None
        self._draft.clear()

    def _do_act(self, said: Said) -> None:
        self._act(str(said["action"]))

    def _do_robber(self, said: Said) -> None:
        hexagon = int(said["hex"])
        moves = victims(self._situation(), hexagon)
        if len(moves) > 1:
            self._opened = Opened("victim", hexagon)
        else:
            self._act(str(moves[0]))

    def _do_only(self, said: Said) -> None:
        kind = str(said["kind"])
        self._only = None if self._only == kind else kind

    def _do_buy(self, _: Said) -> None:
        self._act("buy card")

    def _do_open(self, said: Said) -> None:
        self._opened = Opened(str(said["sheet"]))
        if self._opened.kind == "counter":
            self._draft.clear()
            offer = self._sight().offer
            if offer is not None:  # the counter begins with what was asked for
                given, wanted = offer
                hand = self._situation().hand
                self._draft = Draft([min(a, b) for a, b in zip(wanted, hand, strict=True)], list(given))

    def _do_close(self, _: Said) -> None:
        self._opened = NOTHING
        self._draft.clear()

    def _do_trade(self, _: Said) -> None:
        self._opened = NOTHING if self._opened.kind == "trade" else Opened("trade")
        self._draft.clear()

    def _do_draft(self, said: Said) -> None:
        situation = self._situation()
        if sheet_kind(situation, self._opened) not in ("trade", "counter", "discard"):
            self._opened = Opened("trade")
        by = 1 if int(said["by"]) > 0 else -1
        side = "get" if said["side"] == "get" else "give"
        too_many = situation.phase == "discard" and sum(self._draft.give) >= situation.sight.left
        if not (by > 0 and too_many):
            self._draft.change(side, int(said["resource"]) % len(RESOURCES), by, situation.hand)

    def _do_clear(self, _: Said) -> None:
        self._draft.clear()

    def _do_offer(self, _: Said) -> None:
        self._act(self._draft.text("offer"))

    def _do_counter(self, _: Said) -> None:
        self._act(self._draft.text("counter"))

    def _do_bank(self, _: Said) -> None:
        trade = self._draft.bank_trade(self._situation())
        if trade is None:
            raise NotNowError("the bank does not trade this")
        self._act(str(trade))

    def _do_discard(self, _: Said) -> None:
        chosen = [kind for kind, count in enumerate(self._draft.give) for _ in range(count)]
        if self._sight().phase != "discard" or len(chosen) != self._sight().left:
            raise NotNowError("choose as many cards as are to be discarded")
        for kind in chosen:
            self._game.act(self._own_seat(), f"discard {RESOURCES[kind]}")

    def _do_card(self, said: Said) -> None:
        self._opened = Opened("card", int(said["kind"]) % len(CARD_NAMES))

    def _do_play_card(self, said: Said) -> None:
        name = CARD_NAMES[int(said["kind"]) % len(CARD_NAMES)]
        if name == "monopoly":
            self._opened = Opened("monopoly")
        else:
            self._act(name)

    def _do_undo(self, _: Said) -> None:
        self._game.undo(self._own_seat())
        self._opened, self._fresh = NOTHING, ""

    def _do_resign(self, _: Said) -> None:
        self._game.resign(self._own_seat())
        self._opened = NOTHING

    def _do_pace(self, said: Said) -> None:
        self._directs()
        self._game.set_pace(float(said["value"]))

    def _do_stop(self, said: Said) -> None:
        self._directs()
        self._game.stop_thinking(int(said["seat"]))

    def _directs(self) -> None:
        if not self._is_host:
            raise NotNowError("only who began the game directs it")

    async def _do_again(self, _: Said) -> None:
        self._directs()
        if not self._is_over:
            raise NotNowError("the game is not over")
        self._visitor.begins_a_game()
        plan = replace(self._game.course.plan, seed=None, pace=self._game.course.pace)
        made = await self._house.create(plan)
        browser.keep_keys(made, self._client, f"/game/{made.game.id}")

    def _do_uncover(self, _: Said) -> None:
        actor = self._game.course.state.actor
        self._seat = actor if actor in self._places else next(iter(self._places))
        self._is_covered = False
        self._opened = NOTHING
        self._draft.clear()
        self._follow()


def prompt_html(situation: Situation, refusal: str = "", answered: int = 0) -> str:
    """What is asked, of whom, and the last roll."""
    sight, game = situation.sight, situation.game
    roll = sight.last_roll
    low = max(1, roll - 6)
    face = low + sight.turn % (min(6, roll - 1) - low + 1) if roll else 0
    return render(
        "prompt",
        prompt=situation.prompt,
        decides=situation.decides,
        actor=None if game.course.result is not None else sight.actor,
        roll=roll,
        turn=sight.turn,
        number=len(game.course.entries),
        answered=answered,
        faces=(face, roll - face),
        trouble=game.trouble,
        refusal=refusal,
    )


def place_of(frame: Frame, seat: int | None) -> str:
    """Where somebody else has just built."""
    action = frame.action
    if action is None or frame.player == seat:
        return ""
    if action.path is not None:
        return f"e{action.path}"
    return "" if action.intersection is None else f"n{action.intersection}"
