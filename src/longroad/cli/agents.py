"""``longroad agents``."""

from __future__ import annotations

from typing import Annotated

import typer
from rich.console import Console
from rich.table import Table

from longroad.agents import (
    FOREIGN,
    REGISTRIES,
    AgentInfo,
    Explained,
    explain_agent,
)
from longroad.cli.completion import complete_agents
from longroad.cli.options import Game, Json, option_table, playing, print_json


def agents(
    name: Annotated[
        str | None,
        typer.Argument(
            metavar="AGENT",
            help="Explain the options of this one.",
            show_default=False,
            autocompletion=complete_agents,
        ),
    ] = None,
    game: Game = "catan",
    as_json: Json = False,
) -> None:
    """List the agents, or explain every option of one: default, allowed values, what it is for.

    Examples: `longroad agents`, `longroad agents mcts`, `longroad agents python:my_bot.Builder`, `longroad
    agents catanatron:AlphaBetaPlayer`, `longroad agents expectimax --game skirmish`
    """
    registry = REGISTRIES[game]
    if name is not None:
        with playing(as_json):
            found = explain_agent(name, game)
        _show(found, as_json)
    elif as_json:
        listed = [
            {
                "name": each,
                "summary": info.summary,
                "options": {option: one.plain_default for option, one in info.options.items()},
                "example": info.example,
            }
            for each, info in registry.items()
        ]
        print_json({"agents": listed})
    else:
        _list(registry, game)


def _show(found: Explained, as_json: bool) -> None:
    if as_json:
        print_json(found.to_dict())
        return
    console = Console(highlight=False)
    console.print(f"{found.name}: {found.summary}", markup=False)
    if found.options:
        console.print(option_table(found.options.values()))
    elif not found.classes:
        console.print("It has no options.")
    if found.classes:
        console.print(f"players: {', '.join(found.classes)}", markup=False)
    console.print(f"example: {found.example}", markup=False)


def _list(registry: dict[str, AgentInfo], game: str) -> None:
    table = Table(caption="longroad agents AGENT explains the options of one")
    for column in ("agent", "what it does", "options", "example"):
        table.add_column(column, overflow="fold")
    for name, info in registry.items():
        table.add_row(name, info.summary, ", ".join(info.options) or "-", info.example)
    table.add_row("python:module.Class", "your own class", "its constructor's", "python:my_bot.Bot,greed=0.3")
    table.add_row("exec:COMMAND", "your own program, in any language", "-", "exec:node bot.js")
    if game == "catan":
        for foreign in FOREIGN.values():
            table.add_row(foreign.form, foreign.summary, "its constructor's", foreign.example)
    Console().print(table)
