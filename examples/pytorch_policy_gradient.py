"""PyTorch without our trainer: an actor-critic in a plain loop over `VectorEnv`.

    python examples/pytorch_policy_gradient.py [updates] [games]

Needs: pip install 'longroad[train]'

Prints the win rate against `weighted`, which builds whenever it can, while a small perceptron learns to beat
it. Games are short (six points), so that a processor is enough. On 2026-11-20, in 50 seconds of one core:

    update 0: wins 29% of 500 games against weighted
    update 60: wins 94% of 500 games against weighted
"""

import sys

import numpy as np
import torch
from torch import nn

from longroad import catan

RULES = catan.Rules(players=2, target_points=6, offers_per_turn=0)
GAMES, STEPS, DISCOUNT, TRACE = 128, 64, 0.995, 0.95


class Network(nn.Module):
    """Policy logits, illegal moves at minus infinity, and the expected return."""

    def __init__(self) -> None:
        super().__init__()
        self.body = nn.Sequential(nn.Linear(407, 256), nn.ReLU(), nn.Linear(256, 256), nn.ReLU())
        self.policy, self.value = nn.Linear(256, 523), nn.Linear(256, 1)

    def forward(self, observation: torch.Tensor, mask: torch.Tensor) -> tuple[torch.Tensor, torch.Tensor]:
        hidden = self.body(observation / 8)
        return self.policy(hidden).masked_fill(~mask, -1e9), self.value(hidden)[:, 0]


def games_against(opponent: str, games: int, seed: int) -> catan.VectorEnv:
    """We sit first in every second game; the opponent's decisions and those without a choice are skipped."""
    seats = {game: (None, opponent) if game % 2 else (opponent, None) for game in range(games)}
    return catan.VectorEnv(RULES, games=games, seed=seed, opponents=seats, skip_forced=True)


def seen(env: catan.VectorEnv) -> tuple[torch.Tensor, torch.Tensor]:
    """Copies: the next step overwrites the arrays of the environment."""
    return torch.tensor(env.observation, dtype=torch.float32), torch.tensor(env.mask)


def win_rate(network: Network, games: int) -> float:
    """The first game of each row; taking the first that *end* would favour short games."""
    env = games_against("weighted", games, seed=2)
    ours = np.arange(games) % 2 == 0  # the seat of the network: p1 in even games
    won, running = np.zeros(games, bool), np.ones(games, bool)
    while running.any():
        with torch.no_grad():
            logits, _ = network(*seen(env))
        env.step(np.where(running, logits.argmax(1).numpy(), -1))
        won |= running & env.done & (env.winner == ours)
        running &= ~env.done
    return float(won.mean())


def main(updates: int = 60, games: int = 500) -> None:
    torch.manual_seed(1)
    network = Network()
    optimizer = torch.optim.Adam(network.parameters(), 1e-3)
    env = games_against("weighted", GAMES, seed=1)
    seat = np.arange(GAMES) % 2 == 0
    print(f"update 0: wins {win_rate(network, games):.0%} of {games} games against weighted", flush=True)
    for update in range(1, updates + 1):
        rows = []
        for _ in range(STEPS):  # play
            observation, mask = seen(env)
            with torch.no_grad():
                logits, value = network(observation, mask)
            action = torch.distributions.Categorical(logits=logits).sample()
            env.step(action.numpy())
            reward = torch.tensor(env.rewards[np.arange(GAMES), seat.astype(int)])
            rows.append((observation, mask, action, value, reward, torch.tensor(env.done)))
        with torch.no_grad():
            after = network(*seen(env))[1]
        advantage, advantages = torch.zeros(GAMES), []
        for _, _, _, value, reward, done in reversed(rows):  # generalized advantage estimation
            surprise = reward + DISCOUNT * after * ~done - value
            advantage = surprise + DISCOUNT * TRACE * advantage * ~done
            advantages.append(advantage)
            after = value
        advantage = torch.cat(advantages[::-1])
        observation, mask, action, value = (torch.cat([row[k] for row in rows]) for k in range(4))
        target, scaled = advantage + value, (advantage - advantage.mean()) / advantage.std()
        for batch in torch.randperm(len(action)).split(1024):  # learn
            logits, value = network(observation[batch], mask[batch])
            policy = torch.distributions.Categorical(logits=logits)
            gain = (policy.log_prob(action[batch]) * scaled[batch]).mean() + 0.01 * policy.entropy().mean()
            loss = nn.functional.mse_loss(value, target[batch]) - gain
            optimizer.zero_grad()
            loss.backward()
            nn.utils.clip_grad_norm_(network.parameters(), 0.5)
            optimizer.step()
        if update % 20 == 0 or update == updates:
            rate = win_rate(network, games)
            print(f"update {update}: wins {rate:.0%} of {games} games against weighted", flush=True)


if __name__ == "__main__":
    main(*map(int, sys.argv[1:3]))
