"""Reviews of many games: a game is a job, and its review two files of a folder, ``game-000001.json`` (which
``Review.from_dict`` reads) and ``game-000001.html``, the page.

A job is a pure function of the game and of how it is reviewed. A review that is there is not made again, so a
killed run resumes. ``reviews.json`` says what is reviewed and how; a folder of something else is refused.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Callable, Iterable, Iterator
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import Any

from longroad.analysis.engine import Effort
from longroad.analysis.page import page_html
from longroad.analysis.review import Review
from longroad.analysis.reviewing import review_game
from longroad.errors import AnalysisError, LongroadError
from longroad.failures import described
from longroad.files import write_bytes, write_once
from longroad.jobs import Each, Here, Runner

FORMAT = "reviews-1"
_HEADER = "reviews.json"


@dataclass(frozen=True)
class Manner:
    """How every game is reviewed, as ``review_game`` has it."""

    sims: int = 400
    ms: float | None = None
    seed: int = 0

    def __post_init__(self) -> None:
        Effort(self.sims, self.ms)  # raises AnalysisError


@dataclass(frozen=True)
class ArchivedGame:
    """A game of an archive, counted from 1, and what ``review_game`` is told of it."""

    number: int
    #: Where it is, for people.
    where: str
    record: str = field(repr=False, default="")
    #: Whose decisions are graded; None for everybody's.
    players: tuple[int, ...] | None = None
    names: tuple[str, ...] = ()
    agents: tuple[str, ...] = ()
    notes: tuple[str, ...] = ()
    #: Why it cannot be reviewed, if that is known already.
    problem: str = ""


@dataclass(frozen=True)
class ToReview:
    """A job."""

    game: ArchivedGame
    how: Manner


@dataclass(frozen=True)
class Reviewed:
    """The two files of a review; or why there is none."""

    review: bytes = b""
    page: bytes = b""
    problem: str = ""


@dataclass(frozen=True)
class Failed:
    """A game without a review, and why."""

    number: int
    where: str
    problem: str


def review_job(job: ToReview, threads: int) -> Reviewed:
    """Reviews a game. What it raises becomes the problem, so that other games are reviewed all the same."""
    game, how = job.game, job.how
    try:
        review = review_game(
            game.record,
            sims=how.sims,
            ms=how.ms,
            players=game.players,
            threads=threads,
            seed=how.seed,
            names=game.names or None,
            agents=game.agents or None,
            notes=game.notes,
        )
        page = page_html(review)
    except LongroadError as error:
        return Reviewed(problem=str(error))
    except Exception as error:
        return Reviewed(problem=described(error))
    return Reviewed((json.dumps(review.to_dict()) + "\n").encode(), page.encode())


class ReviewFolder:
    """Reviews of one archive, made in one way."""

    def __init__(self, path: Path) -> None:
        self.path = path

    @staticmethod
    def begin(path: Path, archive: str, how: Manner, players: Iterable[str] = ()) -> ReviewFolder:
        """Makes the folder one of reviews of this archive, or finds that it is. ``archive`` identifies it
        (``digest_of``), ``players`` says in words whose decisions are graded. Raises AnalysisError if it
        holds something else, which stays as it is."""
        wanted = {"format": FORMAT, "archive": archive, **asdict(how), "players": list(players)}
        path.mkdir(parents=True, exist_ok=True)
        file = path / _HEADER
        if not file.exists() and any(path.iterdir()):
            raise AnalysisError(f"{path}: holds other files; name an empty folder or a new one")
        write_once(file, (json.dumps(wanted, indent=2) + "\n").encode())
        if _header(file) != wanted:
            raise AnalysisError(
                f"{path}: holds reviews of another archive, or made with other settings; name another folder"
            )
        return ReviewFolder(path)

    def has(self, number: int) -> bool:
        """Whether a game's review is there."""
        return self._file(number, "json").exists()

    def keep(self, number: int, reviewed: Reviewed) -> None:
        """Writes a review, unless it is there."""
        write_bytes(self._file(number, "html"), reviewed.page)
        write_once(self._file(number, "json"), reviewed.review)  # last: it says that the game is done

    def reviews(self) -> Iterator[tuple[int, Review]]:
        """The reviews that are there, with the numbers of their games, in order. Raises AnalysisError, naming
        the file, for one that is damaged."""
        for file in sorted(self.path.glob("game-*.json")):
            try:
                yield (
                    int(file.stem.removeprefix("game-")),
                    Review.from_dict(json.loads(file.read_text("utf-8"))),
                )
            except (ValueError, AttributeError) as error:
                raise AnalysisError(f"{file}: damaged; delete it and review it again ({error})") from None

    def _file(self, number: int, kind: str) -> Path:
        return self.path / f"game-{number:06d}.{kind}"


def review_archive(
    folder: ReviewFolder,
    games: Iterable[ArchivedGame],
    how: Manner,
    runner: Runner | None = None,
    progress: Callable[[int], None] = lambda done: None,
) -> list[Failed]:
    """Reviews all games that are not reviewed yet, and returns those that cannot be, in order.

    Where a game is reviewed changes nothing but the time it takes, unless it is done by the clock.
    ``progress`` takes the number of games that are done. KeyboardInterrupt passes through; what is finished
    is kept.
    """
    failed: list[Failed] = []
    done = 0

    def count() -> None:
        nonlocal done
        done += 1
        progress(done)

    def jobs() -> Iterator[ToReview]:
        for game in games:
            if game.problem:
                failed.append(Failed(game.number, game.where, game.problem))
                count()
            elif folder.has(game.number):
                count()
            else:
                yield ToReview(game, how)

    for finished in (runner or Here()).run(Each(review_job, threaded=True), jobs()):
        game, reviewed = finished.job.game, finished.result
        if reviewed.problem:
            failed.append(Failed(game.number, game.where, reviewed.problem))
        else:
            folder.keep(game.number, reviewed)
        count()
    return sorted(failed, key=lambda one: one.number)


def digest_of(files: Iterable[Path]) -> str:
    """SHA-256 of the contents of files, in their order."""
    sha = hashlib.sha256()
    for path in files:
        with path.open("rb") as file:
            sha.update(hashlib.file_digest(file, "sha256").digest())
    return sha.hexdigest()


def _header(file: Path) -> Any:
    try:
        return json.loads(file.read_text("utf-8"))
    except ValueError:
        raise AnalysisError(f"{file}: damaged; name another folder") from None
