"""Self-play with actors on a cluster: the numbers of one process, bounded staleness, what dies, several
learners."""

from __future__ import annotations

import io
from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

from cli.running import CommandLine
from longroad.catan import Rules
from longroad.errors import ScaleError, TrainingError
from longroad.train.ppo.settings import PpoSettings

pytest.importorskip("ray")
torch = pytest.importorskip("torch")

if TYPE_CHECKING:
    from longroad.scale import Cluster
    from longroad.train.run.trainer import Trainer

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
    advisers="0.25 value",
)
#: What is measured by the clock, or is only there with actors.
BESIDE = ("staleness", "wait/", "actors/", "learners/")


@pytest.fixture(scope="module")
def cluster() -> Iterator[Cluster]:
    from longroad.scale import on_ray

    torch.set_num_threads(1)
    with on_ray(cores=2) as cluster:
        yield cluster


@pytest.fixture
def start(cluster: Cluster) -> Iterator[Any]:
    """Makes trainers with actors; they end with the test."""
    from longroad.nets.registry import make_network
    from longroad.nets.seeded import seeded
    from longroad.scale.selfplay import planned, self_play

    with ExitStack() as stack:

        def started(settings: PpoSettings = TINY, **plan: Any) -> Trainer:
            with seeded(3):
                network = make_network("xdim-6")
            shared = planned(cluster.resources(), settings, **plan)
            block = self_play(cluster, network, RULES, settings, shared, device=CPU, seed=5)
            return stack.enter_context(block)

        yield started


def in_one_process(settings: PpoSettings = TINY) -> Trainer:
    from longroad.nets.registry import make_network
    from longroad.nets.seeded import seeded
    from longroad.train.ppo.trainer import PpoTrainer

    with seeded(3):
        network = make_network("xdim-6")
    return PpoTrainer(network, RULES, settings, device=CPU, seed=5)


def numbers(trainer: Trainer, steps: int) -> list[dict[str, float]]:
    """The figures of some steps that do not depend on where games are played."""
    made = [trainer.step() for _ in range(steps)]
    return [{name: x for name, x in one.items() if not name.startswith(BESIDE)} for one in made]


def saved(trainer: Trainer) -> bytes:
    """As in a checkpoint."""
    file = io.BytesIO()
    torch.save(trainer.state_dict(), file)
    return file.getvalue()


def loaded(checkpoint: bytes) -> dict[str, Any]:
    return dict(torch.load(io.BytesIO(checkpoint), weights_only=True))


def weights(trainer: Trainer) -> torch.Tensor:
    return torch.cat([p.detach().flatten() for p in trainer.network.parameters()])


def processes(trainer: Any) -> list[Any]:
    return [actor.process for actor in trainer.source._actors]


def test_one_actor_without_staleness_comes_to_the_numbers_of_one_process(start: Any) -> None:
    settings = TINY.replace(advisers="")  # those remember things that are not kept
    alone = in_one_process(settings)
    trainer = start(settings, actors=1, staleness=0)
    assert numbers(trainer, 3) == numbers(alone, 3)
    kept = saved(trainer)
    wanted = numbers(alone, 2)
    assert numbers(trainer, 2) == wanted
    assert torch.equal(weights(trainer), weights(alone)) and trainer.moves == alone.moves
    trainer.load_state_dict(loaded(kept))
    assert numbers(trainer, 2) == wanted, "resumed with the games in play"
    there = in_one_process(settings)
    state = loaded(kept)
    there.load_state_dict({**state, **state["actors"][0]})
    assert numbers(there, 2) == wanted, "resumed in one process"


def test_staleness_is_bounded_and_measured(start: Any) -> None:
    trainer = start(actors=1, staleness=3)
    for step in range(6):
        figures = trainer.step()
        assert figures["staleness"] == figures["staleness/max"] == min(step, 3)
        assert figures["wait/learner"] >= 0 and figures["wait/actors"] >= 0 and figures["actors/lost"] == 0
        assert all(len(actor.asked) == 3 for actor in trainer.source._actors), "no more are under way"


def test_two_runs_with_stale_weights_have_the_same_numbers_and_games_of_all_actors(start: Any) -> None:
    first, second = (start(actors=2, staleness=1) for _ in range(2))
    wanted = numbers(first, 3)
    first.source.close()
    assert numbers(second, 3) == wanted
    rollout = second.source._joint._host
    assert rollout.shape[:2] == (12, 8)
    assert rollout.mask.gather(2, rollout.action.unsqueeze(2)).all() and rollout.mask.sum(2).min() > 1
    assert len(torch.unique(rollout.observation[0].float(), dim=0)) == 8, "the actors play different games"
    assert second.step()["staleness"] == 1


