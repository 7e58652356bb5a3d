"""Drawings as files: SVG, or PNG with the extra ``png``."""

from __future__ import annotations

from pathlib import Path

import typer

from longroad.drawing.png import png
from longroad.extras import require


def check_picture(path: Path) -> None:
    """Refuses another kind of file, and PNG without its extra, before any work."""
    if path.suffix not in (".svg", ".png"):
        raise typer.BadParameter(f"{path}: pictures are written as .svg or .png", param_hint="--out")
    if path.suffix == ".png":
        require("a PNG picture", ["png"])


def picture_bytes(path: Path, svg: str) -> bytes:
    """What to write into a file of this name."""
    return png(svg) if path.suffix == ".png" else svg.encode()
