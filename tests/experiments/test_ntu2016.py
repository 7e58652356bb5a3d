"""The experiment after Ke and Chan 2016: the published table, the positions games start from, the games, and
a whole small run, killed and resumed."""

from __future__ import annotations

import dataclasses
import json
from pathlib import Path
from typing import Any

import pytest

from experiments.strict_json import read_object
from longroad.agents import Table, make_agent
from longroad.catan import RESOURCES, Action, Board, Rng, Rules, State, topology
from longroad.experiments import EXPERIMENTS, Request, ntu2016
from longroad.experiments.folder import ResultFolder
from longroad.experiments.ntu2016 import games, playing, positions
from longroad.experiments.ntu2016.games import REPORT_RANDOM, Game, Series
from longroad.experiments.ntu2016.opponent import RandomPlayer
from longroad.experiments.ntu2016.positions import Pairs, are_apart, good_pairs, plain_pairs, set_up
from longroad.experiments.ntu2016.published import TABLE
from longroad.experiments.ntu2016.series import (
    RULES,
    SCENARIOS,
    all_series,
    figures,
    gain,
    length_limit,
    two_games,
)
from longroad.openings import Placement

pytest.importorskip("matplotlib")
BEGINNER = Board.generate("beginner")
PAIRS = Pairs(plain_pairs(), ((10, 28), (34, 40), (13, 42)))


# ---- Theirs
# -------------------------------------------------------------------------------------------------


def test_the_published_table() -> None:
    assert {name: row.win_rate for name, row in TABLE.items()} == {
        "RR": 88.06,
        "RG": 91.8,
        "GR": 76,
        "GG": 86,
        "RR-L": 79,
    }
    assert [row.rounds for row in TABLE.values()] == [22.24, 16.33, 18.42, 14.34, 20.66]
    assert [row.gap for row in TABLE.values()] == [3.14, 3.6, 3.75, 2.72, 3.16]
    assert [row.games for row in TABLE.values()] == [67, 49, 50, 50, 100]
    for row in TABLE.values():
        assert row.wins + row.losses == row.games
        assert 100 * row.wins / row.games == pytest.approx(row.win_rate, abs=0.05)


# ---- Positions
# ----------------------------------------------------------------------------------------------


def produced(pair: tuple[int, ...]) -> set[str]:
    hexes = [h for place in pair for h in topology.INTERSECTION_HEXES[place] if BEGINNER.tokens[h]]
    return {RESOURCES[BEGINNER.terrain[h]] for h in hexes}


def test_plain_pairs_have_lumber_and_brick() -> None:
    pairs = set(plain_pairs())
    assert 300 < len(pairs) < 1359
    assert all({"lumber", "brick"} <= produced(pair) for pair in pairs)
    assert all(b not in topology.INTERSECTION_NEIGHBOURS[a] for a, b in pairs)


def test_good_pairs_are_the_best_ones_apart() -> None:
    ranked = [Placement(spots) for spots in ((10, 28), (10, 40), (9, 44), (34, 40), (13, 42), (0, 20))]
    assert [p.intersections for p in good_pairs(ranked)] == [(10, 28), (34, 40), (13, 42)]
    assert 9 in topology.INTERSECTION_NEIGHBOURS[10], "why the third one is left out"
    assert len(good_pairs(ranked[:3])) == 1


@pytest.mark.parametrize("scenario", SCENARIOS)
def test_a_set_up_obeys_its_scenario(scenario: str) -> None:
    thirds = set()
    for number in range(40):
        rng = Rng(number)
        chosen = PAIRS.draw(scenario, rng)
        assert are_apart(*chosen)
        for letter, pair in zip(scenario, chosen, strict=True):
            assert pair in (PAIRS.good if letter == "G" else PAIRS.plain)
        state = State(RULES, board=positions.BOARD)
        set_up(state, chosen, rng, state.apply)
        assert state.phase == "before roll" and state.actor == 0
        for player, pair in enumerate(chosen):
            placed = state.settlements(player)
            assert len(placed) == 3 and set(pair) < set(placed) and len(state.roads(player)) == 3
            thirds |= set(placed) - set(pair)
    assert len(thirds) > 20, "the third settlement is drawn"


def test_both_players_get_different_good_pairs() -> None:
    drawn = {PAIRS.draw("GG", Rng(number)) for number in range(200)}
    assert len(drawn) == 6, "every ordered pair of the three"


# ---- The random agent
# ---------------------------------------------------------------------------------------


