"""How often somebody may do something."""

from __future__ import annotations

import time
from collections import OrderedDict
from dataclasses import dataclass, field

#: Clients whose rates are remembered.
_MOST_CLIENTS = 10_000


@dataclass
class Rates:
    """So many per second for each client, a burst at once; a bucket of tokens per client."""

    rate: float
    burst: int
    _buckets: OrderedDict[str, tuple[float, float]] = field(default_factory=OrderedDict)

    def take(self, client: str) -> float:
        """Takes one: 0, or the seconds until there is one again."""
        now = time.perf_counter()
        tokens, at = self._buckets.pop(client, (float(self.burst), now))
        tokens = min(float(self.burst), tokens + (now - at) * self.rate)
        waits = 0.0 if tokens >= 1 else (1 - tokens) / self.rate
        self._buckets[client] = (tokens - 1 if not waits else tokens, now)
        if len(self._buckets) > _MOST_CLIENTS:
            self._buckets.popitem(last=False)
        return waits
