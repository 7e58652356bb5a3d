"""The paper's tables as checked facts: what our encoding, codec, networks and settings have, read from the
code that runs."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from longroad.catan.codecs import CODECS
from longroad.catan.encodings import ENCODINGS
from longroad.experiments.gendre2020 import published
from longroad.experiments.gendre2020.budgets import Budget

if TYPE_CHECKING:
    from longroad.train.a2c.settings import A2cSettings
    from longroad.train.ppo.settings import PpoSettings


@dataclass(frozen=True)
class Fact:
    """One figure of the paper and ours."""

    table: str
    what: str
    theirs: float
    #: None where the run has nothing of the kind.
    ours: float | None

    @property
    def same(self) -> bool:
        """Whether they agree."""
        return self.theirs == self.ours


def facts(budget: Budget) -> list[Fact]:
    """All of them; settings are those of a budget's runs. Needs PyTorch."""
    return [*_input(), *_output(), *_networks(), *_settings(budget)]


def settings_text(budget: Budget) -> str:
    """Every setting that a budget's runs are told, and those they have without being told."""
    chosen = _ran(budget)
    return ", ".join(f"{name}={getattr(chosen, name)}" for name in type(chosen).declared)


def _input() -> list[Fact]:
    encoding = ENCODINGS["gendre2020"]
    planes, scalars = encoding.block("planes").shape[0], encoding.block("scalars").count
    board, others = sum(published.TABLE_3_BOARD.values()), sum(published.TABLE_3_OTHERS.values())
    return [
        Fact("Table 3", "2D channels", published.TABLE_3_SUMS[0], planes),
        Fact("Table 3", "2D channels, its rows added up", board, planes),
        Fact("Table 3", "other numbers", published.TABLE_3_SUMS[1], scalars),
        Fact("Table 3", "other numbers, its rows added up", others, scalars),
    ]


def _output() -> list[Fact]:
    from longroad.nets.gendre_input import HEXES, INTERSECTIONS, PATHS
    from longroad.nets.gendre_output import BOARD_CHANNELS, OTHERS

    board, others = sum(published.TABLE_4_BOARD.values()), sum(published.TABLE_4_OTHERS.values())
    entries = 2 * HEXES + PATHS + 2 * INTERSECTIONS + published.TABLE_4_SUMS[1]
    return [
        Fact("Table 4", "2D channels", published.TABLE_4_SUMS[0], BOARD_CHANNELS),
        Fact("Table 4", "2D channels, its rows added up", board, BOARD_CHANNELS),
        Fact("Table 4", "other actions", published.TABLE_4_SUMS[1], OTHERS),
        Fact("Table 4", "other actions, its rows added up", others, OTHERS),
        Fact("Table 4", "actions, each on the board where it can be", entries, CODECS["gendre2020"].size),
    ]


def _networks() -> list[Fact]:
    from longroad.nets import cnnres, registry, xdim

    return [
        Fact("section 4", "2D channels of a cross-dimensional layer", published.CHANNELS, xdim.CHANNELS),
        Fact("section 4", "neurons beside them", published.NEURONS, xdim.NEURONS),
        Fact("section 4", "channels of the baseline", published.BASELINE_CHANNELS, cnnres.CHANNELS),
        *(
            Fact("section 4", f"layers, number {number + 1}", theirs, ours)
            for number, (theirs, ours) in enumerate(zip(published.DEPTHS, registry.DEPTHS, strict=True))
        ),
    ]


def _ran(budget: Budget) -> A2cSettings | PpoSettings:
    from longroad.train.a2c.settings import A2cSettings
    from longroad.train.ppo.settings import PpoSettings

    kind = A2cSettings if budget.algorithm == "a2c" else PpoSettings
    return kind.among(budget.settings)


#: What PPO calls what the paper has, and what it has of it without a setting.
_NAMES_OF_PPO = {"win_reward": "win", "point_reward": "point"}
_FIXED_IN_PPO = {"policy_factor": 1.0, "weight_factor": 0.0}


def _settings(budget: Budget) -> list[Fact]:
    chosen = _ran(budget)

    def ours(name: str) -> float | None:
        if budget.algorithm == "a2c":
            return float(getattr(chosen, name))
        found = _FIXED_IN_PPO.get(name, getattr(chosen, _NAMES_OF_PPO.get(name, name), None))
        return None if found is None else float(found)

    return [
        Fact(table, name.replace("_", " "), theirs, ours(name))
        for table, values in (("Table 5", published.TABLE_5), ("section 3.1", published.TEXT))
        for name, theirs in values.items()
    ]
