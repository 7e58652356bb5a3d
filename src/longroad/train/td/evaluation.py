"""How well a network that rates moves plays against native agents."""

from __future__ import annotations

from collections.abc import Sequence
from copy import copy
from dataclasses import dataclass
from typing import Self

import torch

from longroad.agents.base import Agent
from longroad.agents.net.network_sheets import TRADE_KINDS
from longroad.catan import ENCODINGS, Action, View
from longroad.nets.resmlp import PlaceNetwork
from longroad.train.run.evaluation import Evaluation, Evaluator, match_evaluation


class RatingPlayer(Agent):
    """Takes the move with which its network expects the lowest place."""

    skips_forced = True

    def __init__(self, network: PlaceNetwork) -> None:
        self.network = network

    def twin(self) -> Self:
        return copy(self)

    def choose(self, view: View, actions: Sequence[Action]) -> Action:
        moves = [move for move in actions if move.kind not in TRADE_KINDS]
        rows = torch.from_numpy(ENCODINGS["casher2024"].encode_moves(view, moves))
        with torch.inference_mode():
            places = self.network(rows.to(next(self.network.parameters()).device))
        return moves[int(places.argmin())]


@dataclass(frozen=True)
class RatingEvaluator(Evaluator[PlaceNetwork]):
    """For networks that rate moves: matches of RatingPlayer."""

    def against(self, network: PlaceNetwork, opponent: str, seed: int) -> Evaluation:
        return match_evaluation(RatingPlayer(network), opponent, self.rules, self.games, seed)
