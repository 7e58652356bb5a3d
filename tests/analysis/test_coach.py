"""The coach: what it says, when, and to whom."""

from __future__ import annotations

import json
import re

import pytest

from analysis.games import decisions_of, first_events, record_of, replay_of
from longroad._native import Stop
from longroad.analysis import Coach
from longroad.analysis.reach import PRICES
from longroad.analysis.replay import Replay
from longroad.analysis.rolls import production
from longroad.analysis.trades import trade_tips
from longroad.analysis.words import Voice
from longroad.catan import RESOURCES, Rules, State
from longroad.errors import AnalysisError, BeliefError, StoppedError


def coached(players: int, game_seed: int, events: int, me: int, **options: object) -> tuple[Coach, State]:
    """A coach who has followed a game up to an event."""
    game = first_events(record_of(players, game_seed), events)
    coach = Coach(game.rules, me, sims=16, **options)  # type: ignore[arg-type]
    replay = Replay.of(game)
    for number, event in enumerate(replay.events):
        before, after = replay.states[number], replay.states[number + 1]
        coach.observe(before.view(me), before.seen_by(event, me), after.view(me))
    return coach, game


def test_the_first_settlement_has_a_heat_map() -> None:
    state = State(Rules(players=4), seed=7)
    advice = Coach(state.rules, 0, sims=64).advise(state.view(0))
    assert set(advice.spots) == set(range(54))
    assert min(advice.spots.values()) == 0 and max(advice.spots.values()) == 1
    best = advice.moves[0]
    assert best.action.intersection is not None and advice.spots[best.action.intersection] == 1
    assert best.reason.startswith("Settle on ") and best.loss == 0
    assert not advice.trades and len(advice.holdings) == 3


def test_a_decision_in_the_middle_of_a_game() -> None:
    one = next(d for d in decisions_of(4, 4) if d.view.phase == "main" and d.event > 100)
    coach, game = coached(4, 4, one.event, one.player)
    advice = coach.advise(game.view(one.player))
    assert all(game.is_legal(move.action) for move in advice.moves)
    losses = [move.loss for move in advice.moves]
    assert losses == sorted(losses) and losses[0] == 0
    assert sum(advice.outlook) == pytest.approx(1, abs=1e-3)
    assert not advice.spots and len(advice.rolls) == 11
    assert json.loads(json.dumps(advice.to_dict()))["moves"][0]["action"] == str(advice.moves[0].action)


def test_while_somebody_else_decides_there_are_no_moves_but_the_rest() -> None:
    one = next(d for d in decisions_of(3, 14) if d.player != 0 and d.event > 40)
    coach, game = coached(3, 14, one.event, 0)
    advice = coach.advise(game.view(0))
    assert not advice.moves and not advice.trades
    assert advice.holdings and advice.rolls and sum(advice.outlook) == pytest.approx(1, abs=1e-3)
    assert sum(coach.outlook(game.view(0))) == pytest.approx(1, abs=1e-3)


def test_the_end_of_a_game() -> None:
    game = State.from_record(record_of(2, 4))
    coach, _ = coached(2, 4, len(game.events()), 0)
    advice = coach.advise(game.view(0))
    assert advice.outlook == tuple(float(p == game.winner) for p in range(2)) and not advice.rolls


def test_the_same_game_gets_the_same_advice() -> None:
    one = next(d for d in decisions_of(3, 14) if d.player == 1 and d.event > 60)
    first, again = (coached(3, 14, one.event, 1, seed=4)[0].advise(one.view) for _ in range(2))
    assert first == again


def test_names_are_used() -> None:
    one = next(d for d in decisions_of(3, 14) if d.player == 0 and d.event > 60)
    coach, _ = coached(3, 14, one.event, 0, names=["Ada", "Ben", "Cem"])
    said = " ".join(holding.text for holding in coach.advise(one.view).holdings)
    assert "Ben" in said and "Cem" in said and "blue" not in said


def test_trade_tips_are_offers_that_can_be_made() -> None:
    voice, tips = Voice.of(4, you=0), 0
    for one in decisions_of(4, 4):
        if one.view.phase != "main":
            continue
        for tip in trade_tips(one.view, one.belief, Voice.of(4, you=one.player)):
            tips += 1
            give, get = tip.offer.give, tip.offer.get
            assert give is not None and get is not None
            hand = one.view.hand(one.player)
            assert hand is not None and all(map(int.__ge__, hand, give)), tip.text
            assert 0 < tip.acceptance <= one.belief.holds(tip.partner, get) + 0.2
            assert tip.partner != one.player and tip.text.startswith("Offer ")
    assert tips > 5 and voice.name(0) == "you"


def test_what_a_partner_needs_and_lacks_is_true() -> None:
    """Its hand is counted for certain, and what it is offered is missing for the purchase that is named."""
    told = 0
    for one in decisions_of(4, 4):
        real = replay_of(4, 4).states[one.event]
        for tip in trade_tips(one.view, one.belief, Voice.of(4, you=one.player)):
            said = re.search(r"(\w+) needs ([\w, ]+?) for a ([\w ]+?) and has", tip.text)
            none = re.search(r"makes no ([\w, ]+?) and has", tip.text)
            if said:
                told += 1
                price = PRICES[said[3]]
                for name in re.split(", | and ", said[2]):
                    kind = RESOURCES.index(name)
                    assert real.hand(tip.partner)[kind] < price[kind], tip.text
            elif none:
                rolls = [production(real, total)[tip.partner] for total in range(2, 13)]
                for name in none[1].split(" or "):
                    assert not any(cards[RESOURCES.index(name)] for cards in rolls), tip.text
    assert told > 5


def test_without_trade_there_are_no_tips() -> None:
    state = State.from_record(record_of(3, 6, offers_per_turn=0))
    for one in list(Replay.of(state).decisions([0]))[::10]:
        assert trade_tips(one.view, one.belief, Voice.of(3)) == ()


class TestRefusals:
    def test_another_players_view(self) -> None:
        state = State(Rules(players=3), seed=1)
        with pytest.raises(AnalysisError, match="this coach advises p1"):
            Coach(state.rules, 1).advise(state.view(0))

    def test_a_game_it_was_not_told(self) -> None:
        game = first_events(record_of(3, 14), 60)
        with pytest.raises(AnalysisError, match="was not told all events"):
            Coach(game.rules, 0).advise(game.view(0))

    def test_an_event_that_cannot_have_happened(self) -> None:
        coach, game = coached(3, 14, 40, 0)
        replay = Replay.of(game)
        number = next(i for i, event in enumerate(replay.events) if event.kind == "dice")
        before, after = replay.states[number], replay.states[number + 1]
        with pytest.raises(BeliefError):
            coach.observe(before.view(0), replay.events[number], after.view(0))

    def test_seats_and_names(self) -> None:
        with pytest.raises(AnalysisError, match="seat 4"):
            Coach(Rules(players=4), 4)
        with pytest.raises(AnalysisError, match="2 names for 3 players"):
            Coach(Rules(players=3), 0, names=["a", "b"])

    def test_it_can_be_stopped(self) -> None:
        state, stop = State(Rules(players=3), seed=1), Stop()
        stop.stop()
        with pytest.raises(StoppedError):
            Coach(state.rules, 0).advise(state.view(0), stop)
