"""PNG pictures: the size of the drawing times two, not blank, with their text, on any machine the same."""

from __future__ import annotations

import io
import re
from pathlib import Path

import numpy as np
import numpy.typing as npt
import pytest

from cli.running import CommandLine
from longroad import catan, skirmish
from longroad.catan.drawing import svg
from property.random_games import position

pytest.importorskip("resvg_py")
image = pytest.importorskip("PIL.Image")

from longroad.drawing.png import png  # noqa: E402

SVG = "http://www.w3.org/2000/svg"
WHITE = '<rect width="20" height="20" fill="#fff"/>'
GAME = position(catan.Rules(players=4), 4, 120)


def pixels(data: bytes) -> npt.NDArray[np.uint8]:
    return np.asarray(image.open(io.BytesIO(data)).convert("RGB"))


def without_text(drawing: str) -> str:
    return re.sub(r"<text.*?</text>", "", drawing)


@pytest.mark.parametrize(
    "drawing", [svg(GAME), svg(catan.Board.generate(seed=7)), svg(GAME.view(0), width=400)]
)
def test_size_and_colours(drawing: str) -> None:
    width, height = (float(re.search(rf'{side}="([\d.]+)"', drawing)[1]) for side in ("width", "height"))  # type: ignore[index]
    drawn = pixels(png(drawing))
    assert drawn.shape[:2] == pytest.approx((2 * height, 2 * width), abs=1)
    colours = np.unique(drawn.astype(np.uint32) @ np.array([65536, 256, 1], np.uint32))
    assert len(colours) > 1000, "neither blank nor flat"


@pytest.mark.parametrize(
    "drawing", [svg(GAME), svg(GAME, labels=True), skirmish.drawing.svg(skirmish.State())]
)
def test_text_is_drawn(drawing: str) -> None:
    assert without_text(drawing) != drawing
    changed = (pixels(png(drawing)) != pixels(png(without_text(drawing)))).any(axis=2)
    assert changed.sum() > 2000


def test_every_piece_of_text_is_drawn() -> None:
    """Each one leaves a mark: no letter is missing in the fonts that ship with Longroad."""
    words = set(re.findall(r"<text[^>]*>([^<]+)</text>", svg(GAME, labels=True)))
    assert len(words) > 50
    for letter in sorted(set("".join(words)) - {" "}):
        for family in ("sans-serif", "serif"):
            shape = f'<text x="4" y="15" font-weight="700" font-family="{family}">{letter}</text>'
            drawn = pixels(png(f'<svg xmlns="{SVG}" width="20" height="20">{WHITE}{shape}</svg>'))
            assert (drawn < 128).any(), (letter, family)


def test_show_writes_it(line: CommandLine, tmp_path: Path) -> None:
    out = tmp_path / "board.png"
    ran = line("show", "--seed", 7, "--out", out)
    assert (ran.code, ran.out, ran.err) == (0, "", f"wrote {out}\n")
    assert out.read_bytes() == png(svg(catan.Board.generate(seed=7)))


def test_openings_write_it(line: CommandLine, tmp_path: Path) -> None:
    out = tmp_path / "map.png"
    ran = line("openings", "--seed", 7, "--flat", 1, "--play", "random", "--rounds", 20, "--out", out)
    assert ran.code == 0 and pixels(out.read_bytes()).shape[1] == 1800


def test_other_kinds_are_refused(line: CommandLine, tmp_path: Path) -> None:
    for command in ("show", "openings"):
        ran = line(command, "--out", tmp_path / "board.jpg")
        assert ran.code == 2 and "pictures are written as .svg or .png" in ran.err
    assert list(tmp_path.iterdir()) == []
