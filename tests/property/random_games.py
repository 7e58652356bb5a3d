"""Random games for the tests: rules and seeds drawn by hypothesis, moves by a player who likes to build."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice
from random import Random
from typing import Any

from hypothesis import strategies as st

from longroad import catan

#: Kinds that move a game forward; without a liking for them random games are mostly idle.
BUILDING = frozenset(("settle", "city", "buy card", "road"))
PLAYING = frozenset(("knight", "road building", "year of plenty", "monopoly"))


@st.composite
def rules(draw: st.DrawFn, **fixed: Any) -> catan.Rules:
    """Rules with any option changed, short enough to be played out; ``fixed`` options stay as given."""
    options: dict[str, Any] = {
        "players": draw(st.integers(2, 4)),
        "target_points": draw(st.sampled_from((3, 6, 10, 10, 12, 14, 20))),
        "discard_limit": draw(st.sampled_from((1, 4, 6, 7, 7, 9, 250))),
        "bank": draw(st.sampled_from((1, 3, 5, 9, 19, 19, 19, 50))),
        "offers_per_turn": draw(st.sampled_from((0, 0, 1, 2))),
        "maritime": draw(st.sampled_from(("all", "best"))),
        "board": draw(st.sampled_from((*catan.LAYOUTS, GIVEN_BOARD))),
        "harbors": draw(st.sampled_from(("shuffled", "fixed"))),
        "robber": draw(st.sampled_from((True, True, True, False))),
        "dice_deck": draw(st.booleans()),
        "development_cards": draw(st.sampled_from((True, True, True, False))),
        "starting_settlements": draw(st.sampled_from((2, 2, 3))),
        "open_hands": draw(st.booleans()),
        "turn_cap": draw(st.sampled_from((1, 60, 200, 400))),
    }
    options |= fixed
    if options["robber"]:
        options.setdefault("friendly_robber", draw(st.booleans()))
    return catan.Rules(**options)


#: A board with two deserts and its robber elsewhere.
GIVEN_BOARD = "O10 W2 L9 / G12 B6 W4 B10 / G9 L11 D L3* O8 / L8 D G4 W5 / B5 G6 W11 | 3 G O 3 W 3 3 B L"

seeds = st.integers(0, 2**32 - 1)


def choose(state: catan.State, rng: Random) -> catan.Action:
    """A listed action: mostly its kind first, building and cards before the rest."""
    actions = state.legal_actions()
    if rng.random() < 0.15:
        return rng.choice(actions)
    kinds: dict[str, list[catan.Action]] = {}
    for action in actions:
        kinds.setdefault(action.kind, []).append(action)
    liked = [kind for kind in kinds if kind in BUILDING or kind in PLAYING]
    return rng.choice(kinds[rng.choice(liked if liked and rng.random() < 0.7 else list(kinds))])


def draw_event(state: catan.State, rng: Random) -> catan.Action:
    """What comes next: an outcome of chance by its probability, or a chosen action."""
    if state.is_chance:
        outcomes, weights = zip(*state.chance_outcomes(), strict=True)
        return rng.choices(outcomes, weights)[0]
    return choose(state, rng)


def walk(rules: catan.Rules, seed: int) -> Iterator[tuple[catan.State, catan.Action | None]]:
    """A whole game: the state (always the same object) after every event, and that event; at first None."""
    rng = Random(seed)
    state = catan.State(rules, seed=seed)
    yield state, None
    while not state.is_over:
        event = draw_event(state, rng)
        state.apply(event)
        yield state, event


def positions(rules: catan.Rules, seed: int, every: int = 1) -> Iterator[catan.State]:
    """The state of a game after every so many events."""
    return (state for state, _ in islice(walk(rules, seed), 0, None, every))


def position(rules: catan.Rules, seed: int, events: int) -> catan.State:
    """The state after some events, or at the end of a shorter game."""
    state = catan.State(rules, seed=seed)
    for state, _ in islice(walk(rules, seed), events + 1):  # noqa: B007
        pass
    return state
