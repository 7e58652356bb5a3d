"""The API over real connections: a game from its beginning to its end, errors as problems, keys."""

from __future__ import annotations

import asyncio
import json
from pathlib import Path
from typing import Any

import pytest
from websockets.exceptions import ConnectionClosed

from longroad import catan
from longroad.web.games import audit
from web.serving import Table, received, table
from web.tables import finished, in_loop, until


async def play_to_the_end(table: Table, made: dict[str, Any], seat: int = 0) -> None:
    """A person that takes the first action it is offered, by long polls."""
    id, key = made["game"]["id"], made["seats"][str(seat)]
    told = (await table.get(f"/games/{id}/view", key)).json()
    while told["status"] != "over":
        if told["moves"] and told["moves"]["decides"]:
            chosen = told["moves"]["actions"][0]["text"]
            answer = await table.post(f"/games/{id}/act", key, action=chosen, seen=told["number"])
            assert answer.status_code == 200, answer.text
        more = (await table.get(f"/games/{id}/events", key, since=told["number"], wait=20)).json()
        told = more["frames"][-1]


@in_loop
async def test_a_game_from_its_beginning_to_its_record(tmp_path: Path) -> None:
    async with table(tmp_path) as t:
        made = await t.begin(rules="official,target_points=3,turn_cap=60")
        id = made["game"]["id"]
        assert made["game"]["status"] == "playing" and made["game"]["seats"][1]["agent"] == "planner"
        assert list(made["seats"]) == ["0"] and made["invitations"] == {}
        await play_to_the_end(t, made)
        over = (await t.get(f"/games/{id}")).json()
        assert over["status"] == "over" and over["result"]["reason"] in ("points", "turns")
        await until(lambda: not (tmp_path / "live" / f"{id}.log").exists())
        record = (await t.get(f"/library/{id}/record")).text
        assert catan.read_record(record).is_over and audit(record)
        assert json.loads(record)["chance"]["commitment"] == made["game"]["chance_commitment"]
        found = (await t.get("/library", agent="planner", result="won")).json()
        lost = (await t.get("/library", player="Red", result="lost")).json()
        won = (await t.get("/library", player="red", result="won")).json()
        assert lost["count"] + won["count"] + (over["result"]["winner"] is None) == 1
        assert all(game["id"] == id for game in found["games"])


def _pairs(state: catan.State) -> list[tuple[int, int]]:
    """What the one to move could give, and the next one give for it, where all have cards."""
    one, two = (state.hand((state.current + step) % 3) for step in (0, 1))
    found = [
        (have, want) for have in range(5) for want in range(5) if have != want and one[have] and two[want]
    ]
    return found if all(map(state.hand_size, range(3))) else []


@in_loop
async def test_an_offer_is_made_countered_and_closed_through_act(tmp_path: Path) -> None:
    async with table(tmp_path) as t:
        made = await t.begin(
            seats=[{"kind": "person"}, {"kind": "person"}, {"kind": "person"}],
            rules="official,open_hands=on",
        )
        id, keys = made["game"]["id"], made["seats"]

        async def act(seat: int, action: str) -> int:
            return (await t.post(f"/games/{id}/act", keys[str(seat)], action=action)).status_code

        game = t.house.game(id)
        state = game.course.state
        for _ in range(12):
            assert await act(state.actor or 0, str(state.legal_actions()[-1])) == 200
        while not (state.phase == "main" and _pairs(state)):
            actor = state.actor or 0
            wanted = {"before roll": "roll", "main": "end"}.get(state.phase) or str(state.legal_actions()[0])
            assert await act(actor, wanted) == 200
        one = state.current
        two, three = (one + 1) % 3, (one + 2) % 3
        menu = (await t.get(f"/games/{id}/actions", keys[str(one)])).json()
        assert menu["trade"]["partners"] == sorted((two, three)) and menu["trade"]["kind"] == "offer"
        assert not [move for move in menu["actions"] if move["kind"] == "offer"]
        listed = (await t.get(f"/games/{id}/actions", keys[str(one)], offers=True)).json()
        assert [move for move in listed["actions"] if move["kind"] == "offer"]
        have, want = _pairs(state)[0]
        assert menu["trade"]["give"][have]
        names = catan.RESOURCES
        assert await act(one, f"offer 1 {names[have]} for 1 {names[want]}") == 200
        assert (await t.get(f"/games/{id}/actions", keys[str(two)])).json()["trade"]["kind"] == "counter"
        assert await act(three, "refuse") == 409  # not its turn to reply
        assert await act(two, f"counter 1 {names[want]} for 2 {names[have]}") == 200
        assert await act(three, "refuse") == 200
        view = (await t.get(f"/games/{id}/view", keys[str(one)])).json()["view"]
        assert view["replies"][two] is not None and view["phase"] == "choose"
        enough = state.hand(one)[have] >= 2
        assert await act(one, f"deal p{two}") == (200 if enough else 409)


