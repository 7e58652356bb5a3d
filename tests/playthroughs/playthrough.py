"""Playing a small game with a fixed policy and writing it down, event by event.

The policy draws among the texts of the legal actions in alphabetical order, so a playthrough depends on what
is legal and not on the order in which the engine lists it.
"""

from __future__ import annotations

import json
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from longroad import catan

FOLDER = Path(__file__).parent
EVENT = "{number:>5}  {phase:<16}  {actor:<6}  {legal:>5}  {event}"
HEADER = EVENT.format(number="event", phase="phase", actor="actor", legal="legal", event="text")


@dataclass(frozen=True)
class Playthrough:
    """What is played: the rules, and the seed of the board and of all that is drawn."""

    name: str
    title: str
    seed: int
    rules: dict[str, Any]

    @property
    def file(self) -> Path:
        return FOLDER / f"{self.name}.txt"


PLAYTHROUGHS = [
    Playthrough(
        "two_players",
        "Two players without trade, to six points",
        43,
        {"players": 2, "target_points": 6, "offers_per_turn": 0},
    ),
    Playthrough(
        "four_players_with_trade",
        "Four players who trade, to five points",
        18,
        {"target_points": 5, "offers_per_turn": 2},
    ),
    Playthrough(
        "development_cards",
        "Three players, to seven points",
        38,
        {"players": 3, "target_points": 7, "offers_per_turn": 1},
    ),
    Playthrough(
        "scarce_bank",
        "A bank of four cards per kind, hands of four, best bank rates only, to five points",
        36,
        {
            "players": 3,
            "target_points": 5,
            "bank": 4,
            "discard_limit": 4,
            "maritime": "best",
            "offers_per_turn": 1,
        },
    ),
    Playthrough(
        "no_robber",
        "Three starting settlements and no robber, on a balanced board, to seven points",
        12,
        {
            "players": 2,
            "target_points": 7,
            "robber": False,
            "starting_settlements": 3,
            "board": "balanced",
            "offers_per_turn": 0,
        },
    ),
    Playthrough(
        "turn_cap",
        "A game that ends at its twelfth turn without a winner",
        40,
        {"players": 3, "turn_cap": 12, "offers_per_turn": 1},
    ),
    Playthrough(
        "friendly_robber_and_dice_deck",
        "Two players with a friendly robber and a dice deck, which is drawn to its end, to six points",
        2,
        {
            "players": 2,
            "target_points": 6,
            "offers_per_turn": 0,
            "friendly_robber": True,
            "dice_deck": True,
        },
    ),
]

# Buildings come first, offers are rare: the games stay short and go somewhere.
WEIGHTS = {
    "end": 2,
    "settle": 40,
    "city": 40,
    "buy card": 8,
    "road": 6,
    "offer": 1,
    "counter": 1,
    "trade": 2,
    "accept": 40,
    "deal": 40,
}
DEFAULT_WEIGHT = 4


def choose(state: catan.State, rng: catan.Rng) -> catan.Action:
    """An action: first its kind, by weight, then one of the kind."""
    actions = sorted(state.legal_actions(), key=str)
    found = sorted({action.kind for action in actions})
    weights = [WEIGHTS.get(kind, DEFAULT_WEIGHT) for kind in found]
    at = rng.below(sum(weights))
    kind = next(kind for i, kind in enumerate(found) if at < sum(weights[: i + 1]))
    among = [action for action in actions if action.kind == kind]
    return among[rng.below(len(among))]


def draw(state: catan.State, rng: catan.Rng) -> catan.Action:
    """An outcome of chance, by its probability in millionths."""
    at = rng.below(1_000_000) / 1_000_000
    outcomes = sorted(state.chance_outcomes(), key=lambda outcome: str(outcome[0]))
    for action, probability in outcomes:
        at -= probability
        if at < 0:
            return action
    return outcomes[-1][0]


def play(playthrough: Playthrough) -> str:
    """The text of the whole game."""
    rules = catan.Rules.from_dict(playthrough.rules)
    state, rng = catan.State(rules, seed=playthrough.seed), catan.Rng(playthrough.seed)
    lines = [
        playthrough.title,
        "",
        f"rules  {json.dumps(playthrough.rules)}",
        f"board  {state.board}",
        "",
        HEADER,
    ]
    number, told = 0, -1
    while not state.is_over:
        if state.phase == "before roll" and state.turn != told:
            lines.append(summary(state))
            told = state.turn
        number += 1
        event = draw(state, rng) if state.is_chance else choose(state, rng)
        actor = "chance" if state.is_chance else f"p{state.actor}"
        legal = len(state.chance_outcomes() if state.is_chance else state.legal_actions())
        lines.append(EVENT.format(number=number, phase=state.phase, actor=actor, legal=legal, event=event))
        state.apply(event)
    winner = "nobody wins" if state.winner is None else f"p{state.winner} wins"
    return "\n".join([*lines, summary(state), f"over: {winner}; returns {state.returns()}"]) + "\n"


def digits(counts: tuple[int, ...]) -> str:
    """Five counts as five digits; in brackets when one has two."""
    return "".join(map(str, counts)) if max(counts) < 10 else str(counts)


def summary(state: catan.State) -> str:
    """One line on the position; five digits are counts in the order of docs/reference/rules.md."""
    everyone = range(state.players)
    hands = " ".join(digits(state.hand(p)) for p in everyone)
    cards = " ".join(digits(state.cards(p)) for p in everyone)
    points = " ".join(str(state.points(p)) for p in everyone)
    roads = " ".join(str(state.road_length(p)) for p in everyone)
    bank = " ".join(map(str, state.bank))
    return (
        f"turn {state.turn}: p{state.current}; hands {hands}; cards {cards}; points {points}; roads {roads}; "
        f"bank {bank}; robber h{state.robber}"
    )
