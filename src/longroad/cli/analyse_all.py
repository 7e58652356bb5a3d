"""``longroad analyse --all``: every game of an archive."""

from __future__ import annotations

import json
import sys
from collections.abc import Iterator, Sequence
from pathlib import Path

import typer

from longroad.adapters.recorded_games import RecordedGame, read_recorded_games
from longroad.analysis.archive import ArchivedGame, Manner, ReviewFolder, digest_of, review_archive
from longroad.analysis.archive_summary import summary_of
from longroad.arena.data.archive import files_of
from longroad.cli.cluster import Place
from longroad.cli.options import print_json
from longroad.cli.progress import progress
from longroad.cli.tables import print_sheet
from longroad.drawing.palette import LIVERIES
from longroad.errors import AnalysisError, RecordError
from longroad.files import write_text
from longroad.jobs import Here, Processes, Runner
from longroad.wording import counted


def review_all(
    archive: Path,
    out: Path,
    how: Manner,
    players: Sequence[str],
    threads: int,
    place: Place,
    worst: int,
    as_json: bool,
) -> None:
    """Reviews the games of an archive that are not reviewed yet, several at a time, and tells what all
    reviews come to. Ends with exit code 1 if a game cannot be reviewed: it is named, all others are done."""
    total = sum(1 for _ in read_recorded_games(archive))
    if not total:
        raise RecordError(f"{archive}: no games there; of a folder, *.jsonl and *.jsonl.gz files are read")
    folder = ReviewFolder.begin(out, digest_of(files_of(archive)), how, players)
    with progress("games", total=total, hidden=as_json) as show:
        told = place.beside(show)
        failed = review_archive(
            folder,
            _games(archive, players),
            how,
            place.runner or _here(min(threads, total), threads),
            lambda done: told(done, total, "games"),
        )
    summary = summary_of(folder.reviews(), failed, worst)
    write_text(
        out / "summary.json", json.dumps({"archive": str(archive), **summary.to_dict()}, indent=1) + "\n"
    )
    if as_json:
        print_json({"out": str(out), **summary.to_dict()})
    else:
        for sheet in summary.sheets():
            print_sheet(sheet)
    for one in failed:
        print(f"{one.where}: not reviewed: {one.problem}", file=sys.stderr)
    print(f"wrote {counted(summary.games, 'review')} and summary.json in {out}", file=sys.stderr)
    if failed:
        raise typer.Exit(1)


def _here(places: int, threads: int) -> Runner:
    return Processes(places) if places > 1 else Here(threads)


def _games(archive: Path, players: Sequence[str]) -> Iterator[ArchivedGame]:
    for number, (where, found) in enumerate(read_recorded_games(archive), start=1):
        try:
            if isinstance(found, RecordError):
                raise found
            seats = seats_of(players, found)
        except (RecordError, AnalysisError) as error:
            yield ArchivedGame(number, where, problem=str(error))
            continue
        graded = None if seats is None else tuple(seats)
        yield ArchivedGame(number, where, found.record, graded, found.names, found.agents, found.notes)


def seats_of(wanted: Sequence[str], recorded: RecordedGame) -> list[int] | None:
    """The seats of the players that a person names; with none, whose cards are known, None for everybody's.
    Raises AnalysisError for a player who is not there."""
    if not wanted:
        return None if recorded.known is None else list(recorded.known)
    return [_seat(name, recorded) for name in wanted]


def _seat(name: str, recorded: RecordedGame) -> int:
    colours = [livery.name for livery in LIVERIES]
    for names in (
        list(recorded.names),
        colours,
        [f"p{seat}" for seat in range(4)],
        [str(s) for s in range(4)],
    ):
        if name in names:
            return names.index(name)
    known = ", ".join(recorded.names or colours)
    raise AnalysisError(f"--player {name}: no such player; there are {known}, or p0 to p3")
