"""Tree search with a network at its leaves: what it is asked, what it plays, and how it fails."""

from __future__ import annotations

from pathlib import Path
from threading import Timer
from typing import Any

import numpy as np
import pytest

from agents.tiny_networks import FACTS, builder, linear, with_values
from longroad.agents import Question, make_agent
from longroad.agents.search import SearchAgent
from longroad.arena import play_match
from longroad.catan import CODECS, Rng, Rules, State
from longroad.errors import AgentSpecError, IllegalActionError, NetworkError, RulesError, StoppedError

TWO = Rules.preset("gendre2020", target_points=5, turn_cap=120)
FOUR = Rules(players=4, target_points=4, turn_cap=60)


@pytest.fixture(scope="module")
def network(tmp_path_factory: pytest.TempPathFactory) -> str:
    return str(with_values(tmp_path_factory.mktemp("networks") / "tiny.onnx", b=builder("general")))


def match(spec: str, rules: Rules, games: int = 8, **how: Any) -> Any:
    others = ["weighted"] * (rules.players - 1)
    result = play_match([spec, *others], games=games, seed=3, rules=rules, **how)
    assert result.forfeits == [], "an illegal move or an error"
    return result


@pytest.mark.parametrize(
    "rules", [TWO, FOUR, Rules(players=3, target_points=4, turn_cap=60)], ids=["2", "4", "3"]
)
@pytest.mark.parametrize(
    "how", ["root=gumbel", "root=puct,batch=4", "root=gumbel,noise=on,moves=representative"]
)
def test_games_are_legal(network: str, rules: Rules, how: str) -> None:
    match(f"search:model={network},sims=8,opinion=32,{how}", rules, rules.players)


@pytest.mark.parametrize("how", ["batch=1", "batch=3", "root=puct,temperature=2"])
def test_who_is_searched_for_at_the_same_time_does_not_matter(network: str, how: str) -> None:
    spec = f"search:model={network},sims=10,opinion=32,noise=on,{how}"
    together, alone = match(spec, TWO, at_once=256), match(spec, TWO, at_once=1)
    assert together.signature == alone.signature
    assert match(f"{spec},threads=2", TWO).signature == together.signature


def test_another_batch_size_is_another_search(network: str) -> None:
    spec = f"search:model={network},sims=24,opinion=0,root=puct"
    assert match(spec, TWO).signature != match(f"{spec},batch=8", TWO).signature


def test_more_simulations_change_what_is_played(network: str) -> None:
    assert (
        match(f"search:model={network},sims=2,opinion=0", TWO).signature
        != match(f"search:model={network},sims=30,opinion=0", TWO).signature
    )


def begun(agent: SearchAgent, rules: Rules, seed: int = 1) -> State:
    agent.begin(rules, 0, Rng(seed))
    return State(rules, seed=seed)


def test_time_ends_a_search(network: str) -> None:
    agent = SearchAgent(network, ms=30)
    state = begun(agent, TWO)
    assert agent.together is None, "time is counted game by game"
    assert state.is_legal(agent.choose(state.view(0), state.legal_actions()))
    assert agent.win_probability is not None and 0 <= agent.win_probability <= 1


def test_each_gets_an_answer_of_its_own(network: str) -> None:
    agent = SearchAgent(network, sims=6, opinion=32)
    twins, questions = [agent.twin() for _ in range(3)], []
    for number, twin in enumerate(twins):
        state = begun(twin, TWO, number)
        questions.append(Question(twin, state.view(0), state.legal_actions()))
    answers = agent.choose_many(questions)
    alone = SearchAgent(network, sims=6, opinion=32)
    for number, answer in enumerate(answers):
        state = begun(alone, TWO, number)
        assert answer == alone.choose(state.view(0), state.legal_actions())


@pytest.mark.parametrize(
    ("values", "message"),
    [
        ([np.nan, 0.5, 0, 0], "a win probability is -?nan, not a number between 0 and 1"),
        ([3, -2, 0, 0], r"a win probability is 3\.0+, not a number"),
        ([0.1, 0.1, 0, 0], r"win probabilities add up to 0\.2"),
    ],
)
def test_values_that_are_no_win_probabilities_are_refused(
    tmp_path: Path, values: list[float], message: str
) -> None:
    file = with_values(tmp_path / "bad.onnx", values=np.array(values, dtype=np.float32))
    agent = SearchAgent(str(file), sims=4)
    state = begun(agent, TWO)
    with pytest.raises(NetworkError, match=rf"bad\.onnx: {message}"):
        agent.choose(state.view(0), state.legal_actions())
    with pytest.raises(
        NetworkError, match=message
    ):  # and again: nothing is left over from the search that failed
        agent.choose(state.view(0), state.legal_actions())


