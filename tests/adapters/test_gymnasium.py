"""The Gymnasium environments: self-play of many games, and one seat against agents."""

from __future__ import annotations

import importlib
import sys
from typing import Any

import numpy as np
import pytest

pytest.importorskip("gymnasium", "1.1", reason="needs the extra: pip install 'longroad[gymnasium]'")

import gymnasium as gym
from gymnasium.utils.env_checker import check_env
from gymnasium.vector import AutoresetMode
from gymnasium.wrappers.vector import DictInfoToList, RecordEpisodeStatistics

from longroad import catan
from longroad.adapters.gymnasium import CatanSeatEnv, CatanVectorEnv
from longroad.errors import AgentSpecError, IllegalActionError, MissingExtraError


def legal(mask: np.ndarray, rng: np.random.Generator) -> np.ndarray:
    """A random legal index per row."""
    return (mask + rng.random(mask.shape)).argmax(axis=-1)


def steps(env: CatanVectorEnv, count: int, seed: int = 1) -> list[tuple[Any, ...]]:
    """The results of random steps."""
    rng = np.random.default_rng(seed)
    _, info = env.reset(seed=seed)
    results = []
    for _ in range(count):
        results.append(env.step(legal(info["action_mask"], rng)))
        info = results[-1][-1]
    return results


class TestVector:
    @pytest.mark.parametrize("players", [2, 3, 4])
    def test_make_vec(self, players: int) -> None:
        env = gym.make_vec("Longroad/Catan-v0", num_envs=8, players=players)
        assert isinstance(env.unwrapped, CatanVectorEnv)
        assert env.metadata["autoreset_mode"] is AutoresetMode.SAME_STEP
        observation, info = env.reset(seed=1)
        assert observation in env.observation_space
        assert env.action_space.shape == (8,)
        observation, reward, terminated, truncated, info = env.step(info["action_mask"].argmax(axis=1))
        assert observation in env.observation_space
        assert reward.shape == terminated.shape == truncated.shape == info["actor"].shape == (8,)
        assert info["action_mask"].shape == (8, env.single_action_space.n)
        assert info["rewards"].shape == (8, players)
        env.close()

    def test_make_vec_by_module(self) -> None:
        env = gym.make_vec("longroad.adapters.gymnasium:Longroad/Catan-v0", num_envs=2)
        assert env.unwrapped.rules == catan.Rules(offers_per_turn=0)

    def test_it_is_the_engines_environment(self) -> None:
        env = CatanVectorEnv(16, players=3, target_points=5)
        engine = catan.VectorEnv(env.rules, games=16, seed=4)
        _, info = env.reset(seed=4)
        rng = np.random.default_rng(0)
        for _ in range(500):
            action = legal(info["action_mask"], rng)
            observation, _, terminated, truncated, info = env.step(action)
            engine.step(action)
            np.testing.assert_array_equal(observation, engine.observation)
            np.testing.assert_array_equal(info["action_mask"], engine.mask)
            np.testing.assert_array_equal(info["actor"], engine.actor)
            np.testing.assert_array_equal(info["rewards"], engine.rewards)
            np.testing.assert_array_equal(terminated | truncated, engine.done)

    def test_the_reward_is_that_of_the_one_who_acted(self) -> None:
        env = CatanVectorEnv(32, players=2, target_points=4)
        rng = np.random.default_rng(0)
        _, info = env.reset(seed=1)
        won = lost = 0
        for _ in range(1000):
            actor = info["actor"]
            _, reward, terminated, truncated, info = env.step(legal(info["action_mask"], rng))
            assert not truncated.any()
            assert not reward[~terminated].any()
            np.testing.assert_array_equal(reward, info["rewards"][np.arange(32), actor])
            np.testing.assert_array_equal(terminated, info["winner"] >= 0)
            np.testing.assert_array_equal(reward[terminated] > 0, (info["winner"] == actor)[terminated])
            won, lost = won + (reward > 0).sum(), lost + (reward < 0).sum()
        assert won > 10
        assert lost <= won  # only handing over the turn can lose a game

    def test_the_turn_cap_truncates(self) -> None:
        results = steps(CatanVectorEnv(4, players=2, turn_cap=2), 60)
        ended = [step for step in results if step[3].any()]
        assert ended
        for _, reward, terminated, truncated, info in ended:
            assert not terminated.any()
            assert not reward.any()
            assert (info["winner"] == -1).all()
            np.testing.assert_array_equal(info["_final_info"], truncated)

    def test_final_info(self) -> None:
        env = CatanVectorEnv(8, players=2, target_points=3)
        for _, reward, terminated, truncated, info in steps(env, 300):
            done = terminated | truncated
            assert ("final_info" in info) == done.any()
            if done.any():
                final = info["final_info"]
                np.testing.assert_array_equal(info["_final_info"], done)
                np.testing.assert_array_equal(final["_winner"], done)
                of_actor = final["rewards"][np.arange(8), final["actor"]]
                np.testing.assert_array_equal(of_actor[done], reward[done])
                assert (info["actor"][done] == 0).all()  # already the next game

    def test_seeds(self) -> None:
        one, two = (steps(CatanVectorEnv(8, players=4, threads=threads), 200) for threads in (1, 3))
        for a, b in zip(one, two, strict=True):
            np.testing.assert_array_equal(a[0], b[0])
        env = CatanVectorEnv(8)
        first, _ = env.reset(seed=3)
        second, _ = env.reset()
        again, _ = env.reset(seed=3)
        np.testing.assert_array_equal(first, again)
        assert (first != second).any()
        np.testing.assert_array_equal(second, env.reset()[0])

    def test_results_are_the_callers_unless_told_otherwise(self) -> None:
        for copy in (True, False):
            env = CatanVectorEnv(2, players=2, copy=copy)
            observation, info = env.reset(seed=1)
            before = observation.copy()
            env.step(info["action_mask"].argmax(axis=1))
            assert np.array_equal(observation, before) == copy
            assert np.shares_memory(observation, env.games.observation) != copy

    def test_illegal_indices_and_options(self) -> None:
        env = CatanVectorEnv(2, players=2)
        env.reset(seed=1)
        with pytest.raises(IllegalActionError, match="game 1: index 0"):
            env.step(np.array([24, 0]))
        with pytest.raises(ValueError, match="reset_mask"):
            env.reset(options={"reset_mask": np.array([True, False])})

    def test_the_papers_space(self) -> None:
        env = CatanVectorEnv(2, rules=catan.Rules.preset("gendre2020"), space="gendre2020")
        assert env.single_action_space.n == catan.CODECS["gendre2020"].size
        assert env.reset(seed=1)[0] in env.observation_space

    def test_gymnasiums_wrappers(self) -> None:
        env = RecordEpisodeStatistics(CatanVectorEnv(8, players=2, target_points=3))
        lengths = [
            info["episode"]["l"][info["_episode"]] for *_, info in steps(env, 300) if "episode" in info
        ]
        assert min(map(min, lengths)) > 8
        listed = DictInfoToList(CatanVectorEnv(3, players=2))
        _, infos = listed.reset(seed=1)
        assert [info["actor"] for info in infos] == [0, 0, 0]


