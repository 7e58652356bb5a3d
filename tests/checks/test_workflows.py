"""The workflows of GitHub, and the check that watches them."""

from __future__ import annotations

from pathlib import Path

import check_workflows
import pytest

GOOD = """\
permissions: {}
concurrency:
  group: a
jobs:
  only:
    timeout-minutes: 5
    permissions:
      contents: read
    steps:
      - uses: actions/checkout@08c6903cd8c0fde910a37f88322edcfb5dd907a8 # v5.0.0
        with:
          persist-credentials: false
      - run: make test
"""


def test_ours_are_as_they_should_be() -> None:
    files = sorted(check_workflows.WORKFLOWS.glob("*.yml"))
    assert [path.stem for path in files] == ["docs", "release", "tests", "wheels"]
    assert {path.name: list(check_workflows.findings(path.read_text())) for path in files} == {
        path.name: [] for path in files
    }


def test_ours_call_what_there_is() -> None:
    root = Path(check_workflows.WORKFLOWS).parents[1]
    assert (root / ".ci" / "run").exists() and (root / "scripts" / "check_version.py").exists()


def test_a_good_one_passes() -> None:
    assert list(check_workflows.findings(GOOD)) == []


@pytest.mark.parametrize(
    ("good", "bad", "told"),
    [
        ("permissions: {}", "permissions: write-all", "permissions: must be {}"),
        ("  group: a", "  cancel-in-progress: true", "concurrency: needs a group"),
        ("    timeout-minutes: 5\n", "", "only: has no timeout-minutes"),
        ("    permissions:\n      contents: read\n", "", "only: names no permissions"),
        ("08c6903cd8c0fde910a37f88322edcfb5dd907a8", "v5.0.0", "is not pinned to a commit"),
        (" # v5.0.0", "", "no version as a comment"),
        ("persist-credentials: false", "fetch-depth: 0", "checkout without persist-credentials: false"),
        ("make test", "echo ${{ github.event.issue.title }}", "pastes what others write"),
        ("make test", "echo ${{ github.head_ref }}", "pastes what others write"),
    ],
)
def test_what_is_wrong_is_found(good: str, bad: str, told: str) -> None:
    assert GOOD.count(good) == 1
    found = list(check_workflows.findings(GOOD.replace(good, bad)))
    assert any(told in what for what in found), found
