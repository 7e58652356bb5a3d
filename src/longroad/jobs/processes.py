"""Jobs in several processes of this machine."""

from __future__ import annotations

import os
import signal
import threading
import time
from collections.abc import Generator, Iterable
from concurrent.futures import FIRST_COMPLETED, Future, ProcessPoolExecutor, wait
from multiprocessing import get_context, parent_process

from longroad.jobs.work import Done, Job, Result, Work, draw


class Processes:
    """Jobs in ``places`` processes that begin afresh, a thread each. They end with the one that started them:
    when the iterator is closed, or this process dies, each gets SIGTERM and may finish what it writes."""

    shares_files = True

    def __init__(self, places: int) -> None:
        self.places = places

    def run(
        self, work: Work[Job, Result], jobs: Iterable[Job | None]
    ) -> Generator[Done[Job, Result], None, None]:
        """The jobs with their results, as they come."""
        left = iter(jobs)
        pool = ProcessPoolExecutor(
            self.places, mp_context=get_context("spawn"), initializer=_end_when_left_alone
        )
        waiting: dict[Future[tuple[Result, float]], Job] = {}
        try:
            while True:
                for job in draw(left, self.places - len(waiting)):
                    waiting[pool.submit(_do, work, job)] = job
                if not waiting:
                    return
                for future in wait(waiting, return_when=FIRST_COMPLETED).done:
                    yield Done(waiting.pop(future), *future.result())
        finally:
            for process in list(getattr(pool, "_processes", None) or {}) if waiting else []:
                os.kill(process, signal.SIGTERM)
            pool.shutdown(wait=True, cancel_futures=True)


def _do(work: Work[Job, Result], job: Job) -> tuple[Result, float]:
    with _AT_WORK, work.opened() as do:
        started = time.perf_counter()
        return do(job, 1), time.perf_counter() - started


_AT_WORK = threading.Lock()


def _end_when_left_alone() -> None:
    """Lets a job end, as by a signal, when the one that started it is gone; then the process, since there is
    nobody to tell."""
    parent = parent_process()

    def look() -> None:
        while parent is not None and parent.is_alive():
            time.sleep(1)
        os.kill(os.getpid(), signal.SIGTERM)
        with _AT_WORK:
            os._exit(1)

    threading.Thread(target=look, daemon=True).start()
