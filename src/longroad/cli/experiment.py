"""``longroad experiment``."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Annotated

import typer
from rich.console import Console
from rich.markdown import Markdown

from longroad.cli.options import Json, Seed, Threads, progress_bar
from longroad.errors import ExperimentError
from longroad.experiments import EXPERIMENTS, Request


def experiment(
    name: Annotated[str, typer.Argument(help=f"One of: {', '.join(EXPERIMENTS)}.")],
    quick: Annotated[bool, typer.Option("--quick", help="A small run: a few minutes.")] = False,
    games: Annotated[
        int | None,
        typer.Option("--games", min=2, help="Games a match; without it the experiment's own number."),
    ] = None,
    out: Annotated[
        Path | None,
        typer.Option("--out", help="The folder to write to, or to go on from; without it out/NAME."),
    ] = None,
    seed: Seed = 1,
    threads: Threads = 0,
    as_json: Json = False,
) -> None:
    """Run a published experiment again and print ours beside theirs.

    The results, a report in Markdown and its pictures are written into a folder. Killed at any moment, the same command goes on
    from what it finds there.

    Examples: `longroad experiment taucher2018 --quick`, `longroad experiment ntu2016 --games 500 --out results`,
    `longroad experiment casher2024 --quick`
    """
    if name not in EXPERIMENTS:
        raise ExperimentError(f"experiment '{name}': no such experiment; there are {', '.join(EXPERIMENTS)}")
    folder = out or Path("out") / (f"{name}-quick" if quick else name)
    with progress_bar() as bar:
        task = bar.add_task(EXPERIMENTS[name].title)

        last = ""

        def progress(message: str, done: int, total: int) -> None:
            nonlocal last
            bar.update(task, description=message, completed=done, total=total)
            if bar.disable and message != last:  # in a log, a line for every new thing
                print(f"{done} of {total}: {message}", file=sys.stderr, flush=True)
            last = message

        request = Request(folder, quick, games, seed, threads or None, progress)
        report = EXPERIMENTS[name].run(request)
    if as_json:
        print(report.with_suffix(".json").read_text(), end="")
    else:
        lines = report.read_text().splitlines()
        Console().print(Markdown("\n".join(line for line in lines if not line.startswith("!["))))
    print(f"wrote {report} and its pictures", file=sys.stderr)
