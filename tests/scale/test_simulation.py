"""The simulated scheduler: what must hold whatever jobs take, and figures that can be told by hand."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scale.programs import program

pytest.importorskip("ray")

simulation = program("benchmarks/scale_simulation.py")
simulate, Costs = simulation.simulate, simulation.Costs

SECONDS = st.lists(st.floats(1e-3, 60), min_size=1, max_size=200)
WORKERS = st.integers(1, 40)
COST = st.floats(0, 0.1)
COSTS = st.builds(
    Costs,
    submit=COST,
    submit_per_job=COST,
    wait=COST,
    wait_per_task=st.floats(0, 1e-3),
    take=COST,
    take_per_job=COST,
    gap=COST,
)


@given(SECONDS)
def test_one_worker_takes_the_sum(seconds: list[float]) -> None:
    run = simulate(seconds, workers=1)
    assert run.seconds == pytest.approx(sum(seconds)) and run.efficiency == pytest.approx(1)


@given(st.floats(1e-3, 60), WORKERS, st.integers(1, 20))
def test_equal_jobs_that_cost_nothing_keep_all_workers_busy(one: float, workers: int, each: int) -> None:
    """Up to one task of the last ones, which begin at different times."""
    run = simulate([one] * workers * each, workers)
    assert run.seconds <= one * each + max(one, 0.25 * one * each) + 1e-9


def test_as_many_jobs_as_workers_end_together() -> None:
    run = simulate([2.0] * 7, workers=7)
    assert (run.seconds, run.efficiency, run.tasks) == (2.0, 1.0, 7)


@given(SECONDS, WORKERS, COSTS)
def test_never_faster_than_can_be(seconds: list[float], workers: int, costs: Any) -> None:
    run = simulate(seconds, workers, costs)
    least = max(max(seconds), sum(seconds) / workers)
    assert run.seconds >= least * (1 - 1e-9)
    assert run.efficiency <= 1 + 1e-9 and run.driver_share <= 1 + 1e-9
    assert run.jobs == len(seconds) and 1 <= run.tasks <= run.jobs and run.work == pytest.approx(sum(seconds))


@given(SECONDS, WORKERS)
def test_more_workers_are_never_slower_than_one(seconds: list[float], workers: int) -> None:
    assert simulate(seconds, workers).seconds <= simulate(seconds, 1).seconds * (1 + 1e-9)


@given(st.floats(1e-3, 5), st.integers(1, 10))
def test_twice_the_workers_are_not_slower(one: float, workers: int) -> None:
    jobs = [one] * 400
    assert simulate(jobs, 2 * workers).seconds <= simulate(jobs, workers).seconds * (1 + 1e-9)


@given(SECONDS, WORKERS, COSTS)
def test_costs_make_nothing_faster(seconds: list[float], workers: int, costs: Any) -> None:
    """Each job is a task of its own here, so that costs do not change which jobs go together."""
    jobs = [10.0 + one for one in seconds]
    assert simulate(jobs, workers, costs).seconds >= simulate(jobs, workers).seconds * (1 - 1e-9)


def test_the_gap_is_paid_once_per_task() -> None:
    run = simulate([20.0] * 3, workers=1, costs=Costs(gap=0.5))
    assert (run.tasks, run.seconds) == (3, 61.5)


def test_a_driver_that_cannot_follow_is_the_limit() -> None:
    run = simulate([10.0] * 4000, workers=1000, costs=Costs(take=0.1))
    assert run.driver_share == pytest.approx(1, abs=0.05) and run.seconds >= 400


def test_what_is_waited_for_costs_too() -> None:
    slow = simulate([10.0] * 400, workers=100, costs=Costs(wait_per_task=1e-4))
    assert slow.driver == pytest.approx(1e-4 * sum(min(200, 400 - done) for done in range(400)))


def test_short_jobs_are_bundled_as_the_runner_bundles_them() -> None:
    run = simulate([0.01] * 100_000, workers=2)
    assert run.tasks < 200 and run.efficiency > 0.99
