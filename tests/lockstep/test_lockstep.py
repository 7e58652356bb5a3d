"""Three hundred games against the reference, every rule option among them; benchmarks/against_reference.py
plays twenty thousand."""

import pytest

from lockstep.lockstep import VARIATIONS, play

GAMES_PER_VARIATION = 25


@pytest.mark.parametrize("variation", range(len(VARIATIONS)))
def test_engine_and_reference_agree(variation: int) -> None:
    for game in range(GAMES_PER_VARIATION):
        events = play(VARIATIONS[variation], seed=1000 * variation + game)
        assert events > 20
