"""What is hidden may not leak: games that differ only in a card that a player did not see are the same to it,
in what it is told and in what it believes."""

from __future__ import annotations

from itertools import combinations
from random import Random

import pytest

from belief.following import eager_events
from longroad.catan import Action, Belief, Rules, State
from property.random_games import draw_event
from property.sight import sight


class Twin:
    """A game and what its players believe."""

    def __init__(self, state: State, beliefs: list[Belief]) -> None:
        self.state, self.beliefs = state.copy(), [belief.copy() for belief in beliefs]

    def apply(self, event: Action) -> list[Action]:
        """Plays on; returns what each player saw."""
        players = range(self.state.players)
        views = [self.state.view(p) for p in players]
        seen = [self.state.seen_by(event, p) for p in players]
        self.state.apply(event)
        for p in players:
            self.beliefs[p].observe(views[p], seen[p], self.state.view(p))
        return seen


def same_hidden_outcomes(twins: tuple[Twin, Twin], insiders: set[int], rng: Random) -> int:
    """Continues alike in both as long as it can, and compares what the others know; returns how many events
    were compared.

    Monopolies are left out: how many cards they bring is seen by all.
    """
    outsiders = set(range(twins[0].state.players)) - insiders
    for number in range(25):
        for p in outsiders:
            assert twins[0].beliefs[p].hypotheses == twins[1].beliefs[p].hypotheses, f"p{p}"
            assert sight(twins[0].state.view(p)) == sight(twins[1].state.view(p))
        for _ in range(20):
            event = draw_event(twins[0].state, rng)
            if event.kind != "monopoly" and twins[1].state.is_legal(event):
                break
        else:
            return number
        seen = [twin.apply(event) for twin in twins]
        assert seen[0] == seen[1]
        if any(twin.state.is_over for twin in twins):
            return number
    return 25


@pytest.mark.parametrize("phase", ["steal", "draw"])
@pytest.mark.parametrize("players", [3, 4])
def test_a_card_that_was_not_seen_changes_nothing(phase: str, players: int) -> None:
    rules = Rules(players=players, offers_per_turn=1, turn_cap=150, target_points=14)
    rng, compared, differing = Random(players), 0, 0
    for seed in range(8):
        start, events = eager_events(rules, seed)
        game = Twin(start, [Belief() for _ in range(players)])
        for event in events:
            outcomes = [outcome for outcome, _ in game.state.chance_outcomes()]
            if game.state.phase == phase and len(outcomes) > 1 and rng.random() < 0.3:
                insiders = {game.state.current}
                if phase == "steal":
                    victim = game.state.events()[-1].player
                    assert victim is not None
                    insiders.add(victim)
                for pair in list(combinations(outcomes, 2))[:2]:
                    twins = Twin(game.state, game.beliefs), Twin(game.state, game.beliefs)
                    seen = [twin.apply(outcome) for twin, outcome in zip(twins, pair, strict=True)]
                    for p in range(players):
                        assert (seen[0][p] == seen[1][p]) == (p not in insiders)
                        assert p in insiders or str(seen[0][p]).endswith("?")
                        differing += twins[0].beliefs[p].hypotheses != twins[1].beliefs[p].hypotheses
                    if not any(twin.state.is_over for twin in twins):
                        compared += same_hidden_outcomes(twins, insiders, rng)
            game.apply(event)
    assert compared > 200
    assert differing > 20 if phase == "steal" else differing == 0


def test_with_open_hands_a_stolen_card_is_seen_and_a_drawn_one_is_not() -> None:
    rules = Rules(players=4, offers_per_turn=0, turn_cap=200)
    start, events = eager_events(rules, 3)
    kinds = set()
    for event in events:
        if event.kind in ("stole", "drew"):
            kinds.add(event.kind)
            outsider = next(
                p for p in range(4) if p not in (start.current, start.events()[-1].player)
            )  # after a robber's move the victim
            assert start.seen_by(event, outsider) != event
            assert (start.seen_by(event, outsider, open_hands=True) == event) == (event.kind == "stole")
            assert start.seen_by(event, start.current) == event
        else:
            assert all(start.seen_by(event, p) == event for p in range(4))
        start.apply(event)
    assert kinds == {"stole", "drew"}


def test_a_player_of_the_game_is_asked_for() -> None:
    with pytest.raises(IndexError, match="no player p3"):
        State(Rules(players=3)).seen_by(Action.parse("settle n3"), 3)
