"""A table of one's own while it is put together: fields as texts, and for each what is wrong with it."""

from __future__ import annotations

import asyncio
from collections.abc import Mapping
from dataclasses import dataclass, field

from longroad.agents import AGENTS, Explained, explain_agent
from longroad.catan import Board, Rules
from longroad.errors import LongroadError
from longroad.options import Declared
from longroad.web.games import ClockPlan, GamePlan, House, SeatPlan
from longroad.web.games.limits import check_spec
from longroad.web.pages.opponents import GOOD

#: Options of the rules that have fields of their own.
_ELSEWHERE = ("players", "board")
OPTIONS: Mapping[str, Declared] = {
    name: declared for name, declared in Rules.declared.items() if name not in _ELSEWHERE
}
#: The largest seed of a board.
_MOST_SEED = 2**64


@dataclass
class SeatForm:
    """A seat: its kind, and a name or an agent's spec."""

    kind: str = "agent"
    name: str = ""
    agent: str = GOOD

    @property
    def explained(self) -> Explained | None:
        """The agent with its options, if it is a built-in one."""
        name = self.agent.partition(":")[0].strip()
        return explain_agent(name) if name in AGENTS else None


@dataclass
class TableForm:
    """What is chosen; ``errors`` has a sentence for each field that cannot be as it is."""

    seats: list[SeatForm] = field(default_factory=lambda: [SeatForm("person"), SeatForm()])
    preset: str = "official"
    #: Options that differ from the preset's, as texts.
    changed: dict[str, str] = field(default_factory=dict)
    layout: str = ""
    seed: str = ""
    board: str = ""
    clock: str = "none"
    seconds: str = "60"
    increment: str = "5"
    rated: bool = False
    spectators: bool = False
    errors: dict[str, str] = field(default_factory=dict)

    def resize(self, players: int) -> None:
        """More seats, or fewer: the last ones go."""
        players = max(2, min(4, players))
        del self.seats[players:]
        self.seats += [SeatForm() for _ in range(players - len(self.seats))]

    def set_option(self, name: str, text: str) -> None:
        """Another value for an option of the rules; one that the preset has is not kept."""
        declared = OPTIONS[name]
        self.errors.pop(f"option-{name}", None)
        try:
            value = declared.read(text)
            Rules.for_players(f"{self.preset},{name}={text}", len(self.seats))
        except (LongroadError, ValueError) as error:
            self.errors[f"option-{name}"] = str(error)
        else:
            text = declared.show(value)
            if value == self.option(name):
                self.changed.pop(name, None)
                return
        self.changed[name] = text

    def option(self, name: str) -> object:
        """The value of an option by the preset alone."""
        return getattr(Rules.for_players(self.preset, len(self.seats)), name)

    def shown_option(self, name: str) -> str:
        """The value of an option as it is shown."""
        return self.changed.get(name, OPTIONS[name].show(self.option(name)))

    # -- what is made of it

    def rules(self) -> Rules | None:
        """The rules; None, with an error, if there are none."""
        self.errors.pop("rules", None)
        self.errors.pop("board", None)
        if any(name.startswith("option-") for name in self.errors):
            return None
        text = ",".join([self.preset, *(f"{name}={value}" for name, value in self.changed.items())])
        try:
            rules = Rules.for_players(text, len(self.seats))
        except (LongroadError, ValueError) as error:
            self.errors["rules"] = str(error)
            return None
        try:
            board = self.board.strip()
            return rules.replace(board=str(Board(board)) if board else self.layout or rules.board)
        except (LongroadError, ValueError) as error:
            self.errors["board"] = str(error)
            return None

    def seed_number(self) -> int | None:
        """The seed of the board; None for any."""
        self.errors.pop("seed", None)
        text = self.seed.strip()
        if text and not (text.isascii() and text.isdecimal() and int(text) < _MOST_SEED):
            self.errors["seed"] = f"a whole number below {_MOST_SEED:,}, or nothing for any board"
            return None
        return int(text) if text else None

    def preview(self) -> Board | None:
        """The board, as far as it is known already."""
        rules, seed = self.rules(), self.seed_number()
        if rules is None or (seed is None and not self.board.strip() and rules.board != "beginner"):
            return None
        try:
            return (
                Board(rules.board)
                if "|" in rules.board
                else Board.generate(rules.board, harbors=rules.harbors, seed=seed or 0)
            )
        except LongroadError:
            return None

    async def plan(self, house: House) -> GamePlan | None:
        """The game; None, with errors, if something cannot be as it is."""
        self.errors = {name: said for name, said in self.errors.items() if name.startswith("option-")}
        rules, seed = self.rules(), self.seed_number()
        seats = [self._seat(number) for number in range(len(self.seats))]
        clock = self._clock()
        for number, seat in enumerate(self.seats):
            if seat.kind == "agent":
                await self._check(number, house, rules or Rules(players=len(self.seats)))
        if self.errors or rules is None or clock is None:
            return None
        try:
            return GamePlan(
                tuple(seat for seat in seats if seat is not None),
                rules,
                seed,
                clock,
                rated=self.rated,
                spectators=self.spectators or None,
            )
        except LongroadError as error:
            self.errors["table"] = str(error)
            return None

    def _seat(self, number: int) -> SeatPlan | None:
        seat = self.seats[number]
        try:
            if seat.kind == "agent":
                return SeatPlan.of_agent(seat.agent.strip() or GOOD)
            return SeatPlan("link" if seat.kind == "link" else "person", seat.name.strip())
        except LongroadError as error:
            self.errors[f"seat-{number}"] = str(error)
            return None

    async def _check(self, number: int, house: House, rules: Rules) -> None:
        spec = self.seats[number].agent.strip() or GOOD
        try:
            await asyncio.to_thread(check_spec, spec, rules, house.limits, house.own_agents)
        except (LongroadError, ValueError, OSError) as error:
            self.errors[f"seat-{number}"] = str(error)

    def _clock(self) -> ClockPlan | None:
        try:
            if self.clock == "none":
                return ClockPlan()
            increment = float(self.increment or 0) if self.clock == "game" else 0.0
            seconds = float(self.seconds) * (60 if self.clock == "game" else 1)
            return ClockPlan("game" if self.clock == "game" else "move", seconds, increment)
        except LongroadError as error:
            self.errors["clock"] = str(error)
        except ValueError:
            self.errors["clock"] = "how long is a number"
        return None
