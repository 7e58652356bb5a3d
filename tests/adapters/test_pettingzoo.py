"""The PettingZoo environment: PettingZoo's own suite, and what it does not ask."""

from __future__ import annotations

import importlib
import pickle
import sys
from typing import Any

import numpy as np
import pytest

pytest.importorskip("pettingzoo", reason="needs the extra: pip install 'longroad[pettingzoo]'")

from pettingzoo.test import api_test, seed_test

from longroad import catan
from longroad.adapters import pettingzoo as catan_v0
from longroad.errors import IllegalActionError, MissingExtraError, RulesError

# PettingZoo warns of dict observations in all environments but its own; any other warning is an error.
only_warns_of_dicts = [
    pytest.mark.filterwarnings("error"),
    pytest.mark.filterwarnings("ignore:Observation is not a NumPy array"),
    pytest.mark.filterwarnings("ignore:Observation space for each agent probably should be"),
]


def play(env: Any, seed: int | None = None, *, moves: int = 10**9) -> dict[str, float]:
    """Plays random legal moves; the last rewards of all agents whose game ended."""
    rng = np.random.default_rng(0)
    env.reset(seed=seed)
    rewards = {}
    for agent in env.agent_iter(moves):
        observation, reward, terminated, truncated, _ = env.last()
        if terminated or truncated:
            rewards[agent] = reward
            env.step(None)
        else:
            env.step(rng.choice(np.flatnonzero(observation["action_mask"])))
    return rewards


class TestPettingZooSuite:
    pytestmark = only_warns_of_dicts

    @pytest.mark.parametrize("offers", [0, 2])
    @pytest.mark.parametrize("players", [2, 3, 4])
    def test_api(self, players: int, offers: int) -> None:
        options = {"players": players, "offers_per_turn": offers}
        api_test(catan_v0.env(**options), num_cycles=300)
        api_test(catan_v0.env(**options, target_points=3), num_cycles=3000)  # to the end of the game
        api_test(catan_v0.raw_env(**options), num_cycles=300)

    @pytest.mark.parametrize("offers", [0, 2])
    @pytest.mark.parametrize("players", [2, 3, 4])
    def test_seeds(self, players: int, offers: int) -> None:
        seed_test(lambda: catan_v0.env(players=players, offers_per_turn=offers), num_cycles=300)


class TestSeeds:
    def test_the_board_is_the_one_the_seed_draws(self) -> None:
        env = catan_v0.raw_env(players=3)
        env.reset(seed=11)
        assert env.game.state.board == catan.State(env.rules, seed=11).board

    def test_a_seed_fixes_the_games_that_follow(self) -> None:
        boards = []
        for _ in range(2):
            env = catan_v0.raw_env(players=2)
            env.reset(seed=5)
            for _ in range(3):
                boards.append(str(env.game.state.board))
                env.reset()
        assert boards[:3] == boards[3:]
        assert len(set(boards)) == 3

    def test_without_a_seed_games_differ(self) -> None:
        first, second = catan_v0.raw_env(), catan_v0.raw_env()
        first.reset()
        second.reset()
        assert first.game.state.board != second.game.state.board


class TestObservations:
    def test_they_are_the_general_encoding_and_codec(self) -> None:
        env = catan_v0.raw_env(players=4, offers_per_turn=1)
        play(env, 3, moves=400)
        state, codec, encoding = env.game.state, catan.CODECS["general"], catan.ENCODINGS["general"]
        for seat, agent in enumerate(env.agents):
            seen = env.observe(agent)
            np.testing.assert_array_equal(seen["observation"], encoding.encode(state.view(seat)))
            expected = codec.mask(state) if agent == env.agent_selection else np.zeros(codec.size)
            np.testing.assert_array_equal(seen["action_mask"], expected)
            assert seen in env.observation_space(agent)

    def test_they_are_the_callers(self) -> None:
        env = catan_v0.raw_env(players=2)
        env.reset(seed=1)
        env.observe("player_0")["action_mask"][:] = 0
        assert env.observe("player_0")["action_mask"].sum() == 54


