"""Networks as ONNX files: what ``net:model=FILE`` plays, without PyTorch."""

from __future__ import annotations

import copy
import hashlib
import tempfile
import warnings
from pathlib import Path

import torch
from torch import Tensor, nn

from longroad.catan.encodings import ENCODINGS
from longroad.files import write_bytes
from longroad.nets.network import PolicyNetwork
from longroad.nets.registry import NETWORKS, RATING, RATING_VERSIONS
from longroad.nets.resmlp import ResMLP


class _Playing(nn.Module):
    """The heads that playing needs, in single precision."""

    def __init__(self, network: PolicyNetwork) -> None:
        super().__init__()
        self.network = network

    def forward(self, observation: Tensor) -> tuple[Tensor, Tensor]:
        heads = self.network(observation)
        return heads.logits, heads.values


def weights_hash(network: nn.Module) -> str:
    """Over names and numbers of the weights."""
    digest = hashlib.sha256()
    for name, tensor in sorted(network.state_dict().items()):
        digest.update(name.encode())
        digest.update(tensor.detach().cpu().contiguous().numpy().tobytes())
    return digest.hexdigest()


def export_onnx(network: PolicyNetwork, name: str, path: Path, *, trained: str = "") -> Path:
    """Writes the network as ``name`` of the registry, whole or not at all. ``trained`` says in words how it was trained."""
    playing = _Playing(copy.deepcopy(network).cpu().float())
    example = torch.zeros(2, ENCODINGS[network.encoding].size, dtype=torch.uint8)
    facts = {"network": name, **NETWORKS[name].versions(network)}
    return _write(playing, example, ["logits", "values"], facts, network, path, trained)


def export_rating_onnx(network: ResMLP, path: Path, *, trained: str = "") -> Path:
    """The same for the network that rates moves: its output is the place."""
    playing = copy.deepcopy(network).cpu().float()
    example = torch.zeros(2, ENCODINGS["casher2024"].size)
    facts = {"network": RATING, **RATING_VERSIONS}
    return _write(playing, example, ["place"], facts, network, path, trained)


def _write(
    playing: nn.Module,
    example: Tensor,
    outputs: list[str],
    facts: dict[str, str],
    network: nn.Module,
    path: Path,
    trained: str,
) -> Path:
    import onnx

    with tempfile.TemporaryDirectory() as folder, warnings.catch_warnings():
        warnings.simplefilter("ignore")  # about exporters to come, and folding of constants
        torch.onnx.export(
            playing.eval(),
            (example,),
            f"{folder}/network.onnx",
            input_names=["observation"],
            output_names=outputs,
            dynamic_axes={axis: {0: "batch"} for axis in ("observation", *outputs)},
            opset_version=17,
            dynamo=False,
        )
        model = onnx.load(f"{folder}/network.onnx")
    facts = {**facts, "hash": weights_hash(network), "trained": trained}
    onnx.helper.set_model_props(model, {f"longroad.{key}": value for key, value in facts.items()})
    write_bytes(path, model.SerializeToString())
    return path
