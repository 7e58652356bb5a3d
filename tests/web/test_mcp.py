"""A seat for a language model: a scripted client plays through the protocol, in this process, over standard
input and output, and over HTTP beside the API."""

from __future__ import annotations

import json
import os
import sys
from pathlib import Path
from typing import Any

import pytest
from mcp import Client, StdioServerParameters

import longroad
from longroad.web.games import House
from longroad.web.mcp import create_server
from web.serving import table
from web.tables import begin, in_loop


async def call(client: Client, tool: str, **arguments: Any) -> dict[str, Any]:
    """What a tool answers."""
    result = await client.call_tool(tool, arguments)
    assert not result.is_error, result.content
    told = result.structured_content
    assert isinstance(told, dict)
    assert json.loads(result.content[0].text) == told  # for clients that read text only
    return told


async def refused(client: Client, tool: str, **arguments: Any) -> str:
    """What a tool says where it refuses."""
    result = await client.call_tool(tool, arguments)
    assert result.is_error
    return str(result.content[0].text)


async def play(client: Client, key: dict[str, str], most: int = 400) -> dict[str, Any]:
    """The first move that is offered, until the game is over."""
    for _ in range(most):
        waited = await call(client, "wait_for_my_turn", seconds=20, **key)
        if waited["status"] == "over":
            return waited
        moves = await call(client, "legal_moves", **key)
        assert moves["your_turn"]
        await call(client, "act", move=moves["moves"][0].partition(":")[0], **key)
    raise AssertionError("it takes too long")


@in_loop
async def test_a_game_is_played_through_the_tools(tmp_path: Path) -> None:
    async with House(tmp_path) as house, Client(create_server(house, remember=True)) as client:
        tools = {tool.name for tool in (await client.list_tools()).tools}
        assert tools == {
            "rules", "new_game", "sit_down", "look", "legal_moves", "act", "offer", "wait_for_my_turn", "log",
            "undo", "resign",
        }  # fmt: skip
        assert "begin with new_game" in await refused(client, "look")
        made = await call(
            client, "new_game", rules="official,target_points=3,turn_cap=40", seed=7, opponents=["planner"]
        )
        assert made["players"] == ["Red", "Blue (planner)"] and made["your_turn"]
        assert "3 points on your own turn" in (await call(client, "rules"))["rules"]
        look = await call(client, "look")
        assert "You are Red (p0)" in look["words"] and "h0 brick 10" in look["words"]
        assert look["view"]["player"] == 0 and look["view"]["rules"]["target_points"] == 3
        assert (
            "settle n23: settle on 4-6-9 (lumber, grain, ore)" in (await call(client, "legal_moves"))["moves"]
        )
        assert "not now" in await refused(client, "act", move="roll")
        assert "is not an action" in await refused(client, "act", move="sing")
        done = await call(client, "act", move="settle n23")
        assert done["happened"] == ["You settle on 4-6-9 (lumber, grain, ore)"]
        assert (await call(client, "undo"))["happened"] == ["You take the last move back"]
        over = await play(client, {})
        assert over["winner"] in (0, 1, None)
        assert (await call(client, "log"))["happened"]
        assert "over" in await refused(client, "resign")


@in_loop
async def test_offers_are_made_and_countered(tmp_path: Path) -> None:
    async with House(tmp_path) as house, Client(create_server(house, remember=False)) as client:
        made = await begin(house, "person", "person")
        keys = [{"key": str(made.seats[seat])} for seat in (0, 1)]
        game = made.game
        state = game.course.state
        while not (state.phase == "main" and state.hand_size(0) > 2 and state.hand_size(1) > 2):
            actor = state.actor or 0
            wanted = {"before roll": "roll", "main": "end"}.get(state.phase) or str(state.legal_actions()[0])
            await call(client, "act", move=wanted, **keys[actor])
        one, two = keys[state.current], keys[1 - state.current]
        from longroad.catan import RESOURCES

        mine = next(name for kind, name in enumerate(RESOURCES) if state.hand(state.current)[kind])
        theirs = next(
            (n for k, n in enumerate(RESOURCES) if state.hand(1 - state.current)[k] and n != mine), None
        )
        assert theirs is not None
        assert "resources are brick" in await refused(
            client, "offer", give={"gold": 1}, get={"ore": 1}, **one
        )
        assert (await refused(client, "offer", give={mine: 1}, get={}, **one)).strip()
        told = await call(client, "offer", give={mine: 1}, get={theirs: 1}, **one)
        assert told["happened"] == [f"You offer 1 {mine} for 1 {theirs}"]
        assert (await call(client, "legal_moves", **two))["trade"]["kind"] == "counter"
        told = await call(client, "offer", give={theirs: 1}, get={mine: 2}, **two)
        assert told["happened"] == [f"You counter: 1 {theirs} for 2 {mine}"]


