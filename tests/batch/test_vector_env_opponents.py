"""Native players inside a vector environment: the games are those that agents and caller play move by
move."""

from __future__ import annotations

import numpy as np
import pytest

from batch.tables import ARRAYS, arrays, drawn, make, same, states
from interrupting import interrupted
from longroad.agents import Table, make_agent
from longroad.catan import CODECS, Board, Rng, Rules, State, VectorEnv
from longroad.errors import AgentSpecError, SeatingError

SEED = 5
GOLDEN = 0x9E3779B97F4A7C15
TRADING = Rules(players=3, offers_per_turn=2, turn_cap=40)


class Replay:
    """One game of an environment played in Python: agents told and shown by a Table, chance and draws from
    the game's streams."""

    def __init__(self, rules: Rules, place: int, episode: int, seats: tuple[str | None, ...]) -> None:
        own = (SEED + episode * GOLDEN) % 2**64
        self.chance = Rng.stream(own, place)
        self.state = State(rules, board=Board(rules.board_source.draw(self.chance)))
        agents = {seat: make_agent(spec) for seat, spec in enumerate(seats) if spec is not None}
        for seat, agent in agents.items():
            agent.begin(rules, seat, Rng.stream(own ^ 0x5851F42D4C957F2D, 4 * place + seat))
        self.table = Table(self.state, agents)
        self.run_on()

    def step(self, codec: str, index: int) -> None:
        for action in CODECS[codec].expand(self.state, index, self.chance):
            self._happen(action)
        self.run_on()

    def run_on(self) -> None:
        """To the caller's next decision or the end."""
        state, agents = self.state, self.table.agents
        while not state.is_over and (state.is_chance or state.actor in agents):
            if state.is_chance:
                self._happen(state.sample_chance(self.chance))
            else:
                self._happen(agents[state.actor].choose(self.table.view(state.actor), state.legal_actions()))

    def _happen(self, event: object) -> None:
        self.table.apply(event)  # type: ignore[arg-type]


def check_against_replays(env: VectorEnv, seating: dict[int, tuple[str | None, ...]], steps: int) -> int:
    """Random play of the caller; returns how many games ended."""
    games = {place: Replay(env.rules, place, 0, seats) for place, seats in seating.items()}
    episodes = dict.fromkeys(seating, 0)
    generator = np.random.default_rng(1)
    for _ in range(steps):
        chosen = drawn(env, generator)
        env.step(chosen)
        for place, seats in seating.items():
            games[place].step(env.space, int(chosen[place]))
            end = games[place].state
            assert env.done[place] == end.is_over
            if end.is_over:
                assert np.allclose(env.rewards[place], end.returns())
                assert env.winner[place] == (-1 if end.winner is None else end.winner)
                assert env.points[place].tolist() == [end.points(p) for p in range(env.rules.players)]
                assert env.turns[place] == end.turn
                episodes[place] += 1
                games[place] = Replay(env.rules, place, episodes[place], seats)
            assert env._env.state_of(place).same_position(games[place].state)
            assert seats[env.actor[place]] is None
    return sum(episodes.values())


def test_two_players_by_the_codec_of_a_paper() -> None:
    seating = {1: (None, "planner"), 2: ("value", None), 4: ("mcts:sims=15", None)}
    env = make("gendre2020 in bytes", games=5, opponents=seating, threads=2)
    assert check_against_replays(env, seating, 130) > 0


def test_three_players_who_trade_and_count_cards() -> None:
    seating = {
        0: ("planner", None, "mcts:sims=15"),
        1: (None, None, "value"),
        3: ("expectimax:depth=1", "planner", None),
    }
    env = VectorEnv(TRADING, games=4, seed=SEED, opponents=seating)
    assert check_against_replays(env, seating, 120) > 0


def test_the_seats_of_agents_that_draw() -> None:
    seating = {0: ("random", None), 1: (None, "weighted"), 2: ("random:by=kind", None)}
    env = make("2 players", games=4, opponents=seating)
    ended = np.zeros(4, dtype=int)
    for _ in range(900):
        assert env.actor[:3].tolist() == [1, 0, 1]
        env.step(env.sample())
        ended += env.done
    assert (ended > 0).all()


