"""The losses of Gendre & Kaneko (2020), and how workers, league and games go together."""

from __future__ import annotations

import copy
import dataclasses

import numpy as np
import pytest
import torch
from torch import Tensor, nn

from longroad.catan import Rules
from longroad.errors import TrainingError
from longroad.nets.network import Heads, PolicyNetwork
from longroad.train.a2c import trainer as a2c
from longroad.train.a2c.experience import Batch
from longroad.train.a2c.settings import A2cSettings
from longroad.train.a2c.trainer import A2cTrainer, a2c_losses
from longroad.train.run.checkpoint import digest

RULES = Rules.preset("gendre2020", target_points=3)
TINY = A2cSettings(workers=2, games=3, batch=8, training_step=4, refresh=2.0, report_batches=10)
CPU = torch.device("cpu")


class Small(PolicyNetwork):
    """Two linear layers over the bytes."""

    codec = "gendre2020"
    players = 2

    def __init__(self) -> None:
        super().__init__()
        self.policy, self.value = nn.Linear(407, 335), nn.Linear(407, 1)

    def forward(self, observation: Tensor) -> Heads:
        x = observation.float() / 20
        value = self.value(x)
        return Heads(self.policy(x), torch.cat([value, -value], 1))


def trainer(settings: A2cSettings = TINY, seed: int = 1) -> A2cTrainer:
    torch.manual_seed(seed)
    return A2cTrainer(Small(), RULES, settings, device=CPU, seed=seed)


def test_the_gradient_is_the_papers() -> None:
    torch.manual_seed(0)
    network, n = Small(), 4
    rng = np.random.default_rng(0)
    mask = rng.random((n, 335)) < 0.1
    mask[:, 0] = True
    batch = Batch(
        rng.integers(0, 9, (n + 1, 407)).astype(np.uint8),
        mask,
        np.zeros(n, dtype=np.int64),
        np.array([0, 0, 0.8, 0], dtype=np.float32),
        after=np.array([1, 3, 0, 4]),
        over=np.array([False, False, True, False]),
    )
    s = A2cSettings(policy_factor=0.7, value_factor=3.0, entropy_factor=0.2, activity_factor=0.01)
    a2c_losses(network, batch, s, CPU)["loss"].backward()
    found = {name: p.grad.clone() for name, p in network.named_parameters() if p.grad is not None}
    network.zero_grad()

    heads = network(torch.from_numpy(batch.observation))
    values, logits = heads.values[:, 0], heads.logits
    expected = torch.tensor(0.0)
    for i in range(n):
        later = 0.0 if batch.over[i] else values[batch.after[i]].item()
        gain = batch.reward[i] + later - values[i].item()
        legal = logits[i][torch.from_numpy(mask[i])]
        p = legal.softmax(0)
        # a surrogate whose gradient is the sum of the paper's four, the first to be ascended, the others
        # descended
        expected = expected - s.policy_factor * p[0].log() * gain - s.value_factor * values[i] * gain
        expected = (
            expected + s.entropy_factor * (p * p.log()).sum() + s.activity_factor * (logits[i] ** 2).sum()
        )
    (expected / n).backward()
    for name, parameter in network.named_parameters():
        assert parameter.grad is not None
        torch.testing.assert_close(found[name], parameter.grad, rtol=1e-4, atol=1e-6)


def test_rewards_are_the_learners() -> None:
    t = trainer()
    env, seen = t._env, 0
    for _ in range(2000):
        env.step(env.sample())
        ended = np.flatnonzero(env.done)
        if not len(ended):
            continue
        seen += len(ended)
        rewards = t._rewards(ended)
        assert rewards.dtype == np.float32
        for game, reward in zip(ended, rewards, strict=True):
            seat = t._seat[game]
            ahead = int(env.points[game, seat]) - int(env.points[game, 1 - seat])
            won = 0.75 * (1 if env.winner[game] == seat else -1) if env.winner[game] >= 0 else 0
            assert reward == pytest.approx(won + 0.02 * ahead, abs=1e-6)
    assert seen >= 3 and t._ends[0] == seen


def test_a_step_learns_from_so_many_batches_and_moves_the_league() -> None:
    t = trainer()
    first = {name: p.clone() for name, p in t.network.state_dict().items()}
    figures = t.step()
    assert (t.steps, t.batches, t.moves) == (1, t.batches, 8 * t.batches) and t.batches >= 10
    assert figures["learning_rate"] == pytest.approx(3e-3 / (1 + 2e-3 * (t.batches - 1) / 4))
    assert t.league.steps == [8, 0]
    assert all(torch.equal(p, first[name]) for name, p in t.league.networks[1].state_dict().items())
    assert not torch.equal(t.league.networks[0].policy.weight, first["policy.weight"])
    while t.batches < 16:
        t.step()
    assert sorted(t.league.steps)[0] == 8  # the one from the start was the oldest