class TestTheEnd:
    @pytest.mark.parametrize("players", [2, 3, 4])
    def test_rewards_are_the_returns(self, players: int) -> None:
        env = catan_v0.env(players=players, target_points=5)
        rewards = play(env, 1)
        state = env.unwrapped.game.state
        assert state.winner is not None
        assert list(rewards.values()) == state.returns()
        assert rewards[f"player_{state.winner}"] == 1
        assert env.agents == []

    def test_a_won_game_terminates(self) -> None:
        env = catan_v0.raw_env(players=2, target_points=3)
        env.reset(seed=1)
        while not env.game.state.is_over:
            env.step(np.flatnonzero(env.observe(env.agent_selection)["action_mask"])[-1])
        assert all(env.terminations.values())
        assert not any(env.truncations.values())

    def test_the_turn_cap_truncates(self) -> None:
        env = catan_v0.raw_env(players=2, turn_cap=3)
        env.reset(seed=1)
        while not env.game.state.is_over:
            env.step(int(env.observe(env.agent_selection)["action_mask"].argmax()))
        assert all(env.truncations.values())
        assert not any(env.terminations.values())
        assert set(env.rewards.values()) == {0.0}


class TestIllegalMoves:
    def test_raw_env_raises_and_stays(self) -> None:
        env = catan_v0.raw_env(players=2)
        env.reset(seed=1)
        before = env.game.state.copy()
        with pytest.raises(IllegalActionError, match="roll"):
            env.step(0)
        with pytest.raises(ValueError, match="player_0 has to decide"):
            env.step(None)
        assert env.game.state.same_position(before)

    def test_env_ends_the_game(self) -> None:
        env = catan_v0.env(players=2)
        env.reset(seed=1)
        env.step(0)
        assert all(env.terminations.values())
        assert env.rewards == {"player_0": -1.0, "player_1": 0}


class TestOptions:
    def test_rules_and_options(self) -> None:
        assert catan_v0.raw_env().rules == catan.Rules(offers_per_turn=0)
        assert catan_v0.raw_env(rules=catan.Rules(players=3), bank=50).rules == catan.Rules(
            players=3, bank=50
        )
        with pytest.raises(RulesError, match="no option 'colour'"):
            catan_v0.env(colour="red")
        with pytest.raises(ValueError, match="must be one of svg, ansi"):
            catan_v0.env(render_mode="human")

    @pytest.mark.parametrize(("mode", "start"), [("svg", "<svg"), ("ansi", "")])
    def test_render(self, mode: str, start: str) -> None:
        pytest.importorskip("longroad.catan.drawing")
        env = catan_v0.env(players=3, render_mode=mode)
        play(env, 1, moves=100)
        drawing = env.render()
        assert len(drawing) > 500
        assert drawing.startswith(start)

    def test_render_without_a_mode_warns(self) -> None:
        env = catan_v0.raw_env()
        env.reset()
        with pytest.warns(UserWarning, match="render mode"):
            assert env.render() is None

    def test_a_game_can_be_pickled(self) -> None:
        env = catan_v0.raw_env(players=2)
        play(env, 1, moves=100)
        twin = pickle.loads(pickle.dumps(env))
        for _ in range(50):
            move = int(env.observe(env.agent_selection)["action_mask"].argmax())
            env.step(move)
            twin.step(move)
        assert env.game.state.same_position(twin.game.state)


def test_without_pettingzoo_the_extra_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "pettingzoo", None)
    monkeypatch.delitem(sys.modules, "longroad.adapters.pettingzoo")
    with pytest.raises(MissingExtraError, match=r"longroad\[pettingzoo\]"):
        importlib.import_module("longroad.adapters.pettingzoo")
