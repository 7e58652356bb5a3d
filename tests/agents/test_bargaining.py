"""Who offers what to whom, and who agrees."""

from __future__ import annotations

from collections import Counter

import pytest

from agents.thinking import choice, played
from longroad.catan import Action, Rules, State
from rules.table import Table

LIMIT = 2
TRADERS = ["planner:offers=2", "mcts:sims=25,offers=2", "mcts:sims=25,offers=2,reuse=off"]


@pytest.fixture(scope="module")
def games() -> dict[str, list[State]]:
    """Four games of four equal players each; that their records replay shows that everybody held what it
    offered."""
    rules = Rules(players=4, turn_cap=100)
    return {spec: played([spec] * 4, rules, 4) for spec in TRADERS}


def kinds(states: list[State]) -> Counter[str]:
    return Counter(event.kind for state in states for event in state.events())


def turns_of(state: State) -> list[list[Action]]:
    turns: list[list[Action]] = [[]]
    for event in state.events():
        turns[-1].append(event)
        if event.kind == "end":
            turns.append([])
    return turns


@pytest.mark.parametrize("spec", TRADERS)
def test_offers_are_few_and_never_the_same_in_a_turn(spec: str, games: dict[str, list[State]]) -> None:
    most = 0
    for state in games[spec]:
        for turn in turns_of(state):
            offers = [str(event) for event in turn if event.kind == "offer"]
            assert len(set(offers)) == len(offers) <= LIMIT
            most = max(most, len(offers))
    assert most == LIMIT


@pytest.mark.parametrize("spec", TRADERS)
def test_deals_come_about_by_offers_and_by_counters(spec: str, games: dict[str, list[State]]) -> None:
    count = kinds(games[spec])
    assert count["deal"] > 10 and count["counter"] > 5 and count["accept"] > 5


def test_a_kept_tree_offers_as_much_as_a_new_one(games: dict[str, list[State]]) -> None:
    kept, new = (kinds(games[spec])["offer"] for spec in TRADERS[1:])
    assert kept > 0.7 * new


def test_what_was_offered_and_accepted_is_mostly_dealt(games: dict[str, list[State]]) -> None:
    accepted = cancelled = 0
    for state in games[TRADERS[0]]:
        for turn in turns_of(state):
            pending = False
            for event in turn:
                pending = event.kind != "offer" and (pending or event.kind == "accept")
                accepted += pending and event.kind in ("deal", "cancel")
                cancelled += pending and event.kind == "cancel"
                pending = pending and event.kind not in ("deal", "cancel")
    assert accepted > 10 and cancelled < 0.1 * accepted


@pytest.mark.parametrize("spec", ["planner", "mcts:sims=25"])
def test_two_players_gain_nothing_by_talking(spec: str) -> None:
    rules = Rules(players=2, turn_cap=100)
    count = kinds(played([spec] * 2, rules, 4))
    assert count["end"] > 50 and not count["offer"] + count["counter"]
    coin = f"{spec}{',' if ':' in spec else ':'}partner=coin"
    assert kinds(played([coin, "random:by=kind"], rules, 4))["offer"] > 5


def one_ore_short(target_points: int = 10, offer: str = "1 ore for 1 wool") -> Table:
    """p1 lacks one ore for a city and has wool to spare; p0 offers."""
    table = Table(4, target_points=target_points).give(1, ore=2).give(0, ore=1).main_of(0)
    assert table.hand(1)[2] == 2 and table.hand(1)[3] >= 2 and table.hand(1)[4] >= 1
    table.play(f"offer {offer}")
    assert table.actor == 1
    return table


@pytest.mark.parametrize("spec", ["planner", "mcts:sims=200"])
def test_an_offer_that_completes_a_city_is_accepted(spec: str) -> None:
    assert str(choice(spec, one_ore_short())) == "accept"


@pytest.mark.parametrize(
    ("spec", "target_points", "answer"),
    [
        ("planner", 3, "refuse"),
        ("planner", 4, "accept"),
        ("planner-1", 4, "refuse"),
        ("planner-1", 5, "refuse"),
        ("planner-1", 6, "accept"),
    ],
)
def test_nobody_deals_with_a_player_about_to_win(spec: str, target_points: int, answer: str) -> None:
    assert str(choice(spec, one_ore_short(target_points))) == answer


def test_a_counter_is_an_exchange_that_both_can_pay() -> None:
    table = one_ore_short(offer="1 ore for 3 brick")
    answer = choice("planner:open=on", table)
    assert answer.kind == "counter" and table.is_legal(answer)
    table.apply(answer)
    for _ in range(2):
        table.play("refuse")
    assert table.phase == "choose" and "deal p1" in table.legal()


def test_a_planner_without_offers_makes_none_and_still_answers() -> None:
    count = kinds(played(["planner:offers=0"] * 3 + ["planner"], Rules(players=4, turn_cap=60), 4))
    assert count["offer"] and count["deal"]
    assert not kinds(played(["planner:offers=0"] * 4, Rules(players=4, turn_cap=60), 4))["offer"]
