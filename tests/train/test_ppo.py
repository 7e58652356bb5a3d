"""PPO: advantages, what is collected, resuming from a saved state."""

from __future__ import annotations

import io
from dataclasses import replace
from typing import Any

import pytest

torch = pytest.importorskip("torch")

from longroad.catan import Rewards, Rules  # noqa: E402
from longroad.errors import TrainingError  # noqa: E402
from longroad.models import shipped_or_file  # noqa: E402
from longroad.nets.export import load_weights  # noqa: E402
from longroad.nets.registry import make_network  # noqa: E402
from longroad.train.ppo.advantages import advantages, endings  # noqa: E402
from longroad.train.ppo.collector import Collector  # noqa: E402
from longroad.train.ppo.inference import Inferences  # noqa: E402
from longroad.train.ppo.moved_boards import MovedBoards  # noqa: E402
from longroad.train.ppo.rollout import Rollout, seats_from, seats_seen  # noqa: E402
from longroad.train.ppo.settings import PpoSettings  # noqa: E402
from longroad.train.ppo.trainer import PpoTrainer  # noqa: E402

RULES = Rules.preset("gendre2020")
CPU = torch.device("cpu")
TINY = PpoSettings(
    games=8,
    steps=12,
    spread=60,
    batch=32,
    past_share=0.5,
    past_versions=2,
    past_interval=1,
    win=1.0,
    loss=-1.0,
)


def made_up_rollout(players: int) -> Rollout:
    torch.manual_seed(1)
    r = Rollout.empty(10, 5, players, 407, 335, CPU)
    r.actor = torch.randint(0, players, r.actor.shape)
    r.values = torch.randn(r.values.shape)
    r.done = torch.rand(r.done.shape) < 0.15
    r.reward = torch.randn(r.reward.shape) * r.done.unsqueeze(2)
    r.points = torch.randint(2, 11, r.points.shape).float() * r.done.unsqueeze(2)
    r.turns = torch.randint(50, 90, r.turns.shape).float() * r.done
    r.turn = torch.randint(0, 50, r.turn.shape).float()
    r.luck = torch.randn(r.luck.shape)
    return r


@pytest.mark.parametrize("players", [2, 4])
def test_advantages_are_the_sums_of_their_definition(players: int) -> None:
    r = made_up_rollout(players)
    gain, returns = advantages(r, 0.99, 0.9, stake=2.0)
    for game in range(5):
        for start in range(10):
            actor, total, factor = int(r.actor[start, game]), 0.0, 1.0
            for t in range(start, 10):
                over = bool(r.done[t, game])
                after = 0.0 if over else float(r.values[t + 1, game, actor])
                won = float(r.reward[t, game, actor]) - 2.0 * float(r.luck[t, game, actor])
                total += factor * (won + 0.99 * after - float(r.values[t, game, actor]))
                factor *= 0.99 * 0.9
                if over:
                    break
            assert float(gain[start, game]) == pytest.approx(total, abs=1e-5)
            wanted = total + float(r.values[start, game, actor])
            assert float(returns[start, game, actor]) == pytest.approx(wanted, abs=1e-5)


def test_advantages_are_less_noisy_when_luck_is_taken_out() -> None:
    network = make_network("roadnet-m")
    load_weights(network, "roadnet-m", shipped_or_file("fast2p"))
    infer = Inferences(network, CPU).of(network)
    collector = Collector(RULES, space="general", games=24, steps=48, device=CPU, seed=3, luck="network")
    for _ in range(4):
        rollout = collector.collect(infer)
    as_it_came, _ = advantages(rollout, 1.0, 0.95, stake=0.0)
    without_luck, _ = advantages(rollout, 1.0, 0.95)
    assert without_luck.var() < 0.8 * as_it_came.var(), "0.34 in 64 games of 480 moves"


def test_endings_come_from_the_end_of_the_same_game() -> None:
    r = made_up_rollout(3)
    known, points, left = endings(r)
    for game in range(5):
        for t in range(10):
            end = next((u for u in range(t, 10) if r.done[u, game]), None)
            assert bool(known[t, game]) == (end is not None)
            if end is not None:
                assert torch.equal(points[t, game], r.points[end, game])
                assert left[t, game] == r.turns[end, game] - r.turn[t, game]


def test_seats_turn_there_and_back() -> None:
    values, actor = torch.randn(6, 4), torch.tensor([0, 1, 2, 3, 1, 2])
    seen = seats_seen(values, actor)
    assert torch.equal(seen[:, 0], values.gather(1, actor.unsqueeze(1)).squeeze(1))
    assert torch.equal(seats_from(seen, actor), values)


