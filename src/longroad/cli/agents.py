"""``longroad agents``."""

from __future__ import annotations

from typing import Any

from rich.console import Console
from rich.table import Table

from longroad.agents import AGENTS, FOREIGN, SKIRMISH_PLAYERS, AgentInfo
from longroad.cli.options import Game, Json, print_json


def agents(game: Game = "catan", as_json: Json = False) -> None:
    """List the agents, their options and an example spec each.

    Examples: `longroad agents`, `longroad agents --game skirmish`
    """
    registry: dict[str, AgentInfo[Any]] = {**(AGENTS if game == "catan" else SKIRMISH_PLAYERS)}
    if as_json:
        listed = [
            {"name": name, "summary": info.summary, "options": info.options, "example": info.example}
            for name, info in registry.items()
        ]
        print_json({"agents": listed})
        return
    table = Table()
    for column in ("agent", "what it does", "options", "example"):
        table.add_column(column, overflow="fold")
    for name, info in registry.items():
        options = ", ".join(f"{key}={value}" for key, value in info.options.items())
        table.add_row(name, info.summary, options or "-", info.example)
    if game == "catan":
        table.add_row("python:module.Class", "a class of your own", "-", "python:my_bot.Bot")
        for foreign in FOREIGN.values():
            table.add_row(foreign.form, foreign.summary, "its constructor's", foreign.example)
    Console().print(table)
