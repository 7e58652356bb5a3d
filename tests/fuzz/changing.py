"""Seeded changes of inputs, for the replay in every test run. Fuzzing itself follows coverage instead
(run.py)."""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence


def changes(corpus: Sequence[bytes], words: Sequence[bytes], seed: int, number: int) -> Iterator[bytes]:
    """As many changed inputs, the same for the same seed."""
    rng = random.Random(seed)
    for _ in range(number):
        data = bytearray(rng.choice(corpus))
        for _ in range(rng.choice((1, 1, 1, 2, 4))):
            _change(data, corpus, words, rng)
        yield bytes(data)


def _change(data: bytearray, corpus: Sequence[bytes], words: Sequence[bytes], rng: random.Random) -> None:
    at = rng.randrange(len(data) + 1)
    end = min(len(data), at + rng.choice((1, 1, 2, 8, 64)))
    match rng.randrange(8):
        case 0 if at < len(data):
            data[at] ^= 1 << rng.randrange(8)
        case 1:
            data[at:at] = bytes([rng.randrange(256)])
        case 2:
            del data[at:end]
        case 3:
            data[at:at] = rng.choice(words)
        case 4:
            data[at:end] = rng.choice(words)
        case 5:
            data[at:at] = data[at:end] * rng.choice((1, 2, 50))
        case 6:
            other = rng.choice(corpus)
            start = rng.randrange(len(other) + 1)
            data[at:end] = other[start : start + 64]
        case _:
            del data[at:]
