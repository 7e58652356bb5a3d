"""Temporal differences: labels, a step against one written out plainly, schedules, resumed runs, and that
play gets better."""

from __future__ import annotations

import io
from typing import Any

import numpy as np
import pytest

torch = pytest.importorskip("torch")

from longroad import catan  # noqa: E402
from longroad.nets.resmlp import ResMLP  # noqa: E402
from longroad.train.td import trainer as td  # noqa: E402
from longroad.train.td.games import RatedGames  # noqa: E402
from longroad.train.td.settings import FIXED_BOARD, Stage, TdSettings  # noqa: E402
from longroad.train.td.trainer import TemporalDifferences, labels, play, rate  # noqa: E402

SHORT = catan.Rules.preset("casher2024", turn_cap=40)
SMALL = TdSettings(rules=SHORT, width=24, blocks=1, stages=(Stage(0, 1e-3, 2),), epochs=6, explore=300)
SIDE_BY_SIDE = TdSettings(**{**SMALL.__dict__, "games": 5, "trace": 0.9})


def without_times(step: dict[str, float]) -> dict[str, float]:
    return {name: value for name, value in step.items() if "second" not in name}


# ---- Settings
# -----------------------------------------------------------------------------------------------


def test_the_articles_schedules() -> None:
    fixed, general = TdSettings.fixed_board(), TdSettings.any_board()
    found = [
        [(epoch, s.stage(epoch).learning_rate, s.stage(epoch).batch) for epoch in epochs]
        for s, epochs in (
            (fixed, (0, 37_999, 38_000, 52_999, 53_000, 117_749)),
            (general, (0, 47_999, 48_000, 62_999, 63_000, 94_999, 95_000, 102_299)),
        )
    ]
    assert [row[1:] for row in found[0]] == [(5e-5, 1)] * 2 + [(1e-5, 1)] * 2 + [(1e-5, 2)] * 2
    assert [row[1:] for row in found[1]] == (
        [(5e-5, 1)] * 2 + [(1e-5, 1)] * 2 + [(1e-5, 2)] * 2 + [(1e-5, 4)] * 2
    )
    assert (fixed.epochs, fixed.total_games) == (117_750, 53_000 + 2 * 64_750)
    assert (general.epochs, general.total_games) == (102_300, 63_000 + 2 * 32_000 + 4 * 7_300)
    for settings in (fixed, general):
        assert (settings.explore, settings.clip, settings.games, settings.trace) == (1000, 0.1, 0, 0.0)
        assert (settings.rules.players, settings.rules.offers_per_turn) == (3, 0)
    assert fixed.rules.board == FIXED_BOARD and general.rules.board == "random"


def test_the_optimizer_is_adamw_as_it_comes() -> None:
    group = TemporalDifferences(TdSettings(width=4, blocks=1)).optimizer.param_groups[0]
    default = torch.optim.AdamW([torch.zeros(1)], lr=5e-5).param_groups[0]
    how = {"params": 0, "fused": True, "foreach": None}  # weights, and how its arithmetic is carried out
    assert {**group, **how} == {**default, **how}


@pytest.mark.parametrize("games", [1, 10, 1_000, 38_000, 60_000, 182_500, 10**6])
def test_a_run_ended_early_has_as_many_games_as_fit(games: int) -> None:
    article = TdSettings.fixed_board()
    ended = article.ended_after(games)
    assert games - 2 < ended.total_games <= games or ended == article
    assert ended.stages == article.stages


@pytest.mark.parametrize("games", [200, 1_000, 50_000])
@pytest.mark.parametrize("article", [TdSettings.fixed_board(), TdSettings.any_board()])
def test_a_faster_run_has_the_same_stages(article: TdSettings, games: int) -> None:
    faster = article.faster(games, batch=8, rate=4, hold=0.5)
    assert faster.total_games == pytest.approx(games, abs=40)
    assert faster.games == 64 and faster.trace == 0.95
    assert [s.batch for s in faster.stages] == [8 * s.batch for s in article.stages]
    assert [s.learning_rate for s in faster.stages] == [4 * s.learning_rate for s in article.stages]
    assert faster.stages[1].epoch * 8 == pytest.approx(games / 2, abs=8)
    assert (faster.rules, faster.explore, faster.clip) == (article.rules, article.explore, article.clip)


