"""Specs: a name and its options, ``name`` or ``name:option=value,option=value``."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import TypeVar

from longroad.errors import AgentSpecError
from longroad.options.base import Options
from longroad.options.own_files import class_meant
from longroad.options.words import suggestion

T = TypeVar("T", bound=Options)


def spec_parts(spec: str) -> tuple[str, str]:
    """The name and the text of the options.

    >>> spec_parts("random:by=kind"), spec_parts("random")
    (('random', 'by=kind'), ('random', ''))
    """
    name, colon, text = spec.partition(":")
    if colon and not text.strip():
        raise AgentSpecError(f"agent '{spec}': no options after the colon; write {name}:option=value")
    return name, text


def from_spec(spec: str, known: Mapping[str, type[T]], others: Iterable[str] = ()) -> T:
    """The options of a spec by the table of names; ``others`` are names and forms that exist beside it.
    Raises AgentSpecError."""
    name, text = spec_parts(spec)
    if name not in known:
        raise unknown_agent(spec, name, (*known, *others))
    try:
        return known[name].from_text(text)
    except AgentSpecError as error:
        raise AgentSpecError(f"agent '{spec}': {error}") from None


def unknown_agent(spec: str, name: str, known: Iterable[str]) -> AgentSpecError:
    """The error of a name that no agent has: a class or file without ``python:``, perhaps."""
    names = list(known)
    meant = class_meant(spec)
    hint = f"did you mean 'python:{meant}'?" if meant else suggestion(name, names)
    listed = f"there are {', '.join(names)}"
    return AgentSpecError(f"agent '{spec}': no such agent; {f'{hint} T' + listed[1:] if hint else listed}")
