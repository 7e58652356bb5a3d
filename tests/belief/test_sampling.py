"""Positions drawn from a belief: they are consistent with the viewer's view, and they come as often as
they are likely."""

from __future__ import annotations

from collections import Counter
from copy import copy, deepcopy
from math import sqrt

import pytest

from belief.following import Step, agents_events, eager_events, follow, true_hands
from longroad.catan import Rng, Rules, State
from longroad.errors import BeliefError, RecordError
from property.sight import sight


def unsure_step(players: int = 4) -> tuple[Step, int]:
    """A step after which somebody has several hypotheses, and who."""
    rules = Rules(players=players, offers_per_turn=0, turn_cap=200)
    for seed in range(20):
        for step in follow(*agents_events(["value"] * players, rules, seed)):
            for player, belief in enumerate(step.beliefs):
                kinds = {action.kind for action in step.after.legal_actions()}
                if len(belief) >= 6 and step.after.actor == player and kinds & {"trade", "road", "buy card"}:
                    return step, player
    raise AssertionError("nobody was ever unsure")


@pytest.mark.parametrize("players", [2, 3, 4])
def test_the_viewer_sees_the_same(players: int) -> None:
    rng, drawn, phases = Rng(1), 0, Counter[str]()
    for seed in range(6):
        rules = Rules(players=players, offers_per_turn=2, turn_cap=120, open_hands=seed == 5, target_points=8)
        for number, step in enumerate(follow(*eager_events(rules, seed))):
            if number % 4 and not step.after.is_over:
                continue
            for player, belief in enumerate(step.beliefs):
                view = step.after.view(player)
                possible = belief.sample(view, rng)
                assert sight(possible.view(player)) == sight(view)
                assert true_hands(possible) in dict(belief.hypotheses)
                drawn += 1
                phases[view.phase] += 1
    assert drawn > 500 and {"main", "before roll", "discard", "steal", "respond", "over"} <= phases.keys()


def test_they_come_as_often_as_they_are_likely() -> None:
    step, player = unsure_step()
    belief, view, rng, draws = step.beliefs[player], step.after.view(player), Rng(5), 4000
    counts = Counter(true_hands(belief.sample(view, rng)) for _ in range(draws))
    expected = dict(belief.hypotheses)
    assert counts.keys() <= expected.keys()
    for hands, probability in expected.items():
        error = sqrt(draws * probability * (1 - probability))
        assert abs(counts[hands] - draws * probability) < 4.5 * error + 1


def test_they_can_be_played_on_but_have_no_history() -> None:
    step, player = unsure_step()
    belief, view, rng = step.beliefs[player], step.after.view(player), Rng(5)
    assert view.phase == "main"
    possible = belief.sample(view, rng)
    assert type(possible) is State and possible.rules == view.rules
    assert step.after.has_history and not possible.has_history and not copy(possible).has_history
    assert possible.events() == []
    possible.apply("end")
    assert [str(event) for event in possible.events()] == ["end"]
    while not possible.is_over:
        possible.apply(possible.sample_chance(rng) if possible.is_chance else possible.sample_action(rng))
    with pytest.raises(RecordError, match="no history"):
        possible.to_record()
    assert possible.view(0).is_over and str(possible) and "svg" in possible._repr_svg_()


def test_the_same_generator_draws_the_same() -> None:
    step, player = unsure_step()
    belief, view = step.beliefs[player], step.after.view(player)
    assert belief.sample(view, Rng(9)) == belief.sample(view, Rng(9))
    several = {str(true_hands(belief.sample(view, Rng(seed)))) for seed in range(30)}
    assert len(several) > 1


def test_a_belief_that_did_not_follow_is_refused() -> None:
    step, player = unsure_step(3)
    belief, other = step.beliefs[player], (player + 1) % 3
    with pytest.raises(BeliefError, match="has not followed the game up to this view"):
        type(belief)().sample(step.after.view(player), Rng(1))
    assert belief.fits(step.after.view(player)) and not belief.fits(step.after.view(other))


def test_copies_are_independent() -> None:
    step, player = unsure_step(3)
    belief = step.beliefs[player]
    copies = copy(belief), deepcopy(belief), belief.copy()
    before = belief.hypotheses
    state = step.after.copy()
    view = state.view(player)
    state.apply(
        next(action for action in state.legal_actions() if action.kind in ("trade", "road", "buy card"))
    )
    belief.observe(view, state.events()[-1], state.view(player))
    assert belief.hypotheses != before and all(other.hypotheses == before for other in copies)
