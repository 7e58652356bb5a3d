"""Decisions of Skirmish as numbers, and exported."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from arena.kept import catan_games, skirmish_games
from cli.running import CommandLine
from longroad import skirmish
from longroad.arena.data.archive import write_games
from longroad.arena.data.parquet import export_games
from longroad.errors import RecordError, RulesError
from longroad.skirmish import CODEC, ENCODING
from skirmish.random_games import walk


def test_every_legal_action_has_an_index_of_its_own() -> None:
    decisions = 0
    for seed in range(6):
        for state, _, _ in walk(skirmish.Rules(hand_limit=25), seed=seed):
            legal = state.legal_actions()
            indices = [CODEC.index(state, action) for action in legal]
            assert None not in indices and len(set(indices)) == len(legal)
            assert [CODEC.action(index) for index in indices if index is not None] == legal
            assert np.flatnonzero(CODEC.mask(state)).tolist() == sorted(i for i in indices if i is not None)
            assert int(CODEC.mask(state).sum()) == len(legal)
            decisions += bool(legal)
    assert decisions > 100


def test_the_numbers_are_those_of_the_one_who_looks() -> None:
    state = skirmish.State(seed=3)
    mine, theirs = ENCODING.encode(state, 0), ENCODING.encode(state, 1)
    side = (ENCODING.size - 2 * len(skirmish.CARDS) - 3) // 2
    assert mine[:side].tolist() == theirs[side : 2 * side].tolist()
    assert mine[side : 2 * side].tolist() == theirs[:side].tolist()
    assert mine[: len(skirmish.CARDS)].sum() == 5 and mine[side - 2] == 50
    names = [list(skirmish.CARDS)[i] for i in np.flatnonzero(mine[: len(skirmish.CARDS)])]
    assert sorted(names) == sorted(state.hand(0))


def test_decisions_are_exported(tmp_path: Path) -> None:
    pq = pytest.importorskip("pyarrow.parquet")
    games = list(skirmish_games())
    path = tmp_path / "games.parquet"
    done = export_games(games, path, codec="skirmish", encoding="skirmish", text=True)
    rows = pq.read_table(path).to_pylist()
    assert done.games == 2 and done.decisions == len(rows) > 20
    states = {number: skirmish.State.from_record(game.record) for number, game in enumerate(games, start=1)}
    for row in rows:
        assert CODEC.action(row["action"]) == skirmish.Action.parse(row["text"])
        assert row["points"] == states[row["game"]].hp(row["actor"])
        assert row["won"] == (states[row["game"]].winner == row["actor"])
        mask = np.unpackbits(np.frombuffer(row["mask"], np.uint8), bitorder="little")
        assert mask[row["action"]] == 1 and len(row["observation"]) == ENCODING.size


def test_what_belongs_to_another_game_is_refused(tmp_path: Path) -> None:
    out = tmp_path / "games.parquet"
    with pytest.raises(RecordError, match="a game of Skirmish; codec 'general' is another game's"):
        export_games(skirmish_games(), out)
    with pytest.raises(RecordError, match="a game of Catan; codec 'skirmish' is another game's"):
        export_games(catan_games(), out, codec="skirmish", encoding="skirmish")
    with pytest.raises(RulesError, match="both are skirmish, or neither is"):
        export_games(catan_games(), out, codec="skirmish")
    assert not out.exists()


def test_the_command_line_takes_the_games_own_numbers(tmp_path: Path, line: CommandLine) -> None:
    write_games(tmp_path / "games.jsonl.gz", skirmish_games())
    out = tmp_path / "games.parquet"
    done = line("export", str(tmp_path / "games.jsonl.gz"), "--out", str(out), "--json")
    assert done.json["games"] == 2 and out.exists()