def test_results_do_not_depend_on_threads_and_other_games_stay_as_they_are() -> None:
    seating = {game: (None, "value") if game % 2 else ("planner", None) for game in range(3, 9)}
    plain = make("2 players", games=100)
    envs = [make("2 players", games=100, opponents=seating, threads=threads) for threads in (1, 2, 3)]
    others = np.array([game not in seating for game in range(100)])
    for step in range(160):
        samples = [env.sample() for env in envs]
        assert all((sample == samples[0]).all() for sample in samples)
        chosen = np.where(np.arange(100) % 2 < (step % 10 == 5), -1, samples[0])
        for env in envs:
            env.step(chosen)
        plain.step(np.where(others, chosen, -1))
        first = arrays(envs[0])
        assert all(same(first, arrays(env)) for env in envs[1:])
        assert all((first[name][others] == getattr(plain, name)[others]).all() for name in ARRAYS)
    start = arrays(make("2 players", games=100, opponents=seating))
    envs[2].reset()
    assert same(arrays(envs[2]), start)


def test_an_illegal_index_moves_no_native_player() -> None:
    env = make("2 players", games=3, opponents={1: (None, "planner")})
    for _ in range(30):
        env.step(env.sample())
    before, stood = arrays(env), [state.board_text for state in states(env)]
    bad = env.sample().copy()
    bad[2] = int(np.flatnonzero(~env.mask[2])[0])
    with pytest.raises(ValueError, match="game 2"):
        env.step(bad)
    assert same(arrays(env), before) and [state.board_text for state in states(env)] == stood


def test_native_agents_themselves_can_be_seated() -> None:
    native = make_agent("planner").native
    by_name = make("2 players", games=2, opponents={0: (None, "planner")})
    by_agent = make("2 players", games=2, opponents={0: [None, native], 1: (None, None)})
    for _ in range(60):
        chosen = by_name.sample()
        by_name.step(chosen)
        by_agent.step(chosen)
        assert same(arrays(by_name), arrays(by_agent))


@pytest.mark.parametrize(
    ("seating", "error", "message"),
    [
        ({1: ("planner", "value")}, SeatingError, "game 1: nobody is left to decide; one seat must be None"),
        ({0: (None, "planner", "value")}, SeatingError, "game 0: 2 seats needed"),
        ({0: (None,)}, SeatingError, "game 0: 2 seats needed"),
        ({0: "planner"}, SeatingError, "game 0: 2 seats needed"),
        ({3: (None, "planner")}, SeatingError, "game 3: there are games 0 to 2"),
        ({-1: (None, "planner")}, SeatingError, "game -1: there are games 0 to 2"),
        ({0: (None, "planer")}, AgentSpecError, "no native agent 'planer'; did you mean 'planner'"),
        ({0: (None, "python:batch.tables.FirstOfAll")}, AgentSpecError, "no native agent 'python'"),
        ({0: (None, 7)}, SeatingError, "game 0: 7 is not a spec"),
    ],
)  # fmt: skip
def test_who_cannot_be_seated(seating: object, error: type[Exception], message: str) -> None:
    with pytest.raises(error, match=message):
        make("2 players", games=3, opponents=seating)


LONG_STEP = """
from longroad.catan import Rules, VectorEnv
env = VectorEnv(Rules(players=2), games=2, threads=2, opponents={1: (None, "mcts:sims=1000000000")})
env.step(env.sample())
try:
    print("begun", flush=True)
    env.step(env.sample())
except KeyboardInterrupt:
    print("interrupted")
try:
    env.step([-1, -1])
except RuntimeError as error:
    print(error)
env.reset()
env.step([-1, -1])
print(env.actor)
"""


def test_an_interrupt_ends_a_step_and_a_reset_helps() -> None:
    told = "an interrupt ended the last step halfway: reset() the environment"
    assert interrupted(LONG_STEP) == f"interrupted\n{told}\n[0 0]\n"
