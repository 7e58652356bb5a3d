"""A random game in OpenSpiel, move by move.

    python examples/open_spiel_random.py [seed]

Needs: pip install 'longroad[openspiel]'

Prints every move and outcome of chance, the final position, and the returns:

        p0  settle n8
    returns: [-0.5, -0.5, 1.0]
"""

import random
import sys

import pyspiel

import longroad.adapters.open_spiel  # noqa: F401  # registers the game


def main(seed: int = 1) -> None:
    rng = random.Random(seed)
    game = pyspiel.load_game(f"longroad_catan(players=3,target_points=5,seed={seed})")
    state = game.new_initial_state()
    while not state.is_terminal():
        player = state.current_player()
        if state.is_chance_node():
            outcomes, probabilities = zip(*state.chance_outcomes(), strict=True)
            action = rng.choices(outcomes, probabilities)[0]
        else:
            action = rng.choice(state.legal_actions())
        name = "chance" if state.is_chance_node() else f"p{player}"
        print(f"{name:>6}  {state.action_to_string(player, action)}")
        state.apply_action(action)
    print(state, f"returns: {state.returns()}", sep="\n")


if __name__ == "__main__":
    main(*map(int, sys.argv[1:2]))
