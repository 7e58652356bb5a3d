"""RLlib's PPO with several agents, around PettingZoo's environment: a learner against a player at random.

    python examples/rllib_pettingzoo.py [iterations] [batch] [games]

Needs: pip install 'longroad[pettingzoo,train]' 'ray[rllib]'

Prints how often the learner wins short games (four points, three of them from the start) against random
moves, before and after:

    0 iterations: wins 46% of 200 games against random moves

It shows how the parts fit together, not how to learn fast: a run of 60,000 steps in one process (2026-11-20,
games from two settlements) ended at 50%, no significant difference. More runners play more games.

The observations are dictionaries with the mask inside, so the network is a module of our own that reads both.
For self-play let `policy_mapping_fn` send all seats to the learner.
"""

import logging
import os
import sys

os.environ.setdefault("RAY_DEDUP_LOGS", "0")

import numpy as np
import ray
import torch
from ray.rllib.algorithms.ppo import PPOConfig
from ray.rllib.core.columns import Columns
from ray.rllib.core.rl_module import MultiRLModuleSpec, RLModuleSpec
from ray.rllib.core.rl_module.apis import ValueFunctionAPI
from ray.rllib.core.rl_module.torch import TorchRLModule
from ray.rllib.env.wrappers.pettingzoo_env import PettingZooEnv
from ray.tune.registry import register_env
from torch import nn

from longroad.adapters import pettingzoo as catan_v0

SEATS = {"player_0": "learner", "player_1": "random"}
#: Short games: three settlements to begin with, one more point wins.
RULES = {"players": 2, "starting_settlements": 3, "target_points": 4}


class Masked(TorchRLModule, ValueFunctionAPI):
    """A perceptron that gives illegal moves no probability."""

    def setup(self) -> None:
        self.body = nn.Sequential(nn.Linear(407, 256), nn.ReLU(), nn.Linear(256, 256), nn.ReLU())
        self.policy, self.value = nn.Linear(256, self.action_space.n), nn.Linear(256, 1)

    def _forward(self, batch: dict, **_) -> dict:
        seen, hidden = batch[Columns.OBS], self.hidden(batch)
        return {
            Columns.ACTION_DIST_INPUTS: self.policy(hidden).masked_fill(seen["action_mask"] == 0, -1e9),
            Columns.EMBEDDINGS: hidden,
        }

    def compute_values(self, batch: dict, embeddings: torch.Tensor | None = None) -> torch.Tensor:
        return self.value(self.hidden(batch) if embeddings is None else embeddings)[..., 0]

    def hidden(self, batch: dict) -> torch.Tensor:
        return self.body(batch[Columns.OBS]["observation"].float() / 8)


class AtRandom(Masked):
    """Every legal move alike; it has nothing to learn."""

    def _forward(self, batch: dict, **_) -> dict:
        legal = batch[Columns.OBS]["action_mask"].float()
        return {Columns.ACTION_DIST_INPUTS: (legal - 1) * 1e9}


def make_env(_: dict) -> PettingZooEnv:
    return PettingZooEnv(catan_v0.raw_env(**RULES))  # without wrappers: faster


def win_rate(module: Masked, games: int) -> float:
    env, rng, wins = catan_v0.raw_env(**RULES), np.random.default_rng(0), 0
    for game in range(games):
        env.reset(seed=game)
        for agent in env.agent_iter():
            seen, reward, terminated, truncated, _ = env.last()
            if terminated or truncated:
                wins += agent == "player_0" and reward == 1
                env.step(None)
            elif SEATS[agent] == "learner":
                batch = {key: torch.as_tensor(value)[None] for key, value in seen.items()}
                with torch.no_grad():
                    out = module.forward_inference({Columns.OBS: batch})
                policy = torch.distributions.Categorical(logits=out[Columns.ACTION_DIST_INPUTS])
                env.step(int(policy.sample()))
            else:
                env.step(rng.choice(np.flatnonzero(seen["action_mask"])))
    return wins / games


def main(iterations: int = 30, batch: int = 4000, games: int = 200) -> None:
    torch.manual_seed(1)
    ray.init(num_cpus=1, include_dashboard=False, logging_level=logging.ERROR, log_to_driver=False)
    register_env("catan", make_env)
    modules = {"learner": RLModuleSpec(Masked), "random": RLModuleSpec(AtRandom)}
    config = (
        PPOConfig()
        .environment("catan", disable_env_checking=True)  # its check makes moves at random, legal or not
        .env_runners(
            num_env_runners=0, num_envs_per_env_runner=8
        )  # in this process; more runners, more processes
        .multi_agent(
            policies=set(modules),
            policy_mapping_fn=lambda agent, *_, **__: SEATS[agent],
            policies_to_train=["learner"],
        )
        .rl_module(rl_module_spec=MultiRLModuleSpec(rl_module_specs=modules))
        .training(
            lr=1e-3,
            gamma=0.99,
            lambda_=0.95,
            entropy_coeff=0.01,
            train_batch_size=batch,
            minibatch_size=min(256, batch),
            num_epochs=6,
        )
        .debugging(seed=1, log_level="ERROR")
    )
    algorithm = config.build_algo()
    for done in range(iterations + 1):
        if done:
            algorithm.train()
        if done in (0, iterations):
            rate = win_rate(algorithm.get_module("learner"), games)
            print(f"{done} iterations: wins {rate:.0%} of {games} games against random moves", flush=True)
    algorithm.stop()
    ray.shutdown()


if __name__ == "__main__":
    main(*map(int, sys.argv[1:4]))
