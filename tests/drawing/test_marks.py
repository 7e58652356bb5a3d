"""Places in the drawing for a terminal, marked by their numbers."""

from __future__ import annotations

from longroad import catan
from longroad.catan.drawing import Marks, terminal


def test_places_can_be_marked_by_their_numbers() -> None:
    state = catan.State(catan.Rules(players=2), seed=7)
    drawn = terminal(state.view(), color=False, marks=Marks.of(state.legal_actions()))
    assert {"16", "20", "24", "53"} <= set(drawn.split())
    state.apply("settle n23")
    roads = terminal(state.view(), color=False, marks=Marks.of(state.legal_actions()))
    assert " 29 " in roads and " 30 " in roads and "21 " in roads and "s0" in roads
    robber = terminal(state.view(), color=True, marks=Marks(hexes=frozenset([4])))
    assert "h4" in robber and "\x1b[1;38;5;16;48;5;226mh4" in robber
