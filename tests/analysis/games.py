"""Games to look at: played by agents, and their decisions."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache

from longroad.agents import Table, make_agent
from longroad.analysis import Review, review_game
from longroad.analysis.replay import Decision, Replay
from longroad.catan import Rng, Rules, State

#: Good and weak agents together, so that there is something to say.
MIXED = ("planner", "weighted", "value", "planner")


@cache
def record_of(players: int, seed: int = 3, specs: tuple[str, ...] = MIXED, **rules: int) -> str:
    """The record of a game of agents."""
    return finished(players, seed, specs, **rules).to_record()


def finished(players: int, seed: int = 3, specs: tuple[str, ...] = MIXED, **rules: int) -> State:
    """A game of agents, played to its end."""
    state = State(Rules(players=players, **rules), seed=seed)
    agents = {player: make_agent(specs[player]) for player in range(players)}
    for player, agent in agents.items():
        agent.begin(state.rules, player, Rng.stream(seed, 10 + player))
    Table(state, agents, chance=Rng(seed)).run()
    return state


@cache
def replay_of(players: int, seed: int = 3) -> Replay:
    """A game with all its positions."""
    return Replay.of(record_of(players, seed))


def decisions_of(players: int, seed: int = 3) -> Iterator[Decision]:
    """All decisions of a game that have a choice."""
    for one in replay_of(players, seed).decisions(range(players)):
        if len(one.view.actions) > 1:
            yield one


def first_events(record: str, count: int) -> State:
    """A game that stopped after so many events."""
    whole = State.from_record(record)
    state = State(whole.rules, board=whole.board)
    for event in whole.events()[:count]:
        state.apply(event)
    return state


@cache
def quick_review(players: int = 2, seed: int = 3) -> Review:
    """A review that did not take long."""
    return review_game(record_of(players, seed), sims=16, threads=1)
