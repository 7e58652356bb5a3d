"""Encoding of Casher (2024)."""

from collections.abc import Sequence
from typing import Annotated

import numpy
from numpy.typing import NDArray

import longroad._native


FEATURES: int = 1782

def encode(view: longroad._native.View, move: longroad._native.Action | None, out: Annotated[NDArray[numpy.float32], dict(shape=(None,), order='C', device='cpu')]) -> None: ...

def encode_moves(view: longroad._native.View, moves: Sequence[longroad._native.Action], out: Annotated[NDArray[numpy.float32], dict(shape=(None, None), order='C', device='cpu')]) -> None: ...
