"""The experiment after Taucher et al. 2018: the published numbers agree with each other, and a whole small
run, killed and resumed, writes what it found."""

from __future__ import annotations

import dataclasses
import json
import sys
from pathlib import Path
from typing import Any

import pytest

from experiments.strict_json import read_object
from longroad.agents import make_agent
from longroad.arena import play_match
from longroad.arena.play import jobs, playing
from longroad.arena.play.jobs import Job
from longroad.arena.play.results import Results
from longroad.errors import ExperimentError, MissingExtraError
from longroad.experiments import EXPERIMENTS, Request, claims, taucher2018
from longroad.experiments.folder import ResultFolder
from longroad.experiments.taucher2018 import equal_time, readings, searches
from longroad.experiments.taucher2018.published import STARTING_HAND, TABLE_2, TABLE_3, TABLE_4, TABLE_5
from longroad.games import game_of
from longroad.skirmish import CARDS, Rules
from longroad.skirmish.reading import ReadingOptions

pytest.importorskip("matplotlib")
GAMES = 12
RM, FULL = "expectimax:depth=1,moves=representative", "expectimax:depth=1"


# ---- Theirs
# -------------------------------------------------------------------------------------------------


def mean(values: list[int]) -> float:
    return sum(values) / len(values)


def test_the_published_tables_add_up_to_what_the_text_says() -> None:
    assert sum(game.representative_won for game in TABLE_4) == 8 and len(TABLE_4) == 10
    assert mean([game.representative_hp for game in TABLE_4]) == pytest.approx(22.9)
    assert mean([game.moves for game in TABLE_4]) == pytest.approx(29.6)
    assert sum(game.representative_won for game in TABLE_5) == 8 and len(TABLE_5) == 11
    assert mean([game.representative_hp for game in TABLE_5]) == pytest.approx(19.9, abs=0.05)
    assert mean([game.moves for game in TABLE_5]) == pytest.approx(26.2, abs=0.05)


def test_in_every_published_game_one_player_is_beaten() -> None:
    for game in (*TABLE_4, *TABLE_5):
        assert min(game.representative_hp, game.full_hp) <= 0 < max(game.representative_hp, game.full_hp)
    highest = max(max(game.representative_hp, game.full_hp) for game in (*TABLE_4, *TABLE_5))
    won = [g.representative_hp for g in (*TABLE_4, *TABLE_5) if g.representative_won]
    assert highest == 59 and min(won) == 6, "as the paper's section 7 says"
    assert max(game.moves for game in TABLE_4) == 56


def test_the_published_searches() -> None:
    assert [row.depth for row in TABLE_2] == [3, 4, 5] and [row.depth for row in TABLE_3] == [3, 4]
    assert TABLE_3[1].leaves is None
    assert (
        len(STARTING_HAND) == 5
        and set(STARTING_HAND) < set(CARDS)
        and set(STARTING_HAND) < set(searches.DECK)
    )
    assert len(set(searches.DECK)) == 25


# ---- Ours, cut down to a fast run
# ---------------------------------------------------------------------------


def reading(agent: Any) -> str:
    """The options of an agent that read the paper otherwise."""
    found = [part for part in str(agent).split(",") if part.partition("=")[0] in ReadingOptions.declared]
    return "".join(f",{part}" for part in found)


@pytest.fixture
def played(monkeypatch: pytest.MonkeyPatch) -> list[tuple[int, int]]:
    """Every search one ply deep, every player a fast one. The list is told the blocks that are played."""
    real = searches.search_parts
    played: list[tuple[int, int]] = []

    def fast_parts(quick: bool) -> list[searches.SearchPart]:
        return [dataclasses.replace(part, depth=1) for part in real(quick)]

    def play(job: Job, **how: Any) -> Results:
        played.append((job.first, job.blocks))
        fast = tuple(
            RM + reading(agent) if "moves=" in str(agent) else FULL + reading(agent) for agent in job.agents
        )
        return jobs.play(dataclasses.replace(job, agents=fast), **how)

    monkeypatch.setattr(taucher2018, "search_parts", fast_parts)
    monkeypatch.setattr(playing, "play", play)
    return played


