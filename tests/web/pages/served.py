"""A table in a process of its own, and browsers at it."""

from __future__ import annotations

import os
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import httpx

import longroad

TESTS = Path(__file__).resolve().parents[2]
#: Milliseconds that a page has for anything.
PATIENCE = 20_000
#: What a browser says while its server is away.
_AWAY = (
    "WebSocket",
    "ERR_CONNECTION_REFUSED",
    "Failed to load resource",
    "ERR_EMPTY_RESPONSE",
    "ERR_CONNECTION_RESET",
)


class ServedTable:
    """A server that can be killed and started again at the same address."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self._port = 0
        self.url = ""
        self.start()

    def start(self) -> None:
        command = [sys.executable, "-m", "web.pages.table_server", str(self.folder), str(self._port)]
        path = os.pathsep.join([str(Path(longroad.__file__).resolve().parents[1]), str(TESTS)])
        self._process = subprocess.Popen(
            command, env={**os.environ, "PYTHONPATH": path}, stdout=subprocess.PIPE, text=True
        )
        assert self._process.stdout is not None
        self.url = self._process.stdout.readline().strip()
        assert self.url.startswith("http"), "the server has not started"
        self._port = int(self.url.rpartition(":")[2])

    def kill(self) -> None:
        self._process.kill()
        self._process.communicate()

    def begin(self, *who: str, **asked: Any) -> dict[str, Any]:
        """A game by the API: ``person``, ``link`` or the spec of an agent, seat by seat."""
        kinds = [
            {"kind": one} if one in ("person", "link") else {"kind": "agent", "agent": one} for one in who
        ]
        asked = {"pace": 0, "seed": 7, "rules": "official,target_points=5", **asked, "seats": kinds}
        answer = httpx.post(f"{self.url}/api/v1/games", json=asked, trust_env=False, timeout=30)
        assert answer.status_code == 201, answer.text
        told: dict[str, Any] = answer.json()
        return told

    def standing(self, game: str, key: str) -> dict[str, Any]:
        """The view of a seat, as the API tells it."""
        answer = httpx.get(
            f"{self.url}/api/v1/games/{game}/view",
            headers={"Authorization": f"Bearer {key}"},
            trust_env=False,
        )
        told: dict[str, Any] = answer.json()
        return told


@contextmanager
def served_table(folder: Path) -> Iterator[ServedTable]:
    table = ServedTable(folder)
    try:
        yield table
    finally:
        table.kill()


class Visit:
    """A browser at the table; it must not complain."""

    def __init__(self, browser: Any, table: ServedTable, **context: Any) -> None:
        self.table = table
        self.context = browser.new_context(**context)
        self.page = self.context.new_page()
        self.page.set_default_timeout(PATIENCE)
        self.complaints: list[str] = []
        #: Everything that the server has sent on websockets.
        self.received: list[str] = []
        self.page.on("console", self._said)
        self.page.on("pageerror", lambda error: self.complaints.append(str(error)))
        self.page.on("websocket", lambda socket: socket.on("framereceived", self._got))

    def _said(self, message: Any) -> None:
        if message.type in ("error", "warning") and not any(part in message.text for part in _AWAY):
            self.complaints.append(f"{message.type}: {message.text}")

    def _got(self, payload: Any) -> None:
        self.received.append(payload if isinstance(payload, str) else payload.decode("latin-1"))

    def lobby(self) -> None:
        self.page.goto(self.table.url)
        self.page.wait_for_selector(".own")

    def sit(self, made: dict[str, Any], *seats: int) -> None:
        """Opens a game that was begun by the API, with the keys of some seats."""
        keys = {"host": made["host"], "seats": {str(seat): made["seats"][str(seat)] for seat in seats}}
        self.page.goto(f"{self.table.url}/api/v1/rules")
        script = "([id, keys]) => localStorage.setItem('longroad.game.' + id, JSON.stringify(keys))"
        self.page.evaluate(script, [made["game"]["id"], keys])
        self.open(made["game"]["id"])

    def open(self, game: str) -> None:
        self.page.goto(f"{self.table.url}/game/{game}")
        self.page.wait_for_selector(".prompt")

    @property
    def number(self) -> int:
        """Of the entries that the page shows."""
        return int(self.page.get_attribute(".prompt", "data-number") or 0)

    @property
    def prompt(self) -> str:
        return str(self.page.inner_text(".prompt h1"))

    @property
    def answered(self) -> int:
        """How many presses the page has answered."""
        return int(self.page.get_attribute(".prompt", "data-answered") or 0)

    def press(self, selector: str) -> None:
        """Clicks something on the page of a game, and waits until the page has answered."""
        answered = self.answered
        self.page.click(selector)
        self.await_answer(answered + 1)

    def await_answer(self, least: int) -> None:
        self.page.wait_for_function(
            "least => Number(document.querySelector('.prompt')?.dataset.answered) >= least", arg=least
        )

    def await_number(self, least: int) -> None:
        self.page.wait_for_function(
            "least => Number(document.querySelector('.prompt')?.dataset.number) >= least", arg=least
        )

    def close(self) -> None:
        self.context.close()
        assert not self.complaints, self.complaints


def until(holds: Any, seconds: float = 20.0) -> None:
    """Waits until something holds."""
    deadline = time.perf_counter() + seconds
    while not holds():
        assert time.perf_counter() < deadline, "it has not come to hold"
        time.sleep(0.02)
