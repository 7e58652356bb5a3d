"""The settings of PPO. Reading them needs no PyTorch."""

from __future__ import annotations

from longroad.errors import TrainingError
from longroad.options import Options, option, options
from longroad.train.ppo.native_shares import shares_of, total

_SHARES = "shares and agents such as `0.1 planner; 0.02 mcts:sims=50`, or none"


@options(TrainingError, label="setting")
class PpoSettings(Options):
    """Sizes and factors. The defaults are for a GPU."""

    games: int = option(32768, "Games side by side, a multiple of the groups.", low=1)
    steps: int = option(32, "Decisions per game and iteration.", low=1)
    groups: int = option(
        2, "Groups of games: one is stepped while the network is asked about another.", low=1
    )
    spread: int = option(
        400, "At most this many random moves before learning begins, so that games do not run in step.", low=0
    )
    batch: int = option(32768, "Moves per batch.", low=1)
    epochs: int = option(1, "How often each move is learnt from.", low=1)
    learning_rate: float = option(5e-4, "The learning rate at the start.", above=0)
    anneal_moves: int = option(
        0, "Moves over which the learning rate falls linearly to a tenth; 0: it stays.", low=0
    )
    discount: float = option(1.0, "The discount per decision.", low=0, high=1)
    trace: float = option(0.95, "The lambda of generalized advantage estimation.", low=0, high=1)
    luck: str = option(
        "",
        "Native network by whose judgement luck is taken out of the advantages: `network`, or a file.",
        words={"none": ""},
    )
    clip: float = option(0.2, "How far the probability ratio may move from 1.", low=0)
    least_deviation: float = option(
        0.05, "Advantages are divided by their standard deviation, but by no less than this.", low=0
    )
    value_factor: float = option(1.0, "Weight of the value loss.", low=0)
    entropy_factor: float = option(0.01, "Weight of the entropy bonus at the start.", low=0)
    last_entropy_factor: float = option(
        0.002, "Weight of the entropy bonus that it falls to along with the learning rate.", low=0
    )
    extra_factor: float = option(0.05, "Weight of the loss of predicted points and remaining turns.", low=0)
    activity_factor: float = option(
        0.0, "Weight of the squared logits, legal or not (the policy activity loss of gendre2020).", low=0
    )
    gradient_norm: float = option(0.5, "The norm that gradients are clipped to.", low=0)
    past_share: float = option(
        0.125, "Share of the games in which a past version plays one seat.", low=0, high=1
    )
    past_versions: int = option(4, "Past versions that are kept.", low=1)
    past_interval: int = option(20, "Steps after which the oldest past version is replaced.", low=1)
    opponents: str = option(
        "", "Native agents in one seat of a share of the games.", words={"none": ""}, allowed=_SHARES
    )
    advisers: str = option(
        "",
        "Native agents whose moves are learnt from in a share of the games.",
        words={"none": ""},
        allowed=_SHARES,
    )
    advice_factor: float = option(1.0, "Weight of the cross-entropy of advice at the start.", low=0)
    advice_moves: int = option(
        50_000_000, "Moves over which the weight of advice falls linearly to 0.", low=0
    )
    most_divergence: float = option(
        0.0,
        "An iteration's batches end once the policy is this far from the one that played; 0: no limit.",
        low=0,
    )
    symmetries: bool = option(
        False, "Whether each batch is turned or reflected in another of the six ways that keep the harbors."
    )
    average: float = option(
        0.99,
        "Weight of the old in the running mean of the weights, which is evaluated and exported.",
        low=0,
        high=1,
    )
    ahead: bool = option(
        False,
        "Whether the next rollout is played while the network learns from the last, by weights one step old.",
    )
    keep_games: bool = option(
        True,
        "Whether checkpoints hold the games in play, about 400 bytes each; else a resumed run begins new "
        "ones.",
    )
    win: float = option(1.0, "Reward of the winner.")
    loss: float = option(0.0, "Reward of the others.")
    point: float = option(0.0, "Reward per victory point ahead of the mean of the others.")

    def __post_init__(self) -> None:
        if self.games % self.groups:
            raise TrainingError(f"setting games={self.games}: must be a multiple of the {self.groups} groups")
        native = total(shares_of(self.opponents))
        if self.past_share + native > 1:
            raise TrainingError(
                f"settings past_share={self.past_share:g}, opponents={self.opponents}: the shares must add "
                "up to at most 1"
            )
        if native + total(shares_of(self.advisers, "advisers")) > 1:
            raise TrainingError(
                f"settings opponents={self.opponents}, advisers={self.advisers}: the shares must add up to "
                "at most 1"
            )
        if self.advisers and self.advice_moves < 1:
            raise TrainingError(f"setting advice_moves={self.advice_moves}: must be at least 1 with advisers")
