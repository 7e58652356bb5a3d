"""Networks that ship with Longroad, each with a card: how it was trained, how strong it is.

``net:model=NAME`` plays one, and ``longroad train PRESET --set start=NAME`` continues training from it. A
file of that name in the current folder goes first.
"""

from __future__ import annotations

from pathlib import Path

from longroad.models.sent import path_of

_HERE = Path(__file__).parent


def shipped() -> dict[str, Path]:
    """The files by name.

    >>> sorted(shipped())
    ['champion2p', 'fast2p']
    """
    return {path.stem: path for path in sorted(_HERE.glob("*.onnx"))}


def shipped_or_file(name: str) -> Path:
    """The file that a name stands for: the file itself if there is one, else the network of that name, else
    just the name as a path.

    >>> shipped_or_file("fast2p").name
    'fast2p.onnx'
    >>> str(shipped_or_file("runs/mine.onnx"))
    'runs/mine.onnx'
    """
    path = path_of(name)
    return path if path.exists() else shipped().get(name, path)
