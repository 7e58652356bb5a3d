"""The general codec and encoding."""

from typing import Annotated

import numpy
from numpy.typing import NDArray

import longroad._native


ACTIONS: int = 523

BYTES: int = 407

def index_of(state: longroad._native.State, action: longroad._native.Action) -> int | None: ...

def action_of(state: longroad._native.State, index: int) -> longroad._native.Action: ...

def write_mask(state: longroad._native.State, out: Annotated[NDArray[numpy.uint8], dict(shape=(None,), order='C', device='cpu')]) -> None: ...

def encode(view: longroad._native.View, out: Annotated[NDArray[numpy.uint8], dict(shape=(None,), order='C', device='cpu')]) -> None: ...
