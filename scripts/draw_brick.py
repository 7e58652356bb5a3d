"""Draws docs/pictures/brick.svg: the brick coordinates, and the 5 x 3 kernel around a hex."""

from __future__ import annotations

from pathlib import Path

from longroad.catan import topology
from longroad.files import write_text

SIZE = 34
ROWS, COLUMNS = 11, 21
LEFT, TOP = 40, 40
KERNEL_HEX = 8
COLORS = {"h": "#e8c07a", "n": "#7fb2d9", "e": "#b9d8a8"}
WORDS = {"h": "hex", "n": "intersection", "e": "path"}


def _cell(row: int, column: int, letter: str, number: int) -> str:
    x, y = LEFT + column * SIZE, TOP + row * SIZE
    box = (
        f'<rect x="{x}" y="{y}" width="{SIZE}" height="{SIZE}" fill="{COLORS[letter]}" stroke="#fff" '
        'stroke-width="1.5"/>'
    )
    return (
        box + f'<text x="{x + SIZE / 2}" y="{y + SIZE / 2 + 4}" text-anchor="middle">{letter}{number}</text>'
    )


def _empty(row: int, column: int) -> str:
    x, y = LEFT + column * SIZE, TOP + row * SIZE
    return (
        f'<rect x="{x}" y="{y}" width="{SIZE}" height="{SIZE}" fill="#f2f2f0" stroke="#fff" '
        'stroke-width="1.5"/>'
    )


def _axes() -> list[str]:
    columns = [
        f'<text x="{LEFT + c * SIZE + SIZE / 2}" y="{TOP - 10}" text-anchor="middle" fill="#777">{c}</text>'
        for c in range(COLUMNS)
    ]
    rows = [
        f'<text x="{LEFT - 10}" y="{TOP + r * SIZE + SIZE / 2 + 4}" text-anchor="end" fill="#777">{r}</text>'
        for r in range(ROWS)
    ]
    return columns + rows


def _kernel() -> str:
    row, column = topology.BRICK_HEX[KERNEL_HEX]
    x, y = LEFT + (column - 2) * SIZE, TOP + (row - 1) * SIZE
    return (
        f'<rect x="{x}" y="{y}" width="{5 * SIZE}" height="{3 * SIZE}" fill="none" stroke="#c0392b" '
        'stroke-width="4" rx="4"/>'
    )


def _legend() -> list[str]:
    y = TOP + ROWS * SIZE + 26
    parts = []
    for i, (letter, color) in enumerate(COLORS.items()):
        x = LEFT + i * 120
        parts.append(f'<rect x="{x}" y="{y - 13}" width="18" height="18" fill="{color}"/>')
        parts.append(f'<text x="{x + 26}" y="{y + 1}" font-size="14">{WORDS[letter]}</text>')
    x = LEFT + 350
    parts.append(
        f'<rect x="{x}" y="{y - 13}" width="18" height="18" fill="none" stroke="#c0392b" stroke-width="3"/>'
    )
    parts.append(
        f'<text x="{x + 26}" y="{y + 1}" font-size="14">a 5 x 3 kernel: h{KERNEL_HEX} and all that '
        "touches it</text>"
    )
    return parts


def draw() -> str:
    cells = {(r, c): _empty(r, c) for r in range(ROWS) for c in range(COLUMNS)}
    tables = {"h": topology.BRICK_HEX, "n": topology.BRICK_INTERSECTION, "e": topology.BRICK_PATH}
    for letter, table in tables.items():
        for number, (row, column) in enumerate(table):
            cells[row, column] = _cell(row, column, letter, number)
    width, height = LEFT + COLUMNS * SIZE + 20, TOP + ROWS * SIZE + 50
    body = "\n".join([*cells.values(), *_axes(), _kernel(), *_legend()])
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" width="{width}" '
        f'height="{height}" '
        f'font-family="sans-serif" font-size="11"><rect width="{width}" height="{height}" '
        f'fill="#fff"/>\n{body}\n</svg>\n'
    )


if __name__ == "__main__":
    write_text(Path(__file__).parent.parent / "docs" / "pictures" / "brick.svg", draw())
