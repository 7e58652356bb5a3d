"""Frames and messages: what is written is read, and anything else is refused with a typed error, soon and
without much memory."""

from __future__ import annotations

import asyncio
import tracemalloc
from contextlib import suppress

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from adapters.jsettlers.fake_server import NAMES, PLAYER, captured, listening
from longroad.adapters.jsettlers import Connection, ConnectionLost
from longroad.adapters.jsettlers import messages as m
from longroad.adapters.jsettlers.board import board_text
from longroad.adapters.jsettlers.frames import MOST_BYTES, pack, read_text, unpack
from longroad.adapters.jsettlers.messages import parse, written
from longroad.errors import ProtocolError


def read_all(data: bytes) -> list[str]:
    """The texts of a stream of bytes."""

    async def read() -> list[str]:
        reader = asyncio.StreamReader()
        reader.feed_data(data)
        reader.feed_eof()
        texts = []
        while (text := await read_text(reader)) is not None:
            texts.append(text)
        return texts

    return asyncio.run(asyncio.wait_for(read(), 5))


class TestFrames:
    @settings(max_examples=50, deadline=None)
    @given(st.lists(st.text(), max_size=5))
    def test_what_is_packed_is_read(self, texts: list[str]) -> None:
        assert read_all(b"".join(map(pack, texts))) == texts

    def test_java_writes_nul_and_high_characters_its_own_way(self) -> None:
        assert pack("\0") == b"\x00\x02\xc0\x80"
        assert pack("😀") == b"\x00\x06\xed\xa0\xbd\xed\xb8\x80"
        assert unpack(pack("a\0é😀")[2:]) == "a\0é😀"

    def test_the_longest(self) -> None:
        assert read_all(pack("x" * MOST_BYTES)) == ["x" * MOST_BYTES]
        with pytest.raises(ProtocolError, match="a frame holds 65,535"):
            pack("x" * (MOST_BYTES + 1))

    @pytest.mark.parametrize(
        "data", [b"\x00", b"\x00\x05abc", b"\xff\xff", b"\x00\x01\xff", b"\x00\x03\xed\xa0\xbd"]
    )
    def test_what_is_no_frame(self, data: bytes) -> None:
        with pytest.raises(ProtocolError):
            read_all(data)

    @settings(deadline=None)
    @given(st.binary(max_size=300))
    def test_any_bytes(self, data: bytes) -> None:
        with suppress(ProtocolError):
            assert sum(map(len, read_all(data))) <= len(data)


def read(text: str) -> tuple[m.Message | None, str]:
    """The message of a text, or why it is not one."""
    try:
        return parse(text), ""
    except ProtocolError as error:
        return None, str(error)


class TestMessages:
    @given(st.text(max_size=200))
    def test_any_text(self, text: str) -> None:
        message, reason = read(text)
        assert isinstance(message, m.Message) or 0 < len(reason) < 200

    @given(st.sampled_from(sorted(m._TYPES)), st.text(alphabet="0123456789,|-tru fals\x01g", max_size=120))
    def test_any_fields_of_known_messages(self, number: int, fields: str) -> None:
        message, reason = read(f"{number}|{fields}")
        assert reason.startswith(f"message {number} (") if message is None else message.number == number

    @settings(max_examples=150, deadline=None)
    @given(st.data())
    def test_messages_of_real_games_cut_and_bent(self, data: st.DataObject) -> None:
        lines = [line[2:] for line in captured(NAMES[0])["messages"] if line.startswith("<")]
        text = data.draw(st.sampled_from(lines))
        at = data.draw(st.integers(0, len(text)))
        bent = text[:at] + data.draw(st.text(max_size=3)) + text[at + data.draw(st.integers(0, 5)) :]
        message, _ = read(bent)
        if isinstance(message, m.BoardLayout):
            with suppress(ProtocolError):
                board_text(message.numbers)

    def test_every_message_of_real_games_is_read(self) -> None:
        for name in NAMES:
            for line in captured(name)["messages"]:
                parse(line[2:])

    @pytest.mark.parametrize("number", ["99999999999999999999", "1e3", "²", "--1", "+1", "", "2147483648"])
    def test_numbers_that_are_none(self, number: str) -> None:
        with pytest.raises(ProtocolError):
            parse(f"1025|game,{number}")

    def test_a_message_of_many_fields(self) -> None:
        with pytest.raises(ProtocolError, match="more than 2,000 fields"):
            parse("1014|game" + ",1" * 30_000)

    def test_written_and_read(self) -> None:
        give, get = (1, 0, 0, 0, 0), (0, 0, 2, 0, 0)
        offer = parse(written(1041, "game", 2, True, False, False, True, *give, *get))
        assert isinstance(offer, m.MakeOffer)
        assert (offer.seat, offer.to, offer.give, offer.get) == (2, (True, False, False, True), give, get)


def connected(data: bytes) -> str:
    """How a connection ends to a server that sends this and then nothing."""

    async def run() -> str:
        async def answer(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
            writer.write(data)
            await writer.drain()

        async with listening(answer) as port:
            try:
                connection = await Connection.open("127.0.0.1", port, PLAYER)
            except ConnectionLost as error:
                return str(error)
            while connection.lost is None:
                await asyncio.sleep(0.01)
            await connection.close()
            return connection.lost

    return asyncio.run(asyncio.wait_for(run(), 10))


class TestConnections:
    hello = pack("9998|2200,2.2.00,JM20200229,;ch;")

    @settings(max_examples=30, deadline=None)
    @given(st.binary(max_size=400))
    def test_bytes_of_any_kind_end_it_with_a_reason(self, data: bytes) -> None:
        assert connected(data)
        assert connected(self.hello + data)

    def test_a_flood_of_messages_does_not_fill_the_memory(self) -> None:
        flood = pack("1023|game,1,options" + "x" * 200) * 20_000
        tracemalloc.start()
        try:
            reason = connected(self.hello + flood)
            _, peak = tracemalloc.get_traced_memory()
        finally:
            tracemalloc.stop()
        assert "floods us" in reason
        assert peak < 40 * 2**20

    def test_an_unknown_release(self) -> None:
        assert "the server is release 3000" in connected(pack("9998|3000,3.0.00,X,"))

    def test_a_rejected_client(self) -> None:
        assert "rejects us: go away" in connected(pack("1059|go away"))

    def test_nobody_there(self) -> None:
        with pytest.raises(ConnectionLost, match="no server at"):
            asyncio.run(Connection.open("127.0.0.1", 1, PLAYER))
