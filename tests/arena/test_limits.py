"""Python agents under a limit of time play in workers: the same games, and what hangs is killed."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

import pytest

import longroad
from cli.running import CommandLine
from longroad import catan, skirmish
from longroad.agents.processes import workers
from longroad.arena import KeptGame, MatchResult, play_match
from longroad.errors import AgentSpecError, RulesError
from longroad.games import Rules

BOTS = """
import ctypes, os, signal, subprocess, sys, time
from pathlib import Path
from longroad.agents import Agent
from longroad.catan import Belief
from longroad.errors import RulesError

def note(name, word):
    with open(Path(__file__).with_name(name), "a") as file:
        file.write(f"{word}\\n")

class Plays(Agent):
    def choose(self, view, actions):
        note("pids", os.getpid())
        return actions[0]

class Draws(Agent):
    def __init__(self, last: bool = False, share: float = 0.5):
        self.last, self.share = last, share

    def choose(self, view, actions):
        if self.last or self.rng.below(100) < 100 * self.share:
            return str(actions[-1])
        return self.rng.choice(actions)

class Counts(Draws):
    follows = True

    def begin(self, rules, player, rng):
        super().begin(rules, player, rng)
        self.belief = Belief()
        self.seen = 0

    def observe(self, before, event, after):
        self.belief.observe(before, event, after)
        self.seen += 1 + (str(event).startswith("dice"))

    def choose(self, view, actions):
        return actions[self.seen % len(actions)]

class Twins(Draws):
    together = "a mind"
    games = 0

    def twin(self):
        other = Twins()
        other.games = self.games
        return other

    def choose(self, view, actions):
        self.games += 1
        return actions[self.games * 7 % len(actions)]

class Remembers(Draws):
    moves = 0

    def choose(self, view, actions):
        self.moves += 1
        return actions[self.moves % len(actions)]

class Duels(Draws):
    plays = "skirmish"

    def choose(self, view, actions):
        return actions[(len(view.events()) + int(100 * self.share)) % len(actions)]

class Fails(Agent):
    "Fails in its first game only, at the tenth move."

    def begin(self, rules, player, rng):
        super().begin(rules, player, rng)
        self.player, self.moves = player, 0

    def choose(self, view, actions):
        self.moves += 1
        if self.player == 0 and self.moves == 10:
            return self.fail(view)
        return actions[0]

class Sleeps(Fails):
    def fail(self, view):
        time.sleep(1e9)

class Once(Fails):
    def fail(self, view):
        try:
            os.mkdir(Path(__file__).with_name("hung"))
        except FileExistsError:
            return "end"
        time.sleep(1e9)

    def choose(self, view, actions):
        chosen = super().choose(view, actions)
        return actions[0] if chosen == "end" else chosen

class Loops(Fails):
    def fail(self, view):
        while True:
            pass

class Ignores(Fails):
    def fail(self, view):
        for number in (signal.SIGTERM, signal.SIGINT, signal.SIGHUP):
            signal.signal(number, signal.SIG_IGN)
        note("pids", subprocess.Popen(["sleep", "1000"]).pid)
        note("pids", os.getpid())
        time.sleep(1e9)

class Stops(Fails):
    def fail(self, view):
        os.kill(os.getpid(), signal.SIGSTOP)

class Exits(Fails):
    def fail(self, view):
        os._exit(3)

class Faults(Fails):
    def fail(self, view):
        ctypes.string_at(0)

class Floods(Fails):
    def fail(self, view):
        for number in range(3, 20):
            try:
                os.write(number, b"x" * 2_000_000)
            except OSError:
                pass

class Lies(Fails):
    def fail(self, view):
        for number in range(3, 20):
            try:
                os.write(number, b"hello\\n")
            except OSError:
                pass

class Raises(Fails):
    def fail(self, view):
        raise KeyError("no idea")

class Mumbles(Fails):
    def fail(self, view):
        return 17

class Watches(Fails):
    follows = True

    def observe(self, before, event, after):
        if self.player == 0 and self.moves == 9:
            time.sleep(1e9)

