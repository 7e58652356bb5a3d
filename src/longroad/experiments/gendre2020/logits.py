"""What the loss on logits is for: how far apart the logits of moves are that are hardly ever legal."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from longroad.catan import Rules, VectorEnv
from longroad.experiments.folder import ResultFolder
from longroad.experiments.gendre2020.budgets import Learner
from longroad.experiments.gendre2020.learning import trained
from longroad.experiments.gendre2020.lessons import RULES

if TYPE_CHECKING:
    from torch import Tensor

#: Positions of random games, the same for all networks: so many games, looked at every so many moves.
GAMES, LOOKS, BETWEEN = 256, 16, 25
#: Moves that are legal, but in less than this share of the positions.
RARE = 0.01


def spread(folder: ResultFolder, learner: Learner) -> float:
    """The standard deviation of a finished network's logits over positions and rare moves."""

    def compute() -> dict[str, Any]:
        import torch

        network = trained(folder.path, learner).eval()
        observations, rare = positions(network.codec)
        with torch.inference_mode():
            logits = network(observations).logits[:, rare]
        return {"positions": len(observations), "moves": int(rare.sum()), "spread": float(logits.std())}

    return float(folder.part(f"logits-{learner.name}", compute)["spread"])


def positions(codec: str) -> tuple[Tensor, Tensor]:
    """Observations ``[positions, 407]``, and which entries of the codec are rare in them."""
    import torch

    env = VectorEnv(Rules.preset(RULES), games=GAMES, seed=1, space=codec, encoding="general")
    seen, legal = [], np.zeros(env.mask.shape[1])
    for move in range(1, LOOKS * BETWEEN + 1):
        env.step(env.sample())
        if move % BETWEEN == 0:
            seen.append(env.observation.copy())
            legal += env.mask.astype(bool).sum(0)
    share = legal / (LOOKS * GAMES)
    return torch.from_numpy(np.concatenate(seen)), torch.from_numpy((share > 0) & (share < RARE))
