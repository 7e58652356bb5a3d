"""Tournaments: the same results however they are played, killed, resumed or shared."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
from collections.abc import Generator, Iterable
from pathlib import Path
from typing import Any

import pytest

import longroad
from longroad.arena.data.archive import games_of
from longroad.arena.play.jobs import Job, play
from longroad.arena.play.match import play_match
from longroad.arena.tournament.folder import Tournament
from longroad.arena.tournament.plan import Plan
from longroad.arena.tournament.standings import standings
from longroad.catan import Rules
from longroad.errors import AgentSpecError, RulesError, TournamentError
from longroad.jobs import Done, Here, Work

SHORT = (("offers_per_turn", 0), ("target_points", 4), ("turn_cap", 80))
PLAN = Plan(("random", "weighted", "random:by=kind"), games=40, rules=SHORT, seed=3)


def snapshot(folder: Path) -> dict[str, str]:
    """All results, the times spent left out."""
    found = {}
    for file in sorted((folder / "results").rglob("*.json")):
        data = json.loads(file.read_text())
        del data["agent_seconds"]
        found[str(file.relative_to(folder))] = json.dumps(data)
    return found


class Dies:
    """Does some jobs and is killed."""

    places, shares_files = 1, True

    def __init__(self, after: int) -> None:
        self.after = after

    def run(self, work: Work[Any, Any], jobs: Iterable[Any]) -> Generator[Done[Any, Any], None, None]:
        for number, done in enumerate(Here(1).run(work, jobs)):
            if number == self.after:
                raise KeyboardInterrupt
            yield done


@pytest.fixture(scope="module")
def whole(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The tournament, played in one go with one thread."""
    folder = tmp_path_factory.mktemp("arena") / "whole"
    Tournament.open(folder, PLAN).play(Here(1))
    return folder


def test_two_threads_give_the_same_results(whole: Path, tmp_path: Path) -> None:
    Tournament.open(tmp_path / "t", PLAN).play(Here(2))
    assert snapshot(tmp_path / "t") == snapshot(whole)


@pytest.mark.parametrize("after", [0, 1, 30, 59])
def test_a_killed_tournament_goes_on_from_where_it_was(whole: Path, tmp_path: Path, after: int) -> None:
    with pytest.raises(KeyboardInterrupt):
        Tournament.open(tmp_path / "t", PLAN).play(Dies(after))
    before = snapshot(tmp_path / "t")
    assert len(before) == after and before.items() <= snapshot(whole).items()
    resumed = Tournament.open(tmp_path / "t")
    assert not resumed.is_complete
    seen: list[tuple[int, int]] = []
    resumed.play(Here(1), lambda done, total: seen.append((done, total)))
    assert snapshot(tmp_path / "t") == snapshot(whole) and resumed.is_complete
    assert seen[0] == (after * 2, 120) and seen[-1] == (120, 120) and len(seen) == 60 - after + 1


def test_several_processes_may_work_on_one_folder(whole: Path, tmp_path: Path) -> None:
    rules = ",".join(f"{name}={value}" for name, value in SHORT)
    command = [sys.executable, "-c", "from longroad.cli import main; main()", "tournament", *PLAN.agents]
    command += [
        "--games",
        "40",
        "--seed",
        "3",
        "--rules",
        rules,
        "--out",
        str(tmp_path / "t"),
        "--threads",
        "1",
    ]
    here = {**os.environ, "PYTHONPATH": str(Path(longroad.__file__).parents[1])}
    workers = [subprocess.Popen(command, env=here, stdout=subprocess.DEVNULL) for _ in range(3)]
    assert [worker.wait() for worker in workers] == [0, 0, 0]
    assert snapshot(tmp_path / "t") == snapshot(whole)
    assert not list((tmp_path / "t").rglob(".*")), "no temporary file is left"


def test_a_pairing_is_the_match_of_its_agents(whole: Path) -> None:
    match = play_match(["random", "weighted"], games=40, seed=3, rules=Rules(players=2, **dict(SHORT)))
    first = next(p for p in standings(Tournament.open(whole)).pairings if p.pairing.name == "0-1")
    assert first.wins == match.wins and first.games == match.games
    assert first.wins_by_seat == match.to_dict()["wins_by_seat"]


