"""Longroad beside its peers, measured in one run and written as a page with a chart.

    python benchmarks/page.py --out docs/results/benchmarks.md      # make peers
    python benchmarks/page.py --quick --json

Peers are what PyPI has: catanatron 3.2.1, and OpenSpiel for what is usual for games written in C++. In
every round each is measured right beside ours, by process CPU time; the page shows medians of the rounds,
and ratios as the median of the rounds' ratios. So other work on the machine shifts the speeds more than the
ratios.
"""

from __future__ import annotations

import json
import os
import platform
import subprocess
import sys
from dataclasses import dataclass
from datetime import UTC, datetime
from importlib.metadata import version
from pathlib import Path
from textwrap import fill
from typing import Annotated

import typer
from others import GAMES, SIMULATIONS, others
from peers import FULL, QUICK, Sample, medians, nested, one_round, require_peer
from rich.console import Console
from rich.progress import Progress

from longroad import _native
from longroad.cli.bench import signature
from longroad.cli.bench_evaluators import evaluations_per_second
from longroad.experiments.machine import cpu_name
from longroad.files import write_text
from longroad.plots import OURS, THEIRS, picture

ROOT = Path(__file__).resolve().parents[1]
CATANATRON, OPEN_SPIEL = "catanatron", "OpenSpiel"


@dataclass(frozen=True)
class Row:
    """A line of the table: what is measured, whose figure is beside ours, and where both are in a sample."""

    what: str
    unit: str
    own: str
    peer: str = ""
    whose: str = ""
    ratio: str = ""


ROWS = (
    *(
        Row(
            f"random games, {players} players",
            "decisions/s",
            f"longroad.random_{players}p.actions_per_s",
            f"catanatron.random_{players}p.actions_per_s",
            CATANATRON,
            f"ratios.random_{players}p",
        )
        for players in (2, 4)
    ),
    *(
        Row(
            f"the same, {players} players",
            "games/s",
            f"longroad.random_{players}p.games_per_s",
            f"catanatron.random_{players}p.games_per_s",
            CATANATRON,
            f"ratios.random_{players}p_games",
        )
        for players in (2, 4)
    ),
    *(
        Row(
            f"with domestic trade (theirs does not trade), {players} players",
            "decisions/s",
            f"longroad.trade_{players}p.actions_per_s",
            f"catanatron.random_{players}p.actions_per_s",
            CATANATRON,
            f"ratios.trade_{players}p",
        )
        for players in (2, 4)
    ),
    *(
        Row(
            f"`value` beside `VictoryPointPlayer`, {players} players",
            "decisions/s",
            f"longroad.ahead_{players}p.actions_per_s",
            f"catanatron.ahead_{players}p.actions_per_s",
            CATANATRON,
            f"ratios.ahead_{players}p",
        )
        for players in (2, 4)
    ),
    Row(
        "a loop in Python beside one over backgammon",
        "decisions/s",
        "longroad.python.actions_per_s",
        "open_spiel.python.actions_per_s",
        OPEN_SPIEL,
        "ratios.python",
    ),
    Row(
        "tree search with random games as leaves, beside backgammon",
        "simulations/s",
        "longroad.search.simulations_per_s",
        "open_spiel.search.simulations_per_s",
        OPEN_SPIEL,
        "ratios.search",
    ),
    *(
        Row(
            f"native random games: Catan for two, and {name.replace('_', ' ')}",
            "decisions/s",
            "longroad.random_2p.actions_per_s",
            f"open_spiel.{name}.actions_per_s",
            OPEN_SPIEL,
        )
        for name in GAMES
    ),
    Row(
        "vector environment, 2 players, one thread: step, observation, mask",
        "decisions/s",
        "longroad.vector_2p.decisions_per_s",
    ),
    Row(f"copies of a state of {_native.STATE_BYTES} bytes", "copies/s", "longroad.copies_per_s"),
    Row("`state.apply` from Python", "µs", "longroad.python_apply_us"),
)


def measured(rounds: int, quick: bool, seed: int) -> Sample:
    """Medians over the rounds, and what judges positions, per second."""
    effort = QUICK if quick else FULL
    samples = []
    with Progress(console=Console(stderr=True), transient=True) as progress:
        task = progress.add_task("rounds", total=rounds)
        for number in range(rounds):
            begin = seed + 1_000_000 * number
            samples.append(one_round(effort, begin) | others(effort, begin))
            judged = evaluations_per_second(effort.own_seconds)
            samples[-1] |= {f"longroad.judged.{name}": speed for name, speed in judged.items()}
            progress.advance(task)
    return medians(samples)


def facts(rounds: int, quick: bool, seed: int, load: float) -> dict[str, object]:
    """What was measured where."""
    return {
        "command": " ".join(["python", *sys.argv]),
        "date": f"{datetime.now(UTC):%Y-%m-%d}",
        "commit": _commit(),
        "signature": signature(),
        "cpu": cpu_name(),
        "cores": os.cpu_count(),
        "load_before": round(load, 1),
        "load_after": round(os.getloadavg()[0], 1),
        "python": platform.python_version(),
        "compiler": _native.COMPILER,
        "native_instructions": _native.NATIVE_INSTRUCTIONS,
        "versions": {name: version(name) for name in ("catanatron", "open_spiel", "numpy")},
        "rounds": rounds,
        "seed": seed,
        "quick": quick,
    }


