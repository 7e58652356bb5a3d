"""Longroad: a laboratory for complex stochastic games, with Catan at its heart."""

from types import ModuleType

__version__ = "0.2.0"


def __getattr__(name: str) -> ModuleType:
    """``import longroad; longroad.catan``: packages are imported when they are first asked for."""
    import importlib

    if name in ("adapters", "agents", "arena", "catan", "errors", "experiments", "search", "skirmish"):
        return importlib.import_module(f"longroad.{name}")
    raise AttributeError(f"module 'longroad' has no attribute '{name}'")
