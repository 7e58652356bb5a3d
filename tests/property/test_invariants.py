"""What holds at every position of every game: cards, pieces, points, roads and special cards are all
accounted for."""

from __future__ import annotations

from collections.abc import Iterable

from hypothesis import given, settings

from longroad import catan
from longroad.catan import topology
from property.random_games import positions, rules, seeds, walk

FULL_DECK = {"knight": 14, "victory point": 5, "road building": 2, "year of plenty": 2, "monopoly": 2}
PIECES = {"roads": 15, "settlements": 5, "cities": 4}
games = settings(max_examples=60, deadline=None)


def seats(state: catan.State) -> range:
    return range(state.players)


def buildings(state: catan.State, player: int) -> list[int]:
    return state.settlements(player) + state.cities(player)


@games
@given(rules(), seeds)
def test_no_resource_card_is_made_or_lost(rules: catan.Rules, seed: int) -> None:
    for state in positions(rules, seed):
        for r in range(5):
            held = [state.hand(p)[r] for p in seats(state)]
            assert min(held) >= 0 and state.bank[r] >= 0
            assert sum(held) + state.bank[r] == rules.bank
        assert all(sum(state.hand(p)) == state.hand_size(p) for p in seats(state))


@games
@given(rules(), seeds)
def test_every_development_card_is_in_the_deck_in_a_hand_or_played(rules: catan.Rules, seed: int) -> None:
    played = dict.fromkeys(catan.CARDS, 0)
    knights = [0] * rules.players
    for state, event in walk(rules, seed):
        if event is not None and event.kind in played:
            played[event.kind] += 1
            knights[state.current] += event.kind == "knight"
        for c, card in enumerate(catan.CARDS):
            held = sum(state.cards(p)[c] for p in seats(state))
            assert state.deck[c] + held + played[card] == FULL_DECK[card]
            assert 0 <= state.bought[c] <= state.cards(state.current)[c]
        assert [state.knights(p) for p in seats(state)] == knights
        assert sum(state.deck) == state.deck_size
        assert all(sum(state.cards(p)) == state.card_count(p) for p in seats(state))
        assert rules.development_cards or state.deck_size == 25


@games
@given(rules(), seeds)
def test_pieces_stay_within_their_number_and_off_each_other(rules: catan.Rules, seed: int) -> None:
    for state in positions(rules, seed):
        for pieces, limit in PIECES.items():
            assert all(len(getattr(state, pieces)(p)) <= limit for p in seats(state))
        spots = [n for p in seats(state) for n in buildings(state, p)]
        roads = [e for p in seats(state) for e in state.roads(p)]
        assert len(set(spots)) == len(spots)
        assert len(set(roads)) == len(roads)


@games
@given(rules(), seeds)
def test_no_two_buildings_are_neighbours(rules: catan.Rules, seed: int) -> None:
    for state in positions(rules, seed, every=5):
        spots = {n for p in seats(state) for n in buildings(state, p)}
        assert not any(spots & set(topology.INTERSECTION_NEIGHBOURS[n]) for n in spots)


@games
@given(rules(), seeds)
def test_points_are_those_of_buildings_special_cards_and_victory_point_cards(
    rules: catan.Rules, seed: int
) -> None:
    for state in positions(rules, seed):
        for p in seats(state):
            special = 2 * (state.longest_road == p) + 2 * (state.largest_army == p)
            public = len(state.settlements(p)) + 2 * len(state.cities(p)) + special
            assert state.public_points(p) == public
            assert state.points(p) == public + state.cards(p)[1]


@games
@given(rules(), seeds)
def test_every_road_hangs_on_a_building_of_its_owner(rules: catan.Rules, seed: int) -> None:
    for state in positions(rules, seed, every=3):
        for p in seats(state):
            homes = set(buildings(state, p))
            assert all(homes & component for component in components(state.roads(p)))
            ends = {n for e in state.roads(p) for n in topology.PATH_ENDS[e]}
            assert state.phase == "setup road" or homes <= ends


def components(roads: Iterable[int]) -> list[set[int]]:
    """The intersections of each group of roads that touch."""
    groups: list[set[int]] = []
    for road in roads:
        joined = set(topology.PATH_ENDS[road])
        apart = [group for group in groups if not group & joined]
        groups = [*apart, joined.union(*(group for group in groups if group & joined))]
    return groups


@games
@given(rules(), seeds)
def test_road_lengths_are_those_of_the_longest_trails(rules: catan.Rules, seed: int) -> None:
    check_road_lengths(rules, seed)


def test_road_lengths_where_settlements_cut_roads() -> None:
    """Rich players on a crowded board: cuts are too rare elsewhere."""
    crowd = catan.Rules(offers_per_turn=0, bank=50, discard_limit=250, target_points=20, turn_cap=400)
    assert sum(check_road_lengths(crowd, seed) for seed in range(30)) > 3


