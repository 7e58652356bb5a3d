"""Games of planners and tree searches under all kinds of rules: every move is legal, every game ends, and it
is the same again."""

from __future__ import annotations

from typing import Any

import pytest

from agents.thinking import played
from longroad.agents import make_agent
from longroad.arena import play_match
from longroad.catan import Rules

SPECS = [
    "planner",
    "planner:beam=1,steps=2,offers=1,partner=coin,open=on",
    "mcts:sims=12",
    "mcts:sims=12,reuse=off,offers=1",
    "mcts:sims=9,threads=2,leaf=short,turns=3",
    "mcts:sims=8,select=uct,leaf=playout,playout=build,inside=off",
    "mcts:sims=6,trades=separate,value=move,leaf=short,turns=2",
    "mcts:sims=12,trades=off,widening=1,openings=12,open=on",
    "ntu2016:sims=4",
]
#: All but ntu2016 are played up to fewer points: it takes long to win.
PRESETS: list[tuple[str, dict[str, Any]]] = [
    ("official", {"players": 2}),
    ("official", {"players": 3, "offers_per_turn": 2}),
    ("official", {"players": 4}),
    ("gendre2020", {}),
    ("casher2024", {}),
    ("ntu2016", {}),
    ("jsettlers", {"players": 4, "offers_per_turn": 1}),
]


@pytest.mark.parametrize(("preset", "changes"), PRESETS)
def test_every_game_ends_and_every_move_was_legal(preset: str, changes: dict[str, Any]) -> None:
    rules = Rules.preset(preset, **changes, target_points=5, turn_cap=150)
    for i in range(0, len(SPECS), 2):  # all agents meet, whatever the number of players
        specs = [SPECS[(i + seat) % len(SPECS)] for seat in range(rules.players)]
        for state in played(specs, rules, rules.players, seed=i):
            assert state.is_over and (state.winner is not None or state.turn == 150)


@pytest.mark.parametrize("spec", SPECS)
def test_an_agent_in_python_plays_legally_whether_it_is_told_or_not(spec: str) -> None:
    rules = Rules(players=3, target_points=4, turn_cap=60)

    class Told(type(make_agent(spec))):  # type: ignore[misc]
        native = None

        def __init__(self, deaf: bool) -> None:
            self.inner, self.deaf = make_agent(spec), deaf
            self.open_hands = self.inner.open_hands

        def begin(self, rules: Rules, player: int, rng: Any) -> None:
            self.inner.begin(rules, player, rng)
            self.follows = self.inner.follows and not self.deaf

        def observe(self, before: Any, event: Any, after: Any) -> None:
            self.inner.observe(before, event, after)

        def choose(self, view: Any, actions: Any) -> Any:
            return self.inner.choose(view, actions)

    states = played([Told(deaf=False), Told(deaf=True), "weighted"], rules, 3)
    assert all(state.is_over for state in states)


@pytest.mark.parametrize("spec", SPECS)
def test_the_same_seed_gives_the_same_games_whatever_the_threads(spec: str) -> None:
    rules = Rules(players=3, offers_per_turn=2, target_points=5, turn_cap=60)
    results = [
        play_match([spec, "weighted", "planner"], games=3, seed=seed, rules=rules, threads=threads)
        for seed, threads in ((4, 1), (4, 2), (5, 1))
    ]
    assert results[0].signature == results[1].signature != results[2].signature


def test_games_do_not_last_because_nobody_minds_waiting() -> None:
    """A tree search that sees no difference between moves builds rather than ends its turn."""
    rules = Rules.preset("ntu2016", target_points=6, turn_cap=400)
    turns = [state.turn for state in played(["ntu2016:sims=6"] * 2, rules, 2)]
    assert max(turns) < 200


def test_they_beat_those_who_think_less() -> None:
    for specs, least in ((["mcts:sims=40", "weighted"], 9), (["planner", "weighted"], 9)):
        assert play_match(specs, games=10, seed=2, rules=Rules(players=2)).wins[0] >= least
