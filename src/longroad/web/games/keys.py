"""Keys: who holds one may see and play a seat, or direct a game. Only their hashes are kept.

A key is one text, ``GAME.PLACE.SECRET``: the game's id, a place (a seat's number, ``host``, or ``join`` and
a seat's number for an invitation), and 256 random bits.
"""

from __future__ import annotations

import hashlib
import hmac
import re
import secrets
from typing import NamedTuple

from longroad.errors import KeyRefusedError

HOST = "host"
_FORM = re.compile(r"([a-z0-9]{6,32})\.(host|join[0-3]|[0-3])\.([A-Za-z0-9_-]{43})")


class Key(NamedTuple):
    """The parts of a key."""

    game: str
    place: str
    secret: str

    def __str__(self) -> str:
        return f"{self.game}.{self.place}.{self.secret}"

    @property
    def hash(self) -> str:
        """What is kept of it. The secret is random, so a plain hash cannot be searched."""
        return hashlib.sha256(self.secret.encode()).hexdigest()

    @property
    def seat(self) -> int | None:
        """The seat that it opens or invites to."""
        return None if self.place == HOST else int(self.place[-1])

    @property
    def is_invitation(self) -> bool:
        """Whether it is good for sitting down, once."""
        return self.place.startswith("join")


def new_game_id() -> str:
    """A name for a game."""
    return secrets.token_hex(6)


def new_key(game: str, place: str) -> Key:
    """A key that nobody can guess."""
    return Key(game, place, secrets.token_urlsafe(32))


def read_key(text: str) -> Key:
    """The parts of a key; raises KeyRefusedError for a text that is none.

    >>> read_key(str(new_key("0123456789ab", "2"))).seat
    2
    """
    found = _FORM.fullmatch(text)
    if found is None:
        raise unknown_key()
    return Key(*found.groups())


def fits(key: Key, hashed: str | None) -> bool:
    """Whether it is the key with this hash, in a time that does not depend on it; never, if there is none."""
    return hmac.compare_digest(key.hash, hashed or "") and hashed is not None


def unknown_key() -> KeyRefusedError:
    """The same words for every key that opens nothing, so that they tell nothing."""
    error = KeyRefusedError("this key opens no seat here")
    error.unknown = True
    return error
