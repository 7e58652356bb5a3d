"""The report: Markdown, pictures, and the figures as JSON."""

from __future__ import annotations

import datetime
from pathlib import Path
from typing import Any

from longroad.arena.statistics.intervals import wilson_interval
from longroad.experiments import markdown
from longroad.experiments.claims import Claim, claims_table
from longroad.experiments.folder import save_report
from longroad.experiments.machine import cpu_name
from longroad.experiments.ntu2016 import pictures
from longroad.experiments.ntu2016.claims import claims_of
from longroad.experiments.ntu2016.found import Found
from longroad.experiments.ntu2016.games import MOST_ROUNDS
from longroad.experiments.ntu2016.positions import good_pairs
from longroad.experiments.ntu2016.published import BEST_PAIR, EARLIER_MONTE_CARLO, GOOD_PAIR, TABLE
from longroad.experiments.ntu2016.series import (
    FORECASTS,
    SCENARIOS,
    VARIANTS,
    Figures,
    figures,
    gain,
)
from longroad.experiments.request import Request
from longroad.files import write_text
from longroad.openings import Placement, heat_map
from longroad.openings.placements import hexes_text


def write_report(request: Request, found: Found) -> Path:
    """Writes everything into the run's folder and returns the path of report.md."""
    pictures.draw_table(request.out / "table.png", found.table("table"), found.table("six"))
    along = pictures.draw_likelihood(
        request.out / "likelihood.png", found.games[found.one("table", "RR").name]
    )
    pictures.draw_minimax(request.out / "minimax.png", _minimax(found))
    write_text(request.out / "placements.svg", heat_map(found.studies["six"]))
    options = " --quick" if request.quick else ""
    if request.games:
        options += f" --games {request.games}"
    claims = claims_of(found)
    sections = [
        "# Monte-Carlo tree search with trades, and good places to start from",
        "S. Ke, J. Chan: *AI strategy of the Settlers of Catan*, National Taiwan University, 2016. The "
        "table of its section 5.1, ours beside theirs, its figures, the same under official rules, and the "
        "minimax search of the work it builds on "
        "(S. Kaplan-Nelson, S. Leung, N. Troccoli, 2014).",
        f"`longroad experiment ntu2016{options} --seed {request.seed}`, run on "
        f"{datetime.date.today().isoformat()} on {cpu_name()}.",
        "## Claims",
        claims_table(claims),
        "Section 5 by the games with six points to win (see below). The numbers of the report lie outside "
        "our "
        "intervals where it says so.",
        "## The table of section 5.1",
        _table(found),
        "![win rate, rounds and gap](table.png)",
        _how(found),
        "## Good positions (section 4.5)",
        _good(found),
        "![placements](placements.svg)",
        "## Win likelihood along two games",
        _likelihood(along),
        "## From two settlements",
        _two(found),
        "## One change at a time (sections 4.3, 4.4 and 6.2)",
        _variants(found),
        "## Against an enemy that searches (section 4.2)",
        _searching(found),
        "## Under official rules",
        _official(found),
        "## The earlier work: minimax and alpha-beta",
        _earlier(found),
        "![win rates of minimax](minimax.png)",
    ]
    return save_report(request.out, sections, _data(request, found, claims))


def figures_dict(f: Figures) -> dict[str, Any]:
    """Figures for a file."""
    return {
        "played": f.played,
        "discarded": f.discarded,
        "games": f.games,
        "wins": f.wins,
        "win_rate": f.rate,
        "ci95": list(f.interval),
        "rounds": f.rounds,
        "rounds_ci95": f.rounds_interval and list(f.rounds_interval),
        "gap": f.gap,
        "gap_ci95": f.gap_interval and list(f.gap_interval),
    }


def _data(request: Request, found: Found, claims: list[Claim]) -> dict[str, Any]:
    return {
        "seed": request.seed,
        "claims": [one.to_dict() for one in claims],
        "published": {name: row._asdict() for name, row in TABLE.items()},
        "table": {name: figures_dict(f) for name, f in found.table("table").items()},
        "six": {name: figures_dict(f) for name, f in found.table("six").items()},
        "limit_rounds": [found.limit("table"), found.limit("six")],
        "most_rounds": MOST_ROUNDS,
        "good_pairs": {
            name: [_pair_dict(p) for p in good_pairs(s.placements)] for name, s in found.studies.items()
        },
        **{
            section: [
                {
                    "scenario": s.scenario,
                    "agents": [s.first, s.second],
                    **figures_dict(found.figures(s)),
                    "ms_per_round": found.milliseconds(s),
                }
                for s in found.series[section]
            ]
            for section in ("two", "variants", "searching", "official", "earlier")
        },
    }


def _pair_dict(p: Placement) -> dict[str, Any]:
    return {"spots": list(p.intersections), "wins": p.wins, "without_winner": p.ties, "games": p.games}