def run(out: Path, games: int = GAMES, **options: Any) -> dict[str, Any]:
    request = Request(out, budget="quick", games=games, **{"threads": 1, **options})
    report = EXPERIMENTS["taucher2018"].run(request)
    assert report == out / "report.md"
    return read_object(out / "report.json")


def without_times(data: dict[str, Any]) -> dict[str, Any]:
    for part in data["searches"].values():
        del part["seconds"]
    for match in data["matches"].values():
        del match["ms_per_decision"]
    return data


def test_a_run_writes_its_report_its_figures_and_its_pictures(tmp_path: Path, played: list[Any]) -> None:
    data = run(tmp_path / "run", seed=3)
    text = (tmp_path / "run" / "report.md").read_text()
    for name in ("leaves", "wins", "games", "time"):
        assert f"({name}.png)" in text
        assert (tmp_path / "run" / f"{name}.png").read_bytes().startswith(b"\x89PNG")
    assert list(data["matches"]) == list(taucher2018.QUICK_MATCHES)
    assert {claim["verdict"] for claim in data["claims"][2:]} == {"too few games"}
    assert played == [(0, 5), (5, 1)] * len(taucher2018.QUICK_MATCHES)
    expected = play_match([RM, FULL], games=GAMES, seed=3, rules=Rules.preset("taucher2018"))
    for name, match in data["matches"].items():
        if name.startswith("time-catan"):
            continue
        assert match["games"] == GAMES and match["wins"] == expected.wins
        assert match["win_rate"] == expected.wins[0] / GAMES
        assert match["mean_turns"] == pytest.approx(expected.turns.mean())
        assert match["winning_hp"][0] == expected.mean_points_when_winning(0)
        low, high = match["ci95"]
        assert 0 <= low <= match["win_rate"] <= high <= 1
    for line in (
        f"{expected.wins[0]} of {GAMES} = {expected.wins[0] / GAMES:.1%}",
        "8 of 10 = 80.0%",
        "8 of 11 = 72.7%",
        f"{float(expected.turns.mean()):.1f}",
        "263,836,900",
        f"{data['searches']['full-3-every']['leaves']:,}",
        "--seed 3",
    ):
        assert line in " ".join(text.split()), line
    assert not list((tmp_path / "run").glob("**/.*")), "no file half written"


@pytest.mark.parametrize(
    "after", [pytest.param(1, marks=pytest.mark.long), 15, pytest.param(18, marks=pytest.mark.long)]
)
def test_a_killed_run_goes_on_where_it_was(tmp_path: Path, played: list[Any], after: int) -> None:
    whole = without_times(run(tmp_path / "whole"))
    everything = len(played)
    calls = 0

    def kill(message: str, done: int, total: int) -> None:
        nonlocal calls
        calls += 1
        if calls == after:
            raise KeyboardInterrupt

    out = tmp_path / "killed"
    with pytest.raises(KeyboardInterrupt):
        run(out, progress=kill)
    assert not (out / "report.md").exists()
    finished = sorted(file.name for file in (out / "parts").iterdir())
    before = {name: (out / "parts" / name).read_bytes() for name in finished}
    first = len(played) - everything
    assert without_times(run(out)) == whole
    assert len(played) - everything == everything, "no block is played twice, none is left out"
    assert first == sum(not name.startswith(("full-", "representative-")) for name in finished)
    assert all((out / "parts" / name).read_bytes() == data for name, data in before.items())
    count = len(played)
    assert without_times(run(out)) == whole and len(played) == count, "a finished run is only reported again"


def test_progress_counts_to_the_end(tmp_path: Path, played: list[Any]) -> None:
    told: list[tuple[str, int, int]] = []
    run(tmp_path / "run", progress=lambda *step: told.append(step))
    done = [step[1] for step in told]
    assert done == sorted(done) and done[0] == 0 and done[-1] == told[-1][2]
    assert len({step[2] for step in told}) == 1


@pytest.mark.parametrize("games", [2, 10])
def test_a_run_of_fewer_games_than_the_paper_has_is_reported_too(
    tmp_path: Path, played: list[Any], games: int
) -> None:
    data = run(tmp_path / "run", games=games)
    assert {match["games"] for match in data["matches"].values()} == {games}


