"""How to learn by temporal differences: the two runs of Casher (2024), and faster ones."""

from __future__ import annotations

from dataclasses import asdict, dataclass, field, replace
from typing import Any

from longroad.catan.rules import Rules
from longroad.errors import TrainingError

#: Terrain and tokens of the article's fixed board, as in its author's published program; the harbors are the
#: beginners'.
FIXED_BOARD = "L6 G2 O5 / O3 W9 W10 B8 / G8 L4 G11 L3 D / W10 B5 O6 B4 / G9 W12 L11 | 3 G O 3 W 3 3 B L"
#: The program ends a game after so many turns; the article does not say.
TURN_CAP = 250


@dataclass(frozen=True)
class Stage:
    """From an epoch on: so large steps, from so many games each."""

    epoch: int
    learning_rate: float
    batch: int


@dataclass(frozen=True)
class TdSettings:
    """How to learn. The defaults are the article's, for boards that are drawn anew for each game.

    >>> [(stage.epoch, stage.learning_rate, stage.batch) for stage in TdSettings.fixed_board().stages]
    [(0, 5e-05, 1), (38000, 1e-05, 1), (53000, 1e-05, 2)]
    >>> TdSettings().total_games
    156200
    """

    rules: Rules = field(default_factory=lambda: Rules.preset("casher2024", turn_cap=TURN_CAP))
    #: What holds from which epoch on; an epoch is one step of the optimizer.
    stages: tuple[Stage, ...] = (
        Stage(0, 5e-5, 1),
        Stage(48_000, 1e-5, 1),
        Stage(63_000, 1e-5, 2),
        Stage(95_000, 1e-5, 4),
    )
    epochs: int = 102_300
    #: One legal move in so many is drawn; 0: none.
    explore: int = 1000
    #: The norm that gradients are clipped to.
    clip: float = 0.1
    #: Games side by side. 0: a batch of games is played to its end by the same network. Otherwise new games
    #: begin as others end, and whenever a batch of games is over it is learnt from; the network may then
    #: change within a game.
    games: int = 0
    #: How far labels look ahead (the lambda of TD-lambda): 0 is the article's next prediction, 1 the
    #: finishing place.
    trace: float = 0.0
    width: int = 500
    blocks: int = 4
    seed: int = 1

    def __post_init__(self) -> None:
        starts = [stage.epoch for stage in self.stages]
        if not starts or starts[0] != 0 or starts != sorted(set(starts)):
            raise ValueError(f"stages at epochs {starts}: must begin with 0 and grow")
        for stage in self.stages:
            if stage.batch < 1 or not stage.learning_rate > 0:
                raise ValueError(f"{stage}: batch and learning_rate must be positive")
        for name, low in (("epochs", 1), ("explore", 0), ("games", 0), ("width", 1), ("blocks", 0)):
            if getattr(self, name) < low:
                raise ValueError(f"{name}={getattr(self, name)}: must be at least {low}")
        if not self.clip > 0:
            raise ValueError(f"clip={self.clip}: must be positive")
        if not 0 <= self.trace <= 1:
            raise ValueError(f"trace={self.trace}: must be between 0 and 1")

    @staticmethod
    def named(board: str, pace: str, games: int, **changes: Any) -> TdSettings:
        """A run in words: ``board`` is any or fixed, ``pace`` the article's or faster, over so many games (0:
        the article's number)."""
        starts = {"any": TdSettings.any_board, "fixed": TdSettings.fixed_board}
        if board not in starts:
            raise TrainingError(f"setting board={board}: must be any or fixed")
        if pace not in ("article", "faster"):
            raise TrainingError(f"setting pace={pace}: must be article or faster")
        if games < 0:
            raise TrainingError(f"setting games={games}: must be at least 0")
        try:
            settings = starts[board](**changes)
        except ValueError as error:
            raise TrainingError(f"setting {error}") from None
        if pace == "faster":
            return settings.faster(games or settings.total_games)
        return settings.ended_after(games) if games else settings

    @staticmethod
    def fixed_board(**changes: Any) -> TdSettings:
        """The article's run on one board (its section 5.1)."""
        settings = TdSettings(
            rules=Rules.preset("casher2024", turn_cap=TURN_CAP, board=FIXED_BOARD),
            stages=(Stage(0, 5e-5, 1), Stage(38_000, 1e-5, 1), Stage(53_000, 1e-5, 2)),
            epochs=117_750,
        )
        return replace(settings, **changes)

    @staticmethod
    def any_board(**changes: Any) -> TdSettings:
        """The article's run on boards drawn anew (its section 5.2)."""
        return replace(TdSettings(), **changes)

    def faster(
        self,
        total_games: int,
        *,
        games: int = 64,
        batch: int = 8,
        rate: float = 6.0,
        trace: float = 0.95,
        hold: float = 0.6,
    ) -> TdSettings:
        """The same stages within so many games in all: the first one holds for ``hold`` of them, the others
        share the rest. Batches and learning rates are so many times as large, ``games`` are played side by
        side, labels look further ahead.

        >>> faster = TdSettings.fixed_board().faster(20_000)
        >>> [(stage.epoch, stage.batch) for stage in faster.stages], faster.epochs, faster.total_games
        ([(0, 8), (1500, 8), (2000, 16)], 2250, 20000)
        """
        stages: list[Stage] = []
        epochs, others = 0, len(self.stages) - 1
        for number, stage in enumerate(self.stages):
            share = (1 - hold) / others if number else hold if others else 1.0
            stages.append(Stage(epochs, stage.learning_rate * rate, stage.batch * batch))
            epochs += max(round(total_games * share / stages[-1].batch), 1)
        return replace(self, stages=tuple(stages), epochs=epochs, games=games, trace=trace)

    def ended_after(self, games: int) -> TdSettings:
        """The beginning of the same run: as many epochs as fit into so many games, at least one.

        >>> TdSettings().ended_after(63_010).epochs
        63005
        """
        epochs, left = 0, games
        ends = [*(stage.epoch for stage in self.stages[1:]), self.epochs]
        for stage, end in zip(self.stages, ends, strict=True):
            fit = min(max(min(end, self.epochs) - stage.epoch, 0), left // stage.batch)
            epochs, left = epochs + fit, left - fit * stage.batch
            if epochs < min(end, self.epochs):
                break
        return replace(self, epochs=max(epochs, 1))

    @property
    def total_games(self) -> int:
        """Games learnt from in all epochs."""
        ends = [*(stage.epoch for stage in self.stages[1:]), self.epochs]
        return sum(
            stage.batch * max(min(end, self.epochs) - stage.epoch, 0)
            for stage, end in zip(self.stages, ends, strict=True)
        )

    def stage(self, epoch: int) -> Stage:
        """What holds in an epoch, counted from 0."""
        return [stage for stage in self.stages if stage.epoch <= epoch][-1]

    def to_dict(self) -> dict[str, Any]:
        """The settings in plain types."""
        stages = [list(asdict(stage).values()) for stage in self.stages]
        return {**self.__dict__, "rules": self.rules.to_dict(), "stages": stages}
