"""A recorded game gone through again: all its positions, and every decision with what its player could
know."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

from longroad import record_lines
from longroad.catan import Action, Belief, Rules, State, View
from longroad.catan.position import with_old_cards
from longroad.catan.records import VERSION, read_record, record_text
from longroad.errors import AnalysisError, LongroadError, RecordError

#: The key of a record that names the events at which a development card is played on the turn it was bought.
FRESH_CARDS = "fresh_cards"


@dataclass(frozen=True)
class Decision:
    """A decision of a game: the number of events before it, who made it, what that player saw and knew, and
    what it did."""

    event: int
    player: int
    view: View
    belief: Belief
    action: Action


@dataclass(frozen=True)
class Replay:
    """``states[i]`` is the position after the first i events; ``events[i]`` leads to ``states[i + 1]``.
    ``record`` is the game as a record."""

    states: tuple[State, ...]
    events: tuple[Action, ...]
    record: str

    @classmethod
    def of(cls, game: State | str) -> Replay:
        """A game from its first settlement on: a state with its history, or a record.

        A record may name events under ``fresh_cards``: there a development card is played on the turn it was
        bought, as other programs allow. Raises AnalysisError for a position without history, RecordError for
        a record that cannot be replayed.
        """
        if isinstance(game, str):
            return cls._of_record(game)
        if not game.has_history:
            raise AnalysisError(
                "a position without its game: a review needs every event from the first settlement on"
            )
        return cls._played(State(game.rules, board=game.board), game.events(), frozenset(), game.to_record())

    @classmethod
    def _of_record(cls, line: str) -> Replay:
        record = record_lines.parse(line, 1, "catan", VERSION, {"rules": dict, "board": str, "events": str})
        fresh = record.get(FRESH_CARDS, [])
        if not fresh:
            return cls.of(read_record(line))
        if not isinstance(fresh, list) or not all(type(number) is int for number in fresh):
            raise RecordError(f"'{FRESH_CARDS}' must be numbers of events")
        try:
            start = State(Rules.from_dict(record["rules"]), board=record["board"])
            events = [Action.parse(text) for text in record["events"].split("; ")]
            again = record_text(start.rules, start.board_text, record["events"], **{FRESH_CARDS: fresh})
            return cls._played(start, events, frozenset(fresh), again)
        except (ValueError, LongroadError) as error:
            raise RecordError(record_lines.one_line(error)) from error

    @classmethod
    def _played(cls, state: State, events: Sequence[Action], fresh: frozenset[int], record: str) -> Replay:
        states = [state.copy()]
        for number, event in enumerate(events):
            if number in fresh:
                state = with_old_cards(state)
                states[-1] = state.copy()
            state.apply(event)
            states.append(state.copy())
        return cls(tuple(states), tuple(events), record)

    @property
    def end(self) -> State:
        """The last position."""
        return self.states[-1]

    def decisions(self, players: Iterable[int]) -> Iterator[Decision]:
        """The decisions of some players, in order. Each belief holds what its player saw up to there."""
        beliefs = {player: Belief() for player in players}
        views = {player: self.states[0].view(player) for player in beliefs}
        for number, event in enumerate(self.events):
            before, after = self.states[number], self.states[number + 1]
            actor = before.actor
            if actor in beliefs and not before.is_chance:
                yield Decision(number, actor, views[actor], beliefs[actor].copy(), event)
            for player, belief in beliefs.items():
                view = after.view(player)
                belief.observe(views[player], before.seen_by(event, player), view)
                views[player] = view
