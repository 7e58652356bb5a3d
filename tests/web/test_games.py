"""A live game: who decides, what chance brings, what can be taken back, how it ends."""

from __future__ import annotations

import json
from collections import Counter
from pathlib import Path

import pytest

from longroad import catan
from longroad.errors import IllegalActionError, NotationError, NotNowError, RecordError, TableError
from longroad.web.games import GamePlan, House, SeatPlan, SecretChance, audit
from web.tables import SHORT, asked, begin, finished, frames, in_loop, plan, play_person, until


@in_loop
async def test_agents_play_a_game_to_its_end_and_it_becomes_a_record(tmp_path: Path) -> None:
    async with House(tmp_path) as house:
        game = (await begin(house, "planner", "value")).game
        await finished(game)
        assert game.course.result is not None and game.course.result.reason in ("points", "turns")
        await until(lambda: not (tmp_path / "live" / f"{game.id}.log").exists())
        record = house.library.record(game.id)
    state = catan.read_record(record)
    assert state.is_over and state.same_position(game.course.state)
    told = json.loads(record)["table"]
    assert [seat["agent"] for seat in told["seats"]] == ["planner", "value"]
    assert told["winner"] == state.winner and told["date"].endswith("Z")
    assert audit(record) == sum(event.is_chance for event in state.events())


@in_loop
async def test_the_same_secret_and_moves_give_the_same_game(tmp_path: Path) -> None:
    async with House(tmp_path) as house:
        games = [(await begin(house, "planner", "mcts:sims=20", secret=s)).game for s in (1, 1, 2)]
        for game in games:
            await finished(game)
    one, same, other = (game.course.state.events_text() for game in games)
    assert one == same != other


@in_loop
async def test_a_person_decides_only_when_asked_and_only_what_is_legal(tmp_path: Path) -> None:
    async with House(tmp_path) as house:
        game = (await begin(house, "person", "person")).game
        with pytest.raises(NotNowError, match="Red decides now"):
            game.act(1, "settle n3")
        with pytest.raises(IllegalActionError, match=r"road e3: not now"):
            game.act(0, "road e3")
        with pytest.raises(NotationError):
            game.act(0, "sing")
        with pytest.raises(IllegalActionError):
            game.act(0, "dice 8")
        assert not game.course.entries
        assert game.act(0, "settle n23") == 1
        with pytest.raises(NotNowError, match="has changed since entry 0"):
            game.act(0, "road e29", seen=0)
        assert game.act(0, "road e29", seen=1) == 2


@in_loop
async def test_what_is_taken_back_comes_with_the_same_dice(tmp_path: Path) -> None:
    async with House(tmp_path) as house:
        game = (await begin(house, "person", "planner")).game
        await play_person(game, decisions=30)
        await asked(game)
        state = game.course.state
        while not (state.phase == "before roll" and state.actor == 0):
            await asked(game)
            state = game.course.state
            game.act(0, state.legal_actions()[-1] if state.phase != "before roll" else "roll")
            await asked(game)
            state = game.course.state
        before = state.events_text()
        game.act(0, "roll")
        rolled = game.course.state.events()[len(before.split("; ")) + 1]
        game.undo(0)
        assert game.course.state.events_text() == before
        game.act(0, "roll")
        assert game.course.state.events()[len(before.split("; ")) + 1] == rolled
        assert game.course.taken_back == 1


@in_loop
async def test_taking_back_reaches_the_last_decision_across_what_agents_did(tmp_path: Path) -> None:
    async with House(tmp_path) as house:
        game = (await begin(house, "person", "planner")).game
        game.act(0, "settle n23")
        game.act(0, "road e29")
        await asked(game)
        after = [str(event) for event in game.course.state.events()]
        assert len(after) == 6  # p1 has placed twice
        game.undo(0)
        assert game.course.state.events_text() == "settle n23"
        game.undo(0)
        assert game.course.state.events_text() == ""
        with pytest.raises(NotNowError, match="nothing to take back"):
            game.undo(0)
        game.act(0, "settle n23")
        game.act(0, "road e29")
        await asked(game)
        assert [str(event) for event in game.course.state.events()] == after  # agents do the same again


@in_loop
async def test_where_nothing_can_be_taken_back(tmp_path: Path) -> None:
    async with House(tmp_path) as house:
        rated = (await begin(house, "person", "planner", rated=True)).game
        people = (await begin(house, "person", "person")).game
        for game, words in ((rated, "rated"), (people, "against agents only")):
            game.act(0, "settle n23")
            with pytest.raises(NotNowError, match=words):
                game.undo(0)


@in_loop
async def test_a_rated_game_has_dice_that_nobody_knows(tmp_path: Path) -> None:
    async with House(tmp_path) as house:
        with pytest.raises(TableError, match="nobody can know"):
            await house.create(plan("person", "planner", rated=True), SecretChance.of_seed(1))


@in_loop
async def test_resigning_loses_to_the_other_of_two(tmp_path: Path) -> None:
    async with House(tmp_path) as house:
        made = await begin(house, "person", "planner", rated=True)
        made.game.act(0, "settle n23")
        made.game.resign(0)
        result = made.game.course.result
        assert result is not None
        assert (result.winner, result.reason, result.ranks) == (1, "resigned", (2, 1))
        with pytest.raises(NotNowError, match="over"):
            made.game.act(0, "road e29")
        await until(lambda: house.library.rated())
        (kept,) = house.library.rated()
        assert kept.seats[0].gave_up == "resigned"


