"""Who may speak to the server at all, how much and how often."""

from __future__ import annotations

import json
from pathlib import Path

import httpx
import pytest
from websockets.exceptions import InvalidStatus

from longroad.web.api import Access
from longroad.web.games import Limits
from web.serving import AGAINST_PLANNER, QUICK, table
from web.tables import in_loop


@in_loop
async def test_a_name_that_is_not_the_servers_is_turned_away(tmp_path: Path) -> None:
    async with table(tmp_path) as t:
        for host in (
            "evil.example",
            "evil.example:80",
            "127.0.0.1.evil.example",
            "192.168.0.9",
            "",
            "localhost.x",
        ):
            answer = await t.http.get("/games", headers={"Host": host})
            assert answer.status_code == 421, host
            assert answer.json()["title"] == "misdirected request"
        for host in ("localhost", "127.0.0.1:1", "LOCALHOST:8", "[::1]:8080"):
            assert (await t.http.get("/games", headers={"Host": host})).status_code == 200
        with pytest.raises(InvalidStatus) as refused:
            async with t.live("0" * 12, additional_headers={"Host": "evil.example"}):
                pass
        assert refused.value.response.status_code == 421


@in_loop
async def test_in_a_network_addresses_and_given_names_are_good(tmp_path: Path) -> None:
    async with table(tmp_path, Access(network=True, names=("table.example",), rate=1e4, burst=9999)) as t:
        for host, status in (("192.168.0.9:8080", 200), ("Table.example", 200), ("evil.example", 421)):
            assert (await t.http.get("/games", headers={"Host": host})).status_code == status


@in_loop
async def test_pages_of_other_sites_can_change_nothing(tmp_path: Path) -> None:
    async with table(tmp_path) as t:
        own = t.url.removeprefix("http://")
        for origin in ("http://evil.example", "null", "http://localhost:1", f"http://{own}.evil.example"):
            answer = await t.http.post("/games", json=AGAINST_PLANNER, headers={"Origin": origin})
            assert answer.status_code == 403 and "other sites" in answer.json()["detail"], origin
        for site in ("cross-site", "same-site"):
            answer = await t.http.post("/games", json=AGAINST_PLANNER, headers={"Sec-Fetch-Site": site})
            assert answer.status_code == 403
        plain = await t.http.post(  # what a form of another site can send without being asked
            "/games", content=json.dumps(AGAINST_PLANNER), headers={"Content-Type": "text/plain"}
        )
        assert plain.status_code == 422
        assert not list(t.house.games())
        answer = await t.http.post("/games", json=AGAINST_PLANNER, headers={"Origin": t.url})
        assert answer.status_code == 201
        id = answer.json()["game"]["id"]
        with pytest.raises(InvalidStatus) as refused:
            async with t.live(id, origin="http://evil.example"):
                pass
        assert refused.value.response.status_code == 403
        async with t.live(id, key=answer.json()["seats"]["0"], origin=t.url) as socket:
            assert json.loads(await socket.recv())["type"] == "hello"


@in_loop
async def test_large_requests_are_refused_also_without_a_length(tmp_path: Path) -> None:
    async with table(tmp_path) as t:
        large = b" " * 70_000
        assert (await t.http.post("/games", content=large)).status_code == 413

        async def pieces() -> object:
            for _ in range(70):
                yield b" " * 1000

        assert (await t.http.post("/games", content=pieces())).status_code == 413


@in_loop
async def test_requests_messages_and_games_come_at_a_bounded_rate(tmp_path: Path) -> None:
    access = Access(rate=0.5, burst=12, games_per_minute=1, games_at_once=2)
    async with table(tmp_path, access) as t:
        made = [await t.http.post("/games", json=AGAINST_PLANNER) for _ in range(3)]
        assert [answer.status_code for answer in made] == [201, 201, 429]
        assert int(made[2].headers["Retry-After"]) >= 30 and "1 games per minute" in made[2].json()["detail"]
        id, key = made[0].json()["game"]["id"], made[0].json()["seats"]["0"]
        async with t.live(id, key) as socket:
            await socket.recv()
            for _ in range(4):
                await socket.send('{"type": "ping"}')
                assert json.loads(await socket.recv())["type"] == "done"
            while (await t.http.get("/games")).status_code == 200:
                pass
            await socket.send('{"type": "ping"}')
            assert json.loads(await socket.recv())["status"] == 429
        answer = await t.http.get("/games")
        assert answer.status_code == 429 and int(answer.headers["Retry-After"]) >= 1


@in_loop
async def test_only_so_many_follow(tmp_path: Path) -> None:
    async with table(tmp_path, limits=Limits(followers=3, followers_per_game=2)) as t:
        first, second = await t.begin(), await t.begin()
        ids = [(made["game"]["id"], made["seats"]["0"]) for made in (first, second)]
        async with t.live(*ids[0]) as one, t.live(*ids[0]) as two, t.live(*ids[1]) as three:
            for socket in (one, two, three):
                assert json.loads(await socket.recv())["type"] == "hello"
            async with t.live(*ids[0]) as four, t.live(*ids[1]) as five:
                for socket, words in ((four, "follow this game"), (five, "follow games")):
                    told = json.loads(await socket.recv())
                    assert told["status"] == 429 and words in told["detail"]
            answer = await t.get(f"/games/{ids[0][0]}/events", ids[0][1])
            assert answer.status_code == 429
        await _gone(t.house.game(ids[0][0]))
        assert (await t.get(f"/games/{ids[0][0]}/events", ids[0][1])).status_code == 200


async def _gone(game: object) -> None:
    from web.tables import until

    await until(lambda: game.followers == 0)  # type: ignore[attr-defined]


@in_loop
async def test_a_client_that_says_nothing_is_hung_up_on(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    from longroad.web.api import live

    monkeypatch.setattr(live, "HELLO", 0.05)
    async with table(tmp_path) as t:
        made = await t.begin()
        async with t.live(made["game"]["id"], follow=False) as socket:
            await socket.wait_closed()
            assert socket.close_code == 1002


@in_loop
async def test_loopback_is_all_that_is_listened_to(tmp_path: Path) -> None:
    async with table(tmp_path, QUICK) as t:
        assert t.url.startswith("http://127.0.0.1:")
        async with httpx.AsyncClient() as other:
            with pytest.raises(httpx.ConnectError):
                await other.get(t.url.replace("127.0.0.1", "127.0.0.2"), timeout=2)