def check_road_lengths(rules: catan.Rules, seed: int) -> int:
    """Compares all lengths of a game with the brute force; returns how often one became shorter."""
    known: dict[tuple[object, ...], int] = {}
    lengths, cuts = [0] * rules.players, 0
    for state, event in walk(rules, seed):
        if event is not None and event.kind not in ("settle", "road"):
            assert [state.road_length(p) for p in seats(state)] == lengths
            continue
        for p in seats(state):
            foreign = frozenset(n for q in seats(state) if q != p for n in buildings(state, q))
            key = (p, tuple(state.roads(p)), foreign)
            if key not in known:
                known[key] = longest_trail(state.roads(p), foreign)
            assert state.road_length(p) == known[key]
            cuts += known[key] < lengths[p]
            lengths[p] = known[key]
    return cuts


def longest_trail(roads: list[int], foreign: frozenset[int]) -> int:
    """Tries every trail: from every intersection, along every road not used yet, never on from a foreign
    building."""

    def longest_from(spot: int, left: frozenset[int]) -> int:
        ways = [e for e in left if spot in topology.PATH_ENDS[e]]
        return max((1 + beyond(spot, e, left - {e}) for e in ways), default=0)

    def beyond(spot: int, road: int, left: frozenset[int]) -> int:
        end = sum(topology.PATH_ENDS[road]) - spot
        return 0 if end in foreign else longest_from(end, left)

    starts = {n for e in roads for n in topology.PATH_ENDS[e]}
    return max((longest_from(start, frozenset(roads)) for start in starts), default=0)


def test_the_brute_force_knows_forks_rings_and_cuts() -> None:
    ring = list(topology.HEX_PATHS[9])
    corners = topology.HEX_CORNERS[9]
    assert longest_trail([], frozenset()) == 0
    assert longest_trail(ring, frozenset()) == 6
    assert longest_trail(ring, frozenset(corners[:1])) == 6
    assert longest_trail(ring, frozenset((corners[0], corners[3]))) == 3
    fork = [e for e, ends in enumerate(topology.PATH_ENDS) if corners[0] in ends]
    assert len(fork) == 3 and longest_trail(fork, frozenset()) == 2
    assert longest_trail(fork, frozenset(corners[:1])) == 1


@games
@given(rules(), seeds)
def test_the_special_cards_lie_with_those_who_earned_them(rules: catan.Rules, seed: int) -> None:
    for state in positions(rules, seed):
        lengths = [state.road_length(p) for p in seats(state)]
        if state.longest_road is None:
            assert max(lengths) < 5 or lengths.count(max(lengths)) > 1
        else:
            assert lengths[state.longest_road] == max(lengths) >= 5
        armies = [state.knights(p) for p in seats(state)]
        if state.largest_army is None:
            assert max(armies) < 3
        else:
            assert armies[state.largest_army] == max(armies) >= 3


@games
@given(rules(), seeds)
def test_harbors_serve_exactly_those_who_built_at_them(rules: catan.Rules, seed: int) -> None:
    for state in positions(rules, seed, every=5):
        kinds = state.board.harbors
        for p in seats(state):
            homes = set(buildings(state, p))
            at = [
                kind
                for kind, e in zip(kinds, topology.HARBOR_PATHS, strict=True)
                if homes & set(topology.PATH_ENDS[e])
            ]
            assert state.harbor_access(p) == sorted(set(at))


@games
@given(rules(), seeds)
def test_a_game_goes_on_until_somebody_has_the_points_or_the_turns_are_over(
    rules: catan.Rules, seed: int
) -> None:
    for state in positions(rules, seed):
        assert abs(sum(state.returns())) < 1e-12
        reached = state.points(state.current) >= rules.target_points
        if not state.is_over:
            assert state.winner is None and state.turn < rules.turn_cap
            assert not reached or state.phase.startswith("setup")
            assert state.returns() == [0.0] * rules.players
    assert state.is_over and not state.is_chance and state.actor is None and state.legal_actions() == []
    if reached:
        assert state.winner == state.current
        assert [r > 0 for r in state.returns()] == [p == state.winner for p in seats(state)]
        assert max(state.returns()) == 1
    else:
        assert state.winner is None and state.turn == rules.turn_cap
        assert state.returns() == [0.0] * rules.players


def test_the_random_games_reach_what_these_tests_are_about() -> None:
    """Else the properties above would hold of nothing."""
    seen: set[str] = set()
    for players, offers, seed in [(p, o, s) for p in (2, 3, 4) for o in (0, 2) for s in range(4)]:
        for state in positions(catan.Rules(players=players, offers_per_turn=offers), seed):
            seen.add(state.phase)
            seen.update(f"{name} of p{getattr(state, name)}" for name in ("longest_road", "largest_army"))
    assert {f"{card} of p{p}" for card in ("longest_road", "largest_army") for p in range(4)} <= seen
    assert {"discard", "robber", "steal", "free roads", "plenty", "draw", "respond", "choose"} <= seen
