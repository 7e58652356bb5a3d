"""Twenty thousand games of the engine against the plain-Python reference, compared after every event.

    python benchmarks/against_reference.py --games 20000 --processes 2

It can be stopped at any time; every finished game counts. About four games per second and core.
"""

from __future__ import annotations

import sys
from concurrent.futures import ProcessPoolExecutor
from pathlib import Path
from typing import Annotated

import typer
from rich.progress import track

sys.path.insert(0, str(Path(__file__).parent.parent / "tests"))

from lockstep.lockstep import VARIATIONS, play


def game(number: int) -> tuple[int, int, str]:
    """Plays game ``number``; returns it with the number of events and the difference found, if any."""
    try:
        return number, play(VARIATIONS[number % len(VARIATIONS)], seed=1_000_000 + number), ""
    except AssertionError as error:
        return number, 0, str(error)


def main(
    games: Annotated[int, typer.Option(help="How many games.")] = 20_000,
    processes: Annotated[int, typer.Option(help="How many at a time.")] = 2,
    first: Annotated[int, typer.Option(help="The first game's number.")] = 0,
) -> None:
    """Play the engine and the reference in lockstep and report the first difference, if there is one."""
    events = 0
    with ProcessPoolExecutor(processes) as pool:
        results = pool.map(game, range(first, first + games), chunksize=4)
        for number, played, difference in track(results, total=games, description="lockstep"):
            if difference:
                print(f"game {number}: {difference}")
                raise typer.Exit(1)
            events += played
    print(f"{games} games, {events} events: engine and reference agree")


if __name__ == "__main__":
    typer.run(main)
