"""The reference of the command line, from Typer's own description of it."""

from __future__ import annotations

import inspect
import re
from typing import Any

import typer
import typer.main

from longroad.cli import app


def reference() -> str:
    """Every subcommand with its arguments and options."""
    group: Any = typer.main.get_command(app)
    with typer.Context(group, info_name="longroad") as above:
        known = {name: group.commands[name] for name in group.list_commands(above)}
        rows = ["| command | what it does |", "| --- | --- |"]
        rows += [f"| [`longroad {name}`](#{name}) | {_first(one.help)} |" for name, one in known.items()]
        parts = ["\n".join(rows), *(_command(name, one, above) for name, one in known.items())]
    return "\n\n".join(parts)


def _command(name: str, command: Any, above: Any) -> str:
    with typer.Context(command, info_name=name, parent=above) as context:
        usage = " ".join(command.collect_usage_pieces(context))
        records = [parameter.get_help_record(context) for parameter in command.get_params(context)]
    rows = ["| argument or option | what it is for |", "| --- | --- |"]
    rows += [f"| `{record[0]}` | {_cell(record[1])} |" for record in records if record]
    return f"## {name}\n\n```text\nlongroad {name} {usage}\n```\n\n{_words(command.help)}\n\n" + "\n".join(
        rows
    )


def _cell(text: str) -> str:
    return re.sub(r"\s+", " ", text).replace("|", "\\|").replace("*", "\\*").replace("<", "&lt;").strip()


def _first(text: str | None) -> str:
    words = _cell(inspect.cleandoc(text or "").partition("\n\n")[0])
    return words.partition(". ")[0].rstrip(".") + "."


def _words(text: str | None) -> str:
    return inspect.cleandoc(text or "").replace("\f", "").replace("\b\n", "")