@pytest.mark.parametrize(
    "options",
    [
        {"stages": ()},
        {"stages": (Stage(1, 1e-3, 1),)},
        {"stages": (Stage(0, 1e-3, 1), Stage(0, 1e-3, 1))},
        {"stages": (Stage(0, 0.0, 1),)},
        {"stages": (Stage(0, 1e-3, 0),)},
        {"games": -1},
        {"epochs": 0},
        {"clip": 0.0},
        {"trace": 1.5},
        {"explore": -1},
    ],
)
def test_settings_out_of_range_are_refused(options: dict[str, Any]) -> None:
    with pytest.raises(ValueError, match="must be"):
        TdSettings(**options)


# ---- Labels and steps
# ---------------------------------------------------------------------------------------


def test_labels_are_the_predictions_shifted_by_one_with_the_place_at_the_end() -> None:
    predictions = torch.tensor([1.1, 1.2, 1.3, 2.1, 2.2, 3.1])
    places = torch.tensor([0, 0, 1.0, 0, 2.5, 2.5])
    assert labels(predictions, places).tolist() == pytest.approx([1.2, 1.3, 1.0, 2.2, 2.5, 2.5])


@pytest.mark.parametrize("trace", [0.0, 0.3, 0.95, 1.0])
def test_labels_that_look_further_ahead(trace: float) -> None:
    generator = np.random.default_rng(1)
    predictions = generator.normal(2, 1, 300).astype(np.float32)
    places = np.where(generator.random(300) < 0.05, generator.integers(1, 4, 300), 0).astype(np.float32)
    places[-1] = 2
    expected = np.zeros(300)
    for i in reversed(range(300)):
        after = 0.0 if places[i] else (1 - trace) * predictions[i + 1] + trace * expected[i + 1]
        expected[i] = places[i] or after
    found = labels(torch.from_numpy(predictions), torch.from_numpy(places), trace)
    assert found.numpy() == pytest.approx(expected, abs=1e-4)


def test_a_step_is_the_articles() -> None:
    """The same games, learnt from as the article says it: player by player, prediction by prediction."""
    learner, plain = TemporalDifferences(SMALL), TemporalDifferences(SMALL)
    games = RatedGames(SHORT, games=2, seed=SMALL.seed, explore=SMALL.explore)
    encoding = catan.ENCODINGS["casher2024"]
    for _ in range(3):
        games.begin()
        while games.rows:
            now = games.round()
            ratings = []
            for slot in range(2):
                state = games.state(slot)
                for action in state.legal_actions() if state else ():
                    encoded = torch.from_numpy(encoding.encode(state.view(), action))
                    ratings.append(float(plain.network(encoded[None]).detach()[0]))
            assert rate(plain.network, now, torch.device("cpu")) == pytest.approx(np.array(ratings), abs=1e-5)
            games.step(games.lowest(ratings))
        played = games.take(2)
        predictions, wanted, own = [], [], []
        for row, place in enumerate(played.places):
            numbers = np.zeros(1783, dtype=np.float32)
            numbers[:1536] = played.positions[row]
            numbers[1536 + played.moves[row]] = 1
            own.append(plain.network(torch.from_numpy(numbers[None, :1782]))[0])
            if place:
                predictions += own
                wanted += [*(p.detach() for p in own[1:]), torch.tensor(float(place))]
                own = []
        loss = torch.nn.SmoothL1Loss()(torch.stack(predictions), torch.stack(wanted))
        plain.optimizer.zero_grad()
        loss.backward()
        torch.nn.utils.clip_grad_norm_(plain.network.parameters(), max_norm=0.1, norm_type=2.0)
        for group in plain.optimizer.param_groups:
            group["lr"] = 1e-3
        plain.optimizer.step()
        step = learner.step()
        assert step["loss"] == pytest.approx(float(loss.detach()), rel=1e-4)
        assert step["rolls"] == played.rolls.mean() and step["decisions"] == played.decisions.mean()
        for ours, theirs in zip(learner.network.parameters(), plain.network.parameters(), strict=True):
            assert torch.allclose(ours, theirs, atol=2e-5)


def test_many_rows_are_learnt_from_in_pieces_with_the_same_result(monkeypatch: pytest.MonkeyPatch) -> None:
    whole, pieces = TemporalDifferences(SMALL), TemporalDifferences(SMALL)
    first = whole.step()
    monkeypatch.setattr(td, "MOST_ROWS", 50)
    second = pieces.step()
    assert first["loss"] == pytest.approx(second["loss"], rel=1e-4)
    for one, other in zip(whole.network.parameters(), pieces.network.parameters(), strict=True):
        assert torch.allclose(one, other, atol=1e-4)
    assert td._chunks(np.array([30, 20, 10, 70, 5], dtype=np.int32)) == [
        (0, 50),
        (50, 60),
        (60, 130),
        (130, 135),
    ]


