"""What is fuzzed. A target takes bytes; it returns True for an input that is read and False for one that a
typed error refuses, and lets everything else through: that is a finding. What was read must also survive
being written and read again.
"""

from __future__ import annotations

import asyncio
import io
import json
import os
import tempfile
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import cache, lru_cache
from pathlib import Path

import numpy as np

from longroad import catan, skirmish
from longroad.adapters.jsettlers import frames, messages
from longroad.adapters.jsettlers.board import board_text
from longroad.adapters.jsettlers.interpreter import Forced, Interpreter, Refused
from longroad.adapters.jsettlers.mirror import Mirror
from longroad.agents import make_agent
from longroad.agents.net.network_file import Network
from longroad.errors import LongroadError
from longroad.models import judge_file
from longroad.models.file_hash import with_file_hash
from longroad.record_lines import game_of, lines

Target = Callable[[bytes], bool]
#: By name, in the order in which they are run.
TARGETS: dict[str, Target] = {}


class Finding(AssertionError):
    """Something was read that is not what it says."""


def target(function: Target) -> Target:
    TARGETS[function.__name__] = function
    return function


def _expect(holds: bool, otherwise: str) -> None:
    if not holds:
        raise Finding(otherwise)


def text_of(data: bytes) -> str:
    """Any text at all, surrogates on their own included: JSON can say them, so they reach every reader."""
    return data.decode("utf-8", "surrogateescape")


# -- Records, boards, notation


@target
def records(data: bytes) -> bool:
    """A file of records, compressed or not."""
    with as_file(data, ".jsonl") as path:
        try:
            for number, line in lines(path):
                read = skirmish.read_record if game_of(line) == "skirmish" else catan.read_record
                state = read(line, number)
                _expect(read(state.to_record()) == state, "a record does not round-trip")
        except LongroadError:
            return False
    return True


@target
def boards(data: bytes) -> bool:
    """The text of a board."""
    try:
        board = catan.Board(text_of(data))
    except LongroadError:
        return False
    _expect(catan.Board(str(board)) == board, "a board does not round-trip")
    return True


@target
def notation(data: bytes) -> bool:
    """The text of an action, and its effect on positions of every phase: none if it is refused."""
    text = text_of(data)
    try:
        action = catan.Action.parse(text)
    except LongroadError:
        for state in positions():
            _refused(state, text)
        return False
    _expect(catan.Action.parse(str(action)) == action, "an action does not round-trip")
    for state in positions():
        if state.is_legal(text):
            _expect(state.refusal(text) is None, "legal, but refused")
            state.copy().apply(text)
        else:
            _refused(state, text)
    return True


def _refused(state: catan.State, text: str) -> None:
    before = state.copy()
    try:
        state.apply(text)
    except LongroadError:
        _expect(state == before and state.event_words() == before.event_words(), "refused, but changed")
        return
    raise Finding("applied, though it is not legal")


@cache
def positions() -> tuple[catan.State, ...]:
    """One per phase, from games of drawn moves."""
    found: dict[str, catan.State] = {}
    for seed in range(40):
        rng = catan.Rng(seed)
        agent = make_agent("random:by=kind")
        agent.begin(catan.Rules(), 0, rng)
        state = catan.State(catan.Rules(), seed=seed)
        while not state.is_over and state.turn < 60:
            found.setdefault(state.phase, state.copy())
            chance = state.is_chance
            state.apply(
                state.sample_chance(rng) if chance else agent.choose(state.view(), state.legal_actions())
            )
    return tuple(found.values())


# -- Networks


@target
def onnx(data: bytes) -> bool:
    """A network's file: a small one that plays, with the bytes as lines ``key=value`` of its metadata. A
    first line ``sealed`` puts the hash of the file behind them, ``raw`` the bytes as they are."""
    head, _, rest = data.partition(b"\n")
    if head == b"raw":
        content = plain_network() + rest
    else:
        entries = (line.partition(b"=")[::2] for line in rest.split(b"\n"))
        content = plain_network() + b"".join(_entry(key, value) for key, value in entries)
    if head == b"sealed":
        content = with_file_hash(content)
    with as_file(content, ".onnx") as path:
        try:
            network = Network(str(path))
        except LongroadError:
            return False
        _expect(2 <= network.players[0] <= network.players[1] <= 4, "players that no game has")
        states = [state for state in positions() if state.actor is not None]
        if network.codec is not None and network.codec.fits(states[0].rules.core):
            _expect(len(network.run(network.shown([states[0].view()]))) == 1, "no answer")
    return True


def _entry(key: bytes, value: bytes) -> bytes:
    """An entry of a model's metadata, as Protocol Buffers write it."""
    fields = b"\n" + _varint(len(key)) + key + b"\x12" + _varint(len(value)) + value
    return b"\x72" + _varint(len(fields)) + fields


def _varint(number: int) -> bytes:
    written = b""
    while number > 127:
        written, number = written + bytes([number & 127 | 128]), number >> 7
    return written + bytes([number])


