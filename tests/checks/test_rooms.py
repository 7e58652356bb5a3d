"""The room check: this tree passes it, and a room that uses a later one is named with file and line."""

from __future__ import annotations

from pathlib import Path

import pytest
from check_rooms import complaints

ROOT = Path(__file__).resolve().parents[2]


def planted(tmp_path: Path, files: dict[str, str]) -> Path:
    """A tree with these files, and a module in every Python room for them to import."""
    names = ("catan", "skirmish", "search", "agents", "arena", "cli")
    for path, text in {**{f"src/longroad/{name}/__init__.py": "" for name in names}, **files}.items():
        (tmp_path / path).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / path).write_text(text)
    return tmp_path


def test_this_tree_passes() -> None:
    assert complaints(ROOT) == []


@pytest.mark.parametrize(
    ("path", "text", "complaint"),
    [
        ("src/longroad/catan/a.py", "import longroad.arena\n", ":1: catan uses arena (arena)"),
        ("src/longroad/agents/a.py", "\nfrom longroad import cli\n", ":2: agents uses cli (cli)"),
        ("src/longroad/agents/net/a.py", "from ...arena import b\n", ":1: agents uses arena (arena/b)"),
        (
            "src/longroad/catan/a.py",
            "from longroad.skirmish import S\n",
            ":1: catan uses skirmish (skirmish/S)",
        ),
        ("src/longroad/skirmish/a.py", "from longroad.catan.b import C\n", "skirmish uses catan (catan/b/C)"),
        ("src/longroad/search/a.py", "def f():\n    import longroad.agents\n", ":2: search uses agents"),
        (
            "src/longroad/search/a.py",
            "from typing import TYPE_CHECKING\nif TYPE_CHECKING:\n    from longroad.agents import Agent\n",
            ":3: search uses agents (agents/Agent)",
        ),
        ("src/longroad/search/a.py", "import longroad\nlongroad.cli.main()\n", ":2: search uses cli"),
        ("src/longroad/errors.py", "from longroad.catan import Rules\n", ":1: base uses catan"),
        ("src/longroad/attic/a.py", "from longroad.catan import Rules\n", "attic/a.py is in no room"),
        ("cpp/core/a.hpp", '#include "catan/rules/state.hpp"\n', "a.hpp:1: core uses catan/rules"),
        ("cpp/catan/rules/a.hpp", '\n#include "catan/players/b.hpp"\n', ":2: catan/rules uses catan/players"),
        ("cpp/catan/players/a.hpp", '#include "skirmish/rules/b.hpp"\n', "catan/players uses skirmish/rules"),
        ("cpp/skirmish/rules/a.hpp", '#include "catan/rules/b.hpp"\n', "skirmish/rules uses catan/rules"),
        ("cpp/search/a.hpp", '#include "../batch/match.hpp"\n', "../batch/match.hpp is in no room"),
    ],
)
def test_a_planted_violation_is_named(tmp_path: Path, path: str, text: str, complaint: str) -> None:
    said = complaints(planted(tmp_path, {path: text}), frozenset())
    assert len(said) == 1 and said[0].startswith(path) and complaint in said[0]


def test_earlier_rooms_other_libraries_and_names_in_texts_are_fine(tmp_path: Path) -> None:
    arena = (
        "import json\nimport longroad\nimport longroad.agents.net\nfrom longroad import __version__, catan\n"
        "from longroad.errors import E\nfrom . import play\nimport importlib\n"
        "importlib.import_module('longroad.cli')\n"
    )
    skirmish = (
        '#include <vector>\n#include "core/bits.hpp"\n#include "search/uct.hpp"\n#include "cards.hpp"\n'
    )
    batch = '#include "catan/players/b.hpp"\n#include "skirmish/players/b.hpp"\n'
    tree = planted(
        tmp_path,
        {
            "src/longroad/arena/a.py": arena,
            "cpp/skirmish/rules/a.hpp": skirmish,
            "cpp/skirmish/rules/cards.hpp": "",
            "cpp/batch/a.hpp": batch,
        },
    )
    assert complaints(tree, frozenset()) == []


def test_an_open_exception_is_forgiven_until_it_is_not_needed(tmp_path: Path) -> None:
    file = "src/longroad/catan/a.py"
    tree = planted(tmp_path, {file: "import longroad.agents\nimport longroad.arena\n"})
    (said,) = complaints(tree, frozenset({(file, "agents")}))
    assert said.startswith(f"{file}:2: catan uses arena")
    (tree / file).write_text("")
    assert complaints(tree, frozenset({(file, "agents")})) == [
        f"{file} no longer uses agents: delete its line in OPEN"
    ]
