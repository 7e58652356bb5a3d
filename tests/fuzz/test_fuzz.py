"""The corpus, what was found before, and seeded changes of both: nothing but typed errors comes of them."""

import pytest

from fuzz.changing import changes
from fuzz.seeds import FOUND, found, seeds, valid, words
from fuzz.targets import TARGETS

#: Changed inputs per target; those that take a millisecond or more get fewer.
NUMBER = {"records": 250, "onnx": 150, "judge": 120, "jsettlers_games": 150, "notation": 600}


@pytest.mark.parametrize("name", TARGETS)
def test_the_corpus_is_read(name: str) -> None:
    for data in valid(name):
        assert TARGETS[name](data), data[:200]


@pytest.mark.parametrize("name", sorted(path.name for path in FOUND.iterdir()))
def test_what_was_found_is_refused(name: str) -> None:
    for data in found(name):
        assert not TARGETS[name](data), data[:200]


@pytest.mark.parametrize("name", TARGETS)
def test_changed_inputs_are_read_or_refused(name: str) -> None:
    corpus = seeds(name)
    for data in changes(corpus, words(name), seed=1, number=NUMBER.get(name, 1500)):
        try:
            TARGETS[name](data)
        except Exception as error:
            pytest.fail(f"{name}: {type(error).__name__}: {error}\n{data[:2000]!r}")
