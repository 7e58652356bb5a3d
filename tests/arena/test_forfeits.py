"""An agent that fails loses the game, and nothing else is lost."""

from __future__ import annotations

import sys
from abc import abstractmethod
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest

from cli.running import CommandLine
from fake_clock import CLOCK
from longroad.agents import Agent
from longroad.arena import play_match
from longroad.arena.data.archive import KeptGame, read_games
from longroad.catan import Action, Rng, Rules, View

RULES = {"turn_cap": 40, "offers_per_turn": 0}


class Fails(Agent):
    """Plays the first legal action, and fails in some way at its fifth."""

    def begin(self, rules: Rules, player: int, rng: Rng) -> None:
        super().begin(rules, player, rng)
        self.moves = 0

    def choose(self, view: View, actions: Sequence[Action]) -> Action:
        self.moves += 1
        return self.fail(actions) if self.moves == 5 else actions[0]

    @abstractmethod
    def fail(self, actions: Sequence[Action]) -> Any:
        """What the fifth move is."""


class Raises(Fails):
    def fail(self, actions: Sequence[Action]) -> Any:
        raise RuntimeError("out of ideas")


class Quits(Fails):
    def fail(self, actions: Sequence[Action]) -> Any:
        raise SystemExit(3)


class Cheats(Fails):
    def fail(self, actions: Sequence[Action]) -> Any:
        return Action.parse("dice 8")


class Mumbles(Fails):
    def fail(self, actions: Sequence[Action]) -> Any:
        return 17


class Garbles(Fails):
    def fail(self, actions: Sequence[Action]) -> Any:
        return "settle everywhere"


class Sleeps(Fails):
    def fail(self, actions: Sequence[Action]) -> Any:
        CLOCK.spend(0.05)
        return actions[0]


class Odd(BaseException):
    """Neither an Exception nor an interrupt."""


class Leaves(Fails):
    def fail(self, actions: Sequence[Action]) -> Any:
        raise Odd("[/red] leaves")


class Halves(Fails):
    def fail(self, actions: Sequence[Action]) -> Any:
        raise RuntimeError("half \ud800 a\nline")


class Rambles(Fails):
    def fail(self, actions: Sequence[Action]) -> Any:
        raise RuntimeError("and " * 1_000_000)


class Silent(Exception):
    def __str__(self) -> str:
        raise SystemExit("no words")


class Stumbles(Fails):
    def fail(self, actions: Sequence[Action]) -> Any:
        raise Silent


class Shapeless:
    def __repr__(self) -> str:
        raise Odd


class Shapes(Fails):
    def fail(self, actions: Sequence[Action]) -> Any:
        return Shapeless()


class Scribbles(Fails):
    def fail(self, actions: Sequence[Action]) -> Any:
        return "settle \ud800"


class Shouts(Fails):
    def fail(self, actions: Sequence[Action]) -> Any:
        return "settle\n" * 100_000


class NeverSilent(Agent):
    def begin(self, rules: Rules, player: int, rng: Rng) -> None:
        raise Silent

    def choose(self, view: View, actions: Sequence[Action]) -> Action:
        return actions[0]


class Together(Agent):
    """Decides for many games at once, and leaves."""

    together = "all"

    def twin(self) -> Together:
        return Together()

    def choose(self, view: View, actions: Sequence[Action]) -> Action:
        raise Odd("\udfff")


class AllTogether(Together):
    def twin(self) -> AllTogether:
        return AllTogether()

    def choose_many(self, questions: Sequence[Any]) -> Any:
        raise Odd("\udfff")


class NeverReady(Agent):
    def begin(self, rules: Rules, player: int, rng: Rng) -> None:
        raise OSError("no model file")

    def choose(self, view: View, actions: Sequence[Action]) -> Action:
        return actions[0]


pytestmark = pytest.mark.usefixtures("clock")


@pytest.fixture(autouse=True)
def bots(monkeypatch: pytest.MonkeyPatch) -> None:
    """Makes the classes above importable as ``failing_bots``."""
    monkeypatch.setitem(sys.modules, "failing_bots", sys.modules[__name__])


