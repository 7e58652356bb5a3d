"""Longroad: a laboratory for complex stochastic games, with Catan at its heart."""

from types import ModuleType

from longroad import cores

__version__ = "0.2.0"
__path__ += cores.search_path()  # where longroad._native lies, if this installation has several


def __getattr__(name: str) -> ModuleType:
    """``import longroad; longroad.catan``: packages are imported when they are first asked for."""
    import importlib

    if name in ("adapters", "agents", "arena", "catan", "errors", "experiments", "search", "skirmish"):
        return importlib.import_module(f"longroad.{name}")
    raise AttributeError(f"module 'longroad' has no attribute '{name}'")
