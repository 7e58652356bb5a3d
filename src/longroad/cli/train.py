"""``longroad train``."""

from __future__ import annotations

import sys
from collections.abc import Iterator, Mapping
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Literal

import typer
from rich.console import Console
from rich.table import Table

from longroad.cli.cluster import Ray
from longroad.cli.completion import among
from longroad.cli.options import INTERRUPTED, Json, Threads, option_table, print_json, usable_cores
from longroad.errors import MissingExtraError, TrainingError
from longroad.extras import require
from longroad.options import Options
from longroad.train.expert.settings import ExpertSettings
from longroad.train.ppo.native_shares import shares_of
from longroad.train.ppo.settings import PpoSettings
from longroad.train.presets import (
    PRESETS,
    Preset,
    evaluator_of,
    identity_of,
    new_network,
    preset,
    rules_of,
)
from longroad.train.run.settings import Value

if TYPE_CHECKING:
    import torch
    from torch import nn

    from longroad.scale.selfplay import Plan
    from longroad.train.run.loop import Ended
    from longroad.train.run.trainer import Trainer


def train(
    name: Annotated[
        str | None,
        typer.Argument(
            metavar="PRESET",
            help=f"One of: {', '.join(PRESETS)}.",
            show_default=False,
            autocompletion=among(PRESETS),
        ),
    ] = None,
    out: Annotated[
        Path | None,
        typer.Option("--out", help="The folder of the run; default: out/PRESET.", show_default=False),
    ] = None,
    resume: Annotated[bool, typer.Option("--resume", help="Resume the run in --out.")] = False,
    device: Annotated[
        Literal["cpu", "cuda"] | None,
        typer.Option("--device", help="Without it, a GPU if there is one.", show_default=False),
    ] = None,
    minutes: Annotated[
        float | None, typer.Option("--minutes", min=0.0, help="Stop after this many minutes of this call.")
    ] = None,
    moves: Annotated[
        int | None, typer.Option("--moves", min=1, help="Stop once the run has learnt from this many moves.")
    ] = None,
    seed: Annotated[int, typer.Option("--seed", help="Seed of weights, boards and chance.")] = 1,
    threads: Threads = 0,
    changes: Annotated[
        list[str] | None,
        typer.Option(
            "--set", metavar="NAME=VALUE", help="Change a setting; `longroad train PRESET --list` shows them."
        ),
    ] = None,
    evaluation_games: Annotated[
        int | None,
        typer.Option(
            "--evaluation-games", min=0, help="Games against each opponent per evaluation; 0 for none."
        ),
    ] = None,
    checkpoint_minutes: Annotated[
        float, typer.Option("--checkpoint-minutes", min=0.0, help="Minutes between checkpoints.")
    ] = 2.0,
    tensorboard: Annotated[
        bool, typer.Option(help="Write files for TensorBoard, if it is installed.")
    ] = True,
    ray: Ray = None,
    actors: Annotated[
        int | None,
        typer.Option(
            "--actors",
            min=1,
            help="With --ray: processes that play; default: one per GPU, without GPUs one per core.",
            show_default=False,
        ),
    ] = None,
    learners: Annotated[
        int | None,
        typer.Option(
            "--learners",
            min=1,
            help="With --ray: processes that learn together; default: 1.",
            show_default=False,
        ),
    ] = None,
    staleness: Annotated[
        int | None,
        typer.Option(
            "--staleness",
            min=0,
            help="With --ray: actors play with weights of at most so many steps ago; 0: they wait for the "
            "learner; default: 1.",
            show_default=False,
        ),
    ] = None,
    show: Annotated[bool, typer.Option("--list", help="Show the presets, or the settings of one.")] = False,
    as_json: Json = False,
) -> None:
    """Train a network by self-play.

    The run lives in a folder: checkpoints (the last three and the best), metrics.jsonl, files for
    TensorBoard, and at the end curve.png and model.onnx, which the agent `net:model=FILE` plays (of judge2p
    and judge4p model.npz, which `planner:eval=FILE` and `mcts:eval=FILE` judge by). It stops when its time or
    moves are over (without either `smoke` after 160,000 moves, the others never) or on Ctrl-C, and resumes
    with --resume, also after a kill. Needs PyTorch: `pip install "longroad[train]"`.

    Examples: `longroad train smoke`, `longroad train gendre2020 --out runs/xdim --set network=xdimres-6`,
    `longroad train gendre2020 --out runs/xdim --set network=xdimres-6 --resume`, `longroad train fast2p
    --minutes 25 --set start=fast2p` (starts from an exported network, or one that ships with
    Longroad), `longroad train fast4p --ray head:6379 --actors 8`, `longroad train --list`
    """
    if show:
        _list(name)
        return
    if name is None:
        raise TrainingError(f"name a preset: {', '.join(PRESETS)}; `longroad train --list` shows them")
    chosen = preset(name)
    settings = chosen.settings(changes or [])
    place = _Cluster(ray, actors, learners, staleness)
    place.check(chosen)
    require("training", ["train"])
    import torch

    from longroad.train.run.loop import run
    from longroad.train.run.memory import keep_freed_memory

    if minutes is None and moves is None:
        moves = chosen.moves or None
    threads = threads or usable_cores()
    torch.set_num_threads(threads)
    keep_freed_memory()
    folder = out or Path("out") / name
    with place.trainer(chosen, settings, device_of(device), seed, threads) as trainer:
        ended = run(
            trainer,
            identity_of(name, settings, trainer, seed),
            folder,
            minutes=minutes,
            moves=moves,
            resume=resume,
            evaluate=evaluator_of(chosen, settings, threads, evaluation_games),
            evaluation_moves=chosen.evaluation_moves,
            checkpoint_seconds=60 * checkpoint_minutes,
            tensorboard=tensorboard,
            quiet=as_json,
        )
    _export(trainer.playing, settings, name, ended, folder)
    _draw(folder)
    _print(ended, folder, as_json)
    if ended.reason == "interrupted":
        kept = f"kept a checkpoint in {folder}; the same command with --resume resumes from there"
        print(f"longroad: interrupted; {kept}", file=sys.stderr)
        raise typer.Exit(INTERRUPTED)


