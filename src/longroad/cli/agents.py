"""``longroad agents``."""

from __future__ import annotations

from rich.console import Console
from rich.table import Table

from longroad.agents import AGENTS
from longroad.cli.options import Json, print_json


def agents(as_json: Json = False) -> None:
    """List the agents, their options and an example spec each.

    Example: `longroad agents`
    """
    if as_json:
        listed = [
            {"name": name, "summary": info.summary, "options": info.options, "example": info.example}
            for name, info in AGENTS.items()
        ]
        print_json({"agents": listed})
        return
    table = Table()
    for column in ("agent", "what it does", "options", "example"):
        table.add_column(column, overflow="fold")
    for name, info in AGENTS.items():
        options = ", ".join(f"{key}={value}" for key, value in info.options.items())
        table.add_row(name, info.summary, options or "-", info.example)
    table.add_row("python:module.Class", "a class of your own", "-", "python:my_bot.Bot")
    Console().print(table)
