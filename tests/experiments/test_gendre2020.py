"""The experiment on Gendre and Kaneko's paper, in miniature."""

from __future__ import annotations

from concurrent.futures import Executor, ThreadPoolExecutor
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

torch = pytest.importorskip("torch")
pytest.importorskip("matplotlib")

from experiments.strict_json import read_object  # noqa: E402
from longroad.errors import ExperimentError  # noqa: E402
from longroad.experiments import EXPERIMENTS, Request  # noqa: E402
from longroad.experiments.gendre2020 import budgets, learning  # noqa: E402
from longroad.experiments.gendre2020.budgets import BUDGETS, PARTS, Learner, learners_of, parts_of  # noqa: E402
from longroad.experiments.gendre2020.learning import Point, new_trainer, settings_of  # noqa: E402
from longroad.experiments.gendre2020.ordering import difference, difference_of_layers  # noqa: E402
from longroad.experiments.gendre2020.report import last_shared  # noqa: E402
from longroad.experiments.gendre2020.tables import facts, settings_text  # noqa: E402

TINY = replace(
    BUDGETS["quick"],
    settings={"workers": 1, "games": 2, "batch": 16, "forced": False, "report_batches": 2},
    seeds=1,
    early=64,
    long=96,
    longest=96,
    ablation=64,
    long_networks=("xdimres-6",),
    opponents=("random",),
    points=1,
    games=2,
    final_games=2,
)


