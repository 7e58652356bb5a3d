"""The experiments by name."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from longroad.experiments import casher2024, gendre2020, ntu2016, taucher2018, wisdom
from longroad.experiments.request import Request


@dataclass(frozen=True)
class Experiment:
    """One publication that can be run again, or a study of our own."""

    title: str
    #: Runs it and returns the report it wrote.
    run: Callable[[Request], Path]
    #: Budgets beside the quick and the usual one, and parts that can be run alone.
    budgets: tuple[str, ...] = ()
    parts: tuple[str, ...] = ()
    #: Those of the parts that measure time, or whose agents think by the clock.
    timed: tuple[str, ...] = ()


EXPERIMENTS = {
    "taucher2018": Experiment(
        "Taucher, Polk, Oommen 2018: representative moves on a card game",
        taucher2018.run,
        parts=taucher2018.PARTS,
        timed=taucher2018.TIMED,
    ),
    "ntu2016": Experiment("Ke, Chan 2016: Monte-Carlo tree search with trades", ntu2016.run),
    "gendre2020": Experiment(
        "Gendre, Kaneko 2020: cross-dimensional networks that learn by self-play",
        gendre2020.run,
        ("gpu", "full"),
        gendre2020.PARTS,
    ),
    "casher2024": Experiment(
        "Casher 2024: learning by temporal differences", casher2024.run, ("gpu", "full")
    ),
    "wisdom": Experiment("Conventional wisdom, tested by strong play", wisdom.run),
}

__all__ = ["EXPERIMENTS", "Experiment", "Request"]
