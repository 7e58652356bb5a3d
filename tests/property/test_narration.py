"""The game in plain words: every event of many games can be told to everybody, and what is told is true."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest
from hypothesis import given, settings

from longroad import catan
from longroad.catan.narration import Narrator, produced
from longroad.catan.onlookers import OpenView, PublicView, Sight, seen_by_all
from longroad.catan.words import action_words
from property.random_games import draw_event, rules, seeds, walk


def sights(state: catan.State) -> list[Sight]:
    """Those of all players, of an onlooker and of one who sees all hands."""
    views = [state.view(p) for p in range(state.players)]
    return [*views, PublicView(views[0]), OpenView(views)]


def seen(state: catan.State, event: catan.Action) -> list[catan.Action]:
    """The event as each of them sees it."""
    own = [state.seen_by(event, p) for p in range(state.players)]
    return [*own, seen_by_all(event, state.rules.open_hands), event]


@settings(max_examples=30)
@given(rules(), seeds)
def test_every_event_can_be_told_to_everybody(rules: catan.Rules, seed: int) -> None:
    narrators = [*(Narrator(p) for p in range(rules.players)), Narrator(), Narrator()]
    state = catan.State(rules, seed=seed)
    rng = Random(seed)
    untold = {"roll", "end", "buy card"}
    while not state.is_over:
        event = draw_event(state, rng)
        before, events = sights(state), seen(state, event)
        state.apply(event)
        for narrator, was, saw, now in zip(narrators, before, events, sights(state), strict=True):
            lines = narrator.tell(was, saw, now)
            assert bool(lines) or event.kind in untold
            assert all(line[0].isupper() and "None" not in line and "?" not in line for line in lines), lines
            if narrator.viewer is not None and state.actor == narrator.viewer:
                assert all(action_words(now, action) for action in now.actions[:40])


@settings(max_examples=30)
@given(rules(bank=5), seeds)
def test_what_a_roll_is_said_to_bring_is_what_it_brings(rules: catan.Rules, seed: int) -> None:
    rolls = 0
    held: list[Any] = []
    before: catan.View | None = None
    for state, event in walk(rules, seed):
        if event is not None and event.kind == "dice" and before is not None:
            hands = [state.hand(p) for p in range(rules.players)]
            gained = [[b - a for a, b in zip(*two, strict=True)] for two in zip(held, hands, strict=True)]
            assert event.sum is not None
            assert produced(before, event.sum) == gained
            rolls += 1
        held, before = [state.hand(p) for p in range(rules.players)], state.view(0)
    assert rolls or rules.turn_cap == 1 or rules.target_points == 3


class Told:
    """A game on the beginners' board, told to everybody."""

    def __init__(self, **options: Any) -> None:
        self.state = catan.State(catan.Rules(board="beginner", **options))

    def __call__(self, event: str, viewer: int | None = 0, names: Any = None) -> list[str]:
        """Plays an event and tells it to a viewer."""
        action, narrator = catan.Action.parse(event), Narrator(viewer, *([names] if names else []))
        before, events = sights(self.state), seen(self.state, action)
        self.state.apply(action)
        place = self.state.players if viewer is None else viewer
        return narrator.tell(before[place], events[place], sights(self.state)[place])


@pytest.fixture
def told() -> Told:
    """Three players after the set-up, p0 to roll; p0 on n10 and n13."""
    game = Told(players=3)
    for place in (10, 20, 42, 29, 40, 13):
        game.state.apply(f"settle n{place}")
        game.state.apply(game.state.legal_actions()[0])
    return game


def test_places_are_named_by_the_numbers_around_them() -> None:
    told = Told(players=2)
    assert told("settle n10") == ["You settle on 10-2-6 (ore, wool, brick)"]
    assert told("road e13", viewer=1) == ["Red builds a road between wool 2 and brick 6"]
    assert told("settle n0", viewer=0, names=("Ann", "Ben")) == ["Ben settles on 10 (ore), at a 3:1 harbor"]
    told.state.apply("road e0")
    (line,) = told("settle n20", viewer=1)
    assert line.startswith("You settle on ") and " and get 1 " in line  # the last one pays


def test_a_roll_is_told_with_what_it_brings(told: Told) -> None:
    assert told("roll") == []
    (line,) = told("dice 6", viewer=1)
    assert line.startswith("Red rolls 6: ")
    state = told.state
    state.apply("end")
    state.apply("roll")
    assert told("dice 12", viewer=0) == ["Blue rolls 12: nobody gets anything"]


def test_a_theft_names_the_card_to_those_who_may_know() -> None:
    lines: dict[int | None, list[str]] = {}
    for viewer in (0, 1, 2, None):
        game = Told(players=3)
        rng = catan.Rng(5)
        while game.state.phase != "steal":
            state = game.state
            state.apply(state.sample_chance(rng) if state.is_chance else state.sample_action(rng))
        outcome = game.state.chance_outcomes()[0][0]
        victim = game.state.events()[-1].player
        thief = game.state.current
        lines[viewer] = game(str(outcome), viewer=viewer)
    card = str(outcome).removeprefix("stole ")
    other = ({0, 1, 2} - {thief, victim}).pop()
    names = catan.words.COLORS
    assert lines[thief] == [f"You steal a card from {names[victim or 0]} ({card})"]
    assert lines[victim] == [f"{names[thief]} steals a card from you ({card})"]
    assert lines[other] == lines[None] == [f"{names[thief]} steals a card from {names[victim or 0]}"]


def test_cards_trades_and_the_end_are_told() -> None:
    """Lines of a whole game that random play brings about, found by their kind."""
    rng, found = Random(4), dict[str, str]()
    for seed in range(60):
        state = catan.State(catan.Rules(players=3, offers_per_turn=2, target_points=5), seed=seed)
        while not state.is_over:
            event = draw_event(state, rng)
            before, saw, actor = state.view(0), state.seen_by(event, 0), state.actor
            state.apply(event)
            for line in Narrator(0).tell(before, saw, state.view(0)):
                found.setdefault(
                    f"{event.kind} {actor == 0 if actor is not None else before.current == 0}", line
                )
                found[line.split(" ", 1)[1]] = line
    assert found["drew True"].startswith("You buy a development card (")
    assert found["drew False"].endswith(" buys a development card")
    assert found["monopoly False"].split(" ")[1:4] == ["plays", "monopoly", "on"]
    assert found["offer True"].startswith("You offer ") and " for " in found["offer True"]
    assert found["refuse False"].endswith(" refuses") and found["accept True"] == "You accept"
    assert found["trade False"].endswith(" with the bank")
    assert "take the longest road (5)" in found and "takes the longest road (5)" in found
    assert "win with 5 points" in found and "wins with 5 points" in found
    assert found["robber True"].startswith("You move the robber to ")
