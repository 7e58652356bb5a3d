"""How fast the table is: many games at once, each with a websocket client, and a click in one more.

    python benchmarks/table.py
    python benchmarks/table.py --games 20 --seconds 10 --json

By default there are 50 games of planner against planner at two moves per second each. The server runs in a
process of its own, as `longroad play` does; the clients are in another. Measured are

- how long a click takes: a move by POST in one more game, from the request to the answer;
- how late an agent's move is on the wire: from its entry in the log, when it is decided and its pause is
  over, to the frame in the client's hands;
- memory per game: what the server's private memory grows by between the first game and the last;
- what writing costs: an append, an append with fdatasync;
- CPU time of the server.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import os
import statistics
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from typing import Any

import httpx
from websockets.asyncio.client import connect

SERVER = "from longroad.cli import main; main()"
PERSON = [{"kind": "person"}, {"kind": "agent", "agent": "planner"}]
#: A game that lasts as long as the measurement does.
RULES = "official,target_points=20,turn_cap=60000"


def main() -> None:
    asked = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    asked.add_argument("--games", type=int, default=50)
    asked.add_argument("--agent", default="planner", help="who plays the games")
    asked.add_argument("--pace", type=float, default=0.5, help="seconds per move")
    asked.add_argument("--seconds", type=float, default=60.0)
    asked.add_argument("--json", action="store_true")
    options = asked.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        figures = asyncio.run(measured(Path(folder), options))
        figures |= writing(Path(folder))
    if options.json:
        print(json.dumps(figures))
    else:
        for name, figure in figures.items():
            print(f"{name:34} {figure:,.3f}" if isinstance(figure, float) else f"{name:34} {figure}")


async def measured(folder: Path, options: argparse.Namespace) -> dict[str, Any]:
    server = subprocess.Popen(
        [
            sys.executable,
            "-c",
            SERVER,
            "play",
            "--no-browser",
            "--port",
            "0",
            "--folder",
            str(folder / "table"),
        ],
        stdout=subprocess.PIPE,
        text=True,
    )
    try:
        assert server.stdout is not None
        url = server.stdout.readline().split()[-1]
        async with httpx.AsyncClient(base_url=f"{url}/api/v1", timeout=30) as http:
            return await _measured(http, url, server.pid, options)
    finally:
        server.kill()
        server.wait()


async def _measured(
    http: httpx.AsyncClient, url: str, pid: int, options: argparse.Namespace
) -> dict[str, Any]:
    games, pace = options.games, options.pace
    agents = 2 * [{"kind": "agent", "agent": options.agent}]
    late: list[float] = []
    followers: list[asyncio.Task[None]] = []
    made = await _begin(http, agents, pace)  # everything is imported once
    followers.append(asyncio.create_task(_follow(url, made["game"]["id"], late)))
    await asyncio.sleep(3)
    first = _private(pid)
    for _ in range(games - 1):
        made = await _begin(http, agents, pace)
        followers.append(asyncio.create_task(_follow(url, made["game"]["id"], late)))
        await asyncio.sleep(0.05)
    person = await _begin(http, PERSON, 0.0)
    late.clear()
    used, began = _cpu(pid), time.perf_counter()
    clicks = await _clicks(http, person, options.seconds)
    lasted, used = time.perf_counter() - began, _cpu(pid) - used
    grown = (_private(pid) - first) / max(1, games)
    entries = sum(game["entries"] for game in (await http.get("/games", params={"limit": 500})).json())
    for follower in followers:
        follower.cancel()
    return {
        "games": games,
        "agent": options.agent,
        "seconds per move": pace,
        "measured seconds": round(lasted, 1),
        "entries in all games": entries,
        "frames received": len(late),
        "clicks": len(clicks),
        "click, median ms": 1000 * statistics.median(clicks),
        "click, p95 ms": 1000 * _p95(clicks),
        "click, most ms": 1000 * max(clicks),
        "move on the wire, median ms": 1000 * statistics.median(late),
        "move on the wire, p95 ms": 1000 * _p95(late),
        "move on the wire, most ms": 1000 * max(late),
        "memory per game, MB": grown / 2**20,
        "server CPU share": used / lasted,
        "server CPU per frame, ms": 1000 * used / max(1, len(late)),
        "load of the machine": os.getloadavg()[0],
    }


async def _begin(http: httpx.AsyncClient, seats: list[dict[str, str]], pace: float) -> dict[str, Any]:
    while True:
        answer = await http.post("/games", json={"seats": seats, "rules": RULES, "pace": pace})
        if answer.status_code == 201:
            told: dict[str, Any] = answer.json()
            return told
        await asyncio.sleep(float(answer.headers.get("Retry-After", 1)))


async def _follow(url: str, game: str, late: list[float]) -> None:
    """Takes the frames of a game, and notes how old they are."""
    async with connect(f"{url.replace('http', 'ws', 1)}/api/v1/games/{game}/live", proxy=None) as socket:
        await socket.send(json.dumps({"type": "follow"}))
        async for message in socket:
            now = time.time()
            told = json.loads(message)
            if told["type"] == "frame" and told["kind"] == "move":
                late.append(max(0.0, now - told["at"]))


async def _clicks(http: httpx.AsyncClient, made: dict[str, Any], seconds: float) -> list[float]:
    """A person that moves about five times per second, and takes a move back now and then."""
    game, key = made["game"]["id"], {"Authorization": f"Bearer {made['seats']['0']}"}
    times: list[float] = []
    end = time.perf_counter() + seconds
    while time.perf_counter() < end:
        moves = (await http.get(f"/games/{game}/actions", headers=key)).json()
        if moves["decides"]:
            action = next((m for m in moves["actions"] if m["kind"] not in ("trade",)), moves["actions"][0])
            began = time.perf_counter()
            answer = await http.post(f"/games/{game}/act", json={"action": action["text"]}, headers=key)
            times.append(time.perf_counter() - began)
            assert answer.status_code == 200, answer.text
        await asyncio.sleep(0.2)
    return times


def writing(folder: Path) -> dict[str, float]:
    """What an entry costs on this disk, with and without waiting for it."""
    from longroad.catan import Action
    from longroad.web.games.entries import Entry, Moved
    from longroad.web.games.journal import Journal

    journal = Journal(folder / "cost.log")
    journal.begin({"longroad": "live game"})
    entry = Entry(1, time.time(), Moved(0, Action.parse("settle n23"))).to_dict()

    def cost(times: int, synced: bool) -> float:
        began = time.perf_counter()
        for _ in range(times):
            journal.append(entry)
            if synced:
                journal.sync()
        return 1e6 * (time.perf_counter() - began) / times

    return {"append, microseconds": cost(2000, False), "append and fdatasync, microseconds": cost(100, True)}


def _p95(values: list[float]) -> float:
    return statistics.quantiles(values, n=20)[-1]


def _private(pid: int) -> int:
    """Bytes of memory that only this process has."""
    told = Path(f"/proc/{pid}/smaps_rollup").read_text()
    return sum(1024 * int(line.split()[1]) for line in told.splitlines() if line.startswith("Private_"))


def _cpu(pid: int) -> float:
    fields = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


if __name__ == "__main__":
    main()
