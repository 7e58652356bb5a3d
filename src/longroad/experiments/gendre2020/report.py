"""The report: Markdown, pictures, and the figures as JSON."""

from __future__ import annotations

import datetime
import itertools
from collections import defaultdict
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import Any

from longroad.arena.statistics.intervals import wilson_interval
from longroad.experiments import markdown
from longroad.experiments.claims import Claim, claims_table
from longroad.experiments.folder import save_report
from longroad.experiments.gendre2020 import pictures, published
from longroad.experiments.gendre2020.budgets import (
    Budget,
    Learner,
    against_fixed,
    early,
    long,
    main_ones,
    parts_of,
    without_activity,
)
from longroad.experiments.gendre2020.claims import (
    LONG_MOVES,
    MOVES,
    REPEATS,
    SEEDS,
    claims_of,
    largest_drop,
    up_to,
)
from longroad.experiments.gendre2020.learning import Curve, Point
from longroad.experiments.gendre2020.logits import RARE
from longroad.experiments.gendre2020.ordering import (
    Difference,
    difference,
    difference_of_layers,
    level,
)
from longroad.experiments.gendre2020.pictures import Group, title
from longroad.experiments.gendre2020.points import Points
from longroad.experiments.gendre2020.tables import Fact, settings_text
from longroad.experiments.machine import learning_machine
from longroad.experiments.request import Request

_VERDICTS = (
    "Differences of win rates with 95% intervals from the spread of seeds (Student's t), averaged over the "
    "layers or architectures that are not compared. *Reproduced*, *not reproduced*: by the interval's ends. "
    "*Undecided*: the interval has both. *Too few games*: less than "
    f"{MOVES // 10**6} million moves and {SEEDS} seeds in Figure 6, {LONG_MOVES // 10**6} million moves and "
    f"{REPEATS} seeds in the others."
)


@dataclass
class Found:
    """All that was measured: curves by learner, points of Figure 8, the tables' facts."""

    parts: list[str]
    curves: dict[str, Curve] = field(default_factory=dict)
    points: list[Points] = field(default_factory=list)
    facts: list[Fact] = field(default_factory=list)
    #: Of the logits of rare moves, by learner of Figure 9.
    spreads: dict[str, float] = field(default_factory=dict)


def write_report(request: Request, budget: Budget, found: Found) -> Path:
    """Writes everything into the run's folder and returns the path of report.md."""
    option = "" if request.budget == "usual" else f" --{request.budget}"
    parts = "".join(f" --part {part}" for part in found.parts)
    sections = [
        "# Cross-dimensional networks that learn Catan",
        "Q. Gendre, T. Kaneko: *Playing Catan with Cross-dimensional Neural Network*, 2020. Two players "
        "without domestic trade; a network learns by "
        "actor-critic against past versions of itself. Ours beside the paper's.",
        f"`longroad experiment gendre2020{option}{parts} --seed {request.seed}`, run on "
        f"{datetime.date.today().isoformat()} on {learning_machine(budget.device)}: {budget.words}.",
        "The paper measures against JSettlers' robots, over the network; here the opponents are "
        f"{_names(budget)}. The networks are kept as `runs/NAME/model.onnx`: "
        "`longroad jsettlers --agent net:model=FILE` lets one play the robots themselves. The paper's "
        "training step is 64,000 moves.",
    ]
    claims = claims_of(budget, request.seed, found.parts, found.curves, found.spreads)
    if claims:
        sections += ["## What the paper claims of learning", claims_table(claims), _VERDICTS]
    writers = {"tables": _tables, "fig6": _fig6, "fig7": _fig7, "fig8": _fig8, "fig9": _fig9, "fig10": _fig10}
    for part, write in writers.items():
        if part in found.parts:
            sections += write(request, budget, found)
    return save_report(request.out, sections, _data(request, budget, found, claims))


def _names(budget: Budget) -> str:
    return ", ".join(f"`{name}`" for name in budget.opponents)


def _percent(point: Point, opponent: str) -> str:
    low, high = wilson_interval(*point.won[opponent])
    return f"**{point.rate(opponent):.1%}** ({low:.1%} - {high:.1%})"


def _ends(budget: Budget, rows: list[tuple[str, Curve]]) -> str:
    """The last point of each curve."""
    header = ["", "moves", *(f"won against {name}" for name in budget.opponents)]
    lines = [
        [label, f"{curve[-1].moves:,}", *(_percent(curve[-1], name) for name in budget.opponents)]
        for label, curve in rows
    ]
    return markdown.table(header, lines) + f"\n\n95% intervals (Wilson), {budget.games} games each."


