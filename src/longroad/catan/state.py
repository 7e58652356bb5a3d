"""States and views: the two faces of a position."""

from __future__ import annotations

from typing import Any, ClassVar, Self

import longroad
from longroad import _native
from longroad._native import Action
from longroad.catan.board import LAYOUTS, Board
from longroad.catan.rules import Rules
from longroad.errors import RecordError

RESOURCES = ("brick", "lumber", "ore", "grain", "wool")
CARDS = ("knight", "victory point", "road building", "year of plenty", "monopoly")


class View(_native.View):
    """What one player may know of a position: what is hidden is None, and there is no way back to the state.

    >>> view = State(Rules(players=3), seed=7).view(0)
    >>> view.hand(0), view.hand(1), view.hand_size(1)
    ((0, 0, 0, 0, 0), None, 0)
    """

    __slots__ = ("rules",)
    #: What is played.
    rules: Rules

    def __init__(self, state: State, player: int, open_hands: bool = False) -> None:
        super().__init__(state, player, open_hands)
        self.rules = state.rules

    @property
    def board(self) -> Board:
        """The board."""
        return Board(self.board_text)

    def __str__(self) -> str:
        """The board and the players as the viewer sees them, drawn in plain characters."""
        from longroad.catan.drawing import terminal

        return terminal(self, color=False)

    def __repr__(self) -> str:
        return f"<View of p{self.player}: turn {self.turn}, phase {self.phase}>"

    def __reduce__(self) -> tuple[Any, ...]:
        """Pickles are for the version that wrote them: a pool of processes, a cache, no archive."""
        return _unpickled, (longroad.__version__, _native.View.__getstate__(self), self.rules)

    def _repr_svg_(self) -> str:
        from longroad.catan.drawing import svg

        return svg(self)


def check_pickled(what: str, version: str) -> None:
    """Raises RecordError for a pickle that another version wrote."""
    if version != longroad.__version__:
        raise RecordError(f"a {what} of longroad {version} cannot be unpickled by {longroad.__version__}")


def _unpickled(version: str, packed: bytes, rules: Rules) -> View:
    check_pickled("view", version)
    view = View.__new__(View)
    _native.View.__setstate__(view, packed)
    view.rules = rules
    return view


def view_of(shown: _native.View, rules: Rules) -> View:
    """A view that the native side made."""
    view = View.__new__(View)
    _native.View.__init__(view, shown)
    view.rules = rules
    return view


class State(_native.State):
    """A game of Catan. The seed draws the board; chance is the caller's.

    >>> state = State(Rules(players=2), seed=7)
    >>> state.phase, state.actor, len(state.legal_actions())
    ('setup settlement', 0, 54)
    >>> state.apply("settle n23")
    >>> [str(action) for action in state.legal_actions()]
    ['road e29', 'road e30', 'road e21']
    >>> state.apply("road e0")
    Traceback (most recent call last):
      ...
    longroad.errors.IllegalActionError: road e0: it does not touch the settlement just placed at n23
    """

    __slots__ = ("rules",)
    #: What is played.
    rules: Rules

    def __init__(
        self, rules: Rules | None = None, *, seed: int = 0, board: Board | str | None = None
    ) -> None:
        rules = rules or Rules()
        if board is None:
            given = rules.board not in LAYOUTS
            board = rules.board if given else Board.generate(rules.board, harbors=rules.harbors, seed=seed)
        elif isinstance(board, str) and board in LAYOUTS:
            board = Board.generate(board, harbors=rules.harbors, seed=seed)
        super().__init__(rules.core, str(board))
        self.rules = rules

    @property
    def board(self) -> Board:
        """The board, with the robber where it stood at the start."""
        return Board(self.board_text)

    def view(self, player: int | None = None, open_hands: bool = False) -> View:
        """What a player may know; by default the one who decides. ``open_hands`` shows it all resource
        hands."""
        if player is None:
            player = self.actor
            if player is None:
                raise ValueError(f"nobody decides in phase '{self.phase}'; name a player: view(0)")
        return View(self, player, open_hands)

    def copy(self) -> Self:
        """An independent state; the two share nothing that either can change."""
        other = type(self).__new__(type(self))
        _native.State.__init__(other, self)
        other.rules = self.rules
        return other

    __copy__ = copy

    def __eq__(self, other: object) -> bool:
        """Whether rules and position are the same; how the position came about does not matter."""
        if not isinstance(other, State):
            return NotImplemented
        return self.rules == other.rules and self.same_position(other)

    __hash__: ClassVar[None] = None  # type: ignore[assignment]  # a state changes

    def __deepcopy__(self, memo: object) -> Self:
        return self.copy()

    def events(self) -> list[Action]:
        """Every action and outcome of chance so far; since it was drawn if it has no history
        (``has_history``)."""
        return [Action.from_int(word) for word in self.event_words()]

    def to_record(self) -> str:
        """The game so far as one line of JSON; see longroad.catan.records."""
        from longroad.catan.records import write_record

        return write_record(self)

    @staticmethod
    def from_record(line: str) -> State:
        """The game of a record, replayed and checked move by move; raises RecordError."""
        from longroad.catan.records import read_record

        return read_record(line)

    def __repr__(self) -> str:
        who = "chance" if self.is_chance else "nobody" if self.is_over else f"p{self.actor}"
        points = " ".join(str(self.points(p)) for p in range(self.players))
        return f"<State: turn {self.turn}, phase {self.phase}, {who} to act, points {points}>"

    def __str__(self) -> str:
        """The board and the players, drawn in plain characters."""
        from longroad.catan.drawing import terminal

        return terminal(self, color=False)

    def __getstate__(self) -> str:
        return self.to_record()

    def __setstate__(self, record: str) -> None:
        other = State.from_record(record)
        _native.State.__init__(self, other)
        self.rules = other.rules

    def _repr_svg_(self) -> str:
        from longroad.catan.drawing import svg

        return svg(self)
