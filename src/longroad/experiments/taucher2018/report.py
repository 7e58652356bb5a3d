"""The report: Markdown, pictures, and the figures as JSON."""

from __future__ import annotations

import datetime
from pathlib import Path
from typing import Any

from longroad.arena.statistics.intervals import wilson_interval
from longroad.experiments import markdown
from longroad.experiments.claims import claims_table
from longroad.experiments.folder import save_report
from longroad.experiments.machine import cpu_name
from longroad.experiments.request import Request
from longroad.experiments.taucher2018 import pictures
from longroad.experiments.taucher2018.claims import claims_of
from longroad.experiments.taucher2018.equal_time import equal_time_table
from longroad.experiments.taucher2018.matches import TABLES, VARIANTS, MatchFigures
from longroad.experiments.taucher2018.published import TABLE_2, TABLE_3, TABLE_4, TABLE_5, Game, Search
from longroad.experiments.taucher2018.readings import readings_table

Results = dict[str, dict[str, Any]]


def write_report(request: Request, searches: Results, matches: dict[str, MatchFigures]) -> Path:
    """Writes everything into the run's folder and returns the path of report.md."""
    options = " --quick" if request.quick else ""
    if request.games:
        options += f" --games {request.games}"
    sections = [
        "# Representative moves on Skirmish",
        "A. H. Taucher, S. Polk, B. J. Oommen: *On Addressing the Challenges of Complex Stochastic Games "
        'Using "Representative" Moves*, AIAI 2018. The paper\'s claims and its Tables 2 to 5, ours beside '
        "theirs. Where the paper leaves its game or its search open, [Skirmish and its paper]"
        "(../../explanation/skirmish.md) says what was taken.",
        f"`longroad experiment taucher2018{options} --seed {request.seed}`, run on "
        f"{datetime.date.today().isoformat()} on {cpu_name()}, searches on one core.",
    ]
    claims = claims_of(searches, matches)
    if claims:
        sections += ["## Claims", claims_table(claims)]
    sections += _tables(request, searches, matches)
    readings, times = readings_table(matches), equal_time_table(matches)
    if readings:
        sections += ["## What the paper leaves open, read otherwise", readings, _READINGS_TOLD]
    if times:
        pictures.draw_times(request.out / "time.png", matches)
        sections += ["## At equal time", times, _TIMES_TOLD, "![at equal time](time.png)"]
    data = {
        "claims": [one.to_dict() for one in claims],
        "searches": searches,
        "matches": {name: match_dict(m) for name, m in matches.items()},
    }
    return save_report(request.out, sections, data)


_READINGS_TOLD = (
    "One change at a time, both players reading alike, all against non-RM at depth 3 on the same cards. "
    "*Root*: whether the player's own next placement is searched with the real cards of its hand or by "
    "averages. *8+ of 10*: the probability that as many of the paper's games or more are won at the measured "
    "rate. *Likelihood*: of both tables together, as a share of what it is at the paper's own rates. The "
    "paper's RM has 29.6 and 28.2 HP in the games it won; its games take 29.6 and 26.2 turns. The options "
    "that choose a reading: `longroad agents expectimax --game skirmish`."
)
_TIMES_TOLD = (
    "The same search with representative moves and with all moves, both with so much time per decision. "
    "Expectiminimax deepens until the time is up (the last finished depth counts); trees simulate until "
    "then. Intervals over blocks of two games with seats exchanged, which share cards or board."
)


def _tables(request: Request, searches: Results, matches: dict[str, MatchFigures]) -> list[str]:
    """The sections of the paper's tables, as far as they were run."""
    sections = []
    if searches:
        pictures.draw_leaves(request.out / "leaves.png", searches)
        sections += [
            "## Table 2: execution time when RMs are employed",
            _table_2(searches),
            "## Table 3: execution time when RMs are not employed",
            _table_3(searches),
            "![leaves by depth](leaves.png)",
        ]
    if all(match.name in matches for match in TABLES):
        pictures.draw_wins(request.out / "wins.png", matches)
        pictures.draw_games(request.out / "games.png", matches)
        sections += [
            "## Table 4: RM against non-RM at equal depth 3",
            _games_table(TABLE_4, matches["table-4"]),
            "## Table 5: RM at depth 5 against non-RM at depth 3",
            _games_table(TABLE_5, matches["table-5"]),
            "## Other depths and classes",
            _matches_table(matches),
            "![win rates](wins.png)",
            "![final health and length of the games](games.png)",
        ]
    return sections