def _tables(request: Request, budget: Budget, found: Found) -> list[str]:
    rows = [
        [
            fact.table,
            fact.what,
            f"{fact.theirs:g}",
            "-" if fact.ours is None else f"{fact.ours:g}",
            "yes" if fact.same else "**no**",
        ]
        for fact in found.facts
    ]
    note = (
        "The rows of its Table 4 add up to 114 of its 117 other actions; our three without a row "
        "are never legal."
    )
    ran = f"All settings of these runs ({budget.algorithm}): {settings_text(budget)}."
    return ["## Tables 3 to 5", markdown.table(["", "what", "paper", "ours", "same"], rows), note, ran]


def _fig6(request: Request, budget: Budget, found: Found) -> list[str]:
    learners, opponent = early(budget, request.seed), budget.opponents[0]
    work = work_of({one.network for one in learners})
    pictures.draw_early(request.out / "fig6.png", learners, found.curves, opponent, work)
    gaps = [orderings(learners, found.curves, name) for name in budget.opponents]
    rows = [
        [
            f"{_kind(row[0].first)} less {_kind(row[0].second)}",
            str(row[0].pairs),
            *(cell for gap in row for cell in (_interval(gap), _verdict(gap))),
        ]
        for row in zip(*gaps, strict=True)
    ]
    header = ["", "pairs", *(cell for name in budget.opponents for cell in (f"against {name}", ""))]
    ends = [(f"{title(one.network)}, seed {one.seed}", found.curves[one.name]) for one in learners]
    return [
        "## Figure 6: architectures and layers",
        f"![win rate over moves]({'fig6.png'})",
        "The paper: CNNRes lags behind, Xdim and XdimRes are close, fewer layers learn faster. Differences "
        "of the mean win rate over the whole curve, in pairs of equal seed, with 95% intervals: the mean of "
        "the differences at each number of layers (or of each architecture), its error from the spread of "
        "seeds within one (Student's t).",
        markdown.table(header, rows),
        "Multiplications per position: "
        + ", ".join(f"{title(name)} {n:,}" for name, n in work.items())
        + ".",
        _ends(budget, ends),
    ]


def _interval(gap: Difference) -> str:
    return f"{gap.mean:+.1%} (one pair)" if gap.margin is None else f"{gap.mean:+.1%} ± {gap.margin:.1%}"


def _kind(name: str) -> str:
    """An architecture, or a number of layers."""
    return f"{name} layers" if name.isdigit() else pictures.TITLES[name]


def _verdict(gap: Difference) -> str:
    ahead, _, rest = gap.verdict.partition(" ")
    return gap.verdict if ahead == "no" else f"{_kind(ahead)} {rest}"


def orderings(learners: list[Learner], curves: dict[str, Curve], opponent: str) -> list[Difference]:
    """The three differences between architectures, and those between neighbouring numbers of layers."""
    names = (("xdim", "cnnres"), ("xdimres", "cnnres"), ("xdimres", "xdim"))
    layers = sorted({parts_of(one.network)[1] for one in learners})
    return [
        *(difference(a, b, learners, curves, opponent) for a, b in names),
        *(difference_of_layers(a, b, learners, curves, opponent) for a, b in itertools.pairwise(layers)),
    ]


def work_of(networks: set[str]) -> dict[str, int]:
    """Multiplications per move."""
    from longroad.nets.registry import make_network
    from longroad.nets.work import multiplications

    return {name: multiplications(make_network(name)) for name in sorted(networks)}


def _groups(learners: list[Learner], found: Found) -> list[Group]:
    """Runs of the same network together."""
    by_network: dict[str, list[Curve]] = defaultdict(list)
    for one in learners:
        by_network[one.network].append(found.curves[one.name])
    return [Group(title(network), network, runs) for network, runs in by_network.items()]


def _fig7(request: Request, budget: Budget, found: Found) -> list[str]:
    learners = long(budget, request.seed)
    pictures.draw_curves(request.out / "fig7.png", _groups(learners, found), budget.opponents[0])
    rows = [(f"{title(one.network)}, seed {one.seed}", found.curves[one.name]) for one in learners]
    return [
        "## Figure 7: longer runs",
        "![win rate over moves](fig7.png)",
        f"The paper's ran for {published.LONG_STEPS * published.MOVES_PER_STEP / 1e6:,.0f} million moves, "
        "that of XdimRes-8 for "
        f"{published.LONGEST_STEPS * published.MOVES_PER_STEP / 1e9:.2f} billion; all passed 50% against "
        "JSettlers.",
        _ends(budget, rows),
    ]


