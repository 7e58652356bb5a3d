"""The settings of policy gradients over plans. Reading them needs no PyTorch."""

from __future__ import annotations

from longroad._native import LearnSettings, PolicySettings
from longroad.errors import TrainingError
from longroad.options import Options, option, options
from longroad.train.ppo.native_shares import shares_of, total

_POLICY, _LEARN = PolicySettings(), LearnSettings()


@options(TrainingError, label="setting")
class PlanningSettings(Options):
    """Games per step, how moves are drawn, and how the two networks learn from them."""

    rules: str = option(
        "players=2,offers_per_turn=0", "The rules it plays by: a preset, and options of Rules."
    )
    start: str = option(
        "network",
        "The first weights: network for those that ship with Longroad, a file, or none for new ones.",
    )
    games: int = option(4000, "Games per step.", low=1, high=10_000_000)
    temperature: float = option(
        _POLICY.temperature, "How freely moves are drawn, in logits of win probability.", above=0, high=100
    )
    candidates: int = option(_POLICY.candidates, "Ways to go on that are drawn from.", low=2, high=64)
    trace: float = option(0.9, "The lambda of generalized advantage estimation.", low=0, high=1)
    epochs: int = option(2, "How often each decision is learnt from.", low=1, high=100)
    batch: int = option(_LEARN.batch, "Decisions per batch.", low=1, high=10_000_000)
    learning_rate: float = option(_LEARN.learning_rate, "The learning rate at the start.", above=0, high=1)
    anneal_moves: int = option(
        0, "Moves over which the learning rate falls linearly to a tenth; 0: it stays.", low=0
    )
    clip: float = option(_LEARN.clip, "How far the probability ratio may move from 1.", above=0, high=100)
    decay: float = option(_LEARN.decay, "Weight decay.", low=0, high=10)
    opponents: str = option(
        "0.25 planner-1",
        "Native agents in some seats of a share of the games.",
        words={"none": ""},
        allowed="shares and agents such as `0.1 planner; 0.02 mcts:sims=50`, or none",
    )
    past_share: float = option(0.1, "Share of the games with a past version in some seats.", low=0, high=1)
    past_versions: int = option(4, "Past versions that are kept.", low=1, high=1000)
    past_interval: int = option(10, "Steps after which the oldest past version is replaced.", low=1)
    average: float = option(
        0.9,
        "Weight of the old in the running mean of the weights, which is evaluated and exported.",
        low=0,
        high=1,
    )

    def __post_init__(self) -> None:
        if self.past_share + total(shares_of(self.opponents)) > 1:
            raise TrainingError(
                f"settings past_share={self.past_share:g}, opponents={self.opponents}: the shares must add "
                "up to at most 1"
            )

    @property
    def policy(self) -> PolicySettings:
        """How its games are played."""
        settings = PolicySettings()
        settings.temperature, settings.candidates, settings.trace = (
            self.temperature,
            self.candidates,
            self.trace,
        )
        return settings

    def learning(self, moves: int, batch: int) -> LearnSettings:
        """How it learns after so many moves."""
        settings = LearnSettings()
        left = max(0.0, 1 - moves / self.anneal_moves) if self.anneal_moves else 1.0
        settings.learning_rate = self.learning_rate * (0.1 + 0.9 * left)
        settings.batch, settings.temperature = batch, self.temperature
        settings.clip, settings.decay = self.clip, self.decay
        return settings
