"""Games that a network has no entries for, and networks that rate moves."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from agents.tiny_networks import builder, linear, rating, weights
from longroad.agents import Agent
from longroad.agents.net.agent import NetAgent
from longroad.arena import play_match
from longroad.catan import CODECS, ENCODINGS, Action, Rng, Rules, State, View
from property.random_games import walk

GENDRE = CODECS["gendre2020"]


class Merchant(Agent):
    """Offers one card for another whenever it can."""

    def choose(self, view: View, actions: Sequence[Action]) -> Action:
        offers = [action for action in actions if action.kind == "offer"]
        return (offers or [action for action in actions if action.kind in ("end", "cancel")] or actions)[0]


@pytest.mark.parametrize("kind", ["gendre2020", "casher2024", "general"])
def test_a_network_without_words_for_trade_refuses_and_never_offers(tmp_path: Path, kind: str) -> None:
    if kind == "gendre2020":
        file = linear(tmp_path / "net.onnx", w=weights(407, 335), b=builder())
    elif kind == "general":  # its codec has entries for trades, but it was trained without them
        eager = np.zeros(523, dtype=np.float32)
        eager[[1, *CODECS["general"].trade]] = 0.5, *[5] * 186
        file = linear(tmp_path / "net.onnx", w=weights(407, 523), b=eager, codec="general-1", trades="no")
    else:
        file = rating(tmp_path / "net.onnx", weights(1782, 1))
    kept: list[Any] = []
    rules = Rules(players=2, offers_per_turn=2, turn_cap=120, discard_limit=7)
    result = play_match([f"net:model={file}", Merchant()], games=4, seed=2, rules=rules, keep=kept.extend)
    assert not result.forfeits
    answers: Counter[str] = Counter()
    for game in kept:
        state = State(rules, board=game.state().board)
        me = -game.rotation % 2
        for event in game.state().events():
            if state.actor == me:
                answers[event.kind] += 1
            state.apply(event)
    assert answers["refuse"] > 20 and answers["end"] > 20
    assert not {"offer", "accept", "counter", "deal", "cancel"} & set(answers)


def test_small_discards_that_gendre2020_cannot_say_are_drawn(tmp_path: Path) -> None:
    rules = Rules(players=2, offers_per_turn=0, discard_limit=2, turn_cap=150)
    agent = NetAgent(str(linear(tmp_path / "net.onnx")))
    agent.begin(rules, 0, Rng(1))
    drawn: Counter[str] = Counter()
    for state, _ in walk(rules, 4):
        if state.phase == "discard" and state.hand_size(state.actor) - state.left < 4:  # type: ignore[arg-type]
            assert not GENDRE.mask(state.view()).any()
            drawn.update(str(agent.choose(state.view(), [])) for _ in range(20))
    assert len(drawn) == 5
    file = agent.network.file
    assert not play_match([f"net:model={file}", "weighted"], games=4, rules=rules).forfeits


def test_a_network_that_rates_moves_plays_the_lowest_place(tmp_path: Path) -> None:
    w = weights(1782, 1, seed=4)
    agent = NetAgent(str(rating(tmp_path / "net.onnx", w)))
    rules = Rules.preset("casher2024", turn_cap=40)
    agent.begin(rules, 0, Rng(1))
    seen = 0
    for state, _ in walk(rules, 6):
        actions = state.legal_actions()
        if not actions:
            continue
        places = np.array([ENCODINGS["casher2024"].encode(state.view(), move) @ w for move in actions])
        chosen = agent.choose(state.view(), actions)
        assert places[actions.index(chosen)] < places.min() + 1e-4
        seen += len(actions) > 1
    assert seen > 50
