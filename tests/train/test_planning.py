"""Policy gradients over plans: the native learner beside PyTorch, games that teach, runs that resume."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
import pytest
import torch

from longroad._native import Learner, LearnSettings, Lesson, Lessons, PolicySettings, play_lessons
from longroad.catan.rules import Rules
from longroad.errors import TrainingError
from longroad.games import game_of
from longroad.models.judge_file import networks_of
from longroad.train.judge.network import JudgeNetwork
from longroad.train.judge.positions import FIRST_OF_GROUP
from longroad.train.planning.evaluation import PlannerEvaluator
from longroad.train.planning.pair import JudgePair, planner_with
from longroad.train.planning.settings import PlanningSettings
from longroad.train.planning.trainer import PlanningTrainer

QUICK = PlanningSettings(games=12, batch=256, epochs=1, past_interval=1, opponents="0.25 value")


def lessons(players: int, games: int = 6, threads: int = 1, seed: int = 5, **changes: float) -> Lessons:
    rules = Rules.from_text(f"players={players}")
    settings = PolicySettings()
    for name, value in changes.items():
        setattr(settings, name, value)
    networks = networks_of("network")
    students = [planner_with(networks)] * players
    setup = game_of(rules).setup(rules)
    return play_lessons(setup, students, (1 << players) - 1, networks, seed, 0, games, settings, threads)


def new_network(players: int) -> JudgeNetwork:
    pair = JudgePair(players)
    pair.load("network")
    return pair.moves


def learner_of(network: JudgeNetwork) -> Learner:
    learner = Learner()
    learner.weights = network.flat()
    return learner


class Plain:
    """The same losses written plainly, with PyTorch's gradients."""

    def __init__(self, network: JudgeNetwork, arrays: dict[str, Any], settings: LearnSettings) -> None:
        self.network, self.of, self.settings = network, arrays, settings

    def probabilities(self, decision: int, candidate: int) -> torch.Tensor:
        """Of the ends of one way to go on: (ends, players)."""
        of, rows, worths = self.of, [], []
        for end in range(of["end_at"][candidate], of["end_at"][candidate + 1]):
            inputs = of["base"][decision].astype(np.int64)
            for player in range(inputs.shape[0]):
                place = end * inputs.shape[0] + player
                for come, gone in of["changes"][of["change_at"][place] : of["change_at"][place + 1]]:
                    (group,) = np.flatnonzero(inputs[player] == gone)
                    inputs[player, group] = come
            rows.append(inputs - FIRST_OF_GROUP)
            worths.append(np.stack([of["worth"][end], of["worth"][end]], -1))
        logits = self.network(torch.from_numpy(np.stack(rows)), torch.from_numpy(np.stack(worths)))
        found: torch.Tensor = logits.softmax(1)
        return found

    def ends(self, candidate: int) -> tuple[torch.Tensor, torch.Tensor]:
        first, last = self.of["end_at"][candidate : candidate + 2]
        won = torch.from_numpy(self.of["won"][first:last].astype(np.float32))
        return torch.from_numpy(self.of["probability"][first:last]), won

    def policy(self) -> torch.Tensor:
        of, losses = self.of, []
        scale = 1 / (np.sqrt(np.square(of["advantages"].astype(np.float64)).mean()) + 1e-6)
        for decision in range(len(of["seats"])):
            wins = []
            for candidate in range(of["candidate_at"][decision], of["candidate_at"][decision + 1]):
                share, won = self.ends(candidate)
                mine = self.probabilities(decision, candidate)[:, int(of["seats"][decision])]
                wins.append((share * torch.where(won >= 0, won * 1.05, mine)).sum())
            odds = torch.logit(torch.stack(wins).clamp(1e-4, 1 - 1e-4)) / self.settings.temperature
            change = odds.log_softmax(0)[int(of["chosen"][decision])] - of["log_probabilities"][decision]
            ratio, clip = change.exp(), self.settings.clip
            advantage = float(of["advantages"][decision] * scale)
            losses.append(-torch.min(ratio * advantage, ratio.clamp(1 - clip, 1 + clip) * advantage))
        return torch.stack(losses).mean()

    def critic(self) -> torch.Tensor:
        of, losses = self.of, []
        for decision in range(len(of["seats"])):
            candidate = of["candidate_at"][decision] + of["chosen"][decision]
            share, won = self.ends(candidate)
            seat = torch.nn.functional.one_hot(torch.tensor(int(of["seats"][decision])), of["base"].shape[1])
            over = (won > 0).float()[:, None] * seat
            there = torch.where(won[:, None] >= 0, over, self.probabilities(decision, candidate))
            expected = (share[:, None] * there).sum(0).clamp(min=1e-5)
            losses.append(-(torch.from_numpy(of["returns"][decision]).clamp(0, 1) * expected.log()).sum())
        return torch.stack(losses).mean()