def _fig8(request: Request, budget: Budget, found: Found) -> list[str]:
    pictures.draw_points(request.out / "fig8.png", found.points, budget.main_network)
    rows = [["paper: XdimRes-8, JSettlers", f"{published.FINAL_GAMES:,}", f"{published.FINAL_RATE:.1%}", ""]]
    for points in found.points:
        low, high = wilson_interval(points.wins, points.games)
        rate = f"**{points.wins / points.games:.1%}** ({low:.1%} - {high:.1%})"
        mean = [
            sum(at * n for at, n in enumerate(side)) / points.games for side in (points.ours, points.theirs)
        ]
        rows.append(
            [
                f"{title(budget.main_network)}, `{points.opponent}`",
                f"{points.games:,}",
                rate,
                f"{mean[0]:.2f} and {mean[1]:.2f}",
            ]
        )
    return [
        "## Figure 8: points at the end",
        "![how many games ended with how many points](fig8.png)",
        markdown.table(["", "games", "won", "mean points"], rows),
    ]


def _fig9(request: Request, budget: Budget, found: Found) -> list[str]:
    others = without_activity(budget, request.seed)
    text = "The paper: without the loss on logits learning is unstable."
    mains = main_ones(budget, request.seed)
    spreads = markdown.table(
        ["", *(f"seed {one.seed}" for one in mains)],
        [
            [label, *(f"{found.spreads[one.name]:.2f}" for one in learners)]
            for label, learners in (("with", mains), ("without", others))
        ],
    )
    told = (
        "The standard deviation of the finished networks' logits, over positions of random games, of moves "
        f"that are legal in less than {RARE:.0%} of them:"
    )
    heading = "Figure 9: with and without the policy activity loss"
    labels = ("with", "without")
    return [
        *_two_kinds(request, budget, found, "fig9", heading, text, labels, others),
        told,
        spreads,
    ]


def _fig10(request: Request, budget: Budget, found: Found) -> list[str]:
    others = against_fixed(budget, request.seed)
    text = (
        "The paper: against one good opponent it learns slowly at first, then fits that opponent alone. Ours "
        "is the same network after a third of its own "
        f"run (the paper's: after {published.FIXED_STEPS:,} of {published.LONGEST_STEPS:,} steps)."
    )
    heading = "Figure 10: against past versions, and against one fixed opponent"
    labels = ("past versions", "fixed opponent")
    return _two_kinds(request, budget, found, "fig10", heading, text, labels, others)


def _two_kinds(
    request: Request,
    budget: Budget,
    found: Found,
    name: str,
    heading: str,
    text: str,
    labels: tuple[str, str],
    others: list[Learner],
) -> list[str]:
    """The main network's runs beside others of it, up to equal moves."""
    kinds = list(zip(labels, (main_ones(budget, request.seed), others), strict=True))
    groups = [
        Group(label, budget.main_network, [found.curves[one.name] for one in learners])
        for label, learners in kinds
    ]
    opponent, most = budget.opponents[0], others[0].moves
    pictures.draw_curves(request.out / f"{name}.png", groups, opponent, most=2 * most)
    rows = []
    for label, learners in kinds:
        for one in learners:
            curve = up_to(found.curves[one.name], most)
            rows.append(
                [
                    f"{label}, seed {one.seed}",
                    f"{curve[-1].moves:,}",
                    *(_percent(curve[-1], name) for name in budget.opponents),
                    f"{largest_drop(curve, opponent):.1%}",
                ]
            )
    header = ["", "moves", *(f"won against {name}" for name in budget.opponents), "largest drop on the way"]
    return [f"## {heading}", f"![win rate over moves]({name}.png)", text, markdown.table(header, rows)]


def _data(request: Request, budget: Budget, found: Found, claims: list[Claim]) -> dict[str, Any]:
    learners = early(budget, request.seed)
    data: dict[str, Any] = {
        "seed": request.seed,
        "claims": [claim.to_dict() for claim in claims],
        "budget": asdict(budget),
        "facts": [{**asdict(fact), "same": fact.same} for fact in found.facts],
        "curves": {
            name: [{"moves": p.moves, "seconds": p.seconds, "won": p.won} for p in curve]
            for name, curve in found.curves.items()
        },
        "points": [asdict(points) for points in found.points],
        "spreads": found.spreads,
    }
    if "fig6" in found.parts:
        for opponent in budget.opponents:
            levels = {one.name: level(found.curves[one.name], opponent) for one in learners}
            gaps = orderings(learners, found.curves, opponent)
            data.setdefault("levels", {})[opponent] = levels
            data.setdefault("ordering", {})[opponent] = [
                {**asdict(gap), "verdict": gap.verdict} for gap in gaps
            ]
    return data
