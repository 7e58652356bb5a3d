"""Makes positions.json: finds the positions, counts in the engine, and checks the counts with the reference.

    PYTHONPATH=src:tests python tests/perft/make_perft.py              # checks the file, changes nothing
    PYTHONPATH=src:tests python tests/perft/make_perft.py --write      # makes it anew
    ... --reference 1000000                                            # the reference goes as deep

Positions are found by random play (with few offers) on the beginners' board: the generator and the seeds are
fixed, so the same positions come out everywhere as long as the rules and the order of the listed actions
stay. Where they do not, ``--write`` finds other positions of the same kinds. The counts depend on no order.

The engine counts as deep as EXPANSIONS nodes allow, a fraction of a second through the Python face. The
reference counts to the depth that its own number of nodes allows (about 3,000 per second); a difference is
reported, and then nothing is written.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Callable
from typing import Any

from longroad import catan
from perft.counting import DATA, Position, count, count_in_reference, positions_text, read_positions

EXPANSIONS = 150_000
GAMES = 300
BEGINNER = str(catan.Board.generate("beginner"))
Wanted = Callable[[catan.State], bool]


CARDS = ("knight", "road building", "year of plenty", "monopoly")


def pick(state: catan.State, rng: catan.Rng, keep_cards: bool) -> catan.Action:
    """A random move. Players offer little, and where they keep their cards they play none."""
    while True:
        action = state.sample_action(rng)
        if (action.kind == "offer" and rng.below(30)) or (action.kind in CARDS and keep_cards):
            continue
        return action


def search(
    name: str, about: str, wanted: Wanted, seed: int, keep_cards: bool = False, **rules: Any
) -> Position:
    """Of the first wanted positions of many games of random moves, the one with the fewest events."""
    rng, shortest = catan.Rng(seed), None
    for _ in range(GAMES):
        state, events = catan.State(catan.Rules(**rules), board=BEGINNER), 0
        while not state.is_over and (shortest is None or events < len(shortest)):
            if wanted(state):
                shortest = state.events()
                break
            state.apply(state.sample_chance(rng) if state.is_chance else pick(state, rng, keep_cards))
            events += 1
    assert shortest is not None, f"no game reached: {name}"
    return Position(name, about, catan.Rules(**rules).to_dict(), BEGINNER, "; ".join(map(str, shortest)))


def can(state: catan.State, *starts: str) -> bool:
    """Whether for each of these some listed action starts so."""
    texts = [str(action) for action in state.legal_actions()]
    return all(any(text.startswith(start) for text in texts) for start in starts)


def to_discard(state: catan.State) -> int:
    """How many players a seven would make discard now."""
    return sum(state.hand_size(p) > state.rules.discard_limit for p in range(state.players))


def chooses_victim(state: catan.State) -> bool:
    """Whether the robber can go to a hex where it has the choice between p1 and p2."""
    hexes = range(19) if state.phase == "robber" else ()
    return any(can(state, f"robber h{h} steal p1", f"robber h{h} steal p2") for h in hexes)


def spared(state: catan.State) -> set[int]:
    """The players whose hexes are closed to a friendly robber."""
    return {p for p in range(state.players) if state.public_points(p) <= 2}


def spares_some(state: catan.State) -> bool:
    """Whether the robber is to move, and some opponent can be robbed and another not."""
    others = set(range(state.players)) - {state.current}
    robs = any(action.player is not None for action in state.legal_actions())
    return state.phase == "robber" and len(others & spared(state)) == 1 and robs


def find_positions() -> list[Position]:
    no_trade = {"players": 2, "offers_per_turn": 0}
    return [
        search("start", "The empty board.", lambda s: True, 1, players=2),
        search(
            "third round of the set-up",
            "Three starting settlements; the last round begins.",
            lambda s: len(s.events()) == 8,
            2,
            players=2,
            starting_settlements=3,
        ),
        search(
            "first turn, 2 players",
            "After the set-up, without domestic trade.",
            lambda s: s.phase == "before roll",
            3,
            **no_trade,
        ),
        search(
            "first turn, 4 players",
            "After the set-up, with domestic trade.",
            lambda s: s.phase == "before roll",
            4,
        ),
        search(
            "middle game, 2 players",
            "The one to move can build roads, settlements and cities, buy and trade with the bank.",
            lambda s: s.phase == "main" and can(s, "road e", "settle", "city", "buy card", "trade"),
            5,
            **no_trade,
        ),
        search(
            "middle game, 4 players",
            "As before, with domestic trade and a card to play.",
            lambda s: s.phase == "main" and can(s, "road e", "settle", "offer", "knight"),
            6,
        ),
        search(
            "replies to an offer",
            "Two opponents have replied, one with a counter; the third is asked.",
            lambda s: s.phase == "respond" and isinstance(s.replies[1], tuple) and s.actor == 3,
            7,
        ),
        search(
            "seven with three to discard",
            "A seven was rolled while three players hold more than seven cards.",
            lambda s: s.phase == "discard" and to_discard(s) == 3,
            8,
        ),
        search(
            "robber with several victims",
            "A hex where the robber can rob either of two opponents.",
            chooses_victim,
            9,
            offers_per_turn=0,
        ),
        search(
            "cards before the roll",
            "Knight, road building, year of plenty and monopoly can all be played before the roll.",
            lambda s: (
                s.phase == "before roll" and can(s, "knight", "road building", "year of plenty", "monopoly")
            ),
            10,
            keep_cards=True,
            target_points=20,
            **no_trade,
        ),
        search(
            "nearly all roads",
            "Free roads with one or two pieces left.",
            lambda s: s.phase == "free roads" and len(s.roads(s.current)) >= 13,
            11,
            target_points=20,
            **no_trade,
        ),
        search(
            "scarce bank",
            "A bank of three cards per kind, nearly empty, and the dice to come.",
            lambda s: s.phase == "dice" and sum(s.bank) <= 2,
            12,
            players=3,
            bank=3,
            offers_per_turn=1,
        ),
        search(
            "no robber, best rates",
            "Robber off, only the best bank rates, with a harbor in use.",
            lambda s: s.phase == "main" and can(s, "trade 2", "buy card"),
            13,
            players=3,
            robber=False,
            maritime="best",
            offers_per_turn=0,
        ),
        search(
            "one point to go",
            "The one to move wins with a city or a lucky card.",
            lambda s: s.phase == "main" and s.points(s.current) == 9 and can(s, "city", "buy card"),
            14,
            **no_trade,
        ),
        search(
            "friendly robber",
            "A player with two points and one with more; the robber may rob only the latter.",
            spares_some,
            15,
            players=3,
            offers_per_turn=0,
            friendly_robber=True,
        ),
        search(
            "friendly robber with a knight",
            "The same before the roll.",
            lambda s: s.phase == "before roll" and can(s, "knight") and spared(s) in ({0}, {1}),
            16,
            friendly_robber=True,
            **no_trade,
        ),
        search(
            "dice deck at its end",
            "Two rolls are left in the dice deck; then all 36 are shuffled in again.",
            lambda s: s.phase == "before roll" and sum(s.dice_deck or ()) == 2,
            17,
            dice_deck=True,
            **no_trade,
        ),
    ]


def leaves(position: Position) -> list[int]:
    """Counts as deep as EXPANSIONS nodes go: counting to depth d walks the nodes up to depth d - 1."""
    state, counts = position.state(), []
    while not counts or (counts[-1] > 0 and sum(counts) < EXPANSIONS):
        counts.append(count(state, len(counts) + 1))
    return counts


def disagreement(position: Position, budget: int) -> str | None:
    """What the reference says against the counts, as deep as `budget` nodes go."""
    game, walked = position.game(), 0
    for depth, leaves_there in enumerate(position.leaves, start=1):
        if walked > budget:
            break
        counted = count_in_reference(game, depth)
        if counted != leaves_there:
            return (
                f"{position.name}: depth {depth}: the engine counts {leaves_there}, the reference {counted}"
            )
        walked += leaves_there
    return None


def main() -> int:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--write", action="store_true", help="make positions.json anew")
    parser.add_argument(
        "--reference", type=int, default=3000, metavar="NODES", help="how far the reference counts"
    )
    options = parser.parse_args()
    positions = find_positions() if options.write else read_positions()
    wrong = 0
    for position in positions:
        counted = leaves(position)
        if not options.write and position.leaves != counted:
            print(f"{position.name}: the file says {position.leaves}, the engine {counted}")
            wrong += 1
        position.leaves = counted
        if (difference := disagreement(position, options.reference)) is not None:
            print(difference)
            wrong += 1
        print(f"{position.name}: {counted}", flush=True)
    if options.write and not wrong:
        temporary = DATA.with_suffix(".tmp")
        temporary.write_text(positions_text(positions), encoding="utf-8")
        temporary.replace(DATA)
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
