"""What a tournament plays: who meets whom, how often, by which rules."""

from __future__ import annotations

import itertools
import math
import re
from collections.abc import Callable, Iterator
from dataclasses import asdict, dataclass
from typing import Any

from longroad.arena.play.jobs import Job
from longroad.arena.play.seating import Seating
from longroad.errors import TournamentError
from longroad.failures import words_of
from longroad.games import GAMES, Rules
from longroad.options import no_such
from longroad.wording import counted

#: Everybody meets everybody; or each agent meets copies of each other one.
FORMATS = ("round-robin", "one-against-copies")
#: Of a pairing.
MOST_GAMES = 10**8


@dataclass(frozen=True)
class Pairing:
    """Agents that play a match, and the name of its folder."""

    name: str
    agents: tuple[str, ...]


@dataclass(frozen=True)
class Plan:
    """A tournament. Two tournaments with equal plans have equal results.

    >>> plan = Plan(("random", "weighted", "expectimax:depth=1"), games=100)
    >>> [pairing.agents for pairing in plan.pairings()]
    [('random', 'weighted'), ('random', 'expectimax:depth=1'), ('weighted', 'expectimax:depth=1')]
    >>> len(list(plan.jobs())), plan.total_games
    (150, 300)
    """

    agents: tuple[str, ...]
    #: Games of each pairing; rounded up to full blocks.
    games: int = 400
    players: int = 2
    format: str = "round-robin"
    #: Options of the rules that differ from the official ones, the number of players apart.
    rules: tuple[tuple[str, Any], ...] = (("offers_per_turn", 0),)
    #: All pairings meet on the same boards with the same dice.
    seed: int = 0
    #: Keep every game.
    records: bool = False
    move_seconds: float | None = None
    #: By its name in longroad.games.
    game: str = "catan"

    def __post_init__(self) -> None:
        if self.game not in GAMES:
            raise TournamentError(f"game='{self.game}': must be one of {', '.join(GAMES)}")
        if self.players not in GAMES[self.game].seats:
            seats = " or ".join(map(str, GAMES[self.game].seats))
            raise TournamentError(f"players={self.players}: {GAMES[self.game].title} is played by {seats}")
        if self.format not in FORMATS:
            raise TournamentError(f"format='{self.format}': must be one of {', '.join(FORMATS)}")
        if not 1 <= self.games <= MOST_GAMES:
            raise TournamentError(f"games={self.games}: a pairing has between 1 and {MOST_GAMES:,} games")
        if len(set(self.agents)) != len(self.agents):
            raise TournamentError("an agent is named twice: each can take part once")
        least = self.players if self.format == "round-robin" else 2
        if len(self.agents) < least:
            raise TournamentError(
                f"{counted(len(self.agents), 'agent')}: a {self.format} of {self.players} players needs "
                f"at least {least}"
            )
        if self.format == "one-against-copies" and self.players == 2:
            raise TournamentError("one-against-copies needs 3 or 4 players: with 2 it is a round-robin")
        self.game_rules  # noqa: B018  # wrong rules are refused at once

    @property
    def game_rules(self) -> Rules:
        """The rules of all games."""
        options = (
            dict(self.rules) if self.game == "skirmish" else {"players": self.players, **dict(self.rules)}
        )
        rules: Rules = GAMES[self.game].module.Rules.from_dict(options)
        return rules

    @property
    def blocks(self) -> int:
        """Blocks of each pairing."""
        return -(-self.games // self.players)

    @property
    def blocks_per_file(self) -> int:
        """So many blocks are played and written at once: few enough that a kill costs little, at most 100
        files per pairing."""
        return max(1, self.blocks // 100)

    @property
    def total_games(self) -> int:
        """Games of all pairings."""
        return len(self.pairings()) * self.blocks * self.players

    def check_agents(self) -> None:
        """Makes every agent once, so that a wrong spec is refused before anything is played: AgentSpecError,
        or RulesError for one that cannot play by the rules."""
        with Seating(self.move_seconds is not None) as seating:
            seating.agents(self.agents, self.game_rules)

    def pairings(self) -> list[Pairing]:
        """Who meets whom."""
        numbered = list(enumerate(self.agents))
        if self.format == "round-robin":
            groups = [tuple(group) for group in itertools.combinations(numbered, self.players)]
        else:
            groups = [
                (one, *[other] * (self.players - 1)) for one, other in itertools.permutations(numbered, 2)
            ]
        return [
            Pairing("-".join(str(number) for number, _ in group), tuple(agent for _, agent in group))
            for group in groups
        ]

    def jobs(self) -> Iterator[tuple[Pairing, Job]]:
        """All jobs: first every pairing's first blocks, then every pairing's next ones."""
        for first in range(0, self.blocks, self.blocks_per_file):
            blocks = min(self.blocks_per_file, self.blocks - first)
            for pairing in self.pairings():
                job = Job(
                    pairing.agents,
                    self.game_rules,
                    self.seed,
                    first,
                    blocks,
                    self.records,
                    self.move_seconds,
                )
                yield pairing, job

    def to_dict(self) -> dict[str, Any]:
        """Ready for JSON."""
        return {**asdict(self), "agents": list(self.agents), "rules": dict(self.rules)}

    @staticmethod
    def from_dict(data: object) -> Plan:
        """The opposite of to_dict; raises TournamentError, or RulesError for its rules."""
        if not isinstance(data, dict):
            raise TournamentError("a plan must be a JSON object")
        for name in ("agents", "rules"):
            if name not in data:
                raise TournamentError(f"the plan does not name its {name}")
        for name, value in data.items():
            if name not in _KINDS:
                raise TournamentError(no_such("entry of a plan", words_of(name), _KINDS))
            allowed, check = _KINDS[name]
            if not check(value):
                raise TournamentError(f"{name}={words_of(value, repr)}: must be {allowed}")
        changed = {"agents": tuple(data["agents"]), "rules": tuple(sorted(data["rules"].items()))}
        return Plan(**{**data, **changed})


def _is_text(value: Any) -> bool:
    """Whether it is a text that can be written: JSON knows halves of characters, too."""
    return isinstance(value, str) and re.search("[\ud800-\udfff]", value) is None


#: The entries of a plan as JSON has them: what they must be, and whether they are.
_KINDS: dict[str, tuple[str, Callable[[Any], bool]]] = {
    "agents": ("a list of agent specs", lambda value: isinstance(value, list) and all(map(_is_text, value))),
    "games": ("a whole number", lambda value: type(value) is int),
    "players": ("a whole number", lambda value: type(value) is int),
    "format": ("a text", _is_text),
    "rules": ("an object of options", lambda value: isinstance(value, dict)),
    "seed": ("a whole number", lambda value: type(value) is int),
    "records": ("true or false", lambda value: isinstance(value, bool)),
    "move_seconds": (
        "null or a number of seconds",
        lambda value: value is None or (type(value) in (int, float) and 0 <= value < math.inf),
    ),
    "game": ("a text", _is_text),
}
