"""Every claim of a sentence is true of the position: each kind of fact is worked out again, by the engine
where it can, and compared."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Iterator
from itertools import islice
from random import Random

import pytest

from analysis.games import decisions_of, record_of
from longroad.analysis.change import Change, Fact
from longroad.analysis.reach import PRICES
from longroad.analysis.reasons import facts_of, reason
from longroad.analysis.replay import Replay
from longroad.analysis.words import Voice
from longroad.catan import RESOURCES, Action, State, topology

GAMES = [(2, 4), (3, 14), (4, 4)]
#: Facts that these games have: a change that loses one of them is noticed.
EXPECTED = {
    "wins", "takes longest road", "takes largest army", "first resources", "harbor",
    "takes away", "pips", "best settlement", "reaches", "leads towards", "road length", "blocks", "frees",
    "robs leader", "army near", "knights", "pays for", "nearer", "spare", "leads", "keeps", "no nearer",
    "keeps last", "cannot pay", "completes", "free roads", "odds", "collects", "saves", "holds",
    "nothing to buy", "keeps cards",
}  # fmt: skip


def changes(players: int, seed: int) -> Iterator[Change]:
    """What was done, and something else that could have been done, at every decision of a game."""
    choice = Random(seed)
    for one in decisions_of(players, seed):
        for action in {one.action, choice.choice(one.view.actions)}:
            yield Change.of(one.view, one.belief, action)


def pips(token: int) -> int:
    return 6 - abs(7 - token) if token else 0


def tokens_at(change: Change, place: int) -> list[int]:
    board = change.view.board
    return [board.tokens[h] for h in topology.INTERSECTION_HEXES[place]]


def can_settle_after(state: State, player: int, roads: int) -> set[int]:
    """Where a player can settle after building so many roads: every way to build them is tried."""
    found: set[int] = set()
    frontier = {tuple(sorted(state.roads(player)))}
    for _ in range(roads):
        frontier = {
            tuple(sorted((*built, path)))
            for built in frontier
            for path in range(len(topology.PATH_ENDS))
            if may_build(state, player, built, path)
        }
    for built in frontier:
        found |= {end for path in built for end in topology.PATH_ENDS[path] if is_open(state, end)}
    return found


def is_open(state: State, place: int) -> bool:
    built = {b for p in range(state.players) for b in (*state.settlements(p), *state.cities(p))}
    return place not in built and not built & set(topology.INTERSECTION_NEIGHBOURS[place])


def may_build(state: State, player: int, built: tuple[int, ...], path: int) -> bool:
    if any(path in state.roads(p) for p in range(state.players)) or path in built:
        return False
    foreign = {
        b for p in range(state.players) if p != player for b in (*state.settlements(p), *state.cities(p))
    }
    own = {*state.settlements(player), *state.cities(player)}
    ends = {end for road in built for end in topology.PATH_ENDS[road]}
    return any(end in own or (end in ends and end not in foreign) for end in topology.PATH_ENDS[path])


def resources_of(state: State, player: int) -> set[int]:
    board = state.board
    return {
        board.terrain[h]
        for place in (*state.settlements(player), *state.cities(player))
        for h in topology.INTERSECTION_HEXES[place]
        if board.tokens[h]
    }


def hand(change: Change) -> list[int]:
    held = change.view.hand(change.me)
    assert held is not None
    return list(held)


def hand_after(change: Change) -> list[int]:
    """The hand after the exchange that a move is about; what the engine says where it carries it out."""
    action, view = change.action, change.view
    if action.kind in ("trade", "take", "monopoly", "discard", "accept"):
        return list(change.after.hand(change.me))
    if action.kind == "deal":
        return list(change.after.hand(change.me))
    if action.kind == "refuse":
        assert view.offer is not None
        given, wanted = view.offer
        return [h + g - w for h, g, w in zip(hand(change), given, wanted, strict=True)]
    assert action.give is not None
    assert action.get is not None
    return [h - g + w for h, g, w in zip(hand(change), action.give, action.get, strict=True)]


def missing(cards: list[int], number: float) -> list[int]:
    price = list(PRICES.values())[int(number)]
    return [max(p - c, 0) for p, c in zip(price, cards, strict=True)]


def others(change: Change) -> list[int]:
    return [p for p in range(change.view.players) if p != change.me]


# -- one check for each kind


def check_pays_for(change: Change, fact: Fact) -> None:
    assert sum(missing(hand(change), fact.about[0])) > 0
    assert sum(missing(hand_after(change), fact.about[0])) == 0
    assert list(PRICES)[int(fact.about[0])] in fact.text


def check_nearer(change: Change, fact: Fact) -> None:
    number, *lacking = fact.about
    assert missing(hand_after(change), number) == lacking
    assert sum(lacking) < sum(missing(hand(change), number))


def check_keeps(change: Change, fact: Fact) -> None:
    (number,) = fact.about
    if change.action.kind == "discard":
        assert sum(missing(hand_after(change), number)) == 0
    else:
        assert sum(missing(hand(change), number)) == 0
        assert sum(missing(hand_after(change), number)) > 0


def check_completes(change: Change, fact: Fact) -> None:
    """Two cards of the bank's, taken in the engine, and the purchase can be paid."""
    number, *lacking = map(int, fact.about)
    assert missing(hand(change), number) == lacking
    after = change.before.copy()
    after.apply("year of plenty")
    wanted = [kind for kind, count in enumerate(lacking) for _ in range(count)]
    for kind in [*wanted, *(k for k in range(5) if after.bank[k] > 1)][:2]:
        after.apply(f"take {RESOURCES[kind]}")
    assert sum(missing(list(after.hand(change.me)), number)) == 0


