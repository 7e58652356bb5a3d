"""How to learn by temporal differences: the two runs of Casher (2024), and faster ones."""

from __future__ import annotations

from dataclasses import asdict, dataclass, replace
from typing import Any

from longroad.catan.rules import Rules
from longroad.errors import TrainingError
from longroad.options import Options, option, options

#: Terrain and tokens of the article's fixed board, as in its author's published program; the harbors are the
#: beginners'.
FIXED_BOARD = "L6 G2 O5 / O3 W9 W10 B8 / G8 L4 G11 L3 D / W10 B5 O6 B4 / G9 W12 L11 | 3 G O 3 W 3 3 B L"
#: The program ends a game after this many turns; the article does not say.
TURN_CAP = 250


@dataclass(frozen=True)
class Stage:
    """From an epoch on: the learning rate, and the games per step."""

    epoch: int
    learning_rate: float
    batch: int


_EXPLORE = option(1000, "One move in this many is drawn from the legal ones; 0: none.", low=0)
_CLIP = option(0.1, "The norm that gradients are clipped to.", above=0)
_WIDTH = option(500, "Units per layer of the network.", low=1)
_BLOCKS = option(4, "Residual blocks of the network.", low=0)


@options(TrainingError, label="setting")
class TdSettings(Options):
    """How to learn. The defaults are the article's, for boards that are drawn anew for each game.

    >>> [(stage.epoch, stage.learning_rate, stage.batch) for stage in TdSettings.fixed_board().stages]
    [(0, 5e-05, 1), (38000, 1e-05, 1), (53000, 1e-05, 2)]
    >>> TdSettings().total_games
    156200
    """

    rules: Rules = option(
        Rules.preset("casher2024", turn_cap=TURN_CAP), "What is played.", allowed="longroad.catan.Rules"
    )
    stages: tuple[Stage, ...] = option(
        (
            Stage(0, 5e-5, 1),
            Stage(48_000, 1e-5, 1),
            Stage(63_000, 1e-5, 2),
            Stage(95_000, 1e-5, 4),
        ),
        "What holds from which epoch on; an epoch is one step of the optimizer.",
        allowed="a tuple of Stage",
    )
    epochs: int = option(102_300, "Steps of the optimizer in all.", low=1)
    explore: int = _EXPLORE
    clip: float = _CLIP
    #: With 0 a batch of games is played to its end by the same network. Otherwise new games begin as others
    #: end, and whenever a batch of games is over it is learnt from; the network may then change within a
    #: game.
    games: int = option(0, "Games side by side; 0: a batch of games at a time, as in the article.", low=0)
    trace: float = option(
        0.0,
        "The lambda of TD-lambda: 0 is the article's next prediction, 1 the finishing place.",
        low=0,
        high=1,
    )
    width: int = _WIDTH
    blocks: int = _BLOCKS
    layers: int = option(
        0, "Plain layers with ReLU in place of the residual blocks; 0: the residual network.", low=0
    )
    turned: bool = option(
        True, "Seats stand from the viewer on; off: from p0 on, beside the viewer's number."
    )
    seed: int = option(1, "Weights, boards and chance follow from it.")

    def __post_init__(self) -> None:
        starts = [stage.epoch for stage in self.stages]
        if not starts or starts[0] != 0 or starts != sorted(set(starts)):
            raise TrainingError(f"setting stages at epochs {starts}: must begin with 0 and grow")
        for stage in self.stages:
            if stage.batch < 1 or not stage.learning_rate > 0:
                raise TrainingError(f"setting {stage}: batch and learning_rate must be positive")

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
        return {**self.__getstate__(), "rules": self.rules.to_dict(), "stages": stages}


@options(TrainingError, label="setting")
class TdRunSettings(Options):
    """A run in words.

    >>> TdRunSettings(board="fixed", pace="faster", games=20_000).run().total_games
    20000
    """

    network: str = option("resmlp", "The network; this way of learning is for resmlp.", choices=("resmlp",))
    board: str = option("any", "Boards drawn anew, or the article's one board.", choices=("any", "fixed"))
    pace: str = option(
        "article",
        "The article's steps, or fewer and larger ones with many games side by side.",
        choices=("article", "faster"),
    )
    games: int = option(0, "Games to learn from in all; 0: the article's number.", low=0)
    explore: int = _EXPLORE
    clip: float = _CLIP
    width: int = _WIDTH
    blocks: int = _BLOCKS

    def run(self, seed: int = 1) -> TdSettings:
        """The settings of the algorithm."""
        article = TdSettings.fixed_board if self.board == "fixed" else TdSettings.any_board
        settings = article(
            explore=self.explore, clip=self.clip, width=self.width, blocks=self.blocks, seed=seed
        )
        if self.pace == "faster":
            return settings.faster(self.games or settings.total_games)
        return settings.ended_after(self.games) if self.games else settings
