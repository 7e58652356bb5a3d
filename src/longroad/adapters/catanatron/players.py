"""catanatron's Player classes by name, and their options from text."""

from __future__ import annotations

import importlib
import inspect
import pkgutil
from collections.abc import Iterator
from typing import Any

from longroad.adapters.catanatron.versions import Color, Player
from longroad.agents.options import option_value
from longroad.errors import AgentSpecError

#: Where its players are looked for: modules, and packages with all their modules. Those that are not
#: installed are left out.
_PLACES = (
    "catanatron.models.player",
    "catanatron.players",
    "catanatron_experimental.machine_learning.players",
)
#: Players that cannot sit at our tables.
_NOT_OURS = ("HumanPlayer", "LongroadPlayer", "Player")
_WORDS = {"on": True, "true": True, "off": False, "false": False, "none": None}


def player_classes() -> dict[str, Any]:
    """The players that the installed catanatron brings, by name."""
    found = {}
    for module in _modules():
        for name, item in vars(module).items():
            if inspect.isclass(item) and issubclass(item, Player) and name not in _NOT_OURS:
                found[name] = item
    return dict(sorted(found.items()))


def player_class(spec: str, name: str) -> Any:
    """The class of a name such as ``RandomPlayer`` or ``my_module.MyPlayer``; raises AgentSpecError."""
    if "." not in name:
        found = player_classes()
        if name not in found:
            raise AgentSpecError(
                f"agent '{spec}': the installed catanatron has no player '{name}'; it has "
                f"{', '.join(found)}, "
                "and module.Class names one of yours"
            )
        return found[name]
    module_name, _, class_name = name.rpartition(".")
    try:
        item = getattr(importlib.import_module(module_name), class_name)
    except (ImportError, ValueError, TypeError, AttributeError) as error:
        raise AgentSpecError(f"agent '{spec}': {error}") from error
    if not (inspect.isclass(item) and issubclass(item, Player)):
        raise AgentSpecError(f"agent '{spec}': {class_name} is not a subclass of catanatron's Player")
    return item


def constructor_options(spec: str, player: Any, texts: dict[str, str]) -> dict[str, Any]:
    """Options of a spec as arguments of the constructor, and a trial that they construct one; raises
    AgentSpecError."""
    parameters = dict(list(inspect.signature(player).parameters.items())[1:])  # the first one is the color
    options = {}
    for name, text in texts.items():
        if name not in parameters:
            known = ", ".join(parameters) or "none"
            raise AgentSpecError(f"agent '{spec}': no option '{name}'; '{player.__name__}' has: {known}")
        try:
            options[name] = _value(name, text, parameters[name].default)
        except ValueError as error:
            raise AgentSpecError(f"agent '{spec}': {error}") from error
    try:
        player(next(iter(Color)), **options)
    except Exception as error:
        raise AgentSpecError(f"agent '{spec}': {type(error).__name__}: {error}") from error
    return options


def _value(name: str, text: str, default: Any) -> Any:
    """A text as a value of the default's type; where that says nothing, as what it looks like."""
    if isinstance(default, bool | int | float | str):
        return option_value(name, text, default)
    if default is not None and default is not inspect.Parameter.empty:
        raise ValueError(f"{name}: a {type(default).__name__} cannot be written in a spec")
    if text.lower() in _WORDS:
        return _WORDS[text.lower()]
    for kind in (int, float):
        try:
            return kind(text)
        except ValueError:
            continue
    return text


def _modules() -> Iterator[Any]:
    for place in _PLACES:
        try:
            module = importlib.import_module(place)
        except ImportError:
            continue
        yield module
        for info in pkgutil.iter_modules(getattr(module, "__path__", ())):
            try:
                yield importlib.import_module(f"{place}.{info.name}")
            except ImportError:  # a player that needs more than is installed
                continue