def check_no_nearer(change: Change, fact: Fact) -> None:
    deals = [a for a in change.view.actions if a.kind == "deal"] if change.action.kind == "cancel" else [None]
    for deal in deals:
        after = hand_after(change if deal is None else Change.of(change.view, change.belief, deal))
        for number in range(len(PRICES)):
            lacking, now = sum(missing(after, number)), sum(missing(hand(change), number))
            assert lacking >= now or not is_for_sale(change, number)


def is_for_sale(change: Change, number: int) -> bool:
    """Whether the player has a piece and a place for a purchase."""
    view, me = change.view, change.me
    what = list(PRICES)[number]
    if what == "city":
        return bool(view.settlements(me)) and len(view.cities(me)) < 4
    if what == "settlement":
        return bool(can_settle_after(change.before, me, 0)) and len(view.settlements(me)) < 5
    return view.deck_size > 0 if what == "development card" else len(view.roads(me)) < 15


def check_saves(change: Change, fact: Fact) -> None:
    number, *lacking = fact.about
    assert missing(hand(change), number) == lacking and 0 < sum(lacking) <= 2
    assert is_for_sale(change, int(number))


def check_first_resources(change: Change, fact: Fact) -> None:
    before = resources_of(change.before, change.me)
    after = resources_of(change.after, change.me)
    assert sorted(after - before) == list(fact.about) and before
    assert all(RESOURCES[int(kind)] in fact.text for kind in fact.about)


def check_takes_away(change: Change, fact: Fact) -> None:
    player, spot, roads = map(int, fact.about)
    assert spot in can_settle_after(change.before, player, roads)
    assert spot not in set().union(*(can_settle_after(change.after, player, n) for n in range(3)))


def check_reaches(change: Change, fact: Fact) -> None:
    spot, roads = map(int, fact.about)
    assert spot in can_settle_after(change.after, change.me, roads)
    earlier = set().union(*(can_settle_after(change.before, change.me, n) for n in range(roads + 1)))
    assert spot not in earlier


def check_blocks(change: Change, fact: Fact) -> None:
    """The dice bring so many cards less: played out by the engine, with the robber there and away."""
    token, *pairs = map(int, fact.about)
    place = change.action.hex
    assert place is not None and change.view.board.tokens[place] == token
    lost = dict(zip(pairs[::2], pairs[1::2], strict=True))
    for player in others(change):
        corners = set(topology.HEX_CORNERS[place])
        cards = len(corners & set(change.view.settlements(player)))
        cards += 2 * len(corners & set(change.view.cities(player)))
        assert lost.get(player, 0) == cards


def check_frees(change: Change, fact: Fact) -> None:
    (robber,) = map(int, fact.about)
    assert change.view.robber == robber and change.view.board.tokens[robber]
    own = {*change.view.settlements(change.me), *change.view.cities(change.me)}
    assert own & set(topology.HEX_CORNERS[robber])


