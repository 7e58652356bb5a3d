"""Expert iteration: what a search found is kept as it was found, and the network learns it."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

torch = pytest.importorskip("torch")

from longroad.catan import Rules  # noqa: E402
from longroad.errors import TrainingError  # noqa: E402
from longroad.nets.registry import make_network  # noqa: E402
from longroad.nets.seeded import seeded  # noqa: E402
from longroad.train.expert.games import SearchPlay  # noqa: E402
from longroad.train.expert.memory import Memory  # noqa: E402
from longroad.train.expert.settings import ExpertSettings  # noqa: E402
from longroad.train.expert.trainer import ExpertTrainer, value_loss  # noqa: E402
from longroad.train.presets import PRESETS  # noqa: E402

SHORT = Rules(players=2, offers_per_turn=0, target_points=3, turn_cap=60)
SMALL = ExpertSettings(
    games=8, sims=4, decisions=60, kept=400, batch=32, reuse=4.0, learning_rate=2e-3, average=0.9
)
CPU = torch.device("cpu")


def network(name: str = "roadnet-s") -> Any:
    with seeded(1):
        return make_network(name)


def trainer(seed: int = 1, threads: int = 1) -> ExpertTrainer:
    return ExpertTrainer(network(), SHORT, SMALL, device=CPU, seed=seed, threads=threads)


def lessons(threads: int, rules: Rules = SHORT) -> dict[str, Any]:
    judge = network().eval()
    play = SearchPlay(judge, rules, SMALL, device=CPU, seed=5, threads=threads)
    return play.play(judge, 60)


def test_a_lesson_is_what_the_search_found() -> None:
    found = lessons(1)
    count = len(found["winner"])
    assert count >= 60 and {len(rows) for rows in found.values()} == {count}
    policy, mask = found["policy"], found["mask"] == 1
    assert np.allclose(policy.sum(axis=1), 1, atol=1e-5) and (policy >= 0).all()
    assert (policy[~mask] == 0).all() and (mask.sum(axis=1) > 1).all()
    assert ((found["outlook"] >= 0) & (found["outlook"] <= 1)).all()
    assert set(np.unique(found["winner"])) <= {-1, 0, 1} and (found["winner"] == 0).any()
    assert (found["players"] == 2).all()


def test_the_winner_is_counted_from_the_one_who_decided() -> None:
    found = lessons(1, SHORT.replace(players=3))
    assert set(np.unique(found["winner"])) <= {-1, 0, 1, 2} and (found["players"] == 3).all()


def test_the_number_of_threads_does_not_matter() -> None:
    one, three = lessons(1), lessons(3)
    assert all((one[name] == three[name]).all() for name in one)


def test_it_learns_what_the_searches_found() -> None:
    learner = trainer()
    for _ in range(3):
        figures = learner.step()
    assert learner.steps == 3 and learner.moves >= 180 and figures["memory"] == min(learner.moves, 400)
    first = network().parameters()
    assert any((a != b).any() for a, b in zip(learner.playing.parameters(), first, strict=True))
    batch = learner._memory.draw(180, np.random.default_rng(0))
    before = {name: loss.item() for name, loss in learner._losses(batch).items()}
    learner._learn(80)
    after = {name: loss.item() for name, loss in learner._losses(batch).items()}
    for name in ("loss/value", "divergence"):
        assert after[name] < 0.9 * before[name], name


def test_a_resumed_run_has_the_same_weights_and_memory() -> None:
    learner = trainer()
    learner.step()
    state = learner.state_dict()
    other = trainer(seed=2)
    other.load_state_dict(state)
    for one, two in ((learner.network, other.network), (learner.playing, other.playing)):
        assert all(torch.equal(a, b) for a, b in zip(one.parameters(), two.parameters(), strict=True))
    assert (other.moves, other.steps) == (learner.moves, learner.steps)
    kept = state["memory"]
    assert all(torch.equal(kept[name], column) for name, column in other.state_dict()["memory"].items())
    assert other.step()["decisions"] >= 60


def test_the_memory_keeps_the_latest() -> None:
    memory = Memory(5)
    for first in (0, 4):
        memory.add({"winner": np.arange(first, first + 4), "policy": np.zeros((4, 2), np.float32)})
    assert len(memory) == 5
    drawn = memory.draw(5, np.random.default_rng(0))
    assert sorted(drawn["winner"].tolist()) == [3, 4, 5, 6, 7] and drawn["policy"].dtype == np.float16


def test_the_value_is_the_winner_and_the_outlook() -> None:
    class Said:
        def __init__(self, logits: Any) -> None:
            self.value_logits, self.values = logits, logits.softmax(1)

    logits = torch.tensor([[2.0, 0.0, 0.0], [0.0, 0.0, 0.0]])
    winner, outlook = torch.tensor([0, -1]), torch.tensor([0.6, 0.9])
    log_p = logits.log_softmax(1)[0]
    wanted = 0.75 * torch.tensor([1.0, 0, 0]) + 0.25 * torch.tensor([0.6, 0.2, 0.2])
    said: Any = Said(logits)
    assert value_loss(said, winner, outlook, 0.25, 3).item() == pytest.approx(-(wanted * log_p).sum().item())
    assert value_loss(said, torch.tensor([-1, -1]), outlook, 0.25, 3).item() == 0


def test_a_network_without_win_probabilities_is_refused() -> None:
    with pytest.raises(TrainingError, match="needs win probabilities"):
        ExpertTrainer(network("xdim-6"), SHORT, SMALL, device=CPU, seed=1)


def test_the_preset_begins_with_the_champion() -> None:
    settings = PRESETS["expert2p"].settings()
    assert settings["start"] == "champion2p" and settings["network"] == "roadnet-m"
