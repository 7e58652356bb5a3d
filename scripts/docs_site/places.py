"""Where things are: pages of the site, and files of the repository that pages lead to.

A page links to files as they lie in the repository, so that it can be read there, too. On the site a link to
another page leads to that page; any other file (a model card, an example, a source file) becomes a page below
``repository/``, and ARCHITECTURE.md is the page of explanations that shows it.
"""

from __future__ import annotations

import os
import re
from collections.abc import Callable, Iterable
from pathlib import Path, PurePosixPath

ROOT = Path(__file__).resolve().parents[2]
DOCS = ROOT / "docs"
#: Files outside docs/ that have a page of their own there.
SHOWN = {"ARCHITECTURE.md": "explanation/architecture.md"}
#: Pages of the repository that the site has, whether or not another page leads to them.
PROJECT = ("README.md", "CONTRIBUTING.md", "SECURITY.md", "CHANGELOG.md")


_FENCED = re.compile(r"^( *)(`{3,}|~{3,})[^\n]*\n.*?^\1\2 *$", re.MULTILINE | re.DOTALL)
_LINK = re.compile(r"(!?\[(?:[^\[\]]|\[[^\]]*\])*\])\(([^()\s]+)\)")


def mended(text: str, page: Path, change: Callable[[str], str]) -> str:
    """The text with the target of every link outside of code changed."""

    def in_prose(prose: str) -> str:
        parts = re.split(r"(`[^`\n]+`)", prose)
        whole = "".join(
            part if not part.startswith("`") else f"\0{index}\0" for index, part in enumerate(parts)
        )
        whole = _LINK.sub(lambda link: f"{link[1]}({change(link[2])})", whole)
        return re.sub(r"\0(\d+)\0", lambda mark: parts[int(mark[1])], whole)

    done, at = [], 0
    for block in _FENCED.finditer(text):
        done += [in_prose(text[at : block.start()]), block[0]]
        at = block.end()
    return "".join([*done, in_prose(text[at:])])


def targets(text: str, page: Path) -> Iterable[Path]:
    """The files and folders of the repository that a page leads to."""
    found: list[Path] = []

    def note(link: str) -> str:
        target = file_of(link, page)
        if target is not None:
            found.append(target)
        return link

    mended(text, page, note)
    return found


def file_of(link: str, page: Path) -> Path | None:
    """The file or folder behind a link of a page; None for other addresses and for what is not there."""
    path = link.partition("#")[0]
    if not path or "://" in link or link.startswith(("mailto:", "/")):
        return None
    found = (page.parent / path).resolve()
    return found if found.exists() and found.is_relative_to(ROOT) else None


def place_of(path: Path) -> str:
    """Where the site has a file or folder of the repository, from its root."""
    inside = path.relative_to(ROOT).as_posix()
    if inside in SHOWN:
        return SHOWN[inside]
    if path.is_relative_to(DOCS):
        page = path.relative_to(DOCS).as_posix()
        if path.is_dir():
            index = "README.md" if (path / "README.md").exists() else "index.md"
            return index if page == "." else f"{page}/{index}"
        return page
    if path.is_dir():
        return f"repository/{inside}/index.md"
    return f"repository/{inside}" if path.suffix == ".md" else f"repository/{inside}.md"


def link_from(place: str, target: str) -> str:
    """The link from one place of the site to another one."""
    return os.path.relpath(target, PurePosixPath(place).parent.as_posix())


def for_site(text: str, page: Path, place: str) -> str:
    """A page of the repository with its links as they have to be at a place of the site."""

    def change(link: str) -> str:
        target = file_of(link, page)
        if target is None:
            return link
        hash_mark = link[link.index("#") :] if "#" in link else ""
        return link_from(place, place_of(target)) + hash_mark

    return mended(text, page, change)
