"""What can be pickled, and one base class of all errors."""

from __future__ import annotations

import copy
import inspect
import pickle

import pytest

import longroad
from longroad import catan, errors, skirmish
from longroad.agents import make_agent
from longroad.arena import play_match
from longroad.catan.encodings import ENCODINGS
from longroad.errors import LongroadError, RecordError


def views_of_a_game(players: int, seed: int) -> list[catan.View]:
    """Every tenth position of a game as somebody sees it."""
    rng, state, views = catan.Rng(seed), catan.State(catan.Rules(players=players), seed=seed), []
    for number in range(600):
        if state.is_over:
            break
        state.apply(state.sample_chance(rng) if state.is_chance else state.sample_action(rng))
        if number % 10 == 0:
            views.append(state.view(number // 10 % players, open_hands=number % 20 == 0))
    return views


def known(view: catan.View) -> dict[str, object]:
    """All that a view tells without arguments, and of each player."""
    told: dict[str, object] = {"drawn": str(view), "rules": view.rules}
    for name, member in inspect.getmembers(type(view)):
        if isinstance(member, property) or inspect.isdatadescriptor(member):
            told[name] = getattr(view, name) if name != "rules" else None
    for name in ("hand", "hand_size", "cards", "card_count", "points"):
        told[name] = [getattr(view, name)(player) for player in range(view.players)]
    return {name: str(value) for name, value in told.items() if not name.startswith("__")}


@pytest.mark.parametrize("players", [2, 3, 4])
@pytest.mark.parametrize("again", [lambda view: pickle.loads(pickle.dumps(view)), copy.deepcopy])
def test_views(players: int, again: object) -> None:
    views = views_of_a_game(players, seed=players)
    assert len(views) > 20
    for view in views:
        other = again(view)  # type: ignore[operator]
        assert type(other) is catan.View and known(other) == known(view)
        encoding = ENCODINGS["general"]
        assert (encoding.encode(other) == encoding.encode(view)).all()


def test_beliefs() -> None:
    rng, state, belief = catan.Rng(3), catan.State(catan.Rules(players=3), seed=3), catan.Belief()
    other = pickle.loads(pickle.dumps(belief))
    while len(belief) == 1:
        event = state.sample_chance(rng) if state.is_chance else state.sample_action(rng)
        before, seen = state.view(0), state.seen_by(event, 0)
        state.apply(event)
        for one in (belief, other):
            one.observe(before, seen, state.view(0))
        other = pickle.loads(pickle.dumps(other))
    assert type(other) is catan.Belief and other.hypotheses == belief.hypotheses
    drawn = [one.sample(state.view(0), catan.Rng(1)) for one in (belief, other)]
    assert drawn[0] == drawn[1]
    with pytest.raises(errors.BeliefError, match="views of different players"):  # it knows whose it is
        pickle.loads(pickle.dumps(belief)).observe(
            state.view(1), catan.Action.parse("discard ore"), state.view(1)
        )


def test_the_pickle_of_another_version_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    packed = [pickle.dumps(thing) for thing in (catan.State(seed=1).view(), catan.Belief())]
    monkeypatch.setattr(longroad, "__version__", "99.0")
    for one in packed:
        with pytest.raises(RecordError, match=r"cannot be unpickled by 99\.0"):
            pickle.loads(one)


@pytest.mark.parametrize("rules", [catan.Rules(players=3, turn_cap=20), skirmish.Rules()])
def test_results_of_matches(rules: catan.Rules | skirmish.Rules) -> None:
    result = play_match(["random"] * rules.players, games=6, rules=rules)
    again = pickle.loads(pickle.dumps(result))
    assert type(again) is type(result) and again.to_dict() == result.to_dict()


def test_all_errors_have_one_base_class() -> None:
    assert LongroadError.__module__ == "longroad.errors"
    for name in errors.__all__:
        assert issubclass(getattr(errors, name), LongroadError), name


def test_native_errors_are_caught_by_it() -> None:
    for wrong in ("settle n99", "road e0"):
        with pytest.raises(LongroadError) as caught:
            catan.State(seed=1).apply(wrong)
        assert isinstance(caught.value, ValueError)
    with pytest.raises(LongroadError):
        catan.Board("nonsense")
    with pytest.raises(LongroadError):
        make_agent("nobody")
