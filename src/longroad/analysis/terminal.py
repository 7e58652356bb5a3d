"""A review in a terminal: a chart in characters, and tables."""

from __future__ import annotations

from longroad.analysis.grades import Grade
from longroad.analysis.review import Review
from longroad.analysis.words import percent
from longroad.drawing.palette import LIVERIES
from longroad.drawing.screen import styled
from longroad.drawing.sheet import Sheet

_ROWS = 12
_GRADES = (Grade.BEST, Grade.GOOD, Grade.INACCURACY, Grade.MISTAKE, Grade.BLUNDER)


def chart_lines(review: Review, *, width: int = 72, color: bool = False) -> list[str]:
    """The win probability of every player over the game: a column per stretch of events, in each the letters
    of the players, as many as their shares."""
    moments = review.moments
    columns = min(width, len(moments))
    chosen = [moments[round(i * (len(moments) - 1) / max(columns - 1, 1))] for i in range(columns)]
    stacks = [_stack(moment.win_probabilities) for moment in chosen]
    lines = []
    for row in range(_ROWS):
        axis = {0: "100%", _ROWS - 1: "  0%"}.get(row, "    ")
        cells = "".join(
            styled(_letter(stack[row]), LIVERIES[stack[row]].ansi, color=color) for stack in stacks
        )
        lines.append(f"{axis} {cells}")
    marks = [" "] * columns
    for number, point in enumerate(review.turning_points, start=1):
        marks[round(point.event * (columns - 1) / max(len(moments) - 1, 1))] = str(number)
    names = ", ".join(f"{_letter(player.player)} {player.name}" for player in review.players)
    return [*lines, f"     {''.join(marks)}".rstrip(), f"     {names}; numbers: turning points"]


def _stack(shares: tuple[float, ...]) -> list[int]:
    """A player for each row, from the top down, by the largest remainders."""
    exact = [share * _ROWS for share in shares]
    rows = [int(x) for x in exact]
    by_rest = sorted(range(len(exact)), key=lambda player: rows[player] - exact[player])
    for player in by_rest[: _ROWS - sum(rows)]:
        rows[player] += 1
    return [player for player, count in enumerate(rows) for _ in range(count)]


def _letter(player: int) -> str:
    return LIVERIES[player].name[0].upper()


def sheets(review: Review, worst: int = 10) -> list[Sheet]:
    """How the players played, what luck they had, and the worst moves."""
    return [_players(review), _luck(review), _worst(review, worst)]


def _players(review: Review) -> Sheet:
    rows = []
    for player in review.players:
        graded = player.accuracy is not None
        name = f"{player.name} (won)" if player.won else player.name
        rows.append(
            (
                f"{name}: {player.agent}" if player.agent else name,
                str(player.points),
                percent(player.accuracy) if player.accuracy is not None else "-",
                *(str(player.grades[grade]) if graded else "-" for grade in _GRADES),
            )
        )
    counts = ("best", "good", "inacc.", "mistakes", "blunders")
    return Sheet("how they played", ("player", "points", "accuracy", *counts), rows)


def _luck(review: Review) -> Sheet:
    rows = [
        (
            review.players[luck.player].name,
            *(f"{100 * share:+.1f}" for share in (luck.dice, luck.steals, luck.draws, luck.total)),
            f"{luck.cards} of {luck.expected:.1f}",
        )
        for luck in review.luck
    ]
    columns = ("player", "dice", "stolen", "drawn", "together", "cards of expected")
    return Sheet("luck, in percent of win probability", columns, rows)


def _worst(review: Review, most: int) -> Sheet:
    rows = [
        (f"turn {one.turn}: {one.comment}", str(one.grade), f"-{percent(one.loss)}")
        for one in review.worst(most)
    ]
    notes = () if rows else ("no decision lost enough to be named",)
    return Sheet("the worst moves", ("decision", "grade", "lost"), rows, notes)
