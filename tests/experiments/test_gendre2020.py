"""The experiment on Gendre and Kaneko's paper, in miniature."""

from __future__ import annotations

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
from longroad.experiments.gendre2020.claims import claims_of  # noqa: E402
from longroad.experiments.gendre2020.learning import Point  # noqa: E402
from longroad.experiments.gendre2020.lessons import Lesson, new_trainer, settings_of  # noqa: E402
from longroad.experiments.gendre2020.ordering import difference, difference_of_layers  # noqa: E402
from longroad.experiments.gendre2020.tables import facts, settings_text  # noqa: E402
from longroad.jobs import Here  # noqa: E402

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
    long_points=1,
    games=2,
    final_games=2,
)


@pytest.fixture
def learnt(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """Few moves, no processes. The list is told who learns."""
    told: list[str] = []
    real = learning.learn

    def learn(lesson: Lesson) -> dict[str, bytes]:
        told.append(lesson.learner.name)
        return real(lesson)

    monkeypatch.setattr(learning, "learn", learn)
    monkeypatch.setattr(learning, "Processes", lambda places: Here(1))
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
        "fixed-1",
        "inactive-1",
        "long-xdimres-6-1",
    ]
    assert learnt.index("fixed-1") > learnt.index("long-xdimres-6-1")
    assert {claim["verdict"] for claim in data["claims"]} == {"too few games"} and "too few games" in text
    assert set(data["spreads"]) == {"inactive-1", "long-xdimres-6-1"} and min(data["spreads"].values()) > 0
    assert data["curves"]["fixed-1"][-1]["moves"] >= 64
    assert sum(data["points"][0]["ours"]) == 2
    assert (tmp_path / "runs" / "fixed-1" / "model.onnx").exists()
    learnt.clear()
    assert run(tmp_path)["curves"] == data["curves"] and not learnt


def test_a_part_alone_trains_no_more_than_it_needs_and_only_once(tmp_path: Path, learnt: list[str]) -> None:
    data = run(tmp_path, "tables", "fig9")
    assert sorted(learnt) == ["inactive-1", "long-xdimres-6-1"]
    text = (tmp_path / "report.md").read_text()
    assert "## Figure 9" in text and "## Figure 6" not in text
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
def test_every_learner_of_every_budget_can_be_made(name: str) -> None:
    budget = BUDGETS[name]
    if budget.algorithm == "ppo":  # on a processor, with fewer games
        budget = replace(budget, device="cpu", settings={**budget.settings, "games": 8, "batch": 8})
    for part in PARTS:
        for learner in learners_of(part, budget, seed=1):
            if learner.opponent is None and not (part == "fig6" and not learner.name.endswith("6-1")):
                trainer = new_trainer(learner, budget)
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


def curves_where(
    budget: budgets.Budget, rate: Any, drop: Any = lambda one: 0.0
) -> tuple[dict[str, list[Point]], dict[str, float]]:
    """Made-up curves of all learners of a budget: ``rate`` of a learner and the share of its run, less
    ``drop`` in the middle; seeds differ a little. And spreads of the logits."""
    curves, spreads = {}, {}
    for part in PARTS:
        for one in learners_of(part, budget, seed=1):
            points = []
            for at in range(1, one.points + 1):
                moves = one.moves * at // one.points
                won = rate(one, moves / budget.long) + 0.002 * one.seed
                won -= drop(one) if at == one.points // 2 else 0
                points.append(Point(moves, dict.fromkeys(budget.opponents, (round(1000 * won), 1000))))
            curves[one.name] = points
            spreads[one.name] = 2.0 + (3 if one.changes else 0) + 0.1 * one.seed
    return curves, spreads


def verdicts(budget: budgets.Budget, curves: Any, spreads: Any) -> dict[str, str]:
    found = claims_of(budget, 1, list(PARTS), curves, spreads)
    return {one.claim: one.verdict for one in found}


def test_verdicts_follow_the_curves() -> None:
    gpu = BUDGETS["gpu"]

    def as_they_say(one: Learner, share: float) -> float:
        architecture, depth = parts_of(one.network)
        if one.name.startswith("early"):
            helps = 0.01 if architecture == "xdimres" and depth == 10 else 0.0
            return 0.5 - 0.02 * depth + (0.1 if architecture != "cnnres" else 0.0) + helps + 0.1 * share
        if one.name.startswith("fixed"):
            return 0.1 + 0.1 * share
        residual = 0.05 * share if architecture == "xdimres" else 0.0
        return 0.3 + 0.2 * share - (0.05 * (1 - share) if depth == 8 else 0) + residual

    def falls(one: Learner) -> float:
        return 0.2 + 0.01 * one.seed if one.name.startswith(("inactive", "fixed")) else 0.0

    found = verdicts(gpu, *curves_where(gpu, as_they_say, lambda one: min(falls(one), 0.1)))
    undecided = {claim for claim, verdict in found.items() if verdict == "undecided"}
    assert undecided == {
        "Figure 6: 8 layers learn faster than 10",
        "Figure 6: with 10 layers residual paths help",
    }, "one run each decides nothing"
    assert {verdict for claim, verdict in found.items() if claim not in undecided} == {"reproduced"}
    assert len(found) == 6 + 2 + 2 + 3

    def otherwise(one: Learner, share: float) -> float:
        architecture, depth = parts_of(one.network)
        if one.name.startswith("early"):
            return 0.3 + 0.02 * depth + {"cnnres": 0.2, "xdimres": 0.1, "xdim": 0.0}[architecture]
        if one.name.startswith("fixed"):
            return 0.8
        return 0.3 - 0.1 * share * (depth == 8) - 0.05 * (architecture == "xdimres")

    other = verdicts(gpu, *curves_where(gpu, otherwise))
    for claim in ("Xdim wins more than CNNRes", "XdimRes and Xdim are close", "6 layers learn faster than 8"):
        assert other[f"Figure 6: {claim}"] == "not reproduced"
    assert {verdict for claim, verdict in other.items() if "Figure 7" in claim} == {"not reproduced"}
    assert other["Figure 10: against one fixed opponent it learns slowly at first"] == "not reproduced"

    small = replace(gpu, early=1_000_000, repeats=2)
    assert set(verdicts(small, *curves_where(small, as_they_say)).values()) == {"too few games"}
