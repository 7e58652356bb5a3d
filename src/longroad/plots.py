"""Pictures for reports, by Matplotlib: the same look everywhere, readable in colour and in grey."""

from __future__ import annotations

import importlib.util
import io
import re
from collections.abc import Iterator
from contextlib import contextmanager
from html import escape
from pathlib import Path
from typing import TYPE_CHECKING

from longroad.drawing.palette import FADED, INK, LINE, SANS
from longroad.errors import MissingExtraError
from longroad.files import write_bytes

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

#: Dark, middle, light: distinguishable without colour (from the Okabe-Ito palette).
OURS, THEIRS, THIRD = "#0072b2", "#e69f00", "#56b4e9"
FOUR = (OURS, THEIRS, "#009e73", "#cc79a7")

#: In a page, these colours are the page's own: CSS variables, with the colour itself where there is none.
_THEMED = {
    INK: "--ink",
    FADED: "--faded",
    LINE: "--line",
    OURS: "--ours",
    THEIRS: "--theirs",
    THIRD: "--third",
}


def require_matplotlib() -> None:
    """Raises MissingExtraError before hours of work rather than after."""
    if importlib.util.find_spec("matplotlib") is None:
        raise MissingExtraError("a report with pictures", "reports")


def new_figure(width: float = 8.0, height: float = 4.5) -> Figure:
    """An empty figure, in inches."""
    require_matplotlib()
    from matplotlib.figure import Figure

    return Figure(figsize=(width, height), layout="constrained")


def bare(axes: Axes) -> None:
    """Axes without a box around them, in the colours that a page can make its own."""
    axes.set_facecolor("none")
    axes.spines[["top", "right"]].set_visible(False)
    for spine in axes.spines.values():
        spine.set_color(LINE)
    axes.tick_params(color=LINE, labelcolor=INK)
    for words in (axes.xaxis.label, axes.yaxis.label, axes.title):
        words.set_color(INK)


def png(figure: Figure) -> bytes:
    """The figure as PNG, the same bytes for the same figure."""
    for axes in figure.axes:
        axes.spines[["top", "right"]].set_visible(False)
    buffer = io.BytesIO()
    figure.savefig(buffer, format="png", dpi=130, metadata={"Software": None})
    return buffer.getvalue()


def svg(figure: Figure, name: str, label: str) -> str:
    """The figure as an ``<svg>`` element for an HTML page: as wide as its place, in the page's font and
    colours.

    ``name`` must be unique in the page; ``label`` is read out instead of the picture. The same text for the
    same figure.
    """
    import matplotlib

    buffer = io.StringIO()
    with matplotlib.rc_context({"svg.fonttype": "none", "svg.hashsalt": name}):
        figure.savefig(buffer, format="svg", transparent=True, metadata={"Date": None})
    drawn = re.sub(
        r"<metadata>.*?</metadata>|<defs>\s*<style.*?</defs>", "", buffer.getvalue(), flags=re.DOTALL
    )
    drawn = drawn[drawn.index("<svg") :].partition(">")[2]
    for old, new in (
        ("xlink:href", "href"),
        ('href="#', f'href="#{name}-'),
        ("url(#", f"url(#{name}-"),
        (' id="', f' id="{name}-'),
    ):
        drawn = drawn.replace(old, new)
    drawn = re.sub(r"'DejaVu Sans'[^;\"]*", SANS, drawn)
    for color, variable in _THEMED.items():
        drawn = drawn.replace(color, f"var({variable},{color})")
    width, height = (72 * inches for inches in figure.get_size_inches())
    return (
        f'<svg viewBox="0 0 {width:g} {height:g}" role="img" aria-label="{escape(label)}" '
        f'stroke-linejoin="round">{drawn.strip()}'
    )


@contextmanager
def picture(path: Path, width: float = 8.0, height: float = 4.5) -> Iterator[Figure]:
    """A figure to draw into; it is written as PNG at the end."""
    figure = new_figure(width, height)
    yield figure
    write_bytes(path, png(figure))
