"""Pages for files of the repository: text as it is, source files as blocks of code, folders as lists."""

from __future__ import annotations

import ast
from pathlib import Path

from places import DOCS, PROJECT, ROOT, SHOWN, for_site, link_from, place_of, targets

#: How a source file is coloured, by its ending.
LANGUAGES = {
    ".py": "python",
    ".pyi": "python",
    ".mjs": "javascript",
    ".js": "javascript",
    ".hpp": "cpp",
    ".cpp": "cpp",
    ".yaml": "yaml",
    ".toml": "toml",
    ".json": "json",
    ".sh": "bash",
}
#: Pages that are read in the repository and are not found by the search of the site.
_HEAD = "---\nsearch:\n  exclude: true\n---\n\n"


def pages() -> dict[str, str]:
    """The text of every page below ``repository/``, by its place: what pages of docs/ lead to, and what those
    lead to."""
    waiting = sorted(DOCS.rglob("*.md"))
    waiting += [ROOT / name for name in (*SHOWN, *PROJECT) if (ROOT / name).exists()]
    seen, found = set(waiting), {}
    while waiting:
        page = waiting.pop()
        place = place_of(page)
        if not page.is_relative_to(DOCS) and page.relative_to(ROOT).as_posix() not in SHOWN:
            found[place] = page_of(page, place)
        if page.is_dir() or page.suffix == ".md":
            led_to = listed(page) if page.is_dir() else targets(page.read_text(encoding="utf-8"), page)
            new = {path for path in led_to if not path.is_relative_to(DOCS)} - seen
            waiting += sorted(new)
            seen |= new
    return found


def listed(folder: Path) -> list[Path]:
    """The files of a folder that are shown."""
    return [path for path in sorted(folder.rglob("*")) if path.suffix in LANGUAGES and path.is_file()]


def page_of(path: Path, place: str) -> str:
    """The page of a file or folder of the repository."""
    inside = path.relative_to(ROOT).as_posix()
    if path.is_dir():
        lines = [
            f"- [`{file.relative_to(path).as_posix()}`]({link_from(place, place_of(file))}){_about(file)}"
            for file in listed(path)
        ]
        return f"{_HEAD}# {inside}/\n\n" + "\n".join(lines) + "\n"
    text = path.read_text(encoding="utf-8")
    if path.suffix == ".md":
        return for_site(text, path, place)
    fence = "~~~~~~"
    return f"{_HEAD}# {inside}\n\n{fence}{LANGUAGES.get(path.suffix, 'text')}\n{text}{fence}\n"


def _about(path: Path) -> str:
    if path.suffix != ".py":
        return ""
    words = ast.get_docstring(ast.parse(path.read_text(encoding="utf-8"))) or ""
    return f": {words.partition(chr(10) * 2)[0]}" if words else ""
