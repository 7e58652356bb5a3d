"""A pytest plugin: the tests run on the small native module that RULES_CORE names, not on the one in src.

What that module has not (agents, searches, codecs) can be imported and subclassed, so that ``longroad.catan``
can be imported; used it raises.
"""

from __future__ import annotations

import importlib.machinery
import importlib.util
import os
import signal
import sys
from typing import Any

NAME = "longroad._native"


def missing(name: str) -> Any:
    """What stands for something that the small module has not: nothing to iterate over, or an unusable
    class."""
    if name.startswith("__"):
        raise AttributeError(name)
    if name.isupper():
        return ()

    def refuse(self: object, *_arguments: object, **_named: object) -> None:
        raise NotImplementedError(f"{name} is not part of the rules")

    return type(name, (), {"__init__": refuse})


def load(path: str) -> None:
    loader = importlib.machinery.ExtensionFileLoader(NAME, path)
    spec = importlib.util.spec_from_file_location(NAME, path, loader=loader)
    assert spec is not None
    module = importlib.util.module_from_spec(spec)
    loader.exec_module(module)
    module.__getattr__ = missing  # type: ignore[method-assign]
    sys.modules[NAME] = module


def pytest_runtest_setup() -> None:
    """A test that takes so many seconds of CPU ends the process by a signal."""
    signal.setitimer(signal.ITIMER_PROF, float(os.environ["TEST_SECONDS"]))


load(os.environ["RULES_CORE"])
