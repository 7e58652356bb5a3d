"""Facts of moves on the board: settlements, cities, roads, the robber, and the special cards."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from longroad.analysis.change import Change, Fact
from longroad.analysis.reach import buildings, income
from longroad.analysis.words import (
    Voice,
    harbor_at,
    harbor_text,
    hex_text,
    spot_pips,
    spot_resources,
    spot_text,
)
from longroad.catan import RESOURCES, topology
from longroad.catan.drawing.palette import pips
from longroad.wording import counted, listed

#: Facts that say little, to be told where there is nothing else.
SMALL = 0.05
#: More than any part of the evaluation.
DECISIVE = 100.0
#: From this length on a road counts: one short of the longest road.
_LONG = 4
#: Two victory points, at the table for all to see.
SPECIAL = 2.0


def special_facts(change: Change, voice: Voice) -> Iterator[Fact]:
    """Wins, and the two special cards."""
    before, after, me = change.before, change.after, change.me
    if after.is_over and after.winner == me:
        yield Fact("wins", "wins the game", DECISIVE)
    for kind, held, now in (
        ("longest road", before.longest_road, after.longest_road),
        ("largest army", before.largest_army, after.largest_army),
    ):
        if now == me and held != me:
            source = "" if held is None else f" from {voice.name(held)}"
            yield Fact(
                f"takes {kind}", f"takes the {kind}{source}", 2 * SPECIAL, (-1 if held is None else held,)
            )
        elif held not in (None, me) and now != held:
            assert held is not None
            yield Fact(f"costs {kind}", f"costs {voice.name(held)} the {kind}", SPECIAL, (held,))


def settlement_facts(change: Change, voice: Voice) -> Iterator[Fact]:
    """What a new settlement brings, and what it takes from others."""
    place, me, board = change.action.intersection, change.me, change.board
    assert place is not None
    if buildings(change.before, me):
        new = sorted(spot_resources(board, place) - income(change.before, me))
        if new:
            names = listed([RESOURCES[kind] for kind in new])
            text = f"brings {voice.your(me)} first {names}"
            yield Fact("first resources", text, change.gain(me, "income"), tuple(new))
    harbor = harbor_at(board, place)
    if harbor is not None and harbor not in change.before.harbor_access(me):
        yield Fact("harbor", f"opens the {harbor_text(harbor)}", 0.3, (harbor,))
    yield from _lost_spots(change, voice)
    for player in change.opponents:
        old, new_length = change.before.road_length(player), change.after.road_length(player)
        if new_length < old:
            text = f"cuts {voice.your(player)} road from {old} to {new_length}"
            yield Fact("cuts road", text, 0.5, (player, old, new_length))
    if spot_pips(board, place):
        yield _pips_fact(change, place)


def city_facts(change: Change, voice: Voice) -> Iterator[Fact]:
    """What a city doubles."""
    place, me, board = change.action.intersection, change.me, change.board
    assert place is not None
    own = spot_pips(board, place)
    others = [spot_pips(board, other) for other in change.before.settlements(me) if other != place]
    if others and own > max(others):
        yield Fact(
            "best settlement", f"doubles {voice.your(me)} best settlement", change.gain(me, "income"), (own,)
        )
    yield _pips_fact(change, place)


def road_facts(change: Change, voice: Voice) -> Iterator[Fact]:
    """Where a road leads, how long it makes the longest one, and whom it blocks."""
    me, board = change.me, change.board
    gained = change.gain(me, "reach")
    target, roads = road_target(change)
    if target is not None:
        text = (
            f"reaches {spot_text(board, target)}"
            if roads == 0
            else f"leads towards {spot_text(board, target)}"
        )
        yield Fact("reaches" if roads == 0 else "leads towards", text, max(gained, SMALL), (target, roads))
    old, new = change.before.road_length(me), change.after.road_length(me)
    if new > old:
        weight = change.gain(me, "special") if new >= _LONG else SMALL
        yield Fact("road length", f"makes {voice.your(me)} road {new} long", weight, (new,))
    yield from _lost_spots(change, voice)


def road_target(change: Change) -> tuple[int | None, int]:
    """The best spot that a road of the one who moves brings nearer, and the roads that are still missing to
    it; None if there is none."""
    before, after = change.reach_before[change.me], change.reach_after[change.me]
    for roads in range(3):
        if near := after[roads] - before[roads]:
            return max(near, key=lambda place: (spot_pips(change.board, place), -place)), roads
    return None, 0


def robber_facts(change: Change, voice: Voice) -> Iterator[Fact]:
    """Whom the robber blocks, whom it frees, who is robbed."""
    place, me = change.action.hex, change.me
    assert place is not None
    yield from _blocked(change, place, voice)
    yield from _freed(change, voice)
    victim = change.action.player
    if victim is not None:
        points = [change.view.public_points(player) for player in change.opponents]
        own = change.view.public_points(victim)
        if own == max(points) and points.count(own) == 1 and len(points) > 1:
            text = f"hurts {voice.your(me)} strongest opponent ({own} points)"
            yield Fact("robs leader", text, 0.4, (victim, own))


def _blocked(change: Change, place: int, voice: Voice) -> Iterator[Fact]:
    """Who gets fewer cards from now on."""
    board, corners = change.board, set(topology.HEX_CORNERS[place])
    cards = {
        player: len(corners & buildings(change.before, player))
        + len(corners & set(change.before.cities(player)))
        for player in change.opponents
    }
    cards = {player: number for player, number in cards.items() if number}
    if not cards or not board.tokens[place]:
        return
    resource, token = RESOURCES[board.terrain[place]], board.tokens[place]
    lost = listed([f"{voice.name(player)} {number}" for player, number in cards.items()])
    weight = sum(-change.gain(player, "income") for player in cards)
    about = [number for pair in cards.items() for number in pair]
    yield Fact("blocks", f"costs {lost} {resource} on every {token}", weight, (token, *about))


def _freed(change: Change, voice: Voice) -> Iterator[Fact]:
    robber, board = change.view.robber, change.board
    if board.tokens[robber] and set(topology.HEX_CORNERS[robber]) & buildings(change.before, change.me):
        text = f"takes it off {voice.your(change.me)} {hex_text(board, robber).removeprefix('the ')}"
        yield Fact("frees", text, pips(board.tokens[robber]) / 10, (robber,))


def knight_facts(change: Change, voice: Voice) -> Iterator[Fact]:
    """What a knight brings beside the robber's next place."""
    yield from (
        Fact(fact.kind, fact.text.replace("takes it off", "takes the robber off"), fact.weight, fact.about)
        for fact in _freed(change, voice)
    )
    me = change.me
    played = change.after.knights(me)
    if change.after.largest_army != me:
        most = max(change.after.knights(player) for player in change.opponents)
        gap = max(3, most + 1) - played
        if gap == 1:
            yield Fact(
                "army near", f"leaves {voice.name(me)} one knight short of the largest army", 0.5, (gap,)
            )
    else:
        return
    yield Fact("knights", f"{voice.your(me)} {_ordinal(played)} knight", SMALL, (played,))


