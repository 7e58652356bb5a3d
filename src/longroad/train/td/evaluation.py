"""How well a network that rates moves plays against native agents."""

from __future__ import annotations

from collections.abc import Sequence
from copy import copy
from dataclasses import dataclass
from typing import Self

import torch

from longroad.agents.base import Agent
from longroad.agents.net.network_sheets import TRADE_KINDS
from longroad.arena import play_match
from longroad.catan import ENCODINGS, Action, View
from longroad.nets.resmlp import ResMLP
from longroad.train.run.evaluation import Evaluation, Evaluator


class RatingPlayer(Agent):
    """Takes the move with which its network expects the lowest place."""

    skips_forced = True

    def __init__(self, network: ResMLP) -> None:
        self.network = network

    def twin(self) -> Self:
        return copy(self)

    def choose(self, view: View, actions: Sequence[Action]) -> Action:
        moves = [move for move in actions if move.kind not in TRADE_KINDS]
        rows = torch.from_numpy(ENCODINGS["casher2024"].encode_moves(view, moves))
        with torch.inference_mode():
            places = self.network(rows.to(self.network.first.weight.device))
        return moves[int(places.argmin())]


@dataclass(frozen=True)
class RatingEvaluator(Evaluator[ResMLP]):
    """For networks that rate moves: matches of RatingPlayer."""

    def against(self, network: ResMLP, opponent: str, seed: int) -> Evaluation:
        others = self.rules.players - 1
        match = play_match(
            [RatingPlayer(network), *[opponent] * others],
            games=self.games,
            seed=seed,
            rules=self.rules,
            threads=1,
        )
        if match.interrupted:
            raise KeyboardInterrupt
        return Evaluation.of(opponent, match.wins[0], match.points[:, 0], match.points[:, 1:], match.turns)
