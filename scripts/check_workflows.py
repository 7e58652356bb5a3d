"""What holds for every GitHub workflow here; a quick test, needs PyYAML and nothing from the network.

    python scripts/check_workflows.py      prints what is wrong, one line each; exit code 1 if anything is

- Actions are pinned to a commit, with the version beside it as a comment.
- A workflow grants nothing (``permissions: {}``); each job names what it needs.
- Every workflow has a ``concurrency`` group, every job a ``timeout-minutes``.
- A checkout leaves no credentials behind, and nothing that a stranger can write (a title, a branch's name) is
  pasted into a command.
- Where shellcheck is installed, the commands pass it.

``make workflows`` also runs actionlint and zizmor.
"""

from __future__ import annotations

import re
import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import yaml

WORKFLOWS = Path(__file__).resolve().parents[1] / ".github" / "workflows"
PINNED = re.compile(r"[\w.-]+/[\w./-]+@[0-9a-f]{40}")
VERSION = re.compile(r"#\s*v\d+\.\d+\.\d+$")
PASTED = re.compile(r"\$\{\{[^}]*\bgithub\.(event|head_ref|ref_name)\b")


def findings(text: str) -> Iterator[str]:
    """What is wrong with a workflow."""
    told: dict[str, Any] = yaml.safe_load(text)
    if told.get("permissions") != {}:
        yield "permissions: must be {}, each job names its own"
    if "group" not in (told.get("concurrency") or {}):
        yield "concurrency: needs a group"
    for name, job in told["jobs"].items():
        if "permissions" not in job:
            yield f"{name}: names no permissions"
        if "uses" not in job and "timeout-minutes" not in job:
            yield f"{name}: has no timeout-minutes"
        for step in job.get("steps", ()):
            yield from (f"{name}: {wrong}" for wrong in _of_step(step))
    for line in text.splitlines():
        if "uses:" in line and not _is_ours(line.split("uses:")[1].strip()) and not VERSION.search(line):
            yield f"no version as a comment: {line.strip()}"


def _is_ours(used: str) -> bool:
    return used.startswith("./")


def _of_step(step: dict[str, Any]) -> Iterator[str]:
    used = step.get("uses", "")
    if used and not _is_ours(used) and not PINNED.fullmatch(used):
        yield f"{used} is not pinned to a commit"
    if used.startswith("actions/checkout@") and step.get("with", {}).get("persist-credentials") is not False:
        yield "checkout without persist-credentials: false"
    if PASTED.search(step.get("run", "")):
        yield f"pastes what others write into a command: {step['run'].strip()}"
    if "run" in step and step.get("shell", "bash") == "bash" and shutil.which("shellcheck"):
        yield from _shellcheck(step["run"])


def _shellcheck(commands: str) -> Iterator[str]:
    """Findings about the commands; an expression of the workflow counts as a word."""
    script = re.sub(r"\$\{\{.*?\}\}", "word", commands)
    done = subprocess.run(
        ["shellcheck", "--shell=bash", "--format=gcc", "-"], input=script, capture_output=True, text=True
    )
    yield from done.stdout.splitlines()


def main() -> int:
    """Exit code."""
    files = sorted(WORKFLOWS.glob("*.yml"))
    wrong = [f"{path.name}: {what}" for path in files for what in findings(path.read_text())]
    print("\n".join(wrong) or f"{len(files)} workflows are as they should be")
    return 1 if wrong or not files else 0


if __name__ == "__main__":
    sys.exit(main())
