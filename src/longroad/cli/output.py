"""Standard output in an encoding that lacks some characters: plain ones are written instead."""

from __future__ import annotations

import codecs
import sys

#: What stands for characters of drawings and tables; ``?`` for any other.
PLAIN = {"·": ".", "•": "*", "±": "+-", "×": "x", "–": "-", "—": "-", "−": "-", "→": "->", "…": "..."}
_HANDLER = "longroad.plain"


def plain(error: UnicodeError) -> tuple[str, int]:
    """The handler of the codecs: plain characters for those that cannot be encoded.

    >>> codecs.register_error("plain", plain)
    >>> "9 ••••, n10 · n23, 日".encode("ascii", "plain")
    b'9 ****, n10 . n23, ?'
    """
    if not isinstance(error, UnicodeEncodeError):
        raise error
    missing = error.object[error.start : error.end]
    return "".join(PLAIN.get(char, "?") for char in missing), error.end


def write_plain_where_needed() -> None:
    """From here on, standard output raises no UnicodeEncodeError. An error handler that the user chose
    (``PYTHONIOENCODING=ascii:replace``) is kept."""
    codecs.register_error(_HANDLER, plain)
    reconfigure = getattr(sys.stdout, "reconfigure", None)
    if reconfigure is None or codecs.lookup(sys.stdout.encoding).name == "utf-8":
        return
    if sys.stdout.errors in ("strict", "surrogateescape"):
        reconfigure(errors=_HANDLER)
