"""The server as people start it: `longroad play`, and pages of NiceGUI beside the API."""

from __future__ import annotations

import os
import re
import signal
import socket
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import httpx
import pytest

import longroad
from web.serving import AGAINST_PLANNER, headers

HERE = [str(Path(longroad.__file__).parents[1]), str(Path(__file__).parents[1])]
ENVIRONMENT = {**os.environ, "PYTHONPATH": os.pathsep.join(HERE)}


@contextmanager
def playing(folder: Path, *options: str) -> Iterator[tuple[subprocess.Popen[str], str]]:
    """`longroad play` without a browser, and where it is."""
    # A shell may have SIGINT ignored in the background.
    code = "import signal; signal.signal(signal.SIGINT, signal.default_int_handler)\n"
    code += "from longroad.cli import main; main()"
    program = [sys.executable, "-c", code, "play", "--no-browser"]
    words = [*program, "--port", "0", "--folder", str(folder), *options]
    with subprocess.Popen(
        words, env=ENVIRONMENT, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
    ) as ran:
        assert ran.stdout is not None
        first = ran.stdout.readline()
        found = re.search(r"http://\S+", first)
        assert found, first + (ran.stderr.read() if ran.stderr else "")
        try:
            yield ran, found[0]
        finally:
            ran.kill()


def test_a_game_goes_on_after_the_server_was_killed(tmp_path: Path) -> None:
    with playing(tmp_path) as (ran, url):
        made = httpx.post(f"{url}/api/v1/games", json=AGAINST_PLANNER).json()
        id, key = made["game"]["id"], made["seats"]["0"]
        for action in ("settle n23", "road e29"):
            answer = httpx.post(f"{url}/api/v1/games/{id}/act", json={"action": action}, headers=headers(key))
            assert answer.status_code == 200
        ran.send_signal(signal.SIGKILL)
        ran.wait()
    with playing(tmp_path) as (ran, url):
        told = httpx.get(
            f"{url}/api/v1/games/{id}/events", params={"since": 5, "wait": 20}, headers=headers(key)
        ).json()
        assert told["number"] == 6
        view = httpx.get(f"{url}/api/v1/games/{id}/view", headers=headers(key)).json()
        assert view["moves"]["decides"] and len(view["view"]["players"][1]["settlements"]) == 2
        ran.send_signal(signal.SIGINT)
        assert ran.wait(timeout=20) == 130
        assert ran.stderr is not None
        said = ran.stderr.read()
        assert "Traceback" not in said
        assert "its games go on at the next start" in said and "longroad rate planner" in said, (
            "what to try next"
        )


def test_listening_to_a_network_comes_with_a_warning(tmp_path: Path) -> None:
    with playing(tmp_path, "--host", "0.0.0.0") as (ran, url):
        assert url.startswith("http://127.0.0.1:")
        port = url.rpartition(":")[2]
        here = socket.gethostbyname(socket.gethostname())
        assert httpx.get(f"http://{here}:{port}/api/v1/games").status_code == 200
        assert httpx.get(url, headers={"Host": "evil.example"}).status_code == 421
        ran.send_signal(signal.SIGINT)
        ran.wait(timeout=20)
        assert ran.stderr is not None and "put TLS in front" in ran.stderr.read()


def test_a_port_or_folder_that_is_taken_is_refused_with_a_sentence(tmp_path: Path) -> None:
    def refused(*options: str) -> str:
        program = [sys.executable, "-c", "from longroad.cli import main; main()", "play", "--no-browser"]
        done = subprocess.run(
            [*program, *options], env=ENVIRONMENT, capture_output=True, text=True, timeout=60
        )
        assert done.returncode == 1 and done.stdout == ""
        return done.stderr.strip()

    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        port = str(taken.getsockname()[1])
        words = refused("--port", port, "--folder", str(tmp_path / "a"))
        assert words == f"longroad: cannot listen at 127.0.0.1, port {port}: Address already in use"
    with playing(tmp_path / "b"):
        assert "is in use by another `longroad play`" in refused(
            "--port", "0", "--folder", str(tmp_path / "b")
        )


def test_pages_of_nicegui_stand_beside_the_api(tmp_path: Path) -> None:
    done = subprocess.run(
        [sys.executable, "-m", "web.nicegui_beside", str(tmp_path)],
        env={**ENVIRONMENT, "PYTEST_CURRENT_TEST": ""},
        capture_output=True,
        text=True,
        timeout=60,
    )
    assert done.stdout.split("\n") == ["200 True", "[]", "no such game", "421", "400", "False", ""], (
        done.stderr
    )


@pytest.mark.parametrize("host", ["127.0.0.1", "::1"])
def test_where_it_is_found(host: str) -> None:
    from longroad.web.serving import Served

    assert Served(host, 80).url in ("http://127.0.0.1:80", "http://[::1]:80")
