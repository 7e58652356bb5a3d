"""Python files that a person wrote, read without importing them: what can be named as ``module.Class``."""

from __future__ import annotations

import ast
import re
import sys
from pathlib import Path


def searched_folder() -> Path:
    """Where Python looks for modules first: the current folder on the command line, else the program's."""
    return Path(sys.path[0] if sys.path else "").absolute()


def modules_in(folder: Path) -> list[str]:
    """The modules of a folder, by name: its Python files, and the folders that hold some."""
    try:
        found = [path for path in folder.iterdir() if path.stem.isidentifier()]
    except OSError:
        return []
    files = {path.stem for path in found if path.suffix == ".py" and path.is_file()}
    packages = {path.name for path in found if not path.suffix and path.is_dir() and any(path.glob("*.py"))}
    return sorted((files | packages) - {"__init__", "__pycache__"})


def module_file(folder: Path, module: str) -> Path | None:
    """The file of ``module`` or ``package.module`` below a folder, if there is one."""
    file = folder.joinpath(*module.split(".")).with_suffix(".py")
    return file if file.is_file() else None


def classes_in(file: Path) -> list[str]:
    """The public classes at the top level of a file that have a base class, as every agent has; none if the
    file cannot be parsed."""
    try:
        parsed = ast.parse(file.read_bytes())
    except (OSError, SyntaxError, ValueError):
        return []
    classes = [part for part in parsed.body if isinstance(part, ast.ClassDef) and part.bases]
    return [each.name for each in classes if not each.name.startswith("_")]


def class_meant(text: str) -> str:
    """``module.Class`` that somebody meant who wrote ``module:Class``, a file's name or a module alone, or
    options after a colon; empty if the text looks like none of these.

    >>> class_meant("builder.Builder"), class_meant("my_bots.Builder:greed=1"), class_meant("randm")
    ('builder.Builder', 'my_bots.Builder,greed=1', '')
    """
    named, separator, options = [*re.split("([,:])", text, maxsplit=1), "", ""][:3]
    module = named.removesuffix(".py").removeprefix("./").replace("/", ".")
    if not all(part.isidentifier() for part in module.split(".")):
        return ""
    if separator == ":" and options.isidentifier():
        return f"{module}.{options}"
    file = module_file(searched_folder(), module)
    if file or named.endswith(".py"):
        module += f".{next(iter(classes_in(file) if file else ()), 'Class')}"
    elif "." not in module:
        return ""
    return f"{module},{options}" if options else module
