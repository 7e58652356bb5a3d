"""Every row of a data set says what the replayed game says."""

from __future__ import annotations

import importlib.util
import json
import subprocess
import sys
from collections import defaultdict
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import longroad
from arena.kept import catan_games, kept, skirmish_games
from longroad import catan
from longroad.arena.data import decisions
from longroad.arena.data.archive import KeptGame, games_of, read_games, write_games
from longroad.arena.data.parquet import COLUMNS, export_games
from longroad.catan import CODECS, ENCODINGS
from longroad.errors import MissingExtraError, RecordError, RulesError

pq = pytest.importorskip("pyarrow.parquet")

#: Two to four players, with and without trade, finished and cut off.
GAMES = [
    *catan_games(2, turn_cap=5000),
    *catan_games(3, offers_per_turn=2, turn_cap=60),
    *catan_games(4, offers_per_turn=1),
]
TWO_PLAYERS = list(catan_games(2, blocks=3, discard_limit=6, turn_cap=5000))


def positions(game: KeptGame) -> Iterator[tuple[catan.State, catan.Action]]:
    """Every decision: the state before it (always the same object) and the action."""
    final = game.state()
    assert isinstance(final, catan.State)
    state = catan.State(final.rules, board=final.board)
    for action in final.events():
        if not state.is_chance:
            yield state, action
        state.apply(action)


def exported(path: Path, games: list[KeptGame], **options: Any) -> Any:
    done = export_games(games, path, **options)
    table = pq.read_table(path)
    assert (done.games, done.decisions, done.bytes) == (len(games), len(table), path.stat().st_size)
    return table


def check(table: Any, games: list[KeptGame], codec_name: str, encoding_name: str) -> int:
    """Compares every row with the replay; returns how many actions the codec could not say."""
    codec, encoding = CODECS[codec_name], ENCODINGS[encoding_name]
    rows, silent = iter(table.to_pylist()), 0
    for number, game in enumerate(games, start=1):
        final = game.state()
        assert isinstance(final, catan.State)
        for ply, (state, action) in enumerate(positions(game)):
            row = next(rows)
            assert (row["game"], row["ply"], row["turn"]) == (number, ply, state.turn)
            assert (row["seed"], row["block"], row["rotation"]) == (game.seed, game.block, game.rotation)
            actor = state.actor
            assert actor is not None and row["actor"] == actor and row["agent"] == game.agents[actor]
            assert row["players"] == state.players and json.loads(row["rules"]) == state.rules.to_dict()
            assert row["observation"] == encoding.encode(state.view()).tobytes()
            bits = np.frombuffer(row["mask"], np.uint8)
            mask = np.unpackbits(bits, count=codec.size, bitorder="little").astype(bool)
            assert (mask == codec.mask(state)).all()
            if row["action"] < 0:
                assert codec.index(state, action) is None
                silent += 1
            else:
                assert mask[row["action"]]
                assert codec.expand(state, row["action"], catan.Rng(0)) == [action]
            assert row["text"] == str(action)
            assert row["outcome"] == pytest.approx(final.returns()[actor])
            assert row["points"] == final.points(actor) and row["won"] == (final.winner == actor)
            assert row["forfeit"] is None
    assert next(rows, None) is None
    return silent


