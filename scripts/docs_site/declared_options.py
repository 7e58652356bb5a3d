"""Tables of everything that is declared: agents and their options, rules, training settings."""

from __future__ import annotations

from collections.abc import Iterable

from longroad import skirmish
from longroad.agents import REGISTRIES, AgentInfo
from longroad.catan import Rules
from longroad.options import REQUIRED, Declared
from longroad.train.presets import PRESETS


def option_table(declared: Iterable[Declared]) -> str:
    """Options with default, what they can be, and what they are for."""
    rows = ["| option | default | allowed | what it is for |", "| --- | --- | --- | --- |"]
    for one in declared:
        default = "must be given" if one.default is REQUIRED else f"`{one.show(one.default) or '-'}`"
        rows.append(f"| `{one.name}` | {default} | {_cell(one.allowed)} | {_cell(one.about.help)} |")
    return "\n".join(rows)


def _cell(text: str) -> str:
    return text.replace("|", "\\|").replace("*", "\\*").replace("<", "&lt;").replace("\n", " ")


def agents() -> str:
    """All built-in agents of both games with their options."""
    parts = []
    for game, registry in REGISTRIES.items():
        for name, info in registry.items():
            parts.append(_agent(name if game == "catan" else f"{name} of Skirmish", info))
    return "\n\n".join(parts)


def _agent(name: str, info: AgentInfo) -> str:
    extra = f" Needs the extra `{info.extra}`." if info.extra else ""
    options = option_table(info.options.values()) if info.options else "It has no options."
    return f"### {name}\n\n{_sentence(info.summary)}{extra} Example: `{info.example}`\n\n{options}"


def _sentence(words: str) -> str:
    return f"{words[:1].upper()}{words[1:]}."


def rules() -> str:
    """The options of both games' rules."""
    return "\n\n".join(
        f"### {title}\n\n{option_table(kind.declared.values())}"
        for title, kind in (("longroad.catan.Rules", Rules), ("longroad.skirmish.Rules", skirmish.Rules))
    )


def training() -> str:
    """The presets of training, and the settings of each."""
    rows = ["| preset | what it trains | measured against |", "| --- | --- | --- |"]
    for name, preset in PRESETS.items():
        against = ", ".join(f"`{opponent}`" for opponent in preset.opponents)
        rows.append(f"| [`{name}`](#{name}) | {_cell(preset.summary)} | {against} |")
    parts = ["\n".join(rows)]
    for name, preset in PRESETS.items():
        table = option_table(preset.declared.values())
        parts.append(f"## {name}\n\n{_sentence(preset.summary)}\n\n{table}")
    return "\n\n".join(parts)
