"""What travels to a cluster beside the jobs: modules and programs of your own agents, and networks."""

from __future__ import annotations

import shlex
import shutil
import sys
import sysconfig
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from pathlib import Path

from longroad.agents import FOREIGN, REGISTRIES, make_agent
from longroad.errors import ScaleError

#: Modules that every node must have installed are not sent.
_INSTALLED = ("site-packages", "dist-packages")


@dataclass(frozen=True)
class Baggage:
    """Paths below the working folder that are there on every worker, too, and networks by the name that specs
    have for them."""

    tree: tuple[Path, ...] = ()
    networks: dict[str, Path] = field(default_factory=dict)

    def write_tree(self, folder: Path) -> None:
        """Copies what workers find in their working folder."""
        for path in self.tree:
            target = folder / path
            target.parent.mkdir(parents=True, exist_ok=True)
            if path.is_dir():
                shutil.copytree(path, target, dirs_exist_ok=True)
            else:
                shutil.copy2(path, target)


def baggage_of(specs: Iterable[str], game: str = "catan", more: Iterable[Path] = ()) -> Baggage:
    """What the agents of these specs need, and ``more`` files and folders. Your own agents are made once, so
    that the modules they import are known. Raises AgentSpecError for a spec that names no agent, ScaleError
    for a file of your own agents that is not below the working folder.
    """
    tree: dict[Path, None] = {}
    networks: dict[str, Path] = {}
    own = False
    for spec in dict.fromkeys(specs):
        name, _, text = spec.partition(":")
        if name == "exec":
            tree |= dict.fromkeys(_below_here(Path(word)) for word in shlex.split(text) if _is_file(word))
        elif name in REGISTRIES[game]:
            networks |= {value: Path(value) for value in _values(text) if _is_file(value)}
        elif name == "python" or name in FOREIGN:
            make_agent(spec, game)
            own = True
            tree |= dict.fromkeys(_below_here(Path(value)) for value in _values(text) if _is_file(value))
    if own:
        tree |= dict.fromkeys(own_modules())
    for path in more:
        if not path.exists():
            raise ScaleError(f"--ship {path}: no such file or folder")
        tree[_below_here(path)] = None
    return Baggage(tuple(tree), networks)


def own_modules() -> Iterator[Path]:
    """The files of all modules imported so far that lie below the working folder and are not installed."""
    here = Path.cwd()
    installed = [Path(sysconfig.get_path(name)) for name in ("stdlib", "platstdlib", "purelib", "platlib")]
    package = Path(__file__).resolve().parents[1]
    for module in list(sys.modules.values()):
        file = getattr(module, "__file__", None)
        if file is None or not file.endswith(".py"):
            continue
        path = Path(file).absolute()
        if any(part in _INSTALLED for part in path.parts) or path.is_relative_to(package):
            continue
        if path.is_relative_to(here) and not any(path.is_relative_to(one) for one in installed):
            yield path.relative_to(here)


def _below_here(path: Path) -> Path:
    here = Path.cwd()
    absolute = path.absolute()
    if not absolute.is_relative_to(here):
        raise ScaleError(
            f"{path}: lies outside {here}, the folder that is sent; start from a folder above it"
        )
    return absolute.relative_to(here)


def _values(text: str) -> Iterator[str]:
    for part in text.split(","):
        _, equals, value = part.partition("=")
        if equals:
            yield value.strip()


def _is_file(word: str) -> bool:
    return bool(word) and Path(word).is_file()
