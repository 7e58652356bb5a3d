"""Exported networks: ONNX files, opened through ONNX Runtime and checked against what this Longroad can write
and read.

| metadata | meaning |
| --- | --- |
| ``longroad.network``, ``longroad.network_version`` | what it is |
| ``longroad.encoding`` | version of the encoding of its input ``observation`` |
| ``longroad.codec`` | version of the codec of its output ``logits``; not of a network that rates moves |
| ``longroad.players`` | of the games it plays: ``2`` or ``2-4`` |
| ``longroad.trades`` | optional; ``no``: trained without domestic trade, so it refuses and makes no offers |
| ``longroad.bank`` | cards of each resource in the games it was trained on; 19 if it does not say |
| ``longroad.options`` | optional; those of ``UNSEEN_OPTIONS`` it was trained with: ``friendly_robber`` |
| ``longroad.hash`` | SHA-256 of its weights as they were trained, before they were stored in half precision |
| ``longroad.file_hash`` | SHA-256 of the file's other bytes, checked here; not in files of Longroad 0.1 |

A policy network has the output ``logits``, one number per entry of its codec, and may have ``values``, one
per seat, the one who decides first: win probabilities in networks of the kind ``roadnet``, expected returns
(-1 to 1) in all others. One that rates moves has the output ``place``, a number for a position with a move
(encoding ``casher2024``), the lowest for the best.
"""

from __future__ import annotations

import itertools
import re
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any, cast
from weakref import WeakValueDictionary

import numpy as np
import numpy.typing as npt

from longroad.catan import CODECS, ENCODINGS, View
from longroad.catan.codecs import Codec
from longroad.catan.encodings import Encoding
from longroad.errors import NetworkError
from longroad.extras import missing_extra
from longroad.models import shipped, shipped_or_file
from longroad.models.file_hash import check_file_hash

_INPUT, _LOGITS, _VALUES, _PLACE = "observation", "logits", "values", "place"
_TYPES = {"uint8": "tensor(uint8)", "float32": "tensor(float)"}
_MOST_ROWS = 64  # a call: the numbers of more positions leave the processor's caches


