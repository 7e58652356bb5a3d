"""How long a decision of ``mcts`` takes in mid-game, by CPU time: python benchmarks/mcts_speed.py

Positions are taken from games between two planners, one per game, in the main phase of turn 30 where there is
a choice. A typed playout is a whole game played on from a leaf, kind of action first.
"""

from __future__ import annotations

import statistics
import time

from longroad.agents import make_agent
from longroad.agents.table import Table
from longroad.catan import Rng, Rules, State

POSITIONS, TURN = 20, 30
BUDGETS = {
    "mcts:sims=10000,leaf=playout,reuse=off": "10,000 typed playouts",
    "mcts:sims=50,leaf=playout,reuse=off": "50 typed playouts",
    "mcts:sims=50,reuse=off": "50 simulations, evaluation at the leaves",
    "mcts:sims=1000,reuse=off": "1,000 simulations, evaluation at the leaves",
    "ntu2016": "the report's player: 50 build-only playouts for each trade",
}


def mid_game(rules: Rules, seed: int) -> State | None:
    """A position of turn 30 with a choice, or None if the game did not get there."""
    state, rng = State(rules, seed=seed), Rng(seed)
    agents = {player: make_agent("planner") for player in range(rules.players)}
    for player, agent in agents.items():
        agent.begin(rules, player, rng)
    table = Table(state, agents)
    while not state.is_over:
        if state.turn >= TURN and state.phase == "main" and len(state.legal_actions()) > 3:
            return state
        actor = state.actor
        event = (
            state.sample_chance(rng)
            if actor is None
            else agents[actor].choose(table.view(actor), state.legal_actions())
        )
        for sighting in table.apply(event):
            sighting.tell()
    return None


def main() -> None:
    rules = Rules(players=2)
    found = [state for seed in range(POSITIONS) if (state := mid_game(rules, seed)) is not None]
    print(f"{len(found)} positions of turn {TURN}, two players, one thread; CPU milliseconds per decision")
    print(f"{'':58} median    max")
    for spec, name in BUDGETS.items():
        times = []
        for state in found:
            agent = make_agent(spec)
            assert state.actor is not None
            agent.begin(rules, state.actor, Rng(1))
            start = time.process_time()
            agent.choose(state.view(), state.legal_actions())
            times.append(1000 * (time.process_time() - start))
        print(f"{name:58} {statistics.median(times):6.1f} {max(times):6.1f}")


if __name__ == "__main__":
    main()
