"""Catan for Gymnasium: self-play of many games as a VectorEnv, one seat against agents as an Env.

Importing this module registers both:

| id | made by | a step |
| --- | --- | --- |
| ``Longroad/Catan-v0`` | ``gymnasium.make_vec`` | one decision in every game, for whoever decides there |
| ``Longroad/CatanSeat-v0`` | ``gymnasium.make``, ``make_vec`` | one decision of the learner; agents play on |

>>> import gymnasium
>>> import numpy as np
>>> import longroad.adapters.gymnasium
>>> env = gymnasium.make_vec("Longroad/Catan-v0", num_envs=8, players=2)
>>> observation, info = env.reset(seed=1)
>>> observation.shape, info["action_mask"].shape, info["actor"].tolist()
((8, 407), (8, 523), [0, 0, 0, 0, 0, 0, 0, 0])
>>> observation, reward, terminated, truncated, info = env.step(info["action_mask"].argmax(axis=1))

Gymnasium can also do the import: ``make_vec("longroad.adapters.gymnasium:Longroad/Catan-v0", num_envs=8)``.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
import numpy.typing as npt

from longroad import catan
from longroad.adapters._episode import (
    CODEC,
    ENCODING,
    RENDER_MODES,
    Episode,
    Episodes,
    checked_render_mode,
    render,
    rules_of,
)
from longroad.agents import make_agent
from longroad.extras import missing_extra

try:
    import gymnasium as gym
    from gymnasium.vector import AutoresetMode, VectorEnv
    from gymnasium.vector.utils import batch_space
except ImportError as error:
    raise missing_extra("longroad.adapters.gymnasium", "gymnasium") from error

Array = npt.NDArray[Any]


class CatanVectorEnv(VectorEnv[Array, Array, Array]):
    """Self-play of many games: every step takes one decision in each, for the player whose decision it is.

    Observations are those of the one who decides, viewer first, so one policy can play all seats.

    A step returns
    - observation ``[games, 407]``, bytes, for the next decision;
    - reward ``[games]``: 0, or in a game that the step ended the return of the player *who took the step*
      (1 for winning, -1/(n-1) for losing, 0 without a winner). ``info["rewards"]`` has it for all players;
    - terminated ``[games]``: the game was won; truncated ``[games]``: the turn cap ended it;
    - info: ``actor`` ``[games]`` (who decides next) and ``action_mask`` ``[games, 523]``, bool (what is legal
      for it); ``rewards`` ``[games, players]`` and ``winner`` ``[games]`` (-1: nobody) of the step just
      taken. As Gymnasium wants it, ``info["_actor"]`` etc. say which games an entry is about: all.

    Finished games start anew within the step (``AutoresetMode.SAME_STEP``): observation, actor and mask then
    belong to the next game, and ``info["final_info"]`` repeats actor (who took the last step), rewards and
    winner of the finished ones. There is no ``final_obs``: the engine keeps no finished position. A won game
    needs none; a game cut by the turn cap is a draw with return 0, so do not bootstrap from it.

    ``reset(seed=...)`` fixes all games to come, whatever the number of threads; ``reset()`` continues with
    new games. An illegal index raises IllegalActionError and changes nothing. With ``copy=False`` observation
    and info hold the engine's own arrays, which the next step overwrites.
    """

    metadata: dict[str, Any] = {"autoreset_mode": AutoresetMode.SAME_STEP, "render_modes": []}  # noqa: RUF012

    def __init__(
        self,
        num_envs: int = 1,
        *,
        rules: catan.Rules | None = None,
        threads: int = 1,
        space: str = "general",
        copy: bool = True,
        render_mode: None = None,
        **options: Any,
    ) -> None:
        """`options` are those of catan.Rules, `space` and `threads` those of catan.VectorEnv."""
        self.rules: catan.Rules = rules_of(rules, options)
        self.num_envs: int = num_envs
        self.copy: bool = copy
        self._threads, self._space = threads, space
        self._everywhere = np.ones(num_envs, dtype=np.bool_)
        self.games: catan.VectorEnv = catan.VectorEnv(
            self.rules, games=num_envs, threads=threads, space=space
        )
        self.single_observation_space: Any = gym.spaces.Box(
            0, 255, self.games.observation.shape[1:], np.uint8
        )
        self.single_action_space: Any = gym.spaces.Discrete(self.games.actions)
        self.observation_space: Any = batch_space(self.single_observation_space, num_envs)
        self.action_space: Any = batch_space(self.single_action_space, num_envs)

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Array, dict[str, Any]]:
        """Starts all games. `options` are not used; ``reset_mask`` is refused: games restart on their own."""
        if options and "reset_mask" in options:
            raise ValueError(
                "reset_mask: single games cannot be reset; finished ones start anew within the step"
            )
        super().reset(seed=seed)
        if seed is None:
            seed = int(self.np_random.integers(2**63))
        self.games = catan.VectorEnv(
            self.rules,
            games=self.num_envs,
            seed=seed,
            threads=self._threads,
            space=self._space,
            buffers=self.games.arrays,
        )
        return self._own(self.games.observation), self._info()

    def step(self, actions: Array) -> tuple[Array, Array, Array, Array, dict[str, Any]]:
        """One decision in every game."""
        games = self.games
        acted = games.actor.copy()
        games.step(actions)
        reward = np.take_along_axis(games.rewards, acted[:, None].astype(np.intp), axis=1)[:, 0]
        won = games.winner >= 0
        info = self._info()
        if games.done.any():
            info["final_info"] = {
                **self._marked("actor", acted, games.done),
                **self._marked("rewards", info["rewards"], games.done),
                **self._marked("winner", info["winner"], games.done),
            }
            info["_final_info"] = games.done.copy()
        return self._own(games.observation), reward, won, games.done & ~won, info

    def _info(self) -> dict[str, Any]:
        found: dict[str, Any] = {}
        for key, array in (
            ("actor", self.games.actor),
            ("action_mask", self.games.mask),
            ("rewards", self.games.rewards),
            ("winner", self.games.winner),
        ):
            found |= self._marked(key, self._own(array), self._everywhere)
        return found

    def _own(self, array: Array) -> Array:
        return array.copy() if self.copy else array

    @staticmethod
    def _marked(key: str, array: Array, where: npt.NDArray[np.bool_]) -> dict[str, Array]:
        """An entry of an info and, as Gymnasium has it, the games that it is about."""
        return {key: array, f"_{key}": where.copy()}


class CatanSeatEnv(gym.Env[Array, int]):
    """One game from one seat, which is drawn anew for every game; agents of Longroad play the other seats.

    `opponents` is an agent spec (``random``, ``weighted``, ...) for all of them, or one per seat, in turn
    order after the learner. Observations and actions are as in CatanVectorEnv; ``info["action_mask"]`` and
    `action_masks` tell what is legal. The reward is 0 until the game ends, then 1 for winning and -1/(n-1)
    for losing. ``info["seat"]`` is the learner's seat; at the end there is also ``info["winner"]`` (a seat,
    or -1). Seeds, truncation and illegal indices are as in CatanVectorEnv.

    >>> env = CatanSeatEnv(players=2, opponents="weighted")
    >>> observation, info = env.reset(seed=3)
    >>> observation.shape, sorted(info)
    ((407,), ['action_mask', 'seat'])
    """

    metadata: dict[str, Any] = {"render_modes": list(RENDER_MODES)}  # noqa: RUF012
    game: Episode

    def __init__(
        self,
        *,
        opponents: str | Sequence[str] = "random",
        rules: catan.Rules | None = None,
        render_mode: str | None = None,
        **options: Any,
    ) -> None:
        """`options` are those of longroad.catan.Rules."""
        self.rules: catan.Rules = rules_of(rules, options)
        self.render_mode: str | None = checked_render_mode(render_mode)
        others = self.rules.players - 1
        specs = [opponents] * others if isinstance(opponents, str) else list(opponents)
        if len(specs) != others:
            raise ValueError(f"opponents: {others} needed, {len(specs)} given")
        self.seat: int = 0
        self._agents = [make_agent(spec) for spec in specs]
        self._episodes = Episodes(self.rules)
        self.observation_space: Any = gym.spaces.Box(0, 255, (ENCODING.size,), np.uint8)
        self.action_space: Any = gym.spaces.Discrete(CODEC.size)

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Array, dict[str, Any]]:
        """Begins a game and plays on to the learner's first decision. `options` are not used."""
        super().reset(seed=seed)
        self.game = self._episodes.begin(seed)
        self.seat = self.game.rng.below(self.rules.players)
        others = {
            (self.seat + i) % self.rules.players: agent for i, agent in enumerate(self._agents, start=1)
        }
        for player, agent in others.items():
            agent.begin(self.rules, player, catan.Rng(self.game.rng.next()))
        self.game.seat(others)
        return self.game.observation(self.seat), self._info()

    def step(self, action: int) -> tuple[Array, float, bool, bool, dict[str, Any]]:
        """The learner's decision, and everything up to its next one or the end."""
        self.game.act(int(action))
        over, cut = self.game.state.is_over, self.game.is_cut
        reward = self.game.state.returns()[self.seat]
        return self.game.observation(self.seat), reward, over and not cut, cut, self._info()

    def action_masks(self) -> npt.NDArray[np.bool_]:
        """What is legal now. The name is the one that sb3-contrib's MaskablePPO looks for."""
        return self.game.mask(self.seat).view(np.bool_)

    def render(self) -> Any:
        """What the learner sees, drawn as the render mode asks: a text, or None without one."""
        return render(self.game.state.view(self.seat), self.render_mode)

    def _info(self) -> dict[str, Any]:
        info: dict[str, Any] = {"seat": self.seat, "action_mask": self.action_masks()}
        if self.game.state.is_over:
            winner = self.game.state.winner
            info["winner"] = -1 if winner is None else winner
        return info


def register() -> None:
    """Makes both environments known to Gymnasium; importing this module has done it already."""
    if "Longroad/Catan-v0" not in gym.registry:
        gym.register("Longroad/Catan-v0", vector_entry_point=f"{__name__}:CatanVectorEnv")
    if "Longroad/CatanSeat-v0" not in gym.registry:
        gym.register("Longroad/CatanSeat-v0", entry_point=f"{__name__}:CatanSeatEnv")


register()
