"""Settings of a run as plain values by name, the form in which people change them and checkpoints keep
them."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace
from typing import TypeAlias

from longroad.catan.rules import Rules
from longroad.errors import TrainingError
from longroad.options import Declared, Options, no_such, option, options, pairs_among

Value: TypeAlias = bool | int | float | str


@options(TrainingError, label="setting")
class NetworkSettings(Options):
    """What a policy network is and where it plays."""

    network: str = option("", "The network's architecture, a name of longroad.nets.registry.")
    start: str = option(
        "",
        "A network whose weights are the first ones: an exported file, or one that ships with Longroad.",
        words={"none": ""},
    )
    rules: str = option("", "The rules it plays by: a preset, and options of longroad.catan.Rules.")


def check_learnable(rules: Rules) -> None:
    """Raises TrainingError for rules that no policy network can learn. A friendly robber it can: the hexes
    that are closed to the robber are missing from the mask of legal actions."""
    if rules.dice_deck:
        raise TrainingError("rules with dice_deck=on: no encoding shows a network what is left of the deck")


def plain(parts: Iterable[Options]) -> dict[str, Value]:
    """The values of all settings by name."""
    return {name: getattr(part, name) for part in parts for name in type(part).declared}


def declared(parts: Iterable[Options]) -> dict[str, Declared]:
    """The settings by name as they are declared, with the values of ``parts`` as their defaults."""
    return {
        name: replace(one, default=getattr(part, name))
        for part in parts
        for name, one in type(part).declared.items()
    }


def changed(parts: Sequence[Options], changes: Iterable[str]) -> tuple[Options, ...]:
    """The settings with some set as ``name=value``; raises TrainingError."""
    try:
        texts = pairs_among(changes)
    except ValueError as error:
        raise TrainingError(f"setting {error}") from None
    known = declared(parts)
    for name in texts:
        if name not in known:
            raise TrainingError(no_such("setting", name, known))
    return tuple(
        part.replace(**part.read({name: text for name, text in texts.items() if name in part.declared}))
        for part in parts
    )
