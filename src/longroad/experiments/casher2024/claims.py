"""What the article claims, and what the run says of it."""

from __future__ import annotations

import itertools
import math

import numpy as np
import numpy.typing as npt

from longroad.experiments.casher2024.found import Found, Mean, mean
from longroad.experiments.casher2024.learners import VARIANTS, Learner
from longroad.experiments.casher2024.published import RUNS
from longroad.experiments.claims import Claim, Verdict, above

Floats = npt.NDArray[np.float64]
_TITLES = {"fixed": "One board", "any": "Any board"}


def claims_of(found: Found) -> list[Claim]:
    """Those that the run has networks for."""
    claims = [_reached(found, board) for board in RUNS]
    claims.append(_boards(found))
    for board in RUNS:
        learner = found.learner(board, "article")
        if learner:
            claims += [_stages(found, learner), _error(found, learner), _spikes(found, learner)]
    if found.learner("fixed", "article"):
        claims += [_variant(found, name) for name in VARIANTS]
    return claims


def _whole(board: str, learner: Learner) -> bool:
    """Whether it took the article's steps, all of them."""
    return learner.pace == "article" and learner.settings.epochs >= RUNS[board].epochs


def _headline(found: Found, board: str) -> Learner:
    """The network with the article's settings, or in a quick run the faster one."""
    learner = found.learner(board, "article") or found.learner(board, "faster")
    assert learner is not None
    return learner


def _reached(found: Found, board: str) -> Claim:
    learner = _headline(found, board)
    rolls, theirs = found.final(learner), RUNS[board].final
    told = f"{rolls} after {learner.settings.total_games:,} games"
    if learner.pace == "article" and (faster := found.learner(board, "faster")):
        told += f"; faster {found.final(faster)} after {faster.settings.total_games:,}"
    verdict: Verdict = "not reproduced" if _whole(board, learner) else "too few games"
    if rolls.value - rolls.margin <= theirs:
        verdict = "reproduced"
    return Claim(
        f"{_TITLES[board]}: the finished network wins in so many rolls", f"{theirs:g}", told, verdict
    )


def _boards(found: Found) -> Claim:
    learners = {board: _headline(found, board) for board in RUNS}
    gap = found.final(learners["any"]).less(found.final(learners["fixed"]))
    planner = found.lengths["any-planner"].rolls - found.lengths["fixed-planner"].rolls
    ended = all(_whole(board, learner) for board, learner in learners.items())
    return Claim(
        "A network for any board needs more rolls than one for one board",
        f"{RUNS['any'].final - RUNS['fixed'].final:g} more",
        f"{gap} more (three `planner`, which learn nothing: {planner:.1f} more)",
        above(gap.value - gap.margin, gap.value + gap.margin, 0) if ended else "too few games",
    )


def _stages(found: Found, learner: Learner) -> Claim:
    """Each stage's last half against that of the stage before."""
    settings = learner.settings
    starts = [stage.epoch for stage in settings.stages if stage.epoch < settings.epochs]
    ends = [*starts[1:], settings.epochs]
    levels: list[Mean] = []
    for start, end in zip(starts, ends, strict=True):
        level = mean(found.column(learner, "rolls", start + (end - start) // 2, end))
        if level:
            levels.append(level)
    told = " - ".join(str(level) for level in levels)
    theirs = " - ".join(f"{level.rolls:g}" for level in RUNS[learner.board].levels)
    verdict: Verdict = "too few games"
    if _whole(learner.board, learner) and len(levels) == len(settings.stages):
        drops = [one.less(other) for one, other in itertools.pairwise(levels)]
        lows, highs = ([d.value + sign * d.margin for d in drops] for sign in (-1, 1))
        verdict = above(min(lows), min(highs), 0)
    return Claim(
        f"{_TITLES[learner.board]}: a smaller step, then a larger batch, each lower the rolls",
        theirs,
        told or "-",
        verdict,
    )


def _error(found: Found, learner: Learner) -> Claim:
    """In the second half of the first stage, where each step learns from one game."""
    end = _first_stage(learner)
    rolls, loss = (found.column(learner, name, end // 2, end) for name in ("rolls", "loss"))
    low, high = correlation(rolls, loss)
    return Claim(
        f"{_TITLES[learner.board]}: shorter games raise the error",
        "inversely correlated",
        f"correlation of rolls and error over {len(rolls):,} games {low:+.2f} to {high:+.2f}",
        above(-high, -low, 0) if len(rolls) >= 400 else "too few games",
    )


def _spikes(found: Found, learner: Learner) -> Claim:
    """Games with a drawn move against the others."""
    end = _first_stage(learner)
    loss, drawn = (found.column(learner, name, end // 2, end) for name in ("loss", "explored"))
    groups = [loss[drawn > 0], loss[drawn == 0]]
    if min(len(group) for group in groups) < 30:
        return Claim(f"{_TITLES[learner.board]}: drawn moves raise the error", "spikes", "-", "too few games")
    means = [Mean(float(g.mean()), 1.96 * float(g.std(ddof=1)) / len(g) ** 0.5) for g in groups]
    gap = means[0].less(means[1])
    return Claim(
        f"{_TITLES[learner.board]}: drawn moves raise the error",
        "spikes",
        f"error {means[0].value:.4f} with one, {means[1].value:.4f} without "
        f"(difference {gap.value:+.4f} ± {gap.margin:.4f})",
        above(gap.value - gap.margin, gap.value + gap.margin, 0),
    )


def _variant(found: Found, name: str) -> Claim:
    """The last fifth of its games against the same games of the article's network."""
    learner, article = found.learner("fixed", name), found.learner("fixed", "article")
    assert learner
    assert article
    end = learner.settings.epochs
    own, its = (mean(found.column(one, "rolls", end * 4 // 5, end)) for one in (learner, article))
    what = (
        "Without turning the seats it is difficult to train"
        if name == "seats not turned"
        else f"A plain network ({name}) learns worse"
    )
    if own is None or its is None:
        return Claim(what, "said", "-", "too few games")
    gap = own.less(its)
    enough = end >= article.settings.stages[1].epoch
    return Claim(
        what,
        "said",
        f"{own} rolls, the article's network {its}, after {end:,} games",
        above(gap.value - gap.margin, gap.value + gap.margin, 0) if enough else "too few games",
    )


def _first_stage(learner: Learner) -> int:
    """Steps of it that were taken."""
    settings = learner.settings
    return min(settings.stages[1].epoch, settings.epochs)


def correlation(one: Floats, other: Floats) -> tuple[float, float]:
    """The 95% interval of Pearson's correlation (Fisher).

    >>> low, high = correlation(np.arange(50.0), np.arange(50.0) % 7)
    >>> f"{low:.2f} {high:.2f}"
    '-0.20 0.35'
    """
    if len(one) < 4 or one.std() == 0 or other.std() == 0:
        return -1.0, 1.0
    at, reach = math.atanh(min(float(np.corrcoef(one, other)[0, 1]), 1 - 1e-12)), 1.96 / (len(one) - 3) ** 0.5
    return math.tanh(at - reach), math.tanh(at + reach)
