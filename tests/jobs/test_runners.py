"""Runners: every job once, whatever does it; drawn when there is a place; ended when nobody waits."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from longroad.jobs import Done, Each, Here, Processes, Runner

RUNNERS = [Here(2), Processes(1), Processes(2)]


def name_of(runner: Runner) -> str:
    return f"{type(runner).__name__}-{runner.places}"


def square(number: int) -> int:
    return number * number


def times_threads(number: int, threads: int) -> int:
    return number * threads


def refuse(number: int) -> int:
    raise ValueError(f"not {number}")


def wait_for_the_end(folder: Path) -> None:
    """Writes that it began, waits, and writes that it was told to end."""

    def stop(number: int, frame: object) -> None:
        (folder / "told").touch()
        os._exit(0)

    signal.signal(signal.SIGTERM, stop)
    (folder / "begun").write_text(str(os.getpid()))
    time.sleep(60)


@pytest.mark.parametrize("runner", RUNNERS, ids=name_of)
def test_every_job_is_done_once(runner: Runner) -> None:
    done = list(runner.run(Each(square), range(20)))
    assert sorted((one.job, one.result) for one in done) == [(n, n * n) for n in range(20)]
    assert all(one.seconds >= 0 for one in done)
    assert list(runner.run(Each(square), ())) == []


@pytest.mark.parametrize("runner", RUNNERS, ids=name_of)
def test_what_a_job_raises_is_raised_here(runner: Runner) -> None:
    with pytest.raises(ValueError, match="not 3"):
        list(runner.run(Each(refuse), [3]))


def test_a_job_may_use_several_threads() -> None:
    assert [one.result for one in Here(3).run(Each(times_threads, threaded=True), [5])] == [15]
    assert [one.result for one in Processes(2).run(Each(times_threads, threaded=True), [5])] == [5]


@pytest.mark.parametrize("runner", RUNNERS, ids=name_of)
def test_jobs_are_drawn_when_there_is_a_place(runner: Runner) -> None:
    drawn: list[int] = []

    def jobs() -> Iterator[int]:
        for number in range(10):
            drawn.append(number)
            yield number

    running = runner.run(Each(square), jobs())
    next(running)
    assert len(drawn) <= 2 * runner.places
    running.close()
    assert len(drawn) <= 2 * runner.places


@pytest.mark.parametrize("runner", RUNNERS, ids=name_of)
def test_a_job_can_wait_for_another_one(runner: Runner) -> None:
    """Each number can be squared once the one before it has been."""
    finished: list[Done[int, int]] = []

    def jobs() -> Iterator[int | None]:
        for number in range(4):
            while len(finished) < number:
                yield None
            yield number

    for one in runner.run(Each(square), jobs()):
        finished.append(one)
    assert [one.job for one in finished] == [0, 1, 2, 3]


def test_processes_end_with_the_iterator(tmp_path: Path) -> None:
    jobs = [tmp_path]

    def drawn() -> Iterator[Path | None]:
        yield from jobs
        while not (tmp_path / "begun").exists():
            time.sleep(0.05)
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        list(Processes(2).run(Each(wait_for_the_end), drawn()))
    assert (tmp_path / "told").exists()


def test_processes_end_when_the_one_that_began_them_is_killed(tmp_path: Path) -> None:
    program = (
        "import sys; from pathlib import Path; from jobs.test_runners import wait_for_the_end\n"
        "from longroad.jobs import Each, Processes\n"
        "if __name__ == '__main__':\n"
        "    list(Processes(1).run(Each(wait_for_the_end), [Path(sys.argv[1])]))\n"
    )
    (tmp_path / "program.py").write_text(program)
    tests = str(Path(__file__).resolve().parents[1])
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join([tests, *sys.path])}
    driver = subprocess.Popen([sys.executable, str(tmp_path / "program.py"), str(tmp_path)], env=environment)
    begun = tmp_path / "begun"
    until(lambda: begun.exists() and begun.read_text() != "")
    driver.kill()
    driver.wait()
    until((tmp_path / "told").exists)


def until(holds: object) -> None:
    """Waits until something is so; a minute at most."""
    end = time.monotonic() + 60
    while not holds():  # type: ignore[operator]
        assert time.monotonic() < end, "it did not come about"
        time.sleep(0.05)
