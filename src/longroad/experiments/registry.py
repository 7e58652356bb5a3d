"""The experiments by name."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from longroad.experiments import casher2024, ntu2016, taucher2018
from longroad.experiments.request import Request


@dataclass(frozen=True)
class Experiment:
    """One publication that can be run again."""

    title: str
    #: Runs it and returns the report it wrote.
    run: Callable[[Request], Path]


EXPERIMENTS = {
    "taucher2018": Experiment(
        "Taucher, Polk, Oommen 2018: representative moves on a card game", taucher2018.run
    ),
    "ntu2016": Experiment("Ke, Chan 2016: Monte-Carlo tree search with trades", ntu2016.run),
    "casher2024": Experiment("Casher 2024: learning by temporal differences", casher2024.run),
}

__all__ = ["EXPERIMENTS", "Experiment", "Request"]