def test_every_row_is_the_decision_of_the_record(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    table = exported(tmp_path / "whole.parquet", GAMES, text=True)
    assert check(table, GAMES, "general", "general") == 0
    assert table.column_names == list(COLUMNS)
    monkeypatch.setattr(decisions, "_MOST_ROWS", 97)
    pieces = exported(tmp_path / "pieces.parquet", GAMES, text=True)
    assert pieces.equals(table) and pq.ParquetFile(tmp_path / "pieces.parquet").num_row_groups > 10


def test_the_outcomes_of_all_seats_add_up_to_nothing(tmp_path: Path) -> None:
    outcomes: dict[int, dict[int, set[float]]] = defaultdict(lambda: defaultdict(set))
    for row in exported(tmp_path / "games.parquet", GAMES).select(["game", "actor", "outcome"]).to_pylist():
        outcomes[row["game"]][row["actor"]].add(row["outcome"])
    assert len(outcomes) == len(GAMES)
    for number, seats in outcomes.items():
        (values,) = zip(*seats.values(), strict=True)
        assert len(seats) == len(GAMES[number - 1].agents)
        assert sum(values) == pytest.approx(0, abs=1e-6)
    assert any(value == 1 for seats in outcomes.values() for (value,) in seats.values())


@pytest.mark.parametrize("encoding", ["gendre2020", "casher2024", "general"])
def test_other_encodings_and_the_codec_for_two(tmp_path: Path, encoding: str) -> None:
    options: dict[str, Any] = {"codec": "gendre2020", "encoding": encoding, "text": True}
    table = exported(tmp_path / "two.parquet", TWO_PLAYERS, **options)
    assert check(table, TWO_PLAYERS, "gendre2020", encoding) > 0
    text, action = (np.array(table[name].to_pylist()) for name in ("text", "action"))
    kinds = {str(words).split()[0] for words in text[action < 0]}
    assert "discard" in kinds and kinds <= {"discard", "trade"}


def test_offers_that_no_codec_lists_have_no_index(tmp_path: Path) -> None:
    rng, state = catan.Rng(3), catan.State(catan.Rules(players=2), seed=3)
    offer = "offer 1 brick + 1 lumber for 1 ore"
    while not state.is_legal(offer):
        state.apply(state.sample_chance(rng) if state.is_chance else state.sample_action(rng))
    state.apply(offer)
    game = kept(state)
    table = exported(tmp_path / "offer.parquet", [game], text=True)
    assert check(table, [game], "general", "general") == 1
    assert table["text"][-1].as_py() == offer and table["action"][-1].as_py() == -1
    assert table["outcome"].to_numpy().any() == False  # noqa: E712  # nobody has won


def test_the_schema_tells_what_it_is(tmp_path: Path) -> None:
    path = tmp_path / "games.parquet"
    export_games(GAMES, path)
    told = {key.decode(): value.decode() for key, value in pq.read_schema(path).metadata.items()}
    assert json.loads(told["longroad.version"]) == longroad.__version__
    assert json.loads(told["longroad.format"]) == "decisions-2"
    assert json.loads(told["longroad.encoding"]) == {
        "name": "general",
        "version": ENCODINGS["general"].version,
        "size": 407,
        "dtype": "uint8",
    }
    assert json.loads(told["longroad.codec"]) == {"name": "general", "version": "general-1", "size": 523}
    columns = json.loads(told["longroad.columns"])
    assert list(columns) == pq.read_schema(path).names and "text" not in columns and all(columns.values())
    played = []
    for game in GAMES:
        state = game.state()
        if (rules := state.rules.to_dict()) not in played:
            played.append(rules)
    assert json.loads(told["longroad.rules"]) == played and len(played) == 3
    assert json.loads(told["longroad.games"]) == len(GAMES)
    assert json.loads(told["longroad.decisions"]) == pq.read_metadata(path).num_rows


def test_plain_records_and_forfeits(tmp_path: Path) -> None:
    start = catan.State(catan.Rules(players=2), seed=1)
    start.apply("settle n10")
    failed = kept(start, seed=-1, forfeit=(0, "too slow"))
    records = tmp_path / "records.jsonl"
    records.write_text(f"{GAMES[0].record}\n{failed.to_line()}\n")
    rows = exported(tmp_path / "rows.parquet", list(read_games(records))).to_pylist()
    assert {rows[0][name] for name in ("seed", "block", "rotation", "agent", "forfeit")} == {None}
    last = rows[-1]
    assert (last["outcome"], last["won"], last["forfeit"], last["seed"]) == (-1, False, 0, 2**64 - 1)


def test_no_games_make_an_empty_file(tmp_path: Path) -> None:
    table = exported(tmp_path / "none.parquet", [])
    assert len(table) == 0 and set(COLUMNS) - set(table.column_names) == {"text"}


def test_what_cannot_be_exported_leaves_no_file(tmp_path: Path) -> None:
    out, games = tmp_path / "games.parquet", tmp_path / "games.jsonl.gz"
    write_games(games, [*TWO_PLAYERS[:1], *skirmish_games()])
    with pytest.raises(RecordError, match=r"games\.jsonl\.gz, line 2: a game of Skirmish"):
        export_games(games_of(games), out)
    with pytest.raises(RulesError, match="codec 'gendre2020' needs 2 players"):
        export_games(catan_games(3), out, codec="gendre2020")
    with pytest.raises(RulesError, match="encoding 'gendre2020' needs 2 players, not 3"):
        export_games(catan_games(3), out, encoding="gendre2020")
    with pytest.raises(RulesError, match="no codec 'unknown'; there are: general, gendre2020"):
        export_games([], out, codec="unknown")
    games.write_bytes(games.read_bytes()[:-200])
    with pytest.raises(RecordError, match="cut off"):
        export_games(games_of(games), out)
    assert list(tmp_path.iterdir()) == [games]


def test_without_pyarrow_nothing_is_begun(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    found = importlib.util.find_spec
    monkeypatch.setattr(importlib.util, "find_spec", lambda name: None if name == "pyarrow" else found(name))

    def never() -> Iterator[KeptGame]:
        pytest.fail("a game was asked for")
        yield

    with pytest.raises(MissingExtraError, match=r"longroad\[data\]"):
        export_games(never(), tmp_path / "games.parquet")


def test_the_example_of_the_documentation(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    export_games(GAMES, "games.parquet")
    docs = Path(__file__).parents[2] / "docs"
    example = (docs / "how-to" / "data.md").read_text(encoding="utf-8")
    text = (docs / "reference" / "data.md").read_text(encoding="utf-8")
    names: dict[str, Any] = {}
    exec(example.split("```python")[-1].split("```")[0], names)
    rows = len(names["action"])
    assert names["observation"].shape == (rows, 407) and names["mask"].shape == (rows, 523)
    assert names["mask"][np.arange(rows), names["action"]].all() and names["has_index"].all()
    documented = {name for name in COLUMNS if f" {name}," in text or f" {name} |" in text}
    assert documented == set(COLUMNS)


_MEASURE = """
import re, sys
from pathlib import Path
from itertools import chain, repeat
from longroad.arena.data.archive import read_games
from longroad.arena.data.parquet import export_games
games = list(read_games(sys.argv[1]))
done = export_games(chain.from_iterable(repeat(games, int(sys.argv[3]))), sys.argv[2])
peak = re.search("VmHWM:\\s*([0-9]+) kB", Path("/proc/self/status").read_text())
print(done.decisions, int(peak[1]) // 1024)
"""


@pytest.mark.skipif(not Path("/proc/self/status").exists(), reason="the peak of memory is read from Linux")
def test_memory_stays_bounded(tmp_path: Path) -> None:
    write_games(tmp_path / "games.jsonl.gz", TWO_PLAYERS)

    def measured(times: int) -> tuple[int, int]:
        arguments = [tmp_path / "games.jsonl.gz", tmp_path / "games.parquet", times]
        command = [sys.executable, "-c", _MEASURE, *map(str, arguments)]
        done = subprocess.run(command, check=True, capture_output=True, text=True)
        rows, megabytes = map(int, done.stdout.split())
        return rows, megabytes

    (few, small), (many, large) = measured(10), measured(50)
    assert many == 5 * few > 150_000
    assert large < 300 and large < small + 40
