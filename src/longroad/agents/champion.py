"""``champion``: the strongest player that ships with Longroad, for any number of players, and weaker versions
of it for people."""

from __future__ import annotations

from collections.abc import Sequence
from copy import copy
from typing import Any, Self, cast

from longroad._native import Stop
from longroad.agents.base import Agent, Question
from longroad.agents.levels import LEVELS, level_spec
from longroad.agents.thinking import ThinkingAgent
from longroad.catan import Action, Rng, Rules, View
from longroad.errors import AgentSpecError
from longroad.options import Options, option, options

#: The policy network for two players.
MODEL = "champion2p"
#: Simulations per move without a limit of time: about a second on two cores.
SIMULATIONS = 64_000
#: With two players the policy's tree has one simulation for so many of the native tree.
_NATIVE_PER_POLICY = 64


@options(AgentSpecError)
class ChampionOptions(Options):
    """Of ``champion``."""

    sims: int | None = option(
        None,
        f"Simulations per move; auto is {SIMULATIONS}, about a second, or no limit if ms is given; 0 plays "
        "without a search.",
        low=0,
        high=1_000_000,
        words={"auto": None},
    )
    ms: float = option(0.0, "Milliseconds per move; 0 for no limit.", low=0, high=3_600_000)
    level: int | None = option(
        None,
        "A weaker opponent, from 1 to 8: a rung of the ladder, with its measured strength.",
        low=1,
        high=len(LEVELS["two"]),
        words={"none": None},
    )

    def __post_init__(self) -> None:
        if self.level is not None and (self.ms or self.sims is not None):
            raise AgentSpecError("level: a level has its own simulations; leave out sims and ms")
        if self.sims == 0 and self.ms:
            raise AgentSpecError("ms: without a search (sims=0) there is no time to limit")

    def spec(self, players: int) -> str:
        """The agent that plays in games of so many players.

        >>> ChampionOptions(sims=6400).spec(2), ChampionOptions(sims=0).spec(4)
        ('search:model=champion2p,sims=100,opinion=6400', 'planner:eval=network')
        """
        if self.level is not None:
            return level_spec(self.level, players)
        if self.sims == 0:
            return f"net:model={MODEL}" if players == 2 else "planner:eval=network"
        sims = self.sims or (None if self.ms else SIMULATIONS)
        limits = f",ms={self.ms:g}" if self.ms else ""
        if players == 2:
            if sims is not None:
                limits += f",sims={max(sims // _NATIVE_PER_POLICY, 2)},opinion={sims}"
            return f"search:model={MODEL}{limits}"
        return f"mcts:eval=network{limits}" + (f",sims={sims}" if sims is not None else "")


class ChampionAgent(Agent):
    """With two players the policy network's moves, compared by a tree with the native network; with more, a
    tree with the native network, which bargains.

    >>> ChampionAgent(sims=800).options.to_text()
    'sims=800'
    """

    options_type = ChampionOptions

    def __init__(self, **chosen: Any) -> None:
        self.options: ChampionOptions = ChampionOptions.from_dict(chosen)
        #: Who plays, by number of players; shared with its twins, so that networks are loaded once.
        self._players: dict[int, Agent] = {}
        self._playing: Agent | None = None

    @property
    def playing(self) -> Agent:
        """The agent that plays the game that was begun."""
        assert self._playing is not None, "the game was begun"
        return self._playing

    @property
    def win_probability(self) -> float | None:
        """Of its player, as the search behind the last move saw it; None if it did not search."""
        found: float | None = getattr(self._playing, "win_probability", None)
        return found

    def check(self, rules: Rules) -> None:
        agent = self._agent(rules)
        agent.check(rules)
        self.together = agent.together

    def twin(self) -> Self:
        return copy(self)

    def begin(self, rules: Rules, player: int, rng: Rng) -> None:
        agent = self._agent(rules)
        twin = agent.twin()
        assert twin is not None, "built-in agents have twins"
        self._playing = twin
        twin.move_seconds = self.move_seconds
        twin.begin(rules, player, rng)
        super().begin(rules, player, rng)
        self.native_player: Any = twin.native_player
        self.follows: bool = twin.follows
        self.skips_forced: bool = twin.skips_forced
        self.together = agent.together

    def observe(self, before: View, event: Action, after: View) -> None:
        self.playing.observe(before, event, after)

    def interrupt(self) -> None:
        self.playing.interrupt()

    def choose(self, view: View, actions: Sequence[Action]) -> Action:
        playing = self.playing
        playing.rng = self.rng
        if isinstance(playing, ThinkingAgent) and self.move_seconds is None:
            playing.stop = Stop()
        return playing.choose(view, actions)

    def choose_many(self, questions: Sequence[Question]) -> list[Action | BaseException]:
        asked = [(cast(ChampionAgent, one.agent), one) for one in questions]
        for champion, _ in asked:
            champion.playing.rng = champion.rng
        return self.playing.choose_many(
            [Question(champion.playing, one.view, one.actions) for champion, one in asked]
        )

    def _agent(self, rules: Rules) -> Agent:
        """Who plays under these rules; made when first asked for."""
        from longroad.agents.registry import make_agent  # which knows the champion, too

        if rules.players not in self._players:
            self._players[rules.players] = make_agent(self.options.spec(rules.players))
        return self._players[rules.players]
