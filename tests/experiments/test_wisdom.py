"""Conventional wisdom: the study in miniature, what is read off games, and its estimators."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from experiments.strict_json import read_object
from longroad.analysis.rolls import probability_of, production
from longroad.arena.data.archive import KeptGame, read_games
from longroad.catan import RESOURCES, State
from longroad.errors import ExperimentError
from longroad.experiments import EXPERIMENTS, Request
from longroad.experiments.wisdom import estimates, rows
from longroad.experiments.wisdom.again import played_again
from longroad.experiments.wisdom.games import AGENT, PLAYERS, QUIET, SETS, Shard, numbers_of, play_shard
from longroad.experiments.wisdom.judging import calibrated
from longroad.experiments.wisdom.reading import Reading

GAMES = 4


@pytest.fixture(scope="module")
def out(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder in which the study has run in miniature."""
    folder = tmp_path_factory.mktemp("study") / "wisdom"
    EXPERIMENTS["wisdom"].run(Request(folder, games=GAMES, seed=5, threads=1))
    return folder


@pytest.fixture(scope="module")
def game(out: Path) -> KeptGame:
    """Its first game."""
    return next(read_games(Shard(out, "official", 5, 0, GAMES).games_file))


# ---- The study
# ---------------------------------------------------------------------------------------------------


def test_every_finding_has_a_section_a_picture_and_figures(out: Path) -> None:
    report, data = (out / "report.md").read_text(), read_object(out / "report.json")
    assert data["games"] == numbers_of(GAMES)
    assert len(data["findings"]) == 13
    for name, finding in data["findings"].items():
        assert f"({name}.png)" in report and (out / f"{name}.png").stat().st_size < 300_000
        assert finding["verdict"] in report.lower()
    assert report.count("**What you can do with it:**") == len(data["findings"])


def test_a_run_that_goes_on_reads_and_plays_only_what_is_missing(out: Path) -> None:
    shard = Shard(out, "deck", 5, 0, GAMES)
    games, read = shard.games_file.read_bytes(), shard.rows_file.read_bytes()
    kept = {path: path.stat().st_mtime_ns for path in out.rglob("official-*")}
    figures = (out / "report.json").read_bytes()
    shard.games_file.unlink()
    shard.rows_file.unlink()
    EXPERIMENTS["wisdom"].run(Request(out, games=GAMES, seed=5, threads=1))
    assert (shard.games_file.read_bytes(), shard.rows_file.read_bytes()) == (games, read)
    assert kept == {path: path.stat().st_mtime_ns for path in out.rglob("official-*")}
    assert (out / "report.json").read_bytes() == figures
    with pytest.raises(ExperimentError, match="name another folder"):
        EXPERIMENTS["wisdom"].run(Request(out, games=GAMES, seed=6, threads=1))


def test_sets_share_their_boards_and_agents_change_seats(out: Path) -> None:
    found = {name: list(read_games(Shard(out, name, 5, 0, GAMES).games_file)) for name in SETS}
    boards = {name: [str(kept.state().board) for kept in games] for name, games in found.items()}
    assert len(set(boards["official"])) == GAMES
    assert all(of_set == boards["official"] for of_set in boards.values())
    assert {kept.agents.index(QUIET) for kept in found["quiet"]} == set(range(PLAYERS))
    assert all(kept.agents == (AGENT,) * PLAYERS for kept in found["deck"])
    assert all(kept.state().rules.dice_deck for kept in found["deck"])


def test_games_of_a_file_do_not_depend_on_the_others_in_it(out: Path, tmp_path: Path, game: KeptGame) -> None:
    second = Shard(tmp_path, "official", 5, 1, 1)
    play_shard(second)
    assert [kept.record for kept in read_games(second.games_file)] == [
        kept.record for kept in read_games(Shard(out, "official", 5, 0, GAMES).games_file) if kept.block == 1
    ]


# ---- What is read off a game
# ---------------------------------------------------------------------------------------------------


def test_cards_of_the_dice_are_those_of_the_rules(game: KeptGame) -> None:
    end = game.state()
    assert isinstance(end, State)
    state = State(end.rules, board=end.board)
    cards, expected = np.zeros((PLAYERS, 5)), np.zeros((PLAYERS, 5))
    counted = dict.fromkeys(("deal", "trade", "discard", "dice", "drew", "stole"), 0)
    for event in end.events():
        if event.kind in counted:
            counted[event.kind] += 1
        if event.sum is not None:
            cards += production(state, event.sum)
            expected += sum(probability_of(state, s) * np.array(production(state, s)) for s in range(2, 13))
        state.apply(event)
    found = Reading(game).rows()
    seats = found["seats"]
    for place, resource in enumerate(RESOURCES):
        assert [row[f"cards_{resource}"] for row in seats] == pytest.approx(cards[:, place])
        assert [row[f"surplus_{resource}"] for row in seats] == pytest.approx((cards - expected)[:, place])
    assert (
        sum(row["deals_made"] for row in seats) == sum(row["deals_taken"] for row in seats) == counted["deal"]
    )
    assert len(found["deals"]) == counted["deal"], "game 0 is one whose deals are judged"
    for name, kind in (
        ("bank_trades", "trade"),
        ("discarded", "discard"),
        ("bought", "drew"),
        ("robs", "stole"),
    ):
        assert sum(row[name] for row in seats) == counted[kind]
    assert found["games"][0]["rolls"] == counted["dice"]
    assert [row["won"] for row in seats] == [seat == end.winner for seat in range(PLAYERS)]
    assert [row["points"] for row in seats] == [end.points(seat) for seat in range(PLAYERS)]


