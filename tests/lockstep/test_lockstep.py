"""Games against the reference, every rule option among them; benchmarks/against_reference.py plays twenty
thousand."""

import pytest

from lockstep.lockstep import VARIATIONS, play


def agree(variation: int, games: range) -> None:
    for game in games:
        events = play(VARIATIONS[variation], seed=1000 * variation + game)
        assert events > 20


@pytest.mark.parametrize("variation", range(len(VARIATIONS)))
def test_engine_and_reference_agree(variation: int) -> None:
    agree(variation, range(4))


@pytest.mark.long
@pytest.mark.parametrize("variation", range(len(VARIATIONS)))
def test_engine_and_reference_agree_in_more_games(variation: int) -> None:
    agree(variation, range(4, 25))
