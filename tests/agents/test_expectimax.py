"""The agent that looks ahead: its options, legal games in every setting, the same games again, strength, and no peeking."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random
from typing import Any

import pytest

from longroad import catan
from longroad.agents import AGENTS, Agent, make_agent
from longroad.arena import play_match
from longroad.catan import Action, Rng, Rules, View
from longroad.errors import AgentSpecError
from property.random_games import draw_event, positions

FAST = "expectimax:depth=1"
SPECS = [
    FAST,
    "expectimax:depth=2,moves=representative",
    "expectimax:depth=1,moves=clustered,classes=4",
    "expectimax:depth=1,opponents=maxn",
    "expectimax:depth=2,opponents=best_reply,moves=representative",
    "expectimax:depth=2,max_nodes=200",
]


class FirstOne(Agent):
    """Takes the first action it is given; it has no native twin."""

    def choose(self, view: View, actions: Sequence[Action]) -> Action:
        return actions[0]


class Checked(Agent):
    """Plays like another agent and checks that every choice is legal; it has no native twin."""

    def __init__(self, spec: str) -> None:
        self.inner = make_agent(spec)

    def begin(self, rules: Rules, player: int, rng: Rng) -> None:
        super().begin(rules, player, rng)
        self.inner.begin(rules, player, rng)

    def choose(self, view: View, actions: Sequence[Action]) -> Action:
        chosen = self.inner.choose(view, actions)
        assert chosen in actions
        assert chosen.kind not in ("offer", "counter")
        return chosen


def test_it_is_listed_with_its_options() -> None:
    info = AGENTS["expectimax"]
    assert {"depth": 2, "moves": "all", "opponents": "paranoid", "seconds": 0.0, "max_nodes": 0}.items() <= (
        info.options.items()
    )
    assert make_agent("expectimax").native is not None


@pytest.mark.parametrize(
    ("options", "why"),
    [
        ("depth=0", "depth=0: must be a whole number between 1 and 30"),
        ("depth=two", "depth='two': must be a whole number"),
        ("depth=1.5", "depth='1.5': must be a whole number"),
        ("moves=some", "moves='some': must be one of all, representative"),
        ("opponents=x", "opponents='x': must be one of paranoid, maxn, best_reply"),
        ("seconds=-1", "seconds=-1.0: must be a number between 0 and"),
        ("seconds=soon", "seconds='soon': must be a number"),
        ("max_nodes=-3", "max_nodes=-3"),
        ("width=3", "no option 'width'"),
    ],
)
def test_what_it_cannot_do_is_refused_with_the_spec_and_the_option(options: str, why: str) -> None:
    with pytest.raises(AgentSpecError) as caught:
        make_agent(f"expectimax:{options}")
    assert str(caught.value).startswith(f"agent 'expectimax:{options}': ") and why in str(caught.value)


@pytest.mark.parametrize("players", [2, 3, 4])
@pytest.mark.parametrize("offers", [0, 2])
def test_native_games_come_to_an_end(players: int, offers: int) -> None:
    rules = Rules(players=players, offers_per_turn=offers, turn_cap=400)
    specs = [*SPECS[: players - 1], "weighted"]
    result = play_match(specs, games=players, seed=3, rules=rules, threads=2)
    assert (result.winner >= 0).all() and sum(result.wins[:-1]) >= players - 1


@pytest.mark.parametrize("spec", SPECS)
@pytest.mark.parametrize("offers", [0, 2])
def test_in_python_it_chooses_what_is_legal(spec: str, offers: int) -> None:
    players = 2 + SPECS.index(spec) % 3
    rules = Rules(players=players, offers_per_turn=offers, turn_cap=40, target_points=5)
    agents: list[Any] = [Checked(spec), FirstOne(), "random", "weighted"]
    result = play_match(agents[:players], games=players, seed=5, rules=rules)
    assert result.games == players and result.turns.min() > 0


@pytest.mark.parametrize("spec", SPECS)
def test_the_same_seed_gives_the_same_games_whatever_the_threads(spec: str) -> None:
    rules = Rules(players=3, offers_per_turn=1, turn_cap=60)
    results = [
        play_match([spec, "weighted", spec], games=6, seed=seed, rules=rules, threads=threads)
        for seed, threads in ((4, 1), (4, 2), (5, 1))
    ]
    assert results[0].signature == results[1].signature != results[2].signature
    assert results[0].points.tobytes() == results[1].points.tobytes()


def test_it_beats_weighted() -> None:
    result = play_match(["expectimax:depth=2", "weighted"], games=40, seed=11, threads=2)
    assert result.wins[0] >= 38


def test_representatives_beat_weighted_too() -> None:
    result = play_match(["expectimax:depth=2,moves=representative", "weighted"], games=40, seed=12, threads=2)
    assert result.wins[0] >= 34


def choice(spec: str, state: catan.State, seed: int) -> Action:
    agent = make_agent(spec)
    agent.begin(catan.Rules(players=state.players), state.actor or 0, Rng(seed))
    return agent.choose(state.view(), state.legal_actions())


def twins(state: catan.State) -> list[catan.State]:
    """The position after every outcome of a hidden event."""
    after = []
    for outcome, _ in state.chance_outcomes():
        after.append(state.copy())
        after[-1].apply(outcome)
    return after


def go_on_alike(states: list[catan.State], rng: Random) -> bool:
    """One event that is possible in all of them and ends none; monopolies are left out, for all see what they bring."""
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
    """A stolen or drawn card differs, then the games go on alike; whoever cannot know the card chooses alike."""
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
