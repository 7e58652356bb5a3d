"""Which native core runs.

An installation from source has one core, built for its machine. A wheel for x86-64 holds two, in folders
beside this file: ``x86-64-v3`` for processors with AVX2, BMI2 and FMA (Intel since 2013, AMD since 2015) and
``baseline`` for all others. The first one that the processor can run is loaded when ``longroad._native`` is
imported; both play the same games. The variable ``LONGROAD_CORE`` names another one to load::

    LONGROAD_CORE=baseline longroad bench
"""

from __future__ import annotations

import os
import sys
from collections.abc import Callable, Sequence
from importlib.abc import MetaPathFinder
from importlib.machinery import ModuleSpec
from pathlib import Path
from types import ModuleType

#: The environment variable that names a core.
VARIABLE = "LONGROAD_CORE"
#: Cores of wheels, the fastest first.
NAMES = ("x86-64-v3", "baseline")
_HERE = Path(__file__).parent
_NATIVE = "longroad._native"


class CoreError(ImportError):
    """The core that ``LONGROAD_CORE`` names cannot be loaded. The message says which can.

    Not a LongroadError, which is a class of the core itself.
    """


def installed(folder: Path = _HERE) -> tuple[str, ...]:
    """The cores to choose from, the fastest first: none where there is only the one built from source.

    >>> set(installed()) <= set(NAMES)
    True
    """
    return tuple(name for name in NAMES if any((folder / name).glob("_native.*")))


def choose(wanted: str, cores: Sequence[str], runs: Callable[[str], bool]) -> str | None:
    """The core to load of those installed: the one that is wanted, or for ``""`` the first that the processor
    can run. None where nothing is to choose. Raises CoreError.

    >>> choose("", ["x86-64-v3", "baseline"], lambda core: core == "baseline")
    'baseline'
    """
    if not wanted:
        return next((core for core in cores if runs(core)), None)
    if not cores:
        raise CoreError(f"{VARIABLE}={wanted}: this installation has one core, there is no choice: unset it")
    if wanted not in cores:
        raise CoreError(f"{VARIABLE}={wanted}: there is no such core; there are {', '.join(cores)}")
    if not runs(wanted):
        usable = ", ".join(core for core in cores if runs(core))
        raise CoreError(f"{VARIABLE}={wanted}: this processor cannot run it; it can run {usable}")
    return wanted


def can_run(core: str) -> bool:
    """Whether this processor can run a core of this wheel."""
    if core == "baseline":
        return True
    from longroad.cores import _cpu

    return core == "x86-64-v3" and _cpu.x86_64_v3()


def search_path() -> list[str]:
    """Where Python finds ``longroad._native``, besides the package's own folder. If ``LONGROAD_CORE`` names a
    core that cannot be loaded, importing ``longroad._native`` raises CoreError."""
    try:
        core = choose(os.environ.get(VARIABLE, ""), installed(), can_run)
    except CoreError as error:
        sys.meta_path.insert(0, _Refusal(str(error)))
        return []
    return [] if core is None else [str(_HERE / core)]


class _Refusal(MetaPathFinder):
    """Does not let the core be imported."""

    def __init__(self, words: str) -> None:
        self._words = words

    def find_spec(
        self, fullname: str, path: Sequence[str] | None, target: ModuleType | None = None
    ) -> ModuleSpec | None:
        if fullname == _NATIVE:
            raise CoreError(self._words)
        return None
