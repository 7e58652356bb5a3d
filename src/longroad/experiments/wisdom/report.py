"""The report: findings first, then each with its picture, and the figures as JSON."""

from __future__ import annotations

import datetime
from pathlib import Path

import longroad
from longroad.experiments import markdown
from longroad.experiments.folder import save_report
from longroad.experiments.machine import cpu_name
from longroad.experiments.request import Request
from longroad.experiments.wisdom import course, luck, middle, start
from longroad.experiments.wisdom.finding import Finding
from longroad.experiments.wisdom.games import AGENT, FULL, SETS
from longroad.experiments.wisdom.rows import Rows


def write_report(request: Request, games: int, found: dict[str, Rows]) -> Path:
    """Writes everything into the run's folder and returns the path of report.md."""
    main = found["official"]
    findings = [
        *start.findings(main),
        *middle.findings(main, found["quiet"]),
        *luck.findings(main, found["deck"], found["mixed"]),
        *course.findings(main),
    ]
    for one in findings:
        one.draw(request.out / f"{one.name}.png")
    options = " --quick" if request.quick else ""
    if request.games:
        options += f" --games {request.games}"
    played = {name: rows.games for name, rows in found.items()}
    first = f" These are the first of the {FULL:,} games that it plays by default." if games < FULL else ""
    sections = [
        "# Conventional wisdom, tested by strong play",
        f"{played['official']:,} games of four players with trading, `{AGENT}` in all four seats, official "
        "rules, a board and dice of its own in every game: what players say about Catan, and what these "
        "games "
        "say of it. It holds for strong players of equal strength who trade a great deal; among beginners it "
        "may differ.",
        f"`longroad experiment wisdom{options} --seed {request.seed}`, run on "
        f"{datetime.date.today().isoformat()} on {cpu_name()} with Longroad {longroad.__version__}.{first} "
        "The "
        "same command gives the same games; it can be killed and resumes, and with more `--games` it goes "
        "on. "
        "Every finding comes with what it does not say.",
        "## In short",
        _summary(findings),
        *(one.section() for one in findings),
        "## How it was done",
        _how(played),
    ]
    data = {
        "seed": request.seed,
        "games": played,
        "agents": {name: list(one.agents) for name, one in SETS.items()},
        "findings": {one.name: one.to_dict() for one in findings},
    }
    return save_report(request.out, sections, data)


def _summary(findings: list[Finding]) -> str:
    rows = [
        [f"[{one.title}](#{_anchor(one.title)})", one.wisdom, f"**{one.verdict}**", one.advice]
        for one in findings
    ]
    return markdown.table(["about", "they say", "verdict", "what you can do with it"], rows)


def _anchor(title: str) -> str:
    """Of a heading, as pages of Markdown make it."""
    return "".join(c for c in title.lower().replace(" ", "-") if c.isalnum() or c == "-")


def _how(played: dict[str, int]) -> str:
    sets = {
        "official": f"four times `{AGENT}`",
        "deck": "the same with balanced dice",
        "quiet": f"`{SETS['quiet'].agents[0]}` among three `{AGENT}`",
        "mixed": ", ".join(f"`{agent}`" for agent in SETS["mixed"].agents),
    }
    table = markdown.table(["games", "players"], [[f"{played[name]:,}", who] for name, who in sets.items()])
    return (
        f"{table}\n\n"
        "Brackets hold 95% intervals: Wilson's for shares of games; for means over several things per game "
        "(rolls, deals, seats) errors are clustered by game, of which each has a board of its own; shares of "
        "variance by the delta method over games. Games are kept as archives in the run's folder (`games/`) "
        "and "
        "replay with `longroad show`; what was read off them is beside them (`rows/`). Of so many 95% "
        "intervals a few miss what they are about.\n\n"
        "Verdicts say whether an interval lies wholly on one side: true here, not true here, undecided. What "
        "goes with winning (resources, harbors) is kept apart from what was tried (the silent player, "
        "balanced dice, unequal players), from what the dice tried for us (cards), and from what the "
        "network judges "
        "(cities, titles, robber, deals)."
    )
