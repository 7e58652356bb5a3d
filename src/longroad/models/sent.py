"""Networks that were sent to this process from another machine, by the names that their senders have for
them."""

from __future__ import annotations

from pathlib import Path

#: Where the files lie here.
SENT: dict[str, Path] = {}


def path_of(name: str) -> Path:
    """The file of this name: one that was sent, else the path itself.

    >>> str(path_of("runs/mine.onnx"))
    'runs/mine.onnx'
    """
    return SENT.get(name, Path(name))