@pytest.mark.parametrize(
    ("name", "reason"),
    [
        ("Raises", "raised RuntimeError: out of ideas"),
        ("Quits", "raised SystemExit: 3"),
        ("Cheats", "illegal action: dice 8: not now"),
        ("Mumbles", "chose 17, which is not an action"),
        ("Garbles", "'settle everywhere' is not an action"),
        ("NeverReady", "raised OSError before the game: no model file"),
    ],
)
def test_a_failing_agent_forfeits_to_its_opponent(name: str, reason: str) -> None:
    result = play_match(
        [f"python:failing_bots.{name}", "random"],
        games=4,
        rules=Rules(players=2, **RULES),
    )
    assert result.wins == [0, 4] and [f.game for f in result.forfeits] == [0, 1, 2, 3]
    for forfeit in result.forfeits:
        assert forfeit.agent == 0 and forfeit.reason.startswith(reason[:20]), forfeit.reason
    assert (result.winner_seat == [1, 0, 1, 0]).all()
    told = result.to_dict()["forfeits"]
    assert len(told) == 4 and told[0]["agent"] == 0


@pytest.mark.parametrize(
    ("name", "reason"),
    [
        ("Leaves", "raised Odd: [/red] leaves (seat p"),
        ("Halves", "raised RuntimeError: half \\ud800 a line (seat p"),
        ("Rambles", "raised RuntimeError: and and and"),
        ("Stumbles", "raised Silent: (str() of it raised SystemExit) (seat p"),
        ("Shapes", "chose (repr() of it raised Odd), which is not an action (seat p"),
        ("Scribbles", "'settle \\ud800' is not an action; examples: "),
        ("Shouts", "'settle settle settle"),
        ("NeverSilent", "raised Silent before the game: (str() of it raised SystemExit)"),
        ("Together", "raised Odd: \\udfff (seat p"),
        ("AllTogether", "raised Odd: \\udfff (seat p"),
    ],
)
def test_whatever_an_agent_raises_is_one_short_printable_line(
    name: str, reason: str, line: CommandLine, tmp_path: Path
) -> None:
    agents, records = (f"python:failing_bots.{name}", "random"), tmp_path / "games.jsonl"
    rules = ("--rules", "turn_cap=40,offers_per_turn=0")
    told = line("match", *agents, "--games", 2, *rules, "--records", records)
    assert f"in game 1: {reason}" in told.out.replace("\n", " "), told
    forfeits = [game.forfeit for game in read_games(records)]
    assert [forfeit.seat for forfeit in forfeits if forfeit] == [0, 1]
    for forfeit in filter(None, forfeits):
        assert forfeit.reason.startswith(reason) and forfeit.reason.isprintable()
        assert len(forfeit.reason) <= 300


def test_of_more_players_nobody_wins_a_forfeited_game() -> None:
    agents = ["random", "python:failing_bots.Raises", "random", "random"]
    result = play_match(agents, games=4, rules=Rules(players=4, **RULES))
    assert result.wins == [0, 0, 0, 0] and [f.agent for f in result.forfeits] == [1] * 4
    assert result.to_dict()["unfinished"] == 4


def test_the_time_of_an_instance_is_looked_at_when_it_has_answered() -> None:
    rules = Rules(players=2, **RULES)
    assert play_match([Sleeps(), "random"], games=2, rules=rules).forfeits == []
    result = play_match([Sleeps(), "random"], games=2, rules=rules, move_seconds=0.02)
    assert result.wins == [0, 2]
    assert all(f.reason.startswith("took 0.05 s for a move; the limit is 0.02 s") for f in result.forfeits)


def test_a_forfeited_game_is_kept_with_its_reason() -> None:
    kept: list[KeptGame] = []
    agents = ["random", "python:failing_bots.Raises"]
    play_match(agents, games=2, rules=Rules(players=2, **RULES), keep=kept.extend)
    assert [game.forfeit.seat for game in kept if game.forfeit] == [1, 0]
    for game in kept:
        assert game.winner == 1 - game.forfeit.seat  # type: ignore[union-attr]
        assert not game.state().is_over


def test_a_players_own_interrupt_is_no_forfeit() -> None:
    class Stops(Agent):
        def choose(self, view: View, actions: Sequence[Action]) -> Action:
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        play_match([Stops(), "random"], games=2)
