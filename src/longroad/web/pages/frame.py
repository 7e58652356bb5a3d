"""What stands around every page: the header with its navigation, the theme, fonts, styles and the script."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from html import escape
from importlib.resources import files
from pathlib import Path
from zlib import crc32

from nicegui import app, ui

from longroad.web.pages.region import Region

#: The pages of the navigation.
NAVIGATION = (("Play", "/"), ("Watch", "/watch"), ("Review", "/review"), ("Library", "/library"))
_STATIC, _FONTS = "/table-static", "/table-fonts"
_MARK = (
    '<svg class="mark" viewBox="-34 -34 68 68" aria-hidden="true">'
    '<polygon points="0,-32 27.7,-16 27.7,16 0,32 -27.7,16 -27.7,-16" fill="#d9a441"/>'
    '<path d="M-9 21L-3-19M9 21L3-19" stroke="#fffdf8" stroke-width="6" stroke-linecap="round"/></svg>'
)


def install() -> None:
    """Serves styles, script and fonts; once per process."""
    app.add_static_files(_STATIC, _folder("longroad.web.pages") / "static")
    app.add_static_files(_FONTS, _folder("longroad.drawing") / "fonts")


@contextmanager
def frame(
    title: str,
    here: str = "",
    *,
    wide: bool = False,
    styles: tuple[str, ...] = (),
    scripts: tuple[str, ...] = (),
) -> Iterator[None]:
    """The page around what is written in the block. ``here`` is its address in the navigation; a ``wide``
    page uses the whole window. ``styles`` and ``scripts`` are more files of the folder ``static``.

    The block writes its own heading, an ``h1``.
    """
    ui.page_title(f"{title} - Longroad")
    for script in ("table.js", *scripts):
        ui.add_head_html(f'<script src="{_address(script)}"></script>')
    for style in ("table.css", *styles):
        ui.add_head_html(f'<link rel="stylesheet" href="{_address(style)}">')
    with ui.element("div").classes("page wide" if wide else "page"):
        with ui.element("header").classes("top"):
            Region(_header(here))
        with ui.element("main").props('id="main"'):
            yield


def _header(here: str) -> str:
    links = "".join(
        f'<a href="{address}"{" aria-current=page" if address == here else ""}>{escape(name)}</a>'
        for name, address in NAVIGATION
    )
    return (
        f'<a class="brand" href="/" aria-label="Longroad">{_MARK}<span>Longroad</span></a>'
        f'<nav aria-label="Pages">{links}</nav>'
        '<button type="button" class="plain theme" data-theme-switch aria-label="Light or dark">'
        '<svg viewBox="0 0 24 24" aria-hidden="true"><path d="M12 3a9 9 0 1 0 0 18z"/>'
        '<circle cx="12" cy="12" r="8" fill="none" stroke="currentColor" stroke-width="2"/></svg></button>'
    )


def _folder(package: str) -> Path:
    return Path(str(files(package)))


def _address(name: str) -> str:
    """Of a static file; another one when it changes, so that no browser keeps the old one."""
    content = (_folder("longroad.web.pages") / "static" / name).read_bytes()
    return f"{_STATIC}/{name}?{crc32(content):08x}"
