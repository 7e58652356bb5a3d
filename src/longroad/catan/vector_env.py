"""Many games at once, stepped by one call into NumPy arrays."""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from longroad import _native
from longroad.catan.codecs import CODECS
from longroad.catan.rules import Rules
from longroad.errors import IllegalActionError, RulesError


class VectorEnv:
    """N games side by side. Every step takes one decision in each game and lets chance run on to the next decision.

    The arrays are written in place by every call; copy what must outlive the next step. Give your own to ``buffers`` to have them
    written where you want them (shared or pinned memory, say). Finished games start anew: ``done`` marks them, ``rewards`` and ``winner``
    tell how they ended, and the other arrays already show the next game.
    Results depend on the seed alone, not on the number of threads.

    >>> env = VectorEnv(Rules(players=2), games=3, seed=1)
    >>> env.observation.shape, env.mask.shape, env.actor.tolist()
    ((3, 407), (3, 523), [0, 0, 0])
    >>> env.step(env.sample())
    >>> env.actor.tolist(), env.done.tolist()
    ([0, 0, 0], [False, False, False])
    """

    #: What the one who decides sees, a row a game.
    observation: npt.NDArray[np.uint8]
    #: Legal policy indices.
    mask: npt.NDArray[np.bool_]
    #: Who decides.
    actor: npt.NDArray[np.uint8]
    #: What the last step brought to each player.
    rewards: npt.NDArray[np.float32]
    #: Whether the last step ended a game.
    done: npt.NDArray[np.bool_]
    #: Who won the game that the last step ended; -1 for nobody or no end.
    winner: npt.NDArray[np.int8]

    def __init__(
        self,
        rules: Rules | None = None,
        *,
        games: int = 1024,
        seed: int = 0,
        threads: int = 1,
        space: str = "general",
        buffers: dict[str, npt.NDArray[np.generic]] | None = None,
    ) -> None:
        rules = rules or Rules(offers_per_turn=0)
        if space not in CODECS:
            raise RulesError(f"space={space!r}: must be one of {', '.join(CODECS)}")
        fits = rules.players == 2 and rules.offers_per_turn == 0 and rules.discard_limit >= 6
        if space == "gendre2020" and not fits:
            raise RulesError("space='gendre2020' needs 2 players, offers_per_turn=0 and discard_limit >= 6")
        if not isinstance(games, int) or games < 1:
            raise ValueError(f"games={games!r}: must be a whole number, at least 1")
        if not isinstance(threads, int) or not 1 <= threads <= 1024:
            raise ValueError(f"threads={threads!r}: must be a whole number between 1 and 1024")
        self.rules, self.games, self.space = rules, games, space
        kind = "general" if space == "general" else "gendre"
        self._env = _native.VectorEnv(rules.core, rules.board_source, kind, games, seed % 2**64, threads)
        shapes: dict[str, tuple[tuple[int, ...], type[np.generic]]] = {
            "observation": ((games, self._env.observation), np.uint8),
            "mask": ((games, self._env.actions), np.bool_),
            "actor": ((games,), np.uint8),
            "rewards": ((games, rules.players), np.float32),
            "done": ((games,), np.bool_),
            "winner": ((games,), np.int8),
        }
        given = buffers or {}
        for name in given:
            if name not in shapes:
                raise ValueError(f"no buffer '{name}'; there are {', '.join(shapes)}")
        for name, (shape, dtype) in shapes.items():
            array = given.get(name)
            if array is None:
                array = np.zeros(shape, dtype=dtype)
            if (
                not isinstance(array, np.ndarray)
                or array.shape != shape
                or array.dtype != dtype
                or not array.flags.c_contiguous
                or not array.flags.writeable
            ):
                raise ValueError(
                    f"buffer '{name}' must be a writable C array of shape {shape} and type {dtype.__name__}"
                )
            setattr(self, name, array)
        as_bytes = self.mask.view(np.uint8), self.done.view(np.uint8)
        self._env.use_buffers(
            self.observation, as_bytes[0], self.actor, self.rewards, as_bytes[1], self.winner
        )
        self._sampled = np.zeros(games, dtype=np.int32)
        self._env.reset()

    @property
    def actions(self) -> int:
        """The number of policy indices."""
        return self._env.actions

    def reset(self) -> None:
        """Starts all games anew, as they were at the beginning."""
        self._env.reset()

    def sample(self) -> npt.NDArray[np.int32]:
        """A uniformly drawn legal index for every game: random play, and a start for policies that explore.

        The draws come from generators of their own, so they do not change what chance brings. The array is the same at every call.
        """
        self._env.sample(self._sampled)
        return self._sampled

    def step(self, actions: npt.ArrayLike) -> None:
        """One decision in every game; index -1 leaves a game as it is. If any index is illegal nothing happens and
        IllegalActionError is raised."""
        given = np.asarray(actions)
        if given.shape != (self.games,):
            raise ValueError(f"one action a game: shape {(self.games,)}, not {given.shape}")
        if given.dtype.kind not in "iu":
            raise TypeError(f"action indices are integers, not {given.dtype}")
        chosen = np.ascontiguousarray(given, dtype=np.int32)
        if given.dtype.itemsize >= chosen.itemsize and (chosen != given).any():
            raise IllegalActionError(f"game {int((chosen != given).argmax())}: an index beyond 32 bits")
        illegal = self._env.step(chosen)
        if illegal >= 0:
            raise IllegalActionError(f"game {illegal}: index {int(chosen[illegal])} is not legal (see mask)")
