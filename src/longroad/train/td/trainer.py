"""Learning by temporal differences, after Casher (2024): a network that predicts the finishing place plays
all seats, and every prediction is drawn towards the next one of the same player, the last one towards the
place it finished in.

What the article leaves open, and how it is read here (its author's published program was looked at, too):

- "Each turn" is each decision, the roll of the dice included.
- "A 1/1000 probability for any given move to be selected randomly" is for each legal move of each decision,
not for each decision:
  only with this reading does the set-up (about 280 legal moves) have the "roughly 30%" of the article.
- "All previous predictions in that sequence" are those of all players in that game. The drawn move's own
prediction counts.
- "Turns to win" are dice rolls. A game ends after 250 turns, as in the program; it then counts with its 250
rolls, and places are by
  points.
- Places count from 1. Equal points share the mean of their places (in the program they share the better one,
so that all are first
  where nobody gets anywhere).
"""

from __future__ import annotations

import math
import time
from typing import Any

import numpy as np
import torch
from torch import Tensor
from torch.nn import functional

from longroad.catan.rules import Rules
from longroad.nets.resmlp import PlaceNetwork, PlainMLP, ResMLP, features
from longroad.nets.seat_order import FromFirstSeat
from longroad.nets.seeded import seeded
from longroad.train.td.games import Played, RatedGames, Round
from longroad.train.td.settings import TdSettings

#: Rows that go through the network at once when moves are rated or games are learnt from.
MOST_ROWS = 65_536


class TemporalDifferences:
    """A network that learns from its own games, step by step.

    Between steps ``state_dict`` holds all there is: a learner of the same settings that loads it continues
    with the very same numbers (on the CPU, with the same number of threads of PyTorch). Its tensors are the
    learner's own: save it before the next step.
    """

    def __init__(self, settings: TdSettings, *, device: str | torch.device = "cpu", threads: int = 1) -> None:
        self.device: torch.device = torch.device(device)
        self.settings: TdSettings = settings
        with seeded(settings.seed):
            self.network: PlaceNetwork = network_of(settings).to(self.device)
        self.optimizer: torch.optim.Optimizer = torch.optim.AdamW(
            self.network.parameters(), lr=settings.stages[0].learning_rate, fused=True
        )
        #: Steps of the optimizer (the article's epochs), decisions and games learnt from, so far.
        self.steps: int = 0
        self.moves: int = 0
        self.games_played: int = 0
        self._games = RatedGames(
            settings.rules,
            games=settings.games or max(stage.batch for stage in settings.stages),
            seed=settings.seed,
            threads=threads,
            explore=settings.explore,
        )

    @property
    def playing(self) -> PlaceNetwork:
        """The network that is evaluated and shipped: the one that learns."""
        return self.network

    def step(self) -> dict[str, float]:
        """Plays until a batch of games is over, learns from it, and says what was seen (means over the
        batch). Raises FloatingPointError, and does not learn, if the network's predictions are not finite any
        more."""
        started = time.perf_counter()
        stage = self.settings.stage(self.steps)
        self._play(stage.batch)
        played = self._games.take(stage.batch)
        learning = time.perf_counter()
        loss = self._learn(played, stage.learning_rate)
        ended = time.perf_counter()
        self.steps += 1
        self.moves += len(played.places)
        self.games_played += stage.batch
        return {
            "epoch": self.steps,
            "games": self.games_played,
            "loss": loss,
            "rolls": float(played.rolls.mean()),
            "won": float((played.winner >= 0).mean()),
            "explored": float(played.explored.mean()),
            "decisions": float(played.decisions.mean()),
            "learning_rate": stage.learning_rate,
            "batch": stage.batch,
            "playing_seconds": learning - started,
            "learning_seconds": ended - learning,
            "games_per_second": stage.batch / (ended - started),
        }

    def _play(self, batch: int) -> None:
        games = self._games
        if not self.settings.games:
            games.begin(batch)
        while games.finished < batch:
            if self.settings.games:
                games.begin()
            if games.rows:
                games.step(games.lowest(rate(self.network, games.round(), self.device)))

    def _learn(self, played: Played, learning_rate: float) -> float:
        for group in self.optimizer.param_groups:
            group["lr"] = learning_rate
        self.optimizer.zero_grad()
        total = 0.0
        for start, end in _chunks(played.decisions):
            loss = self._loss(played, start, end) / len(played.places)
            loss.backward()  # type: ignore[no-untyped-call]
            total += float(loss.detach())
        if not math.isfinite(total):
            raise FloatingPointError(f"epoch {self.steps + 1}: the error is {total}")
        torch.nn.utils.clip_grad_norm_(self.network.parameters(), self.settings.clip)
        self.optimizer.step()
        return total

    def _loss(self, played: Played, start: int, end: int) -> Tensor:
        """The sum of smooth L1 between the predictions of some rows and their labels."""
        positions = torch.from_numpy(played.positions[start:end]).to(self.device)
        moves = torch.from_numpy(played.moves[start:end]).to(self.device)
        predictions = self.network(features(positions, moves))
        places = torch.from_numpy(played.places[start:end]).to(self.device)
        wanted = labels(predictions.detach(), places, self.settings.trace)
        return functional.smooth_l1_loss(predictions, wanted, reduction="sum")

    def state_dict(self) -> dict[str, Any]:
        """Network, optimizer, generators and running games, in types that ``torch.save`` writes and loads
        with ``weights_only``."""
        return {
            "settings": self.settings.to_dict(),
            "network": self.network.state_dict(),
            "optimizer": self.optimizer.state_dict(),
            "steps": self.steps,
            "moves": self.moves,
            "games_played": self.games_played,
            "running": torch.from_numpy(self._games.save().view(np.int64)),
        }

    def load_state_dict(self, state: dict[str, Any]) -> None:
        """Resumes from a state of the same settings."""
        for name, value in self.settings.to_dict().items():
            if state["settings"].get(name) != value:
                raise ValueError(
                    f"the state was saved with {name}={state['settings'].get(name)}, not {value}"
                )
        self._games.load(state["running"].cpu().numpy().view(np.uint64))
        self.network.load_state_dict(state["network"])
        self.optimizer.load_state_dict(state["optimizer"])
        self.steps, self.moves, self.games_played = (
            state[name] for name in ("steps", "moves", "games_played")
        )


