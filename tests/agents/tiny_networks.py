"""Networks of a few numbers, written as ONNX files with the metadata of an export."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt
import pytest

from longroad.catan import CODECS, ENCODINGS

onnx = pytest.importorskip("onnx")
pytest.importorskip("onnxruntime")
from onnx import TensorProto, helper, numpy_helper  # noqa: E402

FACTS = {
    "network": "tiny",
    "network_version": "1",
    "encoding": "general-1",
    "codec": "gendre2020-1",
    "players": "2",
    "hash": "0123456789abcdef" * 4,
    "trained": "not at all",
}


def weights(inputs: int, outputs: int, seed: int = 0, scale: float = 0.05) -> npt.NDArray[np.float32]:
    """Drawn weights."""
    return np.random.default_rng(seed).normal(size=(inputs, outputs)).astype(np.float32) * np.float32(scale)


def write(file: Path, nodes: list[Any], inputs: list[Any], outputs: list[Any], **arrays: Any) -> Path:
    """A model without metadata."""
    constants = [numpy_helper.from_array(np.asarray(array), name) for name, array in arrays.items()]
    graph = helper.make_graph(nodes, "tiny", inputs, outputs, constants)
    model = helper.make_model(graph, opset_imports=[helper.make_opsetid("", 18)], ir_version=10)
    onnx.save(model, str(file))
    return file


def tell(file: Path, facts: dict[str, str]) -> Path:
    """Writes metadata into a model's file, in place of those it has."""
    model = onnx.load(str(file))
    del model.metadata_props[:]
    helper.set_model_props(model, {f"longroad.{name}": value for name, value in facts.items()})
    onnx.save(model, str(file))
    return file


def linear(
    file: Path,
    *,
    w: npt.NDArray[np.float32] | None = None,
    b: npt.NDArray[np.float32] | None = None,
    kind: Any = TensorProto.UINT8,
    rows: int | str = "batch",
    output: str = "logits",
    **facts: str,
) -> Path:
    """logits = bytes times w, plus b; by default drawn weights of the codec's size."""
    told = {**FACTS, **facts}
    size = next((codec.size for codec in CODECS.values() if codec.version == told["codec"]), 335)
    w = weights(ENCODINGS["general"].size, size) if w is None else w
    b = np.zeros(w.shape[1], dtype=np.float32) if b is None else b
    nodes = [
        helper.make_node("Cast", ["observation"], ["x"], to=TensorProto.FLOAT),
        helper.make_node("Gemm", ["x", "w", "b"], [output]),
    ]
    given = helper.make_tensor_value_info("observation", kind, [rows, w.shape[0]])
    made = helper.make_tensor_value_info(output, TensorProto.FLOAT, [rows, w.shape[1]])
    return tell(write(file, nodes, [given], [made], w=w, b=b), told)


def rating(file: Path, w: npt.NDArray[np.float32], **facts: str) -> Path:
    """place = floats of casher2024 times w."""
    nodes = [
        helper.make_node("MatMul", ["observation", "w"], ["column"]),
        helper.make_node("Squeeze", ["column", "axis"], ["place"]),
    ]
    given = helper.make_tensor_value_info("observation", TensorProto.FLOAT, ["batch", 1782])
    made = helper.make_tensor_value_info("place", TensorProto.FLOAT, ["batch"])
    write(file, nodes, [given], [made], w=w, axis=np.array([1], dtype=np.int64))
    told = {**FACTS, "encoding": "casher2024-1", "players": "2-4", **facts}
    del told["codec"]
    return tell(file, told)


def builder(codec: str = "gendre2020") -> npt.NDArray[np.float32]:
    """A bias under which games end: build before all else."""
    b = np.zeros(CODECS[codec].size, dtype=np.float32)
    if codec == "gendre2020":
        b[110:218], b[38:110], b[310], b[290:310], b[315:332] = 20, 8, 15, 3, 10
    else:
        b[24:132], b[132:204], b[2], b[280:340], b[3:6], b[340:520] = 20, 8, 15, 3, 10, -5
    return b


def with_values(
    file: Path,
    *,
    seats: int = 4,
    b: npt.NDArray[np.float32] | None = None,
    slope: float = 0.01,
    values: npt.NDArray[np.float32] | None = None,
    **facts: str,
) -> Path:
    """A policy and value network of the kind ``roadnet``: linear logits, and win probabilities by a softmax
    over those who take part; or values that are always these."""
    told = {**FACTS, "codec": "general-1", "players": "2-4", "network_version": "roadnet-1", **facts}
    size = next(codec.size for codec in CODECS.values() if codec.version == told["codec"])
    w = weights(ENCODINGS["general"].size, size)
    b = np.zeros(size, dtype=np.float32) if b is None else b
    block = ENCODINGS["general"].block("seats")
    taking_part = np.zeros((ENCODINGS["general"].size, seats), dtype=np.float32)
    for seat in range(seats):
        taking_part[block.first + seat * block.shape[1], seat] = 1000
    judged = weights(ENCODINGS["general"].size, seats, seed=5, scale=slope) + taking_part
    nodes = [
        helper.make_node("Cast", ["observation"], ["x"], to=TensorProto.FLOAT),
        helper.make_node("Gemm", ["x", "w", "b"], ["logits"]),
    ]
    arrays: dict[str, Any] = {"w": w, "b": b}
    if values is None:
        arrays |= {"judged": judged, "zero": np.zeros(seats, dtype=np.float32)}
        nodes += [
            helper.make_node("Gemm", ["x", "judged", "zero"], ["judgement"]),
            helper.make_node("Softmax", ["judgement"], ["values"], axis=1),
        ]
    else:
        arrays |= {"none": np.zeros((len(w), len(values)), dtype=np.float32), "always": values}
        nodes.append(helper.make_node("Gemm", ["x", "none", "always"], ["values"]))
    given = helper.make_tensor_value_info("observation", TensorProto.UINT8, ["batch", len(w)])
    made = [
        helper.make_tensor_value_info("logits", TensorProto.FLOAT, ["batch", size]),
        helper.make_tensor_value_info(
            "values", TensorProto.FLOAT, ["batch", seats if values is None else len(values)]
        ),
    ]
    return tell(write(file, nodes, [given], made, **arrays), told)
