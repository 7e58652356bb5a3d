"""docs/results/mutants.md: the score with its interval, how mutants ended, and every survivor."""

from __future__ import annotations

import os
import subprocess
from collections import Counter
from collections.abc import Iterable
from datetime import UTC, datetime
from statistics import median
from textwrap import fill

from longroad.arena.statistics.intervals import wilson_interval
from longroad.experiments.machine import cpu_name
from mutants.results import Result
from mutants.trial import LEFT_OUT, ROOT, TESTS

NOTICED = ("killed", "timed out")


def score(results: Iterable[Result]) -> str:
    """How many of those that compile were noticed, with the 95% interval of Wilson."""
    counts = Counter(result.status for result in results)
    noticed = sum(counts[status] for status in NOTICED)
    tried = noticed + counts["survived"]
    if not tried:
        return "no mutant compiled"
    low, high = wilson_interval(noticed, tried)
    return f"{noticed} of {tried} noticed: {noticed / tried:.1%}, 95% interval {low:.1%} to {high:.1%}"


def summary(results: list[Result], population: int) -> str:
    """The score in two sentences."""
    counts = Counter(result.status for result in results)
    told = [result for result in results if not result.equivalent()]
    ends = ", ".join(f"{number} {status}" for status, number in counts.most_common())
    lines = [f"{len(results)} of {population} mutants: {ends}", f"{score(results)}"]
    if len(told) < len(results):
        lines.append(f"without {len(results) - len(told)} that change nothing: {score(told)}")
    return "\n".join(lines)


TEXT = """\
# Mutants of the rules

Small changes are made to the C++ headers of the rules, one at a time, and the tests of the rules are run on
each. A change that no test notices is a gap in the tests, or it changes nothing.

{command}

Made by this command on {date} at commit {commit}, on a {machine} under other load; {drawn} of {population}
mutants, drawn at random, median {seconds:.0f} s of wall time each.

{scores}

{table}

## The oracle

A mutant is noticed if a test fails, crashes or hangs in {oracle}; without the tests marked `long` and without
{left_out} that need more than the rules. They run on a small `longroad._native` that holds the rules
and is built without optimization (scripts/mutants). The lockstep games compare every position with an
independent reference in plain Python. What other layers would notice (agents, codecs, beliefs, signatures) is
not counted.

A mutant that does not compile is left out of the score. One that takes three times the CPU time of
the unchanged rules, or half of it in one test, hangs and counts as noticed.

## Survivors
"""


def page(results: list[Result], population: int, command: str) -> str:
    """The whole page."""
    alive = [result for result in results if result.status == "survived"]
    gaps = [result for result in alive if not result.equivalent()]
    same = [result for result in alive if result.equivalent()]
    told = [result for result in results if result not in same]
    scores = f"**{score(told)}.**"
    if same:
        scores = f"**{score(told)}**, without {len(same)} that change nothing. With them: {score(results)}."
    text = TEXT.format(
        command=f"```\n{command}\n```",
        date=f"{datetime.now(UTC):%Y-%m-%d}",
        commit=_commit(),
        machine=f"{os.cpu_count()}-core {cpu_name()} machine",
        drawn=len(results),
        population=population,
        seconds=median(result.seconds for result in results),
        scores=scores,
        table=_by_file(results),
        oracle=", ".join(f"`{test.removeprefix('tests/')}`" for test in TESTS),
        left_out=f"{len(LEFT_OUT)} tests",
    )
    parts = [part if part[0] in "|#`" else _prose(part) for part in text.strip().split("\n\n")]
    parts += [_change(result) for result in gaps] or ["None."]
    if same:
        parts += ["## Survivors that change nothing"]
        parts += [_change(result, result.equivalent()) for result in same]
    return "\n\n".join(parts) + "\n"


def _by_file(results: list[Result]) -> str:
    columns = (*NOTICED, "survived", "did not compile")
    lines = ["| file | tried | " + " | ".join(columns) + " |", "| --- |" + " --- |" * (len(columns) + 1)]
    files = sorted({result.file for result in results})
    for name in [*files, "all"]:
        own = [result for result in results if name in (result.file, "all")]
        counts = Counter(result.status for result in own)
        cells = [f"`{name}`" if name != "all" else name, len(own), *(counts[column] for column in columns)]
        lines.append("| " + " | ".join(map(str, cells)) + " |")
    return "\n".join(lines)


def _change(result: Result, why: str = "") -> str:
    head = f"`{result.file}`, line {result.line} ({result.operator})"
    return _prose(f"{head}: {why}" if why else f"{head}:") + f"\n\n```diff\n{result.diff}\n```"


def _prose(text: str) -> str:
    return fill(text, 140, break_long_words=False, break_on_hyphens=False)


def _commit() -> str:
    said = subprocess.run(
        ["git", "rev-parse", "--short", "HEAD"], cwd=ROOT, capture_output=True, text=True, check=False
    )
    return said.stdout.strip() or "unknown"
