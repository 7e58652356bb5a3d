"""Files of networks: what fits is opened, what does not is refused with the reason."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest

from agents.tiny_networks import FACTS, TensorProto, helper, linear, rating, tell, weights, write
from longroad.agents import AGENTS, make_agent
from longroad.agents.net.agent import NetAgent
from longroad.agents.net.network_file import Network, open_network
from longroad.catan import ENCODINGS, Rules
from longroad.errors import AgentSpecError, MissingExtraError, NetworkError, RulesError


def test_what_an_export_says_of_itself(tmp_path: Path) -> None:
    network = Network(str(linear(tmp_path / "a.onnx")))
    assert (network.name, network.version, network.hash) == ("tiny", "1", FACTS["hash"])
    assert network.encoding.name == "general" and network.codec and network.codec.name == "gendre2020"
    assert network.players == (2, 2)
    general = Network(str(linear(tmp_path / "b.onnx", codec="general-1", players="2-4")))
    assert general.codec and general.codec.name == "general" and general.players == (2, 4)
    rates = Network(str(rating(tmp_path / "c.onnx", weights(1782, 1))))
    assert rates.codec is None and rates.encoding.name == "casher2024"


@pytest.mark.parametrize(
    ("facts", "why"),
    [
        ({"encoding": "general-2"}, "its encoding is 'general-2'; this Longroad has general-1, gendre2020-1"),
        ({"codec": "general-9"}, "its codec is 'general-9'; this Longroad has general-1, gendre2020-1"),
        ({"players": "5"}, "its players are '5', not a number or a range within 2-4"),
        ({"players": "4-2"}, "its players are '4-2', not a number"),
        ({"players": "2-4"}, "its players are '2-4', but gendre2020 is for 2"),
        ({"hash": "abc"}, "its hash is 'abc', not the 64 digits of a SHA-256"),
        ({"encoding": "gendre2020-1"}, "it does not take rows of 3972"),
        (
            {"encoding": "casher2024-1"},
            "its input is tensor(uint8); encoding 'casher2024-1' is tensor(float)",
        ),
        ({"codec": "general-1"}, "it gives float32 (2, 335) for two positions, not float32 (2, 523)"),
    ],
)
def test_an_export_that_does_not_fit_is_refused(tmp_path: Path, facts: dict[str, str], why: str) -> None:
    file = tell(linear(tmp_path / "net.onnx"), {**FACTS, **facts})
    with pytest.raises(NetworkError) as caught:
        Network(str(file))
    assert str(caught.value).startswith(f"{file}: {why}") and "\n" not in str(caught.value)


@pytest.mark.parametrize("name", ["network", "network_version", "encoding", "codec", "players", "hash"])
def test_an_export_has_to_say_what_it_is(tmp_path: Path, name: str) -> None:
    file = tell(linear(tmp_path / "net.onnx"), {key: fact for key, fact in FACTS.items() if key != name})
    with pytest.raises(NetworkError, match=f"does not say its 'longroad.{name}': it was not exported by"):
        Network(str(file))


def test_shapes_types_and_names_have_to_fit(tmp_path: Path) -> None:
    fixed = linear(tmp_path / "fixed.onnx", rows=1)
    with pytest.raises(NetworkError, match="does not take rows of 407"):
        Network(str(fixed))
    floats = linear(tmp_path / "floats.onnx", kind=TensorProto.FLOAT)
    with pytest.raises(NetworkError, match=r"its input is tensor\(float\)"):
        Network(str(floats))
    other = linear(tmp_path / "other.onnx", output="guesses")
    with pytest.raises(NetworkError, match="it has no output 'logits' or 'place'"):
        Network(str(other))
    inputs = [helper.make_tensor_value_info(name, TensorProto.FLOAT, ["batch", 407]) for name in ("a", "b")]
    made = helper.make_tensor_value_info("logits", TensorProto.FLOAT, ["batch", 407])
    two = write(tmp_path / "two.onnx", [helper.make_node("Add", ["a", "b"], ["logits"])], inputs, [made])
    with pytest.raises(NetworkError, match=r"its inputs are \['a', 'b'\], not \['observation'\]"):
        Network(str(tell(two, FACTS)))
    rates = rating(tmp_path / "rates.onnx", weights(1782, 1), encoding="general-1")
    with pytest.raises(NetworkError, match="it rates moves, which its encoding 'general-1' cannot show"):
        Network(str(rates))


def test_what_is_no_network_is_refused_with_the_spec(tmp_path: Path) -> None:
    broken = tmp_path / "broken.onnx"
    broken.write_bytes(b"not a network")
    for spec, why in (
        (f"net:model={tmp_path}/none.onnx", "there is no such file"),
        (f"net:model={broken}", "it is not a readable ONNX network"),
        ("net", "model: name the file of a network, as in model=mine.onnx"),
    ):
        with pytest.raises(AgentSpecError) as caught:
            make_agent(spec)
        assert str(caught.value).startswith(f"agent '{spec}': ") and why in str(caught.value)
        assert "\n" not in str(caught.value)


@pytest.mark.parametrize(
    ("option", "why"),
    [
        ("temperature=-1", "temperature=-1.0: must be a number between 0 and 1000"),
        ("temperature=hot", "temperature='hot': must be a number"),
        ("temperature=nan", "temperature=nan: must be a number between"),
        ("threads=0", "threads=0: must be a whole number between 1 and 256"),
        ("threads=two", "threads='two': must be a whole number"),
        ("depth=2", "no option 'depth'; there are: model, temperature, threads"),
    ],
)
def test_options_are_checked(tmp_path: Path, option: str, why: str) -> None:
    file = linear(tmp_path / "net.onnx")
    with pytest.raises(AgentSpecError, match=why):
        make_agent(f"net:model={file},{option}")


def test_it_is_listed_with_its_options(tmp_path: Path) -> None:
    info = AGENTS["net"]
    assert list(info.options) == ["model", "temperature", "threads"] and "ONNX" in info.summary
    linear(tmp_path / "mine.onnx")
    agent = make_agent(info.example.replace("mine.onnx", f"{tmp_path}/mine.onnx"))
    assert isinstance(agent, NetAgent) and agent.temperature == 0 and agent.native is None


def test_a_network_says_which_games_it_plays(tmp_path: Path) -> None:
    agent = NetAgent(str(linear(tmp_path / "net.onnx")))
    with pytest.raises(RulesError, match=r"net.onnx: plays games of 2 players, not of 3"):
        agent.check(Rules(players=3))
    general = NetAgent(str(linear(tmp_path / "b.onnx", codec="general-1", players="3-4")))
    with pytest.raises(RulesError, match=r"plays games of 3-4 players, not of 2"):
        general.check(Rules(players=2))
    general.check(Rules(players=4))


def test_agents_of_a_file_share_its_network_until_it_changes(tmp_path: Path) -> None:
    file = linear(tmp_path / "net.onnx")
    one, other = NetAgent(str(file)), NetAgent(str(file), temperature=1)
    assert one.together is other.together is one.twin().together
    assert open_network(str(file), threads=2) is not one.network
    linear(file, w=weights(407, 335, seed=3), network="another")
    assert NetAgent(str(file)).network.name == "another"


def test_many_rows_are_answered_as_few(tmp_path: Path) -> None:
    network = Network(str(linear(tmp_path / "net.onnx")))
    rows = np.random.default_rng(1).integers(0, 9, (201, ENCODINGS["general"].size)).astype(np.uint8)
    assert np.allclose(network.run(rows), np.concatenate([network.run(rows[i : i + 1]) for i in range(201)]))


def test_without_the_runtime_one_sentence_names_the_extra(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    file = linear(tmp_path / "net.onnx")
    monkeypatch.setitem(sys.modules, "onnxruntime", None)
    with pytest.raises(MissingExtraError, match=r"pip install 'longroad\[net\]'"):
        make_agent(f"net:model={file}")


def test_importing_the_agents_needs_no_runtime() -> None:
    code = "import sys, longroad.agents; assert not {'onnxruntime', 'onnx', 'torch'} & set(sys.modules)"
    subprocess.run([sys.executable, "-c", code], check=True)
