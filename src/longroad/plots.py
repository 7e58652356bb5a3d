"""Pictures by Matplotlib, of experiments, trainings and matches: the same look everywhere, readable in colour
and in grey."""

from __future__ import annotations

import io
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING

from longroad.extras import require
from longroad.files import write_bytes

if TYPE_CHECKING:
    from matplotlib.figure import Figure

#: Dark, middle, light: distinguishable without colour (from the Okabe-Ito palette).
OURS, THEIRS, THIRD = "#0072b2", "#e69f00", "#56b4e9"
FOUR = (OURS, THEIRS, "#009e73", "#cc79a7")


def new_figure(width: float = 8.0, height: float = 4.5) -> Figure:
    """An empty figure, in inches."""
    require("a picture of this kind", ["plots"])
    from matplotlib.figure import Figure

    return Figure(figsize=(width, height), layout="constrained")


def png(figure: Figure) -> bytes:
    """The figure as PNG, the same bytes for the same figure."""
    for axes in figure.axes:
        axes.spines[["top", "right"]].set_visible(False)
    buffer = io.BytesIO()
    figure.savefig(buffer, format="png", dpi=130, metadata={"Software": None})
    return buffer.getvalue()


@contextmanager
def picture(path: Path, width: float = 8.0, height: float = 4.5) -> Iterator[Figure]:
    """A figure to draw into; it is written as PNG at the end."""
    figure = new_figure(width, height)
    yield figure
    write_bytes(path, png(figure))
