"""An interrupt from the keyboard ends a search or a match that runs outside Python."""

from __future__ import annotations

import pytest

from interrupting import interrupted
from longroad import skirmish
from longroad.errors import SearchError
from longroad.search import expectimax

LONG_SEARCH = """
from longroad import search, skirmish
state = skirmish.State(skirmish.Rules.preset("taucher2018"), seed=1)
try:
    print("begun", flush=True)
    search.expectimax(state, depth=9)
except KeyboardInterrupt:
    print("interrupted")
print(search.expectimax(state, depth=1).complete)
"""
LONG_MATCH = """
from longroad import skirmish
from longroad.arena import play_match
try:
    print("begun", flush=True)
    play_match(["expectimax:depth=9", "expectimax:depth=9"], games=4, rules=skirmish.Rules())
except KeyboardInterrupt:
    print("interrupted")
print(sum(play_match(["expectimax:depth=1", "random"], games=4, rules=skirmish.Rules()).wins) <= 4)
"""


@pytest.mark.parametrize("program", [LONG_SEARCH, LONG_MATCH], ids=["search", "match"])
def test_an_interrupt_ends_it_and_the_next_one_runs(program: str) -> None:
    assert interrupted(program) == "interrupted\nTrue\n"


def test_cards_must_be_dealt_before_a_search() -> None:
    with pytest.raises(SearchError, match="not dealt yet"):
        expectimax(skirmish.State(), depth=1)
