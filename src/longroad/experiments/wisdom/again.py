"""A game played again from its set-up, with the same dice or with new ones.

How often the same player wins again says what the set-up, and the set-up with the dice, explain of who wins:
no judgement is needed for it.
"""

from __future__ import annotations

from collections.abc import Sequence

from longroad.agents import Table, make_agent
from longroad.catan import Rng, State


def played_again(end: State, specs: Sequence[str], seed: int, number: int, *, same_dice: bool) -> State:
    """The end of a game that is played again: board and set-up are those of ``end``, and with ``same_dice``
    the roll of every turn is. What is stolen and drawn, and what the agents draw, is new. ``specs`` are the
    agents by seat."""
    rng = Rng.stream(seed % 2**64, 4 * number + same_dice)
    state = State(end.rules, board=end.board)
    agents = [make_agent(spec, "catan") for spec in specs]
    for seat, agent in enumerate(agents):
        agent.begin(end.rules, seat, Rng.stream(rng.next(), seat))
    table = Table(state, dict(enumerate(agents)))
    events = end.events()
    dice = [event for event in events if event.kind == "dice"][::-1]
    for event in events:
        if not state.phase.startswith("setup"):
            break
        table.apply(event)
    while not state.is_over:
        if state.phase == "dice" and same_dice and dice:
            table.apply(dice.pop())
        elif state.is_chance:
            table.apply(state.sample_chance(rng))
        else:
            assert state.actor is not None
            agent = agents[state.actor]
            assert agent.native_player is not None, "all agents of the study play natively"
            table.apply(agent.native_player.choose(table.view(state.actor), agent.rng))
    return state
