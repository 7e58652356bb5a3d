"""A shard of positions as a Parquet file: one row each, read back to exactly the same arrays.

Plain columns hold one number per row. ``inputs`` is fixed-size binary, a byte per player and group of inputs;
``won``, ``worths`` and ``points`` are lists, player by player. The metadata of the file's schema holds, each
as JSON, ``longroad.format``, ``longroad.players`` and ``longroad.inputs`` (the groups' names and sizes).
"""

from __future__ import annotations

import io
import json
from collections.abc import Mapping
from typing import Any

import numpy as np

from longroad.errors import TrainingError
from longroad.extras import require
from longroad.models.judge_file import INPUT_GROUPS
from longroad.train.judge.positions import NAMES, Array, Positions

#: The meaning of the columns; a change of meaning is a new version. The first were .npz files.
FORMAT = "positions-2"
#: By column, the numbers' type, and how many there are per player; 0 for one per row.
_COLUMNS = {
    "inputs": (np.uint8, len(INPUT_GROUPS)),
    "won": (np.float32, 1),
    "worths": (np.float32, 2),
    "points": (np.int8, 1),
    "sibling_of": (np.int8, 0),
    "turn": (np.int16, 0),
    "game": (np.int64, 0),
}


def inputs_table() -> list[list[Any]]:
    """The groups of inputs that positions of this version have: name and size."""
    return [list(group) for group in INPUT_GROUPS]


def packed(arrays: Mapping[str, Array]) -> bytes:
    """The file of a shard with these columns. The same rows give the same bytes."""
    require("a data set of positions", ["data"])
    import pyarrow as pa
    import pyarrow.parquet as pq

    table = pa.table({name: _column(pa, name, arrays[name]) for name in NAMES})
    told = {"format": FORMAT, "players": arrays["won"].shape[1], "inputs": inputs_table()}
    file = io.BytesIO()
    # Without Arrow's own copy of the schema every reader sees the file's types and all of its metadata.
    with pq.ParquetWriter(file, table.schema, compression="zstd", store_schema=False) as writer:
        writer.write_table(table)
        writer.add_key_value_metadata({f"longroad.{key}": json.dumps(value) for key, value in told.items()})
    return file.getvalue()


def unpacked(data: bytes, where: str) -> Positions:
    """The rows of a shard. Raises TrainingError, naming ``where`` it is from, for what is damaged or was made
    for other inputs."""
    require("a data set of positions", ["data"])
    import pyarrow as pa
    import pyarrow.parquet as pq

    try:
        file = pq.ParquetFile(io.BytesIO(data))
        told = {k.decode(): json.loads(v) for k, v in file.metadata.metadata.items() if k[:9] == b"longroad."}
        _check(told, where)
        return from_arrow(file.read(list(NAMES)), told["longroad.players"])
    except (pa.ArrowException, OSError, ValueError, KeyError, AttributeError, ZeroDivisionError) as error:
        if isinstance(error, TrainingError):
            raise
        raise TrainingError(f"{where}: damaged; delete it and make it again") from None


def from_arrow(table: Any, players: int) -> Positions:
    """The rows of an Arrow table with the columns of a shard, of games with so many players."""
    return Positions(**{name: _array(table[name], name, players) for name in NAMES})


def _check(told: Mapping[str, Any], where: str) -> None:
    if told["longroad.format"] != FORMAT:
        raise TrainingError(
            f"{where}: its format is {told['longroad.format']!r} and this version of Longroad reads only "
            f"{FORMAT!r}: make it again with `longroad positions`"
        )
    if told["longroad.inputs"] != inputs_table():
        raise TrainingError(f"{where}: made for other inputs than those of this version of Longroad")


def _column(pa: Any, name: str, array: Array) -> Any:
    kind, per_player = _COLUMNS[name]
    assert array.dtype == kind, name
    flat = np.ascontiguousarray(array).reshape(-1)
    if not per_player:
        return pa.array(flat)
    width = int(np.prod(array.shape[1:]))
    if name == "inputs":
        return pa.FixedSizeBinaryArray.from_buffers(pa.binary(width), len(array), [None, pa.py_buffer(flat)])
    return pa.ListArray.from_arrays(np.arange(len(array) + 1, dtype=np.int32) * width, pa.array(flat))


def _array(column: Any, name: str, players: int) -> Array:
    kind, per_player = _COLUMNS[name]
    rows, arrow = len(column), column.combine_chunks()
    if column.null_count:
        raise ValueError(f"{name}: a value is missing")
    if name == "inputs":
        width = arrow.type.byte_width
        data = np.frombuffer(arrow.buffers()[1], np.uint8)[arrow.offset * width :][: rows * width]
    else:
        data = (arrow.flatten() if per_player else arrow).to_numpy(zero_copy_only=False)
    shape = {0: (rows,), 1: (rows, players)}.get(per_player, (rows, players, per_player))
    return np.array(data.astype(kind, copy=False).reshape(shape))