def _lost_spots(change: Change, voice: Voice) -> Iterable[Fact]:
    """The best spot in reach of each opponent that it cannot settle any more."""
    for player in change.opponents:
        for roads in range(2):
            lost = change.reach_before[player][roads] - change.reach_after[player][2]
            if lost:
                best = max(lost, key=lambda place: (spot_pips(change.board, place), -place))
                text = _lost_text(change, voice.name(player), best, roads)
                yield Fact("takes away", text, -change.gain(player, "reach"), (player, best, roads))
                break


def _lost_text(change: Change, name: str, spot: int, roads: int) -> str:
    if spot == change.action.intersection:
        return f"takes it from {name}" if roads == 0 else f"gets there before {name}, one road away"
    words = spot_text(change.board, spot)
    return f"takes {words} away from {name}" if roads == 0 else f"keeps {name} away from {words}"


def _ordinal(number: int) -> str:
    names = ("first", "second", "third", "fourth", "fifth")
    return names[number - 1] if number <= len(names) else f"{number}th"


def _pips_fact(change: Change, place: int) -> Fact:
    number = spot_pips(change.board, place)
    kinds = sorted(spot_resources(change.board, place))
    of = listed([RESOURCES[kind] for kind in kinds])
    return Fact("pips", f"adds {counted(number, 'pip')} of {of}", SMALL, (number, *kinds))
