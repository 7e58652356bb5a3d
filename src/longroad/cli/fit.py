"""``longroad fit``."""

from __future__ import annotations

import sys
from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, Literal

import typer
from rich.console import Console
from rich.table import Table

from longroad.cli.options import Json, Threads, print_json, usable_cores
from longroad.extras import require
from longroad.models.judge_file import FORMAT, PARTS, read_arrays, shipped_or_file, write_networks
from longroad.train.judge.dataset import DataSet, data_sets, read_all

if TYPE_CHECKING:
    from longroad.train.judge.fit import Epoch, Fit, FitSettings
    from longroad.train.judge.sources import Source


def fit(
    data: Annotated[
        list[str],
        typer.Argument(
            metavar="FOLDER...",
            help="Data sets made by `longroad positions`: folders, or addresses as s3://bucket/name.",
        ),
    ],
    out: Annotated[Path, typer.Option("--out", "-o", help="The file of the network to write (.npz).")],
    start: Annotated[
        str | None,
        typer.Option(
            "--start",
            help="Start from the networks of a file, or `network` for those that ship with Longroad.",
            show_default=False,
        ),
    ] = None,
    resume: Annotated[
        bool, typer.Option("--resume", help="Resume after a kill, from the last finished epoch.")
    ] = False,
    changes: Annotated[
        list[str] | None,
        typer.Option(
            "--set", metavar="NAME=VALUE", help="Change a setting: epochs, batch, learning_rate, ..."
        ),
    ] = None,
    stream: Annotated[
        bool,
        typer.Option(
            "--stream",
            help="For data sets that do not fit into memory: read them in every epoch, "
            "`--set buffer=N` positions at a time.",
        ),
    ] = False,
    device: Annotated[
        Literal["cpu", "cuda"] | None,
        typer.Option("--device", help="Without it, a GPU if there is one.", show_default=False),
    ] = None,
    threads: Threads = 0,
    as_json: Json = False,
) -> None:
    """Fit the native network to positions; `eval=FILE` then judges by it.

    Games of two players train one network and games of three and four another; the file holds both, and one
    that is not trained is taken over from --start. The log loss of the winner is measured on one game in
    twenty, which is not trained on, beside that of the hand-written evaluation, calibrated on the others.
    A checkpoint is kept beside the file after every epoch. Needs PyTorch and PyArrow:
    `pip install "longroad[train,data]"`.

    Examples: `longroad fit data/first --out judge.npz`,
    `longroad fit data/first data/second --start judge.npz --out better.npz --set epochs=1`,
    `longroad fit s3://bucket/many --stream --out many.npz`
    """
    require("training", ["train", "data"])
    import torch

    from longroad.cli.train import device_of
    from longroad.train.judge.fit import FitSettings
    from longroad.train.run.settings import changed

    if out.suffix != ".npz":
        raise typer.BadParameter(f"{out}: networks are written as .npz", param_hint="--out")
    torch.set_num_threads(threads or usable_cores())
    (settings,) = changed([FitSettings()], changes or [])
    assert isinstance(settings, FitSettings)
    parts = dict(read_arrays(shipped_or_file(start))) if start else {}
    console, results = Console(stderr=True, quiet=as_json), []
    for part, sets in _by_part(data_sets(data)).items():
        sources = _sources(sets, settings, stream, device_of(device))
        one = _Fitting(part, sources, settings, stream, device_of(device), out)
        parts[part] = one.run(parts.get(part), resume, console)
        results.append(one.result())
    facts = {"trained": {"data": data, "settings": settings.to_dict(), "stream": stream}}
    write_networks(out, {part: parts[part] for part in PARTS if part in parts}, facts)
    for part in PARTS:
        _checkpoint(out, part).unlink(missing_ok=True)
    if as_json:
        print_json({"out": str(out), "format": FORMAT, "networks": results})
    else:
        Console().print(_table(results, out))
    print(f"wrote {out}", file=sys.stderr)


