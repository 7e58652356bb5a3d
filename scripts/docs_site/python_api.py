"""The pages of the Python reference: one per package, with all its public names.

A page shows what the package exports, and then each of its modules with the names that the package does not
export itself. Everything is found in the sources, so a new module or name is on its page by itself.
"""

from __future__ import annotations

import ast
from dataclasses import dataclass
from pathlib import Path

SOURCE = Path(__file__).resolve().parents[2] / "src" / "longroad"
#: Packages without a page: the command line has a reference of its own.
LEFT_OUT = ("longroad.cli",)
#: In this order in the navigation; others follow by name.
FIRST = ("catan", "search", "agents", "arena", "openings", "analysis", "skirmish", "nets", "train")


@dataclass(frozen=True)
class Module:
    """A module or package of the sources."""

    name: str
    path: Path

    @property
    def tree(self) -> ast.Module:
        """Its syntax tree."""
        return ast.parse(self.path.read_text(encoding="utf-8"))

    @property
    def summary(self) -> str:
        """The first sentence of its docstring."""
        words = " ".join((ast.get_docstring(self.tree) or "").partition("\n\n")[0].split())
        return words.partition(". ")[0].rstrip(".:") + "."

    @property
    def exports(self) -> list[str]:
        """What ``__all__`` names."""
        for node in self.tree.body:
            if isinstance(node, ast.Assign) and getattr(node.targets[0], "id", "") == "__all__":
                return list(ast.literal_eval(node.value))
        return []

    @property
    def defined(self) -> list[str]:
        """The public classes, functions and constants that are defined in it, in its order."""
        found: list[str] = []
        for node in self.tree.body:
            if isinstance(node, ast.ClassDef | ast.FunctionDef | ast.AsyncFunctionDef):
                found.append(node.name)
            elif isinstance(node, ast.AnnAssign) and isinstance(node.target, ast.Name):
                found.append(node.target.id)
            elif isinstance(node, ast.Assign):
                found += [target.id for target in node.targets if isinstance(target, ast.Name)]
        return list(dict.fromkeys(name for name in found if not name.startswith("_")))


def packages() -> list[Module]:
    """All packages with a page; the first one is ``longroad`` itself."""
    found = [Module("longroad", SOURCE / "__init__.py")]
    for path in sorted(SOURCE.rglob("__init__.py")):
        parts = path.parent.relative_to(SOURCE).parts
        name = ".".join(["longroad", *parts])
        if parts and not any(part.startswith("_") for part in parts) and not _left_out(name):
            found.append(Module(name, path))
    return sorted(found, key=_order)


def _left_out(name: str) -> bool:
    return any(name == one or name.startswith(f"{one}.") for one in LEFT_OUT)


def _order(package: Module) -> tuple[int, str]:
    room = package.name.split(".")[1] if "." in package.name else ""
    return (0 if not room else 1 + FIRST.index(room) if room in FIRST else 99, package.name)


def modules(package: Module) -> list[Module]:
    """The public modules directly in a package."""
    paths = sorted(package.path.parent.glob("*.py"))
    return [Module(f"{package.name}.{path.stem}", path) for path in paths if not path.stem.startswith("_")]


def place(package: str) -> str:
    """Where the site has a package's page."""
    return f"reference/python/{package}.md"


def page(package: Module) -> str:
    """The text of a package's page: directives for mkdocstrings."""
    exported = package.exports
    lines = [f"# {package.name}", "", _directive(package.name, exported)]
    for module in modules(package):
        names = [name for name in module.defined if name not in exported]
        if names or not exported:
            lines += [f"## {module.name.removeprefix(package.name + '.')} {{ #{module.name}-module }}", ""]
            lines.append(_directive(module.name, names))
    return "\n".join(lines) + "\n"


def _directive(name: str, members: list[str]) -> str:
    listed = "".join(f"\n        - {member}" for member in members)
    shown = f"members:{listed}" if members else "members: false"
    return f"::: {name}\n    options:\n      {shown}\n"


def overview() -> str:
    """A list of all packages with a sentence each, for the page of references."""
    lines = []
    for package in packages():
        depth = package.name.count(".")
        indent = "    " * max(0, depth - 1)
        lines.append(f"{indent}- [`{package.name}`](python/{package.name}.md): {package.summary}")
    return "\n".join(lines)
