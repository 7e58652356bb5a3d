"""Games from given positions: who won, when, by how much, and which win
probability the searching player saw."""

from __future__ import annotations

import time
from dataclasses import dataclass
from typing import Any

from longroad.agents import Agent, Table, make_agent
from longroad.catan import Rng, Rules, State
from longroad.experiments.ntu2016.opponent import RandomPlayer
from longroad.experiments.ntu2016.positions import BOARD, Pair, Pairs, set_up

#: A game without a winner after so many rounds is discarded.
MOST_ROUNDS = 150
#: The name of the report's random agent among the specs.
REPORT_RANDOM = "report's random"
#: Games of a part: a killed run loses at most one.
PART = 20


@dataclass(frozen=True)
class Series:
    """Games of two agents from positions of one kind. The second agent is the one whose wins are counted."""

    name: str
    scenario: str
    rules: Rules
    first: str
    second: str
    games: int
    #: Every other game the two exchange seats, and positions with them.
    exchange: bool = False
    #: What starts and dice are drawn by, beside the seed; the scenario if empty.
    drawn_by: str = ""

    @property
    def parts(self) -> list[tuple[str, int, int]]:
        """Name, first game and end of each part."""
        starts = range(0, self.games, PART)
        return [(f"{self.name}-{start:05d}", start, min(start + PART, self.games)) for start in starts]


@dataclass(frozen=True)
class Game:
    """One game, seen from the second agent."""

    #: Whether the second agent won; None if nobody did.
    won: bool | None
    rounds: int
    points: int
    other_points: int
    #: The win probability that it saw when it moved first in each of its turns: (round, probability).
    win_probabilities: list[tuple[int, float]]

    @property
    def gap(self) -> int:
        """Points ahead at the end."""
        return self.points - self.other_points


def play_part(series: Series, pairs: Pairs, seed: int, start: int, end: int) -> dict[str, Any]:
    """Some games of a series. The same whichever part a game is in."""
    agents = [_make(series.first), _make(series.second)]
    begun = time.process_time()
    games = [play_game(series, agents, pairs, seed, number) for number in range(start, end)]
    return {
        "games": [[g.won, g.rounds, g.points, g.other_points, g.win_probabilities] for g in games],
        "seconds": time.process_time() - begun,
    }


def games_of(data: dict[str, Any]) -> list[Game]:
    """The opposite of what play_part writes."""
    return [
        Game(won, rounds, points, other, [(r, p) for r, p in seen])
        for won, rounds, points, other, seen in data["games"]
    ]


def play_game(series: Series, agents: list[Agent], pairs: Pairs, seed: int, number: int) -> Game:
    """One game. Positions and dice depend on seed, scenario and number alone (or on what else the series
    draws them by), so agents can be compared."""
    swapped = series.exchange and number % 2 == 1
    drawn = number // 2 if series.exchange else number
    stream = _mixed(seed, series.drawn_by or series.scenario)
    rng = Rng.stream(stream, 4 * drawn)
    state = State(series.rules, board=BOARD)
    chosen = pairs.draw(series.scenario, rng)
    seats = agents[::-1] if swapped else agents
    for seat, agent in enumerate(seats):
        agent.begin(series.rules, seat, Rng.stream(stream, 4 * number + 1 + seat))
    return _played(state, seats, chosen, 0 if swapped else 1, rng)


def _played(state: State, seats: list[Agent], chosen: tuple[Pair, Pair], own: int, rng: Rng) -> Game:
    table = Table(state, dict(enumerate(seats)), chance=rng, native=False)
    seen: list[tuple[int, float]] = []
    set_up(state, chosen, rng, table.apply)
    while state.turn < 2 * MOST_ROUNDS and (actor := table.run()) is not None:
        now = state.turn // 2 + 1
        action = seats[actor].choose(table.view(actor), state.legal_actions())
        found = getattr(seats[own], "win_probability", None) if actor == own == state.current else None
        if found is not None and state.phase == "main" and (not seen or seen[-1][0] != now):
            seen.append((now, round(found, 4)))
        table.apply(action)
    rounds = min(state.turn // 2 + 1, MOST_ROUNDS)
    won = None if state.winner is None else state.winner == own
    return Game(won, rounds, state.points(own), state.points(1 - own), seen)


def _make(spec: str) -> Agent:
    return RandomPlayer() if spec == REPORT_RANDOM else make_agent(spec)


def _mixed(seed: int, scenario: str) -> int:
    return (seed * 1_000_003 + int.from_bytes(scenario.encode(), "big")) % 2**64
