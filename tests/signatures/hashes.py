"""Signatures by name: hashes over fixed games, positions and searches.

Everything here goes through the public Python interface and draws from generators of its own, so a signature
changes when behaviour does, and not when games are seated, seeded or scheduled in another way. Those of the
section ``match`` are the exception: they are what ``longroad match`` prints.
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Iterator
from typing import Any

import numpy as np

from longroad import catan, search, skirmish
from longroad.agents import Table, make_agent
from longroad.arena import play_match
from longroad.catan import CODECS, ENCODINGS, Rng, Rules
from longroad.cli.bench import signature
from longroad.train.td.games import RatedGames

#: By section and name. Each takes well below two seconds.
SIGNATURES: dict[str, dict[str, Callable[[], str]]] = {}

#: Agents whose play is pinned; those of ``net`` are left out, since their arithmetic differs between
#: machines.
AGENTS = (
    "random",
    "random:by=kind",
    "weighted",
    "value",
    "value:openings=60",
    "expectimax:depth=1",
    "expectimax:depth=2,moves=representative",
    "expectimax:depth=1,moves=clustered,opponents=maxn",
    "expectimax:depth=1,moves=representative,opponents=best_reply",
    "planner",
    "planner:open=on,partner=coin",
    "mcts:sims=24",
    "mcts:sims=24,trades=off,reuse=off",
    "mcts:sims=8,leaf=short,select=uct",
    "planner-1",
    "planner-1:open=on,partner=coin",
    "mcts-1:sims=24",
    "mcts-1:sims=24,trades=off,reuse=off",
    "mcts-1:sims=8,leaf=short,select=uct",
    "ntu2016:sims=6",
    "ntu2016:sims=6,win=on,dice=even,ties=build,longest=200",
    "ntu2016:sims=4,partner=search,remember=off",
)
SKIRMISH_AGENTS = (
    "random",
    "expectimax:depth=1",
    "expectimax:depth=2,moves=representative,root=real",
    "mcts:sims=50",
    "mcts:sims=50,moves=representative,root=real",
)


class Hash:
    """Collects numbers and arrays."""

    def __init__(self) -> None:
        self._sha = hashlib.sha256()

    def add(self, *values: object) -> None:
        for value in values:
            if isinstance(value, np.ndarray):
                self._sha.update(np.ascontiguousarray(value).tobytes())
            else:
                self._sha.update(f"{value!r};".encode())

    def text(self) -> str:
        return self._sha.hexdigest()[:16]


def pinned(section: str, name: str) -> Callable[[Callable[[], str]], Callable[[], str]]:
    """Registers a signature."""

    def register(make: Callable[[], str]) -> Callable[[], str]:
        SIGNATURES.setdefault(section, {})[name] = make
        return make

    return register


def random_game(rules: Rules, seed: int, by_kind: bool = False) -> Iterator[catan.State]:
    """A game by drawn moves, position by position."""
    rng, lots = Rng.stream(seed, 11), Rng.stream(seed, 12)
    state = catan.State(rules, seed=seed)
    agent = make_agent("random:by=kind")
    agent.begin(rules, 0, lots)
    while not state.is_over:
        yield state
        if state.is_chance:
            state.apply(state.sample_chance(rng))
        elif by_kind:
            state.apply(agent.choose(state.view(), state.legal_actions()))
        else:
            state.apply(state.sample_action(lots))
    yield state


# -- the engine

ENGINE_RULES = {
    "2 players": Rules(players=2, offers_per_turn=0),
    "3 players": Rules(players=3, offers_per_turn=0),
    "4 players": Rules(players=4, offers_per_turn=0),
    "4 players, trade": Rules(players=4),
    "gendre2020": Rules.preset("gendre2020"),
    "casher2024": Rules.preset("casher2024"),
    "ntu2016": Rules.preset("ntu2016"),
    "jsettlers": Rules.preset("jsettlers"),
    "catanatron": Rules.preset("catanatron"),
    "duel": Rules.preset("duel"),
    "casual": Rules.preset("casual"),
    "dice deck and friendly robber, 2 players": Rules(
        players=2, offers_per_turn=0, dice_deck=True, friendly_robber=True
    ),
}


def _engine(rules: Rules) -> str:
    found = Hash()
    for seed in range(3 if rules.offers_per_turn else 20):
        state = None
        for state in random_game(rules, seed, by_kind=rules.offers_per_turn > 0):
            found.add(len(state.legal_actions()))
        assert state is not None
        found.add(state.board_text, state.event_words(), state.returns(), state.to_record())
    return found.text()


for _name, _rules in ENGINE_RULES.items():
    pinned("engine", _name)(lambda rules=_rules: _engine(rules))


@pinned("engine", "skirmish")
def _skirmish() -> str:
    found = Hash()
    for seed in range(20):
        rng = Rng.stream(seed, 13)
        game = skirmish.State(seed=seed)
        while not game.is_over:
            found.add(len(game.legal_actions()))
            game.apply(game.sample_chance(rng) if game.is_chance else game.sample_action(rng))
        found.add(game.event_words(), game.returns(), game.to_record())
    return found.text()


# -- searches


def _search(state: Any, **settings: Any) -> tuple[Any, ...]:
    found = search.expectimax(state, **settings)
    return found.value, str(found.best), found.depth, found.nodes, found.leaves, found.cuts


def _catan_search(options: dict[str, Any], **settings: Any) -> str:
    found = Hash()
    for players in (2, 4):
        for number, state in enumerate(random_game(Rules(players=players, offers_per_turn=0, **options), 5)):
            if number % 97 == 50 and number < 900 and not state.is_over:
                found.add(_search(state, player=number % players, **settings))
    return found.text()


for _moves in search.MOVES:
    for _opponents in search.OPPONENTS:
        pinned("search", f"catan, {_moves}, {_opponents}")(
            lambda moves=_moves, opponents=_opponents: _catan_search(
                {}, depth=1 if moves == "all" else 2, moves=moves, opponents=opponents
            )
        )

pinned("search", "catan with a dice deck and a friendly robber, representative, paranoid")(
    lambda: _catan_search(
        {"dice_deck": True, "friendly_robber": True}, depth=2, moves="representative", opponents="paranoid"
    )
)


def _skirmish_search(**settings: Any) -> str:
    found = Hash()
    for seed in range(4):
        rng = Rng.stream(seed, 14)
        game = skirmish.State(seed=seed)
        for _ in range(40):
            if game.is_over:
                break
            if not game.is_chance:
                found.add(_search(game, **settings))
            game.apply(game.sample_chance(rng) if game.is_chance else game.sample_action(rng))
    return found.text()


for _moves in search.MOVES:
    pinned("search", f"skirmish, {_moves}")(lambda moves=_moves: _skirmish_search(depth=2, moves=moves))


# -- agents


def play(spec: str, rules: Rules, seed: int) -> catan.State:
    """A game of an agent against itself; every seat draws from a generator of its own."""
    chance, state = Rng.stream(seed, 21), catan.State(rules, seed=seed)
    agents = {seat: make_agent(spec) for seat in range(rules.players)}
    for seat, agent in agents.items():
        agent.begin(rules, seat, Rng.stream(seed, 30 + seat))
    Table(state, agents, chance=chance).run()
    return state


def _agent(spec: str, **options: Any) -> str:
    found = Hash()
    options["turn_cap"] = 40 if spec.startswith(("mcts", "ntu")) else 160
    for rules in (
        Rules(players=2, offers_per_turn=0, **options),
        Rules(players=4, offers_per_turn=3, **options),
    ):
        game = play(spec, rules, 3)
        found.add(game.event_words())
    return found.text()


for _spec in AGENTS:
    pinned("agents", _spec)(lambda spec=_spec: _agent(spec))

for _spec in ("value", "expectimax:depth=1", "planner", "mcts:sims=24", "planner-1", "mcts-1:sims=24"):
    pinned("agents", f"{_spec}, dice deck and friendly robber")(
        lambda spec=_spec: _agent(spec, dice_deck=True, friendly_robber=True)
    )


def _skirmish_player(spec: str) -> str:
    found = Hash()
    for seed in range(2):
        chance, game = Rng.stream(seed, 22), skirmish.State(skirmish.Rules(turn_cap=24), seed=seed)
        agents = {seat: make_agent(spec, "skirmish") for seat in range(2)}
        for seat, agent in agents.items():
            agent.begin(game.rules, seat, Rng.stream(seed, 40 + seat))
        Table(game, agents, chance=chance).run()
        found.add(game.event_words())
    return found.text()


for _spec in SKIRMISH_AGENTS:
    pinned("agents", f"skirmish, {_spec}")(lambda spec=_spec: _skirmish_player(spec))


# -- codecs and encodings


def _positions(rules: Rules) -> Iterator[catan.State]:
    for seed in range(2):
        for number, state in enumerate(random_game(rules, seed, by_kind=rules.offers_per_turn > 0)):
            if number % 7 == 0 and number < 1500 and not state.is_over and not state.is_chance:
                yield state


def _codec(name: str, rules: Rules) -> str:
    codec, found = CODECS[name], Hash()
    for state in _positions(rules):
        found.add(codec.mask(state), [codec.index(state, action) for action in state.legal_actions()])
    found.add(codec.size, codec.trade)
    return found.text()


def _encoding(name: str, rules: Rules) -> str:
    encoding, found = ENCODINGS[name], Hash()
    for state in _positions(rules):
        for player in range(rules.players):
            found.add(encoding.encode(state.view(player)))
        if name == "casher2024":
            found.add(encoding.encode_moves(state.view(), state.legal_actions()))
    return found.text()


pinned("codecs", "general")(lambda: _codec("general", Rules(players=4)))
pinned("codecs", "gendre2020")(lambda: _codec("gendre2020", Rules.preset("gendre2020")))
pinned("encodings", "general")(lambda: _encoding("general", Rules(players=4)))
pinned("encodings", "gendre2020")(lambda: _encoding("gendre2020", Rules.preset("gendre2020")))
pinned("encodings", "casher2024")(lambda: _encoding("casher2024", Rules.preset("casher2024")))


# -- many games


def _vector(space: str, rules: Rules, **options: Any) -> str:
    env, found = catan.VectorEnv(rules, games=8, seed=4, space=space, **options), Hash()
    for _ in range(500):
        found.add(env.observation, env.mask, env.actor, env.done, env.winner, env.points, env.turns)
        env.step(env.sample())
    return found.text()


pinned("match", "vector environment, general")(lambda: _vector("general", Rules(players=3)))
pinned("match", "vector environment, casual")(lambda: _vector("general", Rules.preset("casual")))
pinned("match", "vector environment, gendre2020")(
    lambda: _vector("gendre2020", Rules.preset("gendre2020"), skip_forced=True)
)


@pinned("match", "rated games")
def _rated() -> str:
    games, found = RatedGames(Rules.preset("casher2024", turn_cap=60), games=4, seed=2, explore=400), Hash()
    games.begin()
    while len(moves := games.round().moves):
        found.add(moves)
        games.step(games.lowest(np.cos(np.arange(len(moves), dtype=np.float32))))
    found.add(*vars(games.take(4)).values())
    return found.text()


def _match(spec: str, players: int) -> str:
    rules = Rules(players=players, offers_per_turn=2, turn_cap=60)
    agents = [spec, *["weighted"] * (players - 1)]
    return f"{play_match(agents, games=players, seed=6, rules=rules, threads=1).signature:016x}"


for _spec in (
    "random",
    "value",
    "expectimax:depth=1",
    "planner",
    "mcts:sims=24",
    "planner-1",
    "mcts-1:sims=24",
):
    for _players in (2, 4):
        pinned("match", f"{_spec}, {_players} players")(
            lambda spec=_spec, players=_players: _match(spec, players)
        )


@pinned("match", "skirmish")
def _skirmish_match() -> str:
    agents = ["expectimax:depth=1", "random"]
    return f"{play_match(agents, games=20, seed=6, rules=skirmish.Rules(), threads=1).signature:016x}"


pinned("match", "longroad bench")(signature)  # on every machine, in every core (scripts/try_wheel.py)