def test_what_is_collected_is_legal_and_complete() -> None:
    network = make_network("xdim-6")
    collector = Collector(
        RULES, space="gendre2020", games=8, steps=200, device=CPU, seed=3, spread=100, reward=Rewards(1, -1)
    )
    r = collector.collect(Inferences(network, CPU).of(network))
    assert r.mask.gather(2, r.action.unsqueeze(2)).all() and r.mask.sum(2).min() > 1
    ended = r.done.nonzero()
    assert len(ended) >= 3
    for t, game in ended.tolist():
        assert sorted(r.reward[t, game].tolist()) == [-1, 1]
        assert r.points[t, game].max() >= 10 and r.turns[t, game] > 10
    assert not r.reward[~r.done].any()
    again = network(r.observation[7])
    assert torch.allclose(r.values[7], seats_from(again.values, r.actor[7]), atol=1e-5)


def _steps(trainer: PpoTrainer, count: int) -> list[dict[str, Any]]:
    return [trainer.step() for _ in range(count)]


@pytest.mark.parametrize("name", ["xdim-6", "roadnet-s"])
def test_a_saved_run_goes_on_with_the_same_numbers(name: str) -> None:
    torch.manual_seed(4)
    network = make_network(name)
    first = network.state_dict()

    def fresh() -> PpoTrainer:
        network = make_network(name)
        network.load_state_dict(first)
        return PpoTrainer(network, RULES, TINY, device=CPU, seed=5)

    whole = fresh()
    _steps(whole, 3)
    kept = whole.state_dict()
    file = io.BytesIO()
    torch.save(kept, file)
    file.seek(0)
    wanted = _steps(whole, 2)
    resumed = fresh()
    resumed.load_state_dict(torch.load(file, weights_only=True))
    assert _steps(resumed, 2) == wanted
    assert resumed.moves == whole.moves
    assert any(
        (a != b).any() for a, b in zip(first.values(), whole.network.state_dict().values(), strict=True)
    )


def test_past_versions_are_those_of_the_league() -> None:
    trainer = PpoTrainer(make_network("xdim-6"), RULES, TINY, device=CPU, seed=6)
    for _ in range(3):
        trainer.step()
    assert trainer.league.steps == [2, 1] and trainer.league.by_age() == [1, 0]
    (group, _) = trainer.source.collector._groups
    assert [(seats.first, seats.end) for seats in group.past] == [(0, 1), (1, 2)]
    oldest = trainer.league.networks[1]
    shown = trainer.source.collector.rollout.observation[0]
    assert torch.allclose(group.past[0].infer(shown).logits, oldest(shown).logits)


def test_past_versions_are_not_learnt_from() -> None:
    trainer = PpoTrainer(make_network("xdim-6"), RULES, TINY, device=CPU, seed=6)
    trainer.step()
    learnt = trainer.source.collector.rollout.learnt
    assert 0.5 < learnt.float().mean() < 1
    assert trainer.moves == int(learnt.sum())


def test_a_fixed_opponent_has_one_seat_of_every_game_and_stays_as_it_is() -> None:
    fixed = make_network("xdim-6").requires_grad_(False)
    before = {name: tensor.clone() for name, tensor in fixed.state_dict().items()}
    settings = replace(TINY, past_share=1.0)
    trainer = PpoTrainer(make_network("xdim-6"), RULES, settings, device=CPU, seed=6, fixed=fixed)
    for _ in range(3):
        trainer.step()
    rollout = trainer.source.collector.rollout
    game = torch.arange(rollout.shape[1])
    theirs = rollout.actor[:-1] == (game % 4) % 2  # four games per group
    assert (rollout.learnt == ~theirs).all()
    assert all((before[name] == tensor).all() for name, tensor in fixed.state_dict().items())


def test_native_agents_take_seats() -> None:
    settings = replace(TINY, past_share=0.0, opponents="0.25 weighted; 0.25 random", groups=1)
    trainer = PpoTrainer(make_network("xdim-6"), RULES, settings, device=CPU, seed=6)
    trainer.step()
    actor = trainer.source.collector.rollout.actor
    for game, seat in ((4, 1), (5, 0), (6, 1), (7, 0)):  # the other one is the agent's
        assert (actor[:, game] == seat).all()
    assert all(len(actor[:, game].unique()) == 2 for game in range(4))


