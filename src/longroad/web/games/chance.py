"""Dice and cards of a live game: drawn from a secret that nobody knows before the game is over.

The n-th roll, the n-th theft and the n-th development card of a game follow from the secret and n alone, by
HMAC-SHA256. So

- nobody can predict them, however many were seen: each comes from a seed of its own;
- a move that is taken back and made again sees the same dice, and so does any other move in its place: taking
  back is no second roll;
- a server that was killed draws what it would have drawn;
- after the game anybody can check them: the hash of the secret (``commitment``) is shown from the start,
  the secret at the end, and ``audit`` draws everything again.
"""

from __future__ import annotations

import hashlib
import hmac
import json
import secrets
from collections import Counter
from typing import Self

from longroad import catan
from longroad.catan import Action, Rng, State
from longroad.errors import RecordError
from longroad.record_lines import one_line

_BYTES = 32


class SecretChance:
    """The chance of one game.

    >>> chance, state = SecretChance(bytes(32)), State(seed=7)
    >>> while not state.is_chance:
    ...     state.apply(state.legal_actions()[0])
    >>> str(chance.outcome(state, Counter())), chance.commitment[:8]
    ('dice 3', '66687aad')
    """

    def __init__(self, secret: bytes) -> None:
        if len(secret) != _BYTES:
            raise ValueError(f"a secret has {_BYTES} bytes, not {len(secret)}")
        self.secret = secret

    @classmethod
    def new(cls) -> Self:
        """Of a new secret that nobody can guess."""
        return cls(secrets.token_bytes(_BYTES))

    @classmethod
    def of_seed(cls, seed: int) -> Self:
        """For a game that is to be the same again, and whose dice need not be secret."""
        return cls(hashlib.sha256(f"longroad {seed}".encode()).digest())

    @property
    def commitment(self) -> str:
        """What may be shown before the game is over: the SHA-256 of the secret."""
        return hashlib.sha256(self.secret).hexdigest()

    def generator(self, use: str, number: int) -> Rng:
        """A generator for the ``number``-th use of a kind, unrelated to all others."""
        drawn = hmac.digest(self.secret, f"{use} {number}".encode(), "sha256")
        return Rng(int.from_bytes(drawn[:8], "big"))

    def outcome(self, state: State, seen: Counter[str]) -> Action:
        """What chance brings in a state; ``seen`` counts the outcomes so far by their kind."""
        kind = _KINDS[state.phase]
        return state.sample_chance(self.generator(kind, seen[kind]))


#: What the chance phases bring.
_KINDS = {"dice": "dice", "steal": "stole", "draw": "drew"}


def audit(record: str) -> int:
    """Draws the chance of a finished game again, from the secret in its record, and returns how many outcomes
    there were. Raises RecordError if one differs, or if the secret is not the one that was promised."""
    try:
        told = json.loads(record)["chance"]
        chance = SecretChance(bytes.fromhex(told["secret"]))
    except (ValueError, KeyError, TypeError) as error:
        raise RecordError(f"no secret of chance: {one_line(error)}") from error
    if chance.commitment != told.get("commitment"):
        raise RecordError("the secret of chance is not the one whose hash was shown when the game began")
    end = catan.read_record(record)
    state, seen = State(end.rules, board=end.board), Counter[str]()
    for number, event in enumerate(end.events(), 1):
        if event.is_chance:
            drawn = chance.outcome(state, seen)
            if drawn != event:
                raise RecordError(f"event {number}: {event}, but the secret draws {drawn}")
            seen[event.kind] += 1
        state.apply(event)
    return sum(seen.values())
