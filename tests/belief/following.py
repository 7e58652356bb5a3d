"""Games followed by all their players: what each of them saw, and what each believes."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from random import Random
from typing import NamedTuple

from longroad import _native
from longroad.agents import make_agent
from longroad.catan import Action, Belief, Rules, State, View
from property.random_games import walk

Hands = tuple[tuple[int, ...], ...]


class Step(NamedTuple):
    """An event of a game; all but the states by player. The states are the same objects in every step."""

    before: State  # a copy
    event: Action
    after: State
    seen: list[Action]
    views: list[View]  # before the event
    beliefs: list[Belief]  # after the event


def agents_events(specs: list[str], rules: Rules, seed: int) -> tuple[State, list[Action]]:
    """The start and the events of a game between native agents."""
    natives = [make_agent(spec).native for spec in specs]
    board, words = _native.game_events(_native.Setup(rules.core, rules.board_source), natives, seed, 0, 0)
    return State(rules, board=board), [Action.from_int(word) for word in words]


def eager_events(rules: Rules, seed: int) -> tuple[State, list[Action]]:
    """The same of players who like to build, to play cards and to trade."""
    events = [event for _, event in walk(rules, seed) if event is not None]
    return State(rules, seed=seed), events


def blind_events(rules: Rules, seed: int) -> tuple[State, list[Action]]:
    """The same of players who only roll, end their turns and rob somebody: nothing they do depends on what is
    hidden."""
    rng, state = Random(seed), State(rules, seed=seed)
    start = state.copy()
    while not state.is_over:
        if state.is_chance:
            outcomes, weights = zip(*state.chance_outcomes(), strict=True)
            state.apply(rng.choices(outcomes, weights)[0])
        else:
            listed = state.legal_actions()
            ends = [action for action in listed if action.kind in ("roll", "end")]
            thefts = [action for action in listed if action.kind == "robber" and action.player is not None]
            state.apply(rng.choice(ends or thefts or listed))
    return start, state.events()


def follow(state: State, events: Iterable[Action]) -> Iterator[Step]:
    """Plays events, every player counting cards."""
    players = range(state.players)
    beliefs = [Belief() for _ in players]
    for event in events:
        before = state.copy()
        views = [state.view(p) for p in players]
        seen = [state.seen_by(event, p) for p in players]
        state.apply(event)
        for p in players:
            beliefs[p].observe(views[p], seen[p], state.view(p))
        yield Step(before, event, state, seen, views, beliefs)


def true_hands(state: State) -> Hands:
    """All hands as they are."""
    return tuple(state.hand(p) for p in range(state.players))