@in_loop
async def test_people_join_by_link(tmp_path: Path) -> None:
    async with table(tmp_path) as t:
        made = await t.begin(seats=[{"kind": "person", "name": "Ann"}, {"kind": "link"}])
        id, link = made["game"]["id"], made["invitations"]["1"]
        assert (await t.post(f"/games/{id}/act", made["seats"]["0"], action="settle n23")).status_code == 409
        assert (await t.post(f"/games/{id}/join", invitation="nonsense")).status_code == 401
        joined = (await t.post(f"/games/{id}/join", invitation=link, name="Ben")).json()
        assert joined["seat"] == 1 and joined["game"]["seats"][1]["name"] == "Ben"
        assert (await t.post(f"/games/{id}/join", invitation=link, name="Eve")).status_code == 403
        view = (await t.get(f"/games/{id}/view", joined["key"])).json()
        assert view["view"]["player"] == 1


@in_loop
async def test_no_key_opens_what_it_is_not_for(tmp_path: Path) -> None:
    async with table(tmp_path) as t:
        made = await t.begin(seats=[{"kind": "person"}, {"kind": "person"}])
        other = await t.begin(seats=[{"kind": "person"}, {"kind": "person"}])
        id, seat, host = made["game"]["id"], made["seats"]["0"], made["host"]
        forged = seat.replace(f"{id}.0.", f"{id}.1.")
        strangers = [(other["seats"]["0"], 403), (other["host"], 403), (forged, 401), ("x", 401)]
        reads = ["view", "events", "actions"]
        writes: list[tuple[str, dict[str, Any]]] = [
            ("act", {"action": "settle n23"}),
            ("undo", {}),
            ("resign", {}),
        ]
        directs: list[tuple[str, dict[str, Any]]] = [
            ("pace", {"seconds": 1}),
            ("pause", {}),
            ("resume", {}),
            ("step", {}),
            ("seats/1/stop", {}),
        ]
        for key, status in strangers:
            for path in reads:
                assert (await t.get(f"/games/{id}/{path}", key)).status_code == status
            for path, body in (*writes, *directs):
                assert (await t.post(f"/games/{id}/{path}", key, **body)).status_code == status
        for path in ("view", "events"):  # this game is for its players
            assert (await t.get(f"/games/{id}/{path}")).status_code == 403
            assert (await t.get(f"/games/{id}/{path}", host)).status_code == 403
        for path, body in writes:
            assert (await t.post(f"/games/{id}/{path}", **body)).status_code == 401
            assert (await t.post(f"/games/{id}/{path}", host, **body)).status_code == 401
        for path, body in directs:
            assert (await t.post(f"/games/{id}/{path}", seat, **body)).status_code == 403
        assert (await t.http.delete(f"/games/{id}")).status_code == 401
        assert not t.house.game(id).course.entries
        assert (await t.get("/games")).json() == []  # and it is not listed
        # the other seat's key does not see or play this seat's hand
        view = (await t.get(f"/games/{id}/view", made["seats"]["1"])).json()
        assert view["view"]["player"] == 1 and view["moves"]["decides"] is False
        moved = await t.post(f"/games/{id}/act", made["seats"]["1"], action="settle n23")
        assert (moved.status_code, moved.json()["detail"]) == (409, "Red decides now")
        assert (await t.get(f"/library/{id}/record", seat)).status_code == 404  # no review before the end