@pytest.mark.parametrize(
    ("changes", "says"),
    [
        ({"opponents": "planner"}, "a share and an agent"),
        ({"opponents": "2 planner"}, "a share and an agent"),
        ({"opponents": "0.6 planner", "past_share": 0.5}, "at most 1"),
        ({"advisers": "planner"}, "setting advisers=planner"),
        ({"opponents": "0.6 planner", "advisers": "0.5 planner", "past_share": 0.0}, "at most 1"),
        ({"advisers": "0.5 planner", "advice_moves": 0}, "advice_moves"),
        ({"games": 7}, "multiple of the 2 groups"),
        ({"learning_rate": 0.0}, "above 0"),
    ],
)
def test_settings_that_cannot_be_are_refused(changes: dict[str, Any], says: str) -> None:
    with pytest.raises(TrainingError, match=says):
        replace(TINY, **changes)


def test_rules_that_a_network_cannot_see_are_refused() -> None:
    with pytest.raises(TrainingError, match="dice_deck=on: no encoding shows"):
        PpoTrainer(make_network("roadnet-s"), RULES.replace(dice_deck=True), TINY, device=CPU, seed=6)


def test_a_moved_batch_is_judged_the_same_by_a_network_that_knows_the_symmetries() -> None:
    network = make_network("roadnet-s")
    torch.nn.init.normal_(network.on_board.weight)
    settings = replace(TINY, past_share=0.0, symmetries=True, advisers="1 planner")
    trainer = PpoTrainer(network, RULES, settings, device=CPU, seed=6)
    rollout = trainer.source.collector.collect(Inferences(network, CPU).of(network))
    names = ("observation", "mask", "action", "advice")
    batch = {name: getattr(rollout, name).flatten(0, 1) for name in names}
    assert (batch["advice"] >= 0).all()
    moved = MovedBoards("general", CPU)
    with torch.no_grad():
        for k in range(6):
            there = moved.moved(batch, k)
            assert there["mask"].gather(1, there["action"].unsqueeze(1)).all()
            assert there["mask"].gather(1, there["advice"].unsqueeze(1)).all()
            logits = network(there["observation"]).logits.masked_fill(~there["mask"], -1e9).log_softmax(1)
            found = logits.gather(1, there["action"].unsqueeze(1)).squeeze(1)
            assert torch.allclose(found, rollout.log_probability.flatten(), atol=1e-4)
    trainer.step()


def test_advice_is_given_where_it_was_asked_for_and_ends_in_time() -> None:
    settings = replace(TINY, past_share=0.0, advisers="0.5 planner", advice_moves=2 * TINY.games * TINY.steps)
    trainer = PpoTrainer(make_network("xdim-6"), RULES, settings, device=CPU, seed=3)
    figures = trainer.step()
    advice, mask = trainer.source.collector.rollout.advice, trainer.source.collector.rollout.mask
    assert (advice[:, [0, 1, 4, 5]] == -1).all()
    told = advice[:, [2, 3, 6, 7]]
    assert (told >= 0).float().mean() > 0.8  # it has no index for the cards that it discards
    assert mask[:, [2, 3, 6, 7]].gather(2, told.clamp(min=0).unsqueeze(2)).squeeze(2)[told >= 0].all()
    assert figures["loss/advice"] > 0.5
    trainer.step()
    assert trainer._advice_factor() == 0
    assert "loss/advice" not in trainer.step()
    assert (trainer.source.collector.rollout.advice == -1).all()


def test_a_network_comes_to_do_what_it_is_advised() -> None:
    common = replace(
        TINY, games=64, steps=8, batch=128, past_share=0.0, advisers="1 planner", learning_rate=2e-3
    )
    surprise = []
    for factor in (1.0, 1e-9):  # the second hears the advice and does not mind it
        torch.manual_seed(1)
        settings = replace(common, advice_factor=factor)
        trainer = PpoTrainer(make_network("xdim-6"), RULES, settings, device=CPU, seed=3)
        surprise.append([trainer.step()["loss/advice"] for _ in range(6)][-1])
    assert surprise[0] < surprise[1] - 0.3


def test_a_limit_of_divergence_ends_the_batches_of_an_iteration() -> None:
    shares = []
    for limit in (0.0, 1e-9, 1e9):
        settings = replace(TINY, learning_rate=0.01, batch=16, most_divergence=limit)
        torch.manual_seed(1)
        trainer = PpoTrainer(make_network("xdim-6"), RULES, settings, device=CPU, seed=1)
        shares.append([trainer.step()["batches/learnt"] for _ in range(2)])
    assert shares[0] == shares[2] == [1, 1]
    assert all(0 < share < 1 for share in shares[1])
