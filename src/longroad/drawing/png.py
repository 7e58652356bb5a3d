"""SVG drawings as PNG, by resvg (extra ``png``). The fonts ship with Longroad, so that text looks the same on
every machine, also on one without fonts."""

from __future__ import annotations

from importlib.resources import as_file, files

from longroad.extras import require

#: Pixels per unit of the drawing: sharp on screens of today.
ZOOM = 2


def png(svg: str) -> bytes:
    """The drawing as PNG, twice as wide and high as the SVG says. Raises MissingExtraError without resvg."""
    require("a PNG picture", ["png"])
    import resvg_py

    with as_file(files("longroad.drawing").joinpath("fonts")) as fonts:
        drawn: bytes = resvg_py.svg_to_bytes(
            svg_string=svg,
            zoom=ZOOM,
            skip_system_fonts=True,
            font_dirs=[str(fonts)],
            sans_serif_family="DejaVu Sans Condensed",
            serif_family="DejaVu Serif",
            font_family="DejaVu Sans Condensed",
        )
    return drawn