def test_a_player_who_never_wins_has_no_health_to_report(
    tmp_path: Path, played: list[Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    def play(job: Job, **how: Any) -> Results:
        weak = tuple("random" if "moves=" in str(agent) else FULL for agent in job.agents)
        return jobs.play(dataclasses.replace(job, agents=weak), **how)

    monkeypatch.setattr(playing, "play", play)
    data = run(tmp_path / "run")
    assert data["matches"]["table-4"]["wins"][0] == 0 < GAMES - 3 < data["matches"]["table-4"]["wins"][1]
    assert data["matches"]["table-4"]["winning_hp"][0] is None


def test_parts_run_alone_and_the_report_tells_of_all_of_them(tmp_path: Path, played: list[Any]) -> None:
    out = tmp_path / "run"
    request = Request(out, games=4, threads=1, parts=("readings",))
    EXPERIMENTS["taucher2018"].run(request)
    text = (out / "report.md").read_text()
    changes = 1 + len(readings.CHANGES)
    assert len(played) == 4 * changes
    assert sum(line.startswith("| real cards |") for line in text.split("\n")) == changes
    assert sum(line.startswith("| averages |") for line in text.split("\n")) == changes
    assert "## Table 2" not in text and "## At equal time" not in text
    EXPERIMENTS["taucher2018"].run(dataclasses.replace(request, parts=("time",)))
    assert len(played) == 4 * changes + len(equal_time.MATCHES)
    text = (out / "report.md").read_text()
    assert text.count("| Catan |") == 6 and "averages leave the hand" in text
    for one in (*readings.MATCHES, *equal_time.MATCHES):
        game = game_of(one.rules).name
        assert make_agent(one.representative, game) and make_agent(one.full, game), "every spec is one"


def test_how_likely_the_tables_of_the_paper_are() -> None:
    assert readings.at_least(0, 10, 0.3) == pytest.approx(1)
    assert readings.at_least(10, 10, 0.3) == pytest.approx(0.3**10)
    assert readings.likelihood(8 / 11, TABLE_5) == pytest.approx(1)
    assert readings.likelihood(0.1, TABLE_5) < readings.likelihood(0.5, TABLE_5) < 1


def test_verdicts() -> None:
    assert claims.above(0.51, 0.6, 0.5) == "reproduced" and claims.above(0.2, 0.4, 0.5) == "not reproduced"
    assert claims.above(0.49, 0.6, 0.5) == "undecided"


def test_any_seed_will_do(tmp_path: Path, played: list[Any]) -> None:
    data = [without_times(run(tmp_path / str(i), seed=seed)) for i, seed in enumerate((-1, 2**64 - 1))]
    assert data[0]["matches"] == data[1]["matches"]


def test_a_folder_of_another_run_is_refused(tmp_path: Path, played: list[Any]) -> None:
    run(tmp_path / "run", seed=1)
    with pytest.raises(ExperimentError, match="holds a run with seed=1, not seed=2"):
        run(tmp_path / "run", seed=2)


def test_searches_that_disagree_end_the_run(tmp_path: Path, played: list[Any]) -> None:
    folder = ResultFolder(tmp_path, {})
    parts = taucher2018.search_parts(True)[:3]
    for part in parts:
        folder.part(part.name, part.run)
    searches.check_values(parts, folder)
    file = tmp_path / "parts" / f"{parts[2].name}.json"
    file.write_text(json.dumps({**json.loads(file.read_text()), "value": 99.0}))
    with pytest.raises(ExperimentError, match=rf"{parts[2].name}: found the value 99\.0, others "):
        searches.check_values(parts, folder)


def test_without_matplotlib_nothing_is_begun(tmp_path: Path, played: list[Any], monkeypatch: Any) -> None:
    monkeypatch.setitem(sys.modules, "matplotlib", None)
    with pytest.raises(MissingExtraError, match=r"needs Matplotlib: pip install 'longroad\[plots\]'"):
        run(tmp_path / "run")
    assert not (tmp_path / "run").exists() and played == []
