"""The report: Markdown, pictures, and the figures as JSON."""

from __future__ import annotations

import datetime
from dataclasses import asdict
from pathlib import Path
from statistics import fmean
from typing import Any

import numpy as np

from longroad.experiments import markdown
from longroad.experiments.casher2024 import pictures
from longroad.experiments.casher2024.claims import claims_of
from longroad.experiments.casher2024.found import Curve, Found
from longroad.experiments.casher2024.games import AGENTS
from longroad.experiments.casher2024.learners import VARIANTS, Learner
from longroad.experiments.casher2024.pictures import TITLES
from longroad.experiments.casher2024.published import OTHERS, RUNS, SECONDS_PER_GAME
from longroad.experiments.claims import Claim, claims_table
from longroad.experiments.folder import save_report
from longroad.experiments.machine import learning_machine
from longroad.experiments.request import Request

#: Points of a curve in report.json, at most.
_KEPT_STEPS = 500


def write_report(request: Request, found: Found, device: str) -> Path:
    """Writes everything into the run's folder and returns the path of report.md."""
    pictures.draw_rolls(request.out / "rolls.png", found.learners, found.curves, found.lengths)
    pictures.draw_error(request.out / "error.png", found.learners, found.curves)
    size = "" if request.budget == "usual" else f" --{request.budget}"
    games = f" --games {request.games}" if request.games else ""
    options = f"{size}{games} --seed {request.seed}"
    claims = claims_of(found)
    sections = [
        "# A network that learns Catan by temporal differences",
        "J. Casher: *Modeling Catan through self-play*, 2024. A residual network predicts the finishing "
        "place of a move; three copies of it play, "
        "without domestic trade, and learn from their games. Ours beside the article's figures.",
        f"`longroad experiment casher2024{options}`, run on {datetime.date.today().isoformat()} on "
        f"{learning_machine(device)}.",
        "## What the article claims",
        claims_table(claims),
        _verdicts(),
        "## Dice rolls to win while learning",
        _levels(found),
        "![rolls to win over games](rolls.png)",
        "![error over games](error.png)",
        _paces(found),
        *_variants(request, found),
        "## Dice rolls to win without drawn moves",
        _lengths(found),
        "## Speed",
        _speed(found),
        "## How the article is read",
        _reading(),
    ]
    return save_report(request.out, sections, _data(request, found, claims))


