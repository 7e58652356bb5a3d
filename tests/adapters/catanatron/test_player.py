"""Our agents in catanatron's own games."""

from __future__ import annotations

import random
from collections.abc import Sequence
from typing import Any

import pytest

pytest.importorskip("catanatron", reason="needs the extra: pip install 'longroad[catanatron]'")

from catanatron.game import Game
from catanatron.models.map import MINI_MAP_TEMPLATE, CatanMap

from adapters.catanatron.walks import COLORS, Drawer, Wanderer
from longroad.adapters.catanatron import LongroadPlayer, position_of
from longroad.adapters.catanatron.retelling import Retelling
from longroad.adapters.catanatron.versions import ActionType, PeerAction, log_of
from longroad.adapters.catanatron.words import BANK
from longroad.agents import Agent
from longroad.catan import Action, Belief, Position, Rng, Rules, View
from longroad.errors import AgentSpecError, BoardError, RulesError

END = ActionType.END_TURN


def game_of(players: int, *ours: Any, seed: int = 1, **options: Any) -> Any:
    """A game of some of our players and wanderers."""
    others = [Wanderer(color) for color in COLORS[len(ours) : players]]
    return Game([*ours, *others], seed=seed, **options)


@pytest.mark.parametrize("players", [2, 3, 4])
@pytest.mark.parametrize("spec", ["planner", "value", "mcts:sims=20"])
def test_it_plays_to_the_end_and_wins(players: int, spec: str) -> None:
    for seed in (1, 2):
        ours = LongroadPlayer(COLORS[0], spec)
        assert game_of(players, ours, seed=seed).play() is COLORS[0]
        assert ours.refused == 0


def test_a_table_of_ours_alone() -> None:
    players = [LongroadPlayer(color, "weighted") for color in COLORS]
    game = Game(players, seed=3)
    assert game.play() in COLORS
    assert sum(player.refused for player in players) == 0


def test_spec_and_options() -> None:
    """As catanatron's command line gives them: LR:mcts:sims=20:trades=off."""
    assert LongroadPlayer(COLORS[0], "mcts", "sims=20", "trades=off").agent.options.sims == 20  # type: ignore[attr-defined]
    assert repr(LongroadPlayer(COLORS[0], "mcts", "sims=20")) == "LongroadPlayer:RED(mcts:sims=20)"
    assert repr(LongroadPlayer(COLORS[0], Counting())) == "LongroadPlayer:RED(Counting)"
    with pytest.raises(AgentSpecError):
        LongroadPlayer(COLORS[0], "no such agent")


def test_the_same_seed_gives_the_same_moves() -> None:
    def moves() -> list[str]:
        game = Game([LongroadPlayer(color, "weighted") for color in COLORS[:2]], seed=8)
        game.play()
        return [str(position_of(game))]

    assert moves() == moves()


def test_one_player_plays_many_games() -> None:
    ours = LongroadPlayer(COLORS[0], "value")
    for seed in range(1, 4):
        assert game_of(3, ours, seed=seed).play() is COLORS[0]
        ours.reset_state()
    for seed in range(1, 4):  # nobody says that a new game begins
        assert game_of(2, ours, seed=seed).play() is COLORS[0]


def test_options_of_the_game() -> None:
    ours = LongroadPlayer(COLORS[0], "planner")
    assert game_of(2, ours, vps_to_win=6, discard_limit=9).play() is COLORS[0]


def test_games_that_it_cannot_play() -> None:
    with pytest.raises(BoardError, match="only its base map"):
        game_of(2, LongroadPlayer(COLORS[0]), catan_map=CatanMap.from_template(MINI_MAP_TEMPLATE)).play()
    with pytest.raises(RulesError, match="target_points"):
        game_of(2, LongroadPlayer(COLORS[0]), vps_to_win=2).play()


@pytest.mark.skipif(not hasattr(ActionType, "OFFER_TRADE"), reason="this catanatron has no friendly robber")
def test_a_friendly_robber_is_refused() -> None:
    with pytest.raises(RulesError, match="friendly_robber"):
        game_of(2, LongroadPlayer(COLORS[0]), friendly_robber=True).play()


class Trader(Wanderer):
    """Offers a card of its own for another in every other decision."""

    def decide(self, game: Any, playable_actions: Any) -> Any:
        hand = hand_of(game, self.color)
        if END in {action.action_type for action in playable_actions} and any(hand) and random.random() < 0.5:
            given = next(resource for resource in range(5) if hand[resource])
            offer = [0] * 10
            offer[given] = offer[5 + (given + 1) % 5] = 1
            return PeerAction(self.color, ActionType.OFFER_TRADE, tuple(offer))
        return super().decide(game, playable_actions)


def hand_of(game: Any, color: Any) -> list[int]:
    seat = game.state.color_to_index[color]
    return [game.state.player_state[f"P{seat}_{resource}_IN_HAND"] for resource in BANK]


@pytest.mark.skipif(not hasattr(ActionType, "OFFER_TRADE"), reason="this catanatron has no domestic trade")
def test_offers_are_refused() -> None:
    agent = Counting()
    ours = LongroadPlayer(COLORS[0], agent)
    game = Game([ours, Trader(COLORS[1]), Trader(COLORS[2])], seed=4)
    game.play()
    refused = [
        a for a, _ in log_of(game) if a.color is COLORS[0] and a.action_type is ActionType.REJECT_TRADE
    ]
    assert refused


class Counting(Agent):
    """Moves at random, counts cards, and looks at nothing else."""

    follows = True

    def begin(self, rules: Rules, player: int, rng: Rng) -> None:
        super().begin(rules, player, rng)
        self.belief = Belief()
        self.fitting: list[bool] = []
        self.hidden = 0

    def observe(self, before: View, event: Action, after: View) -> None:
        assert before.player == after.player
        self.hidden += str(event).endswith("?")
        self.belief.observe(before, event, after)

    def choose(self, view: View, actions: Sequence[Action]) -> Action:
        if view.phase not in (
            "discard",
            "plenty",
        ):  # in which it is told when all have discarded, or both are taken
            self.fitting.append(self.belief.fits(view))
        assert all(view.cards(seat) is None for seat in range(view.players) if seat != view.player)
        return actions[self.rng.below(len(actions))]


def test_it_is_told_what_happens_as_its_player_sees_it() -> None:
    for seed in range(1, 6):
        agent = Counting()
        ours = LongroadPlayer(COLORS[0], agent)
        game_of(4, ours, seed=seed).play()
        assert agent.hidden > 0
        assert ours.repairs or all(agent.fitting)


#: What may differ where the rules do: a shortage of the bank, the longest road and what follows from it.
DIFFERENCES = ({"hands", "bank"}, {"longest_road", "phase", "actor"})


@pytest.mark.parametrize("players", [2, 3, 4])
def test_positions_are_taken_over_only_where_the_rules_differ(
    players: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    found: list[set[str]] = []

    def noting(self: Retelling, game: Any) -> None:
        ours, theirs = Position.of(self._table.state), position_of(game)
        names = set(vars(ours)) - {"road_lengths", "played", "bought"}
        found.append({name for name in names if getattr(ours, name) != getattr(theirs, name)})
        taken_over(self, game)

    taken_over = Retelling._take_over
    monkeypatch.setattr(Retelling, "_take_over", noting)
    decisions = 0
    for seed in range(1, 5):
        agent = Counting()
        Game([LongroadPlayer(COLORS[0], agent), *map(Drawer, COLORS[1:players])], seed=seed).play()
        decisions += len(agent.fitting)
    assert len(found) < decisions / 100
    assert all(any(names <= known for known in DIFFERENCES) for names in found), found
