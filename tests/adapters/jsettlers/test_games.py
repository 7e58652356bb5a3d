"""Captured games played again: our player says what it said, and our engine ends where the server's game
ended."""

from __future__ import annotations

import asyncio
import re
from collections.abc import Callable
from typing import Any, ClassVar

import pytest

from adapters.jsettlers.fake_server import (
    GAME,
    HANG_UP,
    NAMES,
    PLAYER,
    FakeServer,
    Scripted,
    captured,
    replaying,
)
from longroad.adapters.jsettlers import Connection, GameTable, Limits, Outcome
from longroad.agents import Agent
from longroad.catan import Action, Belief, Rng, State, View

LIMITS = Limits(silence=2.0, answers=2.0, farewell=2.0)


async def think(decide: Callable[[], Action]) -> Action:
    return decide()


def played(
    game: dict[str, Any], agent: Agent | None = None, limits: Limits = LIMITS
) -> tuple[Outcome, FakeServer]:
    """A captured game, or a changed one, against the fake server."""

    async def play() -> tuple[Outcome, FakeServer]:
        async with replaying(game["messages"]) as server:
            connection = await Connection.open("127.0.0.1", server.port, PLAYER)
            player = agent or Scripted(game["decisions"])
            table = GameTable(connection, GAME, game["seat"], player, Rng(1), think, limits)
            outcome = await table.play(connection.create(GAME, f"PL={game['players']},BC=t4"), start=True)
            await connection.close()
            return outcome, server

    return asyncio.run(asyncio.wait_for(play(), 20))


class Watching(Scripted):
    """Counts cards, and looks at what it is shown."""

    follows = True

    def begin(self, *args: Any) -> None:
        super().begin(*args)
        self.belief = Belief()

    def observe(self, before: View, event: Action, after: View) -> None:
        self.belief.observe(before, event, after)
        assert self.belief.fits(after)

    def choose(self, view: View, actions: Any) -> Action:
        for player in range(view.players):
            if player != view.player:
                assert view.cards(player) is None, "development cards are hidden"
                assert view.players == 2 or view.hand(player) is None
        return super().choose(view, actions)


@pytest.mark.parametrize("name", NAMES)
class TestCapturedGames:
    def test_is_played_to_the_same_end(self, name: str) -> None:
        game = captured(name)
        outcome, server = played(game)
        assert server.differences == [] and server.finished == 1
        assert (outcome.problem, outcome.reason) == (None, "")
        assert (outcome.me, outcome.names, outcome.points) == (game["me"], game["names"], game["points"])
        assert (outcome.winner, outcome.turns) == (game["winner"], game["turns"])

    def test_its_record_replays(self, name: str) -> None:
        game = captured(name)
        outcome, _ = played(game)
        assert outcome.record is not None
        state = State.from_record(outcome.record)
        assert state.is_over and state.winner == game["winner"]
        assert [state.points(player) for player in range(game["players"])] == game["points"]
        assert state.rules.bank == 50

    def test_the_agent_can_count_cards_and_sees_nothing_hidden(self, name: str) -> None:
        game = captured(name)
        watcher = Watching(game["decisions"])
        outcome, server = played(game, watcher)
        assert (outcome.problem, outcome.reason, server.differences) == (None, "", [])


def test_a_winner_by_knight_still_moves_the_robber() -> None:
    """The server wants it before it ends the game; our record ends with the knight."""
    game = captured("won_by_a_knight")
    ours = [line for line in game["messages"] if line.startswith("> ")]
    assert [line[2:6] for line in ours[-3:]] == ["1049", "1034", "1011"]
    outcome, server = played(game)
    assert server.differences == [] and outcome.winner == outcome.me
    assert outcome.record is not None and '; knight"' in outcome.record


def test_an_acceptance_that_comes_after_the_end_of_the_turn() -> None:
    """Captured messages in another order that the protocol permits: a robot offers brick for grain, and
    instead of refusing we accept, while the robot already ends its turn, without taking the offer back. The
    server refuses once it is our turn and we have rolled: that is no refusal of the roll."""
    game = captured("four_players_4")
    lines, refusal = game["messages"], f"> 1037|{GAME},0"
    offer = lines.index(f"< 1041|{GAME},3,true,true,true,false,1,0,0,0,0,0,0,1,0,0", 600)
    answer, roll = lines.index(refusal, offer), lines.index(f"> 1031|{GAME}", offer)
    unsaid = {f"< 1037|{GAME},0", f"< 1038|{GAME},3"}
    between = [line for line in lines[answer + 1 : roll] if line not in unsaid]
    assert f"< 1038|{GAME},-1" in between and f"< 1026|{GAME},0,15" in between
    too_late = f"< 1091|{GAME}\x01You can't make that trade."
    lines[answer : roll + 1] = [f"> 1039|{GAME},0,3", *between, lines[roll], too_late]
    answers = [i for i, decision in enumerate(game["decisions"]) if decision == "refuse"]
    game["decisions"][answers[lines[:answer].count(refusal)]] = "accept"
    outcome, server = played(game)
    assert (outcome.problem, outcome.reason, server.differences) == (None, "", [])
    assert (outcome.points, outcome.winner) == (game["points"], game["winner"])