def test_win_probabilities_add_up_and_luck_to_nothing(game: KeptGame) -> None:
    found = Reading(game).rows()
    for rounds in rows.ROUNDS:
        assert sum(row[f"v{rounds}"] for row in found["seats"]) == pytest.approx(1)
    for kind in ("luck_dice", "luck_steals", "luck_draws"):
        assert sum(row[kind] for row in found["seats"]) == pytest.approx(0, abs=1e-6)
        assert any(abs(row[kind]) > 1e-4 for row in found["seats"])
    for row in found["deals"]:
        gains = row["gain_mover"] + row["gain_partner"] + 2 * row["gain_others"]
        assert gains == pytest.approx(0, abs=1e-6)
    assert all(row["gain_victim"] < 0.2 and 0 < row["before"] < 1 for row in found["robber"])
    taken = [row for row in found["titles"] if row["owner"] >= 0]
    assert taken and all(0 <= row["start"] <= 1 and 0 <= row["end"] <= 1 for row in taken)
    early = [
        row
        for row in found["seats"]
        if row["numbers"] > 6 or not 10 <= row["first_pips"] + row["second_pips"] <= 30
    ]
    assert not early, "set-ups have up to six hexes"


def test_a_game_played_again_keeps_what_it_is_to_keep(game: KeptGame) -> None:
    end = game.state()
    assert isinstance(end, State)

    def dice(state: State) -> list[int | None]:
        return [event.sum for event in state.events() if event.kind == "dice"]

    new, same = (played_again(end, game.agents, 5, 0, same_dice=same) for same in (False, True))
    for state in (new, same):
        assert state.is_over and state.events()[:16] == end.events()[:16]
    shorter = min(len(dice(same)), len(dice(end)))
    assert dice(same)[:shorter] == dice(end)[:shorter] != dice(new)[:shorter]
    assert same.events() != end.events(), "all else is drawn anew"
    again = played_again(end, game.agents, 5, 0, same_dice=True)
    assert again.events() == same.events()


# ---- Estimates
# ---------------------------------------------------------------------------------------------------


def test_the_model_of_winners_finds_what_made_them_win() -> None:
    rng = np.random.default_rng(1)
    features = rng.normal(size=(6000, PLAYERS, 2))
    odds = np.exp(features @ np.array([0.5, -0.2]))
    winner = (rng.random((6000, 1)) > np.cumsum(odds / odds.sum(1, keepdims=True), axis=1)).sum(axis=1)
    fit, slope = estimates.winner_model(features, ("more", "less"), winner)
    assert fit.of("more").low < 0.5 < fit.of("more").high and fit.of("less").is_above(0) is False
    assert fit.of("more").high - fit.of("more").low < 0.15
    assert 0.12 < slope < 0.1875
    both = fit.combined({"more": 1, "less": 1})
    assert both.low < 0.3 < both.high


def test_intervals_cover_what_they_say() -> None:
    rng = np.random.default_rng(2)
    covered = {"mean": 0, "share": 0, "regression": 0}
    for _ in range(300):
        game = np.repeat(np.arange(100), 3)
        values = np.repeat(rng.normal(size=100), 3) + rng.normal(size=300)  # not independent in a game
        found = estimates.mean(values, game)
        covered["mean"] += found.low < 0 < found.high
        x = np.repeat(rng.normal(size=100), 3)
        slope = estimates.regression(x[:, None], ("x",), 2 * x + values, game).of("x")
        covered["regression"] += slope.low < 2 < slope.high
        z = rng.normal(size=(100, 2))
        explained = estimates.of_means(
            np.column_stack([z[:, 0] ** 2 + z[:, 1] ** 2, z[:, 0] ** 2]), lambda m: float(m[1] / m[0])
        )
        covered["share"] += explained.low < 0.5 < explained.high
    assert all(0.9 * 300 <= count <= 0.985 * 300 for count in covered.values()), covered


def test_calibrated_win_probabilities_are_nearer_to_fair_shares_early() -> None:
    told = np.array([[0.7, 0.1, 0.1, 0.1]] * 3)
    early, middle, late = calibrated(told, [0, 40, 400])
    assert early[0] < middle[0] < late[0] == pytest.approx(0.7)
    assert calibrated(told, [0, 1, 2]).sum(axis=1) == pytest.approx(1)


def test_damaged_rows_are_named(tmp_path: Path) -> None:
    path = tmp_path / "rows.npz"
    path.write_bytes(b"no")
    with pytest.raises(ExperimentError, match="delete it"):
        rows.is_current(path)
