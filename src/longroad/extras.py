"""Optional dependencies: what each extra of the package brings, and one sentence that names all that are
missing."""

from __future__ import annotations

import importlib.util
from collections.abc import Iterable

from longroad.errors import MissingExtraError

#: By extra: the library as people call it, and the module that is there once it is installed.
EXTRAS = {
    "catanatron": ("catanatron", "catanatron"),
    "data": ("PyArrow", "pyarrow"),
    "gymnasium": ("Gymnasium", "gymnasium"),
    "net": ("ONNX Runtime", "onnxruntime"),
    "openspiel": ("OpenSpiel", "pyspiel"),
    "pettingzoo": ("PettingZoo", "pettingzoo"),
    "plots": ("Matplotlib", "matplotlib"),
    "png": ("resvg", "resvg_py"),
    "train": ("PyTorch", "torch"),
}


def missing_extra(what: str, *extras: str) -> MissingExtraError:
    """The error for something that needs these extras.

    >>> print(missing_extra("this experiment", "plots", "train"))
    this experiment needs Matplotlib and PyTorch: pip install 'longroad[plots,train]'
    """
    names = [EXTRAS[extra][0] for extra in extras]
    listed = " and ".join(filter(None, (", ".join(names[:-1]), names[-1])))
    return MissingExtraError(f"{what} needs {listed}: pip install 'longroad[{','.join(extras)}]'")


def require(what: str, extras: Iterable[str]) -> None:
    """Raises MissingExtraError, naming all that are not installed, before hours of work rather than after."""
    missing = [extra for extra in sorted(set(extras)) if importlib.util.find_spec(EXTRAS[extra][1]) is None]
    if missing:
        raise missing_extra(what, *missing)