@in_loop
async def test_a_game_of_agents_is_watched_and_directed(tmp_path: Path) -> None:
    async with table(tmp_path) as t:
        agents = [{"kind": "agent", "agent": "planner"}, {"kind": "agent", "agent": "value"}]
        made = await t.begin(seats=agents, pace=60)
        id, host = made["game"]["id"], made["host"]
        assert [game["id"] for game in (await t.get("/games")).json()] == [id]
        assert (await t.post(f"/games/{id}/pause", host)).status_code == 200
        assert (await t.post(f"/games/{id}/pace", host, seconds=0)).status_code == 200
        await t.post(f"/games/{id}/step", host)
        game = t.house.game(id)
        await until(lambda: len(game.course.actors) == 1)
        view = (await t.get(f"/games/{id}/view")).json()
        assert view["status"] == "paused" and view["view"]["players"][0]["hand"] == [0, 0, 0, 0, 0]
        await t.post(f"/games/{id}/resume", host)
        await finished(game)
        assert (await t.post(f"/games/{id}/pause", host)).status_code == 409


@in_loop
async def test_the_websocket_brings_every_frame_once_and_takes_moves(tmp_path: Path) -> None:
    async with table(tmp_path) as t:
        made = await t.begin()
        id, key = made["game"]["id"], made["seats"]["0"]
        async with t.live(id, key) as socket:
            hello = json.loads(await socket.recv())
            assert hello["type"] == "hello" and hello["seat"] == 0 and hello["moves"]["decides"]
            await socket.send(json.dumps({"type": "act", "id": 1, "action": "settle n23", "seen": 0}))
            got = [json.loads(await socket.recv()) for _ in range(2)]
            assert {told["type"] for told in got} == {"done", "frame"}
            await socket.send(json.dumps({"type": "act", "id": "b", "action": "settle n23"}))
            problem = await received(socket, "problem")
            assert (problem["id"], problem["status"], problem["title"]) == ("b", 409, "illegal move")
            await socket.send(json.dumps({"type": "act", "action": "road e29"}))
            await until(lambda: t.house.game(id).course.actors.count(1) == 4)
        entries = len(t.house.game(id).course.entries)
        async with t.live(id, key, since=2) as socket:  # a reconnect loses nothing
            frames = [await received(socket, "frame") for _ in range(entries - 2)]
            assert [frame["number"] for frame in frames] == list(range(3, entries + 1))
            assert frames[-1]["moves"]["decides"] and "view" not in frames[0]
            await socket.send(json.dumps({"type": "resign", "id": 9}))
            over = await received(socket, "frame")
            while over["kind"] != "over":
                over = await received(socket, "frame")
            assert over["facts"]["winner"] == 1
            with pytest.raises(ConnectionClosed):
                await received(socket, "nothing")
        assert t.house.game(id).followers == 0


@in_loop
async def test_malformed_frames_are_answered_and_change_nothing(tmp_path: Path) -> None:
    nonsense: list[str | bytes] = [
        "", "null", "[]", "7", '"act"', "{", "{}", '{"type": 7}', '{"type": "sing"}', b"\xff\xfe\x00",
        '{"type": "act"}', '{"type": "act", "action": 7}', '{"type": "act", "action": "settle n99"}',
        '{"type": "act", "action": "\\ud800"}', '{"type": "act", "action": "dice 8", "seen": -1}',
        '{"type": "act", "action": "' + "x" * 300 + '"}', '{"type": "undo", "why": 1}', '{"type": "pace"}',
        '{"type": "act", "id": {"a": 1}, "action": "roll"}', "[" * 5000, '{"type": "pace", "seconds": 1e999}',
        '{"type": "act", "id": 1e400, "action": "roll"}', "x" * 20_000, '{"type": "resign", "seat": 1}',
        '{"type": "follow", "since": 0}',
    ]  # fmt: skip
    async with table(tmp_path) as t:
        made = await t.begin()
        id, key = made["game"]["id"], made["seats"]["0"]
        async with t.live(id, follow=False) as socket:
            for number in range(100):
                await socket.send(nonsense[number % (len(nonsense) - 1)])
                assert json.loads(await socket.recv())["type"] == "problem"
            await socket.send(json.dumps({"type": "follow", "key": key}))
            assert json.loads(await socket.recv())["type"] == "hello"
            for number in range(200):
                sent = nonsense[number % len(nonsense)]
                await socket.send(sent)
                told = json.loads(await socket.recv())
                assert told["type"] == "problem" and told["status"] in (400, 403, 409, 422), (sent, told)
            assert not t.house.game(id).course.entries
            await socket.send('{"type": "ping", "id": 5}')
            assert json.loads(await socket.recv()) == {"type": "done", "id": 5, "number": 0}
        for key, status in (("x", 401), ("y" * 200, 422)):
            async with t.live(id, follow=False) as socket:
                await socket.send(json.dumps({"type": "follow", "key": key}))
                assert json.loads(await socket.recv())["status"] == status
        async with t.live("nothing") as socket:
            assert json.loads(await socket.recv())["status"] == 404
        async with t.live(id, key=made["seats"]["0"], since=77) as socket:
            assert json.loads(await socket.recv())["status"] == 409


