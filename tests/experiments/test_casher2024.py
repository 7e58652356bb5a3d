"""The experiment after Casher 2024: the published levels, and a whole small run, killed and resumed."""

from __future__ import annotations

import dataclasses
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from experiments.strict_json import read_object
from longroad.errors import ExperimentError, MissingExtraError
from longroad.experiments import EXPERIMENTS, Request, casher2024
from longroad.experiments.casher2024 import games, learners, learning
from longroad.experiments.casher2024.claims import claims_of, correlation
from longroad.experiments.casher2024.found import Found
from longroad.experiments.casher2024.games import Lengths
from longroad.experiments.casher2024.learners import VARIANTS, Learner
from longroad.experiments.casher2024.published import ANY, FIXED
from longroad.experiments.casher2024.report import stage_rolls, thinned
from longroad.jobs import Here, Processes
from longroad.train.td.settings import Stage, TdSettings

torch = pytest.importorskip("torch")
pytest.importorskip("matplotlib")
GAMES = 80


# ---- Theirs
# -------------------------------------------------------------------------------------------------


def test_the_published_levels() -> None:
    assert [level.rolls for level in FIXED.levels] == [85, 77, 73] and FIXED.final == 73
    assert [level.rolls for level in ANY.levels] == [112, 104, 91, 89] and ANY.final == 86


@pytest.mark.parametrize(("published", "board"), [(FIXED, "fixed"), (ANY, "any")])
def test_the_settings_are_the_published_ones(published: Any, board: str) -> None:
    settings = learners.RUNS[board]()
    stages = tuple(Stage(*level[:3]) for level in published.levels)
    assert settings.stages == stages and settings.epochs == published.epochs


def test_a_run_on_a_gpu_takes_as_many_steps_as_the_article() -> None:
    found = {one.name: one.settings for one in learners.all_learners("gpu", learners.GAMES["gpu"], seed=1)}
    assert found["fixed-article"].epochs == 117_750 and found["fixed-article"].total_games == 182_500
    assert found["any-article"].epochs == 102_300 and found["any-article"].total_games == 156_200
    assert found["fixed-article"].trace == 0 and found["fixed-article"].games == 256
    tried = {name: one for name, one in found.items() if name.split("-", 1)[1] not in ("article", "faster")}
    assert len(tried) == len(VARIANTS)
    assert {(one.epochs, one.stages[0].learning_rate) for one in tried.values()} == {(38_000, 5e-5)}
    assert not tried["fixed-seats-not-turned"].turned
    assert (tried["fixed-five-layers-of-1000"].layers, tried["fixed-five-layers-of-1000"].width) == (5, 1000)


# ---- Ours, cut down to a fast run
# ---------------------------------------------------------------------------


def small(make: Callable[..., TdSettings]) -> Callable[..., TdSettings]:
    def made(**changes: Any) -> TdSettings:
        settings = make(**changes)
        rules = settings.rules.replace(turn_cap=30)
        return dataclasses.replace(settings, rules=rules, width=12, blocks=1, explore=200)

    return made


