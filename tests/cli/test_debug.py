"""``--debug`` stops at a bot's first failure and shows what its author needs; tracebacks are kept."""

from __future__ import annotations

import json
import sys
from pathlib import Path

import pytest

from cli.running import CommandLine
from longroad import catan
from longroad.arena import Tournament, play_match, standings
from longroad.arena.data.archive import read_games
from longroad.arena.play.failed_game import FailedGame

BOTS = """
from longroad.agents import Agent

class Fails(Agent):
    def begin(self, rules, player, rng):
        super().begin(rules, player, rng)
        self.moves = 0

    def choose(self, view, actions):
        self.moves += 1
        return self.fail(view) if self.moves == 6 else actions[0]

class Raises(Fails):
    def fail(self, view):
        try:
            return {}["nothing"]
        except KeyError as error:
            raise RuntimeError("<b>no\\ud800 idea") from error

class Cheats(Fails):
    def fail(self, view):
        return "dice 8"

class Duels(Fails):
    plays = "skirmish"

    def fail(self, view):
        return 17

class Many(Fails):
    number = 0

    def fail(self, view):
        Many.number += 1
        exec("\\n" * Many.number + "raise ValueError(Many.number % 9)")
"""
RULES = ("--rules", "offers_per_turn=0,turn_cap=30")
LIMITS = [(), ("--move-seconds", 60)]


@pytest.fixture(autouse=True)
def bots(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    (tmp_path / "debug_bots.py").write_text(BOTS)
    monkeypatch.chdir(tmp_path)
    monkeypatch.syspath_prepend(tmp_path)
    monkeypatch.delitem(sys.modules, "debug_bots", raising=False)
    return tmp_path


@pytest.mark.parametrize("limit", LIMITS)
def test_what_a_bot_raised(line: CommandLine, bots: Path, limit: tuple[object, ...]) -> None:
    spec = "python:debug_bots.Raises"
    ran = line("match", "random", spec, "--games", 100, *RULES, *limit, "--debug")
    assert ran.code == 1 and ran.err == ""
    first, *_ = ran.out.splitlines()
    assert first.startswith(
        f"{spec} failed in game 1: raised RuntimeError: <b>no\\ud800 idea (seat p1, turn "
    )
    assert f'File "{bots / "debug_bots.py"}", line 18, in fail' in ran.out
    assert "KeyError: 'nothing'\n\nTraceback (most recent call last):\n" in ran.out
    assert "src/longroad" not in ran.out and "legal moves" not in ran.out
    (game,) = read_games("debug.jsonl")
    state = game.state()
    assert game.agents == ("random", spec) and game.forfeit is not None and game.forfeit.seat == 1
    assert catan.drawing.terminal(state, color=False) in ran.out
    assert "longroad show debug.jsonl\n" in ran.out
    assert line("show", "debug.jsonl", "--plain").out.strip() in ran.out
    assert line("show", "debug.jsonl", "--plain", "--view", 1).code == 0


@pytest.mark.parametrize("limit", LIMITS)
def test_what_an_illegal_answer_could_have_been(line: CommandLine, limit: tuple[object, ...]) -> None:
    ran = line("match", "python:debug_bots.Cheats", "random", *RULES, *limit, "--debug")
    (game,) = read_games("debug.jsonl")
    assert ran.code == 1 and "illegal action: dice 8: not now" in ran.out and "Traceback" not in ran.out
    assert f"legal moves: {'; '.join(map(str, game.state().legal_actions()))}\n" in ran.out


def test_skirmish_sequential_tests_and_tournaments(line: CommandLine, bots: Path) -> None:
    duel = ("--game", "skirmish", "--debug")
    ran = line("sprt", "python:debug_bots.Duels", "random", *duel)
    assert ran.code == 1 and "chose 17, which is not an action" in ran.out and "legal moves: " in ran.out
    spec = "python:debug_bots.Raises"
    ran = line("tournament", spec, "random", "--games", 20, *RULES, "--out", "t", "--debug")
    assert ran.code == 1 and f"{spec} failed in game 1: raised RuntimeError" in ran.out
    assert not list((bots / "t").rglob("results/*/*.json"))


def test_a_match_without_failures_is_a_match_and_json_is_refused(line: CommandLine, bots: Path) -> None:
    plain = line("match", "random", "weighted", "--games", 4, "--json").json
    ran = line("match", "random", "weighted", "--games", 4, "--debug")
    assert ran.code == 0 and plain["signature"] in ran.out and not (bots / "debug.jsonl").exists()
    assert line("match", "random", "weighted", "--debug", "--json").code == 2


def test_from_python() -> None:
    with pytest.raises(FailedGame, match=r"^python:debug_bots\.Cheats failed in game 1: illegal") as caught:
        play_match(["python:debug_bots.Cheats", "random"], games=4, stop_at_failure=True)
    game = caught.value
    assert game.number == 0 and game.failed.illegal and game.kept.state() == game.state


def test_tracebacks_are_kept_in_the_folder_and_shown(line: CommandLine, bots: Path) -> None:
    spec, folder = "python:debug_bots.Raises", bots / "t"
    assert line("tournament", spec, "random", "--games", 6, *RULES, "--out", folder).code == 1
    files = sorted(folder.rglob("results/*/*.json"))
    kept = json.loads(files[0].read_text())["tracebacks"]
    assert len(kept) == 1 and kept[0][1] == [0, 1] and "line 18, in fail" in kept[0][0]
    forfeits = [forfeit for _, forfeit in standings(Tournament.open(folder)).forfeits]
    assert len(forfeits) == 6 and {forfeit.traceback for forfeit in forfeits} == {kept[0][0]}
    assert line("report", folder).code == 0
    page, told = (folder / "report.html").read_text(), (folder / "report.md").read_text()
    assert page.count("<details>") == 1 and "<b>no" not in page and "6 times:" in page
    assert "line 18, in fail" in page and "line 18, in fail" in told


def test_the_number_and_length_of_tracebacks_is_bounded(line: CommandLine, bots: Path) -> None:
    line("tournament", "python:debug_bots.Many", "random", "--games", 400, *RULES, "--out", bots / "t")
    for file in (bots / "t").rglob("results/*/*.json"):
        kept = json.loads(file.read_text())["tracebacks"]
        assert len(kept) <= 5 and all(len(text) <= 4000 for text, _ in kept)
    line("report", bots / "t")
    assert (bots / "t" / "report.html").read_text().count("<pre><code>Traceback") == 5


@pytest.mark.parametrize(
    "damage",
    ["none", [["text"]], [[5, [0]]], [["text", ["0"]]], [["text", [1, 7]]]],
)
def test_damaged_tracebacks_are_named(line: CommandLine, bots: Path, damage: object) -> None:
    line("tournament", "python:debug_bots.Raises", "random", "--games", 2, *RULES, "--out", bots / "t")
    (file,) = (bots / "t").rglob("results/*/*.json")
    file.write_text(json.dumps({**json.loads(file.read_text()), "tracebacks": damage}))
    ran = line("report", bots / "t")
    assert "is damaged (" in ran.complaint and file.name in ran.complaint
