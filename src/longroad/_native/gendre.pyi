"""Codec and encoding of Gendre & Kaneko (2020)."""

from collections.abc import Sequence
from typing import Annotated, overload

import numpy
from numpy.typing import NDArray

import longroad._native


ACTIONS: int = 335

PLANES: int = 17

SCALARS: int = 45

@overload
def index_of(state: longroad._native.State, action: longroad._native.Action) -> int | None: ...

@overload
def index_of(view: longroad._native.View, action: longroad._native.Action) -> int | None: ...

@overload
def expand(state: longroad._native.State, index: int, rng: longroad._native.Rng) -> list[longroad._native.Action]: ...

@overload
def expand(view: longroad._native.View, index: int, rng: longroad._native.Rng) -> list[longroad._native.Action]: ...

def write_mask(state: longroad._native.State, out: Annotated[NDArray[numpy.uint8], dict(shape=(None,), order='C', device='cpu')]) -> None: ...

def encode(view: longroad._native.View, out: Annotated[NDArray[numpy.uint8], dict(shape=(None,), order='C', device='cpu')]) -> None: ...

def encode_many(views: Sequence[longroad._native.View], out: Annotated[NDArray[numpy.uint8], dict(shape=(None, None), order='C', device='cpu')]) -> None: ...

def write_masks(views: Sequence[longroad._native.View], out: Annotated[NDArray[numpy.uint8], dict(shape=(None, None), order='C', device='cpu')]) -> None: ...
