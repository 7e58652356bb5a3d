"""Self-play of 256 games at once through Gymnasium, then one seat against agents.

    python examples/gymnasium_vector.py [steps]

Needs: pip install 'longroad[gymnasium]'

Prints the games and the speed of random self-play, and how a random learner does in a seat:

    self-play: 445 games, 173,322 decisions per second
    a random learner against 'weighted': mean return -0.28 in 50 games
"""

import sys
import time

import gymnasium
import numpy as np

import longroad.adapters.gymnasium  # noqa: F401  # registers the environments


def main(steps: int = 2000) -> None:
    rng = np.random.default_rng(0)
    env = gymnasium.make_vec("Longroad/Catan-v0", num_envs=256, players=2)
    _, info = env.reset(seed=1)
    games, start = 0, time.perf_counter()
    for _ in range(steps):
        mask = info["action_mask"]  # what is legal for info["actor"], game by game
        action = (mask + rng.random(mask.shape, dtype=np.float32)).argmax(axis=1)
        _, reward, terminated, truncated, info = env.step(action)
        games += int((terminated | truncated).sum())
    seconds = time.perf_counter() - start
    print(f"self-play: {games} games, {steps * env.num_envs / seconds:,.0f} decisions per second")

    seat = gymnasium.make("Longroad/CatanSeat-v0", players=2, opponents="weighted")
    returns = []
    for game in range(50):
        _, info = seat.reset(seed=game)
        over = False
        while not over:
            action = rng.choice(np.flatnonzero(info["action_mask"]))
            _, reward, terminated, truncated, info = seat.step(action)
            over = terminated or truncated
        returns.append(reward)
    print(f"a random learner against 'weighted': mean return {np.mean(returns):+.2f} in {len(returns)} games")


if __name__ == "__main__":
    main(*map(int, sys.argv[1:2]))
