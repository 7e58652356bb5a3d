"""The golden games come out as they were written, and the reference agrees with every line of them."""

from __future__ import annotations

import json
import re

import pytest

from playthroughs.playthrough import FOLDER, HEADER, PLAYTHROUGHS, Playthrough, digits, play
from reference.game import Game

by_name = pytest.mark.parametrize("playthrough", PLAYTHROUGHS, ids=lambda playthrough: playthrough.name)
EVENT_LINE = re.compile(r" *(\d+)  (.{16})  (\S+) +(\d+)  (.+)")
SUMMARY_LINE = re.compile(
    r"turn (\d+): p(\d); hands (.*); cards (.*); points (.*); roads (.*); bank (.*); robber h(\d+)"
)


@by_name
def test_game_comes_out_as_written(playthrough: Playthrough) -> None:
    written = playthrough.file.read_text(encoding="utf-8").splitlines()
    now = play(playthrough).splitlines()
    for number, (line, expected) in enumerate(zip(now, written, strict=False), start=1):
        assert line == expected, f"{playthrough.file.name}, line {number}; see make_playthroughs.py"
    assert len(now) == len(written)


@by_name
def test_reference_agrees_with_every_line(playthrough: Playthrough) -> None:
    lines = playthrough.file.read_text(encoding="utf-8").splitlines()
    rules = json.loads(lines[2].removeprefix("rules  "))
    rules["board"] = lines[3].removeprefix("board  ")
    game = Game(**rules)
    for line in lines[lines.index(HEADER) + 1 : -1]:
        if event := EVENT_LINE.fullmatch(line):
            actor = "chance" if game.actor is None else f"p{game.actor}"
            legal = len(game.chance_outcomes() or game.legal_actions())
            assert (event[2].strip(), event[3], int(event[4])) == (game.phase, actor, legal), line
            game.apply(event[5])
        else:
            told = SUMMARY_LINE.fullmatch(line)
            assert told, line
            assert told.groups() == summary_of(game), line
    assert game.phase == "over"
    assert lines[-1].startswith("over: nobody wins" if game.winner is None else f"over: p{game.winner} wins;")


def summary_of(game: Game) -> tuple[str, ...]:
    """The fields of a summary line, from the reference."""
    now = game.snapshot()
    hands = [digits(tuple(hand)) for hand in now["hands"]]
    cards = [digits(tuple(cards)) for cards in now["cards"]]
    numbers = [" ".join(map(str, now[name])) for name in ("points", "road_length", "bank")]
    return (
        str(now["turn"]),
        str(now["current"]),
        " ".join(hands),
        " ".join(cards),
        *numbers,
        str(now["robber"]),
    )


def test_all_kinds_of_events_occur_in_the_games() -> None:
    texts = [
        match[5]
        for p in PLAYTHROUGHS
        for match in map(EVENT_LINE.fullmatch, p.file.read_text().splitlines())
        if match
    ]
    starts = (
        "settle road_e city roll end buy_card knight road_building year_of_plenty monopoly take discard "
        "robber trade offer accept refuse counter deal cancel dice stole drew"
    )
    for start in starts.split():
        assert any(text.startswith(start.replace("_", " ")) for text in texts), start


def test_files_are_the_listed_ones_and_stay_small() -> None:
    assert {path.name for path in FOLDER.glob("*.txt")} == {p.file.name for p in PLAYTHROUGHS}
    assert all(p.file.stat().st_size < 60_000 for p in PLAYTHROUGHS)
