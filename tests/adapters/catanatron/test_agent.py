"""Players of catanatron at our tables."""

from __future__ import annotations

from collections.abc import Sequence

import pytest

pytest.importorskip("catanatron", reason="needs the extra: pip install 'longroad[catanatron]'")

from adapters.catanatron.bots import Spy
from cli.running import CommandLine
from longroad.adapters.catanatron import CatanatronAgent, position_of
from longroad.agents import Agent, Table, make_agent
from longroad.arena import play_match
from longroad.catan import Action, Rng, Rules, State, View
from longroad.catan.encodings import ENCODINGS
from longroad.errors import RulesError

RULES = {players: Rules.preset("catanatron", players=players) for players in (2, 3, 4)}


class Checked(Agent):
    """Lets a spy decide and compares what it was shown with the view."""

    follows = True
    #: Decisions at which cards of others were drawn.
    guesses = 0

    def __init__(self) -> None:
        self._spy = CatanatronAgent(Spy)

    def begin(self, rules: Rules, player: int, rng: Rng) -> None:
        super().begin(rules, player, rng)
        self._spy.begin(rules, player, rng)

    def observe(self, before: View, event: Action, after: View) -> None:
        self._spy.observe(before, event, after)

    def choose(self, view: View, actions: Sequence[Action]) -> Action:
        Spy.seen.clear()
        action = self._spy.choose(view, actions)
        assert action in actions
        for game in Spy.seen:
            position = position_of(game)
            if view.phase == "discard":
                position = position.replace(left=view.left)
            shown = position.state(view.rules, view.board).view(view.player)
            encoding = ENCODINGS["general"]
            assert (encoding.encode(shown) == encoding.encode(view)).all()
            assert shown.unseen_cards == view.unseen_cards
            assert shown.actions == view.actions
            hidden = [seat for seat in range(view.players) if view.hand(seat) is None]
            type(self).guesses += any(sum(position.hands[seat]) for seat in hidden)
        return action


@pytest.mark.parametrize("players", [2, 3, 4])
def test_what_it_is_shown_is_what_its_player_sees(players: int) -> None:
    Checked.guesses = 0
    agents: list[Agent | str] = [Checked(), *["weighted"] * (players - 1)]
    result = play_match(agents, games=2, seed=players, rules=RULES[players])
    assert not result.forfeits
    assert bool(Checked.guesses) == (players > 2)


def test_hands_that_it_cannot_see_are_drawn_from_what_it_counted() -> None:
    agent, rng, dice = CatanatronAgent(Spy), Rng(1), Rng(2)
    state = State(RULES[3], seed=6)
    agent.begin(state.rules, 0, rng)
    table = Table(state, {0: agent})
    doubtful = 0
    while not state.is_over:
        if state.actor == 0 and state.phase == "main" and len(agent._belief) > 1:
            hands = {tuple(position_of(agent.game(state.view(0))).hands) for _ in range(30)}
            assert hands <= {possible for possible, _ in agent._belief.hypotheses}
            doubtful += len(hands) > 1
        event = state.sample_chance(dice) if state.is_chance else state.sample_action(dice)
        table.apply(event)
    assert doubtful > 0


def test_a_match_from_the_command_line(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    line = CommandLine(capsys, monkeypatch)
    arguments = ("match", "catanatron:RandomPlayer", "random", "--games", "4", "--json")
    arguments += ("--rules", "catanatron,target_points=5")
    figures = line(*arguments).json
    assert figures["games"] == 4 and figures["forfeits"] == []
    assert line(*arguments).json["signature"] == figures["signature"]
    assert "catanatron:Class" in line("agents").out


def test_whole_tables_of_them() -> None:
    specs = [
        "catanatron:WeightedRandomPlayer",
        "catanatron:VictoryPointPlayer",
        "catanatron:RandomPlayer",
        "value",
    ]
    result = play_match(specs, games=4, seed=2, rules=RULES[4].replace(target_points=6))
    assert not result.forfeits and result.games == 4


def test_official_rates_at_the_bank() -> None:
    result = play_match(
        ["catanatron:RandomPlayer", "weighted"],
        games=4,
        seed=2,
        rules=Rules(players=2, offers_per_turn=0, bank=12),
    )
    assert not result.forfeits


def test_without_development_cards() -> None:
    rules = Rules(players=2, offers_per_turn=0, development_cards=False)
    assert not play_match(
        ["catanatron:WeightedRandomPlayer", "weighted"], games=2, seed=2, rules=rules
    ).forfeits


@pytest.mark.parametrize(
    "option",
    [
        {"offers_per_turn": 3},
        {"robber": False},
        {"starting_settlements": 3},
        {"friendly_robber": True},
        {"dice_deck": True},
    ],
)
def test_rules_that_it_cannot_play(option: dict[str, int]) -> None:
    rules = RULES[2].replace(**option)
    with pytest.raises(RulesError, match=next(iter(option))):
        play_match(["catanatron:RandomPlayer", "random"], games=2, rules=rules)


def test_a_move_that_was_not_offered_forfeits() -> None:
    result = play_match(["catanatron:adapters.catanatron.bots.Rebel", "random"], games=2, rules=RULES[2])
    assert [forfeit.agent for forfeit in result.forfeits] == [0, 0]
    assert "which it cannot play now" in result.forfeits[0].reason


def test_pythons_own_generator_is_left_alone() -> None:
    import random

    random.seed(5)
    expected = random.random()
    random.seed(5)
    play_match(["catanatron:RandomPlayer", "random"], games=2, rules=RULES[2].replace(target_points=3))
    assert random.random() == expected


def test_a_twin_plays_the_same() -> None:
    agent = make_agent("catanatron:RandomPlayer")
    assert agent.twin() is not agent and isinstance(agent.twin(), CatanatronAgent)
