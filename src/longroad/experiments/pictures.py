"""Pictures for reports, by Matplotlib: the same look everywhere, readable in colour and in grey."""

from __future__ import annotations

import importlib.util
import io
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING

from longroad.errors import MissingExtraError
from longroad.files import write_bytes

if TYPE_CHECKING:
    from matplotlib.figure import Figure

#: Dark, middle, light: told apart without colour (from the Okabe-Ito palette).
OURS, THEIRS, THIRD = "#0072b2", "#e69f00", "#56b4e9"


def require_matplotlib() -> None:
    """Raises MissingExtraError before hours of work rather than after."""
    if importlib.util.find_spec("matplotlib") is None:
        raise MissingExtraError("a report with pictures", "reports")


@contextmanager
def picture(path: Path, width: float = 8.0, height: float = 4.5) -> Iterator[Figure]:
    """A figure to draw into; it is written as PNG at the end."""
    require_matplotlib()
    from matplotlib.figure import Figure

    figure = Figure(figsize=(width, height), layout="constrained")
    yield figure
    for axes in figure.axes:
        axes.spines[["top", "right"]].set_visible(False)
    buffer = io.BytesIO()
    figure.savefig(buffer, format="png", dpi=130, metadata={"Software": None})
    write_bytes(path, buffer.getvalue())