class Begins(Fails):
    def begin(self, rules, player, rng):
        super().begin(rules, player, rng)
        if player == 0:
            os._exit(4)

class Made(Plays):
    def __init__(self):
        time.sleep(1e9)

class MadeExit(Plays):
    def __init__(self):
        os._exit(5)

class MadeRaises(Plays):
    def __init__(self):
        raise ValueError("no file")

class Refuses(Plays):
    def check(self, rules):
        raise RulesError("only with wine")

class BadCheck(Plays):
    def check(self, rules):
        1 / 0

class BadTwin(Plays):
    def twin(self):
        raise OSError("no twin")

class CheckExits(Plays):
    def check(self, rules):
        os._exit(6)

class Reads(Fails):
    def fail(self, view):
        input()
"""
RULES = catan.Rules(players=2, offers_per_turn=0, turn_cap=30)
ENOUGH = 60.0


@pytest.fixture(autouse=True)
def bots(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Makes the classes above importable as ``limit_bots``, here and in workers."""
    (tmp_path / "limit_bots.py").write_text(BOTS)
    monkeypatch.chdir(tmp_path)
    monkeypatch.syspath_prepend(tmp_path)
    monkeypatch.delitem(sys.modules, "limit_bots", raising=False)
    return tmp_path


def children() -> list[str]:
    """The processes that we have started, zombies included."""
    found = subprocess.run(
        ["ps", "-ww", "--ppid", str(os.getpid()), "-o", "args="], capture_output=True, text=True, check=True
    )
    return [line for line in found.stdout.splitlines() if not line.startswith("ps ")]


@pytest.fixture(autouse=True)
def nothing_left() -> Any:
    """After every test there are no more processes than before."""
    before = children()
    yield
    assert children() == before


def gone(pid: int) -> bool:
    """Whether a process ends within a few seconds."""
    for _ in range(200):
        try:
            state = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0]
        except FileNotFoundError:
            return True
        if state == "Z":
            return True
        time.sleep(0.05)
    return False


def played(agents: list[str], rules: Rules, games: int, limit: float | None) -> tuple[MatchResult, Any]:
    kept: list[KeptGame] = []
    result = play_match(agents, games=games, seed=4, rules=rules, move_seconds=limit, keep=kept.extend)
    return result, kept


@pytest.mark.parametrize(
    ("agents", "rules"),
    [
        (["Draws,last=off,share=0.3", "Counts"], RULES),
        (["Twins", "random"], RULES),
        (["Remembers", "Twins"], RULES),
        (["Counts", "value", "Draws", "weighted"], catan.Rules(players=4, turn_cap=24, offers_per_turn=2)),
        (["Duels,share=0.2", "Duels"], skirmish.Rules(turn_cap=40)),
    ],
)
def test_who_stays_within_the_limit_plays_the_same_games(agents: list[str], rules: Rules) -> None:
    specs = [name if name.islower() else f"python:limit_bots.{name}" for name in agents]
    free, kept_free = played(specs, rules, 2 * len(agents), None)
    limited, kept = played(specs, rules, 2 * len(agents), ENOUGH)
    assert not free.forfeits and not limited.forfeits
    assert free.signature == limited.signature and kept_free == kept
    assert (free.decisions == limited.decisions).all() and (free.points == limited.points).all()
    assert (limited.agent_seconds[:, [not name.islower() for name in agents]] > 0).all()


def test_without_a_limit_agents_play_in_this_process_and_with_one_in_another(bots: Path) -> None:
    spec = "python:limit_bots.Plays"
    played([spec, "random"], RULES, 2, None)
    assert set((bots / "pids").read_text().split()) == {str(os.getpid())}
    (bots / "pids").unlink()
    played([spec, spec], RULES, 4, ENOUGH)
    pids = set((bots / "pids").read_text().split())
    assert len(pids) == 2 and str(os.getpid()) not in pids


