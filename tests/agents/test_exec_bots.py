"""Programs as agents: the protocol, and what happens to programs that fail."""

from __future__ import annotations

import json
import os
import re
import shutil
import sys
from pathlib import Path

import pytest

from longroad import catan, skirmish
from longroad.agents import exec_agent, make_agent
from longroad.arena import MatchResult, play_match
from longroad.errors import AgentSpecError, BotError

EXAMPLES = Path(__file__).parents[2] / "examples" / "exec"
RULES = catan.Rules(players=2, offers_per_turn=0, turn_cap=40)


def bot(folder: Path, source: str) -> str:
    """The spec of a Python program that handles ``message`` in its own way."""
    path = folder / "bot.py"
    body = "\n".join(f"    {line}" for line in source.splitlines())
    path.write_text(
        f"import json, sys, time\nfor line in sys.stdin:\n    message = json.loads(line)\n{body}\n"
    )
    return f"exec:{sys.executable} {path}"


def played(spec: str, games: int = 2, **options: float) -> MatchResult:
    return play_match([spec, "random"], games=games, seed=1, rules=RULES, **options)  # type: ignore[arg-type]


def test_the_example_plays_and_its_seed_decides() -> None:
    spec = f"exec:{sys.executable} {EXAMPLES / 'builder.py'}"
    first, again = played(spec, 4), played(spec, 4)
    assert first.games == 4 and not first.forfeits and first.signature == again.signature


@pytest.mark.skipif(shutil.which("node") is None, reason="Node.js is not installed")
def test_the_example_in_javascript_plays() -> None:
    assert not played(f"exec:node {EXAMPLES / 'builder.js'}").forfeits


def test_what_a_program_is_told(tmp_path: Path) -> None:
    log = tmp_path / "log.jsonl"
    source = f"""open({str(log)!r}, "a").write(line)
if message["type"] == "choose":
    print(json.dumps({{"action": message["actions"][0]}}), flush=True)"""
    result = play_match(
        [bot(tmp_path, source), "random", "random"],
        games=3,
        seed=2,
        rules=catan.Rules(players=3, turn_cap=20),
    )
    assert not result.forfeits
    messages = [json.loads(line) for line in log.read_text().splitlines()]
    assert messages[0] == {"type": "hello", "protocol": 1, "game": "catan"}
    begun = [message for message in messages if message["type"] == "begin"]
    assert [message["player"] for message in begun] == [0, 2, 1] and begun[0]["rules"]["players"] == 3
    asked = [message for message in messages if message["type"] == "choose"]
    assert len(asked) == result.decisions[:, 0].sum()
    for message in asked:
        view = message["view"]
        assert view["actor"] == view["player"] and len(view["players"]) == 3 and message["actions"]
        hidden = [seat["hand"] for number, seat in enumerate(view["players"]) if number != view["player"]]
        assert hidden == [None, None]
    told = [event for message in asked for event in message["events"]]
    assert any(event.startswith("dice") for event in told)


def test_skirmish_too(tmp_path: Path) -> None:
    source = """if message["type"] == "choose":
    assert message["view"]["players"][0]["hp"] > 0
    print(json.dumps({"action": message["actions"][-1]}), flush=True)"""
    result = play_match([bot(tmp_path, source), "random"], games=2, rules=skirmish.Rules(turn_cap=20))
    assert not result.forfeits


@pytest.mark.parametrize(
    ("reaction", "reason"),
    [
        ("print('hello', flush=True)", "answered 'hello', not"),
        ("print('{\"action\": 3}', flush=True)", "its action is '3', not a text"),
        ('print(\'{"action": "fly"}\', flush=True)', "'fly' is not an action"),
        ('print(\'{"action": "end"}\', flush=True)', "illegal action: end: not now"),
        ("sys.exit(7)", "has ended, with exit code 7"),
        ("print('x' * 3_000_000, flush=True)", "bytes without the end of a line"),
    ],
)
def test_a_program_that_fails_forfeits_each_game(tmp_path: Path, reaction: str, reason: str) -> None:
    result = played(bot(tmp_path, f"if message['type'] == 'choose': {reaction}"))
    assert len(result.forfeits) == 2 and all(reason in forfeit.reason for forfeit in result.forfeits)


def test_a_program_that_hangs_is_killed(tmp_path: Path) -> None:
    result = played(bot(tmp_path, "if message['type'] == 'choose': time.sleep(600)"), move_seconds=0.3)
    assert len(result.forfeits) == 2
    assert all("did not answer within 0.3 s" in forfeit.reason for forfeit in result.forfeits)


def test_a_program_that_does_not_read_is_killed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(exec_agent, "PATIENCE", 1.0)
    program = tmp_path / "deaf.py"
    program.write_text('import time\nprint(\'{"action": "end"}\\n\' * 9, flush=True)\ntime.sleep(600)\n')
    agent = exec_agent.ExecAgent(f"{sys.executable} {program}")

    def until_the_pipe_is_full() -> None:
        for _ in range(10_000):
            agent.begin(RULES, 0, catan.Rng(1))

    with pytest.raises(BotError, match="did not read its input within 1 s"):
        until_the_pipe_is_full()


def test_a_program_whose_interpreter_is_missing_forfeits(tmp_path: Path) -> None:
    program = tmp_path / "bot"
    program.write_text("#!/no/such/interpreter\n")
    program.chmod(0o755)
    assert "could not be started" in played(f"exec:{program}").forfeits[0].reason


@pytest.mark.parametrize(
    ("command", "message"),
    [
        ("nosuchprogram --fast", "'nosuchprogram' is not a program on the PATH; a file is named with its fo"),
        ("/no/such/program", "there is no file /no/such/program"),
        ("./nobody", "there is no file ./nobody"),
        ("./plain.py", "./plain.py is not executable: name its interpreter too, as in 'exec:python3 ./plai"),
        ("plain.py", "'plain.py' is not a program on the PATH; the file here is './plain.py'"),
        ("./folder", "./folder is a folder, not a program"),
    ],
)
def test_what_is_no_program_is_refused_before_a_game(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, command: str, message: str
) -> None:
    (tmp_path / "plain.py").write_text("print()\n")
    (tmp_path / "folder").mkdir()
    monkeypatch.chdir(tmp_path)
    with pytest.raises(AgentSpecError, match=re.escape(f"agent 'exec:{command}': {message}")):
        played(f"exec:{command}")


def test_a_program_is_found_from_the_working_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "bots").mkdir()
    program = tmp_path / "bots" / "builder"
    program.write_text(f"#!{sys.executable}\n{(EXAMPLES / 'builder.py').read_text()}")
    program.chmod(0o755)
    monkeypatch.chdir(tmp_path)
    assert not played("exec:bots/builder").forfeits
    monkeypatch.setenv("PATH", str(program.parent), prepend=os.pathsep)
    assert not played("exec:builder").forfeits


def test_what_is_no_command_is_refused() -> None:
    with pytest.raises(AgentSpecError, match="name the program to start"):
        make_agent("exec:")
    with pytest.raises(AgentSpecError, match="No closing quotation"):
        make_agent("exec:'bot")