def _percent(rate: float | None) -> str:
    return "-" if rate is None else f"{rate:.1%}"


def _number(value: float | None) -> str:
    return "-" if value is None else f"{value:.2f}"


def _span(interval: tuple[float, float]) -> str:
    return f"{interval[0]:.1%} - {interval[1]:.1%}"


def _table(found: Found) -> str:
    ten, six = found.table("table"), found.table("six")
    rows: dict[str, list[str]] = {}
    for name, theirs in TABLE.items():
        rate = theirs.wins / theirs.games
        cells = {
            "Win%, report": f"{theirs.win_rate:g}% ({_span(wilson_interval(theirs.wins, theirs.games))})"
        }
        for label, f in (("ours, 10 points", ten[name]), ("ours, 6 points", six[name])):
            cells[label] = f"{_percent(f.rate)} ({_span(f.interval)}){_outside(rate, f.interval)}"
        cells["WinRds, report"] = f"{theirs.rounds:g}"
        for label, f in (("ours, 10 points ", ten[name]), ("ours, 6 points ", six[name])):
            cells[label] = _mean_cell(f.rounds, f.rounds_interval, theirs.rounds)
        cells["WinGap, report"] = f"{theirs.gap:g}"
        for label, f in (("ours, 10 points  ", ten[name]), ("ours, 6 points  ", six[name])):
            cells[label] = _mean_cell(f.gap, f.gap_interval, theirs.gap)
        cells["games with a winner, report"] = str(theirs.games)
        cells["ours, 10 points (and discarded)"] = f"{ten[name].games} ({ten[name].discarded})"
        cells["ours, 6 points (and discarded)"] = f"{six[name].games} ({six[name].discarded})"
        for label, cell in cells.items():
            rows.setdefault(label, []).append(cell)
    return markdown.table(["", *TABLE], [[label.strip(), *cells] for label, cells in rows.items()])


def _outside(theirs: float, interval: tuple[float, float] | None) -> str:
    return "" if interval and interval[0] <= theirs <= interval[1] else " \\*"


def _mean_cell(value: float | None, interval: tuple[float, float] | None, theirs: float) -> str:
    if value is None or interval is None:
        return _number(value)
    return f"{value:.2f} ({interval[0]:.2f} - {interval[1]:.2f}){_outside(theirs, interval)}"


def _how(found: Found) -> str:
    return (
        "\\* The report's number lies outside our 95% interval (Wilson's for shares, normal for means).\n\n"
        "The first letter is the random agent's start, the second that of MCTS: R is drawn among all pairs "
        "of spots that have lumber and brick beside them, G is one of three good pairs. The random agent "
        "moves first. A third settlement and all roads are drawn. WinRds and WinGap are means over the "
        f"games that MCTS won. A game is discarded when nobody has won after {MOST_ROUNDS} rounds. RR-L are "
        f"games of its own; those of more than {found.limit('table')} rounds ({found.limit('six')} with six "
        "points) are discarded, four times the median, as half an hour is of the report's 5 to 10 "
        "minutes.\n\nThe report does not say how many points win. With the official ten, games last about "
        "twice as long as its own. Six was chosen after a look at its figures: of trials with six, seven "
        "and eight points, 60 games per scenario, six came closest to its rounds. It fits its remark that "
        "nobody wins without a city. So its target was probably six or seven; this is our guess.\n\nMCTS is "
        "the agent `ntu2016`: 50 playouts per tree without trades, UCT, a tree per trade, and nothing that "
        "the report does not name. The random agent is the report's: it may make one trade per turn, every "
        "trade and none being equally likely, then builds at random, and accepts half of the offers it "
        "could. The board is the rulebook's for beginners; the report's own is not printed. Harbors are in "
        "use."
    )


def _good(found: Found) -> str:
    rows = []
    labels = {"table": "the report's, 10 points", "six": "the report's, 6 points", "official": "official"}
    for name, label in labels.items():
        study = found.studies[name]
        for p in good_pairs(study.placements):
            decided = p.games - p.ties
            rows.append(
                [
                    label,
                    p.name,
                    " · ".join(hexes_text(study.state.board, place) for place in p.intersections),
                    _percent(p.wins / p.games),
                    _percent(p.ties / p.games),
                    _percent(p.wins / decided if decided else None),
                ]
            )
    ten, six = found.studies["table"], found.studies["six"]
    best = {name: f"{s.best.wins / s.best.games:.1%}" for name, s in found.studies.items()}
    never = [f"{sum(p.wins == 0 for p in s.placements):,}" for s in (ten, six)]
    return (
        markdown.table(["rules", "spots", "hexes", "won", "nobody won", "won of those with a winner"], rows)
        + f"\n\nEvery one of the {len(ten.placements):,} pairs played {ten.best.games:,} games of at "
        "most 600 rounds, two settlements "
        "each, both players building at random without trades, the other one starting anywhere. "
        f"The best pair wins {best['table']} with ten points to win, {best['six']} with six; the report "
        f"found one with {BEST_PAIR:.0%} and took three "
        f"above {GOOD_PAIR:.0%}. {never[0]} pairs never win with ten points, {never[1]} with six. The three "
        "good pairs are the best one, the best apart "
        "from it (no spot shared or adjacent), and the best apart from both. In the figure (six points) "
        "stars mark the best pair; a "
        "disc is the mean win rate of all pairs with that spot."
    )


