"""Games of a tree search against itself: the playing half."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, TypeAlias

import numpy as np
import numpy.typing as npt
import torch
from torch import Tensor

from longroad._native import JudgedAt, MctsSettings, NativeAgent, RootRule
from longroad.catan import CODECS, ENCODINGS, Rules
from longroad.games import game_of
from longroad.nets.network import Heads, PolicyNetwork
from longroad.search import PolicyForm, SearchedGames
from longroad.train.expert.settings import ExpertSettings

#: Decisions as columns, a row each: see SearchedGames.take_lessons.
Lessons: TypeAlias = Mapping[str, npt.NDArray[Any]]
#: Nodes of a tree.
_MOST_NODES = 20_000


def searcher(settings: ExpertSettings) -> NativeAgent:
    """A tree search by values and priors of the network, whose moves are sampled with Gumbel noise."""
    made = MctsSettings()
    made.search.simulations = settings.sims
    made.search.asked_priors = True
    made.search.root = RootRule.gumbel
    made.search.gumbel.noise = True
    made.search.gumbel.considered = settings.considered
    made.search.gumbel.visit_scale = settings.visit_scale
    made.search.gumbel.value_scale = settings.value_scale
    made.search.max_nodes = _MOST_NODES
    made.moves.priors = False
    made.judged = JudgedAt.leaf
    made.bargain.offers = 0
    return NativeAgent(made)


class SearchPlay:
    """Plays on, game after game, and hands over the decisions of finished games."""

    def __init__(
        self,
        network: PolicyNetwork,
        rules: Rules,
        settings: ExpertSettings,
        *,
        device: torch.device,
        seed: int,
        threads: int = 1,
    ) -> None:
        codec, encoding = CODECS[network.codec], ENCODINGS[network.encoding]
        form = PolicyForm(encoding, codec, rules.players)
        self._players, self._device = rules.players, device
        setup = game_of(rules).setup(rules)
        self._games = SearchedGames(
            form, setup, searcher(settings), settings.games, seed % 2**64, threads, keep=True
        )
        self._rows = np.zeros((self._games.most_leaves, encoding.size), np.uint8)

    @property
    def games(self) -> int:
        """How many were finished."""
        return self._games.games

    @property
    def batch_sizes(self) -> dict[int, int]:
        """How many leaves were judged together."""
        return self._games.batch_sizes

    @torch.no_grad()
    def play(self, judge: Callable[[Tensor], Heads], decisions: int) -> dict[str, npt.NDArray[Any]]:
        """At least so many decisions of games that were over by then; ``judge`` is the network as a function
        of encoded positions."""
        parts: list[Lessons] = []
        while sum(len(part["winner"]) for part in parts) < decisions:
            count = self._games.gather(self._rows)
            asked = len(self._rows) if self._device.type == "cuda" else count  # one size is compiled once
            heads = judge(torch.from_numpy(self._rows[:asked]).to(self._device))
            logits, values = heads.logits[:count], heads.values[:count, : self._players]
            self._games.absorb(logits.float().cpu().numpy(), values.float().contiguous().cpu().numpy())
            part = self._games.take_lessons()
            if len(part["winner"]):
                parts.append(part)
        return {name: np.concatenate([part[name] for part in parts]) for name in parts[0]}
