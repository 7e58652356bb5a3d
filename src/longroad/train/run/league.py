"""Past versions of a network, to play against."""

from __future__ import annotations

import copy
from collections.abc import Mapping
from typing import Any, Generic, TypeVar

from torch import Tensor, nn

Network = TypeVar("Network", bound=nn.Module)


class League(Generic[Network]):
    """A fixed number of places for past versions. A new one takes an empty place, or that of the oldest.

    The network of a place stays the same object; only its weights change.
    """

    def __init__(self, network: Network, places: int) -> None:
        if places < 1:
            raise ValueError(f"places={places}: must be at least 1")
        self.networks: list[Network] = [
            copy.deepcopy(network).requires_grad_(False).eval() for _ in range(places)
        ]
        #: The step that each place's version is from, None while it is empty.
        self.steps: list[int | None] = [None] * places

    def __len__(self) -> int:
        """Places taken."""
        return sum(step is not None for step in self.steps)

    def add(self, step: int, weights: Mapping[str, Tensor]) -> int:
        """Copies the weights and returns the place that they have."""
        ages = [-1 if taken is None else taken for taken in self.steps]
        place = ages.index(min(ages))
        self.networks[place].load_state_dict(weights)
        self.steps[place] = step
        return place

    def by_age(self) -> list[int]:
        """The places taken, oldest version first."""
        taken = [(step, place) for place, step in enumerate(self.steps) if step is not None]
        return [place for _, place in sorted(taken)]

    def state_dict(self) -> dict[str, Any]:
        """Steps and weights of all places; no weights for an empty one."""
        weights = [
            None if step is None else network.state_dict()
            for step, network in zip(self.steps, self.networks, strict=True)
        ]
        return {"steps": list(self.steps), "weights": weights}

    def load_state_dict(self, state: dict[str, Any]) -> None:
        """The opposite. ValueError if it has another number of places."""
        if len(state["steps"]) != len(self.steps):
            raise ValueError(f"a league of {len(state['steps'])} places, not {len(self.steps)}")
        for network, weights in zip(self.networks, state["weights"], strict=True):
            if weights is not None:
                network.load_state_dict(weights)
        self.steps = list(state["steps"])
