"""Which public names have no docstring: run as a program it lists them and fails if there are any.

Modules, classes, functions and methods need one; a method that overrides a documented one has its.
"""

from __future__ import annotations

import sys
from pathlib import Path

import griffe
from api_source import Longroad, modules_of

SOURCE = Path(__file__).resolve().parents[2] / "src"


def package(source: Path = SOURCE, name: str = "longroad") -> griffe.Module:
    """A package as the reference shows it, read from its sources."""
    loader = griffe.GriffeLoader(
        search_paths=[source], allow_inspection=False, extensions=griffe.load_extensions(Longroad())
    )
    found = loader.load(name)
    assert isinstance(found, griffe.Module)
    return found


def undocumented(package: griffe.Module) -> list[str]:
    """The public names of a package without a docstring, with file and line."""
    found = [name for module in modules_of(package) if _public(module.path) for name in _below(module)]
    bare = [module for module in modules_of(package) if _public(module.path) and not module.docstring]
    return sorted([*found, *(f"{module.path} ({module.filepath})" for module in bare)])


def _public(path: str) -> bool:
    """The native module counts: others export what is in it."""
    return not any(part.startswith("_") for part in path.split(".") if part != "_native")


def _below(thing: griffe.Object) -> list[str]:
    found: list[str] = []
    for name, member in thing.members.items():
        if member.is_alias or name.startswith("_") or not isinstance(member, griffe.Class | griffe.Function):
            continue
        if not member.docstring and not _inherits(thing, name):
            found.append(f"{member.path} ({member.relative_filepath}:{member.lineno})")
        if isinstance(member, griffe.Class):
            found += _below(member)
    return found


def _inherits(thing: griffe.Object, name: str) -> bool:
    if not isinstance(thing, griffe.Class):
        return False
    for base in thing.bases:
        target = _class_at(thing, base)
        if target is None:
            continue
        member = target.members.get(name)
        if (member is not None and member.docstring) or _inherits(target, name):
            return True
    return False


def _class_at(thing: griffe.Object, base: str | griffe.Expr) -> griffe.Class | None:
    """The class of ours behind a base; a name that stands for a class with parameters is looked through."""
    path = base if isinstance(base, str) else base.canonical_path
    try:
        found = thing.modules_collection[path]
        target = found.final_target if isinstance(found, griffe.Alias) else found
    except (KeyError, griffe.AliasResolutionError):
        return None  # of another library
    if isinstance(target, griffe.Attribute) and isinstance(target.value, griffe.Expr):
        return _class_at(target, target.value)
    return target if isinstance(target, griffe.Class) else None


if __name__ == "__main__":
    missing = undocumented(package())
    print(*missing, sep="\n")
    sys.exit(bool(missing))