@pytest.mark.parametrize(
    ("asked", "words"),
    [
        ({"seats": []}, "seats: List should have at least 2 items"),
        ({"seats": [{"kind": "agent", "agent": "plnner"}] * 2}, "did you mean 'planner'"),
        ({"seats": [{"kind": "agent", "agent": "exec:sh"}] * 2}, "built-in agents only"),
        ({"rules": "duel,players=4"}, "there are 2 here"),
        ({"rules": "offcial"}, "preset='offcial'"),
        ({"board": "O10"}, "1 hexes instead of 19"),
        ({"seed": -1}, "seed"),
        ({"pace": 1e9}, "pace"),
        ({"clock": {"kind": "move", "seconds": 0}}, "seconds of a clock"),
        ({"secret": "00"}, "secret: Extra inputs"),
        ({"seats": [{"kind": "person", "name": "\ud800"}, {"kind": "person"}]}, "unicode"),
    ],
)
@in_loop
async def test_a_game_that_cannot_be_made_is_refused_with_a_problem(
    tmp_path: Path, asked: dict[str, Any], words: str
) -> None:
    from web.serving import AGAINST_PLANNER

    async with table(tmp_path) as t:
        answer = await t.http.post(
            "/games",
            content=json.dumps({**AGAINST_PLANNER, **asked}),
            headers={"content-type": "application/json"},
        )
        assert answer.status_code == 422, answer.text
        assert answer.headers["content-type"] == "application/problem+json"
        assert words in answer.json()["detail"]
        assert not list(t.house.games())


@in_loop
async def test_what_else_can_be_asked(tmp_path: Path) -> None:
    async with table(tmp_path) as t:
        agents = (await t.get("/agents")).json()
        assert {"random", "planner", "mcts"} <= {agent["name"] for agent in agents}
        assert "duel" in (await t.get("/rules")).json()["presets"]
        board = (await t.get("/board", seed=7)).json()
        assert board["text"] == str(catan.Board.generate(seed=7))
        assert (await t.get("/ratings")).json()["ratings"] == []
        assert (await t.get("/nothing")).json()["status"] == 404
        assert (await t.http.put("/games", json={})).json()["status"] == 405
        schema = (await t.get("/openapi.json")).json()
        assert "/api/v1/games/{id}/act" in schema["paths"]
        root = await t.http.get(f"{t.url}/")
        assert "/api/v1" in root.text


@in_loop
async def test_a_long_poll_ends_when_something_happens(tmp_path: Path) -> None:
    async with table(tmp_path) as t:
        made = await t.begin(seats=[{"kind": "person"}, {"kind": "person"}])
        id, keys = made["game"]["id"], made["seats"]
        waiting = asyncio.create_task(t.get(f"/games/{id}/events", keys["1"], wait=25))
        await until(lambda: t.house.game(id).followers == 1)
        await t.post(f"/games/{id}/act", keys["0"], action="settle n23")
        told = (await waiting).json()
        assert told["number"] == 1 and told["frames"][0]["words"][0].startswith("Red settles on")
        assert (await t.get(f"/games/{id}/events", keys["1"], since=1, wait=0.05)).json()["frames"] == []