@pytest.mark.parametrize("players", [2, 4])
@pytest.mark.parametrize("lesson", [Lesson.policy, Lesson.critic])
def test_gradients_are_those_of_pytorch(players: int, lesson: Lesson) -> None:
    found = lessons(players, games=1)
    decisions = found.policy if lesson == Lesson.policy else found.critic
    network, settings = new_network(players), LearnSettings()
    generator = torch.Generator().manual_seed(1)
    with torch.no_grad():  # no two sums alike, none at an edge: there gradients are a matter of taste
        network.steps.add_(1e-3 * torch.randn(network.steps.shape, generator=generator))
    plain = Plain(network, decisions.arrays(), settings)
    loss = plain.policy() if lesson == Lesson.policy else plain.critic()
    loss.backward()  # type: ignore[no-untyped-call]
    wanted = JudgeNetwork()
    for to, of in zip(wanted.parameters(), network.parameters(), strict=True):
        assert of.grad is not None
        to.data.copy_(of.grad)
    expected, gradient = wanted.flat(), learner_of(network).gradient(decisions, lesson, settings)
    assert np.abs(expected).max() > 1e-3
    assert np.allclose(gradient, expected, rtol=2e-2, atol=2e-4 * np.abs(expected).max())


def test_what_turned_out_well_becomes_likelier() -> None:
    decisions, settings = lessons(2).policy, LearnSettings()
    settings.batch, settings.learning_rate = 10**6, 1e-4
    learner = learner_of(new_network(2))
    learner.recompute(decisions, settings)
    before = decisions.arrays()
    first = learner.learn(decisions, Lesson.policy, settings, 1)
    learner.recompute(decisions, settings)
    change = decisions.arrays()["log_probabilities"] - before["log_probabilities"]
    assert np.corrcoef(change, before["advantages"])[0, 1] > 0.05
    assert learner.learn(decisions, Lesson.policy, settings, 2).divergence < 1e-9  # it was recomputed
    assert first.decisions == len(decisions) and 0 < first.entropy < np.log(settings.batch)


def test_threads_do_not_change_what_is_played_or_learnt() -> None:
    one, two = lessons(2, games=8), lessons(2, games=8, threads=3)
    for name, values in one.policy.arrays().items():
        assert np.array_equal(values, two.policy.arrays()[name]), name
    assert one.winners == two.winners
    learners = [learner_of(new_network(2)) for _ in range(2)]
    for threads, learner in zip((1, 3), learners, strict=True):
        learner.learn(one.policy, Lesson.policy, LearnSettings(), 1, threads)
    assert np.array_equal(learners[0].weights, learners[1].weights)


def test_advantages_have_no_tendency_and_lose_noise_with_the_trace() -> None:
    full, short = (lessons(2, games=150, trace=trace).policy.arrays() for trace in (1.0, 0.5))
    for arrays in (full, short):
        error = arrays["advantages"].std() / np.sqrt(150)  # decisions of one game are not independent
        assert abs(arrays["advantages"].mean()) < 4 * error
    assert short["advantages"].std() < 0.5 * full["advantages"].std()


def test_a_resumed_run_goes_on_as_if_it_had_not_stopped() -> None:
    whole = PlanningTrainer(QUICK, seed=3)
    figures = [whole.step() for _ in range(3)]
    half = PlanningTrainer(QUICK, seed=3)
    half.step()
    other = PlanningTrainer(QUICK, seed=3)
    other.load_state_dict(half.state_dict())
    assert [other.step() for _ in range(2)] == figures[1:]
    for one, two in zip(whole.network.parameters(), other.network.parameters(), strict=True):
        assert torch.equal(one, two)
    assert {"win/value", "win/past", "loss/policy", "loss/outcome"} <= figures[1].keys()
    assert whole.moves == other.moves > 0


def test_its_file_is_what_a_planner_plays_with(tmp_path: Path) -> None:
    trainer = PlanningTrainer(QUICK, seed=1)
    trainer.step()
    trainer.playing.write(tmp_path / "model.npz", "a test")
    pair = JudgePair(2)
    pair.load(str(tmp_path / "model.npz"))
    for name, weights in pair.integers().items():
        for layer, numbers in weights.items():
            assert np.array_equal(numbers, trainer.playing.integers()[name][layer]), (name, layer)
    (found,) = PlannerEvaluator(trainer.rules, ("random",), 20)(trainer.playing, 1)
    assert found.wins == found.games == 20


def test_both_networks_are_used(tmp_path: Path) -> None:
    """Moves are chosen by one, win probabilities come from the other."""
    pair = JudgePair(2)
    pair.load("network")
    from longroad import catan
    from longroad._native import NativePlayer

    with torch.no_grad():
        pair.moves.third.weight.mul_(-1)
        pair.moves.worth.mul_(-1)
    networks = pair.networks()
    state = catan.State(catan.Rules(players=2, offers_per_turn=0), seed=3)
    rng = catan.Rng(4)
    chosen = []
    while len(chosen) < 40:
        if state.is_chance:
            state.apply(state.sample_chance(rng))
            continue
        moves = []
        for one in (networks_of("network"), networks):
            player = NativePlayer(planner_with(one), state.rules.core, state.actor)
            moves.append(str(player.choose(state.view(), catan.Rng(1), None)))
        if state.turn:
            chosen.append(moves[0] == moves[1])
            assert networks.win_probabilities_of(state) == networks_of("network").win_probabilities_of(state)
        state.apply(moves[0])
    assert 0 < sum(chosen) < len(chosen)


def test_what_cannot_be_is_refused() -> None:
    with pytest.raises(TrainingError, match=r"shares must add up"):
        PlanningSettings(past_share=0.9, opponents="0.25 planner")
    with pytest.raises(TrainingError, match=r"start=nothing\.npz: .*damaged"):
        PlanningTrainer(PlanningSettings(start="nothing.npz"), seed=1)