def match_dict(m: MatchFigures) -> dict[str, Any]:
    """The figures of a match."""
    return {
        "games": m.games,
        "wins": [m.wins(0), m.wins(1)],
        "win_rate": m.rate,
        "ci95": list(m.interval),
        "ci95_blocks": list(m.block_interval),
        "winning_hp": [m.winning_hp(0), m.winning_hp(1)],
        "mean_turns": float(m.played.turns.mean()),
        "ms_per_decision": [m.milliseconds(0), m.milliseconds(1)],
    }


def _milliseconds(seconds: float) -> str:
    ms = 1000 * seconds
    return f"{ms:,.0f}" if ms >= 100 else f"{ms:.3g}"


_SEARCH_HEADER = ["depth", "search", "ms", "leaves", "leaves/s", "value"]
#: How the searches left things out, as they are told in the tables.
_EVERY, _BOUNDS, _PROBES, _ALL = "every leaf", "alpha-beta, Star1", "and Star2", "all exact pruning"


def _paper_row(theirs: Search) -> list[str]:
    if theirs.leaves is None or theirs.milliseconds is None:
        return [str(theirs.depth), "paper", "infinite", "infinite", "", ""]
    speed = theirs.leaves / theirs.milliseconds / 1000
    return [
        str(theirs.depth),
        "paper",
        f"{theirs.milliseconds:,}",
        f"{theirs.leaves:,}",
        f"{speed:.2g} M",
        "",
    ]


def _search_row(depth: int, how: str, found: dict[str, Any]) -> list[str]:
    speed = f"{found['leaves'] / found['seconds'] / 1e6:.2g} M"
    value = f"{found['value']:.6f}" if found["complete"] else "(time limit)"
    return [str(depth), f"ours, {how}", _milliseconds(found["seconds"]), f"{found['leaves']:,}", speed, value]


def _table_2(searches: Results) -> str:
    rows = []
    for theirs in TABLE_2:
        rows.append(_paper_row(theirs))
        for short, how in (("every", _EVERY), ("bounds", "alpha-beta"), ("all", _ALL)):
            rows.append(_search_row(theirs.depth, how, searches[f"representative-{theirs.depth}-{short}"]))
    reduction = searches["full-3-every"]["leaves"] / searches["representative-3-every"]["leaves"]
    published = (TABLE_3[0].leaves or 0) / (TABLE_2[0].leaves or 1)
    return (
        f"{markdown.table(_SEARCH_HEADER, rows)}\n\nAt depth 3 representative moves leave 1 leaf of "
        f"{reduction:,.0f} (paper: 1 of {published:,.0f}), both without pruning. The paper's 62,400 at depth "
        "4 may be 6,240: it would then fit its own time (about 25 leaves per ms, as at depth 3), and our "
        "alpha-beta has about as many leaves as the paper at depths 4 and 5."
    )


def _table_3(searches: Results) -> str:
    shallow, deep = TABLE_3
    rows = [_paper_row(shallow)]
    for short, how in (("every", _EVERY), ("bounds", _BOUNDS), ("probes", _PROBES), ("all", _ALL)):
        rows.append(_search_row(3, how, searches[f"full-3-{short}"]))
    rows += [_paper_row(deep), _search_row(4, _ALL, searches["full-4-all"])]
    every = searches["full-3-every"]
    share = every["leaves"] / (shallow.leaves or 1)
    speed = every["leaves"] / every["seconds"]
    return (
        f"{markdown.table(_SEARCH_HEADER, rows)}\n\nEvery leaf visited, ours are {share:.1%} of the "
        "paper's, at "
        f"{speed / 1e6:.0f} million per second (the paper: 2.0 million). "
        "docs/explanation/skirmish.md says which reading of the rules this is, and what others give. "
        "*All exact pruning*: alpha-beta, Star1, Star2, transpositions, and no "
        "move that cannot be "
        "better than another."
    )