class TestOneWhoHoldsNoCardsHere:
    """A captured game up to a seven after our monopoly, which left p1 without cards and p2 with two; our
    guess is one brick each. From there on it is built of the same kinds of messages: we rob p2 of a brick,
    which leaves it none here, and then something shows that it has another card."""

    robbery: ClassVar = [
        f"> 1034|{GAME},0,185",
        f"< 1034|{GAME},0,185",
        f"< 1024|{GAME},0,101,1,1",
        f"< 1024|{GAME},3,102,1,1,Y",
        f"< 1025|{GAME},20",
    ]

    def continued(self, messages: list[str], decisions: list[str]) -> State:
        game = captured("nobody_to_rob_after_a_monopoly")
        lines = game["messages"]
        monopoly = lines.index(f"> 1053|{GAME},4")
        seven = next(i for i in range(monopoly, len(lines)) if lines[i].startswith("> 1034"))
        game["messages"] = [*lines[:seven], *self.robbery, *messages, HANG_UP]
        robbed = game["decisions"].index("robber h4 steal p0", game["decisions"].index("monopoly grain"))
        game["decisions"][robbed:] = ["robber h15 steal p2", *decisions]
        outcome, server = played(game)
        assert (outcome.problem, server.differences) == ("lost", []), outcome.reason
        assert outcome.record is not None
        return State.from_record(outcome.record)

    def test_accepts_our_offer(self) -> None:
        offer = f"1041|{GAME},0,false,true,true,true,0,0,0,1,0,1,0,0,0,0"
        answers = [f"< 1037|{GAME},2", f"< 1037|{GAME},1"]
        cards = [f"< 1024|{GAME},{change},1" for change in ("0,102,4", "3,101,4", "0,101,1", "3,102,1")]
        deal = [*cards, f"< 1039|{GAME},3,0", f"< 1038|{GAME},-1"]
        state = self.continued(
            [f"> {offer}", f"< {offer}", *answers, *deal, f"> 1032|{GAME}"],
            ["offer 1 grain for 1 brick", "end"],
        )
        assert (state.hand(3), state.hand_size(1), state.hand(2)) == ((4, 0, 0, 1, 1), 0, (0, 0, 0, 1, 0))

    def test_is_robbed(self) -> None:
        """By p0, with the knight that it played next."""
        turn = [f"> 1032|{GAME}", f"< 1038|{GAME},-1", f"< 1026|{GAME},1,15"]
        knight = [f"< 1046|{GAME},1,1,9", f"< 1024|{GAME},1,101,15,1", f"< 1025|{GAME},33"]
        theft = [f"< 1034|{GAME},1,183", f"< 1024|{GAME},1,101,6,1", f"< 1024|{GAME},3,102,6,1"]
        state = self.continued([*turn, *knight, *theft, f"< 1025|{GAME},15"], ["end"])
        assert [state.hand_size(player) for player in range(4)] == [7, 0, 0, 6]


def test_unknown_messages_are_passed_over() -> None:
    game = captured(NAMES[0])
    strange = ["< 1234|what,is,this", "< 7|", f"< 1010|{GAME},someone,hello"]
    game["messages"] = [
        line for i, old in enumerate(game["messages"]) for line in ([*strange, old] if i % 50 == 5 else [old])
    ]
    outcome, _ = played(game)
    assert outcome.problem is None


def changed(game: dict[str, Any], pattern: str, new: str, which: int = 0) -> dict[str, Any]:
    """The game with one of the messages that match a pattern written anew; ``new`` may name groups."""
    at = [i for i, line in enumerate(game["messages"]) if re.fullmatch(pattern, line)][which]
    line = re.sub(pattern, new, game["messages"][at])
    return {**game, "messages": [*game["messages"][:at], *line.split("\n"), *game["messages"][at + 1 :]]}