@in_loop
async def test_in_a_larger_game_planner_plays_on_for_who_resigns(tmp_path: Path) -> None:
    async with House(tmp_path) as house:
        rules = SHORT.replace(players=3)
        game = (await begin(house, "person", "person", "planner", rules=rules)).game
        game.resign(0)
        await asked(game, 1)
        assert game.course.state.settlements(0) and game.course.result is None
        game.resign(1)
        result = game.course.result
        assert result is not None and result.winner is None
        assert result.ranks == (2, 2, 1)


@in_loop
async def test_an_invitation_is_good_once(tmp_path: Path) -> None:
    from longroad.errors import KeyRefusedError

    async with House(tmp_path) as house:
        made = await begin(house, "person", "link")
        game = made.game
        assert game.course.status == "waiting"
        with pytest.raises(NotNowError, match="still empty"):
            game.act(0, "settle n23")
        link = str(made.invitations[1])
        with pytest.raises(KeyRefusedError):
            house.place(link)  # it is not the key of the seat
        with pytest.raises(TableError, match="called Red already"):
            house.join(link, "Red")
        place, key = house.join(link, "Ben")
        assert (place.seat, game.course.names, game.course.status) == (1, ("Red", "Ben"), "playing")
        assert house.place(str(key)) == place
        with pytest.raises(KeyRefusedError, match="used already"):
            house.join(link, "Eve")
        for forged in (link, str(made.host._replace(place="1")), str(made.seats[0]._replace(place="1"))):
            with pytest.raises(KeyRefusedError, match="opens no seat"):
                house.place(forged)


@in_loop
async def test_a_game_of_agents_can_be_paused_and_stepped(tmp_path: Path) -> None:
    async with House(tmp_path) as house:
        made = await begin(house, "planner", "planner", pace=0.01)
        game = made.game
        await until(lambda: len(game.course.actors) > 3)
        game.pause(True)
        before = len(game.course.actors)
        game.step()
        await until(lambda: len(game.course.actors) > before)
        stepped = sum(actor is not None for actor in game.course.actors[before:])
        assert stepped == 1 and game.course.is_paused
        game.set_pace(0)
        game.pause(False)
        await finished(game)
        person = (await begin(house, "person", "planner")).game
        with pytest.raises(NotNowError, match="only a game of agents"):
            person.pause(True)


@in_loop
async def test_a_follower_sees_the_same_live_and_afterwards(tmp_path: Path) -> None:
    async with House(tmp_path) as house:
        made = await begin(house, "person", "planner")
        place = house.place(str(made.seats[0]))
        with house.follow(place) as live:
            seen = []
            await play_person(made.game, decisions=25)
            await asked(made.game)
            made.game.undo(0)
            await play_person(made.game, decisions=25, seed=2)
            seen = frames(live)
        with house.follow(place) as late, house.follow(place, since=40) as later:
            again, rest = frames(late), frames(later)
        plain = [(f.number, f.kind, f.player, f.action, f.words, f.facts) for f in again]
        assert plain == [(f.number, f.kind, f.player, f.action, f.words, f.facts) for f in seen]
        assert plain[40:] == [(f.number, f.kind, f.player, f.action, f.words, f.facts) for f in rest]
        assert [f.number for f in again] == list(range(1, len(again) + 1))
        assert again[-1].view is not None and all(f.view is None for f in again[:-1])
        assert made.game.followers == 0


@pytest.mark.parametrize(
    ("make", "words"),
    [
        (lambda: plan("person"), "2 to 4, not by 1"),
        (lambda: plan("planner", "value", rated=True), "needs a person"),
        (lambda: plan("person", "planner:open=on", rated=True), "hands of others"),
        (lambda: plan("person", "planner", pace=-1), "between 0 and 60"),
        (lambda: GamePlan((SeatPlan.person("Ann"), SeatPlan.person("Ann"))), "same name"),
        (lambda: SeatPlan.person("x" * 41), "1 to 40"),
        (lambda: SeatPlan.person("you"), "choose another name"),
        (lambda: SeatPlan("agent"), "names its agent"),
        (lambda: plan("person", "planner", series="\n"), "series"),
    ],
)
def test_a_plan_that_cannot_be_played_is_refused(make: object, words: str) -> None:
    with pytest.raises(TableError, match=words):
        make()  # type: ignore[operator]


def test_chance_that_was_tampered_with_is_found() -> None:
    chance = SecretChance.of_seed(3)
    told = {"secret": chance.secret.hex(), "commitment": chance.commitment}
    state = catan.State(SHORT, seed=1)
    for _ in range(8):
        state.apply(state.legal_actions()[0])
    state.apply("roll")
    outcomes = {str(outcome) for outcome, _ in state.chance_outcomes()}
    right = str(chance.outcome(state, Counter()))
    for outcome in sorted(outcomes):
        end = state.copy()
        end.apply(outcome)
        record = catan.write_record(end, chance=told)
        if outcome == right:
            assert audit(record) == 1
        else:
            with pytest.raises(RecordError, match="but the secret draws"):
                audit(record)
    with pytest.raises(RecordError, match="not the one whose hash"):
        audit(catan.write_record(state, chance={**told, "commitment": "0" * 64}))
    with pytest.raises(RecordError, match="no secret"):
        audit(catan.write_record(state))
