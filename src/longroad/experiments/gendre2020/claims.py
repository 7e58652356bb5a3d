"""What the paper claims of learning, and what the run says of it."""

from __future__ import annotations

import itertools
import math
from collections import defaultdict
from collections.abc import Callable
from dataclasses import replace
from statistics import fmean

from longroad.experiments.claims import Claim, Verdict, above
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
from longroad.experiments.gendre2020.learning import Curve
from longroad.experiments.gendre2020.ordering import Difference, difference, difference_of_layers, mean_over

#: No verdict comes from less: moves of a network in Figure 6 and in the others, and runs of each.
MOVES, LONG_MOVES, SEEDS, REPEATS = 32_000_000, 60_000_000, 5, 3
#: Win rates that differ by less are close.
CLOSE = 0.05

Curves = dict[str, Curve]


def claims_of(
    budget: Budget, seed: int, parts: list[str], curves: Curves, spreads: dict[str, float]
) -> list[Claim]:
    """Those that the run's parts have figures for; ``spreads`` are the networks' of Figure 9."""
    claims = []
    if "fig6" in parts:
        enough = budget.early >= MOVES and budget.seeds >= SEEDS
        claims += _checked(_of_early(budget, early(budget, seed), curves), enough)
    enough = min(budget.long, budget.ablation) >= LONG_MOVES and budget.repeats >= REPEATS
    if "fig7" in parts:
        claims += _checked(_of_long(budget, long(budget, seed), curves), enough)
    if "fig9" in parts:
        claims += _checked(_of_activity(budget, seed, curves, spreads), enough)
    if "fig10" in parts:
        claims += _checked(_of_fixed(budget, seed, curves), enough)
    return claims


def _checked(claims: list[Claim], enough: bool) -> list[Claim]:
    return claims if enough else [replace(claim, verdict="too few games") for claim in claims]


def _told(mean: float, margin: float | None) -> str:
    return f"{mean:+.1%}" + (" (one run each)" if margin is None else f" ± {margin:.1%}")


def _above(mean: float, margin: float | None, level: float = 0.0) -> Verdict:
    return "undecided" if margin is None else above(mean - margin, mean + margin, level)


def _of_early(budget: Budget, learners: list[Learner], curves: Curves) -> list[Claim]:
    def claim(
        text: str,
        compare: Callable[..., Difference],
        first: str | int,
        second: str | int,
        among: list[Learner] = learners,
        theirs: str = "said",
    ) -> Claim:
        """Told against every opponent, judged against the first."""
        gaps = {name: compare(first, second, among, curves, name) for name in budget.opponents}
        told = "; ".join(f"against `{name}` {_told(gap.mean, gap.margin)}" for name, gap in gaps.items())
        gap = gaps[budget.opponents[0]]
        verdict = _above(gap.mean, gap.margin) if theirs == "said" else _close(gap)
        return Claim(f"Figure 6: {text}", theirs, told, verdict)

    layers = sorted({parts_of(one.network)[1] for one in learners})
    claims = [
        claim("Xdim wins more than CNNRes", difference, "xdim", "cnnres"),
        claim("XdimRes wins more than CNNRes", difference, "xdimres", "cnnres"),
        claim(
            "XdimRes and Xdim are close",
            difference,
            "xdimres",
            "xdim",
            theirs=f"within {100 * CLOSE:.0f} points",
        ),
        *(
            claim(f"{few} layers learn faster than {many}", difference_of_layers, few, many)
            for few, many in itertools.pairwise(layers)
        ),
    ]
    if deep := [one for one in learners if parts_of(one.network)[1] == 10]:
        claims.append(claim("with 10 layers residual paths help", difference, "xdimres", "xdim", among=deep))
    return claims


def _close(gap: Difference) -> Verdict:
    if gap.margin is None:
        return "undecided"
    if abs(gap.mean) + gap.margin <= CLOSE:
        return "reproduced"
    return "not reproduced" if abs(gap.mean) - gap.margin > CLOSE else "undecided"


