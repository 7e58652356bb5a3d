"""The bots of examples/ sit down at a table of their own and play to the end."""

from __future__ import annotations

import asyncio
import shutil
import sys
from pathlib import Path

import pytest

from web.serving import table
from web.tables import in_loop

EXAMPLES = Path(__file__).parents[2] / "examples"
RULES = "official,target_points=4,turn_cap=60"


async def ran(*words: str) -> tuple[int | None, str]:
    process = await asyncio.create_subprocess_exec(*words, stdout=-1, stderr=-2)
    told, _ = await process.communicate()
    return process.returncode, told.decode()


async def played(folder: Path, *bot: str) -> None:
    async with table(folder) as t:
        code, told = await ran(*bot, t.url, "", RULES)
        assert code == 0, told
        lines = told.splitlines()
        assert lines[0].startswith("You settle on ") and lines[-1].startswith("over: ")
        made = await t.begin(seats=[{"kind": "agent", "agent": "planner"}, {"kind": "link"}], rules=RULES)
        code, told = await ran(*bot, t.url, made["invitations"]["1"])
        assert code == 0 and "Bot" not in told.splitlines()[-1], told
        code, told = await ran(*bot, t.url, made["invitations"]["1"])
        assert code == 1 and "403: this invitation was used already" in told


@in_loop
async def test_the_one_in_python(tmp_path: Path) -> None:
    await played(tmp_path, sys.executable, str(EXAMPLES / "table_bot.py"))


@pytest.mark.skipif(shutil.which("node") is None, reason="needs Node.js")
@in_loop
async def test_the_one_in_javascript(tmp_path: Path) -> None:
    await played(tmp_path, "node", str(EXAMPLES / "table_bot.mjs"))
