"""Tables 2 and 3: time and leaves of a search from the paper's starting hand."""

from __future__ import annotations

import dataclasses
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from longroad.errors import ExperimentError
from longroad.experiments.folder import ResultFolder
from longroad.experiments.taucher2018.published import STARTING_HAND
from longroad.jobs import Each, Runner
from longroad.search import Answer, expectimax
from longroad.skirmish import TABLE_1, Rules, State

#: Table 1 lacks two cards of the starting hand, 2/1/1 and 2/3/2. Taking them for its 1/1/2 and 3/2/2, values
#: in another order, leaves 25 cards.
DECK = tuple({"1/1/2": "2/1/1", "3/2/2": "2/3/2"}.get(card, card) for card in TABLE_1)

#: What a search may leave out, from nothing to all that exact pruning allows. None of it changes the value.
EVERY_LEAF: dict[str, Any] = {
    "prune": False,
    "probe": False,
    "table_bits": 0,
    "lean": False,
    "deepen": False,
}
BOUNDS: dict[str, Any] = {**EVERY_LEAF, "prune": True}
PROBES: dict[str, Any] = {**BOUNDS, "probe": True}
ALL_EXACT: dict[str, Any] = {"table_bits": 20}


@dataclass(frozen=True)
class SearchPart:
    """One search that is timed."""

    name: str
    how: str
    depth: int
    representative: bool
    options: dict[str, Any]

    def run(self) -> dict[str, Any]:
        """The figures of the search. Those of a short one are the fastest of five."""
        state = representative_start() if self.representative else full_start()
        moves = "representative" if self.representative else "all"
        runs: list[Answer] = []
        while not runs or (len(runs) < 5 and sum(run.seconds for run in runs) < 1.0):
            runs.append(expectimax(state, player=0, depth=self.depth, moves=moves, **self.options))
        best = dataclasses.replace(runs[0], seconds=min(run.seconds for run in runs))
        return {
            "value": best.value,
            "leaves": best.leaves,
            "nodes": best.nodes,
            "seconds": best.seconds,
            "complete": best.complete,
            "depth": best.depth,
        }


def full_start() -> State:
    """Before the first draw, under the reading by which the paper's number of leaves comes out."""
    return State(Rules.preset("taucher2018", deck=DECK), hands=(STARTING_HAND, STARTING_HAND))


def representative_start() -> State:
    """With representative moves nobody draws: the first placement, from the same hand."""
    return State(Rules(deck=DECK), hands=(STARTING_HAND, STARTING_HAND))


def search_parts(quick: bool) -> list[SearchPart]:
    """All searches of the two tables."""
    parts = [
        SearchPart(f"representative-{depth}-{short}", how, depth, True, options)
        for depth in (3, 4, 5)
        for short, how, options in (
            ("every", "every leaf", EVERY_LEAF),
            ("bounds", "alpha-beta", BOUNDS),
            ("all", "all exact pruning", ALL_EXACT),
        )
    ]
    parts += [
        SearchPart("full-3-every", "every leaf", 3, False, EVERY_LEAF),
        SearchPart("full-3-bounds", "alpha-beta, Star1", 3, False, BOUNDS),
        SearchPart("full-3-probes", "alpha-beta, Star1, Star2", 3, False, PROBES),
        SearchPart("full-3-all", "all exact pruning", 3, False, ALL_EXACT),
    ]
    limit = 3.0 if quick else 600.0
    parts.append(
        SearchPart("full-4-all", "all exact pruning", 4, False, {"table_bits": 22, "seconds": limit})
    )
    return parts


def search(parts: list[SearchPart], folder: ResultFolder, runner: Runner) -> Iterator[SearchPart]:
    """Runs the searches that are missing, and yields each after it was run."""
    missing = [part for part in parts if not folder.has(part.name)]
    for found in runner.run(Each(SearchPart.run), missing):
        folder.part(found.job.name, lambda figures=found.result: figures)  # type: ignore[misc]
        yield found.job


def check_values(parts: list[SearchPart], folder: ResultFolder) -> None:
    """Raises ExperimentError if two searches of the same tree found different values."""
    values: dict[tuple[int, bool], float] = {}
    for part in parts:
        found = folder.part(part.name, part.run)
        if not found["complete"]:
            continue
        value = values.setdefault((part.depth, part.representative), found["value"])
        if abs(value - found["value"]) > 1e-9:
            raise ExperimentError(f"{part.name}: found the value {found['value']}, others {value}")
