"""Decisions that need no thought must come out right."""

from __future__ import annotations

import pytest

from agents.thinking import begun, choice
from longroad import search
from longroad.catan import Rules, State, topology
from property.random_games import positions
from rules.table import Table, board, way

THINKERS = ["planner", "mcts:sims=60", "mcts:sims=60,select=uct,leaf=short", "mcts:sims=60,trades=separate"]


@pytest.mark.parametrize("spec", [*THINKERS, "ntu2016:sims=60,win=on"])
@pytest.mark.parametrize("players", [2, 4])
def test_one_settlement_from_winning(spec: str, players: int) -> None:
    table = Table.lanes(players, target_points=3).build(0, *way(19, 20)).pay_for(0, "settle").main_of(0)
    assert {"settle n20", "end"} <= table.legal()
    for seed in range(3):
        after = table.copy()
        after.apply(choice(spec, table, seed))
        assert after.winner == 0


def wins_in_two(state: State) -> bool:
    """Whether two moves of this turn win, and no single one does."""
    late = [action for action in state.legal_actions() if action.kind not in ("offer", "end", "buy card")]
    after = []
    for action in late:
        after.append(state.copy())
        after[-1].apply(action)
    if any(s.is_over for s in after):
        return False
    for s in after:
        for action in s.legal_actions() if s.phase == "main" else ():
            if action.kind in ("settle", "city", "road"):
                then = s.copy()
                then.apply(action)
                if then.winner == state.current:
                    return True
    return False


@pytest.fixture(scope="module")
def close_calls() -> list[State]:
    """Positions in which the turn can be won by two moves, one per game."""
    found: list[State] = []
    for seed in range(200):
        rules = Rules(players=2 + seed % 3, target_points=5, turn_cap=300)
        late = [s.copy() for s in positions(rules, seed) if s.phase == "main" and s.points(s.current) >= 3]
        found += [s for s in late[-4:] if wins_in_two(s)][:1]
        if len(found) == 6:
            break
    return found


@pytest.mark.parametrize("spec", ["planner", "mcts:sims=2000", "mcts:sims=2000,reuse=off,offers=0"])
def test_a_turn_that_can_be_won_is_won(spec: str, close_calls: list[State]) -> None:
    assert len(close_calls) == 6
    for position in close_calls:
        state, player = position.copy(), position.current
        agent = begun(spec, state)
        for _ in range(4):
            if not state.is_over:
                assert state.phase in ("main", "choose", "free roads") and state.actor == player
                state.apply(agent.choose(state.view(), state.legal_actions()))
        assert state.winner == player


@pytest.mark.parametrize("sims", [20, 3000])
def test_a_certain_win_is_seen_as_expectimax_sees_it(sims: int, close_calls: list[State]) -> None:
    for state in close_calls:
        agent = begun(f"mcts:sims={sims},offers=0,open=on", state)
        move = agent.choose(state.view(open_hands=True), state.legal_actions())
        assert agent.win_probability == 1  # type: ignore[attr-defined]
        after = state.copy()
        after.apply(move)
        best = search.expectimax(state, depth=2).value
        assert search.expectimax(after, player=state.current, depth=1).value == pytest.approx(best)


@pytest.mark.parametrize("spec", ["planner", "mcts:sims=60", "mcts:sims=60,leaf=short"])
def test_the_rich_corner_is_settled_first(spec: str) -> None:
    corner = 21
    around = topology.INTERSECTION_HEXES[corner]
    assert len(around) == 3
    rich = dict(zip((f"h{h}" for h in around), ("O6", "G8", "B6"), strict=True))
    for players in (2, 3):
        state = State(Rules(players=players), board=board("L2", **rich))
        assert str(choice(spec, state)) == f"settle n{corner}"


@pytest.mark.parametrize("spec", THINKERS)
def test_the_robber_goes_where_it_hurts_others(spec: str) -> None:
    table = Table(4).give(1, ore=1).before_roll_of(0).play("roll", "dice 7")
    assert table.phase == "robber"
    action = choice(spec, table)
    corners = set(topology.HEX_CORNERS[int(str(action).split()[1][1:])])
    assert not corners & set(table.settlements(0)) and "rob" in str(action)
    assert any(corners & set(table.settlements(p)) for p in (1, 2, 3))


def test_a_planner_discards_what_a_city_does_not_need() -> None:
    table = Table(2).give(0, ore=3, grain=2, wool=4).before_roll_of(0)
    ore, grain = table.hand(0)[2], table.hand(0)[3]
    assert ore == 3 and grain >= 2
    table.play("roll", "dice 7")
    discarded = 0
    while table.phase == "discard" and table.actor == 0:
        table.apply(choice("planner", table))
        discarded += 1
    assert discarded >= 4 and table.hand(0)[2] == 3 and table.hand(0)[3] >= 2
