"""Reports of tournaments (``report.html``) and experiments (``report.md``) in a folder. Only files inside
of it are served, and no script of theirs comes near the keys that a browser keeps for this table."""

from __future__ import annotations

import asyncio
import os
import re
from dataclasses import dataclass
from pathlib import Path
from urllib.parse import quote

import markdown2
from fastapi import FastAPI
from fastapi.responses import FileResponse, Response
from nicegui import ui

from longroad.errors import NoSuchGameError
from longroad.web.library.finished import iso_date
from longroad.web.pages.frame import frame
from longroad.web.pages.region import Region
from longroad.web.pages.rendering import render

#: Levels of folders that are looked through, reports that are listed, bytes of a text that is shown.
_DEPTH, _MOST, _MOST_TEXT = 4, 200, 2 * 2**20
_NAMES = ("report.html", "report.md")
#: What may be served, with its type.
_TYPES = {
    ".html": "text/html; charset=utf-8",
    ".svg": "image/svg+xml",
    ".png": "image/png",
    ".json": "application/json",
    ".md": "text/plain; charset=utf-8",
}
_POLICY = "sandbox allow-scripts; default-src 'self' 'unsafe-inline' data:"
_RELATIVE = re.compile(r'(<img src=")(?![a-z]+:|/)([^"]*)')


class NoSuchReportError(NoSuchGameError):
    """A report that is not there."""


@dataclass(frozen=True)
class Report:
    """A report: the folder it lies in, relative to that of all, and when it was written."""

    name: str
    file: str
    date: str

    @property
    def address(self) -> str:
        """Where it is shown.

        >>> Report("a b", "report.html", "").address, Report("a b", "report.md", "").address
        ('/reports/a%20b/report.html', '/report/a%20b')
        """
        if self.file == "report.md":
            return f"/report/{quote(self.name)}"
        return f"/reports/{quote(self.name)}{'/' if self.name else ''}{self.file}"

    @property
    def title(self) -> str:
        """What it is called in a list."""
        return self.name or self.file


class Reports:
    """The reports below a folder, which need not exist."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder

    def all(self) -> list[Report]:
        """The newest first."""
        found = []
        for path, folders, files in os.walk(self.folder):
            here = Path(path).relative_to(self.folder)
            if len(here.parts) >= _DEPTH:
                folders.clear()
            folders[:] = sorted(name for name in folders if not name.startswith("."))
            file = next((name for name in _NAMES if name in files), None)
            if file is not None and self._inside(Path(path) / file):
                date = iso_date((Path(path) / file).stat().st_mtime)
                found.append(Report("" if here == Path() else here.as_posix(), file, date))
            if len(found) >= _MOST:
                break
        return sorted(found, key=lambda report: report.date, reverse=True)

    def file(self, path: str) -> Path:
        """A file of a report; raises NoSuchReportError for what is not inside the folder, or of a kind that
        is not served."""
        wanted = self.folder / path
        if "\0" in path or wanted.suffix not in _TYPES or not self._inside(wanted) or not wanted.is_file():
            raise NoSuchReportError(f"there is no report {path[:80]!a}")
        return wanted

    def _inside(self, path: Path) -> bool:
        return path.resolve().is_relative_to(self.folder.resolve())


def register(app: FastAPI, reports: Reports) -> None:
    """Serves them; a text is shown as a page."""

    @app.get("/reports/{path:path}", include_in_schema=False)
    async def report(path: str) -> Response:
        file = await asyncio.to_thread(reports.file, path)
        headers = {"Content-Security-Policy": _POLICY, "X-Content-Type-Options": "nosniff"}
        return FileResponse(file, media_type=_TYPES[file.suffix], headers=headers)

    @ui.page("/report/{path:path}")
    async def text(path: str) -> None:
        try:
            file = await asyncio.to_thread(reports.file, f"{path}/report.md" if path else "report.md")
            html = await asyncio.to_thread(lambda: markdown_html(_read(file), path))
        except NoSuchReportError as error:
            html = render("library_none", reason=str(error))
        with frame("Report", "/library", styles=("study.css",)):
            Region(html).classes("prose")


def markdown_html(text: str, folder: str) -> str:
    """A text as HTML, without any HTML of its own; its pictures lie beside it.

    >>> markdown_html("# One\\n\\n![a](b.png) <script>", "x")
    '<h1>One</h1>\\n\\n<p><img src="/reports/x/b.png" alt="a" /> &lt;script&gt;</p>\\n'
    """
    html = str(markdown2.markdown(text, extras=["tables", "fenced-code-blocks"], safe_mode="escape"))
    prefix = f"/reports/{quote(folder)}/" if folder else "/reports/"
    return _RELATIVE.sub(lambda found: f"{found[1]}{prefix}{found[2]}", html)


def _read(file: Path) -> str:
    with file.open(encoding="utf-8", errors="replace") as opened:
        return opened.read(_MOST_TEXT)
