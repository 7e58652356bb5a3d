"""One game at a prompt."""

from __future__ import annotations

from collections.abc import Callable

from longroad.catan import Action, View
from longroad.catan.drawing import Marks, terminal
from longroad.catan.onlookers import OpenView
from longroad.catan.words import action_words
from longroad.errors import LongroadError
from longroad.web.games import Follower, Frame, LiveGame, Place
from longroad.web.terminal.adviser import Coaching
from longroad.web.terminal.background import Background
from longroad.web.terminal.entering import complete_with, completions, expanded

#: Moves of a kind that the menu lists before it only counts them.
_MOST_LISTED = 6
_PLACED = ("settle", "city", "road", "robber")
#: Moves that a hint names.
_MOST_HINTS = 3
_HELP = """\
A move is typed as in docs/reference/rules.md or shorter: settle 23 (or s 23), road 41, city 23, robber 7 p2,
roll (r), end (e), buy (b), trade 4 wool for 1 ore, offer 1 ore for 2 wool, accept (y), refuse (n),
counter 1 ore for 3 wool, deal p2, cancel (c). A number alone is a place, where only one kind of thing
can be built. Tab completes. And:
"""


class Left(Exception):
    """The person has left; the game can be resumed."""


class Shell:
    """Plays a game from a person's seat. ``read`` gives a line for a prompt and raises EOFError at the end of
    the input; ``write`` prints one."""

    def __init__(
        self,
        background: Background,
        place: Place,
        *,
        read: Callable[[str], str] = input,
        write: Callable[[str], None] = print,
        color: bool = True,
        coaching: Coaching | None = None,
    ) -> None:
        assert place.seat is not None, "a person sits somewhere"
        self._house, self._place, self._seat = background, place, place.seat
        self._read, self._write, self._color = read, write, color
        self._coaching = coaching
        self._said: list[str] = []
        self._drawn = Marks()
        self._commands: dict[str, tuple[Callable[[], None], str]] = {
            "help": (self._help, "what can be typed"),
            "moves": (self._moves, "all moves in words"),
            "board": (self._board, "draw the board again"),
            "log": (self._log, "the last lines of the game"),
            "undo": (self._undo, "take your last decision back"),
            "resign": (self._resign, "give up"),
            "quit": (self._quit, "leave; the game is saved, and `longroad play --terminal --resume` goes on"),
        }
        if coaching is not None:
            self._commands["hint"] = (self._hint, "what the coach would do")

    @property
    def game(self) -> LiveGame:
        """What is played."""
        return self._place.game

    def play(self) -> None:
        """Plays to the end; raises Left if the person leaves before."""
        complete_with(lambda typed: completions(typed, self._view().actions, self._commands))
        entries = len(self.game.course.entries)
        follower = self._house.do(lambda: self._house.house.follow(self._place, entries))
        try:
            self._board()
            while self.game.course.result is None:
                if self.game.course.state.actor == self._seat:
                    self._ask()
                else:
                    self._house.wait(follower.wait())
                self._tell(follower)
        finally:
            self._house.do(follower.close)
        self._end()

    def _tell(self, follower: Follower) -> None:
        """What happened since."""
        frames: list[Frame] = []
        while more := self._house.do(follower.ready):
            frames += more
        for frame in frames:
            self._said += frame.words
            for line in frame.words:
                self._write(f"  {line}")
        if frames and self.game.course.state.actor == self._seat:
            others = any(frame.player != self._seat for frame in frames)
            if others or self._marks(self._view()) not in (self._drawn, Marks()):
                self._board()

    def _ask(self) -> None:
        """One line of the person."""
        view = self._view()
        self._write(self._menu(view))
        try:
            typed = self._read(f"{self._names()[self._seat]}> ").strip()
        except EOFError:
            self._write("")
            raise Left from None
        if not typed:
            return
        if typed.lower() in self._commands:
            self._commands[typed.lower()][0]()
            return
        try:
            self._house.do(lambda: self.game.act(self._seat, expanded(typed, view.actions)))
        except LongroadError as error:
            self._write(f"  {error}")

    def _menu(self, view: View) -> str:
        """What can be done, by kind."""
        kinds: dict[str, list[Action]] = {}
        for action in view.actions:
            kinds.setdefault(action.kind, []).append(action)
        parts = []
        for kind, actions in kinds.items():
            if kind in ("offer", "counter"):
                parts.append(f"{kind} ... for ...")
            elif len(actions) > _MOST_LISTED:
                parts.append(f"{kind} ({len(actions)})")
            else:
                parts.append(" | ".join(map(str, actions)))
        return f"[{view.phase}] {' | '.join(parts)}"

    def _view(self) -> View:
        return self._house.do(lambda: self.game.course.state.view(self._seat))

    def _names(self) -> tuple[str, ...]:
        return self.game.course.names

    def _board(self) -> None:
        view = self._view()
        self._drawn = self._marks(view)
        self._write("")
        self._write(terminal(view, color=self._color, marks=self._drawn))
        players = (
            f"p{seat.number} {seat.name}{f' ({seat.agent})' if seat.agent else ''}"
            for seat in self.game.course.seats
        )
        self._write(", ".join(players))
        self._write("")

    @staticmethod
    def _marks(view: View) -> Marks:
        """Where something can be placed."""
        return Marks.of(action for action in view.actions if action.kind in _PLACED)

    def _help(self) -> None:
        self._write(_HELP + "\n".join(f"  {name:8}{words}" for name, (_, words) in self._commands.items()))

    def _moves(self) -> None:
        view = self._view()
        for action in view.actions:
            if action.kind not in ("offer", "counter"):
                self._write(f"  {action!s:24} {action_words(view, action)}")

    def _log(self) -> None:
        for line in self._said[-20:]:
            self._write(f"  {line}")

    def _undo(self) -> None:
        try:
            self._house.do(lambda: self.game.undo(self._seat))
        except LongroadError as error:
            self._write(f"  {error}")
        else:
            self._board()

    def _resign(self) -> None:
        if self._read("give up? (yes) ").strip().lower() == "yes":
            self._house.do(lambda: self.game.resign(self._seat))

    def _quit(self) -> None:
        raise Left

    def _hint(self) -> None:
        assert self._coaching is not None, "the command is there with it"
        coach = self._coaching(self.game.course.plan.rules, self._seat, self._names())
        for before, event, after in self._house.do(lambda: self.game.course.sightings(self._seat)):
            coach.observe(before, event, after)
        for hint in coach.advise(self._view()).moves[:_MOST_HINTS]:
            self._write(f"  {hint.action!s:24} {hint.win_probability:.0%}  {hint.reason}")

    def _end(self) -> None:
        state, result = self.game.course.state, self.game.course.result
        assert result is not None, "it is over"
        everything = OpenView([state.view(player) for player in range(state.players)])
        self._write("")
        self._write(terminal(everything, color=self._color))
        won = result.winner == self._seat
        self._write(
            "You have won." if won else f"{self._winner()} has won." if result.winner is not None else "Over."
        )

    def _winner(self) -> str:
        result = self.game.course.result
        assert result is not None, "it is over"
        return self._names()[result.winner or 0]
