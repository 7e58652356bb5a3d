"""Everything above the games serves Skirmish, too: tournaments, sequential tests, Python agents, archives,
reports."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import pytest

from longroad import skirmish
from longroad.agents import Agent
from longroad.arena import Plan, Sprt, Tournament, games_of, play_match, run_sprt, standings
from longroad.arena.report import write_report
from longroad.arena.report.facts import command
from longroad.catan import Rules
from longroad.errors import AgentSpecError, TournamentError

RULES = skirmish.Rules(turn_cap=40)
PLAN = Plan(
    ("random", "expectimax:depth=1"),
    games=8,
    rules=(("turn_cap", 40),),
    seed=3,
    records=True,
    game="skirmish",
)


class Cautious(Agent[skirmish.State, skirmish.Action, skirmish.Rules]):
    """Keeps its cards as long as it may."""

    plays = "skirmish"
    follows = True

    def begin(self, rules: skirmish.Rules, player: int, rng: object) -> None:
        super().begin(rules, player, rng)  # type: ignore[arg-type]
        self.told = 0

    def observe(self, before: skirmish.State, event: skirmish.Action, after: skirmish.State) -> None:
        self.told += 1
        again = before.copy()
        again.apply(event)
        assert again.same_position(after)

    def choose(self, view: skirmish.State, actions: Sequence[skirmish.Action]) -> skirmish.Action:
        assert view.legal_actions() == list(actions) and self.told > 0
        return actions[-1]


def test_a_python_agent_plays_and_is_told_everything() -> None:
    result = play_match([Cautious(), "expectimax:depth=1"], games=6, seed=1, rules=RULES)
    assert not result.forfeits and result.wins == [0, 6] and result.to_dict()["game"] == "skirmish"
    spec = play_match([f"python:{__name__}.Cautious", "random"], games=2, seed=1, rules=RULES)
    assert spec.games == 2 and not spec.forfeits


def test_an_agent_of_another_game_is_refused() -> None:
    with pytest.raises(AgentSpecError, match="Cautious plays skirmish, not catan"):
        play_match([Cautious(), "random"], games=2, rules=Rules(players=2))
    with pytest.raises(AgentSpecError, match="'planner'"):
        play_match(["planner", "random"], games=2, rules=RULES)


def test_a_tournament_with_archive_and_report(tmp_path: Path) -> None:
    tournament = Tournament.open(tmp_path / "t", PLAN).play()
    now = standings(tournament)
    assert now.complete and now.ratings.agents == ["expectimax:depth=1", "random"]
    assert now.agent("expectimax:depth=1").points > 0
    games = list(games_of(tmp_path / "t" / "games"))
    assert len(games) == 8 and {game.game for game in games} == {"skirmish"}
    assert [game.state().winner for game in games] == [game.winner for game in games]
    page = write_report(tmp_path / "t").read_text()
    assert "games of Skirmish" in page and "victory points" not in page
    assert "--game skirmish" in command(PLAN, tmp_path)


def test_a_sequential_test_decides() -> None:
    result = run_sprt(Sprt(0, 100), ["expectimax:depth=1", "random"], rules=RULES, seed=2)
    assert result.test.decision == "H1"


def test_three_cannot_play() -> None:
    with pytest.raises(TournamentError, match="Skirmish is played by 2"):
        Plan(("random", "expectimax:depth=1", "expectimax:depth=2"), players=3, game="skirmish", rules=())
