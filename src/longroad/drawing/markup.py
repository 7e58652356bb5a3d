"""Writing SVG elements as text."""

from __future__ import annotations

from collections.abc import Iterable
from html import escape
from zlib import crc32

Value = str | float

ID = "lr-id-"
"""Stands before every id while a drawing is written; `unique` then makes the ids the drawing's own."""


def num(value: float) -> str:
    """A number with at most two decimals and no needless characters.

    >>> num(2.0), num(1 / 3), num(-0.001)
    ('2', '0.33', '0')
    """
    text = f"{value:.2f}".rstrip("0").rstrip(".")
    return "0" if text == "-0" else text


def element(name: str, *content: str, **attributes: Value) -> str:
    """An element; in attribute names `_` stands for `-`, and a trailing one is dropped (`class_`).

    >>> element("circle", r=2.5, stroke_width=1)
    '<circle r="2.5" stroke-width="1"/>'
    """
    written = "".join(
        f' {key.rstrip("_").replace("_", "-")}="{_value(value)}"' for key, value in attributes.items()
    )
    inner = "".join(content)
    return f"<{name}{written}>{inner}</{name}>" if inner else f"<{name}{written}/>"


def group(*content: str, **attributes: Value) -> str:
    """A `<g>` element."""
    return element("g", *content, **attributes)


def text(words: str, x: float, y: float, size: float, **attributes: Value) -> str:
    """A line of text with its baseline at y."""
    return element("text", escape(words), x=x, y=y, font_size=size, **attributes)


def title(words: str) -> str:
    """A tooltip for the element it stands in."""
    return element("title", escape(words))


def rect(x: float, y: float, width: float, height: float, **attributes: Value) -> str:
    """A rectangle."""
    return element("rect", x=x, y=y, width=width, height=height, **attributes)


def circle(x: float, y: float, radius: float, **attributes: Value) -> str:
    """A circle."""
    return element("circle", cx=x, cy=y, r=radius, **attributes)


def path(d: str, **attributes: Value) -> str:
    """A path from its `d` text."""
    return element("path", d=d, **attributes)


def polygon(points: Iterable[tuple[float, float]], **attributes: Value) -> str:
    """A closed polygon."""
    return element("polygon", points=" ".join(f"{num(x)},{num(y)}" for x, y in points), **attributes)


def define(name: str, *content: str, **attributes: Value) -> str:
    """A group of shapes to be shown by `use`."""
    return group(*content, id=ID + name, **attributes)


def use(name: str, x: float, y: float, scale: float = 1, turn: float = 0, **attributes: Value) -> str:
    """A defined group, shown at a place, perhaps scaled or turned by some degrees."""
    return element("use", href=f"#{ID}{name}", transform=move(x, y, scale, turn), **attributes)


def paint(name: str) -> str:
    """The defined gradient, pattern or clip path as the value of an attribute."""
    return f"url(#{ID}{name})"


def unique(drawing: str) -> str:
    """The drawing with ids made from its content, so that several in one page do not disturb each other."""
    return drawing.replace(ID, f"lr{crc32(drawing.encode()):08x}-")


def move(x: float, y: float, scale: float = 1, turn: float = 0) -> str:
    """The text of a `transform` attribute.

    >>> move(3, 4), move(0, 0, turn=90)
    ('translate(3 4)', 'translate(0 0) rotate(90)')
    """
    steps = [f"translate({num(x)} {num(y)})"]
    if turn:
        steps.append(f"rotate({num(turn)})")
    if scale != 1:
        steps.append(f"scale({num(scale)})")
    return " ".join(steps)


def _value(value: Value) -> str:
    return escape(value) if isinstance(value, str) else num(value)
