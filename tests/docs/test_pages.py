"""The pages say what is true: what README and docs show is run, and prints what they show.

``pages.py`` says how a block is written; ``left_out.txt`` lists what is not run, with a reason each.
"""

from __future__ import annotations

import re
import shlex
from pathlib import Path

import pytest
import typer.main

from docs.pages import (
    LEFT_OUT,
    ROOT,
    Command,
    LeftOut,
    Program,
    Saved,
    Step,
    left_out,
    long_lines,
    pages,
    steps,
)
from docs.running import agrees, run_page
from longroad.cli import app
from longroad.cli.cluster import with_address

NOT_RUN = left_out(LEFT_OUT.read_text(encoding="utf-8"))
STEPS = {page: steps((ROOT / page).read_text(encoding="utf-8")) for page in pages()}


def is_run(page: str, step: Step) -> bool:
    return not any(entry.matches(page, step) for entry in NOT_RUN)


#: Pages with something to run.
RUN = {page: [step for step in found if is_run(page, step)] for page, found in STEPS.items()}
RUN = {page: found for page, found in RUN.items() if any(not isinstance(step, Saved) for step in found)}

#: Commands that are not run; their options must still exist.
PARSED = [
    (page, step.text)
    for page, found in STEPS.items()
    for step in found
    if isinstance(step, Command) and step.text.startswith("longroad ") and not is_run(page, step)
]


@pytest.mark.parametrize("page", ["ARCHITECTURE.md", "CHANGELOG.md", "CONTRIBUTING.md", *pages()])
def test_lines_of_prose_are_short(page: str) -> None:
    assert long_lines((ROOT / page).read_text(encoding="utf-8")) == []


def test_the_readme_is_short() -> None:
    assert len((ROOT / "README.md").read_text(encoding="utf-8").splitlines()) < 120


@pytest.mark.parametrize("page", RUN)
def test_what_a_page_shows_is_what_is_printed(tmp_path: Path, page: str) -> None:
    run_page(RUN[page], tmp_path)


@pytest.mark.parametrize(("page", "command"), PARSED)
def test_commands_that_are_not_run_have_options_that_exist(page: str, command: str) -> None:
    group = typer.main.get_command(app)
    assert isinstance(group, typer.core.TyperGroup)
    name, *words = with_address(shlex.split(command)[1:])
    group.commands[name].make_context(name, words).close()


@pytest.mark.parametrize("entry", NOT_RUN, ids=str)
def test_what_is_left_out_is_still_shown(entry: LeftOut) -> None:
    assert any(entry.matches(entry.page, step) for step in STEPS.get(entry.page, []))


def test_what_is_left_out_has_a_reason() -> None:
    with pytest.raises(ValueError, match="PAGE: PATTERN # REASON"):
        left_out("README.md: make demo\n")


@pytest.mark.parametrize("page", pages())
def test_links_lead_somewhere(page: str) -> None:
    text = (ROOT / page).read_text(encoding="utf-8")
    links = re.findall(r"\]\(([^)#]+)", re.sub(r"^```.*?^```$", "", text, flags=re.MULTILINE | re.DOTALL))
    local = [link for link in links if "://" not in link]
    assert [link for link in local if not ((ROOT / page).parent / link).exists()] == []


def test_a_long_line_of_prose_is_found() -> None:
    assert long_lines(f"short\n```\n{'code ' * 40}\n```\n{'long ' * 40}\n{'x' * 140}\n") == [5]


def test_every_kind_of_block_becomes_its_step() -> None:
    page = """
```console
$ longroad match A B
one
...
$ longroad agents
```
```
longroad bench  # fast
longroad match \\
  A
```
```python
# my_bot.py
X = 1
```
```python
x = 2
```
```text
longroad nothing
```
"""
    assert steps(page) == [
        Command("longroad match A B", ["one", "..."]),
        Command("longroad agents", []),
        Command("longroad bench", None),
        Command("longroad match    A", None),
        Saved("my_bot.py", "# my_bot.py\nX = 1\n"),
        Program("x = 2\n"),
    ]


@pytest.mark.parametrize(
    ("block", "right"),
    [
        ("```python\nprint(1 + 1)  # 2\n```\n", True),
        ("```python\nprint(1 + 1)  # 3\n```\n", False),
        ("```python\nprint(1 + 1)\n```\n", False),
        ("```python\n>>> 1 + 1\n2\n```\n", True),
        ("```python\n>>> 1 + 1\n3\n```\n", False),
        ("```python\nx = 2\n```\n```python\n>>> x\n2\n>>> y = 3\n```\n```python\nprint(y)  # 3\n```\n", True),
        (
            "```python\n# my_bot.py\nX = 4\n```\n```python\nprint(open('my_bot.py').read()[-2])  # 4\n```\n",
            True,
        ),
        ("```\nlongroad agents\n```\n", True),
        ("```\nlongroad agents nobody\n```\n", False),
        ("```\nmake demo\n```\n", False),
        ("```console\n$ longroad show --seed 7\nno board\n```\n", False),
        (
            "```console\n$ longroad agents x  # exits with 2\nlongroad: agent 'x': no such agent...\n```\n",
            False,
        ),
        ("```console\n$ longroad show --at 3  # exits with 2\n...\n```\n", True),
        ("```console\n$ longroad show --at 3\n...\n```\n", False),
    ],
)
def test_a_page_is_right_or_wrong(tmp_path: Path, block: str, right: bool) -> None:
    if right:
        run_page(steps(block), tmp_path)
    else:
        with pytest.raises(AssertionError):
            run_page(steps(block), tmp_path)


@pytest.mark.parametrize(
    ("printed", "shown", "agree"),
    [
        (["a  1", "95 games/s"], ["a 1", "244 games/s"], True),
        (["a 1"], ["a 2"], False),
        (["│ b │ 0.004 │"], ["│ b   │  10.250 │"], True),
        (["│ b │ 62.0% │"], ["│ b │ 61.0% │"], False),
        (["2.2 s, 2.3 s of CPU"], ["31 s, 30 s of CPU"], True),
        (["a", "b", "c"], ["a", "..."], True),
        (["a", "b", "c"], ["...", "d"], False),
        (["a", "b"], ["a"], False),
    ],
)
def test_what_counts_as_the_same_output(printed: list[str], shown: list[str], agree: bool) -> None:
    assert agrees(printed, shown) is agree