def test_stages_change_the_batch_and_the_learning_rate() -> None:
    stages = (Stage(0, 1e-3, 1), Stage(2, 1e-4, 3))
    learner = TemporalDifferences(TdSettings(**{**SMALL.__dict__, "stages": stages}))
    steps = [learner.step() for _ in range(4)]
    assert [step["batch"] for step in steps] == [1, 1, 3, 3]
    assert [step["games"] for step in steps] == [1, 2, 5, 8]
    assert [step["learning_rate"] for step in steps] == [1e-3, 1e-3, 1e-4, 1e-4]
    assert learner.optimizer.param_groups[0]["lr"] == 1e-4
    assert (learner.steps, learner.games_played, learner.playing) == (4, 8, learner.network)
    assert learner.moves == sum(step["decisions"] * step["batch"] for step in steps)


def test_predictions_that_are_no_numbers_are_told_and_not_learnt_from() -> None:
    learner = TemporalDifferences(SMALL)
    with torch.no_grad():
        learner.network.last.bias.fill_(float("nan"))
    before = learner.network.first.weight.clone()
    with pytest.raises(FloatingPointError, match="epoch 1: the error is nan"):
        learner.step()
    assert torch.equal(learner.network.first.weight, before)


# ---- Resuming
# -----------------------------------------------------------------------------------------------


@pytest.mark.parametrize("settings", [SMALL, SIDE_BY_SIDE], ids=["batches", "side by side"])
def test_a_resumed_run_goes_on_with_the_very_same_numbers(settings: TdSettings) -> None:
    whole = TemporalDifferences(settings)
    steps = [without_times(whole.step()) for _ in range(6)]
    killed = TemporalDifferences(settings, threads=2)
    for _ in range(3):
        killed.step()
    file = io.BytesIO()
    torch.save(killed.state_dict(), file)
    torch.manual_seed(99)  # nothing depends on PyTorch's own generator
    resumed = TemporalDifferences(settings)
    resumed.load_state_dict(torch.load(io.BytesIO(file.getvalue()), weights_only=True))
    assert [without_times(resumed.step()) for _ in range(3)] == steps[3:]
    for one, other in zip(whole.network.parameters(), resumed.network.parameters(), strict=True):
        assert torch.equal(one, other)


def test_a_state_of_other_settings_is_refused() -> None:
    state = TemporalDifferences(SMALL).state_dict()
    other = TemporalDifferences(TdSettings(**{**SMALL.__dict__, "seed": 2}))
    with pytest.raises(ValueError, match="the state was saved with seed=1, not 2"):
        other.load_state_dict(state)


def test_a_learner_depends_on_its_seed_alone() -> None:
    torch.manual_seed(1)
    one = TemporalDifferences(SMALL)
    torch.manual_seed(2)
    before = torch.get_rng_state()
    other = TemporalDifferences(SMALL)
    assert torch.equal(torch.get_rng_state(), before)
    assert torch.equal(one.network.first.weight, other.network.first.weight)
    third = TemporalDifferences(TdSettings(**{**SMALL.__dict__, "seed": 3}))
    assert not torch.equal(one.network.first.weight, third.network.first.weight)


# ---- Getting better
# -----------------------------------------------------------------------------------------


def test_games_without_drawn_moves() -> None:
    network = ResMLP(width=8, blocks=1)
    played = play(network, SHORT, 7, seed=3, side_by_side=3)
    assert len(played.rolls) == len(played.winner) == 7 and not played.explored.any()
    assert len(played.places) == played.decisions.sum()
    again = play(network, SHORT, 7, seed=3, side_by_side=3)
    assert played.rolls.tolist() == again.rolls.tolist()


def test_play_gets_better() -> None:
    """To four points on one board: from what an untrained network needs to much less."""
    rules = catan.Rules.preset("casher2024", turn_cap=250, board=FIXED_BOARD, target_points=4)
    settings = TdSettings(
        rules=rules, width=64, blocks=2, stages=(Stage(0, 1e-3, 4),), games=16, trace=0.95, epochs=60
    )
    learner = TemporalDifferences(settings)
    before = play(learner.network, rules, 48, seed=9).rolls.mean()
    for _ in range(settings.epochs):
        learner.step()
    after = play(learner.network, rules, 48, seed=9).rolls.mean()
    assert after < 0.7 * before
