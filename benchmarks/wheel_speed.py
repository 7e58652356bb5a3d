"""Random play in the cores of a wheel beside a build for the machine.

    python benchmarks/wheel_speed.py build/wheel/try-3.12/bin/python

The Python that runs this has Longroad built from source, those named have it from a wheel (make wheel leaves
such environments). All cores play in turn, a round each, by process CPU time; a ratio is the median of the
rounds' ratios to the build for the machine. Let nothing else run.
"""

from __future__ import annotations

import argparse
import json
import os
import statistics
import subprocess
import sys
from typing import Any

from longroad.experiments.machine import cpu_name

#: Answers each line, the name of a game, with its actions per second of process CPU time.
PLAYING = """
import sys
from longroad import _native
from longroad.catan import Rules
plain = {players: Rules(players=players, offers_per_turn=0) for players in (2, 4)}
games = {"2 players": (plain[2], _native.Policy.random), "4 players": (plain[4], _native.Policy.random),
         "4 players, trade": (Rules(players=4), _native.Policy.kind)}
print(_native.CORE, sys.version.split()[0], flush=True)
for line in sys.stdin:
    rules, policy = games[line.strip()]
    _, actions, seconds = _native.random_games(_native.Setup(rules.core, rules.board_source), policy, 2000, 1)
    print(actions / seconds, flush=True)
"""
GAMES = ("2 players", "4 players", "4 players, trade")


class Core:
    """A process in which one core plays."""

    def __init__(self, python: str, forced: str = "") -> None:
        here = {**os.environ, "LONGROAD_CORE": forced}
        if python != sys.executable:
            here.pop("PYTHONPATH", None)
        self._process = subprocess.Popen(
            [python, "-c", PLAYING], env=here, text=True, stdin=subprocess.PIPE, stdout=subprocess.PIPE
        )
        self.core, self.python = self._line().split()

    def play(self, game: str) -> float:
        """Actions per second."""
        assert self._process.stdin
        self._process.stdin.write(game + "\n")
        self._process.stdin.flush()
        return float(self._line())

    def close(self) -> None:
        """Ends the process."""
        self._process.communicate()

    def _line(self) -> str:
        assert self._process.stdout
        if not (line := self._process.stdout.readline()):
            sys.exit("wheel_speed: a process that plays has ended; its words are above")
        return line


def main() -> None:
    parser = argparse.ArgumentParser(description="Random play in wheels beside a build for the machine.")
    parser.add_argument("pythons", nargs="+", help="interpreters with Longroad from a wheel")
    parser.add_argument("--rounds", type=int, default=15)
    parser.add_argument("--json", action="store_true", help="print one JSON object")
    given = parser.parse_args()
    ours = Core(sys.executable)
    if ours.core != "native":
        sys.exit(f"wheel_speed: {sys.executable} has no build for the machine, but the core {ours.core}")
    wheels = [Core(python, core) for python in given.pythons for core in ("baseline", "x86-64-v3")]
    found = measured(ours, wheels, given.rounds)
    if given.json:
        print(json.dumps({"cpu": cpu_name(), "rounds": given.rounds, "games": found}, indent=1))
    else:
        print_table(found, given.rounds)
    for core in (ours, *wheels):
        core.close()


def measured(ours: Core, wheels: list[Core], rounds: int) -> list[dict[str, Any]]:
    """A row per game and core."""
    found = []
    for game in GAMES:
        speeds: dict[Core, list[float]] = {core: [] for core in (ours, *wheels)}
        for number in range(rounds + 1):
            for core, of_it in speeds.items():
                speed = core.play(game)
                if number:  # the first warms up
                    of_it.append(speed)
        for core, of_it in speeds.items():
            ratios = [speed / mine for speed, mine in zip(of_it, speeds[ours], strict=True)]
            row = {"game": game, "core": core.core, "python": core.python}
            row |= {
                "actions_per_s": round(statistics.median(of_it)),
                "ratio": round(statistics.median(ratios), 3),
            }
            found.append(row)
    return found


def print_table(found: list[dict[str, Any]], rounds: int) -> None:
    """For docs/results."""
    print(f"{cpu_name()}, process CPU time, median of {rounds} rounds\n")
    print("| random games | core | Python | million actions/s | of the build for the machine |")
    print("| --- | --- | --- | --- | --- |")
    for row in found:
        speed = row["actions_per_s"] / 1e6
        print(f"| {row['game']} | {row['core']} | {row['python']} | {speed:.1f} | {row['ratio']:.1%} |")


if __name__ == "__main__":
    main()