def test_the_random_agent_trades_once_a_turn_and_stands_by_its_offers() -> None:
    player, other = RandomPlayer(), RandomPlayer()
    kinds: dict[str, int] = {}
    for game in range(6):
        state, rng = State(RULES, board="beginner"), Rng(game)
        for seat, agent in enumerate((player, other)):
            agent.begin(RULES, seat, Rng(100 + 2 * game + seat))
        trades = (-1, 0)
        while not state.is_over and state.turn < 120:
            if state.is_chance:
                state.apply(state.sample_chance(rng))
                continue
            action = (player, other)[state.actor or 0].choose(state.view(), state.legal_actions())
            kinds[action.kind] = kinds.get(action.kind, 0) + 1
            if action.kind in ("offer", "trade"):
                trades = (state.turn, trades[1] + 1 if trades[0] == state.turn else 1)
                assert trades[1] == 1
            if action.kind == "offer":
                assert sum(action.give or ()) == sum(action.get or ()) and sum(action.give or ()) in (1, 3)
            assert action.kind not in ("counter", "cancel")
            state.apply(action)
    assert kinds["deal"] == kinds["accept"] > 20
    assert kinds["accept"] < kinds["refuse"]
    assert {"trade", "road", "end"} < set(kinds)


def test_the_searching_agent_stands_by_its_offers_too() -> None:
    """And, sure to win, it builds: among moves of equal value it does not wait."""
    seats, kinds = (RandomPlayer(), make_agent("ntu2016:sims=10")), dict[str, int]()
    for game in range(6):
        state, rng = State(RULES, board="beginner"), Rng(game)
        for seat, agent in enumerate(seats):
            agent.begin(RULES, seat, Rng(50 + 2 * game + seat))
        table = Table(state, dict(enumerate(seats)))
        set_up(state, PAIRS.draw("RG", rng), rng, table.apply)  # type: ignore[misc]
        while not state.is_over and state.turn < 300:
            actor = state.actor
            if actor is None:
                table.apply(state.sample_chance(rng))
                continue
            action = seats[actor].choose(table.view(actor), state.legal_actions())
            if actor == 1:
                kinds[action.kind] = kinds.get(action.kind, 0) + 1
            table.apply(action)
        assert state.is_over
    assert kinds["deal"] > 0 and "cancel" not in kinds


# ---- Games
# --------------------------------------------------------------------------------------------------


def series(first: str = REPORT_RANDOM, second: str = "value", **changes: Any) -> Series:
    return dataclasses.replace(Series("test", "RR", RULES, first, second, 6), **changes)


def test_games_are_the_same_in_any_part() -> None:
    whole = games.play_part(series(), PAIRS, 5, 0, 6)["games"]
    pieces = [game for n in range(6) for game in games.play_part(series(), PAIRS, 5, n, n + 1)["games"]]
    assert json.loads(json.dumps(whole)) == json.loads(json.dumps(pieces))
    assert games.play_part(series(), PAIRS, 6, 0, 6)["games"] != whole