def test_logits_that_are_no_numbers_are_refused(tmp_path: Path) -> None:
    file = with_values(tmp_path / "bad.onnx", b=np.full(523, np.nan, dtype=np.float32))
    agent = SearchAgent(str(file), sims=4)
    state = begun(agent, TWO)
    with pytest.raises(NetworkError, match=r"bad\.onnx: a logit is -?nan, not a number"):
        agent.choose(state.view(0), state.legal_actions())


def test_a_network_without_values_or_policy_is_refused(tmp_path: Path) -> None:
    file = linear(tmp_path / "plain.onnx", b=builder())
    with pytest.raises(NetworkError, match=r"plain\.onnx: a search needs a policy and values.*'values'"):
        SearchAgent(str(file))
    with pytest.raises(NetworkError, match=r"few\.onnx: its values are float32 \(2, 1\)"):
        SearchAgent(str(with_values(tmp_path / "few.onnx", values=np.ones(1, dtype=np.float32))))


def test_it_is_not_asked_where_another_decides(network: str) -> None:
    agent = SearchAgent(network, sims=4)
    state = begun(agent, TWO)
    with pytest.raises(IllegalActionError, match="p1 does not decide now, p0 does"):
        agent.choose(state.view(1), state.legal_actions())


def test_it_plays_the_games_that_its_network_plays(tmp_path: Path) -> None:
    agent = SearchAgent(str(with_values(tmp_path / "two.onnx", players="2")))
    with pytest.raises(RulesError, match="plays games of 2 players"):
        agent.check(FOUR)


def test_expected_returns_become_win_probabilities(tmp_path: Path) -> None:
    file = with_values(
        tmp_path / "returns.onnx",
        values=np.array([0.5, -0.5], dtype=np.float32),
        network_version="xdim-1",
        players="2",
    )
    _, values = SearchAgent(str(file)).network.judge(np.zeros((3, 407), dtype=np.uint8))
    assert values.tolist() == [[0.75, 0.25]] * 3


def test_discards_that_the_codec_names_as_a_whole_are_the_policys(tmp_path: Path) -> None:
    assert FACTS["codec"] == "gendre2020-1"
    file = with_values(tmp_path / "gendre.onnx", seats=2, codec="gendre2020-1", players="2", b=builder())
    match(
        f"search:model={file},sims=6,opinion=0",
        Rules.preset("gendre2020", target_points=6, turn_cap=200, discard_limit=6),
        4,
    )


@pytest.mark.parametrize(
    ("spec", "message"),
    [
        ("search", "model: name the file"),
        ("search:model=x,sims=1", "sims=1"),
        ("search:model=x,root=best", "root='best'"),
        ("search:model=nosuch.onnx", "there is no such file"),
    ],
)
def test_what_it_cannot_be_made_of_is_named(spec: str, message: str) -> None:
    with pytest.raises((AgentSpecError, NetworkError), match=message):
        make_agent(spec)


def test_a_second_opinion_changes_moves_and_repeats_itself(network: str) -> None:
    spec = f"search:model={network},sims=8"
    without, twice = match(f"{spec},opinion=0", TWO), [match(f"{spec},opinion=64", TWO) for _ in range(2)]
    assert twice[0].signature == twice[1].signature != without.signature


def test_a_second_opinion_keeps_a_network_from_a_blunder(tmp_path: Path) -> None:
    """The network likes the first spot best, whatever it is worth; a tree sees that others are worth more."""
    logits = np.zeros(523, dtype=np.float32)
    logits[CODECS["general"].block("settle").places[0]] = 20
    file = str(with_values(tmp_path / "first.onnx", b=logits))
    chosen = []
    for opinion in (0, 2000):
        agent = SearchAgent(file, sims=8, opinion=opinion)
        state = begun(agent, TWO)
        chosen.append(agent.choose(state.view(0), state.legal_actions()))
    assert str(chosen[0]) == "settle n0" != str(chosen[1])


def test_what_a_search_found_adds_up(network: str) -> None:
    agent = SearchAgent(network, sims=40, opinion=0)
    state = begun(agent, TWO)
    assert agent._player is not None and agent._player.found == []
    agent.choose(state.view(0), state.legal_actions())
    moves, shares, visits, means = zip(*agent._player.found, strict=True)
    assert set(moves) == set(state.legal_actions())
    assert sum(shares) == pytest.approx(1) and sum(visits) == 39, "one simulation opened the root"
    assert all(0 <= mean <= 1 for mean in means) and list(visits) == sorted(visits, reverse=True)


def test_an_interrupt_ends_the_second_opinion(network: str) -> None:
    agent = SearchAgent(network, sims=4, opinion=1_000_000)
    state = begun(agent, TWO)
    clock = Timer(0.3, agent.interrupt)
    clock.start()
    with pytest.raises(StoppedError):
        agent.choose(state.view(0), state.legal_actions())
    clock.join()
