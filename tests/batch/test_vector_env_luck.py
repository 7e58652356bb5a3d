"""Luck in a vector environment: what chance changed, as a native network sees it."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from batch.tables import ARRAYS
from longroad.catan import CODECS, Action, Board, Rng, Rules, State, VectorEnv
from longroad.errors import NetworkError
from longroad.models.judge_file import SHIPPED, networks_of, read_arrays, write_networks

TWO, FOUR = Rules.preset("gendre2020"), Rules(players=4)


@pytest.mark.parametrize("rules", [TWO, FOUR], ids=["two", "four"])
@pytest.mark.parametrize("opponents", [{}, {1: "planner", 3: "value"}], ids=["alone", "with natives"])
def test_counting_luck_changes_no_game(rules: Rules, opponents: dict[int, str]) -> None:
    seats = {game: (None,) * (rules.players - 1) + (agent,) for game, agent in opponents.items()}
    plain = VectorEnv(rules, games=5, seed=4, opponents=seats)
    counted = VectorEnv(rules, games=5, seed=4, opponents=seats, luck="network", threads=2)
    lucky = 0
    for _ in range(400):
        plain.step(plain.sample())
        counted.step(counted.sample())
        assert not plain.luck.any()
        lucky += np.count_nonzero(counted.luck.any(1))
        for name in ARRAYS:
            if name != "luck":
                assert (plain.arrays[name] == counted.arrays[name]).all()
    assert lucky > 20


def test_luck_is_what_an_outcome_changes_less_what_was_expected() -> None:
    """Games replayed one by one, rolls, thefts and draws judged in Python."""
    env = VectorEnv(TWO, games=6, seed=7, luck="network")
    judges, codec, kinds = networks_of("network"), CODECS["general"], set()
    chances = [Rng.stream(7, game) for game in range(env.games)]
    states = [State(TWO, board=Board(TWO.board_source.draw(chance))) for chance in chances]

    def worth(state: State, outcome: Action) -> np.ndarray:
        state = state.copy()
        state.apply(outcome)
        if state.is_legal("end"):
            state.apply("end")
        return np.eye(2)[state.winner] if state.is_over else np.array(judges.win_probabilities_of(state))

    for _ in range(250):
        chosen = env.sample().copy()
        env.step(chosen)
        if env.done.any():
            break
        for game, (state, chance) in enumerate(zip(states, chances, strict=True)):
            for event in codec.expand(state, int(chosen[game]), chance):
                state.apply(event)
            wanted = np.zeros(2)
            while state.is_chance:
                outcome = state.sample_chance(chance)
                kinds.add(outcome.kind)
                expected = sum(p * worth(state, one) for one, p in state.chance_outcomes())
                wanted += worth(state, outcome) - expected
                state.apply(outcome)
            assert env.luck[game] == pytest.approx(wanted, abs=1e-5)
    assert len(kinds) == 3, kinds


def test_luck_has_no_tendency() -> None:
    env = VectorEnv(FOUR, games=400, seed=2, luck="network", skip_forced=True)
    sums = np.zeros((400, 4))
    for _ in range(300):
        env.step(env.sample())
        sums += env.luck
    error = sums.std(0) / np.sqrt(len(sums))
    assert (np.abs(sums.mean(0)) < 4 * error).all()
    assert (error > 1e-3).all(), "there was luck"


def test_games_go_on_with_their_luck() -> None:
    first, second = (VectorEnv(TWO, games=4, seed=seed, luck="network") for seed in (1, 2))
    for _ in range(60):
        first.step(first.sample())
    second.restore(first.save())
    for _ in range(60):
        first.step(first.sample())
        second.step(second.sample())
        assert (first.luck == second.luck).all()


def test_a_network_that_cannot_judge_is_refused(tmp_path: Path) -> None:
    with pytest.raises(NetworkError, match=r"nothing\.npz: no such file"):
        VectorEnv(TWO, games=1, luck="nothing.npz")
    write_networks(tmp_path / "two.npz", {"two": read_arrays(SHIPPED)["two"]}, {})
    with pytest.raises(NetworkError, match=r"two\.npz: holds no network for 4 players"):
        VectorEnv(FOUR, games=1, luck=str(tmp_path / "two.npz"))
