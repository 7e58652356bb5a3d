"""What happened, in words: every event of a game that is seen in full."""

from __future__ import annotations

from longroad.analysis.board_facts import road_target
from longroad.analysis.change import Change
from longroad.analysis.rolls import production
from longroad.analysis.words import Voice, move_text, resources_text, spot_text, third_person
from longroad.catan import CARDS, RESOURCES, Action, Belief, State


def happened(before: State, event: Action, after: State, voice: Voice) -> str:
    """An event with who did it, as ``blue settles on 6-8-5``; the positions are those before and after it."""
    match event.kind:
        case "dice":
            return _rolled(before, event, voice)
        case "stole":
            assert event.resource is not None
            victim = _victim(before, after, voice)
            return f"{voice.name(before.current)} steals {RESOURCES[event.resource]} from {victim}"
        case "drew":
            assert event.card is not None
            return f"{voice.name(before.current)} draws a {CARDS[event.card]}"
        case "deal":
            return _dealt(before, event, voice)
        case "accept":
            assert before.offer is not None
            assert before.actor is not None
            given, wanted = map(resources_text, before.offer)
            return f"{voice.name(before.actor)} accepts {given} for {wanted}"
    assert before.actor is not None, "a decision"
    name = voice.name(before.actor)
    if event.kind == "road":
        return f"{name} {_road(before, event, after)}"
    words = f"{name} {third_person(move_text(event, before.board, voice))}"
    if event.kind == "monopoly":
        assert event.resource is not None
        number = after.hand(before.current)[event.resource] - before.hand(before.current)[event.resource]
        words += f" and collects {number}"
    if after.is_over and after.winner is not None:
        words += " and wins" if after.winner == before.actor else f"; {voice.name(after.winner)} wins"
    return words


def _rolled(before: State, event: Action, voice: Voice) -> str:
    assert event.sum is not None
    said = f"{voice.name(before.current)} rolls {event.sum}"
    brought = production(before, event.sum)
    paid = [f"{voice.name(p)} {resources_text(cards)}" for p, cards in enumerate(brought) if any(cards)]
    return f"{said}: {', '.join(paid)}" if paid else said


def _victim(before: State, after: State, voice: Voice) -> str:
    """Whose hand became smaller."""
    robbed = (p for p in range(before.players) if after.hand_size(p) < before.hand_size(p))
    return voice.name(next(robbed))


def _dealt(before: State, event: Action, voice: Voice) -> str:
    assert event.player is not None
    assert before.offer is not None
    given, got = before.offer
    reply = before.replies[event.player]
    if reply is not None and not isinstance(reply, str):
        got, given = reply
    name, partner = voice.name(before.current), voice.name(event.player)
    return f"{name} gives {partner} {resources_text(given)} for {resources_text(got)}"


def _road(before: State, event: Action, after: State) -> str:
    player = before.actor
    assert player is not None
    target, roads = road_target(Change(before.view(player), Belief(), event, before, after))
    if target is None:
        return "builds a road"
    return f"builds a road {'to' if roads == 0 else 'towards'} {spot_text(before.board, target)}"