def _likelihood(drawn: bool) -> str:
    if not drawn:
        return "Too few games for the figure."
    return (
        "![win likelihood along two games](likelihood.png)\n\nThe share of won playouts at the root "
        "when MCTS first moves in a "
        "turn, in two RR games (ten points) that it won: at the 10th and the 90th percentile of length. "
        "Playouts have no trades: without ore and grain in "
        "reach they cannot build a city and do not win, whatever trades could do."
    )


_SERIES_HEADER = ["games", "discarded", "Win%", "95% interval", "WinRds", "WinGap"]


def _cells(f: Figures) -> list[str]:
    return [
        str(f.games),
        str(f.discarded),
        _percent(f.rate),
        _span(f.interval),
        _number(f.rounds),
        _number(f.gap),
    ]


def _two(found: Found) -> str:
    rows = [[s.scenario, *_cells(found.figures(s))] for s in found.series["two"]]
    return (
        markdown.table(["", *_SERIES_HEADER], rows)
        + "\n\nThe report's rules with ten points, and no third settlement. The report expected its "
        "agent to win almost all games then."
    )


def _variants(found: Found) -> str:
    first = found.series["variants"][0]
    plain = found.base(first)
    rows = [
        [
            "`ntu2016`",
            "as above",
            *_cells(figures(plain)),
            "",
            f"{found.milliseconds(found.one('table', 'RR')):.0f}",
        ]
    ]
    for series in found.series["variants"]:
        change = gain(found.games[series.name], plain)
        told = (
            "-"
            if change is None
            else f"{100 * change[0]:+.1f} ({100 * change[1][0]:+.1f} to {100 * change[1][1]:+.1f})"
        )
        rows.append(
            [
                f"`{series.second}`",
                VARIANTS[series.second],
                *_cells(found.figures(series)),
                told,
                f"{found.milliseconds(series):.0f}",
            ]
        )
    return (
        markdown.table(["agent", "change", *_SERIES_HEADER, "points gained", "ms per round"], rows)
        + "\n\nRR, ten points, the same starts and dice; gained are percentage points of the games that both "
        "finished, with the 95% interval. CPU time is that of a whole round."
    )


def _searching(found: Found) -> str:
    rows = [
        [f"`{s.second}`", FORECASTS[s.second], *_cells(found.figures(s))] for s in found.series["searching"]
    ]
    return (
        markdown.table(["agent", "how the enemy's answer is forecast", *_SERIES_HEADER], rows)
        + "\n\nAgainst `ntu2016`, RR, ten points, seats exchanged every other game. The enemy accepts an "
        "offer if its own trees say that it gains. With two players, what one gains the other loses: by "
        "exact values no offer would both be worth making and be accepted, and what is exchanged is "
        "exchanged because 50 playouts are noisy, or because nobody wins in some of them."
    )


def _official(found: Found) -> str:
    rows = [
        [s.scenario, f"`{s.second}`", *_cells(found.figures(s))]
        for s in sorted(found.series["official"], key=lambda s: SCENARIOS.index(s.scenario))
    ]
    return (
        markdown.table(["", "agent", *_SERIES_HEADER], rows)
        + "\n\nTwo settlements each, robber, development cards, hidden hands, up to ten offers per turn. "
        "G positions come from a study of their own "
        "under these rules (above). The random agent moves first."
    )


def _minimax(found: Found) -> list[tuple[str, str, Figures]]:
    return [(s.first, s.second.rpartition("=")[2], found.figures(s)) for s in found.series["earlier"]]


def _earlier(found: Found) -> str:
    rows = [[depth, other, *_cells(f)] for other, depth, f in _minimax(found)]
    return (
        markdown.table(["depth", "against", *_SERIES_HEADER], rows)
        + "\n\nThe agent is `expectimax`, RR starts, the report's rules with ten points; seats are "
        "exchanged every other game, the start and the dice's "
        "seed being the same for both. Alpha-beta and plain minimax choose the same moves. The earlier work "
        "found that both do badly, since "
        "the many moves leave no depth, and that Monte-Carlo search beats a random agent in about "
        f"{EARLIER_MONTE_CARLO:.0%} of games. Ours judges positions by a hand-made evaluation, and assumes "
        "that the other player is an enemy who plays well."
    )