@pytest.mark.parametrize(
    ("name", "reason"),
    [
        ("Sleeps", "did not answer within 1 s (seat p0, turn "),
        ("Loops", "did not answer within 1 s (seat p0, turn "),
        ("Stops", "did not answer within 1 s (seat p0, turn "),
        ("Watches", "did not answer within 1 s (seat p0, turn "),
        ("Exits", "has ended, with exit code 3 (seat p0, turn "),
        ("Faults", "was killed by SIGSEGV (seat p0, turn "),
        ("Floods", "wrote more than 1,048,576 bytes without the end of a line (seat p0, turn "),
        ("Lies", "wrote into its worker's pipe: b'hello' (seat p0, turn "),
        ("Raises", "raised KeyError: 'no idea' (seat p0, turn "),
        ("Reads", "raised EOFError: EOF when reading a line (seat p0, turn "),
        ("Mumbles", "chose 17, which is not an action (seat p0, turn "),
        ("Begins", "has ended, with exit code 4"),
    ],
)
def test_who_fails_forfeits_that_game_and_plays_the_next(name: str, reason: str) -> None:
    result, kept = played([f"python:limit_bots.{name}", "random"], RULES, 2, 1.0)
    assert [(f.game, f.agent) for f in result.forfeits] == [(0, 0)], result.forfeits
    assert result.forfeits[0].reason.startswith(reason)
    assert result.winner_seat[0] == 1 and kept[1].forfeit is None and result.decisions[1, 0] > 4


@pytest.mark.parametrize(("name", "code"), [("Sleeps", "time.sleep(1e9)"), ("Loops", "pass")])
def test_where_an_agent_hung_is_told(bots: Path, name: str, code: str) -> None:
    result, _ = played([f"python:limit_bots.{name}", "random"], RULES, 2, 1.0)
    told = result.forfeits[0].traceback.splitlines()
    assert told[0] == "It was here when it was killed:" and told[-2].endswith(", in fail")
    assert told[1].startswith(f'  File "{bots / "limit_bots.py"}", line ')
    assert told[-1].strip() in (code, "while True:")
    assert "src/longroad" not in "".join(told)


def test_what_an_agent_has_started_is_killed_with_it(bots: Path) -> None:
    played(["python:limit_bots.Ignores", "random"], RULES, 2, 1.0)
    pids = [int(word) for word in (bots / "pids").read_text().split()]
    assert len(pids) == 2 and all(map(gone, pids))


@pytest.mark.parametrize(
    ("name", "reason"),
    [("Made", "did not answer within 0.5 s"), ("MadeExit", "has ended, with exit code 5")],
)
def test_who_cannot_be_started_forfeits_all_games_without_endless_tries(
    monkeypatch: pytest.MonkeyPatch, name: str, reason: str
) -> None:
    monkeypatch.setattr(workers, "START_SECONDS", 0.5 if name == "Made" else 30)
    result, _ = played([f"python:limit_bots.{name}", "random"], RULES, 40, 1.0)
    assert len(result.forfeits) == 40 and result.forfeits[0].reason == reason
    assert result.forfeits[-1].reason.endswith("3 times in a row: it is not started again")


@pytest.mark.parametrize("limit", [None, ENOUGH])
def test_who_raises_or_refuses_before_the_first_game_is_told_so(limit: float | None) -> None:
    with pytest.raises(AgentSpecError, match=r"limit_bots.py, line \d+: ValueError: no file"):
        played(["python:limit_bots.MadeRaises", "random"], RULES, 2, limit)
    with pytest.raises(RulesError, match=r"^only with wine$"):
        played(["python:limit_bots.Refuses", "random"], RULES, 2, limit)
    with pytest.raises(AgentSpecError, match=r"python:limit_bots.Duels plays skirmish, not catan"):
        played(["python:limit_bots.Duels", "random"], RULES, 2, limit)
    with pytest.raises(AgentSpecError, match="has no attribute 'Nobody'"):
        played(["python:limit_bots.Nobody", "random"], RULES, 2, limit)


@pytest.mark.parametrize("limit", [None, ENOUGH])
@pytest.mark.parametrize(
    ("name", "reason"),
    [
        ("BadCheck", "raised ZeroDivisionError before the game: division by zero"),
        ("BadTwin", "raised OSError before the game: no twin"),
    ],
)
def test_twin_and_check_that_raise_forfeit(limit: float | None, name: str, reason: str) -> None:
    result, _ = played([f"python:limit_bots.{name}", "random"], RULES, 4, limit)
    assert [forfeit.reason for forfeit in result.forfeits] == [reason] * 4 and result.wins == [0, 4]
    assert "limit_bots.py" in result.forfeits[0].traceback


