"""The mutation score of the rules: how many small changes of cpp/catan/rules the tests notice.

    python scripts/mutate.py --files cpp/catan/rules --sample 60 --seed 1
    python scripts/mutate.py --files cpp/catan/rules/rules.hpp --sample 500 --page docs/results/mutants.md
    python scripts/mutate.py ... --again          # survivors once more, after tests were added

Mutants are drawn without replacement from all changes that scripts/mutants/mutations.py knows; a larger
sample with the same seed begins with the smaller one. Every result is kept under --out, so a run that was
killed goes on where it was. What is run on a mutant, the oracle, is TESTS in scripts/mutants/trial.py.
"""

from __future__ import annotations

import json
import random
import sys
from concurrent.futures import ThreadPoolExecutor, as_completed
from pathlib import Path
from typing import Annotated

import typer
from mutants.mutations import Mutant, mutants
from mutants.page import page, summary
from mutants.results import Result
from mutants.trial import ROOT, Workshop, declaring

from longroad.files import write_text


def drawn(files: list[Path], sample: int, seed: int) -> tuple[list[tuple[Mutant, str]], int]:
    """The sample with the sources, and how many mutants there are in all."""
    headers = sorted(
        {header for path in files for header in (path.rglob("*.hpp") if path.is_dir() else [path])}
    )
    every = [
        (mutant, source)
        for header in headers
        for source in [header.read_text(encoding="utf-8")]
        for mutant in mutants(str(header.resolve().relative_to(ROOT)), source)
    ]
    random.Random(seed).shuffle(every)
    return every[:sample], len(every)


def read(path: Path) -> Result | None:
    """A result that was kept."""
    return Result(**json.loads(path.read_text(encoding="utf-8"))) if path.exists() else None


def main(
    files: Annotated[list[Path], typer.Option(exists=True, help="Headers, or folders of them.")],
    sample: Annotated[int, typer.Option(min=1, help="How many mutants are tried.")] = 60,
    seed: Annotated[int, typer.Option(help="The sample follows from it.")] = 1,
    out: Annotated[Path, typer.Option(help="Where results are kept.")] = Path("out/mutants"),
    jobs: Annotated[int, typer.Option(min=1, help="How many are tried at a time.")] = 1,
    again: Annotated[bool, typer.Option("--again", help="Try survivors once more.")] = False,
    to: Annotated[Path | None, typer.Option("--page", help="Write a page of the results.")] = None,
) -> None:
    """Try mutants of the rules and say how many the tests notice."""
    chosen, population = drawn(files, sample, seed)
    workshop = Workshop(out)
    kept = {mutant: read(out / f"{mutant.name(source)}.json") for mutant, source in chosen}
    left = [one for one in chosen if (old := kept[one[0]]) is None or (again and old.status == "survived")]
    if left:
        seconds = workshop.prepare(jobs)
        print(f"the tests pass on the unchanged rules, {seconds:.0f} s of CPU", file=sys.stderr, flush=True)

    def tried(mutant: Mutant, source: str) -> tuple[Mutant, Result]:
        line = source.splitlines()[mutant.line - 1]
        verdict = workshop.try_out(mutant.file, mutant.applied(source), declaring(mutant.file, line))
        result = Result(
            file=mutant.file,
            line=mutant.line,
            operator=mutant.operator,
            diff=mutant.diff(source),
            status=verdict.status,
            why=verdict.why,
            seconds=round(verdict.seconds, 1),
        )
        write_text(out / f"{mutant.name(source)}.json", result.text())
        return mutant, result

    with ThreadPoolExecutor(jobs) as pool:
        for done in as_completed([pool.submit(tried, *one) for one in left]):
            mutant, result = done.result()
            kept[mutant] = result
            print(result.line_of_text(), file=sys.stderr, flush=True)
    results = [result for mutant, _ in chosen if (result := kept[mutant]) is not None]
    print(summary(results, population))
    if to is not None:
        write_text(to, page(results, population, " ".join(["python", *sys.argv])))


if __name__ == "__main__":
    typer.run(main)
