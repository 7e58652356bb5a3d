"""Who looks at a game, and what they may see of it. Everything that leaves a game is made here, of views."""

from __future__ import annotations

from dataclasses import dataclass

from longroad.catan import Action, State
from longroad.catan.onlookers import OpenView, PublicView, Sight, seen_by_all


@dataclass(frozen=True)
class Viewer:
    """A player by its seat; or somebody without a seat, to whom everything is shown (``open``) or what is
    public."""

    seat: int | None = None
    open: bool = False

    def sight(self, state: State) -> Sight:
        """What it may know of a position."""
        if self.seat is not None:
            return state.view(self.seat)
        if self.open:
            return OpenView([state.view(player) for player in range(state.players)])
        return PublicView(state.view(0))

    def seen(self, state: State, event: Action) -> Action:
        """What it sees of an event that is about to happen."""
        if self.seat is not None:
            return state.seen_by(event, self.seat)
        return event if self.open else seen_by_all(event, state.rules.open_hands)


#: Somebody who looks on.
PUBLIC = Viewer()
#: Somebody to whom all hands are shown.
EVERYTHING = Viewer(open=True)
