"""How fast the pages of the table are: first paint, and how late an agent's move is on the page.

    python benchmarks/table_page.py
    python benchmarks/table_page.py --moves 100 --json

The server runs in a process of its own, as `longroad play` does, and Chromium on the same machine looks on at
a game of planner against planner. Measured are

- first contentful paint of the lobby and of the game, from the request on, without a cache and with one;
- when the page of the game is complete: the board with its pieces and the log are there;
- how old a move is when the page shows it: from its entry in the log, when it is decided and its pause is
  over.
"""

from __future__ import annotations

import argparse
import json
import os
import shutil
import statistics
import subprocess
import sys
import tempfile
from typing import Any

import httpx
from playwright.sync_api import Browser, Page, sync_playwright

SERVER = "from longroad.cli import main; main()"
FLAGS = ["--headless", "--no-sandbox", "--disable-gpu", "--disable-background-networking"]
RULES = "official,target_points=20,turn_cap=60000"
#: Notes when the page first shows each number of entries.
_WATCH = """() => {
  window.seen = {};
  const note = () => {
    const number = document.querySelector(".prompt")?.dataset.number;
    if (number && !(number in window.seen))
      window.seen[number] = (performance.timeOrigin + performance.now()) / 1000;
  };
  new MutationObserver(note).observe(document.body, {subtree: true, childList: true, attributes: true});
}"""


def main() -> None:
    asked = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    asked.add_argument("--moves", type=int, default=200)
    asked.add_argument("--loads", type=int, default=5, help="how often each page is opened")
    asked.add_argument("--json", action="store_true")
    options = asked.parse_args()
    with tempfile.TemporaryDirectory() as folder, sync_playwright() as playwright:
        words = ["play", "--no-browser", "--port", "0", "--folder", folder]
        server = subprocess.Popen([sys.executable, "-c", SERVER, *words], stdout=subprocess.PIPE, text=True)
        try:
            assert server.stdout is not None
            url = server.stdout.readline().split()[-1]
            found = shutil.which("chromium") or playwright.chromium.executable_path
            browser = playwright.chromium.launch(executable_path=found, args=FLAGS)
            figures = measured(browser, url, options)
        finally:
            server.kill()
            server.wait()
    if options.json:
        print(json.dumps(figures))
    else:
        for name, figure in figures.items():
            print(f"{name:44} {figure:,.1f}" if isinstance(figure, float) else f"{name:44} {figure}")


def measured(browser: Browser, url: str, options: argparse.Namespace) -> dict[str, Any]:
    agents = 2 * [{"kind": "agent", "agent": "planner"}]
    made = httpx.post(f"{url}/api/v1/games", json={"seats": agents, "rules": RULES, "pace": 0.2}).json()
    game = made["game"]["id"]
    figures: dict[str, Any] = {}
    for name, address, complete in (
        ("lobby", url, ".own"),
        ("game", f"{url}/game/{game}", ".log p"),
    ):
        cold, warm, whole = [], [], []
        for _ in range(options.loads):
            context = browser.new_context()
            page = context.new_page()
            cold.append(painted(page, address, complete))
            whole.append(page.evaluate("performance.now()"))
            warm.append(painted(page, address, complete))
            context.close()
        figures[f"{name}: first paint, median ms"] = statistics.median(cold)
        figures[f"{name}: first paint from the cache, median ms"] = statistics.median(warm)
        figures[f"{name}: complete, median ms"] = statistics.median(whole)
    late = lateness(browser, url, game, options.moves)
    figures |= {
        "moves": len(late),
        "move on the page, median ms": 1000 * statistics.median(late),
        "move on the page, p95 ms": 1000 * statistics.quantiles(late, n=20)[-1],
        "move on the page, most ms": 1000 * max(late),
        "load of the machine": os.getloadavg()[0],
    }
    return figures


def painted(page: Page, address: str, complete: str) -> float:
    """Milliseconds until something is painted."""
    page.goto(address)
    page.wait_for_selector(complete)
    paint = "performance.getEntriesByName('first-contentful-paint')[0]"
    page.wait_for_function(paint)
    told: float = page.evaluate(f"{paint}.startTime")
    return told


def lateness(browser: Browser, url: str, game: str, moves: int) -> list[float]:
    """How old the newest entry is whenever the page shows another one. Entries that come together, as a roll
    and its dice, are shown together."""
    page = browser.new_page()
    page.goto(f"{url}/game/{game}")
    page.wait_for_selector(".log p")
    page.evaluate(_WATCH)
    page.wait_for_function("moves => Object.keys(window.seen).length >= moves", arg=moves, timeout=600_000)
    seen = {int(number): at for number, at in page.evaluate("window.seen").items()}
    times: dict[int, float] = {}
    while max(seen) > len(times):
        told = httpx.get(f"{url}/api/v1/games/{game}/events", params={"since": len(times)}).json()
        times |= {frame["number"]: frame["at"] for frame in told["frames"]}
    return [max(0.0, at - times[number]) for number, at in seen.items()]


if __name__ == "__main__":
    main()