class FirstLegal(gym.ActionWrapper):
    """Takes any index for a legal one, so that Gymnasium's checker can play."""

    def action(self, action: int) -> int:
        found = np.flatnonzero(self.env.unwrapped.action_masks())
        return int(found[int(action) % len(found)])


class TestSeat:
    @pytest.mark.filterwarnings("ignore:.*different from the unwrapped version")
    @pytest.mark.filterwarnings("ignore:.*alternative render modes")
    @pytest.mark.parametrize("players", [2, 4])
    def test_gymnasiums_checker(self, players: int) -> None:
        check_env(FirstLegal(CatanSeatEnv(players=players)), skip_render_check=True)

    def test_a_whole_game(self) -> None:
        env = gym.make("Longroad/CatanSeat-v0", players=3, opponents=["random", "weighted"], target_points=5)
        rng = np.random.default_rng(0)
        seats, rewards = set(), set()
        for _ in range(20):
            _, info = env.reset(seed=None if seats else 1)
            over = False
            while not over:
                assert env.unwrapped.game.actor == info["seat"]
                _, reward, terminated, truncated, info = env.step(legal(info["action_mask"], rng))
                over = terminated or truncated
            assert (reward == 1) == (info["winner"] == info["seat"])
            seats.add(info["seat"])
            rewards.add(reward)
        assert seats == {0, 1, 2}
        assert rewards == {1.0, -0.5}

    def test_a_seed_fixes_the_opponents(self) -> None:
        records = []
        for _ in range(2):
            env = CatanSeatEnv(players=2, opponents="weighted")
            env.reset(seed=9)
            for _ in range(100):
                env.step(int(env.action_masks().argmax()))
            records.append(env.game.state.to_record())
        assert records[0] == records[1]

    def test_truncation(self) -> None:
        env = CatanSeatEnv(players=2, turn_cap=1)
        env.reset(seed=1)
        while True:
            _, reward, terminated, truncated, info = env.step(int(env.action_masks().argmax()))
            if truncated:
                break
        assert not terminated
        assert (reward, info["winner"]) == (0.0, -1)

    def test_it_can_be_vectorised(self) -> None:
        env = gym.make_vec("Longroad/CatanSeat-v0", num_envs=3, vectorization_mode="sync", players=2)
        _, info = env.reset(seed=1)
        for _ in range(20):
            *_, info = env.step(info["action_mask"].argmax(axis=1))

    def test_render(self) -> None:
        pytest.importorskip("longroad.catan.drawing")
        env = CatanSeatEnv(players=3, render_mode="svg")
        env.reset(seed=1)
        assert str(env.render()).startswith("<svg")

    def test_wrong_opponents(self) -> None:
        with pytest.raises(AgentSpecError, match="randm"):
            CatanSeatEnv(opponents="randm")
        with pytest.raises(ValueError, match="3 needed, 1 given"):
            CatanSeatEnv(players=4, opponents=["random"])


def test_without_gymnasium_the_extra_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "gymnasium", None)
    monkeypatch.delitem(sys.modules, "longroad.adapters.gymnasium")
    with pytest.raises(MissingExtraError, match=r"longroad\[gymnasium\]"):
        importlib.import_module("longroad.adapters.gymnasium")