def test_a_killed_actor_is_made_anew_and_counted(start: Any) -> None:
    import ray

    trainer = start(actors=2, staleness=1)
    assert trainer.step()["actors/lost"] == 0
    ray.kill(processes(trainer)[1])
    figures = [trainer.step() for _ in range(3)]
    assert [one["actors/lost"] for one in figures] == [1, 1, 1]
    assert all(one["staleness/max"] <= 1 for one in figures)
    assert trainer.steps == 4
    ray.kill(processes(trainer)[0])
    assert len(trainer.state_dict()["actors"]) == 2, "also while a checkpoint is written"
    assert trainer.step()["actors/lost"] == 2


def test_an_actor_that_always_dies_ends_the_run(start: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    import ray

    from longroad.scale.selfplay import rollouts

    class Dying:
        def begin(self, *share: Any) -> None:
            import os

            os._exit(1)

    # defined where no worker can import it, so that it travels by value
    monkeypatch.setattr(Dying, "__module__", "__main__")
    monkeypatch.setattr(rollouts, "Actor", Dying)
    trainer = start(actors=1, staleness=0)
    with pytest.raises(ScaleError, match="actor 0 died 3 times without a rollout"):
        trainer.step()
    assert ray.is_initialized()


def test_what_an_actor_cannot_do_is_told(start: Any) -> None:
    trainer = start(TINY.replace(luck="no-such-network"), actors=1)
    with pytest.raises(Exception, match="no-such-network"):
        trainer.step()


def test_two_learners_have_the_same_weights_and_learn_what_one_would(start: Any) -> None:
    import ray

    settings = TINY.replace(past_share=0.0, advisers="", most_divergence=10.0)
    one = start(settings, actors=2, staleness=0)
    wanted = numbers(one, 2)
    after_two = weights(one)
    one.source.close()
    two = start(settings, actors=2, learners=2, staleness=0)
    figures = numbers(two, 2)
    for mine, theirs in zip(figures, wanted, strict=True):
        assert mine["loss/all"] == pytest.approx(theirs["loss/all"], rel=0.02)
        assert mine["advantage/deviation"] == pytest.approx(theirs["advantage/deviation"], rel=1e-3)
        assert mine["games"] == theirs["games"]
    assert torch.allclose(weights(two), after_two, atol=2e-3)
    assert two.moves == one.moves == 2 * 12 * 8
    assert_the_same_everywhere(two)
    kept = saved(two)
    assert len(loaded(kept)["actors"]) == 2
    following = numbers(two, 1)
    two.load_state_dict(loaded(kept))
    assert numbers(two, 1) == following
    ray.kill(two.others[0])
    assert two.step()["learners/lost"] == 1 and two.steps == 4
    assert_the_same_everywhere(two)


def assert_the_same_everywhere(trainer: Any) -> None:
    import ray

    theirs = ray.get(trainer.others[0].weights.remote())
    for name, value in trainer.network.state_dict().items():
        assert torch.equal(value, theirs[name]), name


def test_plans() -> None:
    from longroad.scale.selfplay import planned

    plan = planned({"CPU": 2.0}, PpoSettings(games=64))
    assert (plan.actors, plan.cpus, plan.gpus, plan.threads) == (1, 1.0, 0.0, 1)
    plan = planned({"CPU": 2.0}, PpoSettings(games=64), actors=2, learners=2)
    assert plan.cpus == 0.5 and [list(plan.numbers(rank)) for rank in (0, 1)] == [[0], [1]]
    assert planned({"CPU": 64.0, "GPU": 4.0}, PpoSettings(games=64), learners=2).gpus == 0.5
    for settings, asked, says in (
        (PpoSettings(games=64), {"actors": 3}, "multiple of 3 actors times 2 groups"),
        (PpoSettings(games=64), {"actors": 3, "learners": 2}, "multiple of the 2 learners"),
        (PpoSettings(games=60, batch=33), {"actors": 2, "learners": 2}, "batch=33"),
    ):
        with pytest.raises(TrainingError, match=says):
            planned({"CPU": 4.0}, settings, **asked)


def test_the_command_line(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    longroad = CommandLine(capsys, monkeypatch)
    assert "on a cluster learn champion, fast2p, fast4p" in longroad("train", "smoke", "--ray").complaint
    assert "it goes with --ray" in longroad("train", "fast2p", "--actors", 2).err
    assert "multiple of the 2 learners" in longroad(
        "train", "fast2p", "--ray", "--actors", "3", "--learners", "2"
    ).complaint  # fmt: skip