@dataclass(frozen=True)
class _Cluster:
    """What --ray and the options that go with it say."""

    ray: str | None
    actors: int | None
    learners: int | None
    staleness: int | None

    def check(self, chosen: Preset) -> None:
        """Raises BadParameter for options without --ray, TrainingError for a preset that cannot do what they
        ask."""
        if self.ray is None:
            for option in ("actors", "learners", "staleness"):
                if getattr(self, option) is not None:
                    raise typer.BadParameter("it goes with --ray", param_hint=f"--{option}")
        elif not (_has(chosen, PpoSettings) or _has(chosen, ExpertSettings)):
            kinds = PpoSettings, ExpertSettings
            able = ", ".join(name for kind in kinds for name, one in PRESETS.items() if _has(one, kind))
            raise TrainingError(f"--ray: this preset learns in one process; on a cluster learn {able}")
        elif _has(chosen, ExpertSettings) and (self.learners or 1) > 1:
            raise TrainingError(
                f"--learners {self.learners}: expert iteration has one learner; --actors sets how many search"
            )

    @contextmanager
    def trainer(
        self, chosen: Preset, settings: Mapping[str, Value], device: torch.device, seed: int, threads: int
    ) -> Iterator[Trainer]:
        """A block with the preset's trainer, in this process or with actors on a cluster."""
        if self.ray is None:
            yield chosen.make_trainer(settings, device, seed, threads)
            return
        require("--ray", ["scale"])
        from longroad.scale import on_ray
        from longroad.scale.selfplay import search_play, self_play

        kind = ExpertSettings if _has(chosen, ExpertSettings) else PpoSettings
        learning, rules = kind.among(settings), rules_of(settings)
        self._plan(learning, {})  # raises what no cluster could do before one is made
        address = "" if self.ray == "local" else self.ray
        with ExitStack() as stack:
            cluster = stack.enter_context(on_ray(address, cores=threads, agents=_native_agents(learning)))
            plan = self._plan(learning, cluster.resources())
            if isinstance(learning, ExpertSettings):
                network = new_network(settings, seed)
                block = search_play(cluster, network, rules, learning, plan, device=device, seed=seed)
            else:
                network = new_network(settings, seed, fast=device.type == "cuda")
                block = self_play(cluster, network, rules, learning, plan, device=device, seed=seed)
            yield stack.enter_context(block)

    def _plan(self, learning: PpoSettings | ExpertSettings, resources: Mapping[str, float]) -> Plan:
        from longroad.scale.selfplay import STALENESS, planned, planned_searches

        staleness = STALENESS if self.staleness is None else self.staleness
        if isinstance(learning, ExpertSettings):
            return planned_searches(resources, learning, actors=self.actors, staleness=staleness)
        learners = self.learners or 1
        return planned(resources, learning, actors=self.actors, learners=learners, staleness=staleness)


