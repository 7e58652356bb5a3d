"""Advisers inside a vector environment: they say what an agent in the caller's place would do, and change
nothing."""

from __future__ import annotations

import numpy as np
import pytest

from batch.tables import ARRAYS
from longroad.agents import Table, make_agent
from longroad.catan import CODECS, Board, Rng, Rules, State, VectorEnv
from longroad.errors import AgentSpecError, SeatingError

SEED = 5
RULES = Rules.preset("gendre2020")


@pytest.mark.parametrize("space", ["general", "gendre2020"])
def test_advice_is_what_an_agent_in_that_seat_would_do(space: str) -> None:
    """The same game move by move in Python, with agents in both seats who are shown what happens and asked,
    and not obeyed."""
    env = VectorEnv(RULES, games=3, seed=SEED, space=space, advisers={1: "planner"})
    chance = Rng.stream(SEED, 1)
    state = State(RULES, board=Board(RULES.board_source.draw(chance)))
    agents = {seat: make_agent("planner") for seat in range(2)}
    for seat, agent in agents.items():
        agent.begin(RULES, seat, Rng.stream(SEED ^ 0x14057B7EF767814F, 4 * 1 + seat))
    table = Table(state, agents)
    generator = np.random.default_rng(2)
    codec, given = CODECS[space], 0
    for _ in range(400):
        advice = env.advice()
        assert advice[[0, 2]].tolist() == [-1, -1]
        wanted = agents[state.actor].choose(table.view(state.actor), state.legal_actions())
        index = codec.index(state, wanted)  # None for the single discards in gendre2020
        assert advice[1] == (-1 if index is None else index)
        given += advice[1] >= 0
        chosen = np.array([generator.choice(np.flatnonzero(row)) for row in env.mask])
        if advice[1] >= 0 and generator.random() < 0.7:
            chosen[1] = advice[1]
        env.step(chosen)
        if env.done[1]:
            break
        events = list(codec.expand(state, int(chosen[1]), chance))
        for event in events:
            table.apply(event)
        while state.is_chance:
            table.apply(state.sample_chance(chance))
    assert given > 60


def test_to_be_advised_changes_no_game() -> None:
    plain = VectorEnv(RULES, games=6, seed=1, opponents={4: (None, "planner")})
    told = VectorEnv(
        RULES, games=6, seed=1, opponents={4: (None, "planner")}, advisers={0: "planner", 4: "value"}
    )
    for step in range(150):
        advice = told.advice()
        assert (advice[[0, 4]] >= 0).all() and (advice[[1, 2, 3, 5]] == -1).all()
        assert told.mask[[0, 4], advice[[0, 4]]].all()
        chosen = plain.sample()
        plain.step(chosen)
        told.step(chosen)
        for name in ARRAYS:
            assert (getattr(plain, name) == getattr(told, name)).all(), (step, name)


def test_advice_does_not_depend_on_threads() -> None:
    one, two = (
        VectorEnv(RULES, games=24, seed=1, threads=n, advisers=dict.fromkeys(range(24), "planner"))
        for n in (1, 2)
    )
    for _ in range(60):
        first = one.advice()
        assert (first == two.advice()).all()
        one.step(first)
        two.step(first)


def test_games_with_an_adviser_are_not_saved() -> None:
    env = VectorEnv(RULES, games=2, advisers={0: "planner"})
    with pytest.raises(SeatingError, match="native agents"):
        env.save()


@pytest.mark.parametrize(
    ("advisers", "error", "message"),
    [
        ({2: "planner"}, SeatingError, "games 0 to 1"),
        ({0: 3}, SeatingError, "neither a spec nor a NativeAgent"),
        ({0: "plannerr"}, AgentSpecError, "plannerr"),
        ({0: "python:longroad.agents.Agent"}, AgentSpecError, "longroad.agents.Agent"),
    ],
)
def test_who_cannot_advise(advisers: dict[int, str], error: type[Exception], message: str) -> None:
    with pytest.raises(error, match=message):
        VectorEnv(RULES, games=2, advisers=advisers)
