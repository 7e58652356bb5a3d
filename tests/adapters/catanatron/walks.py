"""Random games to walk along: ours with catanatron's log beside it, and catanatron's."""

from __future__ import annotations

import random
from collections.abc import Iterator
from typing import Any

import pytest

pytest.importorskip("catanatron", reason="needs the extra: pip install 'longroad[catanatron]'")

from catanatron.game import Game
from catanatron.models.player import Color, Player

from differential.styles import choose
from longroad.adapters.catanatron.actions import in_order
from longroad.adapters.catanatron.log import Log
from longroad.catan import Rng, Rules, State

COLORS: tuple[Any, ...] = tuple(Color)


#: Games that drag on are left there.
MOST_TURNS = 150


def our_decisions(rules: Rules, seed: int, style: str) -> Iterator[tuple[State, list[Any]]]:
    """Every decision of a Longroad game, but for those inside a year of plenty, with catanatron's log so
    far."""
    state, rng, dice = State(rules, seed=seed), random.Random(seed), Rng(seed)
    log = Log(COLORS[: rules.players])
    while not state.is_over and state.turn < MOST_TURNS:
        if state.is_chance:
            event = state.sample_chance(dice)
        else:
            if state.phase != "plenty":
                yield state, log.raw
            event = choose(state, state.legal_actions(), style, rng)
        log.add(state.actor, event)
        state.apply(event)


class Drawer(Player):  # type: ignore[misc]
    """Takes any action. catanatron's RandomPlayer plays otherwise in every process, since its lists come from
    sets."""

    def decide(self, game: Any, playable_actions: Any) -> Any:
        return random.choice(sorted(playable_actions, key=in_order))


class Wanderer(Drawer):
    """Takes any kind of action, then any of the kind, so that games come to an end."""

    def decide(self, game: Any, playable_actions: Any) -> Any:
        kind = random.choice(sorted({action.action_type.value for action in playable_actions}))
        return super().decide(game, [a for a in playable_actions if a.action_type.value == kind])


def their_decisions(players: int, seed: int) -> Iterator[Any]:
    """A catanatron game before each of its decisions."""
    kinds = (Wanderer, Drawer)
    game = Game([kinds[seat % 2](color) for seat, color in enumerate(COLORS[:players])], seed=seed + 1)
    while game.winning_color() is None and game.state.num_turns < MOST_TURNS:
        yield game
        game.play_tick()
