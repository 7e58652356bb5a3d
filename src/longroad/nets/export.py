"""Networks as ONNX files: what ``net:model=FILE`` plays, without PyTorch. The weights keep their names, so
that training can continue from such a file, too."""

from __future__ import annotations

import copy
import hashlib
import tempfile
import warnings
from pathlib import Path
from typing import Any

import numpy as np
import torch
from torch import Tensor, nn

from longroad.catan import Rules
from longroad.catan.codecs import CODECS
from longroad.catan.encodings import ENCODINGS, unseen_options
from longroad.errors import NetworkError
from longroad.files import write_bytes
from longroad.models.file_hash import check_file_hash, with_file_hash
from longroad.nets.network import PolicyNetwork
from longroad.nets.registry import NETWORKS, RATING, RATING_VERSIONS
from longroad.nets.resmlp import PlaceNetwork

#: Before the names of weights in a file, and behind those of weights in half precision; numbers that half
#: precision can hold.
_WITHIN, _HALF, _MOST = "network.", ".half", 6e4


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


def export_onnx(
    network: PolicyNetwork,
    name: str,
    path: Path,
    *,
    trained: str = "",
    rules: Rules | None = None,
    half: bool = False,
) -> Path:
    """Writes the network as ``name`` of the registry, whole or not at all. ``trained`` says in words how it
    was trained, ``rules`` what games it was trained for: it will play those of as many players, trade if it
    could, be shown no larger bank, and play by the options that no encoding shows. Without them it plays all
    that its kind can. With ``half`` the weights are stored in half precision, for half the size; arithmetic
    stays in single precision.
    """
    playing = _Playing(copy.deepcopy(network).cpu().float())
    example = torch.zeros(2, ENCODINGS[network.encoding].size, dtype=torch.uint8)
    facts = {"network": name, **NETWORKS[name].versions(network)}
    trades = bool(CODECS[network.codec].trade)
    if rules is not None:
        facts["players"] = str(rules.players)
        facts["bank"] = str(rules.bank)
        if unseen := unseen_options(rules):
            facts["options"] = ",".join(unseen)
        trades &= rules.offers_per_turn > 0
    facts["trades"] = "yes" if trades else "no"
    return _write(playing, example, ["logits", "values"], facts, network, path, trained, half)


def export_rating_onnx(network: PlaceNetwork, path: Path, *, trained: str = "") -> Path:
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
    half: bool = False,
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
            do_constant_folding=False,  # it would rename what it turns; who opens the file folds
        )
        model = onnx.load(f"{folder}/network.onnx")
    facts = {**facts, "hash": weights_hash(network), "trained": trained}
    if half:
        _halve(model)
    onnx.helper.set_model_props(model, {f"longroad.{key}": value for key, value in facts.items()})
    write_bytes(path, with_file_hash(model.SerializeToString()))
    return path


def _halve(model: Any) -> None:
    """Keeps large tensors in half precision, each widened by a node of its own."""
    from onnx import TensorProto, helper, numpy_helper

    casts = []
    for tensor in model.graph.initializer:
        numbers = numpy_helper.to_array(tensor)
        if tensor.data_type != TensorProto.FLOAT or numbers.size < 64 or np.abs(numbers).max() > _MOST:
            continue
        name = tensor.name
        tensor.CopyFrom(numpy_helper.from_array(numbers.astype(np.float16), name + _HALF))
        casts.append(helper.make_node("Cast", [name + _HALF], [name], to=TensorProto.FLOAT))
    nodes = [*casts, *model.graph.node]
    del model.graph.node[:]
    model.graph.node.extend(nodes)


def load_weights(network: nn.Module, name: str, path: Path) -> None:
    """Gives a network, ``name`` of the registry, the weights of a file that ``export_onnx`` wrote of one like
    it, or raises NetworkError and changes nothing."""
    import onnx
    from onnx import numpy_helper

    if not path.is_file():
        raise NetworkError(f"{path}: there is no such file")
    try:
        content = path.read_bytes()
    except OSError as error:
        raise NetworkError(f"{path}: it cannot be read: {error.strerror}") from error
    check_file_hash(str(path), content)
    try:
        model = onnx.load_from_string(content)
    except Exception as error:
        raise NetworkError(f"{path}: it is not a readable ONNX network") from error
    facts = {entry.key: entry.value for entry in model.metadata_props}
    version, wanted = facts.get("longroad.network_version", "none"), NETWORKS[name].version
    if version != wanted:
        raise NetworkError(f"{path}: its weights are of a network of version {version}, not {wanted}")
    stored = {
        tensor.name.removesuffix(_HALF): numpy_helper.to_array(tensor) for tensor in model.graph.initializer
    }
    weights = {}
    for name, parameter in network.named_parameters():
        numbers = stored.get(_WITHIN + name)
        if numbers is None or numbers.shape != tuple(parameter.shape):
            raise NetworkError(
                f"{path}: it does not hold the weights of this network ({name} is missing or of another "
                "shape)"
            )
        weights[name] = torch.tensor(numbers, dtype=torch.float32)
    network.load_state_dict(weights, strict=False)
