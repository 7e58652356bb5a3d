"""Reviews that are being made, and those that were: one at a time, with progress, in threads of low priority.

A review is kept in the folder ``reviews`` of the house. At first it is a replay: win probabilities, turning
points and luck, which takes a second. A computer analysis grades the decisions as well.
"""

from __future__ import annotations

import asyncio
import gzip
import json
import logging
import os
from dataclasses import dataclass, field
from pathlib import Path

from longroad._native import Stop
from longroad.analysis import Review, review_game
from longroad.analysis.page import page_html
from longroad.errors import AnalysisError, LimitError, LongroadError, StoppedError
from longroad.files import write_bytes
from longroad.web.pages.review_games import Reviewable
from longroad.web.pages.working import worked, workers

_LOG = logging.getLogger(__name__)
#: Simulations per decision, by what a person chooses.
DEPTHS = {"quick": 100, "standard": 400, "deep": 1600}
#: Analyses that may wait for their turn.
MOST_WAITING = 8
_DARK = "@media (prefers-color-scheme: dark)"
#: The colours of the table, for a review that is shown within it.
_PALETTES = {
    "light": "--paper:#f4ecd9;--card:#fffaf0;--ink:#2b2118;--faded:#6a5a43;--line:#dccfb3",
    "dark": "--paper:#171a1d;--card:#20252a;--ink:#f1e9d8;--faded:#b9ad97;--line:#3b434b",
}
#: Its board leaves room for the slider below it on a screen that also has the table's header.
_WITHIN = (
    ".house{display:none}"
    "@media (min-width:64rem){.stage{grid-template-columns:minmax(0,33rem) minmax(0,1fr)}}"
)


@dataclass
class Job:
    """An analysis that was asked for. ``problem`` says why it failed; it is over when ``is_done``."""

    id: str
    #: Who asked for it, and may cancel it.
    owner: str
    done: int = 0
    total: int = 0
    words: str = "waiting for its turn"
    problem: str = ""
    is_done: bool = False
    is_cancelled: bool = False
    stop: Stop = field(default_factory=Stop)

    @property
    def share(self) -> float:
        """How much of it is done, 0 to 1. Decisions take nearly all of the time."""
        share = self.done / self.total if self.total else 0.0
        return 0.05 + 0.95 * share if self.words == "decisions" else 0.05 * share

    def cancel(self) -> None:
        """It ends soon, and nothing of it is kept."""
        self.is_cancelled = True
        self.stop.stop()

    def progress(self, done: int, total: int, words: str) -> None:
        """Called from the thread that works on it. The first decision, in the set-up, takes longest: until it
        is there, nothing is counted."""
        if words == "positions" and done == total:
            done, total, words = 0, 0, "decisions"
        self.done, self.total, self.words = done, total, words


def _processors() -> int:
    """Those this process may use; macOS and Windows do not say."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


class Reviews:
    """The reviews of a folder. Methods are for the event loop; what takes time is awaited."""

    def __init__(self, folder: Path, threads: int = 0) -> None:
        self._folder = folder / "reviews"
        self._threads = threads or _processors()
        self._worker, self._quick = workers("review", 1), workers("replay", 1)
        self._jobs: dict[str, Job] = {}
        self._tasks: set[asyncio.Task[None]] = set()

    def job(self, id: str) -> Job | None:
        """The analysis of a game that runs, waits, or failed."""
        return self._jobs.get(id)

    async def review(self, game: Reviewable) -> Review:
        """The review that is kept; a replay if none is. Raises LongroadError for a game that cannot be
        replayed."""
        return await worked(self._quick, lambda: self._kept_or_replay(game))

    async def page(self, game: Reviewable, theme: str = "") -> str:
        """The review as a web page of its own; with a theme (``light``, ``dark``) as a part of the table."""
        review = await self.review(game)
        html = await worked(self._quick, lambda: page_html(review))
        if theme not in _PALETTES:
            return html
        html = html.replace(_DARK, "@media all" if theme == "dark" else "@media not all")
        html = html.replace("</style>", f":root{{{_PALETTES[theme]}}}{_WITHIN}</style>", 1)
        return html.replace('content="light dark"', f'content="{theme}"')

    def request(self, game: Reviewable, depth: str, owner: str) -> Job:
        """Asks for a computer analysis; the one that runs already if there is one. Raises LimitError if too
        many wait, AnalysisError for a depth that is none."""
        if depth not in DEPTHS:
            raise AnalysisError(f"depth: one of {', '.join(DEPTHS)}, not {depth[:20]!a}")
        running = self._jobs.get(game.id)
        if running is not None and not running.is_done:
            return running
        waiting = sum(not job.is_done for job in self._jobs.values())
        if waiting >= MOST_WAITING:
            raise LimitError(f"{MOST_WAITING} analyses are waiting already; try again later")
        job = self._jobs[game.id] = Job(game.id, owner)
        task = asyncio.get_running_loop().create_task(self._run(job, game, DEPTHS[depth]))
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)
        return job

    async def close(self) -> None:
        """Ends what runs."""
        for job in self._jobs.values():
            job.cancel()
        await asyncio.gather(*self._tasks)
        self._worker.shutdown(wait=True, cancel_futures=True)
        self._quick.shutdown(wait=True, cancel_futures=True)

    async def _run(self, job: Job, game: Reviewable, sims: int) -> None:
        try:
            await worked(self._worker, lambda: self._analyse(job, game, sims))
        except StoppedError:
            pass
        except (LongroadError, OSError) as error:
            job.problem = str(error)
        except Exception as error:
            job.problem = f"an error of the server: {type(error).__name__}"
            _LOG.exception("review of %s", game.id)
        job.is_done = True
        if not job.problem:
            del self._jobs[game.id]

    # -- in threads

    def _analyse(self, job: Job, game: Reviewable, sims: int) -> None:
        if job.is_cancelled:
            raise StoppedError("cancelled")
        self._keep(game.id, _reviewed(game, sims, None, self._threads, job))

    def _kept_or_replay(self, game: Reviewable) -> Review:
        try:
            return Review.from_dict(json.loads(gzip.decompress(self._path(game.id).read_bytes())))
        except FileNotFoundError:
            pass
        except (AnalysisError, OSError, EOFError, ValueError) as error:
            _LOG.warning("the review of %s is made anew: %s", game.id, error)
        found = _reviewed(game, 16, (), 1, None)
        self._keep(game.id, found)
        return found

    def _keep(self, id: str, review: Review) -> None:
        self._folder.mkdir(exist_ok=True)
        write_bytes(self._path(id), gzip.compress(json.dumps(review.to_dict()).encode(), 6))

    def _path(self, id: str) -> Path:
        return self._folder / f"{id}.json.gz"


def is_graded(review: Review) -> bool:
    """Whether it has more than a replay."""
    return any(accuracy is not None for accuracy in review.accuracy)


def _reviewed(
    game: Reviewable, sims: int, players: tuple[int, ...] | None, threads: int, job: Job | None
) -> Review:
    recorded = game.recorded
    return review_game(
        recorded.record,
        sims=sims,
        players=recorded.known if players is None else players,
        threads=threads,
        names=recorded.names or None,
        agents=recorded.agents or None,
        notes=recorded.notes,
        progress=job.progress if job else None,
        stop=job.stop if job else None,
    )
