"""What is hidden changes no choice: the same view, the same generator, the same move."""

from __future__ import annotations

from random import Random

import pytest

from agents.thinking import choice
from longroad.catan import Rules, State
from property.random_games import draw_event, positions

SPECS = [
    "value",
    "expectimax:depth=1",
    "expectimax:depth=2,moves=representative",
    "expectimax:depth=1,moves=clustered,classes=4",
    "expectimax:depth=1,opponents=maxn",
    "expectimax:depth=2,opponents=best_reply,moves=representative",
    "expectimax:depth=2,max_nodes=200",
    "planner",
    "mcts:sims=10",
    "mcts:sims=10,threads=2,leaf=short,turns=2",
    "mcts:sims=5,trades=separate,leaf=short,turns=1",
]


def twins(state: State) -> list[State]:
    """The position after every outcome of a hidden event."""
    after = []
    for outcome, _ in state.chance_outcomes():
        after.append(state.copy())
        after[-1].apply(outcome)
    return after


def go_on_alike(states: list[State], rng: Random) -> bool:
    """One event that is possible in all of them and ends none; monopolies are left out, for all see what they
    bring."""
    for _ in range(20):
        event = draw_event(states[0], rng)
        if event.kind != "monopoly" and all(state.is_legal(event) for state in states):
            for state in states:
                state.apply(event)
            return not any(state.is_over for state in states)
    return False


@pytest.mark.parametrize("spec", SPECS)
@pytest.mark.parametrize(("phase", "offers"), [("steal", 0), ("steal", 3), ("draw", 0)])
def test_hidden_cards_do_not_change_its_choice(spec: str, phase: str, offers: int) -> None:
    """A stolen or drawn card differs, then the games continue alike; whoever cannot know the card chooses
    alike."""
    rules, compared = Rules(players=4, offers_per_turn=offers, turn_cap=200), 0
    for seed in range(6):
        rng = Random(seed)
        nodes = [
            s.copy() for s in positions(rules, seed) if s.phase == phase and len(s.chance_outcomes()) > 1
        ]
        for node in rng.sample(nodes, min(8, len(nodes))):
            insiders = {node.current, node.events()[-1].player}
            states = [state for state in twins(node) if not state.is_over]
            for _ in range(16):
                if not go_on_alike(states, rng):
                    break
                if states[0].actor not in {None, *insiders} and len(states[0].legal_actions()) > 1:
                    choices = {choice(spec, state, seed) for state in states}
                    assert len(choices) == 1, f"{choices} in {states[0]!r}"
                    compared += 1
    assert compared >= 40


def test_an_open_hand_does_change_choices() -> None:
    """So that the test above can fail: those who are shown the hands choose by them."""
    rules, different = (
        Rules(players=4, offers_per_turn=3, turn_cap=200),
        dict.fromkeys(("value", "planner", "mcts"), 0),
    )
    specs = {"value": "value:open=on", "planner": "planner:open=on", "mcts": "mcts:sims=10,open=on"}
    for seed in range(4):
        rng = Random(seed)
        nodes = [
            s.copy() for s in positions(rules, seed) if s.phase == "steal" and len(s.chance_outcomes()) > 1
        ]
        for node in rng.sample(nodes, min(8, len(nodes))):
            states = twins(node)
            for _ in range(10):
                if not go_on_alike(states, rng):
                    break
                if states[0].actor is not None and states[0].phase in ("robber", "main"):
                    for name, spec in specs.items():
                        different[name] += len({choice(spec, state, seed) for state in states}) > 1
    assert all(different.values()), different
