"""Catan as a PettingZoo AEC environment: 2-4 agents that decide one at a time, with action masks.

>>> from longroad.adapters import pettingzoo as catan_v0
>>> env = catan_v0.env(players=2)
>>> env.reset(seed=7)
>>> for agent in env.agent_iter():
...     observation, reward, terminated, truncated, info = env.last()
...     over = terminated or truncated
...     env.step(None if over else env.action_space(agent).sample(observation["action_mask"]))
>>> env.close()

Whoever decides is the selected agent: mostly the one whose turn it is, but also a player who discards after a
seven or answers an offer. An agent may be selected many times in a row, and dice, thefts and draws happen
inside ``step``.
"""

from __future__ import annotations

from typing import Any, TypeAlias

import numpy as np
import numpy.typing as npt

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
from longroad.catan import Rules
from longroad.extras import missing_extra

try:
    from gymnasium import spaces
    from pettingzoo import AECEnv  # type: ignore[import-untyped]
    from pettingzoo.utils import wrappers  # type: ignore[import-untyped]
except ImportError as error:
    raise missing_extra("longroad.adapters.pettingzoo", "pettingzoo") from error

#: ``{"observation": 407 bytes of the general encoding, "action_mask": 523 bytes of 0 and 1}``
Observation: TypeAlias = dict[str, npt.NDArray[Any]]


def env(*, rules: Rules | None = None, render_mode: str | None = None, **options: Any) -> Any:
    """The environment with PettingZoo's usual wrappers: an illegal move ends the game, -1 for its author.

    The others then get 0. Calls out of order and indices out of range raise an error.

    `options` are those of longroad.catan.Rules: ``env(players=3, target_points=8)``. Without `rules`,
    domestic trade is off.
    """
    wrapped: Any = raw_env(rules=rules, render_mode=render_mode, **options)
    wrapped = wrappers.TerminateIllegalWrapper(wrapped, illegal_reward=-1)
    wrapped = wrappers.AssertOutOfBoundsWrapper(wrapped)
    return wrappers.OrderEnforcingWrapper(wrapped)


def raw_env(*, rules: Rules | None = None, render_mode: str | None = None, **options: Any) -> CatanAEC:
    """Without wrappers: faster, and an illegal move raises IllegalActionError and changes nothing."""
    return CatanAEC(rules_of(rules, options), render_mode=render_mode)


class CatanAEC(AECEnv):  # type: ignore[misc]  # PettingZoo has no types
    """One game of Catan; ``player_0`` moves first.

    - Observations: see `Observation`. Any agent can be observed at any time; the mask of one that is not to
      decide is empty.
    - Rewards: 0 until the end; then 1 for the winner and -1/(n-1) for the others, or 0 for all if nobody won.
    - A won game sets ``terminations``; a game that the turn cap ended sets ``truncations`` instead.
    - ``reset(seed=...)`` fixes the board and all chance of this game and of those that follow; the board is
      the one of ``longroad.catan.State(rules, seed=...)``. ``reset()`` begins the next game.
    - Render modes: ``svg`` returns a drawing as SVG text, ``ansi`` one for a terminal. Both show all hands.
    - ``game.state`` is the State behind it, with everything hidden in the open: ``env.unwrapped.game.state``.
    """

    metadata: dict[str, Any] = {  # noqa: RUF012  # PettingZoo's spelling
        "name": "longroad_catan_v0",
        "render_modes": list(RENDER_MODES),
        "is_parallelizable": False,
    }
    game: Episode

    def __init__(self, rules: Rules, *, render_mode: str | None = None) -> None:
        super().__init__()
        self.rules: Rules = rules
        self.render_mode: str | None = checked_render_mode(render_mode)
        self.possible_agents: list[str] = [f"player_{seat}" for seat in range(rules.players)]
        self.agents: list[str] = []
        self._seat = {agent: seat for seat, agent in enumerate(self.possible_agents)}
        self._episodes = Episodes(rules)
        self.action_spaces: dict[str, spaces.Discrete[np.int64]] = {
            agent: spaces.Discrete(CODEC.size) for agent in self.possible_agents
        }
        self.observation_spaces: dict[str, spaces.Dict] = {
            agent: _observation_space() for agent in self.possible_agents
        }

    def observation_space(self, agent: str) -> spaces.Dict:
        """The space of an agent's observations; all agents have equal ones."""
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> spaces.Discrete[np.int64]:
        """The policy indices of the general codec."""
        return self.action_spaces[agent]

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """Begins a game. `options` are not used."""
        self.game = self._episodes.begin(seed)
        self.agents = self.possible_agents[:]
        self.rewards: dict[str, float] = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations: dict[str, bool] = dict.fromkeys(self.agents, False)
        self.truncations: dict[str, bool] = dict.fromkeys(self.agents, False)
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in self.agents}
        self._select()

    def observe(self, agent: str) -> Observation:
        """What an agent may know now."""
        seat = self._seat[agent]
        return {"observation": self.game.observation(seat), "action_mask": self.game.mask(seat)}

    def step(self, action: int | None) -> None:
        """The decision of the selected agent; None for an agent whose game is over."""
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        if action is None:
            raise ValueError(f"{agent} has to decide; None is only for agents whose game is over")
        self.game.act(int(action))
        self._cumulative_rewards[agent] = 0.0
        if self.game.state.is_over:
            self._finish()
        else:
            self._select()

    def render(self) -> str | None:
        """The drawing that the render mode asks for."""
        return render(self.game.state, self.render_mode)

    def close(self) -> None:
        """Nothing to release."""

    def _select(self) -> None:
        actor = self.game.actor
        assert actor is not None, "nobody decides in a game that is over"
        self.agent_selection: str = self.possible_agents[actor]

    def _finish(self) -> None:
        ended = self.truncations if self.game.is_cut else self.terminations
        for agent, reward in zip(self.agents, self.game.state.returns(), strict=True):
            ended[agent] = True
            self.rewards[agent] = reward
        self._accumulate_rewards()
        self.agent_selection = self.agents[0]


def _observation_space() -> spaces.Dict:
    return spaces.Dict(
        {
            "observation": spaces.Box(0, 255, (ENCODING.size,), np.uint8),
            "action_mask": spaces.Box(0, 1, (CODEC.size,), np.int8),
        }
    )
