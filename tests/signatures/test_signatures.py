"""Nothing changes its behaviour unnoticed."""

from __future__ import annotations

import tomllib
from pathlib import Path

import pytest

from signatures.hashes import SIGNATURES

PINNED = tomllib.loads((Path(__file__).parents[1] / "signatures.toml").read_text())
NAMES = [(section, name) for section, entries in SIGNATURES.items() for name in entries]


@pytest.mark.parametrize(("section", "name"), NAMES, ids=[f"{s}: {n}" for s, n in NAMES])
def test_signature_is_the_pinned_one(section: str, name: str) -> None:
    assert SIGNATURES[section][name]() == PINNED[section][name]


def test_everything_pinned_is_still_there() -> None:
    assert {(s, n) for s, entries in PINNED.items() for n in entries} == set(NAMES)
