"""Valid inputs of every target, made from the product: the corpus that fuzzing begins with."""

from __future__ import annotations

import gzip
import json
from collections.abc import Iterator
from pathlib import Path

from adapters.jsettlers.fake_server import captured
from fuzz.targets import TARGETS, header_of_shipped, with_header
from longroad import catan, skirmish
from longroad.adapters.jsettlers.frames import pack

#: Inputs that once were findings: a folder per target.
FOUND = Path(__file__).with_name("found")


def seeds(name: str) -> list[bytes]:
    """The corpus of a target: made here, and what was found before."""
    return [*valid(name), *found(name)]


def valid(name: str) -> list[bytes]:
    """Inputs of a target that are read."""
    return _MADE[name]()


def found(name: str) -> list[bytes]:
    """Inputs of a target that once were findings; a typed error refuses them now."""
    folder = FOUND / name
    return [path.read_bytes() for path in sorted(folder.iterdir())] if folder.is_dir() else []


def words(name: str) -> list[bytes]:
    """Pieces of inputs that a change may put anywhere."""
    return [*(word.encode() for word in _WORDS.get(name, ())), b"", b"0", b"-1", b"255", b"2147483648", b'"']


def _games() -> Iterator[catan.State]:
    for seed, rules in enumerate(
        (
            catan.Rules(players=2, target_points=4),
            catan.Rules(players=3, target_points=4, offers_per_turn=1),
            catan.Rules.preset("duel", target_points=4),
        )
    ):
        rng, state = catan.Rng(seed), catan.State(rules, seed=seed)
        while not state.is_over and len(state.event_words()) < 250:
            state.apply(state.sample_chance(rng) if state.is_chance else state.sample_action(rng))
        yield state


def _records() -> list[bytes]:
    made = [state.to_record().encode() + b"\n" for state in _games()]
    rng, game = catan.Rng(1), skirmish.State(seed=1)
    while not game.is_over:
        game.apply(game.sample_chance(rng) if game.is_chance else game.sample_action(rng))
    short = catan.State(catan.Rules(players=2), seed=1).to_record().encode() + b"\n"
    return [short, *made, game.to_record().encode(), gzip.compress(short + made[0], mtime=0)]


def _boards() -> list[bytes]:
    layouts = ("spiral", "random", "balanced", "beginner")
    return [str(catan.Board.generate(layout, seed=seed)).encode() for layout in layouts for seed in (1, 2)]


def _notation() -> list[bytes]:
    every = {str(event) for state in _games() for event in state.events()}
    kinds: dict[str, str] = {}
    for text in sorted(every):
        kinds.setdefault(text.split()[0], text)
    bundles = ("offer 1 brick + 2 wool for 3 ore", "counter 2 grain for 1 lumber", "trade 4 wool for 1 ore")
    spoken = ("accept", "refuse", "cancel", "deal p1", "robber h3 steal p2", "year of plenty", "take ore")
    return [text.encode() for text in (*kinds.values(), *bundles, *spoken)]


def _onnx() -> list[bytes]:
    facts = {
        "network": "test",
        "network_version": "roadnet-1",
        "hash": "0" * 64,
        "encoding": catan.ENCODINGS["general"].version,
        "codec": catan.CODECS["general"].version,
        "players": "2-4",
        "bank": "19",
        "options": "friendly_robber",
        "trades": "no",
    }
    lines = "\n".join(f"longroad.{name}={value}" for name, value in facts.items()).encode()
    return [b"plain\n" + lines, b"sealed\n" + lines]


def _judge() -> list[bytes]:
    header = json.dumps(header_of_shipped()).encode()
    return [b"header\n" + header, with_header(header)]


def _said(game: str, most: int) -> list[str]:
    return [text[2:] for text in captured(game)["messages"] if text.startswith("< ")][:most]


def _jsettlers_messages() -> list[bytes]:
    said = _said("two_players_1", 400)
    numbers: dict[str, str] = {}
    for text in said:
        numbers.setdefault(text.split("|")[0], text)
    return [*(text.encode() for text in numbers.values()), b"".join(pack(text) for text in said[:40])]


def _jsettlers_games() -> list[bytes]:
    games = (("two_players_1", 160), ("four_players_1", 220), ("nobody_to_rob_after_a_monopoly", 300))
    return ["\n".join([str(captured(game)["seat"]), *_said(game, most)]).encode() for game, most in games]


_MADE = {
    "records": _records,
    "boards": _boards,
    "notation": _notation,
    "onnx": _onnx,
    "judge": _judge,
    "jsettlers_messages": _jsettlers_messages,
    "jsettlers_games": _jsettlers_games,
}
_WORDS: dict[str, tuple[str, ...]] = {
    "records": (
        '"players": 5',
        '"board": "\\ud800"',
        "null",
        "{}",
        "[]",
        "1e999",
        "; ",
        "settle n0",
        "dice 7",
        "\\u0000",
    ),
    "boards": ("*", "/", "|", "D", "B13", "W2*", "O7", "3", "\x00"),
    "notation": (
        "settle",
        "n54",
        "e72",
        "h19",
        "p4",
        "for",
        "+",
        "steal",
        "ore",
        "offer",
        "trade",
        "20",
        "\x00",
    ),
    "onnx": (
        "longroad.players=",
        "longroad.bank=",
        "longroad.options=",
        "2-",
        "4-2",
        "99",
        "\n",
        "longroad.file_hash",
    ),
    "judge": ("null", "{}", "[]", "1e999", "NaN", '"two": ', '"evaluation": ', "[[[[", "true", "PK\x03\x04"),
    "jsettlers_messages": ("|", ",", "true", "1014|", "1040|", "1086|", "\x01", "-2147483648", "9999999999"),
    "jsettlers_games": (
        "\n",
        "|",
        ",",
        "1040|captured,0,0,9,0,0,0,0,3,0,0,0",
        "1092|captured|0|1",
        "1086|captured|0|100|6|3",
        "1024|captured,0,101,6,1",
        "1028|captured,7",
        "1034|captured,0,121",
        "1012|captured,x,9,true",
    ),
}
assert _MADE.keys() == TARGETS.keys()
