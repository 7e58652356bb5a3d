"""The settings of expert iteration. Reading them needs no PyTorch."""

from __future__ import annotations

from longroad.errors import TrainingError
from longroad.options import Options, option, options


@options(TrainingError, label="setting")
class ExpertSettings(Options):
    """Sizes and factors. The defaults are for a GPU."""

    games: int = option(4096, "Games side by side; their leaves share the network's batches.", low=1)
    sims: int = option(32, "Simulations per decision.", low=2, high=100_000)
    considered: int = option(16, "Moves of the root that are considered at first.", low=1)
    visit_scale: float = option(
        50.0, "How much the visits of the most visited move add to the weight of values.", low=0
    )
    value_scale: float = option(1.0, "The weight of values against the policy's log probabilities.", low=0)
    decisions: int = option(32768, "Decisions of finished games per iteration, at least.", low=1)
    kept: int = option(262_144, "Decisions that are kept to learn from, the latest ones.", low=1)
    reuse: float = option(2.0, "How often each decision is learnt from, on average.", above=0)
    batch: int = option(4096, "Decisions per batch.", low=1)
    learning_rate: float = option(2e-4, "The learning rate at the start.", above=0)
    anneal_moves: int = option(
        0, "Moves over which the learning rate falls linearly to a tenth; 0: it stays.", low=0
    )
    weight_decay: float = option(1e-4, "Decay of the weights, beside Adam's steps.", low=0)
    value_factor: float = option(1.0, "Weight of the value loss.", low=0)
    outlook: float = option(
        0.25, "Share of the search's own win probability in the value that is learnt.", low=0, high=1
    )
    gradient_norm: float = option(1.0, "The norm that gradients are clipped to.", low=0)
    average: float = option(0.999, "Decay of the running mean of the weights, per batch.", low=0, high=1)
