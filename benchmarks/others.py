"""What benchmarks/page.py measures beside benchmarks/peers.py: players, searches and other games.

Each figure is taken by process CPU time on one core, in one process, ours and the peer's one after the other.
OpenSpiel's games are other games: backgammon is nearest to Catan (dice, some hundred moves per game), Leduc
poker is tiny. They say what is usual for a game engine in C++, not who is better.
"""

from __future__ import annotations

import random
import time
from collections.abc import Callable

import pyspiel
from peers import Effort, Played, Sample

from longroad.agents import make_agent
from longroad.arena import play_match
from longroad.catan import Rng, Rules, State

#: Simulations of a tree search per decision, and decisions that are measured at least.
SIMULATIONS = 100
GAMES = ("backgammon", "leduc_poker")


def others(effort: Effort, seed: int) -> Sample:
    """Everything here once."""
    sample: Sample = {}
    for players in (2, 4):
        sample |= one_move_ahead(players, effort, seed)
    for name in GAMES:
        sample |= native_games(name, effort.own_seconds, seed).sample(f"open_spiel.{name}")
    sample |= from_python(effort.own_seconds, seed)
    return sample | tree_searches(effort.own_seconds, seed)


def repeated(seconds: float, once: Callable[[int], int]) -> Played:
    """``once`` plays a game by its number and says how many moves it had; as often as the time allows."""
    games = moves = 0
    start = time.process_time()
    while (spent := time.process_time() - start) < seconds or not games:
        moves += once(games)
        games += 1
    return Played(games, moves, spent)


# -- Players that look one move ahead


def one_move_ahead(players: int, effort: Effort, seed: int) -> Sample:
    """catanatron's VictoryPointPlayer beside our ``value``: both try every move and take the best position
    after it. Theirs compares points; ours evaluates what the position is worth, and chooses among its
    set-ups, too."""
    from catanatron.game import Game
    from catanatron.models.player import Color
    from catanatron.players.search import VictoryPointPlayer

    colors = list(Color)[:players]
    rules = Rules.preset("catanatron", players=players)

    def theirs(number: int) -> int:
        game = Game([VictoryPointPlayer(color) for color in colors], seed=1 + seed + number)
        game.play()
        return len(game.state.actions)

    def ours(number: int) -> int:
        result = play_match(["value"] * players, games=20 * players, seed=seed + number, rules=rules)
        return int(result.decisions.sum())

    peer, own = repeated(effort.peer_seconds, theirs), repeated(effort.own_seconds, ours)
    return {
        f"catanatron.ahead_{players}p.actions_per_s": peer.actions_per_s,
        f"longroad.ahead_{players}p.actions_per_s": own.actions_per_s,
        f"ratios.ahead_{players}p": own.actions_per_s / peer.actions_per_s,
    }


# -- OpenSpiel


def native_games(name: str, seconds: float, seed: int) -> Played:
    """Games of OpenSpiel's random players, played inside its C++ (``pyspiel.evaluate_bots``). Counted are the
    moves of players, as for Catan."""
    game = pyspiel.load_game(name)

    def once(number: int) -> int:
        bots = [pyspiel.make_uniform_random_bot(p, seed + 2 * number + p) for p in range(game.num_players())]
        state = game.new_initial_state()
        pyspiel.evaluate_bots(state, bots, seed + number)
        return sum(event.player >= 0 for event in state.full_history())

    return repeated(seconds, once)


def from_python(seconds: float, seed: int) -> Sample:
    """Random games played from Python, a call per question: what a bot author's loop costs."""
    game = pyspiel.load_game("backgammon")

    def theirs(number: int) -> int:
        rng, state, moves = random.Random(seed + number), game.new_initial_state(), 0
        while not state.is_terminal():
            if state.is_chance_node():
                outcomes, chances = zip(*state.chance_outcomes(), strict=True)
                state.apply_action(rng.choices(outcomes, chances)[0])
            else:
                state.apply_action(rng.choice(state.legal_actions()))
                moves += 1
        return moves

    rules = Rules.preset("catanatron", players=2)

    def ours(number: int) -> int:
        rng, chance, moves = random.Random(seed + number), Rng(seed + number), 0
        state = State(rules, seed=seed + number)
        while not state.is_over:
            if state.is_chance:
                state.apply(state.sample_chance(chance))
            else:
                state.apply(rng.choice(state.legal_actions()))
                moves += 1
        return moves

    peer, own = repeated(seconds, theirs), repeated(seconds, ours)
    return {
        "open_spiel.python.actions_per_s": peer.actions_per_s,
        "longroad.python.actions_per_s": own.actions_per_s,
        "ratios.python": own.actions_per_s / peer.actions_per_s,
    }


def tree_searches(seconds: float, seed: int) -> Sample:
    """Simulations per second of a tree search whose leaves are random games to the end: OpenSpiel's MCTSBot
    in backgammon, our ``mcts`` in Catan for two."""
    game = pyspiel.load_game("backgammon")
    rollouts = pyspiel.RandomRolloutEvaluator(1, seed)
    bot = pyspiel.MCTSBot(
        game, rollouts, 1.4, SIMULATIONS, 500, False, seed, False, pyspiel.ChildSelectionPolicy.UCT
    )

    def theirs(number: int) -> int:
        rng, state = random.Random(seed + number), game.new_initial_state()
        for _ in range(40):
            actions = state.legal_actions()
            state.apply_action(rng.choice(actions))
        while state.is_chance_node():
            state.apply_action(state.legal_actions()[0])
        if state.is_terminal():
            return 0
        bot.step(state)
        return SIMULATIONS

    rules = Rules.preset("catanatron", players=2)
    agent = make_agent(f"mcts:sims={SIMULATIONS},leaf=playout,trades=off")

    def ours(number: int) -> int:
        rng = Rng(seed + number)
        state = State(rules, seed=seed + number)
        while not state.is_over and (state.turn < 10 or len(state.legal_actions()) < 2):
            state.apply(state.sample_chance(rng) if state.is_chance else state.sample_action(rng))
        if state.is_over or state.actor is None:
            return 0
        agent.begin(rules, state.actor, rng)
        agent.choose(state.view(), state.legal_actions())
        return SIMULATIONS

    peer, own = repeated(seconds, theirs), repeated(seconds, ours)
    return {
        "open_spiel.search.simulations_per_s": peer.actions_per_s,
        "longroad.search.simulations_per_s": own.actions_per_s,
        "ratios.search": own.actions_per_s / peer.actions_per_s,
    }