def test_seats_change_from_game_to_game_and_results_are_counted() -> None:
    t = trainer(A2cSettings(workers=2, games=3, batch=8, report_batches=10, learning_rate=1e-6))
    assert t._seat.tolist() == [0, 1, 0, 1, 0, 1]
    games = won = 0.0
    for _ in range(15):
        figures = t.step()
        games += figures["games"]
        won += figures["games"] * figures.get("win/past", 0.0)
    assert games == t.games_played > 10
    assert 0 < won < games


def test_nothing_is_learnt_from_the_opponents_moves() -> None:
    t = trainer()
    seen = []
    decide = t._experience.decide

    def watched(games: np.ndarray, *rest: np.ndarray) -> None:
        seen.append((t._env.actor[games] == t._seat[games]).all())
        decide(games, *rest)

    t._experience.decide = watched  # type: ignore[method-assign]
    t.step()
    assert seen and all(seen)


def test_opponents_of_the_same_version_are_asked_together(monkeypatch: pytest.MonkeyPatch) -> None:
    settings = A2cSettings(workers=3, games=2, batch=8, training_step=4, refresh=2.0, report_batches=8)
    t = trainer(settings)
    while len(set(t.league.steps)) != 2:  # one has left the beginning, two have not
        t.step()
    seen: list[tuple[object, list[int]]] = []

    def watched(
        network: nn.Module, observation: np.ndarray, mask: np.ndarray, generator: object
    ) -> np.ndarray:
        seen.append((network, [int(row[0]) for row in observation]))
        return mask.argmax(1).astype(np.int32)

    monkeypatch.setattr(a2c, "ask", watched)
    t._env.observation[:, 0] = np.arange(6)  # the game's number
    actions = np.full(6, 7, dtype=np.int32)
    t._ask_opponents(actions, np.array([True, False, True, True, True, True]))
    assert t.league.steps[1] == t.league.steps[2] != t.league.steps[0]
    assert seen == [(t.league.networks[1], [2, 3, 4, 5])]  # half of the first one's games wait: not yet
    assert actions[0] == -1 and actions[1] == 7
    t._ask_opponents(actions, np.full(6, True))
    assert sorted(rows for _, rows in seen[1:]) == [[0, 1], [2, 3, 4, 5]]
    assert seen[1][0] is not seen[2][0] and (actions >= 0).all()


def test_forced_moves_can_be_left_out() -> None:
    t = trainer(A2cSettings(workers=2, games=3, batch=8, forced=False, report_batches=5))
    take, choices = t._experience.take, []

    def watched(worker: int) -> Batch:
        batch = take(worker)
        choices.append(batch.mask.sum(1).min())
        return batch

    t._experience.take = watched  # type: ignore[method-assign]
    t.step()
    assert min(choices) >= 2


@pytest.mark.parametrize("optimizer", ["adam", "sgd", "rmsprop"])
def test_saved_and_loaded_it_goes_on_with_the_same_numbers(optimizer: str) -> None:
    settings = A2cSettings(
        workers=2, games=3, batch=8, training_step=4, refresh=1.0, report_batches=7, optimizer=optimizer
    )
    t, other = trainer(settings), trainer(settings, seed=5)
    for _ in range(3):
        t.step()
    other.load_state_dict(copy.deepcopy(t.state_dict()))
    for _ in range(3):
        assert other.step() == t.step()
    assert digest(other.state_dict()) == digest(t.state_dict())


def test_numbers_that_are_none_are_said() -> None:
    t = trainer()
    with torch.no_grad():
        t.network.policy.weight.fill_(torch.nan)
    with pytest.raises(FloatingPointError, match="the policy is NaN"):
        t.step()


@pytest.mark.parametrize("changes", [{"optimizer": "lamb"}, {"workers": 0}, {"refresh": 0.0}])
def test_settings_that_cannot_be_are_refused(changes: dict[str, object]) -> None:
    with pytest.raises(TrainingError, match=f"setting {next(iter(changes))}="):
        A2cSettings(**changes)  # type: ignore[arg-type]
    with pytest.raises(TrainingError, match="3 players"):
        A2cTrainer(Small(), Rules(players=3), TINY, device=CPU, seed=1)
    with pytest.raises(TrainingError, match="dice_deck=on: no encoding shows"):
        A2cTrainer(Small(), Rules(players=2, dice_deck=True), TINY, device=CPU, seed=1)


def test_a_fixed_opponent_is_never_replaced() -> None:
    torch.manual_seed(2)
    fixed = Small()
    settings = dataclasses.replace(TINY, refresh=0.25)
    learner = A2cTrainer(Small(), RULES, settings, device=CPU, seed=1, fixed=fixed)
    learner.step()
    assert learner.batches > 0
    for opponent in learner.league.networks:
        for name, tensor in opponent.state_dict().items():
            assert (tensor == fixed.state_dict()[name]).all()