def network_of(settings: TdSettings) -> PlaceNetwork:
    """A new network of such a run."""
    network = (
        PlainMLP(settings.width, settings.layers)
        if settings.layers
        else ResMLP(settings.width, settings.blocks)
    )
    return network if settings.turned else FromFirstSeat(network, settings.rules.players)


def play(
    network: PlaceNetwork,
    rules: Rules,
    games: int,
    *,
    seed: int = 0,
    side_by_side: int = 32,
    threads: int = 1,
    device: str | torch.device = "cpu",
) -> Played:
    """Games of a network in all seats, without drawn moves."""
    running = RatedGames(rules, games=min(side_by_side, games), seed=seed, threads=threads)
    parts: list[Played] = []
    while len(parts) * running.games < games:
        running.begin(min(running.games, games - len(parts) * running.games))
        while running.rows:
            running.step(running.lowest(rate(network, running.round(), torch.device(device))))
        parts.append(running.take(running.finished))
    return Played.join(parts)


def rate(network: PlaceNetwork, round: Round, device: torch.device) -> np.ndarray[Any, np.dtype[np.float32]]:
    """The network's prediction for every row of a round."""
    with torch.inference_mode():
        positions = torch.from_numpy(round.positions).to(device)
        parts = []
        for start in range(0, len(round.owners), MOST_ROWS):
            moves = torch.from_numpy(round.moves[start : start + MOST_ROWS]).to(device).long()
            owners = torch.from_numpy(round.owners[start : start + MOST_ROWS]).to(device).long()
            parts.append(network.rate(positions, moves, owners))
        return torch.cat(parts).cpu().numpy()


def labels(predictions: Tensor, places: Tensor, trace: float = 0.0) -> Tensor:
    """What each prediction should have been: the next one of the same player, the finishing place for the
    last one.

    ``places`` is 0 but for the last one of each sequence. ``trace``: the share of what comes after the next
    prediction, in the same way.

    >>> labels(torch.tensor([1.5, 2.5, 2.0]), torch.tensor([0.0, 3.0, 1.0])).tolist()
    [2.5, 3.0, 1.0]
    """
    ends = places > 0
    label = torch.where(ends, places, (1 - trace) * predictions.roll(-1))
    if trace == 0:
        return label
    # label[i] += trace * label[i + 1] within a sequence, from the back to the front: by doubling distances
    factor = torch.where(ends, 0.0, trace)
    distance = 1
    while distance < len(label):
        far = factor[:-distance]
        label = torch.cat((label[:-distance] + far * label[distance:], label[-distance:]))
        factor = torch.cat((far * factor[distance:], torch.zeros_like(factor[-distance:])))
        distance *= 2
    return label


def _chunks(decisions: np.ndarray[Any, np.dtype[np.int32]]) -> list[tuple[int, int]]:
    """Rows of whole games, at most MOST_ROWS at once unless a single game has more."""
    ends = np.cumsum(decisions).tolist()
    chunks, start, reached = [], 0, 0
    for end in ends:
        if end - start > MOST_ROWS and reached > start:
            chunks.append((start, reached))
            start = reached
        reached = end
    return [*chunks, (start, reached)]
