"""The settings of A2C. Reading them needs no PyTorch."""

from __future__ import annotations

from longroad.errors import TrainingError
from longroad.options import Options, option, options

OPTIMIZERS = ("adam", "rmsprop", "sgd")


@options(TrainingError, label="setting")
class A2cSettings(Options):
    """Sizes and factors; the defaults are the paper's, but for the last five, which it does not state."""

    workers: int = option(16, "Workers, each with its own past version as opponent.", low=1)
    games: int = option(8, "Games side by side per worker.", low=1)
    batch: int = option(64, "Moves per batch.", low=1)
    training_step: int = option(1000, "Batches that the paper calls a training step.", low=1)
    refresh: float = option(50.0, "Training steps after which the oldest opponent is replaced.", above=0)
    learning_rate: float = option(3e-3, "The learning rate at the start.", above=0)
    decay: float = option(2e-3, "The learning rate is divided by 1 + decay * training steps.", low=0)
    policy_factor: float = option(1.0, "Weight of the policy loss.", low=0)
    value_factor: float = option(1e3, "Weight of the value loss.", low=0)
    entropy_factor: float = option(1e-4, "Weight of the entropy bonus.", low=0)
    activity_factor: float = option(1e-8, "Weight of the squared logits, legal or not.", low=0)
    weight_factor: float = option(1e-4, "Weight of the squared weights.", low=0)
    win_reward: float = option(0.75, "Reward of a won game.")
    point_reward: float = option(0.02, "Reward per victory point.")
    optimizer: str = option("adam", "The optimizer.", choices=OPTIMIZERS)
    gradient_norm: float = option(0.0, "The norm that gradients are clipped to; 0: they are not.", low=0)
    gather: float = option(
        0.75,
        "Share of a worker's games that wait for the opponent when it is asked; smaller for many games.",
        low=0,
        high=1,
    )
    forced: bool = option(True, "Whether moves that were the only legal ones are learnt from.")
    report_batches: int = option(100, "Batches per iteration, and thus per line of the log.", low=1)
