"""Every way to search, none of which may change a value."""

from __future__ import annotations

from itertools import product
from typing import Any

import pytest

from longroad.search import Answer, expectimax

#: Every way to search. A table of 16 entries is mostly overwritten, one of 65,536 keeps everything.
WAYS: list[dict[str, Any]] = [
    {"prune": prune, "probe": probe, "table_bits": bits, "deepen": deepen}
    for prune, probe, bits, deepen in product((False, True), (False, True), (0, 4, 16), (False, True))
    if prune or not probe
]


def check_all_ways(value: float, state: Any, depth: int, player: int, **how: Any) -> list[Answer]:
    answers = [expectimax(state, depth=depth, player=player, **how, **way) for way in WAYS]
    for way, found in zip(WAYS, answers, strict=True):
        assert found.value == pytest.approx(value, abs=1e-9), f"{way} {how} depth {depth} p{player} {state!r}"
    return answers
