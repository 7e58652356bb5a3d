"""The networks that ship with Longroad."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

pytest.importorskip("onnxruntime")

from longroad.agents import make_agent
from longroad.agents.net.agent import NetAgent
from longroad.arena import play_match
from longroad.catan import Rng, Rules, State
from longroad.errors import AgentSpecError
from longroad.models import shipped


@pytest.mark.parametrize("name", sorted(shipped()))
def test_each_has_a_card_and_says_what_it_is(name: str) -> None:
    agent = make_agent(f"net:model={name}")
    assert isinstance(agent, NetAgent)
    card = shipped()[name].with_suffix(".md").read_text(encoding="utf-8")
    for fact in (agent.network.name, agent.network.hash[:16], agent.network.encoding.version):
        assert fact in card
    assert shipped()[name].stat().st_size < 8e6


@pytest.mark.parametrize("name", sorted(shipped()))
def test_a_damaged_copy_is_refused(name: str, tmp_path: Path) -> None:
    content = shipped()[name].read_bytes()
    copy, half = tmp_path / "copy.onnx", len(content) // 2
    copy.write_bytes(content[:half] + bytes([content[half] ^ 8]) + content[half + 1 :])
    with pytest.raises(AgentSpecError, match=r"copy\.onnx: the file is damaged"):
        make_agent(f"net:model={copy}")


def test_fast2p_is_stronger_than_value() -> None:
    result = play_match(["net:model=fast2p", "value"], games=20, rules=Rules.preset("gendre2020"), seed=3)
    assert result.wins[0] > 14  # 89.8% of 400 when it was made


def test_fast2p_plays_with_the_bank_of_jsettlers_as_with_the_one_it_learnt() -> None:
    agents = [make_agent("net:model=fast2p") for _ in range(2)]
    rules = [Rules.preset("gendre2020", bank=bank) for bank in (19, 50)]
    small, large = (State(one, seed=4) for one in rules)
    for agent, one in zip(agents, rules, strict=True):
        agent.begin(one, 0, Rng(1))
    for _ in range(4):  # no cards are dealt before the second settlements
        chosen = agents[0].choose(small.view(), small.legal_actions())
        assert chosen == agents[1].choose(large.view(), large.legal_actions())
        assert np.array_equal(*(agents[0].network.shown([state.view()]) for state in (small, large)))  # type: ignore[attr-defined]
        small.apply(chosen)
        large.apply(chosen)


def test_a_file_of_that_name_goes_first(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    assert make_agent("net:model=fast2p").network.file == str(shipped()["fast2p"])  # type: ignore[attr-defined]
    (tmp_path / "fast2p").write_bytes(shipped()["fast2p"].read_bytes())
    assert make_agent("net:model=fast2p").network.file == "fast2p"  # type: ignore[attr-defined]