def test_standings_add_up(whole: Path) -> None:
    now = standings(Tournament.open(whole))
    assert now.complete and now.games == 120
    assert sum(one.wins for one in now.agents) + sum(p.unfinished for p in now.pairings) == 120
    assert all(one.games == 80 and int(one.distribution.sum()) == 80 for one in now.agents)
    assert now.ratings.agents[0] == "weighted" == now.agents[0].agent
    for one in now.agents:
        low, high = one.interval
        assert low <= one.score <= high and len(one.board_scores) == 20


def test_an_interval_of_an_unfinished_tournament_is_one_of_its_share(tmp_path: Path) -> None:
    """Late boards lack the games of a pairing: what is drawn are wins and games of a board together."""
    plan = Plan(("random", "weighted", "value"), games=120, rules=SHORT, seed=3)
    opened = Tournament.open(tmp_path / "t", plan).play(Here(1))
    for pairing, job in plan.jobs():
        if set(pairing.agents) == {"weighted", "value"} and job.first >= 30:
            opened.result_file(pairing, job.first).unlink()
    one = standings(opened).agent("weighted")
    low, high = one.interval
    assert not opened.is_complete and one.board_games == [4] * 30 + [2] * 30
    assert low < one.score < high
    assert (low + high) / 2 == pytest.approx(one.score, abs=0.01)


def test_a_result_is_written_once(whole: Path, tmp_path: Path) -> None:
    opened = Tournament.open(tmp_path / "t", PLAN).play(Here(1))
    pairing, job = next(iter(opened.plan.jobs()))
    file = opened.result_file(pairing, job.first)
    before = file.read_bytes()
    opened._keep(pairing, job, play(Job(job.agents, job.rules, 99, 0, job.blocks)))
    assert file.read_bytes() == before


def test_games_are_kept_and_replay(tmp_path: Path) -> None:
    plan = Plan(("random", "weighted"), games=6, rules=SHORT, records=True)
    Tournament.open(tmp_path / "t", plan).play(Here(1))
    games = list(games_of(tmp_path / "t"))
    assert len(games) == 6
    for game in games:
        assert game.state().winner == game.winner
    result = play_match(["random", "weighted"], games=6, rules=Rules(players=2, **dict(SHORT)))
    assert [g.winner for g in games] == [None if w < 0 else w for w in result.winner_seat.tolist()]


@pytest.mark.parametrize(
    ("players", "form", "pairings"),
    [(2, "round-robin", 6), (3, "round-robin", 4), (4, "round-robin", 1), (4, "one-against-copies", 12)],
)
def test_everybody_meets_everybody(players: int, form: str, pairings: int) -> None:
    plan = Plan(
        ("random", "weighted", "random:by=kind", "expectimax:depth=1"), players=players, format=form, games=8
    )
    groups = [pairing.agents for pairing in plan.pairings()]
    assert len(groups) == pairings == len(set(groups)) and all(len(group) == players for group in groups)
    if form == "one-against-copies":
        assert all(len(set(group[1:])) == 1 and group[0] != group[1] for group in groups)


def test_four_players_are_rated(tmp_path: Path) -> None:
    plan = Plan(("random", "weighted"), games=80, players=4, format="one-against-copies", rules=SHORT)
    now = standings(Tournament.open(tmp_path / "t", plan).play(Here(2)))
    assert now.ratings.agents == ["weighted", "random"] and now.games == 160
    by_name = {p.pairing.agents[0]: p for p in now.pairings}
    assert by_name["weighted"].score > by_name["random"].score


