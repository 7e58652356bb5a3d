"""What ``longroad`` says when it is asked for nothing, and what to try next."""

from __future__ import annotations

import shutil
import sys
from pathlib import Path

import longroad

#: The most useful commands, and what each is for.
FIRST = (
    ("play", "play in your browser: opponents of any strength, a coach, reviews"),
    ("match planner value --games 100", "let agents play each other; win rates with intervals"),
    ("rate planner", "how strong an agent is, also one of your own"),
    ("openings --seed 7", "where to settle on a board, drawn as a map"),
    ("analyse game.jsonl", "review a game: turning points, mistakes, luck"),
)


def command() -> str:
    """How a person calls this program here: by its name where the shell finds it, else as it was called.

    >>> isinstance(command(), str)
    True
    """
    called = Path(sys.argv[0])
    if called.name == "__main__.py":
        return "python -m longroad"
    if called.name != "longroad" or shutil.which("longroad") or not called.exists():
        return "longroad"
    try:
        return str(called.resolve().relative_to(Path.cwd()))
    except ValueError:
        return str(called)


def greeting() -> str:
    """The most useful commands, and where the others are."""
    called = command()
    lines = [(f"{called} {arguments}", what) for arguments, what in FIRST]
    width = max(len(line) for line, _ in lines)
    return "\n".join(
        [
            f"Longroad {longroad.__version__}: Catan, played, learnt and studied.",
            "",
            *(f"  {line:{width}}   {what}" for line, what in lines),
            "",
            f"{called} --help lists all commands, {called} COMMAND --help explains one with examples.",
        ]
    )


def after_playing(folder: Path) -> str:
    """What to try next, for somebody who has closed the table."""
    called = command()
    return "\n".join(
        [
            "next:",
            f"  {called} play                 opens the table again, with all games",
            f"  {called} play --terminal      plays in this shell",
            f"  {called} rate planner         measures an agent; your own: docs/tutorials/write_a_bot.md",
            f"games are kept in {folder}",
        ]
    )
