"""``--ray``: the same work on a cluster, for the subcommands whose work comes in jobs."""

from __future__ import annotations

import re
import sys
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from longroad.cli.options import usable_cores
from longroad.cli.progress import Show
from longroad.extras import require

if TYPE_CHECKING:
    from longroad.scale import RayRunner

Ray = Annotated[
    str | None,
    typer.Option(
        "--ray",
        metavar="[ADDRESS]",
        help="Work on a Ray cluster: `HOST:PORT`, `auto`, or no address for one of this machine's cores. "
        "Results stay the same.",
        show_default=False,
    ),
]
AllowTimed = Annotated[
    bool, typer.Option("--allow-timed", help="With --ray: agents may think by the clock of a worker.")
]
Ship = Annotated[
    list[Path] | None,
    typer.Option(
        "--ship",
        help="With --ray: a file or folder that your own agents read; may be given more than once.",
        show_default=False,
    ),
]

#: What may follow ``--ray``. Anything else is the next argument.
_ADDRESS = re.compile(r"auto|local|ray://\S+|[\w.-]+:\d+|\[[\da-fA-F:]+\]:\d+")


def with_address(arguments: Sequence[str]) -> list[str]:
    """Arguments in which every ``--ray`` has an address, an empty one where none was given.

    >>> with_address(["match", "--ray", "random", "value"]), with_address(["match", "--ray", "head:6379"])
    (['match', '--ray=', 'random', 'value'], ['match', '--ray', 'head:6379'])
    """
    following = [*arguments[1:], ""]
    return [
        "--ray=" if word == "--ray" and not _ADDRESS.fullmatch(after) else word
        for word, after in zip(arguments, following, strict=True)
    ]


@dataclass(frozen=True)
class Place:
    """Where the work is done: by a runner, or in this process if there is none."""

    runner: RayRunner | None = None

    def beside(self, show: Show) -> Show:
        """Progress that also says how many workers there are and how fast they are."""
        runner = self.runner
        if runner is None:
            return show
        return lambda done, of, said: show(done, of, f"{said} ({runner.status})")


@contextmanager
def working_place(
    ray: str | None,
    agents: Iterable[str] = (),
    *,
    game: str = "catan",
    threads: int = 0,
    allow_timed: bool = False,
    ship: Iterable[Path] | None = None,
    debug: bool = False,
) -> Iterator[Place]:
    """A block with the place that ``--ray`` names. When it ends, what each node did is printed on standard
    error. Raises ScaleError for an agent that thinks by the clock and for a cluster that does not answer."""
    if ray is None:
        if allow_timed or ship:
            word = "--allow-timed" if allow_timed else "--ship"
            raise typer.BadParameter("it goes with --ray", param_hint=word)
        yield Place()
        return
    if debug:
        raise typer.BadParameter("a failure is looked at here: leave out --ray", param_hint="--debug")
    require("--ray", ["scale"])
    from longroad.scale import on_ray
    from longroad.scale.clocks import refuse_timed

    agents = list(agents)
    if not allow_timed:
        refuse_timed(agents, game)
    address = "" if ray == "local" else ray
    with on_ray(
        address, cores=threads or usable_cores(), agents=agents, game=game, ship=ship or ()
    ) as cluster:
        try:
            yield Place(cluster.runner())
        finally:
            for line in cluster.told():
                print(line, file=sys.stderr)
