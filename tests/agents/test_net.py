"""What an agent with a network plays."""

from __future__ import annotations

from collections import Counter
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt
import pytest

from agents.tiny_networks import builder, linear, weights
from longroad.agents import Question, Table
from longroad.agents.net.agent import NetAgent
from longroad.arena import play_match
from longroad.catan import CODECS, ENCODINGS, Action, Position, Rng, Rules, State, VectorEnv, View
from longroad.errors import IllegalActionError, NetworkError, RulesError
from property.random_games import walk

GENDRE, GENERAL = CODECS["gendre2020"], CODECS["general"]


def agent_with(file: Path, rules: Rules | None = None, *, temperature: float = 0, **network: Any) -> NetAgent:
    """An agent that has begun a game."""
    agent = NetAgent(str(linear(file, **network)), temperature=temperature)
    agent.begin(rules or Rules.preset("gendre2020"), 0, Rng(1))
    return agent


def logits_of(view: View, w: npt.NDArray[np.float32], b: npt.NDArray[np.float32]) -> npt.NDArray[np.float64]:
    numbers = ENCODINGS["general"].encode(view).astype(np.float64)
    return numbers @ w.astype(np.float64) + b.astype(np.float64)


@pytest.mark.parametrize("codec", [GENDRE, GENERAL])
def test_the_legal_action_with_the_highest_logit_is_played(tmp_path: Path, codec: Any) -> None:
    w, b = weights(407, codec.size, seed=2), weights(1, codec.size, seed=3, scale=2)[0]
    players = "2" if codec is GENDRE else "2-4"
    rules = Rules.preset("gendre2020", turn_cap=60)
    agent = agent_with(tmp_path / "net.onnx", rules, w=w, b=b, codec=codec.version, players=players)
    seen = 0
    for state, _ in walk(rules, 5):
        if state.actor is None or (codec is GENDRE and state.phase == "discard"):
            continue
        liked = np.where(codec.mask(state), logits_of(state.view(), w, b), -np.inf)
        index = codec.index(state, agent.choose(state.view(), state.legal_actions()))
        assert index is not None and liked[index] > liked.max() - 1e-4
        seen += 1
    assert seen > 100


def all_in_the_bank(state: State, bank: int) -> State:
    """The same position without a card in anybody's hand, under rules with this bank."""
    rules = Rules.preset("gendre2020", bank=bank)
    position = Position.of(state).replace(hands=((0,) * 5,) * 2, bank=(bank,) * 5)
    return position.state(rules, state.board)


@pytest.mark.parametrize("encoding", ["general-1", "gendre2020-1"])
def test_a_network_is_shown_no_larger_bank_than_it_learnt(tmp_path: Path, encoding: str) -> None:
    size = {one.version: one.size for one in ENCODINGS.values()}[encoding]
    w = weights(size, 523, seed=2, scale=1)
    how = {"w": w, "encoding": encoding, "codec": GENERAL.version, "players": "2"}
    learnt_19 = agent_with(tmp_path / "a.onnx", **how)
    learnt_50 = agent_with(tmp_path / "b.onnx", **how, bank="50")
    assert (learnt_19.network.bank, learnt_50.network.bank) == (19, 50)
    positions = others = 0
    for state, _ in walk(Rules.preset("gendre2020", turn_cap=100), 5):
        if state.phase not in ("main", "before roll", "robber"):
            continue
        small, large = (all_in_the_bank(state, bank).view() for bank in (19, 50))
        assert learnt_19.choose(small, []) == learnt_19.choose(large, [])
        assert np.array_equal(learnt_50.network.shown([large])[0], learnt_50.network.encoding.encode(large))
        others += learnt_19.choose(large, []) != learnt_50.choose(large, [])
        positions += 1
    assert positions > 100 and others > 0


def test_a_bank_has_to_be_a_number(tmp_path: Path) -> None:
    with pytest.raises(NetworkError, match=r"net.onnx: its bank is 'many', not a number of cards"):
        agent_with(tmp_path / "net.onnx", bank="many")


@pytest.mark.parametrize("option", ["friendly_robber", "dice_deck"])
def test_an_option_that_its_encoding_does_not_show_is_refused_unless_it_was_trained_with_it(
    tmp_path: Path, option: str
) -> None:
    rules = Rules.preset("gendre2020", **{option: True})
    agent = NetAgent(str(linear(tmp_path / "net.onnx")))
    refusal = (
        f"{option}=on: .*net.onnx was not trained with it, and its encoding 'general-1' does not show it"
    )
    with pytest.raises(RulesError, match=refusal):
        agent.check(rules)
    with pytest.raises(RulesError, match=refusal):
        play_match([f"net:model={tmp_path / 'net.onnx'}", "random"], games=2, rules=rules)
    learnt = linear(tmp_path / "learnt.onnx", b=builder(), options=option)
    result = play_match([f"net:model={learnt}", "random"], games=2, rules=rules.replace(turn_cap=60))
    assert not result.forfeits
    both = Rules.preset("gendre2020", friendly_robber=True, dice_deck=True)
    with pytest.raises(RulesError, match=r"=on: .*learnt.onnx was not trained with it"):
        NetAgent(str(learnt)).check(both)


