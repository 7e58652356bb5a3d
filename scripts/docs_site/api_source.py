"""What griffe, which reads the sources for the API pages, has to be told of ours.

The native module is known by its stubs, a ``#:`` comment above a name is its docstring, the sentence of an
option is that option's, and examples are blocks of code.
"""

from __future__ import annotations

import ast
import re
from pathlib import Path
from typing import Any

import griffe

#: A comment that describes the name on the line after it, or on its own line.
_ABOVE = re.compile(r"^\s*#: ?(.*)$")
_BESIDE = re.compile(r"  #: ?(.*)$")


class Longroad(griffe.Extension):
    """The extension that mkdocs.yml names."""

    def on_package(self, *, pkg: griffe.Module, loader: Any = None, **_: Any) -> None:
        """Adds the native module and gives every name the docstring that a reader of the source sees."""
        if pkg.path == "longroad":
            _add_stubs(pkg, Path(str(pkg.filepath)).parent / "_native")
            for module in modules_of(pkg):
                _describe(module, str(module.filepath))


def modules_of(module: griffe.Module) -> list[griffe.Module]:
    """A module and all below it."""
    below = [one for one in module.members.values() if isinstance(one, griffe.Module)]
    return [module, *(found for one in below for found in modules_of(one))]


def _add_stubs(package: griffe.Module, folder: Path) -> None:
    collection = package.lines_collection

    def read(name: str, path: Path, parent: griffe.Module) -> griffe.Module:
        # Python 3.11 does not know the type parameters of functions that a stub may use.
        code = re.sub(r"(def \w+)\[\w+\]\(", r"\1(", path.read_text(encoding="utf-8"))
        collection[path] = code.splitlines()
        found = griffe.visit(
            name,
            path,
            code,
            parent=parent,
            lines_collection=collection,
            modules_collection=parent.modules_collection,
        )
        parent.set_member(name, found)
        return found

    native = read("_native", folder / "__init__.pyi", package)
    for path in sorted(folder.glob("*.pyi")):
        if path.stem != "__init__":
            read(path.stem, path, native)


def _describe(thing: griffe.Object, path: str) -> None:
    """Docstrings of a module's or class's names, the attributes' from comments."""
    if thing.docstring:
        thing.docstring.value = with_blocks(thing.docstring.value)
    for member in thing.members.values():
        if member.is_alias or isinstance(member, griffe.Module):
            continue
        if isinstance(member, griffe.Attribute) and not member.docstring and member.lineno:
            words = help_of(member) or comment_at(thing.lines_collection[Path(path)], member.lineno)
            if words:
                member.docstring = griffe.Docstring(words, parent=member)
        if isinstance(member, griffe.Object):
            _describe(member, path)


def help_of(member: griffe.Attribute) -> str:
    """The sentence of an option that is declared as ``option(default, "sentence")``, else nothing."""
    value = member.value
    if not isinstance(value, griffe.ExprCall) or str(value.function) != "option" or len(value.arguments) < 2:
        return ""
    try:
        words = ast.literal_eval(str(value.arguments[1]))
    except (SyntaxError, ValueError):
        return ""
    return words if isinstance(words, str) else ""


def comment_at(lines: list[str], number: int) -> str:
    """The ``#:`` comment of the name that is assigned on this line, counted from 1.

    >>> comment_at(["#: Who decides;", "#: None at chance.", "actor: int = 0", "x = 1  #: Here."], 3)
    'Who decides; None at chance.'
    >>> comment_at(["x = 1  #: Here."], 1)
    'Here.'
    """
    found: list[str] = []
    above = number - 2
    while above >= 0 and (match := _ABOVE.match(lines[above])):
        found.insert(0, match[1])
        above -= 1
    beside = _BESIDE.search(lines[number - 1])
    return " ".join(found) or (beside[1] if beside else "")


def with_blocks(text: str) -> str:
    """A docstring whose examples (``>>>``) are fenced, so that Markdown takes them as code.

    >>> print(with_blocks("Adds.\\n\\n>>> 1 + 1\\n2\\n\\nThat is all.").replace("`", "'"))
    Adds.
    <BLANKLINE>
    '''pycon
    >>> 1 + 1
    2
    '''
    <BLANKLINE>
    That is all.
    """
    done, inside = [], False
    for line in text.splitlines():
        if not inside and line.lstrip().startswith(">>> "):
            if done and done[-1].strip():
                done.append("")
            done.append("```pycon")
            inside = True
        elif inside and not line.strip():
            done.append("```")
            inside = False
        done.append(re.sub(r"\s*# doctest: .*$", "", line) if inside else line)
    return "\n".join([*done, "```"] if inside else done)
