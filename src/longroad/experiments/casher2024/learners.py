"""Which networks learn in a run, and from how many games."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any

from longroad.train.td.settings import TdSettings

#: The article's two runs.
RUNS = {"fixed": TdSettings.fixed_board, "any": TdSettings.any_board}
#: Games side by side on a processor, and on a GPU; the article plays one batch after the other.
SIDE_BY_SIDE, GPU_SIDE_BY_SIDE = 64, 256
#: What the article says that it tried without success, on one board, at the steps it began with.
VARIANTS: dict[str, dict[str, Any]] = {
    "seats not turned": {"turned": False},
    "one layer of 50": {"layers": 1, "width": 50},
    "one layer of 100": {"layers": 1, "width": 100},
    "one layer of 1,100": {"layers": 1, "width": 1100},
    "five layers of 1,000": {"layers": 5, "width": 1000},
}
#: Neurons per layer in a quick run; the article has 500.
QUICK_WIDTH = 128


@dataclass(frozen=True)
class Learner:
    """One network that learns."""

    board: str
    #: "article", "faster", or one of VARIANTS.
    pace: str
    settings: TdSettings

    @property
    def name(self) -> str:
        """In files."""
        return f"{self.board}-{self.pace}".replace(" ", "-").replace(",", "")

    def parts(self, games: int) -> list[tuple[str, int, int]]:
        """Name, first epoch and end of each part of about so many games."""
        found, start = [], 0
        while start < self.settings.epochs:
            end = min(start + max(games // self.settings.stage(start).batch, 1), self.settings.epochs)
            found.append((f"{self.name}-{start:06d}", start, end))
            start = end
        return found


@dataclass(frozen=True)
class Games:
    """From how many games the networks learn, at most; the article's two runs had 182,500 and 156,200."""

    article: int
    faster: int


GAMES = {
    "quick": Games(0, 6_000),
    "usual": Games(20_000, 20_000),
    "gpu": Games(200_000, 60_000),
    "full": Games(200_000, 200_000),
}


def all_learners(budget: str, games: Games, seed: int) -> list[Learner]:
    """The article's settings as far as so many games go, the same algorithm with faster ones, and what the
    article tried in vain. A quick run has the faster ones only, with a smaller network that takes larger
    steps."""
    side = GPU_SIDE_BY_SIDE if budget == "gpu" else SIDE_BY_SIDE
    learners = []
    for board, settings in RUNS.items():
        article = settings(seed=seed % 2**63)
        if budget == "quick":
            small = replace(article, width=min(QUICK_WIDTH, article.width))
            learners.append(Learner(board, "faster", small.faster(games.faster, rate=20.0)))
            continue
        learners.append(Learner(board, "article", replace(article, games=side).ended_after(games.article)))
        learners.append(Learner(board, "faster", article.faster(games.faster, games=side)))
        if board == "fixed":
            first = min(article.stages[1].epoch, games.article)
            learners += [
                Learner(board, name, replace(article, games=side, **changes).ended_after(first))
                for name, changes in VARIANTS.items()
            ]
    return learners