def _by_part(sets: Mapping[int, list[DataSet]]) -> dict[str, dict[int, list[DataSet]]]:
    found: dict[str, dict[int, list[DataSet]]] = {}
    for players, ones in sets.items():
        found.setdefault("two" if players == 2 else "many", {})[players] = ones
    return found


def _sources(
    sets: Mapping[int, list[DataSet]], settings: FitSettings, stream: bool, device: Any
) -> dict[int, Source]:
    from longroad.train.judge.sources import Kept, Streamed

    if stream:
        buffer = max(settings.buffer // len(sets), 1)
        return {players: Streamed(ones, buffer, device) for players, ones in sets.items()}
    return {players: Kept(read_all(ones), device) for players, ones in sets.items()}


def _checkpoint(out: Path, part: str) -> Path:
    return out.with_name(f"{out.stem}-{part}.checkpoint.pt")


class _Fitting:
    def __init__(
        self,
        part: str,
        sources: dict[int, Source],
        settings: FitSettings,
        stream: bool,
        device: Any,
        out: Path,
    ) -> None:
        from longroad.train.judge.fit import Fit
        from longroad.train.run.checkpoint import Identity

        self.part, self.sources = part, sources
        self.path = _checkpoint(out, part)
        self.fit: Fit = Fit(sources, settings, device)
        rows = {f"rows_{players}": one.count for players, one in sources.items()}
        self.identity = Identity(
            "judge",
            part,
            {"format": FORMAT},
            settings.seed,
            {**settings.to_dict(), **rows, "stream": stream},
        )

    def run(self, start: Mapping[str, Any] | None, resume: bool, console: Console) -> dict[str, Any]:
        from longroad.train.run.checkpoint import read as read_checkpoint

        if start is not None:
            self.fit.network.load_integers(start)
        if resume and self.path.exists():
            self.fit.load_state_dict(read_checkpoint(self.path, self.identity)[1])
        elif resume and not self.path.exists():
            console.print(f"{self.path}: no checkpoint; starting from the first epoch")
        self.fit.run(self.path, self.identity, lambda epoch: console.print(self._line(epoch)))
        return self.fit.network.integers()

    def _line(self, epoch: Epoch) -> str:
        losses = ", ".join(f"{p} players {loss:.4f}" for p, loss in epoch.log_loss.items())
        return f"epoch {epoch.number}: log loss {losses}"

    def result(self) -> dict[str, Any]:
        """How it ended, beside the hand-written evaluation."""
        from longroad.train.judge.baseline import calibrated, log_losses, parts_of, softmax

        last, rows = self.fit.done[-1], []
        for players, source in self.sources.items():
            one = source.sample
            plain = one.rows(~one.is_sibling & ~one.held_out)
            held = one.rows(~one.is_sibling & one.held_out)
            hand = log_losses(softmax(parts_of(held) @ calibrated(plain)), held.won)
            rows.append(
                {
                    "players": players,
                    "rows": source.count,
                    "games": source.games,
                    "held_out": len(held),
                    "log_loss": last.log_loss[players],
                    "hand_log_loss": float(hand.mean()) if len(hand) else None,
                    "sibling_error": last.sibling_error.get(players),
                }
            )
        return {"network": self.part, "epochs": len(self.fit.done), "players": rows}


def _table(results: list[dict[str, Any]], out: Path) -> Table:
    table = Table(title=f"{out}: log loss of the winner on games held out")
    for column in ("players", "games", "positions", "network", "evaluation, calibrated"):
        table.add_column(column, justify="right")
    for result in results:
        for row in result["players"]:
            hand = "-" if row["hand_log_loss"] is None else f"{row['hand_log_loss']:.4f}"
            table.add_row(
                str(row["players"]), f"{row['games']:,}", f"{row['rows']:,}", f"{row['log_loss']:.4f}", hand
            )
    return table
