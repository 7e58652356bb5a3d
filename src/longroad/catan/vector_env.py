"""Many games at once, stepped by one call into NumPy arrays."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import numpy as np
import numpy.typing as npt

from longroad import _native
from longroad._native import NativeAgent, Rewards
from longroad.catan.codecs import CODECS
from longroad.catan.encodings import ENCODINGS
from longroad.catan.rules import Rules
from longroad.catan.seating import Seat, native_advisers, native_tables
from longroad.errors import IllegalActionError, NetworkError, RulesError, SeatingError
from longroad.models.judge_file import networks_of

__all__ = ["ENCODINGS_OF_SPACE", "Rewards", "VectorEnv"]

#: The encodings that go with a space, its own first.
ENCODINGS_OF_SPACE = {
    space: tuple(encoding for codec, encoding in _native.SPACES if codec == space) for space in CODECS
}


class VectorEnv:
    """N games side by side. Every step takes one decision in each game and lets chance run on to the next
    decision.

    The arrays are written in place by every call; copy what must outlive the next step. Give your own to
    ``buffers`` to have them written where you want them (shared or pinned memory, say). Finished games start
    anew: ``done`` marks them, ``rewards``, ``winner``, ``points`` and ``turns`` tell how they ended, and the
    other arrays already show the next game. Results depend on the seed alone, not on the number of threads.

    >>> env = VectorEnv(Rules(players=2), games=3, seed=1)
    >>> env.observation.shape, env.mask.shape, env.actor.tolist()
    ((3, 407), (3, 523), [0, 0, 0])
    >>> env.step(env.sample())
    >>> env.actor.tolist(), env.done.tolist()
    ([0, 0, 0], [False, False, False])

    ``space`` names the codec; ``encoding`` what is written as observation, if not the space's own:
    ``general`` goes with every space.

    With ``skip_forced`` a decision that leaves one legal index is taken at once: you are asked only where
    there is a choice, about half as often.

    ``opponents`` seats native agents: for some games, an agent for every seat, or None where you decide. A
    step then runs on to your next decision or the end of the game, and you never see the others'. They play
    as in matches: told what their player may know, drawing from generators of their own, begun anew with
    every game. (An agent that thinks by the clock, ``mcts:ms=20`` say, makes results depend on the machine.)

    >>> table = {1: (None, "planner"), 2: ("planner", None)}
    >>> env = VectorEnv(Rules(players=2), games=3, seed=1, opponents=table)
    >>> for _ in range(40):
    ...     env.step(env.sample())
    ...     assert env.actor[1:].tolist() == [0, 1]

    ``reward`` says what the end of a game brings; by default what ``State.returns`` says.

    >>> env = VectorEnv(Rules(players=2), games=3, reward=Rewards(win=1, loss=0, point=0.1))

    With ``luck``, a native network (``network`` for the one that ships, or a file), ``env.luck`` tells by how
    much chance (dice, stolen and drawn cards) changed each player's win probability in the last step, less
    what was to be expected. Its mean is zero whatever the network thinks, so it can be subtracted from what
    came of a decision without a bias: half of the noise goes with it (Burch et al. 2018).

    >>> env = VectorEnv(Rules(players=2), games=3, seed=1, luck="network")
    >>> for _ in range(9):
    ...     env.step(env.sample())
    >>> bool((abs(env.luck.sum(1)) < 1e-6).all())
    True

    ``advisers`` gives you native agents to ask: for some games one that follows the game in all of your
    seats, and tells by ``advice()`` what it would do. Whether you do it is up to you.

    >>> env = VectorEnv(Rules(players=2), games=3, seed=1, advisers={2: "planner"})
    >>> env.advice().tolist()
    [-1, -1, 58]
    """

    #: What the one who decides sees, a row per game.
    observation: npt.NDArray[np.uint8]
    #: Legal policy indices.
    mask: npt.NDArray[np.bool_]
    #: Who decides.
    actor: npt.NDArray[np.uint8]
    #: The turn that it is, counted from the end of the set-up.
    turn: npt.NDArray[np.int32]
    #: What the last step brought to each player.
    rewards: npt.NDArray[np.float32]
    #: What chance brought each player in it, in win probability; zero without ``luck``.
    luck: npt.NDArray[np.float32]
    #: Whether the last step ended a game.
    done: npt.NDArray[np.bool_]
    #: Who won the game that the last step ended; -1 for nobody or no end.
    winner: npt.NDArray[np.int8]
    #: The points of each player, hidden ones included, in the game that the last step ended; else 0.
    points: npt.NDArray[np.uint8]
    #: The turns of the game that the last step ended; else 0.
    turns: npt.NDArray[np.int32]

    def __init__(
        self,
        rules: Rules | None = None,
        *,
        games: int = 1024,
        seed: int = 0,
        threads: int = 1,
        space: str = "general",
        encoding: str | None = None,
        opponents: Mapping[int, Sequence[Seat]] | None = None,
        advisers: Mapping[int, str | NativeAgent] | None = None,
        skip_forced: bool = False,
        reward: Rewards | None = None,
        luck: str | None = None,
        buffers: dict[str, npt.NDArray[np.generic]] | None = None,
    ) -> None:
        rules = rules or Rules(offers_per_turn=0)
        self.encoding: str = _checked_encoding(rules, space, encoding)
        if not isinstance(games, int) or games < 1:
            raise ValueError(f"games={games!r}: must be a whole number, at least 1")
        if not isinstance(threads, int) or not 1 <= threads <= 1024:
            raise ValueError(f"threads={threads!r}: must be a whole number between 1 and 1024")
        critic = networks_of(luck) if luck else None
        if critic is not None and not critic.knows(rules.players):
            raise NetworkError(f"luck={luck}: holds no network for {rules.players} players")
        self.rules: Rules | None = rules
        self.games: int = games
        self.space: str = space
        self._env = _native.VectorEnv(
            rules.core,
            rules.board_source,
            CODECS[space],
            ENCODINGS[self.encoding],
            reward or Rewards.zero_sum(rules.players),
            games,
            seed % 2**64,
            threads,
            skip_forced,
            native_tables(opponents or {}, games, rules.players),
            native_advisers(advisers or {}, games),
            critic,
        )
        self._use_buffers(buffers or {})
        self._sampled = np.zeros(games, dtype=np.int32)
        self._advice = np.full(games, -1, dtype=np.int32)
        self._env.reset()

    def _use_buffers(self, given: dict[str, npt.NDArray[np.generic]]) -> None:
        """Takes the caller's arrays where they fit, and makes the others."""
        declared = {name: (dtype, shape) for name, dtype, shape in self._env.arrays}
        for name in given:
            if name not in declared:
                raise ValueError(f"no buffer '{name}'; there are {', '.join(declared)}")
        self._arrays: dict[str, npt.NDArray[np.generic]] = {}
        for name, (dtype, shape) in declared.items():
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
                    f"buffer '{name}' must be a writable C array of shape {shape} and type {dtype}"
                )
            self._arrays[name] = array
            setattr(self, name, array)
        self._env.use_buffers(self._arrays)

    @property
    def arrays(self) -> dict[str, npt.NDArray[np.generic]]:
        """All arrays by name, as ``buffers`` takes them."""
        return dict(self._arrays)

    @property
    def actions(self) -> int:
        """The number of policy indices."""
        return self._env.actions

    def reset(self) -> None:
        """Starts all games anew, as they were at the beginning."""
        self._env.reset()

    def sample(self) -> npt.NDArray[np.int32]:
        """A uniformly drawn legal index for every game: random play, and a start for policies that explore.

        The draws come from generators of their own, so they do not change what chance brings. The array is
        the same at every call.
        """
        self._env.sample(self._sampled)
        return self._sampled

    def advice(self) -> npt.NDArray[np.int32]:
        """What each game's adviser would do now; -1 where there is none, or where the space has no index for
        it. Ask once per decision: an agent that draws may answer differently the second time. The array is
        the same at every call.
        """
        self._env.advise(self._advice)
        return self._advice

    def step(self, actions: npt.ArrayLike) -> None:
        """One decision in every game; index -1 leaves a game as it is. If any index is illegal nothing
        happens and IllegalActionError is raised."""
        given = np.asarray(actions)
        if given.shape != (self.games,):
            raise ValueError(f"one action per game: shape {(self.games,)}, not {given.shape}")
        if given.dtype.kind not in "iu":
            raise TypeError(f"action indices are integers, not {given.dtype}")
        chosen = np.ascontiguousarray(given, dtype=np.int32)
        if given.dtype.itemsize >= chosen.itemsize and (chosen != given).any():
            raise IllegalActionError(f"game {int((chosen != given).argmax())}: an index beyond 32 bits")
        illegal = self._env.step(chosen)
        if illegal >= 0:
            raise IllegalActionError(f"game {illegal}: index {int(chosen[illegal])} is not legal (see mask)")

    def save(self) -> npt.NDArray[np.uint8]:
        """The games in play, as bytes for ``restore``. SeatingError with native agents: what those remember
        is not kept."""
        self._refuse_opponents()
        saved = np.empty(self._env.saved_bytes, dtype=np.uint8)
        self._env.save(saved)
        return saved

    def restore(self, saved: npt.NDArray[np.uint8]) -> None:
        """Resumes from what ``save`` returned, in an environment of as many games of the same rules; the seed
        is restored, too. The bytes are those of one build of Longroad: keep them between runs, not between
        versions.

        >>> env = VectorEnv(Rules(players=2), games=3, seed=1)
        >>> saved = env.save()
        >>> env.step(env.sample())
        >>> first = env.observation.copy()
        >>> env.restore(saved)
        >>> env.step(env.sample())
        >>> bool((env.observation == first).all())
        True
        """
        self._refuse_opponents()
        given = np.ascontiguousarray(saved, dtype=np.uint8)
        if given.shape != (self._env.saved_bytes,):
            raise ValueError(f"saved games of shape {given.shape}: {self._env.saved_bytes} bytes are needed")
        if not self._env.restore(given):
            raise ValueError("saved games of other rules or another build: they cannot be restored here")

    def _refuse_opponents(self) -> None:
        if self._env.has_opponents:
            raise SeatingError("games with native agents cannot be saved: what those remember is not kept")


def _checked_encoding(rules: Rules, space: str, encoding: str | None) -> str:
    """The encoding that goes with a space; raises RulesError if it does not, or if the space does not go with
    the rules."""
    if space not in CODECS:
        raise RulesError(f"space={space!r}: must be one of {', '.join(CODECS)}")
    if not CODECS[space].fits(rules.core):
        raise RulesError(f"space={space!r} needs {CODECS[space].needs}")
    known = ENCODINGS_OF_SPACE[space]
    if encoding is not None and encoding not in known:
        raise RulesError(f"encoding={encoding!r}: with space={space!r} must be {' or '.join(known)}")
    return encoding or known[0]