def test_a_game_without_a_winner_is_discarded(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(games, "MOST_ROUNDS", 3)
    played = games.games_of(games.play_part(series(), PAIRS, 1, 0, 4))
    assert [g.won for g in played] == [None] * 4 and [g.rounds for g in played] == [3] * 4
    found = figures(played)
    assert (found.played, found.games, found.discarded, found.rate) == (4, 0, 4, None)
    assert found.interval == (0.0, 1.0)


def test_exchanged_seats_share_their_start() -> None:
    one = games.play_part(series("value", "value", exchange=True), PAIRS, 3, 0, 2)["games"]
    assert len(one) == 2
    assert one[0][0] is not None and one[1][0] is not None


def test_the_searching_player_says_what_it_thinks() -> None:
    played = games.games_of(games.play_part(series(second="ntu2016:sims=4"), PAIRS, 1, 0, 1))[0]
    rounds = [r for r, _ in played.win_probabilities]
    assert rounds == sorted(set(rounds)) and rounds[0] == 1 and rounds[-1] <= played.rounds
    assert all(0 <= p <= 1 for _, p in played.win_probabilities)


def test_figures_of_games() -> None:
    won = [
        Game(True, rounds, 10, 10 - gap, [(1, 0.5), (2, 0.6)]) for rounds, gap in ((10, 2), (20, 4), (60, 6))
    ]
    lost, stuck = Game(False, 12, 4, 10, []), Game(None, 150, 6, 6, [])
    found = figures([*won, lost, stuck])
    assert (found.played, found.games, found.wins, found.discarded) == (5, 4, 3, 1)
    assert found.rate == 0.75 and found.rounds == 30 and found.gap == 4
    assert found.rounds_interval is not None and found.gap_interval is not None
    assert sum(found.rounds_interval) / 2 == pytest.approx(30) and found.gap_interval[0] < 4
    assert figures([lost, won[0]]).gap_interval is None, "one game has no spread"
    assert length_limit([*won, lost, stuck]) == 64
    limited = figures([*won, lost, stuck], limit=32)
    assert (limited.games, limited.wins, limited.discarded, limited.rounds) == (3, 2, 2, 15)
    assert two_games([lost, *won]) == (1, 3) and two_games([lost, stuck]) is None
    assert length_limit([stuck]) == 150 == length_limit([dataclasses.replace(lost, rounds=90)])


def test_what_a_change_gains_is_counted_game_by_game() -> None:
    won, lost, stuck = (Game(w, 10, 5, 5, []) for w in (True, False, None))
    assert gain([won, stuck], [lost, lost]) is None, "one game is no spread"
    found = gain([won, won, lost, stuck], [lost, won, lost, won])
    assert found is not None and found[0] == pytest.approx(1 / 3)
    assert found[1][0] < 0 < found[1][1]


def test_the_games_of_rr_l_are_others_than_those_of_rr() -> None:
    table = all_series(4, 4, 2)["table"]
    one, other = table[0], table[-1]
    assert (one.scenario, other.scenario) == ("RR", "RR")
    found = [games.play_part(s, PAIRS, 5, 0, 3)["games"] for s in (one, other)]
    assert found[0] != found[1]


# ---- A whole run
# --------------------------------------------------------------------------------------------


@pytest.fixture
def fast(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """Few rounds, few games of the studies, fast players. The list is told the parts that are played."""
    parts: list[str] = []
    real = games.play_part
    monkeypatch.setattr(ntu2016, "QUICK_STUDY_GAMES", 2)
    monkeypatch.setattr(games, "MOST_ROUNDS", 40)

    def play_part(one: Series, pairs: Pairs, seed: int, start: int, end: int) -> dict[str, Any]:
        parts.append(f"{one.name}-{start}")
        quick = one.second.replace("ntu2016", "ntu2016:sims=2", 1) if one.second == "ntu2016" else "value"
        return real(dataclasses.replace(one, first=REPORT_RANDOM, second=quick), pairs, seed, start, end)

    monkeypatch.setattr(playing, "play_part", play_part)
    return parts


def run(out: Path, **options: Any) -> dict[str, Any]:
    request = Request(out, budget="quick", games=2, **{"threads": 1, **options})
    report = EXPERIMENTS["ntu2016"].run(request)
    assert report == out / "report.md"
    data = read_object(out / "report.json")
    assert isinstance(data, dict)
    for section in ("two", "variants", "searching", "official", "earlier"):
        for one in data[section]:
            del one["ms_per_round"]
    return data


def test_a_run_writes_its_report_its_figures_and_its_pictures(tmp_path: Path, fast: list[str]) -> None:
    data = run(tmp_path / "run", seed=3)
    text = (tmp_path / "run" / "report.md").read_text()
    for name in ("table", "minimax"):
        assert f"({name}.png)" in text
        assert (tmp_path / "run" / f"{name}.png").read_bytes().startswith(b"\x89PNG")
    assert (tmp_path / "run" / "placements.svg").read_text().startswith("<svg")
    assert list(data["table"]) == ["RR", "RG", "GR", "GG", "RR-L"]
    others = [
        one for section in ("two", "official", "variants", "searching", "earlier") for one in data[section]
    ]
    for found in (*data["table"].values(), *others):
        assert found["played"] == found["games"] + found["discarded"]
        low, high = found["ci95"]
        assert 0 <= low <= (found["win_rate"] or 0) <= high <= 1 or found["win_rate"] is None
    for line in ("88.06%", "22.24", "3.75", "--seed 3", "discarded"):
        assert line in " ".join(text.split()), line
    assert len(data["good_pairs"]["table"]) == 3
    assert {claim["verdict"] for claim in data["claims"]} == {"too few games"}
    assert not list((tmp_path / "run").glob("**/.*")), "no file half written"


def test_a_killed_run_goes_on_where_it_was(tmp_path: Path, fast: list[str]) -> None:
    whole = run(tmp_path / "whole")
    everything = len(fast)
    assert everything == len(set(fast)) == 5 + 5 + 4 + 12 + 3 + 8 + 9

    def kill(message: str, done: int, total: int) -> None:
        if done == 7:
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        run(tmp_path / "killed", progress=kill)
    fast.clear()
    assert run(tmp_path / "killed") == whole
    assert len(fast) == everything - 7


def test_several_threads_play_the_same_games(tmp_path: Path) -> None:
    folders = []
    for threads in (1, 2):
        folder = ResultFolder(tmp_path / str(threads), {"threads": threads})
        one = series(games=games.PART + 2)
        request = Request(tmp_path, seed=2, threads=threads)
        folders.append(playing.play_all(request, folder, {"table": [one]}, {"table": PAIRS}))
    assert folders[0] == folders[1]


def test_the_rules_are_the_reports() -> None:
    assert Rules.preset("ntu2016") == RULES and RULES.starting_settlements == 3
    assert Action.parse("offer 3 wool for 3 ore").kind == "offer"
