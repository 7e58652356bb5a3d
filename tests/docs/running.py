"""Runs the steps of a page and compares what they print with what the page shows."""

from __future__ import annotations

import contextlib
import doctest
import io
import os
import re
import shlex
import subprocess
import sys
from pathlib import Path
from typing import Any

from docs.pages import ROOT, Command, Program, Saved, Step

#: Figures of time: games per second, seconds, and the last column of a table of agents (milliseconds).
TIMES = (r"[\d,.]+(?= games/s)", r"[\d.]+(?= s\b)", r"\d+\.\d{3}(?= │$)")


def masked(line: str) -> str:
    """The line with figures of time masked; runs of blanks and rules of tables count as one blank."""
    line = line.rstrip()
    for pattern in TIMES:
        line = re.sub(pattern, "TIME", line)
    return re.sub(r"[ ━─]+", " ", line).strip()


def agrees(printed: list[str], shown: list[str]) -> bool:
    """Whether these lines were printed; ``...`` stands for any number of lines."""
    parts = ["(?:.*\n)*" if line == "..." else re.escape(masked(line)) + "\n" for line in shown]
    return re.fullmatch("".join(parts), "".join(f"{masked(line)}\n" for line in printed)) is not None


def run_command(command: Command, folder: Path) -> None:
    """Runs a command of Longroad in a process of its own; its exit code and output must be as shown."""
    name, *words = shlex.split(command.text)
    assert name == "longroad", f"{command.text}: only commands of longroad are run; list others as left out"
    here = {**os.environ, "COLUMNS": "80", "PYTHONPATH": os.pathsep.join(filter(None, sys.path))}
    program = [sys.executable, "-c", "from longroad.cli import main; main()", *words]
    error = subprocess.STDOUT if command.code else subprocess.PIPE
    done = subprocess.run(program, cwd=folder, env=here, stdout=subprocess.PIPE, stderr=error, text=True)
    assert done.returncode == command.code, f"{command.text}\n{done.stdout}{done.stderr or ''}"
    if command.shown is not None:
        printed = done.stdout.replace(f"{folder}/", "").splitlines()
        assert agrees(printed, command.shown), "\n".join([command.text, *printed])


def run_program(program: Program, names: dict[str, Any]) -> None:
    """Runs a block of Python with these names; it must print what its comments or examples say."""
    if re.search(r"^>>> ", program.source, re.MULTILINE):
        run_doctest(program, names)
        return
    said = re.findall(r"^ *print\(.*\)  # (.*)$", program.source, re.MULTILINE)
    assert len(said) == program.source.count("print("), f"{program.text}: every print states what it prints"
    with contextlib.redirect_stdout(io.StringIO()) as out:
        exec(compile(program.source, program.text, "exec"), names)
    printed = out.getvalue().splitlines()
    assert agrees(printed, said), "\n".join([program.text, *printed])


def run_doctest(program: Program, names: dict[str, Any]) -> None:
    test = doctest.DocTestParser().get_doctest(program.source, names, program.text, None, 0)
    report = io.StringIO()
    runner = doctest.DocTestRunner(optionflags=doctest.ELLIPSIS, verbose=False)
    runner.run(test, out=report.write, clear_globs=False)
    names.update(test.globs)
    assert runner.failures == 0, report.getvalue()


def run_page(found: list[Step], folder: Path) -> None:
    """Runs the steps in this folder, in which ``docs`` and ``examples`` of the project are at hand."""
    names: dict[str, Any] = {"__name__": "page"}
    for shared in ("docs", "examples"):
        (folder / shared).symlink_to(ROOT / shared)
    with contextlib.chdir(folder):
        for step in found:
            if isinstance(step, Saved):
                (folder / step.name).write_text(step.source, encoding="utf-8")
            elif isinstance(step, Command):
                run_command(step, folder)
            else:
                run_program(step, names)