@pytest.mark.parametrize(
    ("changes", "message"),
    [
        ({"agents": ("random",)}, "^1 agent: a round-robin of 2 players needs at least 2$"),
        ({"agents": ("random", "random")}, "named twice"),
        ({"players": 5}, "players=5"),
        ({"format": "swiss"}, "format='swiss'"),
        ({"games": 0}, "games=0"),
        ({"format": "one-against-copies"}, "needs 3 or 4 players"),
        ({"players": 4, "format": "round-robin"}, "^2 agents: .* needs at least 4$"),
    ],
)
def test_a_plan_that_cannot_be_is_refused(changes: dict[str, object], message: str) -> None:
    options = {"agents": ("random", "weighted"), **changes}
    with pytest.raises(TournamentError, match=message):
        Plan(**options)  # type: ignore[arg-type]


def test_wrong_specs_and_rules_are_refused_before_a_folder_is_made(tmp_path: Path) -> None:
    with pytest.raises(AgentSpecError):
        Tournament.open(tmp_path / "t", Plan(("random", "nobody")))
    assert not (tmp_path / "t").exists()
    with pytest.raises(RulesError):
        Plan(("random", "weighted"), rules=(("target_points", 99),))


def test_a_folder_holds_one_tournament(whole: Path, tmp_path: Path) -> None:
    with pytest.raises(TournamentError, match="games is 40, not 80"):
        Tournament.open(whole, Plan(PLAN.agents, games=80, rules=SHORT, seed=3))
    with pytest.raises(TournamentError, match="holds no tournament"):
        Tournament.open(tmp_path / "none")
    (tmp_path / "full").mkdir()
    (tmp_path / "full" / "thesis.txt").write_text("x")
    with pytest.raises(TournamentError, match="not empty"):
        Tournament.open(tmp_path / "full", PLAN)
    assert sorted(p.name for p in (tmp_path / "full").iterdir()) == ["thesis.txt"]


def test_damage_is_named(tmp_path: Path) -> None:
    opened = Tournament.open(tmp_path / "t", PLAN).play(Here(1))
    pairing, job = next(iter(opened.plan.jobs()))
    opened.result_file(pairing, job.first).write_text("{}")
    with pytest.raises(TournamentError, match=r"0-1/0000000.json: is damaged"):
        standings(opened)


def test_a_tournament_goes_on_when_an_agent_fails(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    from arena import test_forfeits

    monkeypatch.setitem(sys.modules, "failing_bots", test_forfeits)
    plan = Plan(("random", "weighted", "python:failing_bots.Raises"), games=4, rules=SHORT)
    now = standings(Tournament.open(tmp_path / "t", plan).play(Here(1)))
    assert now.complete and now.agent("python:failing_bots.Raises").forfeits == 8 == len(now.forfeits)
    assert all("out of ideas" in forfeit.reason for _, forfeit in now.forfeits)
    assert now.agents[-1].agent == "python:failing_bots.Raises"


def test_a_plan_that_comes_while_we_look_is_no_foreign_folder(
    whole: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    folder = tmp_path / "t"
    real = Plan.check_agents

    def check(plan: Plan) -> None:
        real(plan)
        shutil.copytree(whole, folder)  # another process begins, and plays, just now

    monkeypatch.setattr(Plan, "check_agents", check)
    assert Tournament.open(folder, PLAN).is_complete


def test_a_folder_of_version_0_1_still_loads(tmp_path: Path) -> None:
    """Then a plan named no game, and the time of the agents was called seconds."""
    tournament = Tournament.open(tmp_path / "t", PLAN).play(Here(1))
    expected = standings(tournament)
    plan = json.loads((tmp_path / "t" / "tournament.json").read_text())
    assert plan.pop("game") == "catan"
    (tmp_path / "t" / "tournament.json").write_text(json.dumps(plan))
    for file in (tmp_path / "t" / "results").rglob("*.json"):
        data = json.loads(file.read_text())
        data["seconds"] = data.pop("agent_seconds")
        file.write_text(json.dumps(data))
    now = standings(Tournament.open(tmp_path / "t"))
    assert now.plan == PLAN and now.complete
    assert [one.wins for one in now.agents] == [one.wins for one in expected.agents]
    assert [one.seconds for one in now.agents] == [one.seconds for one in expected.agents]