def test_of_equal_logits_the_lowest_index_is_played(tmp_path: Path) -> None:
    zeros = np.zeros((407, 335), dtype=np.float32)
    agent = agent_with(tmp_path / "net.onnx", w=zeros)
    state = State(Rules.preset("gendre2020"), seed=1)
    assert agent.choose(state.view(), []) == Action.parse("settle n0")
    b = zeros[0].copy()
    b[[110 + 7, 110 + 30]] = 1
    agent = agent_with(tmp_path / "other.onnx", w=zeros, b=b)
    assert agent.choose(state.view(), []) == Action.parse("settle n7")


def test_a_temperature_draws_by_the_softmax(tmp_path: Path) -> None:
    b = np.full(335, -50, dtype=np.float32)
    b[[110 + 5, 110 + 9, 110 + 20]] = [2, 2, 2 + 2 * np.log(2)]
    agent = agent_with(tmp_path / "net.onnx", temperature=2, w=np.zeros((407, 335), dtype=np.float32), b=b)
    view = State(Rules.preset("gendre2020"), seed=1).view()
    drawn = Counter(str(answer) for answer in agent.choose_many([Question(agent, view, [])] * 4000))
    assert set(drawn) == {"settle n5", "settle n9", "settle n20"}
    assert abs(drawn["settle n20"] - 2000) < 130 and abs(drawn["settle n5"] - 1000) < 110
    one_by_one, same = agent.twin(), agent.twin()
    for each in (one_by_one, same):
        each.begin(view.rules, 0, Rng(7))
    assert [one_by_one.choose(view, []) for _ in range(50)] == same.choose_many(
        [Question(same, view, [])] * 50
    )


def test_many_are_answered_as_one_by_one(tmp_path: Path) -> None:
    rules = Rules.preset("gendre2020", turn_cap=80)
    # Logits that lie close: what is too close to tell is asked again.
    first = agent_with(tmp_path / "net.onnx", rules, w=weights(407, 335, scale=1e-6), temperature=0)
    warm = NetAgent(first.network.file, temperature=0.5)
    views = [
        state.view() for state, _ in walk(rules, 3) if state.actor is not None and state.phase != "discard"
    ]
    for agent in (first, warm):
        twins = [agent.twin() for _ in views]
        for number, twin in enumerate(twins):
            twin.begin(rules, 0, Rng(number))
        together = first.choose_many([Question(t, view, []) for t, view in zip(twins, views, strict=True)])
        for number, twin in enumerate(twins):
            twin.begin(rules, 0, Rng(number))
        assert together == [t.choose(view, []) for t, view in zip(twins, views, strict=True)]


