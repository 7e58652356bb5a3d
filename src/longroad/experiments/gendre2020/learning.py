"""The networks learn, each in a process and a folder of its own; a killed run resumes from its last
checkpoint."""

from __future__ import annotations

import os
import signal
import threading
import time
from collections.abc import Callable
from concurrent.futures import FIRST_COMPLETED, Executor, Future, ProcessPoolExecutor, wait
from dataclasses import dataclass
from multiprocessing import get_context, parent_process
from pathlib import Path
from typing import TYPE_CHECKING, Any

from longroad.catan import Rules
from longroad.errors import ExperimentError
from longroad.experiments.folder import ResultFolder
from longroad.experiments.gendre2020.budgets import Budget, Learner

if TYPE_CHECKING:
    import torch

    from longroad.nets.network import PolicyNetwork
    from longroad.train.a2c.trainer import A2cTrainer
    from longroad.train.ppo.trainer import PpoTrainer

RULES = "gendre2020"
SECONDS_BETWEEN_LOOKS = 2.0
#: Learners side by side on a GPU: while one compiles or is measured, the others learn.
ON_ONE_GPU = 3


@dataclass(frozen=True)
class Point:
    """A network measured after so many moves: by opponent, games won and played."""

    moves: int
    won: dict[str, tuple[int, int]]
    #: Of training, until then.
    seconds: float = 0.0

    def rate(self, opponent: str) -> float:
        """The share of the games it won."""
        wins, games = self.won[opponent]
        return wins / games


Curve = list[Point]


def learn_all(
    folder: ResultFolder,
    learners: list[Learner],
    budget: Budget,
    threads: int,
    progress: Callable[[str, int], None],
) -> dict[str, Curve]:
    """Trains all that are not yet trained, several at once, and returns their curves by name.

    ``progress`` is told who learns and how many thousand moves all together have learnt from.
    """
    waiting = [learner for learner in learners if not folder.has(learner.name)]
    places = ON_ONE_GPU if budget.device == "cuda" else max(min(threads, len(waiting)), 1)
    pool = _pool(places)
    running: dict[Future[None], Learner] = {}

    def tell() -> None:
        names = ", ".join(sorted(learner.name for learner in running.values()))
        progress(
            f"thousand moves: {names}" if names else "thousand moves", moves_so_far(folder, learners) // 1000
        )

    try:
        while waiting or running:
            for learner in [one for one in waiting if _ready(folder, one)][: places - len(running)]:
                waiting.remove(learner)
                running[pool.submit(_learn, folder.path, learner, budget)] = learner
            tell()
            for future in wait(running, SECONDS_BETWEEN_LOOKS, return_when=FIRST_COMPLETED).done:
                learner = running.pop(future)
                future.result()
                curve = curve_of(folder.path, learner, budget)
                folder.part(learner.name, lambda curve=curve: _plain(curve))  # type: ignore[misc]
    finally:
        _stop(pool, bool(running))
    tell()
    return {learner.name: _points(folder, learner) for learner in learners}


def _pool(places: int) -> Executor:
    """Processes that begin afresh: what a GPU's library has opened cannot be shared."""
    return ProcessPoolExecutor(places, mp_context=get_context("spawn"), initializer=_end_when_left_alone)


def _stop(pool: Executor, running: bool) -> None:
    """Ends the processes; learners that still run write their checkpoints first."""
    for process in list(getattr(pool, "_processes", None) or {}) if running else []:
        os.kill(process, signal.SIGTERM)
    pool.shutdown(wait=True, cancel_futures=True)


def _ready(folder: ResultFolder, learner: Learner) -> bool:
    return learner.opponent is None or folder.has(learner.opponent)


def moves_so_far(folder: ResultFolder, learners: list[Learner]) -> int:
    """Moves that all learners together have learnt from."""
    total = 0
    for learner in learners:
        if folder.has(learner.name):
            total += learner.moves
        else:
            total += min(_last_moves(_home(folder.path, learner.name) / "metrics.jsonl"), learner.moves)
    return total


def _last_moves(file: Path) -> int:
    from longroad.train.run.metrics import read_metrics

    lines = read_metrics(file) if file.exists() else []
    return int(lines[-1]["moves"]) if lines else 0


def _home(path: Path, name: str) -> Path:
    return path / "runs" / name


def _plain(curve: Curve) -> dict[str, Any]:
    return {
        "moves": [p.moves for p in curve],
        "won": [p.won for p in curve],
        "seconds": [p.seconds for p in curve],
    }


def _points(folder: ResultFolder, learner: Learner) -> Curve:
    def missing() -> dict[str, Any]:
        raise ExperimentError(f"{folder.path}: {learner.name} is not finished: run the same command again")

    kept = folder.part(learner.name, missing)
    won = [{name: (row[0], row[1]) for name, row in at.items()} for at in kept["won"]]
    return [Point(*point) for point in zip(kept["moves"], won, kept["seconds"], strict=True)]


def curve_of(path: Path, learner: Learner, budget: Budget) -> Curve:
    """A learner's evaluations, from the log of its run."""
    from longroad.train.run.metrics import read_metrics

    curve = []
    for line in read_metrics(_home(path, learner.name) / "metrics.jsonl"):
        rates = {name: line.get(f"eval/{name}/win") for name in budget.opponents}
        won = {
            name: (round(rate * budget.games), budget.games)
            for name, rate in rates.items()
            if rate is not None
        }
        if won:
            curve.append(Point(int(line["moves"]), won, float(line["seconds"])))
    return curve


def trained(path: Path, learner: Learner, file: str = "finished.pt") -> PolicyNetwork:
    """A learner's network at the end, or after a third of its moves (``third.pt``)."""
    import torch

    from longroad.nets.registry import make_network

    network = make_network(learner.network)
    network.load_state_dict(
        torch.load(_home(path, learner.name) / file, map_location="cpu", weights_only=True)
    )
    return network


# -- in a process of its own


def _learn(path: Path, learner: Learner, budget: Budget) -> None:
    """Trains one network to its end."""
    with _AT_WORK:
        _train(path, learner, budget)


def _train(path: Path, learner: Learner, budget: Budget) -> None:
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
    home = _home(path, learner.name)
    trainer = new_trainer(path, learner, budget)
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
    export_onnx(
        trained(path, learner), learner.network, home / "model.onnx", trained=words, rules=Rules.preset(RULES)
    )


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


def new_trainer(path: Path, learner: Learner, budget: Budget) -> A2cTrainer | PpoTrainer:
    """The learner's algorithm, at its beginning."""
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
    if learner.opponent is not None:
        fixed = trained(path, Learner(learner.opponent, learner.network, 0, 0), "third.pt").requires_grad_(
            False
        )
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


_AT_WORK = threading.Lock()


def _end_when_left_alone() -> None:
    """Lets a run end, as by a signal, when the one that started it is gone; then the process, since there is
    nobody to tell."""
    parent = parent_process()

    def look() -> None:
        while parent is not None and parent.is_alive():
            time.sleep(1)
        os.kill(os.getpid(), signal.SIGTERM)
        with _AT_WORK:
            os._exit(1)

    threading.Thread(target=look, daemon=True).start()
