"""Fails when a room uses one that the design lists after it (ARCHITECTURE.md, "The rooms, lowest first").

    python scripts/check_rooms.py

Reads ``#include "..."`` in cpp/ and imports in src/longroad, also those inside functions and under
TYPE_CHECKING. Plug-ins imported by name (importlib) are not seen, on purpose: their room is chosen at run
time. Names file and line of every violation; exit code 1 if there is one.
"""

from __future__ import annotations

import ast
import re
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path


@dataclass(frozen=True)
class Room:
    """Folders or modules that belong together; ``game`` if they belong to one game only."""

    name: str
    paths: tuple[str, ...]
    game: str = ""


def _room(name: str, *paths: str, game: str = "") -> Room:
    return Room(name, paths or (name,), game)


#: A room uses only itself and rooms above it. Rooms of one game never use those of another.
CPP = (
    _room("core"),  # bits, generators, threads, the contract of a game
    _room("search"),  # looking ahead in any game
    _room("catan/rules", game="catan"),  # what happens, in the order of the rulebook
    _room("catan/knowledge", game="catan"),  # what a player may know: views and beliefs
    _room("catan/codecs", game="catan"),  # policy indices and observations
    _room("catan/evaluation", game="catan"),  # what a position is worth
    _room("catan/learning", game="catan"),  # how the native network learns from decisions
    _room("catan/players", game="catan"),  # who picks a move
    _room("skirmish/rules", game="skirmish"),
    _room("skirmish/codecs", game="skirmish"),
    _room("skirmish/evaluation", game="skirmish"),
    _room("skirmish/players", game="skirmish"),
    _room("batch"),  # many games at once
    _room("bindings"),  # nothing but translation to Python
)
PYTHON = (
    _room(  # what every room may need
        "base",
        "_native",
        "cores",
        "errors",
        "extras",
        "failures",
        "files",
        "folders",
        "locks",
        "record_lines",
        "wording",
        "drawing",
        "plots",
    ),
    _room("jobs"),  # work in pieces, and who does it on this machine
    _room("options"),  # everything a person can set
    _room("models"),  # weights that ship with Longroad, and their files
    _room("catan", game="catan"),  # the games' Python faces
    _room("skirmish", game="skirmish"),
    _room("games"),  # one description per game
    _room("search"),  # Python faces of the searches
    _room("agents"),  # everything that picks a move
    _room("arena"),  # matches, statistics, tournaments, archives, reports
    _room("openings"),  # where to settle
    _room("analysis"),  # what a review says of a position or a game
    _room("nets"),  # networks in PyTorch
    _room("train"),  # learning
    _room("experiments"),  # published results run again
    _room("adapters"),  # other libraries' environments, players and servers
    _room("scale"),  # the same jobs on a cluster
    _room("web/library"),  # finished games, ratings of people
    _room("web/games", "web/games", "web/rates"),  # live games; no HTTP
    _room("web/mcp"),  # a seat for a language model
    _room("web/api"),  # JSON and websocket
    _room("web/terminal"),  # a seat in the shell
    _room("web/pages"),  # the table in the browser
    _room("web"),  # what serves it
    _room("cli", "cli", "__main__"),  # one file per subcommand
)
#: Violations that are known and still to be removed: (file, room it uses). Must become empty.
OPEN: frozenset[tuple[str, str]] = frozenset()


@dataclass(frozen=True)
class Use:
    """A line of a file that uses a path below the root of its language."""

    file: Path
    line: int
    target: str


def complaints(root: Path, open_: frozenset[tuple[str, str]] = OPEN) -> list[str]:
    """What is wrong in the tree below ``root``, a sentence with file and line each."""
    said: list[str] = []
    needed: set[tuple[str, str]] = set()
    for rooms, base, uses in (
        (CPP, root / "cpp", _includes(root / "cpp")),
        (PYTHON, root / "src" / "longroad", _imports(root / "src" / "longroad")),
    ):
        for use in uses:
            where = f"{use.file.relative_to(root)}:{use.line}"
            user = _place(rooms, str(use.file.relative_to(base)))
            used = _place(rooms, use.target)
            if user is None or used is None:
                lost = use.target if used is None else str(use.file.relative_to(base))
                said.append(f"{where}: {lost} is in no room; add it to the table in scripts/check_rooms.py")
            elif not _may_use(rooms, user, used):
                exception = (str(use.file.relative_to(root)), rooms[used].name)
                if exception in open_:
                    needed.add(exception)
                else:
                    said.append(f"{where}: {rooms[user].name} uses {rooms[used].name} ({use.target})")
    said += [
        f"{file} no longer uses {room}: delete its line in OPEN" for file, room in sorted(open_ - needed)
    ]
    return said


def _may_use(rooms: tuple[Room, ...], user: int, used: int) -> bool:
    games = {rooms[user].game, rooms[used].game} - {""}
    return used <= user and (len(games) < 2 or not rooms[user].game)


def _place(rooms: tuple[Room, ...], path: str) -> int | None:
    """The number of the room of a path below cpp/ or src/longroad/."""
    for i, room in enumerate(rooms):
        for own in room.paths:
            if path == own or path.startswith((f"{own}/", f"{own}.")):
                return i
    return None


def _includes(base: Path) -> Iterator[Use]:
    for file in sorted(base.rglob("*.[hc]pp")):
        for number, line in enumerate(file.read_text().splitlines(), 1):
            found = re.match(r'\s*#\s*include\s+"(.*)"', line)
            if found:
                beside = (file.parent / found[1]).resolve()
                own = beside.is_file() and beside.is_relative_to(base.resolve())
                target = str(beside.relative_to(base.resolve())) if own else found[1]
                yield Use(file, number, target)


def _imports(base: Path) -> Iterator[Use]:
    for file in sorted(base.rglob("*.py")):
        inside = file.relative_to(base.parent)
        if inside == Path("longroad/__init__.py"):
            continue  # the package's front, above all rooms
        package = inside.parent.parts
        for node in ast.walk(ast.parse(file.read_text())):
            if isinstance(node, ast.Import):
                names = [alias.name.split(".") for alias in node.names]
            elif isinstance(node, ast.ImportFrom):
                start = package[: len(package) - node.level + 1] if node.level else ()
                module = [*start, *(node.module.split(".") if node.module else ())]
                names = [[*module, alias.name] for alias in node.names]
            elif isinstance(node, ast.Attribute) and isinstance(node.value, ast.Name):
                names = [[node.value.id, node.attr]]  # longroad.arena after import longroad
            else:
                continue
            for name in names:
                if name[0] == base.name and _is_part(base, name[1:]):
                    yield Use(file, node.lineno, "/".join(name[1:]))


def _is_part(base: Path, name: list[str]) -> bool:
    """Whether this names something in a room, not the package itself or a fact of it (__version__)."""
    if not name:
        return False
    first = base / name[0]
    return len(name) > 1 or first.is_dir() or first.with_suffix(".py").is_file()


def main() -> int:
    said = complaints(Path(__file__).resolve().parents[1])
    for sentence in said:
        print(sentence, file=sys.stderr)
    return 1 if said else 0


if __name__ == "__main__":
    sys.exit(main())
