"""Nothing that leaves the server for a seat depends on cards that are hidden from it: games that differ only
in a stolen or drawn card look the same to everybody who may not know it, in every answer and every frame."""

from __future__ import annotations

import json
import time
from dataclasses import dataclass
from pathlib import Path
from random import Random
from typing import Any

import pytest

from longroad import catan
from longroad.web.games.chance import SecretChance
from longroad.web.games.course import Course
from longroad.web.games.entries import Entry, Moved
from longroad.web.games.journal import Journal
from longroad.web.games.keys import Key
from longroad.web.games.plan import GamePlan, SeatPlan
from longroad.web.mcp.server import Tools
from property.random_games import draw_event
from web.serving import Table, table
from web.tables import in_loop

GAMES = 4
#: When all of it happens.
NOW = float(int(time.time()))
#: What somebody may try, legal or not: the words of a refusal must not tell either.
ATTEMPTS = (
    "roll", "end", "buy card", "knight", "monopoly ore", "year of plenty", "road building", "accept",
    "refuse", "cancel", "deal p0", "deal p1", "deal p2", "discard ore", "discard wool", "robber h3 steal p1",
    "take ore", "offer 1 ore for 1 wool", "counter 1 wool for 2 ore", "trade 4 ore for 1 wool", "settle n3",
    "city n3", "stole ore", "drew knight", "dice 8", "sing",
)  # fmt: skip


@dataclass(frozen=True)
class Twins:
    """Two games that differ in one outcome of chance, and who may know it."""

    plan: GamePlan
    board: str
    actors: list[int | None]
    one: list[catan.Action]
    other: list[catan.Action]
    insiders: set[int]


def twins(seed: int, kind: str) -> Twins | None:
    """A game that is played on for a while after a theft or a drawn card, and the same with another card."""
    rng = Random(seed)
    rules = catan.Rules(players=rng.choice((3, 4)), offers_per_turn=2, target_points=14)
    state = catan.State(rules, seed=seed)
    actors: list[int | None] = []

    def happen(event: catan.Action, *states: catan.State) -> None:
        actors.append(states[0].actor)
        for each in states:
            each.apply(event)

    for _ in range(2000):
        if (
            state.phase == {"stole": "steal", "drew": "draw"}[kind]
            and len(state.chance_outcomes()) > 1
            and actors[60:]
        ):
            break
        happen(draw_event(state, rng), state)
        if state.is_over:
            return None
    else:
        return None
    thief, victim = state.current, state.events()[-1].player
    insiders = {thief, victim} if kind == "stole" and victim is not None else {thief}
    twin = state.copy()
    (first, _), (second, _) = rng.sample(state.chance_outcomes(), 2)
    actors.append(None)
    state.apply(first)
    twin.apply(second)
    for _ in range(rng.randrange(2, 30)):
        events = (draw_event(state, rng) for _ in range(20))
        event = next((e for e in events if e.kind != "monopoly" and twin.is_legal(e)), None)
        if event is None or state.actor != twin.actor:
            break
        after = state.copy()
        after.apply(event)
        if after.is_over:
            break
        happen(event, state, twin)
    if state.is_chance:
        return None
    seats = tuple(SeatPlan.person() for _ in range(rules.players))
    plan = GamePlan(seats, rules, seed=seed, spectators=True)
    return Twins(plan, state.board_text, actors, state.events(), twin.events(), insiders)


def key_of(game: int, place: str) -> Key:
    return Key(f"{game:06d}", place, f"{game:03d}{place:x>4}" + "k" * 36)


def write(folder: Path, number: int, pair: Twins, events: list[catan.Action]) -> None:
    """The log of a game that came about so."""
    places = ["host", *map(str, range(len(pair.plan.seats)))]
    keys = {place: key_of(number, place).hash for place in places}
    course = Course(f"{number:06d}", pair.plan, pair.board, SecretChance.of_seed(number), keys)
    (folder / "live").mkdir(parents=True, exist_ok=True)
    journal = Journal(folder / "live" / f"{course.id}.log")
    journal.begin(course.head(NOW, keys))
    for place, (actor, event) in enumerate(zip(pair.actors, events, strict=True), 1):
        journal.append(Entry(place, NOW + place, Moved(actor, event)).to_dict())
    journal.close()


async def everything(t: Table, number: int, seat: int | None) -> list[Any]:
    """All that the server sends to a seat of a game, or to somebody without one."""
    id = f"{number:06d}"
    key = None if seat is None else str(key_of(number, str(seat)))
    got: list[Any] = []
    for path, query in (
        (f"/games/{id}", {}),
        (f"/games/{id}/view", {}),
        (f"/games/{id}/events", {}),
        (f"/games/{id}/actions", {"offers": True}),
        ("/games", {}),
        (f"/library/{id}/record", {}),
    ):
        answer = await t.get(path, key, **query)
        got.append((path, answer.status_code, answer.text))
    entries = len(t.house.game(id).course.entries)
    async with t.live(id, key) as socket:
        got += [json.loads(await socket.recv()) for _ in range(entries + 1)]
    if key is not None:  # and what a language model in that seat is told
        tools = Tools(t.house, remember=False)
        got += [await tools.look(key), await tools.legal_moves(key), await tools.log(0, key)]
    if seat is not None and t.house.game(id).course.state.actor != seat:
        for attempt in ATTEMPTS:
            answer = await t.post(f"/games/{id}/act", key, action=attempt)
            assert answer.status_code >= 400
            got.append((attempt, answer.status_code, answer.text))
        got.append((await t.post(f"/games/{id}/undo", key)).text)
    return got


@pytest.mark.parametrize("kind", ["stole", "drew"])
@in_loop
async def test_hidden_cards_change_nothing_that_others_receive(tmp_path: Path, kind: str) -> None:
    pairs: list[Twins] = []
    seed = 0
    while len(pairs) < GAMES:
        seed += 1
        if (pair := twins(seed, kind)) is not None:
            pairs.append(pair)
    for number, pair in enumerate(pairs):
        write(tmp_path / "one", number, pair, pair.one)
        write(tmp_path / "other", number, pair, pair.other)
    compared = 0
    async with table(tmp_path / "one") as one, table(tmp_path / "other") as other:
        for number, pair in enumerate(pairs):
            states = [t.house.game(f"{number:06d}").course.state for t in (one, other)]
            assert not states[0].same_position(states[1])
            for seat in (None, *range(len(pair.plan.seats))):
                got = [await everything(t, number, seat) for t in (one, other)]
                if seat in pair.insiders:
                    assert got[0] != got[1], f"p{seat} may know and sees no difference"
                else:
                    assert got[0] == got[1]
                    compared += len(got[0])
    assert compared > 400


@in_loop
async def test_what_a_decider_tries_tells_it_nothing_of_others(tmp_path: Path) -> None:
    """The one to move may try anything: refusals have the same words, whatever others hold."""
    pairs = [pair for seed in range(1, 120) if (pair := twins(seed, "stole")) is not None]
    compared = 0
    for pair in pairs:
        states = []
        for events in (pair.one, pair.other):
            state = catan.State(pair.plan.rules, board=pair.board)
            for event in events:
                state.apply(event)
            states.append(state)
        actor = states[0].actor
        if actor is None or actor in pair.insiders:
            continue
        for attempt in ATTEMPTS[:-1]:
            assert states[0].refusal(attempt) == states[1].refusal(attempt), attempt
            compared += 1
    assert compared > 200
