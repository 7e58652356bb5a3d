"""A hash over games: it changes when any event of any of them does."""

from __future__ import annotations


def mixed(total: int, value: int) -> int:
    """``total`` with one more value mixed in; both are 64-bit numbers."""
    return ((total ^ value) * 0x100000001B3) % 2**64
