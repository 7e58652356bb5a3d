"""docs/reference/views.md is complete: it names all that a bot can read, and nothing else."""

from __future__ import annotations

import re
from typing import Any

import pytest

from docs.pages import ROOT
from longroad import catan
from longroad.catan import topology

PAGE = (ROOT / "docs" / "reference" / "views.md").read_text(encoding="utf-8")
FIELDS = ("intersection", "path", "hex", "player", "resource", "card", "sum", "give", "get")
#: The page writes a blank cell as ``| |``.
ROW = re.compile(r"^\| `(.+)` \| `(.+)` \| (.*?) ?\|$", re.MULTILINE)


def section(title: str) -> str:
    found = re.search(rf"^## {title}\n(.*?)(?=^## |\Z)", PAGE, re.MULTILINE | re.DOTALL)
    assert found, title
    return found[1]


def public(thing: Any) -> set[str]:
    return {name for name in dir(thing) if not name.startswith("_")}


def named(text: str) -> set[str]:
    """The words that stand in code, also as ``name(p)`` and ``view.name``."""
    return {word for code in re.findall(r"`([^`]+)`", text) for word in re.findall(r"\w+", code)}


@pytest.mark.parametrize(
    ("title", "thing"),
    [("View", catan.View), ("Board", catan.Board), ("Action", catan.Action), ("Randomness", catan.Rng)],
)
def test_every_public_attribute_is_named(title: str, thing: type) -> None:
    assert public(thing) - named(section(title)) == set()


@pytest.mark.parametrize(
    ("title", "thing"),
    [("View", catan.View), ("Board", catan.Board), ("Topology", topology), ("Randomness", catan.Rng)],
)
def test_the_first_column_of_its_tables_names_only_what_is_there(title: str, thing: Any) -> None:
    cells = re.findall(r"^\| (`.*?) \|", section(title), re.MULTILINE)
    names = [re.match(r"\w+", code)[0] for cell in cells for code in re.findall(r"`([^`.]+)`", cell)]  # type: ignore[index]
    assert names and [name for name in names if not hasattr(thing, name)] == []
    assert len(names) == len(set(names))


def test_every_table_of_the_topology_is_named() -> None:
    assert {name for name in public(topology) if name.isupper()} - named(section("Topology")) == set()


@pytest.mark.parametrize(("text", "kind", "fields"), ROW.findall(section("Action")))
def test_an_action_has_the_fields_of_its_kind(text: str, kind: str, fields: str) -> None:
    action = catan.Action.parse(text)
    assert action.kind == kind
    assert [name for name in FIELDS if getattr(action, name) is not None] == sorted(
        named(fields), key=FIELDS.index
    )
    assert action.is_chance == (kind in ("dice", "stole", "drew"))


def test_all_texts_of_the_rules_page_are_in_the_table_of_actions() -> None:
    rules = (ROOT / "docs" / "reference" / "rules.md").read_text(encoding="utf-8")
    table = rules.partition("## Moves and chance, as text")[2].partition("Bundles list")[0]
    texts = [
        code for cell in re.findall(r"^\| (`.*?) \|", table, re.MULTILINE) for code in cell.split("`")[1::2]
    ]
    assert len(texts) == 24 and set(texts) == {text for text, _, _ in ROW.findall(section("Action"))}