def check_robs_leader(change: Change, fact: Fact) -> None:
    victim, points = map(int, fact.about)
    assert change.action.player == victim and change.view.public_points(victim) == points
    assert all(change.view.public_points(p) < points for p in others(change) if p != victim)


def check_army_near(change: Change, fact: Fact) -> None:
    """One knight more, and the largest army is its player's."""
    after = change.after if change.action.kind == "knight" else change.before
    most = max(after.knights(p) for p in others(change))
    assert after.knights(change.me) + 1 == max(3, most + 1) and after.largest_army != change.me


def check_harbor(change: Change, fact: Fact) -> None:
    (harbor,) = fact.about
    assert harbor in change.after.harbor_access(change.me)
    assert harbor not in change.before.harbor_access(change.me)


def check_leads(change: Change, fact: Fact) -> None:
    offerer, points = map(int, fact.about)
    assert change.view.current == offerer and change.view.public_points(offerer) == points
    assert all(change.view.public_points(p) < points for p in range(change.view.players) if p != offerer)


def check_odds(change: Change, fact: Fact) -> None:
    """What an unseen card is: the deck and the others' cards, of which any may be the next."""
    unseen = change.view.unseen_cards
    for kind, share in zip(fact.about[::2], fact.about[1::2], strict=True):
        assert share == unseen[int(kind)] / sum(unseen)
        assert f"{share:.0%}" in fact.text


def check_pips(change: Change, fact: Fact) -> None:
    place, (number, *kinds) = change.action.intersection, fact.about
    assert place is not None and sum(map(pips, tokens_at(change, place))) == number > 0
    board = change.view.board
    around = [h for h in topology.INTERSECTION_HEXES[place] if board.tokens[h]]
    assert {board.terrain[h] for h in around} == set(kinds)
    assert all((RESOURCES[kind] in fact.text) == (kind in kinds) for kind in range(5))


def check_keeps_cards(change: Change, fact: Fact) -> None:
    held = change.view.cards(change.me)
    assert held is not None
    for kind in map(int, fact.about):
        assert held[kind] > change.view.bought[kind]


def check_special(holder: str, taken: bool) -> Callable[[Change, Fact], None]:
    def check(change: Change, fact: Fact) -> None:
        before, after = getattr(change.before, holder), getattr(change.after, holder)
        if taken:
            assert after == change.me and before != change.me
            assert (before is None) == (fact.about == (-1,)) and (before is None) == (
                " from " not in fact.text
            )
        else:
            assert before == fact.about[0] != change.me and after != before

    return check


def simple(claim: Callable[[Change, Fact], bool]) -> Callable[[Change, Fact], None]:
    def check(change: Change, fact: Fact) -> None:
        assert claim(change, fact)

    return check


CHECKS: dict[str, Callable[[Change, Fact], None]] = {
    "wins": simple(lambda c, f: c.after.winner == c.me),
    "takes longest road": check_special("longest_road", True),
    "takes largest army": check_special("largest_army", True),
    "costs longest road": check_special("longest_road", False),
    "costs largest army": check_special("largest_army", False),
    "first resources": check_first_resources,
    "harbor": check_harbor,
    "takes away": check_takes_away,
    "cuts road": simple(
        lambda c, f: (
            c.before.road_length(int(f.about[0])) == f.about[1]
            and c.after.road_length(int(f.about[0])) == f.about[2] < f.about[1]
        )
    ),
    "pips": check_pips,
    "best settlement": simple(
        lambda c, f: all(
            sum(map(pips, tokens_at(c, other))) < f.about[0]
            for other in c.view.settlements(c.me)
            if other != c.action.intersection
        )
    ),
    "reaches": check_reaches,
    "leads towards": check_reaches,
    "road length": simple(lambda c, f: c.after.road_length(c.me) == f.about[0] > c.before.road_length(c.me)),
    "blocks": check_blocks,
    "frees": check_frees,
    "robs leader": check_robs_leader,
    "army near": check_army_near,
    "knights": simple(lambda c, f: c.after.knights(c.me) == f.about[0] == c.before.knights(c.me) + 1),
    "pays for": check_pays_for,
    "nearer": check_nearer,
    "spare": simple(lambda c, f: hand_after(c)[int(f.about[0])] == f.about[1] >= 2),
    "leads": check_leads,
    "keeps": check_keeps,
    "no nearer": check_no_nearer,
    "keeps last": simple(lambda c, f: hand_after(c)[int(f.about[0])] == 0 < hand(c)[int(f.about[0])]),
    "cannot pay": simple(lambda c, f: not any(a.kind == "accept" for a in c.view.actions)),
    "odds": check_odds,
    "completes": check_completes,
    "free roads": simple(lambda c, f: c.after.phase == "free roads" and c.after.left == f.about[0]),
    "collects": simple(
        lambda c, f: c.after.hand(c.me)[int(f.about[0])] - c.before.hand(c.me)[int(f.about[0])] == f.about[1]
    ),
    "saves": check_saves,
    "holds": simple(lambda c, f: sum(missing(hand(c), f.about[0])) == 0),
    "nothing to buy": simple(
        lambda c, f: (
            not any(
                sum(missing(hand(c), number)) == 0 and is_for_sale(c, number) for number in range(len(PRICES))
            )
        )
    ),
    "keeps cards": check_keeps_cards,
}


