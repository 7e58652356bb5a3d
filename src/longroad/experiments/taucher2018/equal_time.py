"""The paper's question: at equal time per decision, how much do representative moves bring? In both games,
in expectiminimax (deepened until the time is up) and in trees."""

from __future__ import annotations

from dataclasses import dataclass

from longroad.catan import Rules as CatanRules
from longroad.experiments import markdown
from longroad.experiments.taucher2018.matches import RULES, Match, MatchFigures
from longroad.games import Rules as AnyRules

MILLISECONDS = (1, 10)
_DEEPEST = 30


@dataclass(frozen=True)
class Comparison:
    """A search with representative moves and the same one without."""

    name: str
    game: str
    search: str
    classes: str
    rules: AnyRules
    #: Agents without the options of time and moves.
    agent: str
    moves: str

    def match(self, milliseconds: int) -> Match:
        """The two with so much time per decision."""
        time = (
            f"seconds={milliseconds / 1000}" if self.agent.startswith("expectimax") else f"ms={milliseconds}"
        )
        plain = f"{self.agent}{time}"
        return Match(
            f"time-{self.name}-{milliseconds}",
            f"{self.game}, {self.search}, {self.classes}, {milliseconds} ms",
            f"{plain},{self.moves}",
            plain,
            self.rules,
        )


_DEEPENED, _TREE = f"expectimax:depth={_DEEPEST},", "mcts:"
_CATAN = CatanRules(players=2)
COMPARISONS = (
    Comparison(
        "skirmish-expectimax", "Skirmish", "expectiminimax", "the paper's three", RULES, _DEEPENED,
        "moves=representative,root=real",
    ),
    Comparison(
        "skirmish-expectimax-clusters", "Skirmish", "expectiminimax", "clusters", RULES, _DEEPENED,
        "moves=clustered,root=real",
    ),
    Comparison(
        "skirmish-tree", "Skirmish", "tree", "the paper's three", RULES, _TREE,
        "moves=representative,root=real",
    ),
    Comparison(
        "skirmish-tree-clusters", "Skirmish", "tree", "clusters", RULES, _TREE, "moves=clustered,root=real"
    ),
    Comparison(
        "catan-expectimax", "Catan", "expectiminimax", "one per purpose", _CATAN, _DEEPENED,
        "moves=representative",
    ),
    Comparison(
        "catan-expectimax-clusters", "Catan", "expectiminimax", "clusters", _CATAN, _DEEPENED,
        "moves=clustered",
    ),
    Comparison("catan-tree", "Catan", "tree", "one per purpose", _CATAN, _TREE, "moves=representative"),
)  # fmt: skip
MATCHES = tuple(one.match(milliseconds) for one in COMPARISONS for milliseconds in MILLISECONDS)


def equal_time_table(matches: dict[str, MatchFigures]) -> str:
    """Every comparison that was played; empty without any."""
    rows = []
    for one in COMPARISONS:
        for milliseconds in MILLISECONDS:
            found = matches.get(one.match(milliseconds).name)
            if found is None:
                continue
            low, high = found.block_interval
            rows.append(
                [
                    one.game, one.search, one.classes, str(milliseconds), str(found.games),
                    f"{found.rate:.1%}", f"{low:.1%} - {high:.1%}",
                    f"{found.milliseconds(0):.2f}", f"{found.milliseconds(1):.2f}",
                ]
            )  # fmt: skip
    header = [
        "game", "search", "classes", "ms", "games", "won by RM", "95% interval", "RM: ms", "all moves: ms",
    ]  # fmt: skip
    return markdown.table(header, rows) if rows else ""