TEXT = """\
# Beside other programs

How fast Longroad is beside other programs, measured in the same run by one command (`make peers`),
which writes this page:

```
{command}
```

Measured on {date} at commit {commit} (signature {signature}), by process CPU time on one core of a
{cores}-core {cpu} machine under other load (load average {load_before} before, {load_after} after): read
the ratios, not the speeds. Shown are {shown}; a ratio is the median of the rounds' ratios. Python
{python}, {packages}; compiler {compiler}, the machine's own instructions: {instructions}.

![speeds of Longroad and of the others]({chart})

{table}

## What is compared

**catanatron** plays Catan, in Python. Its random players and ours play the same rules; decisions of
players are counted, rolling and ending a turn among them, outcomes of chance are not. It discards in one
decision, ours card by card. Making the board is in the time of both. `VictoryPointPlayer` is the
strongest player that its package on PyPI has: it tries every move and counts points. Our `value` also
tries every move, evaluates the position after it, and runs natively.

**OpenSpiel** has no Catan. Its backgammon and Leduc poker, written in C++ like our engine, say what is
usual for games in C++; they are other games, so a ratio is of moves, not of the same work. Its random
players are asked through its own loop (`evaluate_bots`), which is general: it lists the legal actions of
every position, where ours draws from sets. The loop in Python asks both for a list of legal actions,
draws one and applies it. The tree search is its `MCTSBot` with {simulations} simulations and one random
game per leaf, beside our `mcts` with the same.

PettingZoo is not in the table: it has an interface and small games in Python, but no engine to compare
with. [Speed](speed.md) says where the time goes.

## What judges positions

Ours alone, per second of CPU time: the packages above have nothing like it.

{judged}
"""


def page(figures: Sample, about: dict[str, object], chart: str) -> str:
    """The page."""
    versions = about["versions"]
    assert isinstance(versions, dict)
    text = TEXT.format(
        **about,
        chart=chart,
        shown=f"medians of {about['rounds']} rounds" + (" of short measurements" if about["quick"] else ""),
        packages=", ".join(f"{name} {number}" for name, number in versions.items()),
        instructions="yes" if about["native_instructions"] else "no",
        simulations=SIMULATIONS,
        table=_table(figures),
        judged=_judged(figures),
    )
    parts = text.strip().split("\n\n")
    return "\n\n".join(part if part[0] in "|#!`" else _prose(part) for part in parts) + "\n"


def _table(figures: Sample) -> str:
    lines = ["| what | unit | theirs | ours | ratio |", "| --- | --- | --- | --- | --- |"]
    for row in ROWS:
        theirs = f"{_figure(figures[row.peer])} ({row.whose})" if row.peer else ""
        ratio = f"{figures[row.ratio]:,.0f}" if row.ratio else ""
        lines.append(f"| {row.what} | {row.unit} | {theirs} | {_figure(figures[row.own])} | {ratio} |")
    return "\n".join(lines)


def _judged(figures: Sample) -> str:
    mark = "longroad.judged."
    lines = ["| what judges | positions/s |", "| --- | --- |"]
    lines += [
        f"| {name.removeprefix(mark)} | {_figure(speed)} |"
        for name, speed in figures.items()
        if name.startswith(mark)
    ]
    return "\n".join(lines)


def _figure(number: float) -> str:
    """Four digits, millions as such.

    >>> _figure(33_904_000), _figure(24_010), _figure(0.052)
    ('33.9 million', '24,010', '0.052')
    """
    if number >= 1e6:
        return f"{number / 1e6:.3g} million"
    return f"{number:,.0f}" if number >= 100 else f"{number:.3g}"


def draw(figures: Sample, path: Path) -> None:
    """Ours beside theirs, on a logarithmic scale."""
    rows = [row for row in ROWS if row.peer and row.unit != "games/s"][::-1]
    with picture(path, 9.0, 5.0) as figure:
        axes = figure.subplots()
        places = range(len(rows))
        for shift, color, label, names in (
            (0.2, OURS, "Longroad", [row.own for row in rows]),
            (-0.2, THEIRS, "the other", [row.peer for row in rows]),
        ):
            axes.barh(
                [place + shift for place in places],
                [figures[name] for name in names],
                0.4,
                color=color,
                label=label,
            )
        axes.set_yticks(
            list(places),
            [f"{row.what.replace('`', '')}\n({row.whose}, {row.unit})" for row in rows],
            fontsize=7,
        )
        axes.set_xscale("log")
        axes.set_xlabel("per second of CPU time")
        axes.legend(loc="lower left", bbox_to_anchor=(0, 1), ncols=2, frameon=False)


def _prose(text: str) -> str:
    return fill(text, 140, break_long_words=False, break_on_hyphens=False)


def _commit() -> str:
    asked = ["git", "rev-parse", "--short", "HEAD"]
    said = subprocess.run(asked, cwd=ROOT, capture_output=True, text=True, check=False)
    return said.stdout.strip() or "unknown"


def main(
    out: Annotated[Path | None, typer.Option(help="Write the page there, and its chart beside it.")] = None,
    rounds: Annotated[int, typer.Option(min=1, help="Medians of so many rounds are shown.")] = 5,
    quick: Annotated[
        bool, typer.Option("--quick", help="Short measurements, to see that all works.")
    ] = False,
    as_json: Annotated[bool, typer.Option("--json", help="One JSON object on standard output.")] = False,
    seed: Annotated[int, typer.Option(help="Boards, dice and choices follow from it.")] = 1,
) -> None:
    """Measure Longroad beside catanatron and OpenSpiel, and write the page.

    Example: python benchmarks/page.py --out docs/results/benchmarks.md
    """
    require_peer()
    load = os.getloadavg()[0]
    figures = measured(rounds, quick, seed)
    about = facts(rounds, quick, seed, load)
    if out is not None:
        draw(figures, out.with_suffix(".png"))
        write_text(out, page(figures, about, out.with_suffix(".png").name))
    if as_json:
        print(json.dumps({**about, **nested(figures.items())}))
    elif out is None:
        print(_table(figures))


if __name__ == "__main__":
    typer.run(main)
