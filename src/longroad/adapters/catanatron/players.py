"""catanatron's Player classes by name, and their options from text."""

from __future__ import annotations

import importlib
import inspect
import pkgutil
from collections.abc import Iterator
from typing import Any

from longroad.adapters.catanatron.versions import Color, Player
from longroad.errors import AgentSpecError
from longroad.failures import located
from longroad.options import arguments_from_text, class_named, suggestion

#: Where its players are looked for: modules, and packages with all their modules. Those that are not
#: installed are left out.
_PLACES = (
    "catanatron.models.player",
    "catanatron.players",
    "catanatron_experimental.machine_learning.players",
)
#: A constructor's first parameter is the color, which is not an option.
COLOR = 1
#: Players that cannot sit at our tables.
_NOT_OURS = ("HumanPlayer", "LongroadPlayer", "Player")


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
            hint = suggestion(name, found)
            raise AgentSpecError(
                f"agent '{spec}': the installed catanatron has no player '{name}'; "
                f"{f'{hint} ' if hint else ''}"
                f"it has {', '.join(found)}, and module.Class names your own"
            )
        return found[name]
    try:
        return class_named(name, Player, "catanatron's Player")
    except ValueError as error:
        raise AgentSpecError(f"agent '{spec}': {error}") from error


def constructor_arguments(spec: str, player: Any, texts: dict[str, str]) -> dict[str, Any]:
    """Options of a spec as arguments of the constructor, and a trial that they construct one; raises
    AgentSpecError."""
    try:
        arguments = arguments_from_text(player, texts, spec=spec, skip=COLOR)
    except ValueError as error:
        raise AgentSpecError(f"agent '{spec}': {error}") from error
    try:
        player(next(iter(Color)), **arguments)
    except KeyboardInterrupt:
        raise
    except BaseException as error:
        raise AgentSpecError(f"agent '{spec}': {located(error)}") from error
    return arguments


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
