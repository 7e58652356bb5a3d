"""How many jobs make a task."""

from __future__ import annotations

#: Of a task, about: long enough that a cluster's own work does not matter, short enough to lose.
TASK_SECONDS = 10.0
#: A task takes at most this share of the time that the run has taken so far.
SHARE_OF_RUN = 0.25
_MOST_JOBS = 4096


class Bundles:
    """Tells how many jobs the next task gets, from the seconds that jobs took. A young run has small tasks,
    so that jobs are measured soon and short runs use every worker.

    >>> bundles = Bundles()
    >>> bundles.jobs_per_task(elapsed=0.0)  # nothing is known yet
    1
    >>> bundles.measured(jobs=2, seconds=1.0)
    >>> bundles.jobs_per_task(elapsed=8.0), bundles.jobs_per_task(elapsed=1000.0)
    (4, 20)
    """

    def __init__(self) -> None:
        self._jobs, self._seconds = 0, 0.0

    def measured(self, jobs: int, seconds: float) -> None:
        """So many jobs took so many seconds on one worker."""
        self._jobs += jobs
        self._seconds += seconds

    @property
    def job_seconds(self) -> float | None:
        """Of a job, on average; None while nothing is known."""
        return max(self._seconds / self._jobs, 1e-6) if self._jobs else None

    def jobs_per_task(self, elapsed: float) -> int:
        """For a task that begins when a run has taken ``elapsed`` seconds."""
        if self.job_seconds is None:
            return 1
        wanted = min(TASK_SECONDS, SHARE_OF_RUN * elapsed)
        return max(1, min(int(wanted / self.job_seconds), _MOST_JOBS))


def shared_out(ready: int, most: int, places: int) -> int:
    """How many of ``ready`` jobs, the last ones there are, the next task gets: fewer and fewer, so that all
    workers end at about the same time.

    >>> shared_out(100, most=20, places=2), shared_out(10, most=20, places=2), shared_out(1, 20, 2)
    (20, 3, 1)
    """
    return max(1, min(most, -(-ready // (2 * places))))
