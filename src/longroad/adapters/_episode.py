"""What the adapters share: options as rules, policy indices as actions, a game that rolls its own dice."""

from __future__ import annotations

import secrets
import warnings
from collections.abc import Mapping
from dataclasses import asdict
from typing import Any, cast

import numpy as np
import numpy.typing as npt

from longroad._native import GameSeeds
from longroad.agents import Agent, Table
from longroad.catan import CODECS, ENCODINGS, Action, Rng, Rules, State, View

#: How all adapters number actions and write observations down.
CODEC = CODECS["general"]
ENCODING = ENCODINGS["general"]

#: What the adapters change of the official game unless told otherwise.
DEFAULTS: Mapping[str, Any] = {"offers_per_turn": 0}

#: ``svg`` gives a drawing as SVG text, ``ansi`` one for a terminal.
RENDER_MODES = ("svg", "ansi")

# The general codec leaves nothing open, so it never draws from the generator that `expand` asks for.
_UNUSED = Rng(0)


def rules_of(rules: Rules | None, options: Mapping[str, Any]) -> Rules:
    """The rules that an adapter plays by: `rules`, or the adapters' defaults, with `options` changed.

    >>> rules_of(None, {"players": 2}).to_dict()
    {'players': 2, 'offers_per_turn': 0}
    >>> rules_of(Rules(players=3), {"target_points": 8}).to_dict()
    {'players': 3, 'target_points': 8}
    """
    return Rules.from_dict({**(DEFAULTS if rules is None else asdict(rules)), **options})


def action_of(state: State, index: int) -> Action:
    """The action behind a policy index for the one who decides, legal or not; apply() will tell."""
    return CODEC.expand(state, index, _UNUSED)[0]


def observation_of(state: State, player: int) -> npt.NDArray[np.uint8]:
    """What `player` sees now, in the general encoding. A new array."""
    return cast("npt.NDArray[np.uint8]", ENCODING.encode(state.view(player)))


def checked_render_mode(mode: str | None) -> str | None:
    """The mode itself, if it is None or one of RENDER_MODES."""
    if mode is not None and mode not in RENDER_MODES:
        raise ValueError(f"render_mode={mode!r}: must be one of {', '.join(RENDER_MODES)}")
    return mode


def render(thing: State | View, mode: str | None) -> str | None:
    """The drawing that a render mode asks for; None, with a warning, without a mode."""
    if mode is None:
        warnings.warn(
            "render() draws nothing without a render mode: render_mode='svg' or 'ansi'", stacklevel=3
        )
        return None
    from longroad.catan import drawing

    return drawing.svg(thing) if mode == "svg" else drawing.terminal(thing)


class Episode:
    """One game that settles chance with a generator of its own: between calls somebody decides or it is over.

    The seed fixes the board, which is that of ``State(rules, seed=seed)``, and all chance.

    >>> game = Episode(Rules(players=2), seed=7)
    >>> game.actor, int(game.mask(0).sum()), int(game.mask(1).sum())
    (0, 54, 0)
    >>> game.act(int(game.mask(0).argmax()))
    >>> game.state.phase
    'setup road'
    """

    __slots__ = ("_table", "rng", "state")

    def __init__(self, rules: Rules, seed: int) -> None:
        self.state = State(rules, seed=seed)
        self.rng = GameSeeds(seed % 2**64).chance()
        self.seat({})

    def seat(self, agents: Mapping[int, Agent]) -> None:
        """Lets agents that have begun the game take some seats, and plays on to the first decision of
        another."""
        self._table = Table(self.state, agents, chance=self.rng)
        self._run()

    @property
    def actor(self) -> int | None:
        """Who decides; None when the game is over."""
        return self.state.actor

    @property
    def is_cut(self) -> bool:
        """Whether the game ended at the turn cap, without a winner."""
        return self.state.is_over and self.state.winner is None

    def act(self, index: int) -> None:
        """Takes the actor's decision and lets chance and agents run on to the next one.

        Raises IllegalActionError, and changes nothing, if it is not legal.
        """
        self.apply(action_of(self.state, index))

    def apply(self, action: Action) -> None:
        """The same with an action in place of its index."""
        self._table.apply(action)
        self._run()

    def observation(self, player: int) -> npt.NDArray[np.uint8]:
        """What a player sees, acting or not. A new array."""
        return observation_of(self.state, player)

    def mask(self, player: int) -> npt.NDArray[np.int8]:
        """1 at every legal index if `player` is the one to decide, else zeros. A new array."""
        if player != self.state.actor:
            return np.zeros(CODEC.size, dtype=np.int8)
        return CODEC.mask(self.state).view(np.int8)

    def _run(self) -> None:
        while (seat := self._table.run()) is not None and (agent := self._table.agents.get(seat)) is not None:
            self._table.apply(agent.choose(self._table.view(seat), self.state.legal_actions()))


class Episodes:
    """Game after game. A seed fixes the next one and all that follow; without one no two rows are alike."""

    def __init__(self, rules: Rules) -> None:
        self.rules = rules
        self._seeds = Rng(secrets.randbits(64))

    def begin(self, seed: int | None = None) -> Episode:
        """The next game; with a seed, the first of that seed's row."""
        if seed is None:
            seed = self._seeds.next()
        else:
            self._seeds = GameSeeds(seed % 2**64).games()
        return Episode(self.rules, seed)
