"""Nothing hidden is used: two games that look the same to a player get the same advice and grades."""

from __future__ import annotations

import pytest

from analysis.games import first_events, record_of
from longroad.analysis import Advice, Coach, review_game
from longroad.analysis.replay import Replay
from longroad.catan import State
from longroad.errors import IllegalActionError

PLAYERS, SEED, LENGTH = 4, 4, 100


def twin_games(me: int) -> tuple[State, State]:
    """Two games of which a player sees the same: others drew other cards, or stole another one from a third
    player."""
    real = first_events(record_of(PLAYERS, SEED), LENGTH)
    events = [str(event) for event in real.events()]
    changed, changes = list(events), 0
    for number, event in enumerate(events):
        before = first_events(record_of(PLAYERS, SEED), number)
        if (
            event.split()[0] not in ("drew", "stole")
            or str(before.seen_by(real.events()[number], me)) == event
        ):
            continue
        for outcome, _ in before.chance_outcomes():
            attempt = [*changed[:number], str(outcome), *changed[number + 1 :]]
            if str(outcome) != event and looks_alike(real, attempt, me):
                changed, changes = attempt, changes + 1
                break
    assert changes, "something was hidden"
    other = replayed(real, changed)
    assert other is not None
    return real, other


def replayed(game: State, events: list[str]) -> State | None:
    state = State(game.rules, board=game.board)
    try:
        for event in events:
            state.apply(event)
    except IllegalActionError:
        return None
    return state


def looks_alike(game: State, events: list[str], me: int) -> bool:
    """Whether a player sees the same in a game with other events."""
    other = replayed(game, events)
    if other is None:
        return False
    ours, theirs = Replay.of(game), Replay.of(other)
    return all(
        str(a.seen_by(x, me)) == str(b.seen_by(y, me)) and same_view(a, b, me)
        for a, b, x, y in zip(ours.states, theirs.states, ours.events, theirs.events, strict=False)
    )


def same_view(one: State, other: State, me: int) -> bool:
    a, b = one.view(me), other.view(me)
    return all(
        (a.hand(p), a.hand_size(p), a.cards(p), a.card_count(p), a.public_points(p))
        == (b.hand(p), b.hand_size(p), b.cards(p), b.card_count(p), b.public_points(p))
        for p in range(a.players)
    ) and (a.phase, a.actor, a.unseen_cards, a.bank) == (b.phase, b.actor, b.unseen_cards, b.bank)


def advised(game: State, me: int) -> list[Advice]:
    """What a coach says along a game."""
    coach = Coach(game.rules, me, seed=5, sims=16)
    replay, said = Replay.of(game), []
    for number, event in enumerate(replay.events):
        before, after = replay.states[number], replay.states[number + 1]
        if before.actor == me and number % 4 == 0:
            said.append(coach.advise(before.view(me)))
        coach.observe(before.view(me), before.seen_by(event, me), after.view(me))
    return said


@pytest.mark.parametrize("me", [0, 2])
def test_the_advice_is_the_same_whatever_is_hidden(me: int) -> None:
    real, other = twin_games(me)
    assert any(real.hand(p) != other.hand(p) or real.cards(p) != other.cards(p) for p in range(PLAYERS))
    ours, theirs = advised(real, me), advised(other, me)
    assert len(ours) > 3 and ours == theirs


def test_the_grades_are_the_same_whatever_is_hidden() -> None:
    me = 0
    real, other = twin_games(me)
    ours, theirs = (review_game(game, sims=16, players=[me], threads=1, seed=2) for game in (real, other))
    assert len(ours.decisions) > 5 and ours.decisions == theirs.decisions
    assert ours.moments != theirs.moments, "win probabilities are those of somebody who sees all cards"
