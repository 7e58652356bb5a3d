"""Long native work is stopped piece by piece: one search ends, the others continue."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable
from typing import Any

import pytest

from longroad import _native, catan, skirmish
from longroad.agents import make_agent
from longroad.agents.thinking import ThinkingAgent
from longroad.errors import StoppedError

STATE = catan.State(catan.Rules(players=2, offers_per_turn=0), seed=1)


def thinking(spec: str, state: Any = STATE, game: str = "catan") -> ThinkingAgent[Any, Any, Any]:
    agent = make_agent(spec, game)
    agent.begin(state.rules, 0, catan.Rng(1))
    assert isinstance(agent, ThinkingAgent)
    agent.stop = _native.Stop()
    return agent


def started(work: Callable[[], Any]) -> tuple[threading.Thread, list[Any]]:
    """The work on a thread, and what came of it: a result, or what it raised."""
    found: list[Any] = []

    def run() -> None:
        try:
            found.append(work())
        except Exception as error:
            found.append(error)

    thread = threading.Thread(target=run, daemon=True)
    thread.start()
    return thread, found


@pytest.mark.parametrize("spec", ["mcts:sims=100000000", "expectimax:depth=9"])
def test_one_search_is_stopped_and_the_other_goes_on(spec: str) -> None:
    one, other = thinking(spec), thinking(spec)
    first, of_first = started(lambda: one.choose(STATE.view(), STATE.legal_actions()))
    second, of_second = started(lambda: other.choose(STATE.view(), STATE.legal_actions()))
    assert one.stop is not None and other.stop is not None
    one.stop.stop()
    first.join(60)
    assert not first.is_alive() and isinstance(of_first[0], StoppedError) and one.stop.is_stopped
    assert second.is_alive() and not of_second and not other.stop.is_stopped
    other.stop.stop()
    second.join(60)
    assert isinstance(of_second[0], StoppedError)


def test_what_was_stopped_before_does_not_begin() -> None:
    agent = thinking("mcts:sims=100000000")
    assert agent.stop is not None
    agent.stop.stop()
    with pytest.raises(StoppedError, match="stopped before it was done"):
        agent.choose(STATE.view(), STATE.legal_actions())
    agent.stop = None
    assert thinking("value").choose(STATE.view(), STATE.legal_actions()) in STATE.legal_actions()


@pytest.mark.parametrize("spec", ["expectimax:depth=20", "mcts:sims=100000000,moves=representative"])
def test_a_search_of_skirmish_is_stopped_too(spec: str) -> None:
    state = skirmish.State(seed=1)
    agent = thinking(spec, state, "skirmish")
    assert agent.stop is not None
    thread, found = started(lambda: agent.choose(state, state.legal_actions()))
    agent.stop.stop()
    thread.join(60)
    assert isinstance(found[0], StoppedError)


def test_a_match_is_stopped_too() -> None:
    stop = _native.Stop()
    setup = _native.Setup(STATE.rules.core, STATE.rules.board_source)
    natives = [make_agent("mcts:sims=1000000").native] * 2
    thread, found = started(lambda: _native.play_blocks(setup, natives, 1, 0, 2, 2, False, stop))
    time.sleep(0.05)
    stop.stop()
    thread.join(60)
    assert isinstance(found[0], StoppedError)