@in_loop
async def test_no_key_sees_another_hand(tmp_path: Path) -> None:
    from longroad.catan import Rules

    async with House(tmp_path) as house, Client(create_server(house, remember=False)) as client:
        made = await begin(house, "person", "person", "link", rules=Rules(players=3))
        joined = await call(client, "sit_down", invitation=str(made.invitations[2]), name="Model")
        assert joined["seat"] == 2 and "Model" in joined["players"]
        look = await call(client, "look", key=joined["key"])
        assert [player["hand"] is None for player in look["view"]["players"]] == [True, True, False]
        assert "0 cards" in look["words"]
        for bad in ("", "x", str(made.host), str(made.seats[0]._replace(place="1"))):
            for tool, arguments in (
                ("look", {}),
                ("act", {"move": "settle n23"}),
                ("log", {}),
                ("resign", {}),
            ):
                assert await refused(client, tool, key=bad, **arguments)
        assert "used already" in await refused(client, "sit_down", invitation=str(made.invitations[2]))
        assert "built-in agents only" in await refused(client, "new_game", opponents=["exec:sh"])
        assert len(game_entries := made.game.course.entries) == 1, game_entries


@in_loop
async def test_over_http_beside_the_api(tmp_path: Path) -> None:
    async with table(tmp_path) as t, Client(f"{t.url}/mcp") as client:
        made = await call(
            client, "new_game", rules="official,target_points=3,turn_cap=20", seed=7, opponents=["planner"]
        )
        assert "no seat yet" in await refused(client, "look")
        key = {"key": made["key"]}
        assert (await call(client, "look", **key))["view"]["player"] == 0
        assert (await t.get(f"/games/{made['game']}/view", made["key"])).status_code == 200  # the same seat
        assert (await play(client, key))["status"] == "over"
        turned_away = await t.http.post(f"{t.url}/mcp", json={}, headers={"Origin": "http://evil.example"})
        assert turned_away.status_code == 403


@in_loop
async def test_over_standard_input_and_output(tmp_path: Path) -> None:
    path = os.pathsep.join([str(Path(longroad.__file__).parents[1]), str(Path(__file__).parents[1])])
    program = StdioServerParameters(
        command=sys.executable,
        args=[
            "-c",
            "from longroad.cli import main; main()",
            "mcp",
            "--folder",
            str(tmp_path),
            "--own-agents",
        ],
        env={**os.environ, "PYTHONPATH": path},
    )
    async with Client(program) as client:
        made = await call(client, "new_game", opponents=["python:web.talking_agent.Talks"], seed=7)
        await call(client, "act", move="settle n23")
        await call(client, "act", move="road e29")
        assert (await call(client, "wait_for_my_turn", seconds=30))["your_turn"]
        assert made["players"][1].startswith("Blue (python:")
    async with Client(program) as client:  # the game is kept, and its key is good
        assert (await call(client, "look", key=made["key"]))["number"] == 6


def test_without_the_library_one_sentence_says_what_to_install(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, line: Any
) -> None:
    import importlib.util

    find = importlib.util.find_spec
    monkeypatch.setattr(
        importlib.util,
        "find_spec",
        lambda name, *rest: None if name in ("mcp", "nicegui") else find(name, *rest),
    )
    told = line("mcp", "--folder", tmp_path)
    assert told.code == 1 and "needs the MCP SDK: pip install 'longroad[mcp]'" in told.complaint
    told = line("play", "--no-browser", "--folder", tmp_path)
    assert told.code == 1 and "the table needs NiceGUI: pip install 'longroad[web]'" in told.complaint
