"""Rollouts that are played while the network learns: by which weights, and that nothing else is different."""

from __future__ import annotations

import copy

import pytest

torch = pytest.importorskip("torch")

from longroad.catan import Rules  # noqa: E402
from longroad.nets.network import PolicyNetwork  # noqa: E402
from longroad.nets.registry import make_network  # noqa: E402
from longroad.train.ppo.ahead import GamesAhead  # noqa: E402
from longroad.train.ppo.settings import PpoSettings  # noqa: E402
from longroad.train.ppo.source import OwnGames, Players, RolloutSource  # noqa: E402
from longroad.train.ppo.trainer import PpoTrainer  # noqa: E402
from longroad.train.run.league import League  # noqa: E402

RULES = Rules.preset("gendre2020")
CPU = torch.device("cpu")
TINY = PpoSettings(games=8, steps=12, spread=60, batch=32, past_share=0.5, past_versions=2, past_interval=1)


def networks(count: int) -> list[PolicyNetwork]:
    """Of different weights."""
    torch.manual_seed(4)
    return [make_network("xdim-6") for _ in range(count)]


def played(source: RolloutSource, versions: list[PolicyNetwork]) -> list[torch.Tensor]:
    """The moves of a rollout per version, the league as it was before it."""
    network, league, found = copy.deepcopy(versions[0]), League(versions[0], 2), []
    for step, version in enumerate(versions):
        league.add(step, version.state_dict())
        network.load_state_dict(version.state_dict())
        collected = source.next(Players(network, league, step, False))
        for weights in network.parameters():
            weights.data.fill_(1.0)  # what is learnt meanwhile changes nothing
        found.append(collected.rollout.action.clone())
    return found


def test_every_rollout_is_by_the_weights_of_one_step_earlier() -> None:
    one, two, three = networks(3)
    ahead = played(GamesAhead(OwnGames(one, RULES, TINY, device=CPU, seed=5), one), [one, two, three])
    network, league = copy.deepcopy(one), League(one, 2)
    source = OwnGames(one, RULES, TINY, device=CPU, seed=5)
    league.add(0, one.state_dict())
    in_turn = [source.next(Players(network, league, 0, False)).rollout.action.clone() for _ in range(2)]
    league.add(1, two.state_dict())
    network.load_state_dict(two.state_dict())
    in_turn.append(source.next(Players(network, league, 1, False)).rollout.action.clone())
    for mine, wanted in zip(ahead, in_turn, strict=True):
        assert torch.equal(mine, wanted)


def test_a_trainer_that_plays_ahead_repeats_its_numbers_and_differs_from_one_that_waits() -> None:
    def steps(settings: PpoSettings) -> list[dict[str, float]]:
        (network,) = networks(1)
        trainer = PpoTrainer(network, RULES, settings, device=CPU, seed=5)
        return [trainer.step() for _ in range(3)]

    ahead = TINY.replace(ahead=True)
    once = steps(ahead)
    assert once == steps(ahead)
    in_turn = steps(TINY)
    assert once[0] == in_turn[0]
    assert once[1] != in_turn[1], "its second rollout is by the weights of the first"


def test_the_state_is_taken_when_nobody_plays_and_a_resumed_run_goes_on_from_it() -> None:
    (network,) = networks(1)
    settings = TINY.replace(ahead=True)
    trainer = PpoTrainer(network, RULES, settings, device=CPU, seed=5)
    trainer.step()
    state = copy.deepcopy(trainer.state_dict())
    assert [games.tolist() for games in state["games"]] == [
        games.tolist() for games in trainer.state_dict()["games"]
    ]
    (other,) = networks(1)
    resumed = PpoTrainer(other, RULES, settings, device=CPU, seed=5)
    resumed.load_state_dict(state)
    resumed.step()
    assert resumed.steps == 2 and resumed.moves > trainer.moves
    trainer.step()
    assert trainer.moves == pytest.approx(resumed.moves, abs=100)


def test_an_error_while_playing_is_raised_where_the_rollout_is_asked_for(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    (network,) = networks(1)
    trainer = PpoTrainer(network, RULES, TINY.replace(ahead=True), device=CPU, seed=5)

    def broken(self: OwnGames, players: Players) -> None:
        raise FloatingPointError("the policy is NaN")

    trainer.step()
    trainer.step()
    trainer.source.state_dict()  # waits for the rollout under way
    monkeypatch.setattr(OwnGames, "next", broken)
    trainer.step()  # learns from the rollout that was under way
    with pytest.raises(FloatingPointError, match="NaN"):
        trainer.step()
