"""Your own agents: ``python:module.Class``, or with options ``python:module.Class,greed=0.3``."""

from __future__ import annotations

from typing import Any

from longroad.agents.base import Agent, AnyAgent
from longroad.errors import AgentSpecError
from longroad.failures import located
from longroad.options import arguments_from_text, class_meant, class_named, pairs_of

FORM = "python:module.Class"


def python_class(spec: str) -> tuple[Any, dict[str, str]]:
    """The class that a spec names, and its options as text; raises AgentSpecError."""
    named = spec.removeprefix("python:")
    path, comma, text = named.partition(",")
    meant = class_meant(named)
    hint = f"; did you mean 'python:{meant}'?" if meant else ""
    if "=" in path.partition(":")[2]:
        raise AgentSpecError(f"agent '{spec}': options follow a comma{hint}")
    if "." not in path.strip(".") or path.endswith(".py") or ":" in path or "/" in path:
        raise AgentSpecError(f"agent '{spec}': name the class as {FORM}{hint}")
    try:
        found = class_named(path, Agent, "longroad.agents.Agent")
        return found, pairs_of(text) if comma else {}
    except ValueError as error:
        raise AgentSpecError(f"agent '{spec}': {error}") from error


def make_python_agent(spec: str) -> AnyAgent:
    """The agent of a spec; its options are keyword arguments of the constructor, converted by its annotations
    and defaults. Raises AgentSpecError."""
    found, texts = python_class(spec)
    try:
        arguments = arguments_from_text(found, texts, spec=spec)
    except ValueError as error:
        raise AgentSpecError(f"agent '{spec}': {error}") from error
    try:
        made: AnyAgent = found(**arguments)
    except KeyboardInterrupt:
        raise
    except BaseException as error:
        raise AgentSpecError(f"agent '{spec}': {located(error)}") from error
    return made
