"""Random players around PettingZoo's environment for three.

    python examples/pettingzoo_random.py [games]

Needs: pip install 'longroad[pettingzoo]'

Prints games, steps and speed, and how many games each player won:

    20 games, 17476 steps, 7,451 steps per second; wins: {'player_0': 5, 'player_1': 8, 'player_2': 7}
"""

import sys
import time

import numpy as np

from longroad.adapters import pettingzoo as catan_v0


def main(games: int = 20) -> None:
    rng = np.random.default_rng(0)
    env = catan_v0.env(players=3)
    wins = dict.fromkeys(env.possible_agents, 0)
    steps, start = 0, time.perf_counter()
    for game in range(games):
        env.reset(seed=game)
        for agent in env.agent_iter():
            observation, reward, terminated, truncated, _ = env.last()
            if terminated or truncated:
                wins[agent] += reward == 1
                env.step(None)
                continue
            env.step(rng.choice(np.flatnonzero(observation["action_mask"])))
            steps += 1
    seconds = time.perf_counter() - start
    print(f"{games} games, {steps} steps, {steps / seconds:,.0f} steps per second; wins: {wins}")


if __name__ == "__main__":
    main(*map(int, sys.argv[1:2]))
