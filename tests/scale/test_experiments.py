"""Experiments on a cluster, in miniature: what their jobs find does not depend on who does them."""

from __future__ import annotations

import dataclasses
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

pytest.importorskip("ray")
torch = pytest.importorskip("torch")
pytest.importorskip("matplotlib")

from experiments.test_gendre2020 import TINY  # noqa: E402
from longroad.catan import Rules  # noqa: E402
from longroad.experiments import Request  # noqa: E402
from longroad.experiments.casher2024 import learners as casher  # noqa: E402
from longroad.experiments.casher2024 import learning  # noqa: E402
from longroad.experiments.casher2024.games import all_series, play_all  # noqa: E402
from longroad.experiments.folder import ResultFolder  # noqa: E402
from longroad.experiments.gendre2020 import learning as gendre  # noqa: E402
from longroad.experiments.gendre2020.budgets import learners_of  # noqa: E402
from longroad.experiments.ntu2016 import playing as ntu  # noqa: E402
from longroad.experiments.ntu2016.games import REPORT_RANDOM, Series  # noqa: E402
from longroad.experiments.ntu2016.positions import Pairs, plain_pairs  # noqa: E402
from longroad.jobs import Here, Runner  # noqa: E402

if TYPE_CHECKING:
    from longroad.scale import Cluster


@pytest.fixture(scope="module")
def cluster() -> Iterator[Cluster]:
    from longroad.scale import on_ray

    with on_ray(cores=2) as found:
        yield found


def folder(path: Path, name: str) -> ResultFolder:
    return ResultFolder(path / name, {"experiment": "tested"})


def test_learners_leave_the_same_weights(cluster: Cluster, tmp_path: Path) -> None:
    learners = list(learners_of("fig6", TINY, 1))[:2]
    curves, weights = [], []
    for name, runner in (("here", Here(1)), ("there", cluster.runner())):
        found = folder(tmp_path, name)
        curves.append(gendre.learn_all(found, learners, TINY, runner, 1, lambda message, moves: None))
        weights.append([gendre.trained(found.path, one).state_dict() for one in learners])
    assert curves[0].keys() == curves[1].keys()
    for one, other in zip(*weights, strict=True):
        assert one.keys() == other.keys() and all(torch.equal(one[key], other[key]) for key in one)


def test_temporal_differences_go_on_part_by_part(
    cluster: Cluster, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(learning, "PART", 32)
    learners = []
    for one in casher.all_learners("quick", casher.Games(0, 80), 1):
        rules = one.settings.rules.replace(turn_cap=20)
        small = dataclasses.replace(one.settings, rules=rules, width=12, blocks=1)
        learners.append(dataclasses.replace(one, settings=small))
    found = []
    for name, runner in (("here", Here(1)), ("there", cluster.runner())):
        here = folder(tmp_path, name)
        told = sorted(learning.learn_all(here, learners, runner, "cpu"))
        lengths = dict(play_all(here, list(all_series(here, learners, (), 6, "cpu")), runner))
        curves = [learning.curve(here, one) for one in learners]
        found.append((told, [[one[name] for name in ("loss", "rolls", "won")] for one in curves], lengths))
    assert found[0] == found[1] and len(found[0][0]) > len(learners)


def test_series_of_games(cluster: Cluster, tmp_path: Path) -> None:
    pairs = {"table": Pairs(plain_pairs(), ((10, 28), (34, 40), (13, 42)))}
    series = Series("RR", "RR", Rules.preset("ntu2016"), REPORT_RANDOM, "value", 24)

    def games(name: str, runner: Runner) -> list[tuple[object, ...]]:
        request = Request(tmp_path / name, runner=runner)
        played = ntu.play_all(request, folder(tmp_path, name), {"table": [series]}, pairs)
        return [dataclasses.astuple(game) for game in played["RR"]]

    here = games("here", Here(1))
    assert len(here) == 24 and games("there", cluster.runner()) == here