@pytest.fixture
def learnt(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """Small networks, short games, few agents. The list is told the parts that are learnt."""
    told: list[str] = []
    real = learning._learn

    def learn(part: learning.Part) -> bytes:
        told.append(part.name)
        return real(part)

    monkeypatch.setattr(learning, "_learn", learn)
    monkeypatch.setattr(learning, "PART", 32)
    monkeypatch.setattr(learners, "RUNS", {name: small(make) for name, make in learners.RUNS.items()})
    monkeypatch.setattr(
        learners, "VARIANTS", {name: {**changes, "width": 12} for name, changes in VARIANTS.items()}
    )
    monkeypatch.setattr(casher2024, "QUICK_FINAL_GAMES", 3)
    monkeypatch.setattr(casher2024, "FINAL_GAMES", 6)
    return told


def run(out: Path, **options: Any) -> dict[str, Any]:
    options = {"budget": "quick", "threads": 1, "games": GAMES, **options}
    report = EXPERIMENTS["casher2024"].run(Request(out, **options))
    assert report == out / "report.md"
    return read_object(out / "report.json")


def test_a_run_writes_its_report_its_figures_and_its_pictures(tmp_path: Path, learnt: list[str]) -> None:
    data = run(tmp_path / "run", budget="usual", seed=3)
    text = (tmp_path / "run" / "report.md").read_text()
    for name in ("rolls", "error", "variants"):
        assert f"({name}.png)" in text
        assert (tmp_path / "run" / f"{name}.png").read_bytes().startswith(b"\x89PNG")
    tried = ["seats-not-turned", *(f"one-layer-of-{n}" for n in (50, 100, 1100)), "five-layers-of-1000"]
    fixed = [f"fixed-{name}" for name in ("article", "faster", *tried)]
    assert list(data["learners"]) == [*fixed, "any-article", "any-faster"]
    assert len(data["claims"]) == 3 + 2 * 3 + len(tried)
    assert {claim["verdict"] for claim in data["claims"]} <= {"too few games", "undecided", "reproduced"}
    for name, learner in data["learners"].items():
        curve = learner["curve"]
        assert curve["games"][-1] == pytest.approx(GAMES, abs=24)
        assert len(curve["games"]) == len(curve["rolls"]) == len(curve["loss"])
        assert all(1 <= rolls <= 31 for rolls in curve["rolls"])
        if not name.endswith("faster"):
            assert curve["games"] == list(range(1, GAMES + 1))
            assert learner["stages"][0]["rolls"] == pytest.approx(sum(curve["rolls"][40:]) / 40)
            assert {stage["rolls"] for stage in learner["stages"][1:]} == {None}
    players = ("untaught", "faster", "article", "random", "weighted", "value", "planner")
    lengths = {f"{board}-{player}" for board in ("fixed", "any") for player in players}
    assert set(data["lengths"]) == lengths | {f"fixed-{name}" for name in tried}
    assert data["lengths"]["fixed-random"]["whole"] > data["lengths"]["fixed-planner"]["whole"] > 20
    assert data["lengths"]["any-article"]["games"] == 6 and data["lengths"]["any-article"]["whole"] is None
    for line in (
        "--seed 3",
        "**",
        "| 85 |",
        "| 112 |",
        "`planner`",
        "roughly 30%",
        f"({GAMES} games, {GAMES} steps and {GAMES} games, {GAMES} steps of the optimizer)",
        "too few games",
    ):
        assert line in " ".join(text.split()), line
    assert not list((tmp_path / "run").glob("**/.*")), "no file half written"


@pytest.mark.parametrize("after", [3, pytest.param(8, marks=pytest.mark.long)])
def test_a_killed_run_goes_on_where_it_was(tmp_path: Path, learnt: list[str], after: int) -> None:
    whole = run(tmp_path / "whole")
    everything = list(learnt)
    assert len(everything) == len(set(everything)) == 6
    calls = 0

    def kill(message: str, done: int, total: int) -> None:
        nonlocal calls
        calls += 1
        if calls > after:
            raise KeyboardInterrupt

    out = tmp_path / "killed"
    learnt.clear()
    with pytest.raises(KeyboardInterrupt):
        run(out, progress=kill)
    assert not (out / "report.md").exists()
    assert run(out) == whole
    assert learnt == everything, "no part is learnt twice, none is left out"
    assert run(out) == whole and learnt == everything, "a finished run is only reported again"


def test_a_run_killed_between_state_and_part_does_not_learn_a_part_twice(
    tmp_path: Path, learnt: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    whole = run(tmp_path / "run")
    last = sorted((tmp_path / "run" / "parts").glob("fixed-faster-0*.json"))[-1]
    before = last.read_bytes()
    last.unlink()
    assert run(tmp_path / "run") == whole
    assert last.read_bytes() == before


def test_a_state_that_is_missing_is_told(tmp_path: Path, learnt: list[str]) -> None:
    run(tmp_path / "run")
    sorted((tmp_path / "run" / "parts").glob("fixed-faster-0*.json"))[-1].unlink()
    (tmp_path / "run" / "states" / "fixed-faster.pt").unlink()
    with pytest.raises(ExperimentError, match=r"fixed-faster\.pt: does not stand at epoch"):
        run(tmp_path / "run")


def test_progress_counts_to_the_end(tmp_path: Path, learnt: list[str]) -> None:
    told: list[tuple[str, int, int]] = []
    run(tmp_path / "run", progress=lambda *step: told.append(step))
    done = [step[1] for step in told]
    assert done == sorted(done) and done[0] == 0 and done[-1] == told[-1][2]
    assert len({step[2] for step in told}) == 1


def test_several_learners_at_once_find_the_same(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(learning, "PART", 4)
    made = [
        Learner(board, "faster", small(make)(seed=4).faster(20, games=4, batch=2))
        for board, make in learners.RUNS.items()
    ]
    curves = []
    for runner in (Here(1), Processes(2)):
        folder = games.ResultFolder(tmp_path / type(runner).__name__, {})
        names = list(learning.learn_all(folder, made, runner, "cpu"))
        assert sorted(names) == sorted(learner.name for learner in made for _ in learning.parts_of(learner))
        assert len(names) > 4
        found = [learning.curve(folder, learner) for learner in made]
        curves.append([{name: c[name] for name in ("games", "loss", "rolls")} for c in found])
    assert curves[0] == curves[1]


def test_stages_that_were_not_reached_have_no_level() -> None:
    settings = TdSettings(stages=(Stage(0, 1e-3, 1), Stage(4, 1e-4, 2), Stage(6, 1e-4, 4)), epochs=6)
    curve = {"games": [1.0, 2, 3, 4, 6, 8], "rolls": [9.0, 9, 5, 7, 4, 2]}
    assert stage_rolls(Learner("any", "article", settings), curve) == [(4, 6.0), (8, 2.0), (0, None)]


def made_up(gap: float, drop: float, corr: float) -> Found:
    """Curves of the article's number of steps: later stages need ``drop`` rolls less each, those of other
    networks ``gap`` more; the error moves with the rolls or against them."""
    generator = np.random.default_rng(1)
    found = Found(learners.all_learners("gpu", learners.GAMES["gpu"], seed=1), {})
    for one in found.learners:
        steps = one.settings.epochs
        stage = np.searchsorted([s.epoch for s in one.settings.stages], np.arange(steps), side="right")
        noise, drawn = generator.normal(0, 10, steps), generator.random(steps) < 0.3
        rolls = 100 - drop * stage + noise + (gap if one.pace in VARIANTS else 0)
        loss = 1 + corr * noise / 10 + 0.1 * generator.normal(0, 1, steps) + 0.5 * drawn
        found.curves[one.name] = {
            "rolls": rolls.tolist(),
            "loss": loss.tolist(),
            "explored": drawn.astype(float).tolist(),
        }
        final = (70.0 if one.board == "fixed" else 80.0) + (50 if gap < 0 else 0)
        found.lengths[one.name] = Lengths(600, final, 2.0, 1.0)
    for board, rolls in (("fixed", 60.0), ("any", 70.0)):
        found.lengths[f"{board}-planner"] = Lengths(600, rolls, 1.0, 1.0)
    return found


def test_verdicts_follow_the_figures() -> None:
    agree = {one.claim: one.verdict for one in claims_of(made_up(gap=20, drop=5, corr=-1))}
    assert set(agree.values()) == {"reproduced"} and len(agree) == 14
    differ = claims_of(made_up(gap=-20, drop=-5, corr=1))
    kept = {one.claim for one in differ if one.verdict == "reproduced"}
    assert {one.verdict for one in differ if one.claim not in kept} == {"not reproduced"}
    assert kept == {
        "A network for any board needs more rolls than one for one board",
        "One board: drawn moves raise the error",
        "Any board: drawn moves raise the error",
    }
    open_ones = {one.verdict for one in claims_of(made_up(gap=0, drop=5, corr=0)) if "plain" in one.claim}
    assert open_ones <= {"undecided", "reproduced", "not reproduced"} and "undecided" in open_ones


def test_a_correlation_has_an_interval() -> None:
    generator = np.random.default_rng(2)
    x = generator.normal(size=400)
    low, high = correlation(x, -x + generator.normal(size=400))
    assert -0.8 < low < -0.7071 < high < -0.6
    assert correlation(x, np.ones(400)) == (-1, 1)


def test_lengths_count_games_without_a_winner_as_250() -> None:
    lengths = Lengths.of([100, 300, 250], [True, True, False], whole=True)
    assert lengths.rolls == 200 and lengths.won == pytest.approx(1 / 3) and lengths.games == 3
    assert lengths.whole == pytest.approx(650 / 3) and lengths.margin == pytest.approx(
        1.96 * 86.6 / 3**0.5, rel=1e-3
    )


def test_without_torch_nothing_is_begun(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "torch", None)
    with pytest.raises(MissingExtraError, match=r"pip install 'longroad\[train\]'"):
        run(tmp_path / "run")
    assert not (tmp_path / "run").exists()


def test_naming_the_experiments_does_not_load_torch() -> None:
    program = "import sys, longroad.experiments; assert 'torch' not in sys.modules"
    subprocess.run([sys.executable, "-c", program], check=True)


def test_a_long_curve_is_kept_in_stretches() -> None:
    steps = 1_201
    curve = {
        "games": [float(8 * (i + 1)) for i in range(steps)],
        "rolls": [float(i) for i in range(steps)],
        "loss": [1.0] * steps,
    }
    kept = thinned(curve)
    assert len(kept["games"]) == len(kept["rolls"]) == len(kept["loss"]) == 401
    assert (kept["games"][0], kept["games"][-1]) == (24.0, 8.0 * steps)
    assert (kept["rolls"][0], kept["rolls"][-1]) == (1.0, 1_200.0)
    short = {name: values[:7] for name, values in curve.items()}
    assert thinned(short) == short
