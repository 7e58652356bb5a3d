"""Judging by the native network: the same whatever came before, and what agents make of it."""

from __future__ import annotations

from functools import cache
from typing import Any

import numpy as np
import pytest

from longroad._native import evaluation_speed, sample_positions
from longroad.arena import play_match
from longroad.catan import Rng, Rules, State
from longroad.catan.native_agents import native_agent
from longroad.games import game_of
from longroad.models.judge_file import networks_of

PLAYERS = (2, 3, 4)


@cache
def positions(players: int) -> dict[str, Any]:
    rules = Rules(players=players, offers_per_turn=0)
    agents = [native_agent("planner:beam=1,steps=1")] * players
    return sample_positions(game_of(rules).setup(rules), agents, 5, 0, 6, turns=40, explore=0.1)


@pytest.mark.parametrize("players", PLAYERS)
def test_sums_kept_from_the_position_before_change_no_bit(players: int) -> None:
    made, networks = positions(players), networks_of("network")
    together = networks.win_probabilities(made["inputs"], made["worths"])
    alone = [
        networks.win_probabilities(made["inputs"][i : i + 1], made["worths"][i : i + 1])[0]
        for i in range(len(together))
    ]
    assert np.array_equal(together, np.stack(alone))
    backwards = networks.win_probabilities(
        np.ascontiguousarray(made["inputs"][::-1]), np.ascontiguousarray(made["worths"][::-1])
    )
    assert np.array_equal(together, backwards[::-1])


@pytest.mark.parametrize("players", PLAYERS)
def test_win_probabilities_add_up_and_follow_the_points(players: int) -> None:
    made = positions(players)
    found = networks_of("network").win_probabilities(made["inputs"], made["worths"])
    assert found.sum(axis=1) == pytest.approx(1, abs=1e-5) and found.min() > 0
    lead = made["points"] - np.sort(made["points"], axis=1)[:, -1:]
    assert found[lead == 0].mean() > 1.5 * found[lead <= -3].mean()


@pytest.mark.parametrize("players", PLAYERS)
def test_whoever_sits_where_the_players_win_as_often(players: int) -> None:
    """Each player has a perspective of its own: to renumber the seats renumbers the answers."""
    made, networks = positions(players), networks_of("network")
    order = np.roll(np.arange(players), 1)
    found = networks.win_probabilities(made["inputs"], made["worths"])
    other = networks.win_probabilities(
        np.ascontiguousarray(made["inputs"][:, order]), np.ascontiguousarray(made["worths"][:, order])
    )
    assert found[:, order] == pytest.approx(other, abs=1e-6)


def test_wrong_arrays_are_refused() -> None:
    made, networks = positions(2), networks_of("network")
    inputs, worths = made["inputs"], made["worths"]
    with pytest.raises(ValueError, match="another number of groups"):
        networks.win_probabilities(np.ascontiguousarray(inputs[..., :-1]), worths)
    with pytest.raises(ValueError, match="two numbers per row and player"):
        networks.win_probabilities(inputs, np.ascontiguousarray(worths[1:]))
    with pytest.raises(ValueError, match="out of range"):
        networks.win_probabilities(np.full_like(inputs, 60_000), worths)


def test_a_sampled_position_has_one_input_of_every_group() -> None:
    from longroad.models.judge_file import INPUT_GROUPS
    from longroad.train.judge.positions import FIRST_OF_GROUP

    sizes = np.array([size for _, size in INPUT_GROUPS])
    for players in PLAYERS:
        relative = positions(players)["inputs"].astype(np.int64) - FIRST_OF_GROUP
        assert relative.min() >= 0 and (relative < sizes).all()


@pytest.mark.parametrize(
    "spec", ["planner:eval=network", "mcts:sims=8,eval=network", "expectimax:depth=1,eval=network"]
)
@pytest.mark.parametrize("players", PLAYERS)
def test_agents_play_by_it_the_same_game_every_time(spec: str, players: int) -> None:
    rules = Rules(players=players, offers_per_turn=3 if players > 2 else 0)
    games = [
        play_match([spec] * players, games=players, rules=rules, seed=2, threads=threads)
        for threads in (1, 2)
    ]
    assert games[0].signature == games[1].signature
    plain = play_match(
        [spec.replace("eval=network", "eval=hand")] * players, games=players, rules=rules, seed=2
    )
    assert plain.signature != games[0].signature


def test_pruning_never_changes_its_values() -> None:
    from longroad._native import ExpectimaxSettings, NativeAgent, NativePlayer

    rules = Rules(players=2, offers_per_turn=0)
    state, rng = State(rules, seed=3), Rng(4)
    for _ in range(60):
        if state.is_over:
            break
        state.apply(state.sample_chance(rng) if state.is_chance else state.sample_action(rng))
    moves = []
    for prune in (True, False):
        settings = ExpectimaxSettings()
        settings.search.depth, settings.search.prune, settings.search.probe = 2, prune, prune
        settings.search.table_bits = 16 if prune else 0
        settings.networks = networks_of("network")
        player = NativePlayer(NativeAgent(settings, True), rules.core, state.actor)
        moves.append(str(player.choose(state.view(open_hands=True), Rng(1))))
    assert moves[0] == moves[1]


@pytest.mark.parametrize("spec", ["planner", "planner:eval=network", "mcts:sims=5"])
def test_evaluations_are_counted(spec: str) -> None:
    rules = Rules(players=2, offers_per_turn=0)
    count, seconds = evaluation_speed(game_of(rules).setup(rules), native_agent(spec), 1, 2)
    again, _ = evaluation_speed(game_of(rules).setup(rules), native_agent(spec), 1, 2)
    assert count == again > 500 and seconds > 0
