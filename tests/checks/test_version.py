"""The version in its places, and the tag of a release."""

from __future__ import annotations

from pathlib import Path

import check_version
import pytest


@pytest.fixture
def tree(tmp_path: Path) -> Path:
    """A small one that agrees on 1.2.3."""
    (tmp_path / "src" / "longroad").mkdir(parents=True)
    (tmp_path / "pyproject.toml").write_text('[project]\nversion = "1.2.3"\n')
    (tmp_path / "src" / "longroad" / "__init__.py").write_text('__version__ = "1.2.3"\n')
    (tmp_path / "CITATION.cff").write_text('cff-version: 1.2.0\nversion: "1.2.3"\n')
    (tmp_path / "CHANGELOG.md").write_text("# Changelog\n\n## 1.2.3 (2026-12-01)\n")
    return tmp_path


def test_ours_agree() -> None:
    assert list(check_version.findings(None)) == []


def test_a_tag_that_names_it_passes(tree: Path) -> None:
    assert list(check_version.findings("v1.2.3", tree)) == []


def test_another_tag_is_told(tree: Path) -> None:
    assert list(check_version.findings("v1.2.4", tree)) == [
        "the tag v1.2.4 is not v1.2.3, the version of pyproject.toml"
    ]


def test_a_place_that_was_forgotten_is_told(tree: Path) -> None:
    (tree / "CITATION.cff").write_text("cff-version: 1.2.0\nversion: 1.2.2\n")
    assert list(check_version.findings(None, tree)) == ["CITATION.cff says 1.2.2, pyproject.toml 1.2.3"]


def test_a_release_needs_its_section_of_the_changelog(tree: Path) -> None:
    (tree / "CHANGELOG.md").write_text("# Changelog\n\n## Unreleased\n")
    assert list(check_version.findings("v1.2.3", tree)) == ["CHANGELOG.md has no section ## 1.2.3"]