class Network:
    """A network that can be played with. NetworkError says why a file cannot."""

    def __init__(self, file: str, threads: int = 1) -> None:
        self.file = file
        self._session = _session(file, threads)
        try:
            facts = self._session.get_modelmeta().custom_metadata_map
        except UnicodeDecodeError as error:
            raise self._refusal("its metadata is not UTF-8 text") from error
        self.name: str = self._fact(facts, "network")
        self.version: str = self._fact(facts, "network_version")
        self.hash: str = self._fact(facts, "hash")
        if not re.fullmatch("[0-9a-f]{64}", self.hash):
            raise self._refusal(f"its hash is '{self.hash}', not the 64 digits of a SHA-256")
        outputs = {output.name for output in self._session.get_outputs()}
        if not outputs & {_LOGITS, _PLACE}:
            raise self._refusal(f"it has no output '{_LOGITS}' or '{_PLACE}'")
        self._output = _LOGITS if _LOGITS in outputs else _PLACE
        #: How a view is written down for it.
        self.encoding: Encoding = self._versioned(facts, "encoding", ENCODINGS)
        #: What its logits stand for; None if it rates moves.
        self.codec: Codec | None = (
            self._versioned(facts, "codec", CODECS) if self._output == _LOGITS else None
        )
        #: Fewest and most players of the games it plays.
        self.players: tuple[int, int] = self._players(self._fact(facts, "players"))
        #: Whether it was trained to trade with others, as far as its codec can say that.
        self.trades: bool = facts.get("longroad.trades", "yes") == "yes"
        #: Cards of each resource in the games it was trained on: it is never shown more in the bank.
        self.bank: int = self._bank(facts.get("longroad.bank", "19"))
        #: Options that its encoding does not show, but that were on in the games it was trained on.
        self.options: tuple[str, ...] = tuple(filter(None, facts.get("longroad.options", "").split(",")))
        #: Where its encoding shows the bank.
        self.bank_columns: list[int] = _bank_columns(self.encoding)
        if self.codec is None and not self.encoding.takes_move:
            raise self._refusal(f"it rates moves, which its encoding '{self.encoding.version}' cannot show")
        self._check_shapes()
        #: Of its values; 0 if it has none.
        self.value_columns: int = self._value_columns() if _VALUES in outputs and self.codec else 0

    def shown(self, views: Sequence[View]) -> npt.NDArray[np.generic]:
        """The views in its encoding, one row each. Where the bank holds more cards of a resource than in the
        games it was trained on, it is shown as many as there were."""
        rows = self.encoding.encode_many(views)
        rows[:, self.bank_columns] = np.minimum(rows[:, self.bank_columns], self.bank)
        return rows

    def run(self, rows: npt.NDArray[np.generic]) -> npt.NDArray[np.float32]:
        """What it says of encoded positions, a row each: logits, or one number if it rates moves."""
        parts = [rows[i : i + _MOST_ROWS] for i in range(0, len(rows), _MOST_ROWS)]
        answers = [self._session.run([self._output], {_INPUT: part})[0] for part in parts]
        return cast("npt.NDArray[np.float32]", answers[0] if len(answers) == 1 else np.concatenate(answers))

    def judge(self, rows: npt.NDArray[np.generic]) -> tuple[npt.NDArray[np.float32], npt.NDArray[np.float32]]:
        """Logits and win probabilities of encoded positions, a row each; only if it has values.

        A row's answer does not depend on the others: ONNX Runtime's kernels differ for a single row alone, so
        that one is asked about twice.
        """
        asked = np.concatenate([rows, rows]) if len(rows) == 1 else rows
        starts = [*range(0, max(len(asked) - 1, 1), _MOST_ROWS), len(asked)]
        parts = [asked[first:end] for first, end in itertools.pairwise(starts)]
        answers = [self._session.run([_LOGITS, _VALUES], {_INPUT: part}) for part in parts]
        logits, values = (np.concatenate([answer[i] for answer in answers])[: len(rows)] for i in (0, 1))
        return logits, values if self.version.startswith("roadnet") else np.clip((1 + values) / 2, 0, 1)

    def _refusal(self, why: str) -> NetworkError:
        return NetworkError(f"{self.file}: {why}")

    def _fact(self, facts: Mapping[str, str], name: str) -> str:
        if not facts.get(f"longroad.{name}"):
            raise self._refusal(f"it does not say its 'longroad.{name}': it was not exported by Longroad")
        return facts[f"longroad.{name}"]

    def _versioned(self, facts: Mapping[str, str], what: str, known: Mapping[str, Any]) -> Any:
        version = self._fact(facts, what)
        for one in known.values():
            if one.version == version:
                return one
        versions = ", ".join(one.version for one in known.values())
        raise self._refusal(f"its {what} is '{version}'; this Longroad has {versions}")

    def _players(self, text: str) -> tuple[int, int]:
        numbers = [int(part) for part in text.split("-")] if re.fullmatch("[2-4](-[2-4])?", text) else []
        if not numbers or numbers[0] > numbers[-1]:
            raise self._refusal(f"its players are '{text}', not a number or a range within 2-4")
        named: list[Codec | Encoding] = [self.encoding, *([self.codec] if self.codec else [])]
        for one in named:
            if numbers[-1] > one.most_players:
                raise self._refusal(f"its players are '{text}', but {one.name} is for {one.most_players}")
        return numbers[0], numbers[-1]

    def _bank(self, text: str) -> int:
        if not re.fullmatch("[1-9][0-9]?", text):
            raise self._refusal(f"its bank is '{text}', not a number of cards")
        return int(text)

    def _check_shapes(self) -> None:
        inputs = self._session.get_inputs()
        if [one.name for one in inputs] != [_INPUT]:
            raise self._refusal(f"its inputs are {[one.name for one in inputs]}, not ['{_INPUT}']")
        wanted = _TYPES[self.encoding.dtype]
        if inputs[0].type != wanted:
            raise self._refusal(
                f"its input is {inputs[0].type}; encoding '{self.encoding.version}' is {wanted}"
            )
        given = (2, self.encoding.size)
        try:
            found = self.run(np.zeros(given, dtype=self.encoding.dtype))
        except Exception as error:
            raise self._refusal(f"it does not take rows of {given[1]}: {_first_line(error)}") from error
        shape = (2,) if self.codec is None else (2, self.codec.size)
        if found.shape != shape or found.dtype != np.float32:
            raise self._refusal(
                f"it gives {found.dtype} {found.shape} for two positions, not float32 {shape}"
            )

    def _value_columns(self) -> int:
        values = self.judge(np.zeros((2, self.encoding.size), dtype=self.encoding.dtype))[1]
        if values.ndim != 2 or values.shape[1] < self.players[1] or values.dtype != np.float32:
            raise self._refusal(
                f"its values are {values.dtype} {values.shape} for two positions of {self.players[1]} players"
            )
        return int(values.shape[1])


def _bank_columns(encoding: Encoding) -> list[int]:
    """Where an encoding shows the bank's cards; empty if it does not."""
    return [column for block in encoding.layout if "bank" in block.fields for column in block.field("bank")]


def _session(file: str, threads: int) -> Any:
    try:
        import onnxruntime
    except ImportError as error:
        raise missing_extra("a network", "net") from error
    if not Path(file).is_file():
        names = ", ".join(shipped())
        raise NetworkError(f"{file}: there is no such file; Longroad ships with {names}")
    options = onnxruntime.SessionOptions()
    options.intra_op_num_threads = threads
    options.inter_op_num_threads = 1
    options.enable_mem_pattern = False  # batches differ in size
    options.log_severity_level = 4
    try:
        content = Path(file).read_bytes()
    except OSError as error:
        raise NetworkError(f"{file}: it cannot be read: {error.strerror}") from error
    check_file_hash(file, content)
    try:
        return onnxruntime.InferenceSession(content, options, providers=["CPUExecutionProvider"])
    except Exception as error:
        raise NetworkError(f"{file}: it is not a readable ONNX network: {_first_line(error)}") from error


def _first_line(error: Exception) -> str:
    return (str(error).strip() or type(error).__name__).splitlines()[0]


_OPEN: WeakValueDictionary[tuple[object, ...], Network] = WeakValueDictionary()


def open_network(file: str, threads: int = 1) -> Network:
    """The network of a file, one for all who ask for it while the file stays as it is."""
    path = shipped_or_file(file)
    stat = path.stat() if path.is_file() else None
    key = (path.resolve(), stat and (stat.st_mtime_ns, stat.st_size), threads)
    network = _OPEN.get(key)
    if network is None:
        network = _OPEN[key] = Network(str(path), threads)
    return network
