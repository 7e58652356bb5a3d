"""The heat map of the set-up: a score for every spot that can be settled."""

from __future__ import annotations

from collections.abc import Mapping

from longroad.analysis.decisions import Examined
from longroad.catan import View


def spot_scores(view: View, found: Examined) -> Mapping[int, float]:
    """By intersection, 1 for the best spot and 0 for the worst; empty where nothing is to be settled. Every
    spot is judged at the end of the set-up; the candidates, which were played on, by what came out."""
    if view.phase != "setup settlement":
        return {}
    worth, candidates = found.ends, found.candidates
    shift = sum(worth[one.action] - one.win_probability for one in candidates) / len(candidates)
    best = candidates[0].win_probability + shift
    worth = {move: min(value, best) for move, value in worth.items()}
    worth = worth | {one.action: one.win_probability + shift for one in candidates}
    low, high = min(worth.values()), max(worth.values())
    return {
        move.intersection: (value - low) / (high - low) if high > low else 1.0
        for move, value in worth.items()
        if move.intersection is not None
    }
