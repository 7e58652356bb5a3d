"""Plays the engine and the plain-Python reference (tests/reference) side by side and compares everything
after every event."""

from __future__ import annotations

import random
from collections.abc import Callable
from typing import Any

from longroad import catan
from reference.game import Game

RESOURCES = catan.RESOURCES

#: Rule variations that between them reach every option.
VARIATIONS: tuple[dict[str, Any], ...] = (
    {"players": 2, "offers_per_turn": 0},
    {"players": 3, "offers_per_turn": 0},
    {"players": 4, "offers_per_turn": 0},
    {"players": 2, "offers_per_turn": 2},
    {"players": 3, "offers_per_turn": 3},
    {"players": 4, "offers_per_turn": 1},
    {"players": 4, "offers_per_turn": 0, "bank": 5, "board": "random"},
    {
        "players": 3,
        "offers_per_turn": 1,
        "bank": 3,
        "discard_limit": 3,
        "maritime": "best",
        "board": "balanced",
    },
    {"players": 2, "offers_per_turn": 0, "starting_settlements": 3, "target_points": 14, "board": "random"},
    {"players": 4, "offers_per_turn": 0, "robber": False, "harbors": "fixed"},
    {"players": 3, "offers_per_turn": 0, "development_cards": False, "turn_cap": 300},
    {
        "players": 2,
        "offers_per_turn": 0,
        "discard_limit": 6,
        "maritime": "best",
        "board": "random",
        "turn_cap": 400,
    },
    {"players": 4, "offers_per_turn": 0, "friendly_robber": True},
    {"players": 2, "offers_per_turn": 0, "dice_deck": True, "discard_limit": 9},
    {"players": 3, "offers_per_turn": 1, "friendly_robber": True, "dice_deck": True, "board": "balanced"},
    {
        "players": 4,
        "offers_per_turn": 0,
        "friendly_robber": True,
        "dice_deck": True,
        "starting_settlements": 3,
        "target_points": 14,
    },
)


def snapshot(state: catan.State) -> dict[str, Any]:
    """The engine's position in the words of the reference."""
    seats = range(state.players)
    offer = state.offer
    return {
        "phase": state.phase,
        "current": state.current,
        "actor": state.actor,
        "turn": state.turn,
        "winner": state.winner,
        "rolled": state.rolled,
        "card_played": state.card_played,
        "robber": state.robber,
        "last_roll": state.last_roll,
        "dice_deck": None if state.dice_deck is None else list(state.dice_deck),
        "bank": list(state.bank),
        "deck": list(state.deck),
        "bought": list(state.bought),
        "hands": [list(state.hand(p)) for p in seats],
        "cards": [list(state.cards(p)) for p in seats],
        "knights": [state.knights(p) for p in seats],
        "settlements": [state.settlements(p) for p in seats],
        "cities": [state.cities(p) for p in seats],
        "roads": [state.roads(p) for p in seats],
        "road_length": [state.road_length(p) for p in seats],
        "points": [state.points(p) for p in seats],
        "public_points": [state.public_points(p) for p in seats],
        "longest_road": state.longest_road,
        "largest_army": state.largest_army,
        "offers_made": state.offers_made,
        "offer": None if offer is None else [list(offer[0]), list(offer[1])],
        "replies": [[list(r[0]), list(r[1])] if isinstance(r, tuple) else r for r in state.replies],
    }