def _has(chosen: Preset, kind: type[Options]) -> bool:
    return any(isinstance(part, kind) for part in chosen.parts)


def _native_agents(learning: PpoSettings | ExpertSettings) -> list[str]:
    """Specs of those that play beside the network or advise it, or judge how lucky it was."""
    if isinstance(learning, ExpertSettings):
        return []
    found = [spec for _, spec in shares_of(learning.opponents) + shares_of(learning.advisers, "advisers")]
    return [*found, f"planner:eval={learning.luck}"] if learning.luck else found


def _export(
    playing: nn.Module, settings: Mapping[str, Value], preset_name: str, ended: Ended, folder: Path
) -> None:
    """The network as ``net:model=FILE`` plays it, in its plain arrangement; native ones as ``eval=FILE``
    takes them."""
    from longroad.nets.export import export_onnx, export_rating_onnx
    from longroad.nets.registry import make_network
    from longroad.nets.resmlp import PlaceNetwork
    from longroad.train.planning.pair import JudgePair

    trained, path = f"longroad train {preset_name}: {ended.moves} moves", folder / "model.onnx"
    if isinstance(playing, JudgePair):
        path = folder / "model.npz"
        playing.write(path, trained)
    elif isinstance(playing, PlaceNetwork):
        export_rating_onnx(playing, path, trained=trained)
    else:
        network = str(settings["network"])
        plain = make_network(network)
        plain.load_state_dict(playing.state_dict())
        export_onnx(plain, network, path, trained=trained, rules=rules_of(settings))
    print(f"wrote {path}", file=sys.stderr)


def _draw(folder: Path) -> None:
    from longroad.train.run.curve import draw_curve

    try:
        drawn = draw_curve(folder / "metrics.jsonl", folder / "curve.png")
    except MissingExtraError as missing:
        print(f"longroad: no picture of the run: {missing}", file=sys.stderr)
    else:
        if drawn:
            print(f"wrote {folder / 'curve.png'}", file=sys.stderr)


def device_of(name: str | None) -> torch.device:
    """The device that --device means; raises TrainingError if there is none."""
    import torch

    if name == "cuda" and not torch.cuda.is_available():
        raise TrainingError("--device cuda: PyTorch finds no GPU here")
    return torch.device(name or ("cuda" if torch.cuda.is_available() else "cpu"))


def _print(ended: Ended, folder: Path, as_json: bool) -> None:
    if as_json:
        print_json(
            {
                "reason": ended.reason,
                "steps": ended.steps,
                "moves": ended.moves,
                "seconds": round(ended.seconds, 1),
                "out": str(folder),
                "evaluations": [
                    {
                        "opponent": one.opponent,
                        "games": one.games,
                        "wins": one.wins,
                        "win_rate": one.win_rate,
                        "ci95": list(one.interval),
                        "mean_points": one.points,
                    }
                    for one in ended.evaluations
                ],
            }
        )
        return
    table = Table(
        title=f"{ended.moves:,} moves, {ended.steps:,} steps, {ended.seconds / 60:.1f} minutes: {folder}"
    )
    for column in ("against", "games", "win rate", "95% interval", "points"):
        table.add_column(column, justify="left" if column == "against" else "right", no_wrap=True)
    for one in ended.evaluations:
        low, high = one.interval
        table.add_row(
            one.opponent,
            str(one.games),
            f"{one.win_rate:.1%}",
            f"{low:.1%} - {high:.1%}",
            f"{one.points:.2f}",
        )
    Console().print(table)


def _list(name: str | None) -> None:
    if name is None:
        table = Table("preset", "what it trains", title="longroad train PRESET")
        for each, line in PRESETS.items():
            table.add_row(each, line.summary)
    else:
        title = f"--set NAME=VALUE of {name}"
        table = option_table(preset(name).declared.values(), title=title, first="setting")
    Console().print(table)
