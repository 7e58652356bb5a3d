"""The general codec and encoding."""

from collections.abc import Sequence
from typing import Annotated, overload

import numpy
from numpy.typing import NDArray

import longroad._native


ACTIONS: int = 523

BYTES: int = 407

@overload
def index_of(state: longroad._native.State, action: longroad._native.Action) -> int | None: ...

@overload
def index_of(view: longroad._native.View, action: longroad._native.Action) -> int | None: ...

@overload
def action_of(state: longroad._native.State, index: int) -> longroad._native.Action: ...

@overload
def action_of(view: longroad._native.View, index: int) -> longroad._native.Action: ...

def write_mask(state: longroad._native.State, out: Annotated[NDArray[numpy.uint8], dict(shape=(None,), order='C', device='cpu')]) -> None: ...

def encode(view: longroad._native.View, out: Annotated[NDArray[numpy.uint8], dict(shape=(None,), order='C', device='cpu')]) -> None: ...

def encode_many(views: Sequence[longroad._native.View], out: Annotated[NDArray[numpy.uint8], dict(shape=(None, None), order='C', device='cpu')]) -> None: ...

def write_masks(views: Sequence[longroad._native.View], out: Annotated[NDArray[numpy.uint8], dict(shape=(None, None), order='C', device='cpu')]) -> None: ...