def stage_rolls(learner: Learner, curve: Curve) -> list[tuple[int, float | None]]:
    """For each of the learner's stages: games learnt from up to its end, and the mean rolls of its second
    half; None if it was not reached."""
    starts = [stage.epoch for stage in learner.settings.stages]
    rows: list[tuple[int, float | None]] = []
    for start, end in zip(starts, [*starts[1:], learner.settings.epochs], strict=True):
        end = min(end, learner.settings.epochs)
        if end <= start:
            rows.append((0, None))
            continue
        half = curve["rolls"][start + (end - start) // 2 : end]
        rows.append((int(curve["games"][end - 1]), fmean(half)))
    return rows


def _levels(found: Found) -> str:
    rows = []
    for board, theirs in RUNS.items():
        learners = [learner for learner in found.learners if learner.board == board]
        ours = {learner.pace: stage_rolls(learner, found.curves[learner.name]) for learner in learners}
        for number, level in enumerate(theirs.levels):
            cells = [
                TITLES[board],
                f"{level.learning_rate:g}, {level.batch}",
                f"{level.epoch:,}",
                f"{level.rolls:g}",
            ]
            for pace in ("article", "faster"):
                reached = ours.get(pace, [])
                games, rolls = reached[number] if number < len(reached) else (0, None)
                cells.append("-" if rolls is None else f"**{rolls:.0f}** ({games:,})")
            rows.append(cells)
    header = [
        "",
        "learning rate, batch",
        "from epoch",
        "article",
        "ours, its settings (games)",
        "ours, faster (games)",
    ]
    return (
        markdown.table(header, rows)
        + "\n\nOurs are means over the second half of each stage, in brackets the games learnt from up "
        "to its end. Games that nobody had won after 250 "
        "turns count as 250 rolls, as in the article's program."
    )


def _verdicts() -> str:
    return (
        "*Reproduced*, *not reproduced*: by the ends of a 95% interval. *Undecided*: the interval has both. "
        "*Too few games*: a network here learnt from fewer games than theirs. A run is a single one, so "
        "the intervals are about its games, not about other first weights; those of a curve are from 20 "
        "stretches of it."
    )


def _paces(found: Found) -> str:
    faster = next(learner.settings for learner in found.learners if learner.pace == "faster")
    article = [learner.settings for learner in found.learners if learner.pace == "article"]
    same = (
        "is the same"
        if faster.width == 500
        else f"has a smaller network ({faster.width} neurons per layer, not 500) and the same"
    )
    text = (
        f"*Faster* {same} algorithm with {faster.games} games side by side, batches of "
        f"{faster.stages[0].batch} games and more, a learning rate of "
        f"{faster.stages[0].learning_rate:g} at first, and labels that look further ahead (TD-lambda, lambda "
        f"= {faster.trace:g})."
    )
    if not article:
        return text + " The article's own settings belong to runs without `--quick`."
    reached = " and ".join(f"{s.total_games:,} games, {s.epochs:,} steps" for s in article)
    return (
        f"{text} *Its settings* are the article's ({reached} of the optimizer), with "
        f"{article[0].games} games side by side: each is learnt from when it ends, so the network changes "
        "within a game; the article plays one batch after the other."
    )


def _variants(request: Request, found: Found) -> list[str]:
    """What the article says that it tried before."""
    tried = [learner for learner in found.learners if learner.pace in VARIANTS]
    if not tried:
        return []
    pictures.draw_variants(request.out / "variants.png", found.learners, found.curves)
    rows = []
    for learner in tried:
        rolls = np.asarray(found.curves[learner.name]["rolls"])
        window = min(1_000, max(len(rolls) // 5, 1))
        level = np.convolve(rolls, np.full(window, 1 / window), mode="valid")
        rise = float((level - np.minimum.accumulate(level)).max())
        rows.append(
            [
                learner.pace,
                f"{learner.settings.total_games:,}",
                f"{level.min():.1f}",
                f"{level[-1]:.1f}",
                f"{rise:.1f}",
                str(found.final(learner)),
            ]
        )
    header = ["", "games", "lowest level", "last level", "largest rise", "finished network"]
    return [
        "## What the article tried before, on one board",
        markdown.table(header, rows),
        "Rolls to win, drawn moves included, as means over 1,000 games (or a fifth of the run); the largest "
        "rise above an earlier level tells of forgetting. *Finished network*: without drawn moves.",
        "![other networks](variants.png)",
    ]


def _lengths(found: Found) -> str:
    rows = []
    for board, theirs in RUNS.items():
        title = TITLES[board]
        rows.append([title, "article's network, finished", "", f"{theirs.final:g}", "", ""])
        players = {"untaught": "our network, untrained"}
        players |= {
            learner.pace: f"our network, {learner.pace}, after {learner.settings.total_games:,} games"
            for learner in found.learners
            if learner.board == board and learner.pace not in VARIANTS
        }
        players |= {agent: f"`{agent}`" for agent in AGENTS}
        for key, label in players.items():
            length = found.lengths[f"{board}-{key}"]
            whole = "" if length.whole is None else f"{length.whole:.0f}"
            rows.append(
                [
                    title,
                    label,
                    str(length.games),
                    f"**{length.rolls:.1f}** ± {length.margin:.1f}",
                    f"{length.won:.0%}",
                    whole,
                ]
            )
    header = ["", "three times", "games", "rolls, at most 250", "won by then", "rolls to the end"]
    return (
        markdown.table(header, rows)
        + f"\n\n± is half a 95% interval. The article quotes {OTHERS[0]} to {OTHERS[1]} rolls from "
        "other analyses. Few rolls are no proof of strength: they show that somebody "
        "gets to ten points soon, not that nobody could have hindered it."
    )


def _speed(found: Found) -> str:
    rows = [["article", "", f"{1 / SECONDS_PER_GAME:g}", "", ""]]
    for learner in found.learners:
        curve = found.curves[learner.name]
        games = curve["games"][-1]
        playing, learning = sum(curve["playing_seconds"]), sum(curve["learning_seconds"])
        rows.append(
            [
                f"{TITLES[learner.board]}, {learner.pace}",
                f"{games:,}",
                f"{games / (playing + learning):.3g}",
                f"{playing / games:.3f}",
                f"{learning / games:.3f}",
            ]
        )
    return markdown.table(["", "games", "games/s", "s playing a game", "s learning from it"], rows)


def _reading() -> str:
    return (
        "- Each decision has a prediction, the roll of the dice included; the network rates all legal "
        "moves and takes the lowest place.\n"
        "- Each legal move of each decision is drawn with probability 1/1,000, until it has happened once "
        "in a game; the predictions of all players before "
        "it are discarded. Only with this reading does the set-up, with about 280 legal moves, have the "
        '"roughly 30%" that the article names.\n'
        "- Places count from 1; equal points share the mean of their places.\n"
        "- The fixed board has terrain and tokens of the article's published program, and the "
        "beginners' harbors.\n"
        "- A robber move names hex and victim at once, a monopoly its resource; discards are chosen card by "
        "card."
    )


def thinned(curve: Curve) -> Curve:
    """Games, rolls and loss, as means over equal stretches where there are many steps; the games are those up
    to a stretch's end."""
    stretch = -(-len(curve["games"]) // _KEPT_STEPS)
    starts = range(0, len(curve["games"]), stretch)
    means = {name: [fmean(curve[name][at : at + stretch]) for at in starts] for name in ("rolls", "loss")}
    return {"games": [curve["games"][at : at + stretch][-1] for at in starts], **means}


def _data(request: Request, found: Found, claims: list[Claim]) -> dict[str, Any]:
    return {
        "seed": request.seed,
        "claims": [claim.to_dict() for claim in claims],
        "published": {board: run._asdict() for board, run in RUNS.items()},
        "learners": {
            learner.name: {
                "settings": learner.settings.to_dict(),
                "stages": [
                    {"games": games, "rolls": rolls}
                    for games, rolls in stage_rolls(learner, found.curves[learner.name])
                ],
                "curve": thinned(found.curves[learner.name]),
            }
            for learner in found.learners
        },
        "lengths": {name: asdict(length) for name, length in found.lengths.items()},
    }
