"""The site of docs/: what is filled in is complete, and links lead where they should.

``make docs-check`` builds it strictly.
"""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import commands
import declared_options
import places
import pytest
import python_api
import repository
import typer.main

from docs.pages import ROOT
from longroad.agents import REGISTRIES
from longroad.cli import app
from longroad.train.presets import PRESETS

DOCS = ROOT / "docs"
KINDS = {"tutorials", "how-to", "reference", "explanation", "results"}


def test_every_page_is_of_one_kind() -> None:
    assert {path.relative_to(DOCS).parts[0] for path in DOCS.glob("*/**/*.md")} == KINDS


@pytest.fixture(scope="module")
def longroad_package() -> Any:
    """The package as griffe reads it."""
    pytest.importorskip("griffe", reason="griffe is not installed")
    from docstrings import package

    return package()


def test_every_public_name_has_a_docstring(longroad_package: Any) -> None:
    from docstrings import undocumented

    assert undocumented(longroad_package) == []


def test_a_missing_docstring_is_found(tmp_path: Path) -> None:
    pytest.importorskip("griffe", reason="griffe is not installed")
    from docstrings import package, undocumented

    (tmp_path / "things").mkdir()
    (tmp_path / "things" / "__init__.py").write_text(
        '"""Things."""\n\nclass A:\n    """An A."""\n    def known(self):\n        """Known."""\n'
        "    def unknown(self): ...\n    def _hidden(self): ...\n"
        'class B(A):\n    """A B."""\n    def known(self): ...\n    def new(self): ...\ndef free(): ...\n'
    )
    (tmp_path / "things" / "bare.py").write_text("x = 1\n")
    found = [line.partition(" ")[0] for line in undocumented(package(tmp_path, "things"))]
    assert found == ["things.A.unknown", "things.B.new", "things.bare", "things.free"]


def test_comments_and_helps_are_docstrings(longroad_package: Any) -> None:
    found = longroad_package
    assert found["errors.BotError.traceback"].docstring.value.startswith("Where a Python agent was")
    assert found["train.run.settings.NetworkSettings.network"].docstring.value.startswith(
        "The network's arch"
    )
    assert found["_native.Action"].docstring is not None


def test_every_public_module_is_in_the_python_reference() -> None:
    shown = [
        module.name for package in python_api.packages() for module in (package, *python_api.modules(package))
    ]
    source = python_api.SOURCE
    there = {
        ".".join(["longroad", *path.relative_to(source).with_suffix("").parts]).removesuffix(".__init__")
        for path in source.rglob("*.py")
    }
    public = {name for name in there if not any(part.startswith("_") for part in name.split("."))}
    assert len(shown) == len(set(shown))
    assert {name for name in public - set(shown) if not name.startswith(python_api.LEFT_OUT)} == set()


def test_the_page_of_a_package_names_everything_in_it() -> None:
    catan = next(package for package in python_api.packages() if package.name == "longroad.catan")
    page = python_api.page(catan)
    assert "        - VectorEnv\n" in page and "::: longroad.catan.onlookers" in page
    assert page.count("- VectorEnv\n") == 1, "not in its module once more"


def test_the_command_line_is_there_with_all_its_options() -> None:
    text = commands.reference()
    group = typer.main.get_command(app)
    assert isinstance(group, typer.core.TyperGroup)
    for name, command in group.commands.items():
        part = re.search(rf"^## {name}$.*?(?=^## |\Z)", text, re.MULTILINE | re.DOTALL)
        assert part, name
        options = [parameter for parameter in command.params if parameter.param_type_name == "option"]
        assert [one.opts[0] for one in options if f"{one.opts[0]}" not in part[0]] == []


def test_agents_and_settings_are_there_with_all_their_options() -> None:
    text = declared_options.agents()
    for registry in REGISTRIES.values():
        for name, info in registry.items():
            assert f"### {name}" in text
            assert [option for option in info.options if f"| `{option}` |" not in text] == []
    text = declared_options.training()
    for name, preset in PRESETS.items():
        part = text.partition(f"\n## {name}\n")[2].partition("\n## ")[0]
        assert [one for one in preset.declared if f"| `{one}` |" not in part] == []


def test_every_mark_can_be_filled() -> None:
    filled = set(
        re.findall(r'^    "(\w+)": [a-z_.]+,$', (ROOT / "scripts/docs_site/hooks.py").read_text(), re.M)
    )
    marks = {
        mark
        for path in DOCS.rglob("*.md")
        for mark in re.findall(r"^<!-- longroad: (\w+) -->$", path.read_text(), re.M)
    }
    assert marks == filled


@pytest.mark.parametrize(
    ("page", "link", "on_site"),
    [
        ("docs/how-to/data.md", "../reference/data.md#archives", "../reference/data.md#archives"),
        (
            "docs/reference/web_api.md",
            "../../examples/table_bot.py",
            "../repository/examples/table_bot.py.md",
        ),
        ("docs/explanation/architecture.md", "../../ARCHITECTURE.md", "architecture.md"),
        ("ARCHITECTURE.md", "docs/explanation/knowledge.md", "knowledge.md"),
        ("README.md", "docs/tutorials/", "../tutorials/index.md"),
        ("README.md", "docs/results/", "../results/README.md"),
        ("CHANGELOG.md", "docs/how-to/table.md", "../how-to/table.md"),
        ("docs/index.md", "https://example.org", "https://example.org"),
        ("docs/index.md", "#below", "#below"),
        ("docs/index.md", "nowhere.md", "nowhere.md"),
    ],
)
def test_links_on_the_site(page: str, link: str, on_site: str) -> None:
    path = ROOT / page
    assert places.for_site(f"See [it]({link}).", path, places.place_of(path)) == f"See [it]({on_site})."


def test_code_is_left_alone() -> None:
    page = DOCS / "index.md"
    text = "`[a](../README.md)`\n\n```python\nx[0](../README.md)\n```\n"
    assert places.for_site(text, page, "index.md") == text


def test_files_of_the_repository_that_pages_lead_to_are_pages() -> None:
    made = repository.pages()
    assert "repository/src/longroad/models/fast2p.md" in made and "repository/CONTRIBUTING.md" in made
    assert "import httpx" in made["repository/examples/table_bot.py.md"]
    assert "](pettingzoo_random.py.md)" in made["repository/examples/index.md"]


def test_nothing_is_fetched_from_elsewhere() -> None:
    settings = (ROOT / "mkdocs.yml").read_text()
    assert "font: false" in settings and "://" not in settings
