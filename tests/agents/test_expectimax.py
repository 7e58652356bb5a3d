"""The agent that looks ahead: its options, legal games in every setting, the same games again, strength, and
no peeking."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import pytest

from longroad.agents import AGENTS, Agent, make_agent
from longroad.arena import play_match
from longroad.catan import Action, Rng, Rules, View
from longroad.errors import AgentSpecError

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
        {name: one.default for name, one in info.options.items()}.items()
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
