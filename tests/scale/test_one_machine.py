"""A local cluster of two cores: every kind of work comes to the same as in this process, and what goes wrong
is told."""

from __future__ import annotations

import os
import signal
import time
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

import longroad
from cli.running import CommandLine
from longroad.arena import play_match
from longroad.arena.play.rating import rate
from longroad.arena.play.sequential import run_sprt
from longroad.arena.statistics.sprt import Sprt
from longroad.catan import Rules, State
from longroad.cli.cluster import with_address
from longroad.errors import ScaleError
from longroad.jobs import Each
from longroad.openings import study_openings

pytest.importorskip("ray")
if TYPE_CHECKING:
    from longroad.scale import Cluster

TWO = Rules(players=2, offers_per_turn=0)


def square(number: int) -> int:
    return number * number


def refuse(number: int) -> int:
    raise ValueError(f"not {number}")


def kill_its_process(number: int) -> int:
    if number == 5:
        os.kill(os.getpid(), signal.SIGKILL)
    return number


def sleep(seconds: float) -> float:
    time.sleep(seconds)
    return seconds


@pytest.fixture(scope="module")
def cluster() -> Iterator[Cluster]:
    import sys

    import ray.cloudpickle

    from longroad.scale import on_ray

    ray.cloudpickle.register_pickle_by_value(sys.modules[__name__])  # workers do not have the tests
    with on_ray(cores=2) as found:
        yield found


def test_an_address_follows_only_if_it_is_one() -> None:
    assert with_address(["match", "a", "--ray"]) == ["match", "a", "--ray="]
    assert with_address(["match", "--ray", "--games", "5"]) == ["match", "--ray=", "--games", "5"]
    for address in ("auto", "local", "head:6379", "ray://head:10001", "[::1]:6379", "10.0.0.1:6379"):
        assert with_address(["--ray", address]) == ["--ray", address]


def test_every_job_is_done_once_in_bundles(cluster: Cluster) -> None:
    runner = cluster.runner()
    done = list(runner.run(Each(square), range(3000)))
    assert sorted((one.job, one.result) for one in done) == [(n, n * n) for n in range(3000)]
    assert sum(share.jobs for share in runner.nodes.values()) == 3000 and runner.again == 0
    assert runner.places == cluster.workers == 2
    assert "2 workers on 1 node" in runner.status


def test_what_a_job_raises_is_raised_here(cluster: Cluster) -> None:
    with pytest.raises(ValueError, match="not 3"):
        list(cluster.runner().run(Each(refuse), [3]))


def test_a_job_can_wait_for_another_one(cluster: Cluster) -> None:
    finished: list[int] = []

    def jobs() -> Iterator[int | None]:
        for number in range(4):
            while len(finished) < number:
                yield None
            yield number

    for one in cluster.runner().run(Each(square), jobs()):
        finished.append(one.job)
    assert finished == [0, 1, 2, 3]


def test_jobs_are_drawn_when_there_is_somebody_to_do_them(cluster: Cluster) -> None:
    drawn: list[int] = []

    def jobs() -> Iterator[int]:
        for number in range(100):
            drawn.append(number)
            yield number

    running = cluster.runner().run(Each(square), jobs())
    next(running)
    running.close()
    assert len(drawn) <= 2 * cluster.workers


def test_one_job_that_kills_every_process_is_named_when_all_others_are_done(cluster: Cluster) -> None:
    runner = cluster.runner()
    done: list[Any] = []
    with pytest.raises(ScaleError, match="1 job kills whatever process does it: 5; all others are done"):
        done.extend(one.result for one in runner.run(Each(kill_its_process), range(10)))
    assert runner.again >= 4


def test_what_nobody_waits_for_is_called_off(cluster: Cluster) -> None:
    running = cluster.runner().run(Each(sleep), [0.0, 60.0, 60.0])
    assert next(running).result == 0.0
    started = time.monotonic()
    running.close()
    assert next(cluster.runner().run(Each(sleep), [0.0])).result == 0.0
    assert time.monotonic() - started < 30


def test_another_version_is_refused(cluster: Cluster, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(longroad, "__version__", "99.0")
    with pytest.raises(ScaleError, match=r"has Longroad .*, the driver 99.0: install the same version"):
        list(cluster.runner().run(Each(square), [1]))


def test_a_match(cluster: Cluster) -> None:
    agents = ["planner", "value"]
    here = play_match(agents, games=60, seed=4, rules=TWO)
    there = play_match(agents, games=60, seed=4, rules=TWO, runner=cluster.runner())
    assert there.signature == here.signature and there.wins == here.wins
    assert (there.points == here.points).all()


def test_a_sequential_test(cluster: Cluster) -> None:
    agents = ["value", "weighted"]
    here = run_sprt(Sprt(0, 50), agents, rules=TWO, seed=2)
    there = run_sprt(Sprt(0, 50), agents, rules=TWO, seed=2, runner=cluster.runner())
    assert there.to_dict() == here.to_dict() and here.test.decision == "H1"


def test_a_rating(cluster: Cluster) -> None:
    here = rate("weighted", most_games=80, seed=3)
    there = rate("weighted", most_games=80, seed=3, runner=cluster.runner())
    assert there.to_dict() == here.to_dict() and here.games == 80


def test_a_study_of_openings(cluster: Cluster) -> None:
    start = State(TWO, seed=7)
    here = study_openings(start, flat=3, seed=1, threads=2)
    there = study_openings(start, flat=3, seed=1, runner=cluster.runner())
    assert [p.wins for p in there.placements] == [p.wins for p in here.placements]


class TestAsked:
    """What ``--ray`` is refused for, before a cluster is asked for anything."""

    def test_thinking_by_the_clock(self, line: CommandLine) -> None:
        told = line("match", "mcts:ms=5", "random", "--games", 2, "--ray").complaint
        assert told.startswith("mcts:ms=5: thinks by the clock") and "--allow-timed" in told

    def test_no_cluster_there(self, line: CommandLine) -> None:
        told = line("match", "random", "random", "--games", 2, "--ray", "127.0.0.2:9").complaint
        assert told.startswith("--ray 127.0.0.2:9: ") and "ray start --head" in told

    @pytest.mark.parametrize("option", [("--allow-timed",), ("--ship", "somewhere")])
    def test_what_goes_with_it(self, line: CommandLine, option: tuple[str, ...]) -> None:
        ran = line("match", "random", "random", "--games", 2, *option)
        assert ran.code == 2 and "it goes with --ray" in ran.err

    def test_a_bot_outside_the_working_folder(self, line: CommandLine, tmp_path: Path) -> None:
        told = line("match", "random", "random", "--games", 2, "--ray", "--ship", tmp_path).complaint
        assert "start from a folder above it" in told

    def test_debug(self, line: CommandLine) -> None:
        ran = line("match", "random", "random", "--games", 2, "--ray", "--debug")
        assert ran.code == 2 and "leave out --ray" in ran.err
