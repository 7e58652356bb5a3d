"""OpenSpiel's search over information sets plays Catan, with Longroad's native network at its leaves.

    python examples/open_spiel_mcts.py [games] [simulations]

Needs: pip install 'longroad[openspiel]'

Prints how often it wins against OpenSpiel's random bot and against our agent `value`, which looks one move
ahead; seats change from game to game, and every game has a board of its own. On 2026-11-20, in 96 seconds of
one core:

    ISMCTSBot, 50 simulations: wins 50 of 50 games against a random bot
    ISMCTSBot, 50 simulations: wins 5 of 50 games against value

The bot does not cheat: before every simulation the hidden cards are drawn anew (`resample_from_infostate`).
OpenSpiel's MCTSBot takes the same evaluator, but searches with all cards in the open.
"""

import sys

import numpy as np
import pyspiel
from open_spiel.python.algorithms.evaluate_bots import evaluate_bots
from open_spiel.python.algorithms.ismcts import ISMCTSBot, ISMCTSFinalPolicyType

import longroad.adapters.open_spiel  # noqa: F401  # registers the game
from longroad import catan
from longroad.agents import make_agent
from longroad.models.judge_file import networks_of


class Evaluator:
    """What OpenSpiel's searches ask of a position: the expected returns, and a prior over moves."""

    def __init__(self) -> None:
        self.networks = networks_of("network")  # the native network that ships

    def evaluate(self, state: pyspiel.State) -> np.ndarray:
        if state.is_terminal():
            return np.array(state.returns())
        return 2 * np.array(self.networks.win_probabilities_of(state.position)) - 1

    def prior(self, state: pyspiel.State) -> list[tuple[int, float]]:
        actions = state.legal_actions()
        return [(action, 1 / len(actions)) for action in actions]


class LongroadBot(pyspiel.Bot):
    """An agent of Longroad at OpenSpiel's table. It gets the view of its player, not the state."""

    def __init__(self, spec: str, rules: catan.Rules, player: int, seed: int) -> None:
        super().__init__()
        self.agent = make_agent(spec)
        self.agent.begin(rules, player, catan.Rng(seed))

    def restart_at(self, state: pyspiel.State) -> None:
        pass

    def step(self, state: pyspiel.State) -> int:
        position = state.position
        chosen = self.agent.choose(position.view(), position.legal_actions())
        return catan.CODECS["general"].index(position, chosen)


class SearchBot(ISMCTSBot):
    """The bot with a seeded generator of hidden cards, so that games repeat."""

    def __init__(self, game: pyspiel.Game, simulations: int, seed: int) -> None:
        super().__init__(
            game,
            Evaluator(),
            uct_c=0.5,
            max_simulations=simulations,
            random_state=np.random.RandomState(seed),
            final_policy_type=ISMCTSFinalPolicyType.MAX_VISIT_COUNT,
            use_observation_string=True,  # resampled states have no history
        )
        draw = pyspiel.UniformProbabilitySampler(seed, 0.0, 1.0)
        self.set_resampler(lambda state, player: state.resample_from_infostate(player, draw))

    def restart_at(self, state: pyspiel.State) -> None:
        pass


def wins(games: int, simulations: int, against: str) -> int:
    won = 0
    for number in range(games):
        game = pyspiel.load_game(f"longroad_catan(players=2,seed={number})")
        ours = number % 2
        if against == "random":
            other = pyspiel.make_uniform_random_bot(1 - ours, number)
        else:
            other = LongroadBot(against, game.new_initial_state().position.rules, 1 - ours, number)
        bots = [other, other]
        bots[ours] = SearchBot(game, simulations, number)
        won += evaluate_bots(game.new_initial_state(), bots, np.random.RandomState(number))[ours] > 0
    return won


def main(games: int = 50, simulations: int = 50) -> None:
    for against, name in (("random", "a random bot"), ("value", "value")):
        won = wins(games, simulations, against)
        print(f"ISMCTSBot, {simulations} simulations: wins {won} of {games} games against {name}", flush=True)


if __name__ == "__main__":
    main(*map(int, sys.argv[1:3]))
