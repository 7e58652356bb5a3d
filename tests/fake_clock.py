"""A clock that only moves when a test says so: limits of time are tested without waiting and without luck."""

from __future__ import annotations


class FakeClock:
    """Stands for wall-clock and CPU time in tests that use the fixture ``clock``."""

    def __init__(self) -> None:
        self.now = 0.0

    def spend(self, seconds: float) -> None:
        """Lets time pass."""
        self.now += seconds


#: One for all tests, because agents that are made from a spec must find it.
CLOCK = FakeClock()
