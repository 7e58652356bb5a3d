"""A review as one web page that needs nothing else: style, script, board and data are inside it."""

from __future__ import annotations

from os import PathLike
from pathlib import Path

from longroad.analysis.page.html import page_html
from longroad.analysis.review import Review
from longroad.files import write_text


def write_page(path: str | PathLike[str], review: Review) -> None:
    """Writes the page, whole or not at all."""
    write_text(Path(path), page_html(review))


__all__ = ["page_html", "write_page"]