@cache
def plain_network() -> bytes:
    """A small ONNX network of the general encoding and codec without metadata: all its logits are the
    same."""
    from onnx import TensorProto, helper

    codec, encoding = catan.CODECS["general"], catan.ENCODINGS["general"]
    weights = helper.make_tensor("w", TensorProto.FLOAT, [1, codec.size], [0.0] * codec.size)
    graph = helper.make_graph(
        [
            helper.make_node("Cast", ["observation"], ["x"], to=TensorProto.FLOAT),
            helper.make_node("ReduceMean", ["x"], ["m"], axes=[1], keepdims=1),
            helper.make_node("MatMul", ["m", "w"], ["logits"]),
        ],
        "plain",
        [helper.make_tensor_value_info("observation", TensorProto.UINT8, ["n", encoding.size])],
        [helper.make_tensor_value_info("logits", TensorProto.FLOAT, ["n", codec.size])],
        [weights],
    )
    made = helper.make_model(graph, opset_imports=[helper.make_opsetid("", 17)], ir_version=8)
    return bytes(made.SerializeToString())


@target
def judge(data: bytes) -> bool:
    """A file of the native network. A first line ``header`` makes the rest the header of a file whose hash is
    right; else the bytes are the file."""
    head, _, rest = data.partition(b"\n")
    with as_file(with_header(rest) if head == b"header" else data, ".npz") as path:
        try:
            judge_file.networks_of(str(path))
        except LongroadError:
            return False
        finally:
            judge_file._open.cache_clear()
    return True


@lru_cache(maxsize=1)
def judge_arrays() -> dict[str, np.ndarray]:
    """The weights for two players of the file that ships."""
    every = judge_file.read_arrays(judge_file.SHIPPED)
    return {f"two.{name}": array for name, array in every["two"].items()}


def with_header(header: bytes) -> bytes:
    """A file of these weights and this header, with the hash of the weights in it where it names a hash."""
    arrays = judge_arrays()
    data = io.BytesIO()
    text = header.replace(b"SHA256", judge_file._digest(arrays).encode())
    np.savez(data, header=np.frombuffer(text, np.uint8), **arrays)
    return data.getvalue()


# -- JSettlers


@target
def jsettlers_messages(data: bytes) -> bool:
    """What a server sends: a stream of frames, and a message in each. Bytes that are no frame are taken for
    the text of one, too."""
    read = False
    for text in (text_of(data), *_frames(data)):
        try:
            message = messages.parse(text)
            if isinstance(message, messages.BoardLayout):
                board_text(message.numbers)
            read = True
        except LongroadError:
            pass
        try:
            packed = frames.pack(text)
        except LongroadError:
            continue
        if not _lone_surrogates(text):
            _expect(frames.unpack(packed[2:]) == text, "a frame does not round-trip")
    return read


def _frames(data: bytes) -> list[str]:
    async def read() -> list[str]:
        stream = asyncio.StreamReader()
        stream.feed_data(data)
        stream.feed_eof()
        found = []
        while (text := await frames.read_text(stream)) is not None:
            found.append(text)
        return found

    try:
        return _loop().run_until_complete(read())
    except LongroadError:
        return []


@cache
def _loop() -> asyncio.AbstractEventLoop:
    """One for all inputs: making a loop takes longer than reading one."""
    return asyncio.new_event_loop()


def _lone_surrogates(text: str) -> bool:
    return any(0xD800 <= ord(letter) < 0xE000 for letter in text)


@target
def jsettlers_games(data: bytes) -> bool:
    """A line per message of a server, taken in by one who follows the game; the first line is its seat."""
    seat, _, said = text_of(data).partition("\n")
    rng = catan.Rng(1)

    def mirror(board: str, players: int, me: int) -> Mirror:
        rules = catan.Rules.preset("jsettlers", players=players)
        return Mirror(rules, board, me, make_agent("random"), rng)

    follower = Interpreter(int(seat) if seat in ("0", "1", "2", "3") else 1, mirror)
    for line in said.split("\n"):
        try:
            follower.take(messages.parse(line))
        except (LongroadError, Refused, Forced):
            return False
    return True


# -- Files


@contextmanager
def as_file(data: bytes, suffix: str) -> Iterator[Path]:
    """The bytes in a file, in memory where the system has a place for that."""
    memory = "/dev/shm" if os.access("/dev/shm", os.W_OK) else None
    with tempfile.NamedTemporaryFile(suffix=suffix, dir=memory) as file:
        file.write(data)
        file.flush()
        yield Path(file.name)


def header_of_shipped() -> dict[str, object]:
    """The header of the file that ships, for two players alone, with ``SHA256`` where the hash belongs."""
    header = judge_file.read_header(judge_file.SHIPPED)
    evaluation = {"two": header["evaluation"]["two"]}
    return json.loads(json.dumps({**header, "evaluation": evaluation, "sha256": "SHA256"}))
