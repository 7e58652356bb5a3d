"""The hooks of MkDocs that make the site of docs/ (mkdocs.yml names this file).

- Pages that are not in the navigation of mkdocs.yml are added to the section of their folder.
- A comment such as ``<!-- longroad: commands -->`` is replaced by what Longroad itself says.
- Links to files outside of docs/ lead to pages of their own (``places``, ``repository``).
- The Python reference has a page per package (``python_api``).
"""

from __future__ import annotations

import logging
import re
from typing import Any

import commands
import declared_options
import python_api
import repository
from mkdocs.structure.files import File, Files, InclusionLevel
from places import DOCS, PROJECT, ROOT, for_site, place_of

log = logging.getLogger("mkdocs.plugins.longroad")

#: Folders of docs/ and the section of the navigation that takes their pages.
SECTIONS = {
    "tutorials": "Tutorials",
    "how-to": "How-to",
    "reference": "Reference",
    "explanation": "Explanation",
    "results": "Results",
}
#: The section of pages that are in no folder.
LOOSE = "How-to"
#: What a browser loads by itself: scripts, pictures, frames, style sheets.
_FETCHED = re.compile(
    r"<(?:script|img|iframe|source|video|link(?=[^>]*stylesheet))\b[^>]*\b(?:src|href)=[\"'](https?:[^\"']+)"
)
_MARK = re.compile(r"^<!-- longroad: (\w+) -->$", re.MULTILINE)


def on_config(config: Any) -> Any:
    """Completes the navigation: pages of docs/ that it does not name, the Python reference, the project."""
    nav = {title: pages for section in config.nav for title, pages in section.items()}
    named = set(_named(config.nav))
    for path in sorted(DOCS.rglob("*.md")):
        page = path.relative_to(DOCS).as_posix()
        section = SECTIONS.get(page.partition("/")[0], LOOSE)
        if page not in named:
            nav[section].append(page)
    nav["Reference"].append({"Python": _python_nav()})
    nav["Project"] = [place_of(ROOT / name) for name in PROJECT if (ROOT / name).exists()]
    config.nav = [{title: pages} for title, pages in nav.items()]
    return config


def on_files(files: Files, config: Any) -> Files:
    """Adds the pages that are made."""
    made = repository.pages()
    made |= {python_api.place(package.name): python_api.page(package) for package in python_api.packages()}
    for place, text in made.items():
        inclusion = InclusionLevel.INCLUDED if place in set(_named(config.nav)) else InclusionLevel.NOT_IN_NAV
        files.append(File.generated(config, place, content=text, inclusion=inclusion))
    return files


def on_page_markdown(markdown: str, page: Any, **_: Any) -> str:
    """Mends the links of a page and fills in what Longroad says itself."""
    place = page.file.src_uri
    if page.file.generated_by is not None:
        return markdown
    markdown = for_site(markdown, DOCS / place, place)
    return _MARK.sub(lambda mark: FILLED[mark[1]](), markdown)


def on_post_page(output: str, page: Any, **_: Any) -> str:
    """Warns, which fails a strict build, of anything that a reader's browser would fetch from elsewhere."""
    for address in _FETCHED.findall(output):
        log.warning("Page '%s' loads '%s' from outside.", page.file.src_uri, address)
    return output


def _architecture() -> str:
    path = ROOT / "ARCHITECTURE.md"
    return for_site(path.read_text(encoding="utf-8").partition("\n")[2], path, place_of(path))


#: What a mark is replaced by.
FILLED = {
    "agents": declared_options.agents,
    "architecture": _architecture,
    "commands": commands.reference,
    "python": python_api.overview,
    "rules": declared_options.rules,
    "training": declared_options.training,
}


def _named(nav: Any) -> list[str]:
    if isinstance(nav, str):
        return [nav]
    parts = nav.values() if isinstance(nav, dict) else nav
    return [page for part in parts for page in _named(part)]


def _python_nav() -> list[Any]:
    """A page per package, those of a room together."""
    rooms: dict[str, list[Any]] = {}
    for package in python_api.packages():
        room = ".".join(package.name.split(".")[:2])
        rooms.setdefault(room, []).append({package.name: python_api.place(package.name)})
    return [pages[0] if len(pages) == 1 else {room: pages} for room, pages in rooms.items()]
