"""``longroad experiment``."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Annotated

import typer
from rich.console import Console
from rich.markdown import Markdown

from longroad.cli.cluster import AllowTimed, Ray, working_place
from longroad.cli.completion import among
from longroad.cli.options import INTERRUPTED, Json, Seed, Threads
from longroad.cli.progress import progress
from longroad.errors import ExperimentError
from longroad.experiments import EXPERIMENTS, Request
from longroad.experiments.registry import Experiment
from longroad.options import no_such
from longroad.wording import listed


def experiment(
    name: Annotated[
        str, typer.Argument(help=f"One of: {', '.join(EXPERIMENTS)}.", autocompletion=among(EXPERIMENTS))
    ],
    quick: Annotated[bool, typer.Option("--quick", help="A small run: minutes instead of hours.")] = False,
    gpu: Annotated[
        bool, typer.Option("--gpu", help="Run on a GPU (experiments that train networks).")
    ] = False,
    full: Annotated[
        bool, typer.Option("--full", help="As published, where the usual size is smaller.")
    ] = False,
    parts: Annotated[
        list[str] | None,
        typer.Option("--part", help="Only this part, such as fig6 of gendre2020; can be repeated."),
    ] = None,
    games: Annotated[
        int | None,
        typer.Option(
            "--games", min=2, help="Games per match, or in all; default: the experiment's own number."
        ),
    ] = None,
    out: Annotated[
        Path | None,
        typer.Option("--out", help="The folder to write to, or to resume from; default: out/NAME."),
    ] = None,
    seed: Seed = 1,
    threads: Threads = 0,
    ray: Ray = None,
    allow_timed: AllowTimed = False,
    as_json: Json = False,
) -> None:
    """Re-run a published experiment and print our results beside the paper's, or a study of our own (wisdom).

    The results, a report in Markdown and its pictures are written into a folder. Killed at any moment, the
    same command resumes from what it finds there.

    Examples: `longroad experiment taucher2018 --quick`, `longroad experiment ntu2016 --games 500 --out
    results`, `longroad experiment casher2024 --quick`, `longroad experiment gendre2020 --quick --part fig6`,
    `longroad experiment wisdom --games 20000`
    """
    if name not in EXPERIMENTS:
        raise ExperimentError(no_such("experiment", name, EXPERIMENTS))
    chosen = EXPERIMENTS[name]
    budget = _budget(name, quick, gpu, full)
    for part in parts or ():
        if part not in chosen.parts:
            raise ExperimentError(f"--part: {no_such('part', part, chosen.parts)}")
    folder = out or Path("out") / (name if budget == "usual" else f"{name}-{budget}")
    if ray is not None and not allow_timed:
        _refuse_timed(chosen, name, parts)
    with working_place(ray, threads=threads, allow_timed=allow_timed) as place, progress(chosen.title) as bar:
        show = place.beside(bar)
        request = Request(
            folder,
            budget,
            games,
            seed,
            threads or None,
            tuple(parts or ()),
            runner=place.runner,
            progress=lambda message, done, total: show(done, total, message),
        )
        try:
            report = chosen.run(request)
        except KeyboardInterrupt:
            kept = f"kept what was finished in {folder}; the same command resumes from there"
            print(f"longroad: interrupted; {kept}", file=sys.stderr)
            raise typer.Exit(INTERRUPTED) from None
    if as_json:
        print(report.with_suffix(".json").read_text(), end="")
    else:
        lines = report.read_text().splitlines()
        Console().print(Markdown("\n".join(line for line in lines if not line.startswith("!["))))
    print(f"wrote {report} and its pictures", file=sys.stderr)


def _refuse_timed(chosen: Experiment, name: str, parts: list[str] | None) -> None:
    timed = [part for part in parts or chosen.parts if part in chosen.timed]
    if timed:
        others = [f"--part {part}" for part in chosen.parts if part not in chosen.timed]
        raise ExperimentError(
            f"{name}: {listed(timed)} depend on the speed of a worker; run {' '.join(others)}, or add "
            "--allow-timed"
        )


def _budget(name: str, quick: bool, gpu: bool, full: bool) -> str:
    asked = [word for word, given in (("quick", quick), ("gpu", gpu), ("full", full)) if given]
    if len(asked) > 1:
        raise ExperimentError(f"--{asked[0]} and --{asked[1]}: choose one")
    budget = asked[0] if asked else "usual"
    if budget in ("gpu", "full") and budget not in EXPERIMENTS[name].budgets:
        raise ExperimentError(f"--{budget}: {name} has no such size; leave it out, or --quick")
    return budget
