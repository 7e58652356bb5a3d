"""R and G positions, and the set-up they are placed in."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from longroad.catan import RESOURCES, Action, Board, Rng, Rules, State, topology
from longroad.experiments.ntu2016.published import STUDY_ROUNDS
from longroad.experiments.request import Request
from longroad.openings import Placement, PlacementStudy, placements, study_openings

#: The report has one board, the default of its program. Ours is the rulebook's board for beginners.
BOARD = "beginner"
#: Good pairs: none has a spot in or beside another.
GOOD_PAIRS = 3

Pair = tuple[int, int]


@dataclass(frozen=True)
class Pairs:
    """The positions that the two players start from."""

    #: All legal pairs with lumber and brick beside them.
    plain: tuple[Pair, ...]
    good: tuple[Pair, ...]

    def draw(self, scenario: str, rng: Rng) -> tuple[Pair, Pair]:
        """Both players' pairs: the first player's is drawn first, the second's of those it leaves."""
        while True:
            first = rng.choice(self._of(scenario[0]))
            left = [pair for pair in self._of(scenario[1]) if are_apart(first, pair)]
            if left:
                return first, rng.choice(left)

    def _of(self, letter: str) -> tuple[Pair, ...]:
        return self.good if letter == "G" else self.plain


def study(rules: Rules, games: int, request: Request) -> PlacementStudy:
    """The win rates of all pairs, both players building at random and trading with nobody (section 4.5)."""
    two = rules.replace(starting_settlements=2)
    start = State(two, board=BOARD)
    return study_openings(
        start,
        play="build",
        flat=games,
        rounds=STUDY_ROUNDS,
        seed=request.seed,
        threads=request.cores,
        player=0,
        runner=request.runner,
    )


def good_pairs(ranked: list[Placement]) -> list[Placement]:
    """The best pair, the best one apart from it, and so on."""
    found: list[Placement] = []
    for placement in ranked:
        if all(are_apart(placement.intersections, other.intersections) for other in found):
            found.append(placement)
        if len(found) == GOOD_PAIRS:
            break
    return found


def study_dict(found: PlacementStudy) -> dict[str, Any]:
    """What a study found, for a file: all placements, those that won most first."""
    rows = [[list(p.intersections), p.wins, p.ties, p.games] for p in found.placements]
    return {"placements": rows, "seconds": found.seconds}


def study_from(data: dict[str, Any], rules: Rules, seed: int) -> PlacementStudy:
    """The opposite of study_dict."""
    rows = [Placement(tuple(spots), wins, ties, games) for spots, wins, ties, games in data["placements"]]
    state = State(rules.replace(starting_settlements=2), board=BOARD)
    return PlacementStudy(
        state, 0, "build", "random", STUDY_ROUNDS, seed, "flat", rows, seconds=data["seconds"]
    )


def plain_pairs() -> tuple[Pair, ...]:
    """All legal pairs of the board that have lumber and brick beside them."""
    start = State(Rules(players=2), board=BOARD)
    pairs = ((p.intersections[0], p.intersections[1]) for p in placements(start, 0))
    return tuple(pair for pair in pairs if has_lumber_and_brick(start.board, pair))


def has_lumber_and_brick(board: Board, pair: tuple[int, ...]) -> bool:
    """Whether both can be produced from the start."""
    hexes = {h for place in pair for h in topology.INTERSECTION_HEXES[place]}
    terrain = {board.terrain[h] for h in hexes if board.tokens[h]}
    return {RESOURCES.index("lumber"), RESOURCES.index("brick")} <= terrain


def are_apart(one: tuple[int, ...], other: tuple[int, ...]) -> bool:
    """Whether both can be settled on one board: no spot is another's or beside it."""
    return all(a != b and b not in topology.INTERSECTION_NEIGHBOURS[a] for a in one for b in other)


def set_up(state: State, pairs: tuple[Pair, Pair], rng: Rng, apply: Callable[[Action], None]) -> None:
    """Places the pairs, each in an order that is drawn; further settlements and all roads are drawn."""
    waiting: list[list[int]] = []
    for pair in pairs:
        turned = rng.below(2)
        waiting.append([pair[turned], pair[1 - turned]])
    while state.phase.startswith("setup"):
        actions = state.legal_actions()
        own = waiting[state.actor or 0]
        if state.phase == "setup settlement" and own:
            place = own.pop(0)
            apply(next(action for action in actions if action.intersection == place))
        else:
            apply(rng.choice(actions))
