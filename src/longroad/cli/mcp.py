"""``longroad mcp``."""

from __future__ import annotations

import asyncio
import logging
import sys
from pathlib import Path
from typing import Annotated

import typer

from longroad.cli.play import data_folder
from longroad.extras import require
from longroad.web.games import House


def mcp(
    folder: Annotated[
        Path | None,
        typer.Option("--folder", help="Where games are kept; default: longroad/mcp in your data folder."),
    ] = None,
    own_agents: Annotated[
        bool,
        typer.Option("--own-agents", help="Let the model name programs, classes and files of this machine."),
    ] = False,
) -> None:
    """Give a language model a seat: a Model Context Protocol server on standard input and output.

    A program that speaks the protocol starts this command; docs/reference/web_api.md has its tools. To seat a
    model at a table that people use, `longroad play` serves the same tools at /mcp.

    Example: `longroad mcp --folder games`
    """
    require("a seat for a language model", ["mcp"])
    from longroad.web.mcp import run_stdio

    logging.basicConfig(stream=sys.stderr, level=logging.WARNING)
    where = folder or data_folder() / "mcp"
    where.mkdir(parents=True, exist_ok=True)
    asyncio.run(run_stdio(House(where, own_agents=own_agents)))