def _games_table(theirs: tuple[Game, ...], ours: MatchFigures) -> str:
    """Their games one by one, our first ones beside them, and the figures of all our games."""
    rows = []
    for i, game in enumerate(theirs):
        row = [
            "**RM**" if game.representative_won else "Non-RM",
            str(game.representative_hp),
            str(game.full_hp),
            str(game.moves),
        ]
        if i < ours.games:
            row.append({0: "**RM**", 1: "Non-RM"}.get(int(ours.played.winner[i]), "nobody"))
            row += [str(int(hp)) for hp in ours.played.points[i]]
            row.append(str(int(ours.played.turns[i])))
        rows.append(row + [""] * (8 - len(row)))
    won = [game for game in theirs if game.representative_won]
    low, high = wilson_interval(len(won), len(theirs))
    our_low, our_high = ours.interval
    block_low, block_high = ours.block_interval
    unfinished = ours.games - ours.wins(0) - ours.wins(1)
    header = ["paper: winner", "RM HP", "Non-RM HP", "moves", "ours: winner", "RM HP", "Non-RM HP", "moves"]
    summary = [
        [
            "RM wins",
            f"{len(won)} of {len(theirs)} = {len(won) / len(theirs):.1%}",
            f"{ours.wins(0)} of {ours.games} = {ours.rate:.1%}",
        ],
        ["95% interval (Wilson)", f"{low:.1%} - {high:.1%}", f"{our_low:.1%} - {our_high:.1%}"],
        ["the same over pairs of games with seats exchanged", "-", f"{block_low:.1%} - {block_high:.1%}"],
        ["games that reached the turn cap", "-", str(unfinished)],
        [
            "RM's final HP, all games",
            f"{_mean([g.representative_hp for g in theirs]):.1f}",
            f"{float(ours.played.points[:, 0].mean()):.1f}",
        ],
        [
            "RM's HP in the games it won",
            f"{_mean([g.representative_hp for g in won]):.1f}",
            _number(ours.winning_hp(0)),
        ],
        [
            "Non-RM's HP in the games it won",
            f"{_mean([g.full_hp for g in theirs if not g.representative_won]):.1f}",
            _number(ours.winning_hp(1)),
        ],
        [
            "moves (turns of both)",
            f"{_mean([g.moves for g in theirs]):.1f}",
            f"{float(ours.played.turns.mean()):.1f}",
        ],
    ]
    return (
        f"{markdown.table(header, rows)}\n\nThe paper's games, and the first of our {ours.games} "
        "(seats exchanged every other game). All of "
        f"them:\n\n{markdown.table(['', 'paper', 'ours'], summary)}"
    )


def _number(value: float | None) -> str:
    return "-" if value is None else f"{value:.1f}"


def _mean(values: list[int]) -> float:
    return sum(values) / len(values)


def _matches_table(matches: dict[str, MatchFigures]) -> str:
    rows = []
    for match in (*TABLES, *VARIANTS):
        if match.name not in matches:
            continue
        m = matches[match.name]
        low, high = m.interval
        rows.append(
            [
                match.label,
                str(m.games),
                f"{m.rate:.1%}",
                f"{low:.1%} - {high:.1%}",
                _number(m.winning_hp(0)),
                f"{float(m.played.turns.mean()):.1f}",
                f"{m.milliseconds(0):.2f}",
                f"{m.milliseconds(1):.2f}",
            ]
        )
    header = ["RM against non-RM", "games", "RM wins", "95% interval", "RM's HP", "turns"]
    told = (
        markdown.table([*header, "RM: ms", "non-RM: ms"], rows)
        + "\n\nHP is RM's mean health in the games it won; ms the CPU time of a decision. The player's "
        "next placement is searched with the real cards of its hand; fight, heal and attack averages stand "
        "for all later placements of both players. With *averages at the root too* they stand for the "
        "next placement as well, and the card of the hand with the most of the chosen value is played."
    )
    if any(name.startswith("clusters") for name in matches):
        told += (
            " *Clusters*: the representatives are the means of three clusters of the player's "
            "cards, found by k-means."
        )
    return told
