"""Networks as ONNX files."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

torch = pytest.importorskip("torch")
onnxruntime = pytest.importorskip("onnxruntime")

from longroad.errors import TrainingError  # noqa: E402
from longroad.nets.export import export_onnx, weights_hash  # noqa: E402
from longroad.nets.registry import make_network  # noqa: E402
from nets.positions import observations  # noqa: E402


@pytest.mark.parametrize("name", ["xdim-6", "xdimres-8", "cnnres-6", "roadnet-s"])
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
    assert facts == {
        "longroad.network": "xdimres-6",
        "longroad.network_version": "xdimres-1",
        "longroad.encoding": "general-1",
        "longroad.codec": "gendre2020-1",
        "longroad.players": "2",
        "longroad.hash": weights_hash(network),
        "longroad.trained": "for a test",
    }
    assert weights_hash(make_network("xdimres-6")) != weights_hash(network)


def test_unknown_networks_are_named() -> None:
    with pytest.raises(TrainingError, match=r"network 'xdim-7': there are xdim-6"):
        make_network("xdim-7")
