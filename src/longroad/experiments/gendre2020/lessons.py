"""One network learns: in a folder of its own, where a killed run resumes from its last checkpoint."""

from __future__ import annotations

import io
import os
import tempfile
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

from longroad.catan import Rules
from longroad.experiments.gendre2020.budgets import Budget, Learner

if TYPE_CHECKING:
    import torch

    from longroad.nets.network import PolicyNetwork
    from longroad.train.a2c.trainer import A2cTrainer
    from longroad.train.ppo.trainer import PpoTrainer

RULES = "gendre2020"
#: Learners side by side on a GPU: while one compiles or is measured, the others learn.
ON_ONE_GPU = 3
#: What a run leaves behind, beside its checkpoints.
KEPT = ("run.json", "metrics.jsonl", "third.pt", "finished.pt", "model.onnx")


@dataclass(frozen=True, eq=False)
class Lesson:
    """A network that is to learn."""

    learner: Learner
    budget: Budget
    #: Its folder; None where the one who asks cannot be reached by files.
    home: Path | None
    #: The weights of the network that it always plays, if there is one.
    fixed: bytes | None = None


def learn(lesson: Lesson) -> dict[str, bytes]:
    """Trains one network to its end. Without a folder the files that it would have left there are returned,
    by name."""
    if lesson.home is not None:
        _train(lesson, lesson.home)
        return {}
    with tempfile.TemporaryDirectory() as folder:
        _train(lesson, Path(folder))
        return {name: (Path(folder) / name).read_bytes() for name in KEPT}


def network_from(weights: bytes, name: str) -> PolicyNetwork:
    """A network with given weights."""
    import torch

    from longroad.nets.registry import make_network

    network = make_network(name)
    network.load_state_dict(torch.load(io.BytesIO(weights), map_location="cpu", weights_only=True))
    return network


def _train(lesson: Lesson, home: Path) -> None:
    import torch

    from longroad.nets.export import export_onnx
    from longroad.nets.registry import NETWORKS
    from longroad.train.run.checkpoint import Identity
    from longroad.train.run.evaluation import PolicyEvaluator
    from longroad.train.run.loop import run
    from longroad.train.run.memory import keep_freed_memory

    torch.set_num_threads(1)
    keep_freed_memory()
    torch.compiler.reset()  # what was compiled for the learner before
    learner, budget = lesson.learner, lesson.budget
    trainer = new_trainer(learner, budget, lesson.fixed)
    versions = NETWORKS[learner.network].versions(trainer.network)
    identity = Identity("gendre2020", learner.network, versions, learner.seed, settings_of(learner, budget))
    evaluator = PolicyEvaluator(
        Rules.preset(RULES),
        budget.opponents,
        budget.games,
        sample=budget.sample,
        threads=_threads(budget),
    )
    for moves, file in ((learner.moves // 3, "third.pt"), (learner.moves, "finished.pt")):
        ended = run(
            trainer,
            identity,
            home,
            moves=moves,
            resume=any(home.glob("checkpoint-*.pt")),
            evaluate=evaluator,
            evaluation_moves=max(learner.moves // learner.points, 1),
            quiet=True,
            tensorboard=False,
        )
        if ended.reason == "interrupted":
            raise KeyboardInterrupt
        if not (home / file).exists():
            _keep(trainer.playing, home / file)
    words = f"longroad experiment gendre2020, {learner.name}: {learner.moves} moves"
    finished = network_from((home / "finished.pt").read_bytes(), learner.network)
    export_onnx(finished, learner.network, home / "model.onnx", trained=words, rules=Rules.preset(RULES))


def _threads(budget: Budget) -> int:
    """For the games of one learner."""
    return max((os.cpu_count() or 1) // ON_ONE_GPU, 1) if budget.device == "cuda" else 1


def _keep(network: torch.nn.Module, file: Path) -> None:
    import torch

    from longroad.files import replacing

    with replacing(file) as out:
        torch.save({name: tensor.cpu() for name, tensor in network.state_dict().items()}, out)


def settings_of(learner: Learner, budget: Budget) -> dict[str, Any]:
    """What the learner's algorithm is told; its rates fall over its own number of moves."""
    falling = {"anneal_moves": learner.moves} if budget.algorithm == "ppo" else {}
    return {**budget.settings, **falling, **learner.changes}


def new_trainer(
    learner: Learner, budget: Budget, fixed_weights: bytes | None = None
) -> A2cTrainer | PpoTrainer:
    """The learner's algorithm, at its beginning; with the weights of a network that it always plays."""
    import torch

    from longroad.train.a2c.settings import A2cSettings
    from longroad.train.a2c.trainer import A2cTrainer
    from longroad.train.ppo.settings import PpoSettings
    from longroad.train.ppo.trainer import PpoTrainer
    from longroad.train.presets import new_network

    settings = settings_of(learner, budget)
    on_gpu = budget.device == "cuda"
    network = new_network({"network": learner.network}, learner.seed, fast=on_gpu)
    fixed = None
    if fixed_weights is not None:
        fixed = network_from(fixed_weights, learner.network).requires_grad_(False)
    rules, device, seed = Rules.preset(RULES), torch.device(budget.device), learner.seed
    if budget.algorithm == "a2c":
        return A2cTrainer(network, rules, A2cSettings.among(settings), device=device, seed=seed, fixed=fixed)
    if fixed is not None:  # arranged like the learner's own, with which it shares what is compiled
        arranged = new_network({"network": learner.network}, learner.seed, fast=on_gpu)
        arranged.load_state_dict(fixed.state_dict())
        fixed = arranged.requires_grad_(False)
    threads = _threads(budget)
    made_settings = PpoSettings.among(settings)
    return PpoTrainer(network, rules, made_settings, device=device, seed=seed, threads=threads, fixed=fixed)
