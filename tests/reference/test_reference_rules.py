"""Single rules of the reference, each on a position arranged by hand."""

from __future__ import annotations

from fractions import Fraction

import pytest

from .board import HEX_CORNERS
from .cards import RESOURCES
from .game import Game


def started(**options: object) -> Game:
    """A game after a set-up in which everybody takes the first place listed; p0 is to roll."""
    game = Game(**options)  # type: ignore[arg-type]
    while game.phase.startswith("setup"):
        game.apply(game.legal_actions()[0])
    return game


def set_hand(game: Game, player: int, counts: list[int]) -> None:
    """Deal from the bank, so that the number of cards stays right."""
    hand = game.players[player].hand
    for resource, count in zip(RESOURCES, counts, strict=True):
        game.bank[resource] += hand[resource] - count
        hand[resource] = count


def play(game: Game, *texts: str) -> Game:
    for text in texts:
        game.apply(text)
    return game


def kinds(game: Game) -> set[str]:
    return {action.split()[0] for action in game.legal_actions()}


@pytest.mark.parametrize(
    ("settlements", "order"), [(2, [0, 1, 2, 2, 1, 0]), (3, [0, 1, 2, 2, 1, 0, 0, 1, 2])]
)
def test_setup_order_and_pay(settlements: int, order: list[int]) -> None:
    game = Game(players=3, starting_settlements=settlements)
    seen = []
    for step in range(len(order)):
        seen.append(game.actor)
        before = sum(map(sum, game.snapshot()["hands"]))
        game.apply(game.legal_actions()[0])
        assert game.phase == "setup road" and len(game.legal_actions()) in (2, 3)
        paid = sum(map(sum, game.snapshot()["hands"])) - before
        assert (paid > 0) == (step >= len(order) - 3)
        game.apply(game.legal_actions()[0])
    assert seen == order and (game.phase, game.current, game.turn) == ("before roll", 0, 0)


def test_shortage_is_judged_for_each_resource() -> None:
    game = started(players=2)
    one, two = game.players
    ore = game.board.terrain.index("ore")  # h0, token 10; h6 brick has the other 10
    one.settlements, two.cities = {HEX_CORNERS[ore][0]}, {HEX_CORNERS[ore][4]}
    two.settlements = {HEX_CORNERS[6][3]}
    for bank, expected in [(3, (1, 2)), (2, (0, 0))]:
        set_hand(game, 0, [0] * 5)
        set_hand(game, 1, [0] * 5)
        game.bank["ore"] = bank
        game.produce(10)
        assert (one.hand["ore"], two.hand["ore"], two.hand["brick"]) == (*expected, 1)
        game.bank["ore"] = 19
    one.settlements = set()
    game.bank["ore"] = 1
    game.produce(10)
    assert two.hand["ore"] == 1  # the only creditor gets what is left


def test_seven_discards_then_robber_then_steal() -> None:
    game = started(players=3)
    set_hand(game, 0, [3, 3, 3, 0, 0])
    set_hand(game, 1, [7, 0, 0, 0, 0])
    set_hand(game, 2, [0, 0, 0, 4, 4])
    play(game, "roll", "dice 7")
    assert (game.phase, game.actor) == ("discard", 0)
    play(game, *["discard ore"] * 3, "discard brick")
    assert game.actor == 2 and game.legal_actions() == ["discard grain", "discard wool"]
    play(game, *["discard wool"] * 4)
    assert (game.phase, game.actor) == ("robber", 0)
    assert not game.is_legal(f"robber h{game.robber}")
    move = next(action for action in game.legal_actions() if action.endswith("steal p1"))
    assert not game.is_legal(move.split(" steal")[0])
    play(game, move)
    assert game.chance_outcomes() == {"stole brick": Fraction(1)}
    play(game, "stole brick")
    assert game.phase == "main" and game.players[0].hand["brick"] == 3


def test_cards_bought_this_turn_wait_but_older_ones_do_not() -> None:
    game = started(players=2)
    play(game, "roll", "dice 12")
    set_hand(game, 0, [0, 0, 1, 1, 1])
    play(game, "buy card", "drew monopoly")
    assert game.snapshot()["bought"] == [0, 0, 0, 0, 1] and "monopoly" not in kinds(game)
    game.players[0].cards["monopoly"] += 1  # an older one
    game.players[0].cards["knight"] += 1
    set_hand(game, 1, [0, 0, 0, 0, 5])
    play(game, "monopoly wool")
    assert game.players[0].hand["wool"] == 5 and game.phase == "main"
    assert not kinds(game) & {"monopoly", "knight"}  # one card per turn


def test_no_building_through_an_opponent() -> None:
    game = started(players=2)
    one, two = game.players
    one.settlements, one.roads, two.settlements, two.roads = {0}, {0}, {1}, {1}  # e0 is n0-n1, e1 is n1-n2
    assert game.road_places(0) == [6]  # n0-n8, and not on from n1, whatever stood there first
    two.settlements, two.roads = {20}, set()
    assert game.road_places(0) == [1, 6]


def test_friendly_robber_spares_players_with_two_visible_points() -> None:
    game = started(players=2, friendly_robber=True)
    one, two = game.players
    one.settlements, two.settlements, two.cities = {0, 2}, {20}, {24}
    two.cards["victory point"] = 1
    play(game, "roll", "dice 7")
    hexes = {int(action.split()[1][1:]) for action in game.legal_actions()}
    assert game.public_points(1) == 3
    assert hexes == {h for h in range(19) if h != game.robber and not {0, 2} & set(HEX_CORNERS[h])}
    two.settlements, two.cities = {20, 24}, set()
    hexes = {int(action.split()[1][1:]) for action in game.legal_actions()}
    assert hexes == {h for h in range(19) if h != game.robber and not {0, 2, 20, 24} & set(HEX_CORNERS[h])}
    one.settlements = {corners[0] for corners in HEX_CORNERS}  # they touch every hex
    game.longest_road = None
    game.public_points = lambda player: 2  # type: ignore[method-assign]
    assert len({action.split()[1] for action in game.legal_actions()}) == 18


