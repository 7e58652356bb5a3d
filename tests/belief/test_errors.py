"""What cannot have happened is refused with the reason, and the belief stays as it was."""

from __future__ import annotations

import pytest

from belief.following import eager_events
from longroad.catan import Action, Belief, Rng, Rules, State
from longroad.errors import BeliefError

RULES = Rules(players=3, offers_per_turn=1, turn_cap=100)


def unsettled() -> tuple[State, State]:
    """Before and after the first roll that brings somebody cards."""
    start, events = eager_events(RULES, 1)
    for event in events:
        before = start.copy()
        start.apply(event)
        if event.kind == "dice" and start.bank != before.bank:
            return before, start
    raise AssertionError("nobody got any cards")


def followed(to: State, player: int) -> Belief:
    belief, state = Belief(), State(to.rules, board=to.board)
    for event in to.events():
        view, seen = state.view(player), state.seen_by(event, player)
        state.apply(event)
        belief.observe(view, seen, state.view(player))
    return belief


def test_at_first_nobody_holds_anything() -> None:
    belief = Belief()
    assert belief.hypotheses == [(((0,) * 5,) * 4, 1.0)] and len(belief) == 1
    assert belief.holds(0, (0, 0, 0, 0, 0)) == 1 and belief.holds(0, (1, 0, 0, 0, 0)) == 0
    assert belief.expected(2) == (0.0,) * 5


def test_the_first_view_tells_how_many_play() -> None:
    before, after = unsettled()
    assert all(len(hands) == 3 for hands, _ in followed(after, 0).hypotheses)
    assert "1 hypotheses" in repr(followed(after, 0)) and before.players == 3


@pytest.mark.parametrize(
    ("event", "why"),
    [
        ("dice 7", "no hands fit what was seen: dice 7"),
        ("settle n3", "settle n3 cannot happen in phase 'dice'"),
        ("stole ore", "stole ore cannot happen in phase 'dice'"),
    ],
)
def test_events_that_cannot_be(event: str, why: str) -> None:
    before, after = unsettled()
    belief = followed(before, 0)
    held = belief.hypotheses
    with pytest.raises(BeliefError, match=why):
        belief.observe(before.view(0), Action.parse(event), after.view(0))
    assert belief.hypotheses == held
    belief.observe(
        before.view(0), after.events()[-1], after.view(0)
    )  # what really happened is still possible


@pytest.mark.parametrize("word", [255, 1 << 40, int(Action.parse("dice 8")) + (200 << 8), 21 | (77 << 8)])
def test_what_is_no_event(word: int) -> None:
    before, after = unsettled()
    with pytest.raises(BeliefError, match="is not an event"):
        followed(before, 0).observe(before.view(0), Action.from_int(word), after.view(0))


@pytest.mark.parametrize("viewers", [(0, 1), (1, 0), (1, 1)])
def test_views_of_two_players(viewers: tuple[int, int]) -> None:
    before, after = unsettled()
    with pytest.raises(BeliefError, match="different players"):
        followed(before, 0).observe(before.view(viewers[0]), after.events()[-1], after.view(viewers[1]))


def test_an_event_that_was_missed() -> None:
    before, after = unsettled()
    belief = followed(before, 0)
    assert not belief.fits(after.view(0))
    later = after.copy()
    rng = Rng(1)
    while later.phase != "dice":
        later.apply(later.sample_chance(rng) if later.is_chance else later.sample_action(rng))
    view = later.view(0)
    later.apply("dice 12")
    with pytest.raises(BeliefError, match="not all events were observed before this one: dice 12"):
        belief.observe(view, later.events()[-1], later.view(0))


def test_players_and_bundles_are_checked() -> None:
    belief = Belief()
    for nobody in (-1, 4):
        with pytest.raises(IndexError, match="no player"):
            belief.holds(nobody, (0, 0, 0, 0, 0))
        with pytest.raises(IndexError, match="no player"):
            belief.expected(nobody)
    for bundle in ((0, 0, 0, 0, -1), (51, 0, 0, 0, 0)):
        with pytest.raises(ValueError, match="five counts between 0 and 50"):
            belief.holds(0, bundle)


def test_a_thief_who_is_not_told_finds_the_card_in_its_hand() -> None:
    checked = 0
    for seed in range(10):
        state, events = eager_events(RULES, seed)
        thief = 1
        belief = Belief()
        for event in events:
            view, seen = state.view(thief), state.seen_by(event, thief)
            hidden = {state.seen_by(event, p) for p in range(3)} - {event}
            state.apply(event)
            for unnamed in hidden if event.kind == "stole" and seen == event else ():
                other = belief.copy()
                other.observe(view, unnamed, state.view(thief))
                belief.observe(view, seen, state.view(thief))
                assert dict(other.hypotheses) == pytest.approx(dict(belief.hypotheses))
                checked += 1
                break
            else:
                belief.observe(view, seen, state.view(thief))
    assert checked > 10


def test_cards_that_changed_their_kind_unseen_are_missed_in_the_bank() -> None:
    """Hands of the same sizes again, and the own one as it was: only the bank tells that something
    happened."""
    found = 0
    for seed in range(30):
        state, events = eager_events(RULES, seed)
        kept: list[tuple[Belief, State]] = []
        belief = Belief()
        for number, event in enumerate(events):
            view, seen = state.view(0), state.seen_by(event, 0)
            state.apply(event)
            now = state.view(0)
            belief.observe(view, seen, now)
            for earlier, then in kept:
                same = then.hand(0) == now.hand(0) and all(
                    then.hand_size(p) == now.hand_size(p) for p in range(3)
                )
                if same and then.bank != now.bank:
                    assert not earlier.fits(now)
                    found += 1
            if number % 20 == 0:
                kept = [*kept[-9:], (belief.copy(), state.copy())]
    assert found > 5