#: Ways to say any action at all, legal or not: both engines must agree on which.
ANY_TEXT: tuple[Callable[[random.Random], str], ...] = (
    lambda rng: f"settle n{rng.randrange(54)}",
    lambda rng: f"city n{rng.randrange(54)}",
    lambda rng: f"road e{rng.randrange(72)}",
    lambda rng: f"robber h{rng.randrange(19)}",
    lambda rng: f"robber h{rng.randrange(19)} steal p{rng.randrange(4)}",
    lambda rng: f"trade {rng.randrange(2, 5)} {rng.choice(RESOURCES)} for 1 {rng.choice(RESOURCES)}",
    lambda rng: f"{rng.choice(('discard', 'take', 'monopoly', 'stole'))} {rng.choice(RESOURCES)}",
    lambda rng: rng.choice(("roll", "end", "buy card", "knight", "road building", "year of plenty")),
    lambda rng: rng.choice(("accept", "refuse", "cancel", f"deal p{rng.randrange(4)}")),
    lambda rng: rng.choice((f"dice {rng.randrange(2, 13)}", f"drew {rng.choice(catan.CARDS)}")),
    lambda rng: random_bundles(rng, rng.choice(("offer", "counter"))),
)


def random_bundles(rng: random.Random, kind: str) -> str:
    """An offer of up to three kinds per side, sometimes with the same kind on both."""

    def bundle() -> str:
        kinds = sorted(rng.sample(range(5), rng.randrange(1, 4)))
        return " + ".join(f"{rng.randrange(1, 4)} {RESOURCES[r]}" for r in kinds)

    return f"{kind} {bundle()} for {bundle()}"


def choose(legal: list[str], state: catan.State, rng: random.Random) -> str:
    """A listed action, its kind first; now and then an offer of an arbitrary bundle."""
    if state.phase in ("main", "respond") and rng.random() < 0.3:
        wild = random_bundles(rng, "offer" if state.phase == "main" else "counter")
        if state.is_legal(catan.Action.parse(wild)):
            return wild
    if state.phase == "main" and rng.random() < 0.3:
        builds = [text for text in legal if text.split()[0] in ("settle", "city", "road", "buy")]
        if builds:
            return rng.choice(builds)
    kinds = sorted({text.split()[0] for text in legal})
    kind = rng.choice(kinds)
    return rng.choice([text for text in legal if text.split()[0] == kind])


def play(options: dict[str, Any], seed: int, probes: int = 2) -> int:
    """One game to the end in both; returns the number of events. Raises AssertionError with the record at the
    first difference."""
    rng = random.Random(seed)
    state = catan.State(catan.Rules(**options), seed=seed)
    passed = {name: value for name, value in options.items() if name not in ("board", "harbors")}
    reference = Game(board=state.board_text, **passed)
    events = 0
    while True:
        theirs = reference.snapshot()
        ours = snapshot(state)
        assert ours == theirs, _report(
            state, {k: (ours[k], theirs[k]) for k in ours if ours[k] != theirs.get(k)}
        )
        if state.is_over:
            return events
        for _ in range(probes):
            text = rng.choice(ANY_TEXT)(rng)
            legal_here = state.is_legal(catan.Action.parse(text))
            assert legal_here == reference.is_legal(text), _report(
                state, {text: (legal_here, not legal_here)}
            )
        if state.is_chance:
            outcomes = {str(action): p for action, p in state.chance_outcomes()}
            expected = {text: float(p) for text, p in reference.chance_outcomes().items()}
            assert outcomes == expected, _report(state, {"outcomes": (outcomes, expected)})
            event = rng.choices(list(outcomes), list(outcomes.values()))[0]
        else:
            legal = [str(action) for action in state.legal_actions()]
            expected_legal = reference.legal_actions()
            assert len(legal) == len(set(legal)), _report(state, {"twice": (legal, None)})
            assert sorted(legal) == sorted(expected_legal), _report(
                state,
                {
                    "legal": (
                        sorted(set(legal) - set(expected_legal)),
                        sorted(set(expected_legal) - set(legal)),
                    )
                },
            )
            event = choose(legal, state, rng)
        state.apply(event)
        reference.apply(event)
        events += 1


def _report(state: catan.State, differences: dict[str, tuple[Any, Any]]) -> str:
    lines = [f"{key}: engine {ours!r}, reference {theirs!r}" for key, (ours, theirs) in differences.items()]
    return "\n".join([*lines, state.to_record()])