def test_dice_deck_runs_out_and_is_shuffled_again() -> None:
    game = started(players=2, dice_deck=True, robber=False, target_points=20)
    assert game.chance_outcomes() == {}
    for drawn in range(36):
        assert game.dice_deck is not None and len(game.dice_deck) == 36 - drawn
        play(game, "roll")
        outcomes = game.chance_outcomes()
        assert drawn < 35 or outcomes == {"dice 12": Fraction(1)}
        play(game, next(iter(outcomes)), "end")  # the lowest sum that is left
    assert game.dice_deck is not None and len(game.dice_deck) == 36
    play(game, "roll")
    assert game.chance_outcomes()["dice 7"] == Fraction(1, 6)


def test_robber_off() -> None:
    game = started(players=2, robber=False)
    start = game.robber
    set_hand(game, 0, [4, 4, 4, 0, 0])
    game.players[0].cards["knight"] = 1
    play(game, "knight")
    assert (game.phase, game.players[0].knights) == ("before roll", 1)
    play(game, "roll", "dice 7")
    assert game.phase == "main" and game.robber == start and sum(game.players[0].hand.values()) == 12


def test_road_building_stops_without_pieces_and_plenty_without_cards() -> None:
    game = started(players=2)
    me = game.players[0]
    me.cards["road building"] = me.cards["year of plenty"] = 1
    while len(me.roads) < 14:
        me.roads.add(game.road_places(0)[0])
    play(game, "road building", f"road e{game.road_places(0)[0]}")
    assert game.phase == "before roll" and len(me.roads) == 15
    game.card_played = False
    for resource in RESOURCES:
        me.hand[resource] += game.bank[resource]
        game.bank[resource] = 0
    assert not game.is_legal("year of plenty")
    me.hand["ore"] -= 1
    game.bank["ore"] = 1
    play(game, "year of plenty", "take ore")
    assert game.phase == "before roll"


def test_offer_counter_deal() -> None:
    game = started(players=4, offers_per_turn=1)
    play(game, "roll", "dice 12")
    for player, hand in enumerate([[0, 0, 0, 2, 1], [0, 0, 0, 0, 0], [0, 0, 2, 0, 0], [1, 0, 0, 0, 0]]):
        set_hand(game, player, hand)
    for wrong in (
        "1 ore for 1 wool",
        "1 wool for 1 wool",
        "1 wool for 20 ore",
        "2 wool for 1 ore",
        "1 wool for",
    ):
        assert not game.is_legal(f"offer {wrong}")
    assert game.is_legal("offer 2 grain + 1 wool for 19 ore") and "roll" not in kinds(game)
    play(game, "offer 2 grain + 1 wool for 2 ore")
    assert game.actor == 2 and game.is_legal("accept")  # p1 has no cards and is passed over
    assert not game.is_legal("counter 2 ore for 2 grain + 1 wool")
    play(game, "counter 1 ore for 2 grain")
    assert game.actor == 3 and not game.is_legal("accept")
    play(game, "counter 1 brick for 3 wool")
    assert game.legal_actions() == ["deal p2", "cancel"]  # p0 cannot pay three wool
    snapshot = game.snapshot()
    assert snapshot["offer"] == [[0, 0, 0, 2, 1], [0, 0, 2, 0, 0]]
    assert snapshot["replies"][:3] == [None, None, [[0, 0, 1, 0, 0], [0, 0, 0, 2, 0]]]
    play(game, "deal p2")
    assert game.snapshot()["hands"][0] == [0, 0, 1, 0, 1] and game.snapshot()["hands"][2] == [0, 0, 1, 2, 0]
    assert game.phase == "main" and "offer" not in kinds(game)


def test_all_refuse() -> None:
    game = started(players=2)
    play(game, "roll", "dice 12")
    set_hand(game, 0, [1, 0, 0, 0, 0])
    set_hand(game, 1, [0, 1, 0, 0, 0])
    play(game, "offer 1 brick for 1 lumber", "refuse")
    assert game.phase == "main" and game.offers_made == 1 and game.snapshot()["offer"] is None


@pytest.mark.parametrize(("maritime", "rates"), [("all", {2, 3, 4}), ("best", {2})])
def test_bank_rates(maritime: str, rates: set[int]) -> None:
    game = started(players=2, maritime=maritime, offers_per_turn=0)
    play(game, "roll", "dice 12")
    game.players[0].settlements = {0, 3, 4}  # a general harbor and that for grain
    set_hand(game, 0, [0, 0, 0, 4, 0])
    trades = [action.split() for action in game.legal_actions() if action.startswith("trade")]
    assert {int(words[1]) for words in trades} == rates and len(trades) == 4 * len(rates)


def test_points_won_in_another_turn_count_when_the_own_turn_begins() -> None:
    game = started(players=3)
    play(game, "roll", "dice 12")
    game.players[1].cards["victory point"] = 8
    assert game.phase == "main"
    play(game, "end")
    assert (game.phase, game.winner, game.current, game.turn) == ("over", 1, 1, 1)
    with pytest.raises(ValueError):
        game.apply("roll")


def test_turn_cap_and_win_after_setup() -> None:
    game = play(started(players=2, turn_cap=1), "roll", "dice 12", "end")
    assert (game.phase, game.winner, game.turn) == ("over", None, 1)
    game = started(players=2, target_points=3, starting_settlements=3)
    assert (game.phase, game.winner, game.turn) == ("over", 0, 0)
