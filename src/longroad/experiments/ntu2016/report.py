"""The report: Markdown, pictures, and the figures as JSON."""

from __future__ import annotations

import datetime
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from longroad.arena.statistics.intervals import wilson_interval
from longroad.experiments import markdown
from longroad.experiments.folder import save_report
from longroad.experiments.machine import cpu_name
from longroad.experiments.ntu2016 import pictures
from longroad.experiments.ntu2016.games import MOST_ROUNDS, Game, Series
from longroad.experiments.ntu2016.positions import Pairs, good_pairs
from longroad.experiments.ntu2016.published import BEST_PAIR, EARLIER_MONTE_CARLO, GOOD_PAIR, TABLE
from longroad.experiments.ntu2016.series import (
    SCENARIOS,
    VARIANTS,
    Figures,
    figures,
    length_limit,
)
from longroad.experiments.request import Request
from longroad.files import write_text
from longroad.openings import Placement, PlacementStudy, heat_map
from longroad.openings.placements import hexes_text


@dataclass(frozen=True)
class Found:
    """Everything a run has measured."""

    studies: dict[str, PlacementStudy]
    pairs: dict[str, Pairs]
    series: dict[str, list[Series]]
    #: By the name of their series.
    games: dict[str, list[Game]]

    def figures(self, series: Series) -> Figures:
        """Of one series."""
        return figures(self.games[series.name])

    def table(self, section: str) -> dict[str, Figures]:
        """The columns of the report's table, with ten points to win ("table") or six ("six")."""
        games = {one.scenario: self.games[one.name] for one in self.series[section]}
        limited = figures(games["RR"], limit=length_limit(games["RR"]))
        return {**{scenario: figures(played) for scenario, played in games.items()}, "RR-L": limited}

    @property
    def limits(self) -> tuple[int, int]:
        """The rounds of RR-L, with ten points to win and with six."""
        return length_limit(self.games["RR"]), length_limit(self.games["six-RR"])


def write_report(request: Request, found: Found) -> Path:
    """Writes everything into the run's folder and returns the path of report.md."""
    pictures.draw_table(request.out / "table.png", found.table("table"), found.table("six"))
    along = pictures.draw_likelihood(request.out / "likelihood.png", found.games["RR"])
    pictures.draw_minimax(request.out / "minimax.png", _minimax(found))
    write_text(request.out / "placements.svg", heat_map(found.studies["six"]))
    options = " --quick" if request.quick else f" --games {len(found.games['RR'])}"
    sections = [
        "# Monte-Carlo tree search with trades, and good places to start from",
        "S. Ke, J. Chan: *AI strategy of the Settlers of Catan*, National Taiwan University, 2016. The table "
        "of its section 5.1, "
        "ours beside theirs, its figures, the same under official rules, and the minimax search of the work "
        "it builds on "
        "(S. Kaplan-Nelson, S. Leung, N. Troccoli, 2014).",
        f"`longroad experiment ntu2016{options} --seed {request.seed}`, run on "
        f"{datetime.date.today().isoformat()} on {cpu_name()}.",
        "## The table of section 5.1",
        _table(found),
        "![win rate, rounds and gap](table.png)",
        _how(found),
        "## Good positions (section 4.5)",
        _good(found),
        "![placements](placements.svg)",
        "## Win likelihood along two games",
        _likelihood(along),
        "## What a trade is worth (section 6.2)",
        _variants(found),
        "## Under official rules",
        _official(found),
        "## The earlier work: minimax and alpha-beta",
        _earlier(found),
        "![win rates of minimax](minimax.png)",
    ]
    return save_report(request.out, sections, _data(request, found))


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
        "gap": f.gap,
    }


def _data(request: Request, found: Found) -> dict[str, Any]:
    return {
        "seed": request.seed,
        "published": {name: row._asdict() for name, row in TABLE.items()},
        "table": {name: figures_dict(f) for name, f in found.table("table").items()},
        "six": {name: figures_dict(f) for name, f in found.table("six").items()},
        "limit_rounds": list(found.limits),
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
                }
                for s in found.series[section]
            ]
            for section in ("variants", "official", "earlier")
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
        cells = {
            "Win%, report": f"{theirs.win_rate:g}% ({_span(wilson_interval(theirs.wins, theirs.games))})",
            "ours, 10 points": _rate_cell(ten[name]),
            "ours, 6 points": _rate_cell(six[name]),
            "WinRds, report": f"{theirs.rounds:g}",
            "ours, 10 points ": _number(ten[name].rounds),
            "ours, 6 points ": f"**{_number(six[name].rounds)}**",
            "WinGap, report": f"{theirs.gap:g}",
            "ours, 10 points  ": _number(ten[name].gap),
            "ours, 6 points  ": f"**{_number(six[name].gap)}**",
            "games with a winner, report": str(theirs.games),
            "ours, 10 points (and discarded)": f"{ten[name].games} ({ten[name].discarded})",
            "ours, 6 points (and discarded)": f"{six[name].games} ({six[name].discarded})",
        }
        for label, cell in cells.items():
            rows.setdefault(label, []).append(cell)
    return markdown.table(["", *TABLE], [[label.strip(), *cells] for label, cells in rows.items()])


def _rate_cell(f: Figures) -> str:
    return f"**{_percent(f.rate)}** ({_span(f.interval)})"


def _how(found: Found) -> str:
    return (
        "The first letter is the random agent's start, the second that of MCTS: R is drawn among all pairs "
        "of spots that have "
        "lumber and brick beside them, G is one of three good pairs. The random agent moves first. A third "
        "settlement and all roads are "
        "drawn. WinRds and WinGap are means over the games that MCTS won. A game is discarded when nobody "
        "has won after "
        f"{MOST_ROUNDS} rounds; RR-L are the games of RR, and discards what took more than {found.limits[0]} "
        f"rounds ({found.limits[1]} with six "
        "points), twice the median, where the report stopped after half an hour. In brackets: Wilson's "
        "95% intervals.\n\n"
        "The report does not say how many points win. With the official ten, games last about twice as long "
        "as its own. Six was chosen after a look at "
        "its figures: of trials with six, seven and eight points, 60 games per scenario, six came closest to "
        "its rounds. Gaps then are "
        "somewhat smaller than its own, good pairs win nearly as often as it says (below), and six fits its "
        "remark that nobody wins without a "
        "city. So its target was probably six or seven; this is our guess; the report does not say.\n\n"
        "MCTS is the agent `ntu2016`. The random agent is the report's: it may make one trade per turn, "
        "every trade and none being equally "
        "likely, then builds at random, and accepts half of the offers it could. The board is the rulebook's "
        "for beginners; the report's own board "
        "is not printed. Harbors are in use."
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


def _variants(found: Found) -> str:
    count = found.series["variants"][0].games
    rows = [
        [
            "`ntu2016`: a tree counts as much as the mean of its root",
            *_cells(figures(found.games["RR"][:count])),
        ]
    ]
    for series in found.series["variants"]:
        label = VARIANTS.get(series.second, "our own: evaluation at the leaves, bargaining")
        rows.append([f"`{series.second}`: {label}", *_cells(found.figures(series))])
    return (
        markdown.table(["RR, ten points, the same starts", *_SERIES_HEADER], rows)
        + "\n\nThe report tried the value of the best move instead of the root's and saw no gain; it "
        "named one tree with the trades in "
        "its first layer as the proper way, and did not build it."
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
