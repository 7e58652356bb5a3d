"""A game at a prompt, typed by a script."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Any

import pytest

from cli.running import CommandLine
from longroad import catan
from longroad.web.games import GamePlan, House, Place, SeatPlan, SecretChance
from longroad.web.terminal import Background, Left, Shell, series_of
from web.tables import SHORT


class Typist:
    """Types lines, then what a person in a hurry would: the first move on the list."""

    def __init__(self, background: Background, lines: Iterable[str], leaves: bool = False) -> None:
        self._background, self._lines, self._leaves = background, iter(lines), leaves
        self.place: Place | None = None
        self.read_lines: list[str] = []

    def __call__(self, prompt: str) -> str:
        line = next(self._lines, None)
        if line is None and self._leaves:
            raise EOFError
        if line is None:
            assert self.place is not None
            game = self.place.game
            line = str(self._background.do(lambda: game.course.state.legal_actions()[0]))
        self.read_lines.append(line)
        return line


def shell_of(
    background: Background, lines: Iterable[str] = (), leaves: bool = False, **options: Any
) -> tuple[Shell, list[str]]:
    """A shell at a new game of Ann against planner."""
    plan = GamePlan((SeatPlan.person("Ann"), SeatPlan.of_agent("planner")), SHORT, seed=7, pace=0)
    made = background.wait(background.house.create(plan, SecretChance.of_seed(1)))
    typist, said = Typist(background, lines, leaves), list[str]()
    typist.place = Place(made.game, 0)
    return Shell(background, typist.place, read=typist, write=said.append, color=False, **options), said


def test_a_game_is_typed_from_its_beginning_to_its_end(tmp_path: Path) -> None:
    with Background(House(tmp_path)) as background:
        shell, said = shell_of(
            background, ["help", "moves", "", "sing", "settle 99", "s 23", "undo", "23", "29", "log"]
        )
        shell.play()
        background.wait(background.house.kept(shell.game))
        assert background.do(lambda: background.house.library.game(shell.game.id)).taken_back == 1
    text = "\n".join(said)
    assert "Tab completes" in text and "hint" not in text
    assert "settle on 4-6-9 (lumber, grain, ore)" in text
    assert "  'sing' is not an action" in text
    roads = next(place for place, line in enumerate(said) if "You settle on 4-6-9" in line)
    assert any(" 29 " in line and "s0" in line for line in said[roads:])  # where the road can go is drawn
    assert "You settle on 4-6-9" in text and "Blue rolls" in text
    assert said[-1] in ("You have won.", "Blue has won.", "Over.")


def test_who_leaves_finds_the_game_again(tmp_path: Path) -> None:
    with Background(House(tmp_path)) as background:
        shell, _ = shell_of(background, ["23", "29"], leaves=True)
        with pytest.raises(Left):
            shell.play()
        events = shell.game.course.state.events_text()
    with Background(House(tmp_path)) as background:
        (game,) = background.do(lambda: list(background.house.games()))
        assert game.course.state.events_text().startswith(events)
        shell = Shell(background, Place(game, 0), read=lambda prompt: "quit", write=lambda text: None)
        with pytest.raises(Left):
            shell.play()


def test_a_person_can_give_up(tmp_path: Path) -> None:
    with Background(House(tmp_path)) as background:
        shell, said = shell_of(background, ["resign", "no", "resign", "yes"])
        shell.play()
    assert said[-1] == "Blue has won."


class Coach:
    """Says what it was told."""

    def __init__(self, rules: catan.Rules, player: int, names: Sequence[str]) -> None:
        self.belief, self.names = catan.Belief(), names

    def observe(self, before: catan.View, event: catan.Action, after: catan.View) -> None:
        self.belief.observe(before, event, after)

    def advise(self, view: catan.View) -> Any:
        assert self.belief.fits(view)
        hint = type(
            "Hint",
            (),
            {"action": view.actions[0], "win_probability": 0.61, "reason": f"beats {self.names[1]}"},
        )
        return type("Advice", (), {"moves": [hint] * 5})


def test_a_coach_gives_hints_where_there_is_one(tmp_path: Path) -> None:
    with Background(House(tmp_path)) as background:
        shell, said = shell_of(background, ["23", "29", "hint", "help"], leaves=True, coaching=Coach)
        with pytest.raises(Left):
            shell.play()
    assert sum("61%  beats Blue" in line for line in said) == 3
    assert any("what the coach would do" in line for line in said)


def test_several_games_in_a_row_are_a_measurement(
    tmp_path: Path, line: CommandLine, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(Shell, "_ask", _resigns)
    told = line(
        "play",
        "--terminal",
        "planner",
        "--folder",
        tmp_path,
        "--games",
        3,
        "--as",
        "Ann",
        "--series",
        "x",
        "--json",
    ).json
    assert told["games"] == 3 and told["wins"] == 0 and told["player"] == "Ann"
    assert told["ci95"][0] == 0 and 0.5 < told["ci95"][1] < 0.6
    again = line(
        "play", "--terminal", "planner", "--folder", tmp_path, "--as", "Ann", "--series", "x", "--json"
    ).json
    assert again["games"] == 4  # results are added up


def _resigns(shell: Shell) -> None:
    shell._house.do(lambda: shell.game.resign(shell._seat))


def test_what_cannot_be_played_is_refused(tmp_path: Path, line: CommandLine) -> None:
    many = line("play", "--terminal", "planner", "planner", "planner", "planner", "--folder", tmp_path)
    assert many.code == 2 and many.complaint == "Catan is played by 2 to 4, not by 5"
    assert (
        "--seat 3: there are 2 seats"
        in line("play", "--terminal", "--seat", 3, "--folder", tmp_path).complaint
    )
    assert "no game to resume" in line("play", "--terminal", "--resume", "--folder", tmp_path).complaint
    assert "no such agent" in line("play", "--terminal", "plnner", "--folder", tmp_path).complaint
    assert line("play", "planner", "--folder", tmp_path).code == 2


def test_a_series_counts_games_that_were_played_out(tmp_path: Path) -> None:
    with Background(House(tmp_path)) as background:
        plan = GamePlan((SeatPlan.person("Ann"), SeatPlan.of_agent("planner")), SHORT, series="s", pace=0)
        for act in ("end", "resign"):
            made = background.wait(background.house.create(plan))
            background.do(lambda made=made, act=act: made.game.end() if act == "end" else made.game.resign(0))
            background.wait(background.house.kept(made.game))
        done = background.do(lambda: series_of(background.house.library, "s", "Ann"))
    assert (done.games, done.wins) == (1, 0) and "won 0 of 1" in str(done)
    assert done.to_dict()["win_rate"] == 0
