"""Optional dependencies: what each extra of the package brings, and one sentence that names all that are
missing."""

from __future__ import annotations

import importlib.util
import tomllib
from collections.abc import Iterable
from pathlib import Path

from longroad.errors import MissingExtraError

#: By extra: the library as people call it, and the module that is there once it is installed.
EXTRAS = {
    "catanatron": ("catanatron", "catanatron"),
    "data": ("PyArrow", "pyarrow"),
    "gymnasium": ("Gymnasium", "gymnasium"),
    "mcp": ("the MCP SDK", "mcp"),
    "net": ("ONNX Runtime", "onnxruntime"),
    "openspiel": ("OpenSpiel", "pyspiel"),
    "pettingzoo": ("PettingZoo", "pettingzoo"),
    "plots": ("Matplotlib", "matplotlib"),
    "png": ("resvg", "resvg_py"),
    "scale": ("Ray", "ray"),
    "train": ("PyTorch", "torch"),
    "web": ("NiceGUI", "nicegui"),
}


#: Where this package lies.
_PACKAGE = Path(__file__).resolve().parent


def checkout() -> Path | None:
    """The source checkout that the package runs from, or in whose ``.venv`` it is installed, if there is one:
    a folder above it whose ``pyproject.toml`` is Longroad's."""
    for folder in _PACKAGE.parents:
        try:
            project = tomllib.loads((folder / "pyproject.toml").read_text(encoding="utf-8")).get(
                "project", {}
            )
        except (OSError, ValueError):
            continue
        if project.get("name") == "longroad":
            return folder
    return None


def missing_extra(what: str, *extras: str) -> MissingExtraError:
    """The error for something that needs these extras.

    >>> print(missing_extra("this experiment", "plots", "train"))  # doctest: +ELLIPSIS
    this experiment needs Matplotlib and PyTorch: pip install 'longroad[plots,train]'...
    """
    names, wanted = [EXTRAS[extra][0] for extra in extras], ",".join(extras)
    listed = " and ".join(filter(None, (", ".join(names[:-1]), names[-1])))
    root = checkout()
    sources = f" (with these sources: pip install '.[{wanted}]' in {root})" if root else ""
    return MissingExtraError(f"{what} needs {listed}: pip install 'longroad[{wanted}]'{sources}")


def require(what: str, extras: Iterable[str]) -> None:
    """Raises MissingExtraError, naming all that are not installed, before hours of work rather than after."""
    missing = [extra for extra in sorted(set(extras)) if importlib.util.find_spec(EXTRAS[extra][1]) is None]
    if missing:
        raise missing_extra(what, *missing)
