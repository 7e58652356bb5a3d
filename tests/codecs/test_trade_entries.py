"""Which entries of the general codec are about domestic trade."""

from __future__ import annotations

from longroad.catan import CODECS, Rules
from property.random_games import walk

KINDS = {"offer", "counter", "accept", "refuse", "cancel", "deal"}


def test_they_are_the_entries_of_those_actions() -> None:
    codec = CODECS["general"]
    met: set[str] = set()
    for seed in range(6):
        for state, _ in walk(Rules(players=3, offers_per_turn=2, turn_cap=60), seed):
            for action in state.legal_actions():
                index = codec.index(state, action)
                if index is not None:
                    assert (index in codec.trade) == (action.kind in KINDS)
                    met.add(action.kind)
    assert met >= KINDS | {"roll", "end", "road", "trade"}
    assert not CODECS["gendre2020"].trade