def test_a_check_that_ends_the_process_forfeits() -> None:
    result, _ = played(["python:limit_bots.CheckExits", "random"], RULES, 2, ENOUGH)
    assert [forfeit.reason for forfeit in result.forfeits] == ["has ended, with exit code 6"] * 2


TEXT_RULES = ("--rules", "offers_per_turn=0,turn_cap=30", "--move-seconds", 1)


def test_sequential_tests_go_on(line: CommandLine) -> None:
    told = line("sprt", "python:limit_bots.Once", "random", "--max-games", 20, *TEXT_RULES, "--json").json
    assert told["games"] == 20 and [forfeit["game"] for forfeit in told["forfeits"]] == [0]


def test_tournaments_go_on_and_keep_their_workers(line: CommandLine, bots: Path) -> None:
    agents = ("python:limit_bots.Once", "python:limit_bots.Plays", "random")
    told = line("tournament", *agents, "--games", 4, *TEXT_RULES, "--out", bots / "t", "--json").json
    assert told["complete"] and [forfeit["agent"] for forfeit in told["forfeits"]] == [agents[0]]
    assert len(set((bots / "pids").read_text().split())) == 1


MATCH = """
import signal, sys
from longroad.cli import main
signal.signal(signal.SIGINT, signal.default_int_handler)  # a shell may have it ignored in the background
sys.argv = ["longroad", "match", sys.argv[1], "random", "--games", "2", "--move-seconds", "500"]
main()
"""
EXEC = """import os, sys, time
for line in sys.stdin:
    if '"choose"' in line:
        open("pids", "a").write(f"{os.getpid()}\\n")
        time.sleep(1e9)
"""


@pytest.mark.parametrize("end", [signal.SIGINT, signal.SIGTERM, signal.SIGKILL])
@pytest.mark.parametrize("spec", ["python:limit_bots.Ignores", "exec"])
def test_when_the_match_ends_early_so_do_its_agents(bots: Path, spec: str, end: signal.Signals) -> None:
    if spec == "exec":
        (bots / "program.py").write_text(EXEC)
        spec = f"exec:{sys.executable} program.py"
    here = {**os.environ, "PYTHONPATH": str(Path(longroad.__file__).parents[1])}
    pids, count = bots / "pids", 1 if spec.startswith("exec") else 2
    with subprocess.Popen([sys.executable, "-c", MATCH, spec], env=here, stderr=subprocess.PIPE) as match:
        for _ in range(1200):
            if pids.exists() and pids.read_text().count("\n") == count:
                break
            time.sleep(0.05)
        match.send_signal(end)
        try:
            code = match.wait(timeout=20)
        finally:
            match.kill()
    assert code == (130 if end == signal.SIGINT else -end)
    assert all(gone(int(word)) for word in pids.read_text().split())


@pytest.mark.parametrize(
    ("spec", "rules"),
    [
        ("mcts:sims=1000000000", RULES),
        ("expectimax:depth=30", skirmish.Rules(turn_cap=40)),
    ],
)
def test_a_native_search_is_stopped_when_its_time_is_over(spec: str, rules: Rules) -> None:
    opponent = "python:limit_bots.Plays" if rules is RULES else "python:limit_bots.Duels"
    result = play_match([spec, opponent], games=2, rules=rules, move_seconds=1)
    assert result.wins == [0, 2] and [forfeit.agent for forfeit in result.forfeits] == [0, 0]
    assert all("s for a move; the limit is 1 s (seat p" in forfeit.reason for forfeit in result.forfeits)


def test_an_instance_plays_in_this_process() -> None:
    import limit_bots  # type: ignore[import-not-found]

    agent = limit_bots.Remembers()
    result = play_match([agent, "random"], games=2, rules=RULES, move_seconds=ENOUGH)
    assert agent.moves == result.decisions[:, 0].sum()
