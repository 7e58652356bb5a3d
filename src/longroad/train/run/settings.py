"""Settings of an algorithm as plain values by name, the form in which people change them and checkpoints keep
them."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import fields, is_dataclass
from typing import Any, TypeAlias, TypeVar, get_type_hints

from longroad.errors import TrainingError

Value: TypeAlias = bool | int | float | str
T = TypeVar("T")
_WORDS = {"on": True, "true": True, "off": False, "false": False}


def plain(settings: Any) -> dict[str, Value]:
    """The fields of a dataclass; those of a dataclass inside it as ``outer.inner``."""
    values: dict[str, Value] = {}
    for field in fields(settings):
        value = getattr(settings, field.name)
        if is_dataclass(value):
            values |= {f"{field.name}.{name}": inner for name, inner in plain(value).items()}
        else:
            values[field.name] = value
    return values


def made(kind: type[T], values: Mapping[str, Value]) -> T:
    """The opposite of ``plain``. Names that are not fields of ``kind`` are passed over."""
    hints = get_type_hints(kind)
    arguments: dict[str, Any] = {}
    for field in fields(kind):  # type: ignore[arg-type]
        if is_dataclass(hints[field.name]):
            start = f"{field.name}."
            inner = {name.removeprefix(start): v for name, v in values.items() if name.startswith(start)}
            arguments[field.name] = made(hints[field.name], inner)
        elif field.name in values:
            arguments[field.name] = values[field.name]
    return kind(**arguments)


def changed(settings: Mapping[str, Value], changes: Iterable[str]) -> dict[str, Value]:
    """The settings with some set as ``name=value``; each keeps its type.

    >>> changed({"games": 8, "learning_rate": 0.003}, ["learning_rate=1e-2"])
    {'games': 8, 'learning_rate': 0.01}
    """
    result = dict(settings)
    for change in changes:
        name, equals, text = change.partition("=")
        if not equals:
            raise TrainingError(f"setting '{change}': must be name=value")
        if name not in settings:
            raise TrainingError(f"setting '{name}': there are {', '.join(settings)}")
        result[name] = _read(name, text, settings[name])
    return result


def _read(name: str, text: str, like: Value) -> Value:
    try:
        if isinstance(like, bool):
            return _WORDS[text.lower()]
        return type(like)(text)
    except (KeyError, ValueError):
        kind = (
            "on or off"
            if isinstance(like, bool)
            else "a whole number"
            if isinstance(like, int)
            else "a number"
        )
        raise TrainingError(f"setting {name}={text}: must be {kind}") from None