class TestWhatGoesWrong:
    """Every such game ends with a reason, and nothing is raised."""

    game = captured("two_players_1")

    def failed(self, game: dict[str, Any], problem: str, words: str) -> None:
        outcome, _ = played(game, limits=Limits(silence=0.5, answers=0.5, farewell=0.2))
        assert outcome.problem == problem, outcome.reason
        assert words in outcome.reason
        assert outcome.points == [] and outcome.winner is None and outcome.trace
        if outcome.record is not None:
            State.from_record(outcome.record)

    def test_cards_that_we_should_not_have(self) -> None:
        ours = f"< 1086\\|{GAME}\\|1\\|100\\|1\\|([0-9]+)(.*)"
        self.failed(changed(self.game, ours, f"< 1086|{GAME}|1|100|1|9\\2", 2), "desynchronised", "our cards")

    def test_a_hand_of_another_size(self) -> None:
        gains = f"< 1092\\|{GAME}\\|([0-9])\\|0\\|([0-9]+)(.*)"
        self.failed(
            changed(self.game, gains, f"< 1092|{GAME}|\\1|0|30\\3"), "desynchronised", "holds 30 cards"
        )

    def test_a_road_where_none_can_be(self) -> None:
        road = f"< 1009\\|{GAME},0,0,([0-9]+)"
        changed_game = changed(self.game, road, f"< 1009|{GAME},0,0,{0x22}", 2)
        self.failed(changed_game, "desynchronised", "road e")

    def test_a_piece_in_the_sea(self) -> None:
        road = f"< 1009\\|{GAME},0,0,([0-9]+)"
        self.failed(changed(self.game, road, f"< 1009|{GAME},0,0,1"), "protocol", "can stand on 0x1")

    def test_other_points_at_the_end(self) -> None:
        end = f"< 1061\\|{GAME},10,7,(.*)"
        self.failed(changed(self.game, end, f"< 1061|{GAME},10,8,\\1"), "desynchronised", "points at the end")

    def test_another_holder_of_the_longest_road(self) -> None:
        turn = f"< 1026\\|{GAME},([01]),15"
        said = f"< 1096|{GAME}|6|1\n< 1026|{GAME},\\1,15"
        self.failed(changed(self.game, turn, said, 3), "desynchronised", "the longest road")

    def test_a_move_that_the_server_refuses(self) -> None:
        echo = f"< 1009\\|{GAME},1,.*"
        refusal = f"< 1091|{GAME}\x01You can't build a settlement there."
        self.failed(changed(self.game, echo, refusal), "refused", "You can't build")

    def test_a_build_request_that_is_cancelled(self) -> None:
        echo = f"< 1009\\|{GAME},1,.*"
        self.failed(changed(self.game, echo, f"< 1044|{GAME},1"), "refused", "does not let us build")

    def test_a_turn_that_is_ended_by_force(self) -> None:
        prompt = f"< 1072\\|{GAME},1"
        forced = f"< 1026|{GAME},0,15"
        self.failed(changed(self.game, prompt, forced, 2), "forced", "longroad (p0) was forced")

    def test_a_server_that_falls_silent(self) -> None:
        said_never = f"> 1031|{GAME}x"
        game = {**self.game, "messages": [*self.game["messages"][:299], said_never]}
        game = {
            **game,
            "messages": [line for line in game["messages"] if not line.startswith("< 1026") or ",5" in line],
        }
        self.failed(game, "silent", "nothing heard for 0.5 s")

    def test_a_server_that_stops(self) -> None:
        game = {**self.game, "messages": [*self.game["messages"][:300], HANG_UP]}
        self.failed(game, "lost", "the server closed the connection")

    def test_a_game_that_is_deleted(self) -> None:
        turn = f"< 1026\\|{GAME},([01]),15"
        self.failed(changed(self.game, turn, f"< 1015|{GAME}", 3), "ended", "the server ended the game")

    def test_being_kicked(self) -> None:
        turn = f"< 1026\\|{GAME},([01]),15"
        said = f"< 1011|{PLAYER},127.0.0.1,{GAME}"
        self.failed(changed(self.game, turn, said, 3), "ended", "took us out")

    def test_a_message_without_sense(self) -> None:
        turn = f"< 1026\\|{GAME},([01]),15"
        outcome, _ = played(changed(self.game, turn, f"< 1026|{GAME}", 3))
        assert outcome.problem == "lost" and "1026 (Turn): a field is missing" in outcome.reason

    def test_an_agent_that_fails(self) -> None:
        outcome, _ = played(self.game, Scripted(self.game["decisions"][:20]), Limits(1.0, 1.0, 0.2))
        assert outcome.problem == "agent" and "IndexError" in outcome.reason
