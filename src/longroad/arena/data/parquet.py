"""Data sets: the decisions of kept games as a Parquet file, one row each. docs/how-to/data.md explains how to
read it."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from os import PathLike
from pathlib import Path
from typing import Any

import numpy as np

import longroad
from longroad import skirmish
from longroad.arena.data.archive import KeptGame
from longroad.arena.data.decisions import NUMBERS, Codec, Decisions, Encoding, decision_blocks
from longroad.catan import CODECS, ENCODINGS
from longroad.errors import RulesError
from longroad.extras import require
from longroad.files import replacing
from longroad.options import no_such

#: The meaning of the columns; a change of meaning is a new version.
VERSION = "decisions-2"

#: Every column and what it says, in the order of the file.
COLUMNS = {
    "game": "number of the game in the input, from 1, as `longroad show --game` counts in a single file",
    "seed": "seed of the match, modulo 2**64; null for a plain record",
    "block": "number of the board and its chance within the match; null for a plain record",
    "rotation": "agent (seat + rotation) mod players of the match sat in a seat; null for a plain record",
    "ply": "number of the decision in its game, from 0; chance does not count",
    "turn": "turns completed, in Catan since the set-up",
    "players": "how many played",
    "actor": "seat of the one who decided",
    "agent": "who sat there; null for a plain record",
    "rules": "options that differ from the official game, as JSON",
    "observation": "what the actor could see, in the encoding of longroad.encoding: its numbers, "
    "little-endian",
    "mask": "listed legal actions of longroad.codec: index i is bit i mod 8 (least first) of byte i div 8",
    "action": "index of the action taken in longroad.codec; -1 if the codec cannot say it",
    "text": "the action in the notation of docs/reference/rules.md or docs/reference/skirmish.md",
    "outcome": "of the actor at the end: 1 won, -1/(players - 1) lost, 0 nobody won; a forfeit among "
    "two counts",
    "points": "points of the actor at the end, hidden ones included; in Skirmish its health",
    "won": "whether the actor won",
    "forfeit": "seat whose agent failed and so ended the game; null otherwise",
}
_MAYBE_UNKNOWN = ("seed", "block", "rotation")
_MOST_RULES = 1000


@dataclass(frozen=True)
class Exported:
    """What was written."""

    games: int
    decisions: int
    bytes: int


def export_games(
    games: Iterable[KeptGame],
    path: str | PathLike[str],
    *,
    codec: str = "general",
    encoding: str = "general",
    text: bool = False,
    progress: Callable[[int, int], None] | None = None,
) -> Exported:
    """Writes the decisions of games, whole or not at all, in constant memory. Games of Skirmish have a codec
    and an encoding of their own, named ``skirmish``.

    ``text`` adds the actions' notation. ``progress(games, decisions)`` is called for every game begun. Raises
    what longroad.arena.data.decisions.decision_blocks raises.
    """
    require("a Parquet file", ["data"])
    import pyarrow as pa
    import pyarrow.parquet as pq

    chosen = _chosen(codec, encoding)
    done = [0, 0]
    schema = _schema(pa, *chosen, text)
    plain = [name for name in COLUMNS if name not in ("observation", "mask")]
    rules: dict[str, None] = {}
    with replacing(Path(path)) as file:
        # Without Arrow's own copy of the schema every reader sees the file's types and all of its metadata.
        options = {"compression": "zstd", "use_dictionary": plain, "store_schema": False}
        with pq.ParquetWriter(file, schema, **options) as writer:
            for block in decision_blocks(_counted(games, done, progress), *chosen, text=text):
                writer.write_batch(_batch(pa, schema, block))
                done[1] += block.rows
                rules.update(dict.fromkeys(list(block.names["rules"])[: _MOST_RULES - len(rules)]))
            figures = {"rules": [json.loads(each) for each in rules], "games": done[0], "decisions": done[1]}
            told = {**_meaning(*chosen, schema.names), **figures}
            writer.add_key_value_metadata(
                {f"longroad.{key}": json.dumps(value) for key, value in told.items()}
            )
        size = file.tell()
    return Exported(done[0], done[1], size)


def _chosen(codec: str, encoding: str) -> tuple[Codec, Encoding]:
    codecs: dict[str, Codec] = {**CODECS, skirmish.CODEC.name: skirmish.CODEC}
    encodings: dict[str, Encoding] = {**ENCODINGS, skirmish.ENCODING.name: skirmish.ENCODING}
    for what, name, known in (("codec", codec, codecs), ("encoding", encoding, encodings)):
        if name not in known:
            raise RulesError(no_such(what, name, list(known)))
    if (codec == "skirmish") != (encoding == "skirmish"):
        raise RulesError(f"codec={codec!r}, encoding={encoding!r}: both are skirmish, or neither is")
    return codecs[codec], encodings[encoding]


def _counted(
    games: Iterable[KeptGame], done: list[int], progress: Callable[[int, int], None] | None
) -> Iterator[KeptGame]:
    for game in games:
        if progress:
            progress(*done)
        yield game
        done[0] += 1


def _schema(pa: Any, codec: Codec, encoding: Encoding, text: bool) -> Any:
    word = pa.dictionary(pa.int32(), pa.string())
    kinds = {name: pa.from_numpy_dtype(kind) for name, kind in NUMBERS.items()}
    kinds |= {"agent": word, "rules": word}
    kinds["observation"] = pa.binary(encoding.size * np.dtype(encoding.dtype).itemsize)
    kinds["mask"] = pa.binary(-(-codec.size // 8))
    if text:
        kinds["text"] = pa.string()
    return pa.schema([pa.field(name, kinds[name]) for name in COLUMNS if name in kinds])


def _meaning(codec: Codec, encoding: Encoding, columns: list[str]) -> dict[str, Any]:
    return {
        "version": longroad.__version__,
        "format": VERSION,
        "encoding": {
            "name": encoding.name,
            "version": encoding.version,
            "size": encoding.size,
            "dtype": encoding.dtype,
        },
        "codec": {"name": codec.name, "version": codec.version, "size": codec.size},
        "columns": {name: COLUMNS[name] for name in columns},
    }


def _batch(pa: Any, schema: Any, block: Decisions) -> Any:
    """A block as an Arrow batch. The observations are not copied."""
    rows = block.rows

    def binary(array: Any) -> Any:
        kind = pa.binary(array.itemsize * array.shape[1])
        return pa.FixedSizeBinaryArray.from_buffers(kind, rows, [None, pa.py_buffer(array)])

    arrays = {}
    for name, column in block.numbers.items():
        values = column[:rows]
        unknown = None
        if name in _MAYBE_UNKNOWN:
            unknown = ~block.known[:rows]
        elif name in ("agent", "forfeit"):
            unknown = values < 0
        array = pa.array(values, mask=unknown)
        if name in block.names:
            array = pa.DictionaryArray.from_arrays(array, pa.array(list(block.names[name]), pa.string()))
        arrays[name] = array
    arrays["observation"] = binary(block.observation)
    arrays["mask"] = binary(np.packbits(block.mask[:rows], axis=1, bitorder="little"))
    if block.text is not None:
        arrays["text"] = pa.array(block.text, pa.string())
    return pa.RecordBatch.from_arrays([arrays[name] for name in schema.names], schema=schema)