def _thirds(curve: Curve, opponent: str, moves: int) -> tuple[float, float]:
    """Mean win rates in the first and in the last third of so many moves."""
    rates = [point.rate(opponent) for point in up_to(curve, moves)]
    third = max(len(rates) // 3, 1)
    return fmean(rates[:third]), fmean(rates[-third:])


def _of_long(budget: Budget, learners: list[Learner], curves: Curves) -> list[Claim]:
    opponent = budget.opponents[0]
    rates: dict[tuple[str, int, int], tuple[float, float]] = {
        (*parts_of(one.network), one.seed): _thirds(curves[one.name], opponent, budget.long)
        for one in learners
    }
    caught, residual = defaultdict(list), defaultdict(list)
    for (architecture, depth, seed), (first, last) in rates.items():
        if deeper := rates.get((architecture, depth + 2, seed)):
            caught[architecture].append((first - deeper[0]) - (last - deeper[1]))
        if architecture == "xdim" and (other := rates.get(("xdimres", depth, seed))):
            residual[depth].append(other[1] - last)
    claims = []
    for gaps, words in (
        (list(caught.values()), "Figure 7: in longer runs 8 layers catch up with 6"),
        (list(residual.values()), "Figure 7: in longer runs residual paths help"),
    ):
        if gaps:
            mean, margin = mean_over(gaps)
            claims.append(
                Claim(words, "said", f"against `{opponent}` {_told(mean, margin)}", _above(mean, margin))
            )
    return claims


def largest_drop(curve: Curve, opponent: str) -> float:
    """How far the win rate fell below an earlier one.

    >>> from longroad.experiments.gendre2020.learning import Point
    >>> largest_drop([Point(i, {"value": (won, 100)}) for i, won in enumerate((10, 40, 25, 50, 45))], "value")
    0.15
    """
    best, drop = 0.0, 0.0
    for point in curve:
        best = max(best, point.rate(opponent))
        drop = max(drop, best - point.rate(opponent))
    return round(drop, 9)


def up_to(curve: Curve, moves: int) -> Curve:
    """Its points until then; a run is measured after whole steps, so a little later counts."""
    return [point for point in curve if point.moves <= 1.03 * moves]


def _of_activity(budget: Budget, seed: int, curves: Curves, spreads: dict[str, float]) -> list[Claim]:
    opponent = budget.opponents[0]
    pairs = list(zip(main_ones(budget, seed), without_activity(budget, seed), strict=True))
    drops = [
        [largest_drop(up_to(curves[one.name], budget.ablation), opponent) for one in pair] for pair in pairs
    ]
    mean, margin = mean_over([[without - with_it for with_it, without in drops]])
    ratio, off = mean_over([[math.log(spreads[b.name] / spreads[a.name]) for a, b in pairs]])
    means = [fmean(column) for column in zip(*drops, strict=True)]
    interval = (
        "(one run each)" if off is None else f"({math.exp(ratio - off):.2f} - {math.exp(ratio + off):.2f})"
    )
    return [
        Claim(
            "Figure 9: without the loss on logits learning is unstable (largest drop of the win rate)",
            "said",
            f"against `{opponent}` {means[1]:.1%} without, {means[0]:.1%} with; {_told(mean, margin)}",
            _above(mean, margin),
        ),
        Claim(
            "Section 3.1: it keeps the logits of rare moves together (their standard deviation)",
            "said",
            f"{math.exp(ratio):.2f} times as wide without {interval}",
            _above(ratio, off),
        ),
    ]


def _of_fixed(budget: Budget, seed: int, curves: Curves) -> list[Claim]:
    opponent = budget.opponents[0]
    pairs = list(zip(main_ones(budget, seed), against_fixed(budget, seed), strict=True))
    thirds = [[_thirds(curves[one.name], opponent, budget.ablation) for one in pair] for pair in pairs]
    claims = []
    for at, words in enumerate(
        (
            "Figure 10: against one fixed opponent it learns slowly at first",
            "Figure 10: against one fixed opponent it plays worse against others in the end",
        )
    ):
        mean, margin = mean_over([[past[at] - fixed[at] for past, fixed in thirds]])
        told = f"against `{opponent}`, past versions less fixed opponent: {_told(mean, margin)}"
        claims.append(Claim(words, "said", told, _above(mean, margin)))
    drops = [largest_drop(up_to(curves[one.name], budget.ablation), opponent) for _, one in pairs]
    others = [largest_drop(up_to(curves[one.name], budget.ablation), opponent) for one, _ in pairs]
    mean, margin = mean_over([[a - b for a, b in zip(drops, others, strict=True)]])
    words = "Figure 10: against one fixed opponent it forgets (largest drop of the win rate)"
    told = (
        f"against `{opponent}` {fmean(drops):.1%}, past versions {fmean(others):.1%}; {_told(mean, margin)}"
    )
    return [*claims, Claim(words, "said", told, _above(mean, margin))]
