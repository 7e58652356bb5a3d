"""Random games of Skirmish for the tests: rules and seeds drawn by hypothesis, moves by a player who likes to
fight."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice
from random import Random

from hypothesis import strategies as st

from longroad import skirmish

seeds = st.integers(0, 2**32 - 1)


@st.composite
def rules(draw: st.DrawFn) -> skirmish.Rules:
    """Rules with any option changed."""
    some = st.lists(st.sampled_from(list(skirmish.CARDS)), min_size=5, unique=True)
    return skirmish.Rules(
        hand_limit=draw(st.sampled_from((0, 4, 5, 5, 6, 25))),
        starting_hp=draw(st.sampled_from((1, 7, 50, 50, 255))),
        turn_cap=draw(st.sampled_from((1, 2, 60, 200))),
        deck=tuple(draw(st.one_of(st.just(list(skirmish.TABLE_1)), some))),
    )


def draw_event(state: skirmish.State, rng: Random) -> skirmish.Action:
    """What comes next: an outcome of chance, or a move whose kind is drawn first, so that battles do not
    swamp the rest."""
    if state.is_chance:
        return rng.choice([outcome for outcome, _ in state.chance_outcomes()])
    kinds: dict[str, list[skirmish.Action]] = {}
    for action in state.legal_actions():
        kinds.setdefault(action.kind, []).append(action)
    return rng.choice(kinds[rng.choice(list(kinds))])


def walk(
    rules: skirmish.Rules, seed: int
) -> Iterator[tuple[skirmish.State, skirmish.State, skirmish.Action]]:
    """A whole game: for every event the state before it, the state after it, and the event."""
    rng, state = Random(seed), skirmish.State(rules)
    while not state.is_over:
        before = state.copy()
        event = draw_event(state, rng)
        state.apply(event)
        yield before, state, event


def position(rules: skirmish.Rules, seed: int, events: int) -> skirmish.State:
    """The state after some events, or at the end of a shorter game."""
    state = skirmish.State(rules)
    for _, state, _ in islice(walk(rules, seed), events):  # noqa: B007
        pass
    return state