@pytest.fixture
def learnt(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """Few moves, no processes. The list is told who learns."""
    told: list[str] = []
    real = learning._learn

    def learn(path: Path, learner: Learner, budget: budgets.Budget) -> None:
        told.append(learner.name)
        real(path, learner, budget)

    def pool(places: int) -> Executor:
        return ThreadPoolExecutor(1)

    monkeypatch.setattr(learning, "_learn", learn)
    monkeypatch.setattr(learning, "_pool", pool)
    monkeypatch.setattr(learning, "SECONDS_BETWEEN_LOOKS", 0.1)
    monkeypatch.setitem(BUDGETS, "quick", TINY)
    return told


def run(out: Path, *parts: str) -> dict[str, Any]:
    report = EXPERIMENTS["gendre2020"].run(Request(out, "quick", threads=1, parts=parts))
    assert report == out / "report.md"
    return read_object(out / "report.json")


def test_the_tables_are_the_papers() -> None:
    found = facts(BUDGETS["full"])
    assert len(found) == 29
    assert [(fact.what, fact.theirs) for fact in found if not fact.same] == [
        ("other actions, its rows added up", 114)
    ]


def test_the_tables_tell_what_a_run_was_told() -> None:
    found = {fact.what: fact.ours for fact in facts(BUDGETS["gpu"]) if fact.table == "Table 5"}
    wide = BUDGETS["gpu"].settings
    assert found["win reward"] == wide["win"] and found["learning rate"] == wide["learning_rate"]
    assert found["weight factor"] == 0 and found["decay"] is None
    told = settings_text(BUDGETS["gpu"])
    assert "games=8192" in told and "trace=0.95" in told
    small = {fact.what: fact.ours for fact in facts(BUDGETS["quick"])}
    assert small["workers"] == 8 and small["entropy factor"] == 1e-3


@pytest.mark.long
def test_a_run_writes_its_report_and_pictures_and_is_not_run_twice(tmp_path: Path, learnt: list[str]) -> None:
    data = run(tmp_path)
    text = (tmp_path / "report.md").read_text()
    for number in range(6, 11):
        assert f"## Figure {number}" in text and f"(fig{number}.png)" in text
        assert (tmp_path / f"fig{number}.png").read_bytes().startswith(b"\x89PNG")
    assert sorted(learnt) == [
        "early-cnnres-6-1",
        "early-xdim-6-1",
        "early-xdimres-6-1",
        "fixed",
        "inactive",
        "long-xdimres-6",
    ]
    assert learnt.index("fixed") > learnt.index("long-xdimres-6")
    assert data["curves"]["fixed"][-1]["moves"] >= 64
    assert sum(data["points"][0]["ours"]) == 2
    assert (tmp_path / "runs" / "fixed" / "model.onnx").exists()
    learnt.clear()
    assert run(tmp_path)["curves"] == data["curves"] and not learnt


def test_a_part_alone_trains_no_more_than_it_needs_and_only_once(tmp_path: Path, learnt: list[str]) -> None:
    data = run(tmp_path, "tables", "fig9")
    assert sorted(learnt) == ["inactive", "long-xdimres-6"]
    text = (tmp_path / "report.md").read_text()
    assert "## Figure 9" in text and "Figure 6" not in text
    assert (tmp_path / "fig9.png").read_bytes().startswith(b"\x89PNG")
    learnt.clear()
    assert run(tmp_path, "tables", "fig9")["curves"] == data["curves"] and not learnt


def test_what_cannot_be_is_said(tmp_path: Path) -> None:
    with pytest.raises(ExperimentError, match="has its own numbers"):
        EXPERIMENTS["gendre2020"].run(Request(tmp_path / "a", "quick", games=10))
    if not torch.cuda.is_available():
        with pytest.raises(ExperimentError, match="finds no GPU"):
            EXPERIMENTS["gendre2020"].run(Request(tmp_path / "b", "gpu"))
    assert not list(tmp_path.iterdir())


@pytest.mark.parametrize("name", list(BUDGETS))
def test_every_learner_of_every_budget_can_be_made(name: str, tmp_path: Path) -> None:
    budget = BUDGETS[name]
    if budget.algorithm == "ppo":  # on a processor, with fewer games
        budget = replace(budget, device="cpu", settings={**budget.settings, "games": 8, "batch": 8})
    for part in PARTS:
        for learner in learners_of(part, budget, seed=1):
            if learner.opponent is None and not (part == "fig6" and not learner.name.endswith("6-1")):
                trainer = new_trainer(tmp_path, learner, budget)
                for setting, value in settings_of(learner, budget).items():
                    assert getattr(trainer.settings, setting) == value


def test_an_ordering_comes_with_its_interval() -> None:
    learners = [
        Learner(f"early-{a}-6-{s}", f"{a}-6", 1, s) for s in (1, 2, 3) for a in ("xdim", "xdimres", "cnnres")
    ]

    def rates(name: str, seed: int) -> list[Point]:
        wins = {"xdim": 60 + seed, "xdimres": 60 + 10 * (seed % 2), "cnnres": 50}[name]
        return [Point(1, {"random": (wins, 100)})]

    curves = {one.name: rates(one.network.partition("-")[0], one.seed) for one in learners}
    gap = difference("xdim", "cnnres", learners, curves, "random")
    assert (
        gap.pairs == 3
        and gap.mean == pytest.approx(0.12)
        and gap.margin == pytest.approx(4.303 * 0.01 / 3**0.5)
    )
    assert gap.verdict == "xdim ahead"
    assert difference("xdimres", "xdim", learners, curves, "random").verdict == "no significant difference"
    assert difference("cnnres", "xdim", learners, curves, "random").verdict == "xdim ahead"
    one = difference("xdim", "cnnres", learners[:3], curves, "random")
    assert (one.pairs, one.margin, one.verdict) == (1, None, "no significant difference")


def test_levels_count_alike_and_only_seeds_are_drawn() -> None:
    """What 8 layers add to every network is no error of a difference between architectures."""
    learners = [
        Learner(f"early-{a}-{n}-{s}", f"{a}-{n}-keras", 1, s)
        for n, seeds in ((6, 3), (8, 3), (10, 1))
        for s in range(seeds)
        for a in ("xdim", "cnnres")
    ]

    def won(network: str, seed: int) -> int:
        architecture, layers = parts_of(network)
        return 30 * (layers - 5) + (layers if architecture == "xdim" else 0) * 5 + seed

    curves = {one.name: [Point(1, {"random": (won(one.network, one.seed), 1000)})] for one in learners}
    gap = difference("xdim", "cnnres", learners, curves, "random")
    assert gap.pairs == 7 and gap.mean == pytest.approx((0.030 + 0.040 + 0.050) / 3)
    assert gap.margin == pytest.approx(0, abs=1e-9) and gap.verdict == "xdim ahead"
    deeper = difference_of_layers(6, 8, learners, curves, "random")
    assert (deeper.pairs, deeper.verdict) == (6, "8 ahead")
    assert difference_of_layers(8, 10, learners, curves, "random").margin is None


def test_two_runs_are_compared_where_both_were_measured() -> None:
    def curve(*moves: int) -> list[Point]:
        return [Point(at, {"random": (1, 2)}) for at in moves]

    shared = last_shared(curve(80, 133, 160, 240), curve(40, 81, 120, 161, 200))
    assert shared is not None and [point.moves for point in shared] == [160, 161]
    assert last_shared(curve(100), curve(50, 150)) is None