def test_where_there_is_one_move_the_network_is_not_asked(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    agent = agent_with(tmp_path / "net.onnx", temperature=1)
    asked: list[int] = []
    ask = agent.network.run
    monkeypatch.setattr(agent.network, "run", lambda rows: asked.append(len(rows)) or ask(rows))
    forced = several = 0
    for state, _ in walk(Rules.preset("gendre2020", turn_cap=40), 2):
        if state.actor is None or state.phase == "discard":
            continue
        count, before = int(GENDRE.mask(state).sum()), len(asked)
        agent.choose(state.view(), state.legal_actions())
        assert len(asked) == before + (count > 1)
        forced, several = forced + (count == 1), several + (count > 1)
    assert forced > 20 and several > 20


class Shared(NetAgent):
    """Draws from the generator it is given at the start, for whichever game."""

    generator: Rng

    def begin(self, rules: Rules, player: int, rng: Rng) -> None:
        super().begin(rules, player, self.generator)


@pytest.mark.parametrize("seed", [1, 2, 3])
def test_games_are_those_of_the_vector_environment(tmp_path: Path, seed: int) -> None:
    """Both seats by the same network, the discards that the codec leaves open drawn from the game's
    chance."""
    w, b = weights(407, 335, seed=seed), builder()
    rules = Rules.preset("gendre2020", turn_cap=400)
    env = VectorEnv(rules, games=1, seed=seed, space="gendre2020")
    rng = Rng.stream(seed, 0)
    state = State(rules, board=rules.board_source.draw(rng))
    agents: list[NetAgent] = []
    for player in range(2):
        agent = Shared(str(linear(tmp_path / "net.onnx", w=w, b=b)))
        agent.generator = rng
        agent.begin(rules, player, rng)
        agents.append(agent)
    discards = 0
    while not env.done[0]:
        while state.is_chance:
            state.apply(state.sample_chance(rng))
        mask, agent = GENDRE.mask(state), agents[state.actor]  # type: ignore[index]
        assert (env.mask[0] == mask).all() and env.actor[0] == state.actor
        logits = agent.network.run(ENCODINGS["general"].encode_many([state.view()]))[0]
        index = int(np.where(mask, logits, -np.inf).argmax())
        said = agent.choose(state.view(), state.legal_actions())
        if state.phase == "discard":
            discards += 1
            for _ in range(state.left - 1):
                state.apply(said)
                said = agent.choose(state.view(), [])
        else:
            assert index == GENDRE.index(state, said)
        state.apply(said)
        env.step([index])
    while state.is_chance:
        state.apply(state.sample_chance(rng))
    assert state.is_over and discards > 0
    assert env.winner[0] == (-1 if state.winner is None else state.winner)


def test_a_discard_is_finished_as_it_was_begun(tmp_path: Path) -> None:
    """The cards that are kept are those of one entry of the codec, and nothing is decided again."""
    rules = Rules.preset("gendre2020", turn_cap=400)
    b = np.zeros(335, dtype=np.float32)
    b[220:290] = np.arange(70)
    agent = agent_with(tmp_path / "net.onnx", rules, w=np.zeros((407, 335), dtype=np.float32), b=b)
    tried = 0
    for state, _ in walk(rules, 11):
        if state.phase != "discard" or tried > 20:
            continue
        now, player = state.copy(), state.actor
        kept = max(np.flatnonzero(GENDRE.mask(now)))
        for _ in range(now.left):
            now.apply(agent.choose(now.view(), now.legal_actions()))
        hand = now.hand(player)  # type: ignore[arg-type]
        assert sum(hand) >= 4 and all(hand[r] >= four(kept)[r] for r in range(5))
        tried += 1
    assert tried > 3


def four(index: int) -> tuple[int, ...]:
    """The four cards behind an entry: counted up by brick, lumber, ore, grain."""
    hands = [
        (b, l, o, g, 4 - b - l - o - g)
        for b in range(5)
        for l in range(5 - b)  # noqa: E741
        for o in range(5 - b - l)
        for g in range(5 - b - l - o)
    ]
    return hands[index - 220]


def test_a_new_game_forgets_a_discard_that_was_not_finished(tmp_path: Path) -> None:
    rules = Rules.preset("gendre2020", turn_cap=400)
    agent = agent_with(tmp_path / "net.onnx", rules)
    state = next(s.copy() for s, _ in walk(rules, 11) if s.phase == "discard" and s.left > 1)
    first = agent.choose(state.view(), [])
    agent.begin(rules, 0, Rng(1))
    assert agent.choose(state.view(), []) == first
    agent.choose(State(rules, seed=3).view(), [])  # another game altogether
    assert agent.choose(state.view(), []).kind == "discard"


def test_what_is_not_a_number_is_a_failure_of_that_agent_alone(tmp_path: Path) -> None:
    w = np.zeros((407, 335), dtype=np.float32)
    w[57:129, 219] = np.inf  # roads on the board times infinity
    agent = agent_with(tmp_path / "net.onnx", w=w, b=builder())
    rules = Rules.preset("gendre2020", turn_cap=60)
    early = State(rules, seed=1).view()
    late = next(s.view() for s, _ in walk(rules, 1) if s.phase == "main" and len(s.legal_actions()) > 1)
    good, bad, again = agent.choose_many(
        [Question(agent, early, []), Question(agent, late, []), Question(agent, early, [])]
    )
    assert isinstance(bad, NetworkError) and "not a number" in str(bad)
    assert good == again and isinstance(good, Action)
    with pytest.raises(NetworkError, match="not a number"):
        agent.choose(late, [])


def test_who_does_not_decide_is_told_so(tmp_path: Path) -> None:
    agent = agent_with(tmp_path / "net.onnx")
    state = State(Rules.preset("gendre2020"), seed=1)
    with pytest.raises(IllegalActionError, match="p1 does not decide now"):
        agent.choose(state.view(1), [])


def test_games_of_other_sizes_are_refused(tmp_path: Path) -> None:
    agent = NetAgent(str(linear(tmp_path / "net.onnx")))
    with pytest.raises(RulesError, match="plays games of 2 players, not of 3"):
        agent.begin(Rules(players=3), 0, Rng(1))
    with pytest.raises(RulesError, match="plays games of 2 players, not of 3"):
        play_match([f"net:model={agent.network.file}", "random", "random"], games=3)


def test_it_sits_at_a_table_like_everybody(tmp_path: Path) -> None:
    file = str(linear(tmp_path / "net.onnx", codec="general-1", players="2-4", b=builder("general")))
    rules, rng = Rules(players=4, offers_per_turn=1, turn_cap=60), Rng(1)
    state = State(rules, seed=2)
    agents = {player: NetAgent(file, temperature=1) for player in range(4)}
    for player, agent in agents.items():
        agent.begin(rules, player, Rng(player))
    table = Table(state, agents)
    while not state.is_over:
        event = (
            state.sample_chance(rng)
            if state.is_chance
            else agents[state.actor].choose(table.view(state.actor), state.legal_actions())
        )
        table.apply(event, pytest.fail)
    kinds = {event.kind for event in state.events()}
    assert {"settle", "road", "roll", "end"} <= kinds
