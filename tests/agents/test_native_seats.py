"""Native players at a game that Python holds: what they and chance do is what happens when all are asked in
Python."""

from __future__ import annotations

import gc

import pytest

from longroad.agents import AnyAgent, Table, make_agent
from longroad.catan import Rng, Rules, State
from longroad.errors import IllegalActionError, NotationError


def begun(specs: list[str], rules: Rules) -> dict[int, AnyAgent]:
    agents = {seat: make_agent(spec) for seat, spec in enumerate(specs)}
    for player, agent in agents.items():
        agent.begin(rules, player, Rng(player))
    return agents


def played(specs: list[str], rules: Rules, *, native: bool) -> tuple[State, list[int]]:
    """The game, and how often each seat was asked from here."""
    state, agents = State(rules, seed=3), begun(specs, rules)
    table, asked = Table(state, agents, chance=Rng(5), native=native), [0] * rules.players
    while (seat := table.run()) is not None:
        assert seat == state.actor
        asked[seat] += 1
        table.apply(agents[seat].choose(table.view(seat), state.legal_actions()))
    return state, asked


@pytest.mark.parametrize("players", [2, 3, 4])
@pytest.mark.parametrize(
    "spec", ["random", "random:by=kind", "weighted", "value", "planner", "mcts:sims=4", "value:open=on"]
)
def test_games_are_the_same(spec: str, players: int) -> None:
    rules = Rules(players=players, offers_per_turn=1, turn_cap=60)
    specs = [spec, "random:by=kind", spec, "value"][:players]
    state, asked = played(specs, rules, native=True)
    assert state.is_over and asked == [0] * players
    expected, asked = played(specs, rules, native=False)
    assert state.event_words() == expected.event_words()
    assert sum(asked) == sum(not event.is_chance for event in expected.events())
    assert state.rolls == sum(event.kind == "dice" for event in expected.events())


@pytest.mark.parametrize("ours", [0, 1, 2])
def test_a_seat_without_an_agent_is_ours(ours: int) -> None:
    rules = Rules(players=3, offers_per_turn=1, turn_cap=60)
    specs = ["mcts:sims=4", "value", "weighted"]
    everybody, state = begun(specs, rules), State(rules, seed=3)
    agents = {seat: agent for seat, agent in everybody.items() if seat != ours}
    table, told = Table(state, agents, chance=Rng(5)), everybody[ours]
    before = state.copy()
    while (seat := table.run()) is not None:
        assert seat == ours == state.actor
        for event in state.events()[len(before.events()) :]:
            view, seen = before.view(ours), before.seen_by(event, ours)
            before.apply(event)
            told.observe(view, seen, before.view(ours))
        table.apply(told.choose(state.view(ours), state.legal_actions()))
    assert state.event_words() == played(specs, rules, native=True)[0].event_words()


def test_forced_moves_are_made_for_those_who_need_not_be_asked() -> None:
    rules = Rules(players=2, offers_per_turn=0, turn_cap=80)
    state, agents = State(rules, seed=3), begun(["weighted", "weighted"], rules)
    agents[0].native_player, agents[0].skips_forced = None, True
    lots = make_agent("weighted")
    lots.begin(rules, 0, Rng(9))
    table, asked = Table(state, agents, chance=Rng(5)), 0
    while table.run() is not None:
        assert len(state.legal_actions()) > 1 or state.phase == "discard"
        table.apply(lots.choose(state.view(), state.legal_actions()))
        asked += 1
    assert table.skipped(0) > 40 and asked > 10 and table.skipped(1) == 0
    decisions = sum(not event.is_chance for event in state.events())
    player = agents[1].native_player
    assert decisions == asked + table.skipped(0) + player.decisions and player.seconds == 0


def test_what_is_illegal_is_refused_and_nothing_happens() -> None:
    state = State(Rules(players=2), seed=1)
    table = Table(state, {}, chance=Rng(1))
    assert table.run() == 0
    with pytest.raises(IllegalActionError, match="road e0: not now"):
        table.apply("road e0")
    with pytest.raises(NotationError, match="'hello' is not an action"):
        table.apply("hello")
    with pytest.raises(TypeError):
        table.apply(3)
    assert state.event_words() == []
    table.apply("settle n23")
    assert state.phase == "setup road"
    with pytest.raises(IndexError, match="no such seat"):
        table.skipped(2)
    with pytest.raises(ValueError, match="no generator for chance"):
        Table(state, {}).run()


def test_the_game_outlives_those_who_made_it() -> None:
    rules = Rules(players=2, offers_per_turn=0, turn_cap=30)

    def made() -> Table[State]:
        return Table(State(rules, seed=3), begun(["value", "weighted"], rules), chance=Rng(5))

    table = made()
    table.agents.clear()
    gc.collect()
    assert table.run() is None and table.state.turn == 30