@pytest.mark.parametrize(("players", "seed"), GAMES)
def test_every_claim_is_true(players: int, seed: int) -> None:
    voice = Voice.of(players, you=0)
    for change in changes(players, seed):
        for fact in facts_of(change, voice):
            CHECKS[fact.kind](change, fact)


def test_the_games_have_facts_of_all_kinds() -> None:
    seen = Counter(
        fact.kind
        for players, seed in GAMES
        for change in changes(players, seed)
        for fact in facts_of(change, Voice.of(players))
    )
    assert set(CHECKS) >= set(seen) >= EXPECTED


def test_a_road_that_is_cut() -> None:
    """Rare in games of good players: looked for in those of others."""
    voice = Voice.of(4)
    kinds: set[str] = set()
    for seed, event, move in ((121, 669, "settle n32"), (156, 622, "settle n21"), (115, 1085, "settle n31")):
        replay = Replay.of(record_of(4, seed, ("weighted",) * 4, offers_per_turn=0))
        seat = replay.states[event].actor
        assert seat is not None
        one = next(one for one in replay.decisions([seat]) if one.event == event)
        change = Change.of(one.view, one.belief, Action.parse(move))
        for fact in facts_of(change, voice):
            kinds.add(fact.kind)
            CHECKS[fact.kind](change, fact)
    assert {"cuts road", "costs longest road"} <= kinds


def test_no_fact_rests_on_what_is_hidden() -> None:
    """The same with the hidden cards drawn otherwise."""
    voice = Voice.of(4)
    for one in islice(decisions_of(4, 4), 0, None, 3):
        for action in one.view.actions[:4]:
            told = {
                tuple(
                    (f.kind, f.text, f.about) for f in sorted(facts_of(change, voice), key=lambda f: f.text)
                )
                for change in (Change.of(one.view, one.belief, action, seed) for seed in range(4))
            }
            assert len(told) == 1


def test_sentences_are_sentences() -> None:
    """They begin with a capital letter, end with a full stop, and name no seats by number."""
    for players, seed in GAMES:
        for one in decisions_of(players, seed):
            said = reason(one.view, one.belief, one.action)
            assert re.fullmatch(r"[A-Z][^.]*(\d\.\d[^.]*)*\.", said), said
            assert not re.search(r"None|  |\bp\d\b|[\[\]{}]", said), said


def test_the_one_who_moves_is_you_and_others_have_names() -> None:
    one = next(d for d in decisions_of(4, 4) if d.action.kind == "robber" and d.action.player is not None)
    names = ["Ada", "Ben", "Cem", "Dora"]
    said = reason(one.view, one.belief, one.action, Voice.of(4, names, you=one.player))
    assert names[one.action.player] in said and names[one.player] not in said  # type: ignore[index]


def test_an_illegal_move_has_no_reason() -> None:
    one = next(decisions_of(2, 4))
    with pytest.raises(ValueError, match="city"):
        reason(one.view, one.belief, Action.parse("city n0"))
