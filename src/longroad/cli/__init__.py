"""The command line: one file per subcommand. Exit codes: 0 done, 1 failed, 2 wrong arguments, 130 interrupted
from the keyboard."""

from __future__ import annotations

import sys
from typing import Any

import typer
from typer.core import TyperGroup

import longroad
from longroad.cli import (
    agents,
    analyse,
    bench,
    completion,
    experiment,
    export,
    fit,
    greeting,
    jsettlers,
    match,
    mcp,
    openings,
    play,
    positions,
    rate,
    report,
    show,
    sprt,
    tournament,
    train,
)
from longroad.cli.cluster import with_address
from longroad.cli.options import INTERRUPTED
from longroad.cli.output import write_plain_where_needed
from longroad.errors import (
    IllegalActionError,
    LongroadError,
    MissingExtraError,
    RecordError,
    ServerError,
)


class _Commands(TyperGroup):
    """All subcommands. Those that keep something when they are interrupted say themselves what."""

    def parse_args(self, ctx: Any, args: list[str]) -> list[str]:
        return super().parse_args(ctx, with_address(args))

    def invoke(self, ctx: Any) -> Any:
        try:
            return super().invoke(ctx)
        except KeyboardInterrupt:
            print("longroad: interrupted; nothing more was written", file=sys.stderr)
            raise typer.Exit(INTERRUPTED) from None


app: typer.Typer = typer.Typer(
    name="longroad",
    cls=_Commands,
    help="A laboratory for complex stochastic games, with Catan at its heart.",
    add_completion=False,
    rich_markup_mode="markdown",
)
app.command("play")(play.play)
app.command("mcp")(mcp.mcp)
app.command("match")(match.match)
app.command("sprt")(sprt.sprt)
app.command("rate")(rate.rate)
app.command("tournament")(tournament.tournament)
app.command("report")(report.report)
app.command("bench")(bench.bench)
app.command("experiment")(experiment.experiment)
app.command("analyse")(analyse.analyse)
app.command("openings")(openings.openings)
app.command("train")(train.train)
app.command("positions")(positions.positions)
app.command("fit")(fit.fit)
app.command("jsettlers")(jsettlers.jsettlers)
app.command("show")(show.show)
app.command("export")(export.export)
app.command("agents")(agents.agents)
app.command("completion")(completion.completion)


@app.callback(invoke_without_command=True)
def _alone(
    context: typer.Context,
    version: bool = typer.Option(False, "--version", help="Print the version and exit."),
) -> None:
    if version:
        print(f"longroad {longroad.__version__}")
        raise typer.Exit
    if context.invoked_subcommand is None:
        print(greeting.greeting())


def main() -> None:
    """The entry point: errors that a person can act on become one line and exit code 2 (or 1 for a broken
    file)."""
    write_plain_where_needed()
    sys.path.insert(0, "")  # so that python:my_bot.MyAgent is found in the current folder
    try:
        app()
    except (IllegalActionError, RecordError, MissingExtraError, ServerError, OSError) as error:
        _fail(error, 1)
    except LongroadError as error:
        _fail(error, 2)


def _fail(error: Exception, code: int) -> None:
    words = (
        f"{error.filename}: {error.strerror}" if isinstance(error, OSError) and error.filename else str(error)
    )
    print(f"longroad: {words}", file=sys.stderr)
    sys.exit(code)
