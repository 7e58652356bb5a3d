"""``longroad fit``."""

from __future__ import annotations

import sys
from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, Literal

import numpy as np
import typer
from rich.console import Console
from rich.table import Table

from longroad.cli.options import Json, Threads, print_json, usable_cores
from longroad.extras import require
from longroad.models.judge_file import FORMAT, PARTS, read_arrays, shipped_or_file, write_networks
from longroad.train.judge.positions import Positions, read

if TYPE_CHECKING:
    from longroad.train.judge.fit import Epoch, Fit


def fit(
    data: Annotated[
        list[Path], typer.Argument(metavar="FOLDER...", help="Data sets made by `longroad positions`.")
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
    A checkpoint is kept beside the file after every epoch. Needs PyTorch: `pip install "longroad[train]"`.

    Examples: `longroad fit data/first --out judge.npz`,
    `longroad fit data/first data/second --start judge.npz --out better.npz --set epochs=1`
    """
    require("training", ["train"])
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
    for part, positions in _by_part(read(data)).items():
        one = _Fitting(part, positions, settings, device_of(device), out)
        parts[part] = one.run(parts.get(part), resume, console)
        results.append(one.result())
    facts = {"trained": {"data": [str(folder) for folder in data], "settings": settings.to_dict()}}
    write_networks(out, {part: parts[part] for part in PARTS if part in parts}, facts)
    for part in PARTS:
        _checkpoint(out, part).unlink(missing_ok=True)
    if as_json:
        print_json({"out": str(out), "format": FORMAT, "networks": results})
    else:
        Console().print(_table(results, out))
    print(f"wrote {out}", file=sys.stderr)


def _by_part(positions: Mapping[int, Positions]) -> dict[str, dict[int, Positions]]:
    found: dict[str, dict[int, Positions]] = {}
    for players, one in positions.items():
        found.setdefault("two" if players == 2 else "many", {})[players] = one
    return found


def _checkpoint(out: Path, part: str) -> Path:
    return out.with_name(f"{out.stem}-{part}.checkpoint.pt")


class _Fitting:
    def __init__(
        self, part: str, positions: dict[int, Positions], settings: Any, device: Any, out: Path
    ) -> None:
        from longroad.train.judge.fit import Fit
        from longroad.train.run.checkpoint import Identity

        self.part, self.positions = part, positions
        self.path = _checkpoint(out, part)
        self.fit: Fit = Fit(positions, settings, device)
        rows = {f"rows_{players}": len(one) for players, one in positions.items()}
        self.identity = Identity(
            "judge", part, {"format": FORMAT}, settings.seed, {**settings.to_dict(), **rows}
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
        for players, one in self.positions.items():
            plain = one.rows(~one.is_sibling & ~one.held_out)
            held = one.rows(~one.is_sibling & one.held_out)
            hand = log_losses(softmax(parts_of(held) @ calibrated(plain)), held.won)
            rows.append(
                {
                    "players": players,
                    "rows": len(one),
                    "games": len(np.unique(one.game)),
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
