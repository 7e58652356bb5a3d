"""Expert iteration with actors on a cluster: the numbers of one process, bounded staleness, what dies,
resuming."""

from __future__ import annotations

import copy
from collections.abc import Iterator
from contextlib import ExitStack
from types import SimpleNamespace
from typing import TYPE_CHECKING, Any

import numpy as np
import pytest

from cli.running import CommandLine
from longroad.catan import Rules
from longroad.errors import TrainingError
from longroad.train.expert.settings import ExpertSettings

pytest.importorskip("ray")
torch = pytest.importorskip("torch")

if TYPE_CHECKING:
    from longroad.scale import Cluster
    from longroad.train.expert.trainer import ExpertTrainer

RULES = Rules(players=2, offers_per_turn=0, target_points=3, turn_cap=60)
TINY = ExpertSettings(
    games=8, sims=4, decisions=60, kept=400, batch=32, reuse=4.0, learning_rate=2e-3, average=0.9
)
CPU = torch.device("cpu")
#: What is measured by the clock, or is only there with actors.
BESIDE = ("staleness", "wait/", "actors/")


@pytest.fixture(scope="module")
def cluster() -> Iterator[Cluster]:
    from longroad.scale import on_ray

    torch.set_num_threads(1)
    with on_ray(cores=2) as cluster:
        yield cluster


@pytest.fixture
def start(cluster: Cluster) -> Iterator[Any]:
    """Makes trainers with actors; they end with the test."""
    from longroad.scale.selfplay import planned_searches, search_play

    with ExitStack() as stack:

        def started(**plan: Any) -> Any:
            shared = planned_searches(cluster.resources(), TINY, **plan)
            block = search_play(cluster, network(), RULES, TINY, shared, device=CPU, seed=5)
            return stack.enter_context(block)

        yield started


def network() -> Any:
    from longroad.nets.registry import make_network
    from longroad.nets.seeded import seeded

    with seeded(1):
        return make_network("roadnet-s")


def in_one_process(source: Any = None) -> ExpertTrainer:
    from longroad.train.expert.trainer import ExpertTrainer

    return ExpertTrainer(network(), RULES, TINY, device=CPU, seed=5, source=source)


def numbers(trainer: Any, steps: int) -> list[dict[str, float]]:
    """The figures of some steps that do not depend on where games are played."""
    made = [trainer.step() for _ in range(steps)]
    return [{name: x for name, x in one.items() if not name.startswith(BESIDE)} for one in made]


def assert_the_same_memory(one: Any, two: Any) -> None:
    kept, other = (trainer.state_dict()["memory"] for trainer in (one, two))
    assert kept.keys() == other.keys()
    for name, rows in kept.items():
        assert rows.dtype == other[name].dtype and torch.equal(rows, other[name]), name


def test_one_actor_without_staleness_comes_to_the_numbers_of_one_process(start: Any) -> None:
    alone, trainer = in_one_process(), start(actors=1, staleness=0)
    assert numbers(trainer, 2) == numbers(alone, 2)
    assert_the_same_memory(trainer, alone)
    kept = alone.state_dict()
    for resumed in (alone, trainer):
        resumed.load_state_dict(copy.deepcopy(kept))
    assert numbers(trainer, 1) == numbers(alone, 1), "resumed, with the new games of one process"
    assert_the_same_memory(trainer, alone)
    assert trainer.moves == alone.moves and trainer.state_dict().keys() == kept.keys()


class InTurn:
    """What two actors play, one after the other in this process, asking the network of one step ago."""

    def __init__(self) -> None:
        from longroad.scale.selfplay import Plan
        from longroad.scale.selfplay.share import shared
        from longroad.train.expert.source import OwnSearches

        there: Any = SimpleNamespace(networks={})
        one = shared(there, network(), RULES, TINY, Plan(2, 1, 1, 1.0, 0.0, 1), 5)
        own = TINY.replace(games=4, decisions=30)
        self.actors = [
            OwnSearches(network(), RULES, own, device=CPU, seed=one.seed_of(number, 0)) for number in (0, 1)
        ]
        self.versions: list[Any] = []

    def next(self, network: Any, step: int) -> Any:
        from longroad.train.expert.source import Searched

        self.versions.append(copy.deepcopy(network))
        before = self.versions[max(step - 1, 0)]
        one, two = (actor.next(before, step) for actor in self.actors)
        assert not np.array_equal(one.lessons["position"][:20], two.lessons["position"][:20])
        joined = {name: np.concatenate([rows, two.lessons[name]]) for name, rows in one.lessons.items()}
        return Searched(joined, one.games + two.games)

    def state_dict(self) -> dict[str, Any]:
        return {}

    def load_state_dict(self, state: object) -> None:
        raise NotImplementedError


def test_lessons_are_of_all_actors_in_their_order_and_of_the_weights_of_the_step_before(start: Any) -> None:
    here, trainer = in_one_process(InTurn()), start(actors=2)
    assert numbers(trainer, 3) == numbers(here, 3)
    assert_the_same_memory(trainer, here)


def test_staleness_is_bounded_by_one_and_a_killed_actor_is_made_anew_and_counted(start: Any) -> None:
    import ray

    trainer = start(actors=1)
    for step in range(3):
        figures = trainer.step()
        assert figures["staleness"] == figures["staleness/max"] == min(step, 1)
        assert figures["wait/learner"] >= 0 and figures["wait/actors"] >= 0 and figures["actors/lost"] == 0
        assert [len(actor.asked) for actor in trainer.source._actors] == [1], "no more are under way"
    ray.kill(trainer.source._actors[0].process)
    trainer.step()  # perhaps of what it had finished
    figures = trainer.step()
    assert figures["actors/lost"] == 1 and figures["staleness/max"] <= 1 and figures["decisions"] >= 60
    assert trainer.steps == 5


def test_plans() -> None:
    from longroad.scale.selfplay import planned_searches

    plan = planned_searches({"CPU": 2.0}, TINY)
    assert (plan.actors, plan.learners, plan.staleness, plan.cpus, plan.threads) == (2, 1, 1, 1.0, 1)
    assert planned_searches({"CPU": 7.0}, TINY).actors == 4, "as many as divide the games"
    plan = planned_searches({"CPU": 32.0, "GPU": 2.0}, TINY)
    assert (plan.actors, plan.gpus, plan.threads) == (2, 1.0, 16)
    with pytest.raises(TrainingError, match="games=8: must be a multiple of 3 actors"):
        planned_searches({"CPU": 4.0}, TINY, actors=3)


def test_the_command_line_refuses_several_learners_and_names_the_preset(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    longroad = CommandLine(capsys, monkeypatch)
    assert "expert2p" in longroad("train", "smoke", "--ray").complaint
    said = longroad("train", "expert2p", "--ray", "--learners", 2).complaint
    assert "--learners 2: expert iteration has one learner" in said
