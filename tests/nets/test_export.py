"""Networks as ONNX files."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

torch = pytest.importorskip("torch")
onnx = pytest.importorskip("onnx")
onnxruntime = pytest.importorskip("onnxruntime")

from longroad.agents.net.agent import NetAgent  # noqa: E402
from longroad.agents.net.network_file import Network  # noqa: E402
from longroad.catan import Rules  # noqa: E402
from longroad.errors import NetworkError, TrainingError  # noqa: E402
from longroad.nets.export import export_onnx, load_weights, weights_hash  # noqa: E402
from longroad.nets.registry import make_network  # noqa: E402
from nets.positions import observations  # noqa: E402


@pytest.mark.parametrize("name", ["xdim-6", "xdimres-8", "cnnres-6", "xdim-6-keras", "roadnet-s"])
def test_onnx_says_what_torch_says(name: str, tmp_path: Path) -> None:
    torch.manual_seed(5)
    network = make_network(name).eval()
    for parameter in network.parameters():
        if not parameter.any():
            torch.nn.init.normal_(parameter, std=0.1)
    path = export_onnx(network, name, tmp_path / "network.onnx", trained="not at all")
    session = onnxruntime.InferenceSession(str(path))
    players = 2 if network.players == 2 else 4
    seen = observations(players)
    for batch in (seen, seen[:1]):
        logits, values = session.run(["logits", "values"], {"observation": batch})
        with torch.no_grad():
            heads = network(torch.from_numpy(batch))
        assert np.abs(logits - heads.logits.numpy()).max() < 1e-4
        assert np.abs(values - heads.values.numpy()).max() < 1e-4


def test_a_file_says_what_it_is(tmp_path: Path) -> None:
    network = make_network("xdimres-6")
    path = export_onnx(network, "xdimres-6", tmp_path / "network.onnx", trained="for a test")
    facts = onnxruntime.InferenceSession(str(path)).get_modelmeta().custom_metadata_map
    assert len(facts.pop("longroad.file_hash")) == 64
    assert facts == {
        "longroad.network": "xdimres-6",
        "longroad.network_version": "xdimres-1",
        "longroad.encoding": "general-1",
        "longroad.codec": "gendre2020-1",
        "longroad.players": "2",
        "longroad.trades": "no",
        "longroad.hash": weights_hash(network),
        "longroad.trained": "for a test",
    }
    assert weights_hash(make_network("xdimres-6")) != weights_hash(network)
    with pytest.raises(NetworkError, match="of a network of version xdimres-1, not xdimres-2"):
        load_weights(make_network("xdimres-6-keras"), "xdimres-6-keras", path)


def test_unknown_networks_are_named() -> None:
    with pytest.raises(TrainingError, match="no network 'xdim-7'; did you mean 'xdim-8'"):
        make_network("xdim-7")


@pytest.mark.parametrize("half", [False, True])
@pytest.mark.parametrize("name", ["xdimres-6", "roadnet-s"])
def test_weights_come_back_from_a_file(name: str, half: bool, tmp_path: Path) -> None:
    torch.manual_seed(6)
    network, other = distinct(make_network(name)), make_network(name)
    whole = export_onnx(network, name, tmp_path / "whole.onnx")
    path = export_onnx(network, name, tmp_path / "network.onnx", half=half)
    load_weights(other, name, path)
    limit = 1e-3 if half else 0.0
    for mine, theirs in zip(network.parameters(), other.parameters(), strict=True):
        assert (mine - theirs).abs().max() <= limit
    if half:
        assert path.stat().st_size < 0.75 * whole.stat().st_size
        said = [
            onnxruntime.InferenceSession(str(file)).run(["values"], {"observation": observations(2)})[0]
            for file in (whole, path)
        ]
        assert 0 < np.abs(said[0] - said[1]).max() < 0.01


def distinct(network: torch.nn.Module) -> torch.nn.Module:
    """Equal tensors would be stored once; those of a trained network are not equal."""
    for parameter in network.parameters():
        torch.nn.init.normal_(parameter, std=0.1)
    return network


def test_weights_of_another_network_are_refused(tmp_path: Path) -> None:
    path = export_onnx(distinct(make_network("xdimres-6")), "xdimres-6", tmp_path / "network.onnx")
    other = make_network("xdimres-8")
    before = weights_hash(other)
    with pytest.raises(NetworkError, match="does not hold the weights"):
        load_weights(other, "xdimres-8", path)
    assert weights_hash(other) == before
    (tmp_path / "none.onnx").write_bytes(b"no network")
    with pytest.raises(NetworkError, match="not a readable ONNX network"):
        load_weights(other, "xdimres-8", tmp_path / "none.onnx")


@pytest.mark.parametrize("half", [False, True])
def test_a_damaged_file_is_refused(half: bool, tmp_path: Path) -> None:
    network = distinct(make_network("xdimres-6"))
    path = export_onnx(network, "xdimres-6", tmp_path / "network.onnx", half=half)
    whole = path.read_bytes()
    Network(str(path))
    places = [*range(len(whole) // 9, len(whole), len(whole) // 9), len(whole) - 1]
    for place in places:  # within the weights, and the last digit of the hash
        path.write_bytes(whole[:place] + bytes([whole[place] ^ 1]) + whole[place + 1 :])
        with pytest.raises(NetworkError, match=r"network.onnx: the file is damaged"):
            Network(str(path))
        with pytest.raises(NetworkError, match=r"network.onnx: the file is damaged"):
            load_weights(make_network("xdimres-6"), "xdimres-6", path)


def test_a_file_without_the_hash_of_its_bytes_still_loads(tmp_path: Path) -> None:
    """As Longroad 0.1 exported it."""
    path = export_onnx(make_network("xdimres-6"), "xdimres-6", tmp_path / "network.onnx")
    model = onnx.load(str(path))
    kept = [entry for entry in model.metadata_props if entry.key != "longroad.file_hash"]
    assert len(kept) == len(model.metadata_props) - 1
    del model.metadata_props[:]
    model.metadata_props.extend(kept)
    onnx.save(model, str(path))
    Network(str(path))
    load_weights(make_network("xdimres-6"), "xdimres-6", path)


@pytest.mark.parametrize(
    ("rules", "players", "trades", "bank", "options"),
    [
        (None, "2-4", "yes", None, None),
        (Rules(players=3, offers_per_turn=1), "3", "yes", "19", None),
        (Rules.preset("gendre2020"), "2", "no", "19", None),
        (Rules.preset("jsettlers"), "4", "yes", "50", None),
        (Rules.preset("duel"), "2", "yes", "19", "friendly_robber"),
    ],
)
def test_a_file_says_for_which_games_it_was_trained(
    rules: Rules | None, players: str, trades: str, bank: str | None, options: str | None, tmp_path: Path
) -> None:
    path = export_onnx(make_network("roadnet-s"), "roadnet-s", tmp_path / "network.onnx", rules=rules)
    facts = onnxruntime.InferenceSession(str(path)).get_modelmeta().custom_metadata_map
    assert (facts["longroad.players"], facts["longroad.trades"]) == (players, trades)
    assert facts.get("longroad.bank") == bank
    assert facts.get("longroad.options") == options
    if rules is not None:
        NetAgent(str(path)).check(rules)
