"""Whole games: the true state is always consistent, the numbers add up, and probabilities mean what they
say."""

from __future__ import annotations

from math import sqrt

import numpy as np
import pytest

from belief.following import Hands, Step, agents_events, blind_events, eager_events, follow, true_hands
from longroad.catan import Belief, Rules


def check(belief: Belief, player: int, step: Step) -> None:
    """All that holds for a belief in any position."""
    state, truth = step.after, true_hands(step.after)
    hypotheses = belief.hypotheses
    found = dict(hypotheses)
    assert len(found) == len(hypotheses), "one is listed twice"
    assert found.get(truth, 0) > 0, f"p{player}'s belief excludes the truth after {step.event}"
    assert min(found.values()) > 0 and sum(found.values()) == pytest.approx(1, abs=1e-9)
    sizes = [state.hand_size(p) for p in range(state.players)]
    for hands in found:
        assert hands[player] == truth[player]
        assert [sum(hand) for hand in hands] == sizes
        assert all(
            held + left == state.rules.bank
            for held, left in zip(map(sum, zip(*hands, strict=True)), state.bank, strict=True)
        )


def check_sums(belief: Belief, hypotheses: list[tuple[Hands, float]], bundle: tuple[int, ...]) -> None:
    """What a belief says of single players agrees with its hypotheses."""
    for p in range(len(hypotheses[0][0])):
        covered = sum(
            probability
            for hands, probability in hypotheses
            if all(h >= b for h, b in zip(hands[p], bundle, strict=True))
        )
        assert belief.holds(p, bundle) == pytest.approx(covered, abs=1e-12)  # type: ignore[arg-type]
        means = [sum(probability * hands[p][r] for hands, probability in hypotheses) for r in range(5)]
        assert belief.expected(p) == pytest.approx(means, abs=1e-9)


@pytest.mark.parametrize("players", [3, 4])
@pytest.mark.parametrize(
    ("spec", "games", "offers"),
    [("value", 25, 0), ("weighted", 12, 10), ("random", 8, 0), ("random:by=kind", 5, 3), ("eager", 8, 2)],
)
def test_the_truth_is_always_held_possible(spec: str, games: int, offers: int, players: int) -> None:
    rules = Rules(players=players, offers_per_turn=offers, turn_cap=600)
    unsure = 0
    for seed in range(games):
        game = (
            eager_events(rules, seed)
            if spec == "eager"
            else agents_events([spec] * players, rules, 100 + seed)
        )
        for number, step in enumerate(follow(*game)):
            for player, belief in enumerate(step.beliefs):
                if len(belief) > 1 or number % 10 == 0:
                    check(belief, player, step)
                    unsure += len(belief) > 1
            if number % 50 == 0:
                belief = step.beliefs[number % players]
                check_sums(
                    belief, belief.hypotheses, ((0, 0, 1, 1, 1), (1, 1, 0, 0, 0), (2, 0, 0, 0, 0))[number % 3]
                )
    assert unsure > 100


@pytest.mark.parametrize("options", [{"robber": False}, {"open_hands": True}, {"players": 2}])
def test_where_every_card_is_seen_there_is_one_hypothesis(options: dict[str, int]) -> None:
    rules = Rules(**{"players": 4, "offers_per_turn": 2, "turn_cap": 150, **options})  # type: ignore[arg-type]
    for seed in range(3):
        for step in follow(*eager_events(rules, seed)):
            for belief in step.beliefs:
                assert belief.hypotheses == [(true_hands(step.after), 1.0)]


def z_score(sums: list[float]) -> float:
    """How far from 0 the mean of independent numbers is, in standard errors."""
    values = np.array(sums)
    return float(values.mean() / (values.std(ddof=1) / sqrt(len(values))))


@pytest.mark.parametrize("games", [500, pytest.param(1500, marks=pytest.mark.long)])
def test_probabilities_are_frequencies(games: int) -> None:
    """Of players whose choices reveal nothing, so that nothing but chance decides what is true."""
    rules = Rules(players=4, offers_per_turn=0, turn_cap=50, discard_limit=250, development_cards=False)
    edges = (0, 0.05, 0.15, 0.3, 0.5, 0.7, 1.01)
    surprise: list[
        float
    ] = []  # a game: the probability of the truth, less what the belief itself expects of it
    bins: list[list[float]] = [[] for _ in edges[1:]]  # a game: true hypotheses less their probabilities
    holding: list[float] = []  # a game: whether p0 holds an ore, less how likely that seemed
    for seed in range(games):
        of_game, in_bins, of_holding = 0.0, [0.0] * len(bins), 0.0
        for step in follow(*blind_events(rules, seed)):
            if step.after.turn not in (20, 30, 40, 49) or step.event.kind != "end":
                continue
            truth = true_hands(step.after)
            for player in (1, 2):
                belief = step.beliefs[player]
                if len(belief) == 1:
                    continue
                of_holding += (truth[0][2] > 0) - belief.holds(0, (0, 0, 1, 0, 0))
                for hands, probability in belief.hypotheses:
                    of_game += (hands == truth) * probability - probability**2
                    place = next(i for i, edge in enumerate(edges[1:]) if probability < edge)
                    in_bins[place] += (hands == truth) - probability
        surprise.append(of_game)
        holding.append(of_holding)
        for place, total in enumerate(in_bins):
            bins[place].append(total)
    assert abs(z_score(surprise)) < 4
    assert abs(z_score(holding)) < 4
    for sums in bins:
        assert sum(total != 0 for total in sums) > games / 8, "too few to tell"
        assert abs(z_score(sums)) < 4
