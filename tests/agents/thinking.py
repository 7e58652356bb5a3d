"""Agents that think, in one position or in whole games."""

from __future__ import annotations

from typing import Any

from longroad.agents import Agent, make_agent
from longroad.arena import play_match
from longroad.arena.data.archive import KeptGame
from longroad.catan import Action, Rng, Rules, State


def begun(spec: str, state: State, player: int | None = None, seed: int = 1) -> Agent:
    """An agent at a seat (by default that of the one who decides) that was not told what happened so far."""
    agent = make_agent(spec)
    actor = state.actor if player is None else player
    agent.begin(state.rules, 0 if actor is None else actor, Rng(seed))
    return agent


def choice(spec: str, state: State, seed: int = 1) -> Action:
    """What an agent chooses for the one who decides."""
    agent = begun(spec, state, seed=seed)
    return agent.choose(state.view(open_hands=agent.open_hands), state.legal_actions())


def played(agents: list[Any], rules: Rules, games: int, seed: int = 1, threads: int = 1) -> list[State]:
    """The last positions of a match's games; replaying them checks that every event was legal."""
    kept: list[KeptGame] = []
    result = play_match(agents, games=games, seed=seed, rules=rules, keep=kept.extend, threads=threads)
    assert not result.forfeits, result.forfeits
    return [game.state() for game in kept]
