"""What there is to know of one agent: what it does and every option it has."""

from __future__ import annotations

import inspect
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from longroad.agents.exec_agent import FORM as EXEC_FORM
from longroad.agents.python_agents import FORM, python_class
from longroad.agents.registry import FOREIGN, REGISTRIES, foreign_module, forms
from longroad.options import Declared, constructor_options, unknown_agent


@dataclass(frozen=True)
class Explained:
    """An agent as ``longroad agents NAME`` shows it."""

    name: str
    summary: str
    example: str
    options: Mapping[str, Declared]
    #: Of a library's name alone: the players that it has.
    classes: tuple[str, ...] = ()

    def to_dict(self) -> dict[str, Any]:
        """In plain types."""
        return {
            "name": self.name,
            "summary": self.summary,
            "example": self.example,
            "options": [declared.to_dict() for declared in self.options.values()],
            **({"classes": list(self.classes)} if self.classes else {}),
        }


def explain_agent(spec: str, game: str = "catan") -> Explained:
    """A built-in agent of a game by its name, or a class by ``python:module.Class`` or ``catanatron:Class``;
    options in the spec are passed over. Raises AgentSpecError.

    >>> explain_agent("random").options["by"].allowed
    'one of action, kind'
    """
    name = spec.partition(":")[0]
    if name == "python":
        return _explain_python(spec)
    if name == "exec":
        return Explained(
            EXEC_FORM, "your own program, in any language (docs/how-to/exec_bots.md)", "exec:node bot.js", {}
        )
    if name in FOREIGN and game == "catan":
        foreign, module = FOREIGN[name], foreign_module(name)
        if name == spec:
            return Explained(foreign.form, foreign.summary, foreign.example, {}, tuple(module.players()))
        summary, options = module.options_of(spec)
        return Explained(spec.partition(",")[0], summary or foreign.summary, foreign.example, options)
    registry = REGISTRIES[game]
    if name not in registry:
        raise unknown_agent(spec, name, (*registry, *forms(game)))
    info = registry[name]
    return Explained(name, info.summary, info.example, info.options)


def _explain_python(spec: str) -> Explained:
    if spec == "python":
        example = "python:my_bot.Builder,greed=0.3"
        return Explained(FORM, "your own class; its constructor's arguments are its options", example, {})
    found, _ = python_class(spec)
    summary = (inspect.getdoc(found) or "your own class").partition("\n\n")[0].replace("\n", " ")
    name = spec.partition(",")[0]
    return Explained(name, summary, name, constructor_options(found))
