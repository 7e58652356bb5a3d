"""``search``: a tree search that asks an exported network about its leaves, in many games at once."""

from __future__ import annotations

from collections.abc import Sequence
from copy import copy
from typing import Any, Self, cast

import numpy as np

from longroad._native import JudgedAt, MctsSettings, NativeAgent, NativePlayer, RootRule, Stop
from longroad.agents.base import Agent, Question
from longroad.agents.net.agent import NetAgent
from longroad.agents.net.network_file import Network
from longroad.agents.second_opinion import OFFERS, SecondOpinion
from longroad.catan import Action, Rng, Rules, View
from longroad.errors import AgentSpecError, AnswerError, NetworkError, StoppedError
from longroad.options import Options, choices_of, option, options
from longroad.search import Decisions, PolicyForm

_MCTS = MctsSettings()


@options(AgentSpecError)
class SearchOptions(Options):
    """Of ``search``."""

    model: str = option(
        "", "The file of a policy and value network (ONNX), or the name of one that ships with Longroad."
    )
    sims: int | None = option(
        None,
        "Simulations per move; auto is 100, or no limit if ms is given.",
        low=2,
        high=1_000_000,
        words={"auto": None},
    )
    ms: float = option(
        0.0,
        "Milliseconds per move; 0 for no limit. Games are then searched one after the other.",
        low=0,
        high=3_600_000,
    )
    root: str = option(
        RootRule.gumbel.name,
        "How the moves of the root share the simulations: by PUCT, or by sequential halving (Gumbel).",
        choices=choices_of(RootRule),
    )
    noise: bool = option(
        _MCTS.search.gumbel.noise,
        "With root=gumbel, whether the moves to be halved are sampled, or are those of the highest priors.",
    )
    c: float = option(1.0, "The exploration constant.", low=0, high=100)
    temperature: float = option(
        1.0,
        "Of the network's priors: above 1 they are flatter, and moves it thinks little of are tried, too.",
        low=0.01,
        high=100,
    )
    moves: str = option(
        "all",
        "Which moves are searched below the root: all, or one per purpose.",
        choices=("all", "representative"),
    )
    opinion: int | None = option(
        None,
        "Simulations of a native tree that judges the moves found, and its own, before one is made; auto is "
        "6400, or half of the time if ms is given; 0 for none.",
        low=0,
        high=1_000_000,
        words={"auto": None},
    )
    batch: int = option(1, "Simulations that each tree begins before the network is asked.", low=1, high=4096)
    reuse: bool = option(_MCTS.reuse, "Whether the tree is kept from move to move.")
    threads: int = option(1, "Threads per call of the network, and to gather leaves.", low=1, high=256)

    def __post_init__(self) -> None:
        if not self.model:
            raise AgentSpecError("model: name the file of a network, as in model=mine.onnx")

    def settings(self) -> MctsSettings:
        """How its trees grow."""
        settings = MctsSettings()
        settings.search.simulations = self.sims or (0 if self.ms else 100)
        settings.search.seconds = self.ms / 1000 * (1 if self.opinion == 0 else 0.5)
        settings.search.exploration = self.c
        settings.search.root = RootRule[self.root]
        settings.search.gumbel.noise = self.noise
        settings.search.asked_priors = True
        settings.moves.priors = False
        settings.moves.representatives = self.moves == "representative"
        settings.judged = JudgedAt.leaf
        settings.reuse = self.reuse
        return settings

    def second_opinion(self) -> SecondOpinion | None:
        """Who judges what the trees found; None for nobody."""
        if self.opinion == 0:
            return None
        sims = self.opinion or (None if self.ms else 6400)
        return SecondOpinion(sims, self.ms / 2)


def policy_form(network: Network, temperature: float = 1.0) -> PolicyForm:
    """What a network reads and says, its priors at a temperature; raises NetworkError for one without a
    policy or without values."""
    if network.codec is None or not network.value_columns:
        missing = "a policy: it rates moves" if network.codec is None else "an output 'values'"
        raise NetworkError(
            f"{network.file}: a search needs a policy and values, and this one has not {missing}"
        )
    return PolicyForm(
        network.encoding,
        network.codec,
        network.value_columns,
        network.trades,
        network.bank_columns,
        network.bank,
        temperature,
    )


class SearchAgent(Agent):
    """Grows a tree per move on consistent states; its network judges each leaf as the one who decides there
    would see it, and says which moves to try first. The leaves of all games that wait for a move are computed
    together; ``batch`` apart, this changes no move.

    >>> SearchAgent("fast2p", sims=16).options.to_text()
    'model=fast2p,sims=16'
    """

    options_type = SearchOptions
    skips_forced = True
    follows = True

    def __init__(self, model: str = "", **others: Any) -> None:
        self.options: SearchOptions = SearchOptions.from_dict({"model": model, **others})
        #: Plays what the tree has no moves for: discards that its codec names as a whole.
        self._policy = NetAgent(model, threads=self.options.threads)
        self.network: Network = self._policy.network
        self._form = policy_form(self.network, self.options.temperature)
        self._native = NativeAgent(self.options.settings())
        self._opinion = self.options.second_opinion()
        self.together: object | None = None if self.options.ms else object()
        self._player: NativePlayer | None = None
        self._stop = Stop()

    @property
    def win_probability(self) -> float | None:
        """Of its player, as the search behind the last move saw it; None if it did not search."""
        return self._player.win_probability if self._player is not None else None

    def check(self, rules: Rules) -> None:
        self._policy.check(rules)

    def twin(self) -> Self:
        return copy(self)

    def begin(self, rules: Rules, player: int, rng: Rng) -> None:
        super().begin(rules, player, rng)
        self._policy = self._policy.twin()
        self._policy.begin(rules, player, rng)
        self._player = NativePlayer(self._native, rules.core, player)

    def observe(self, before: View, event: Action, after: View) -> None:
        assert self._player is not None, "the game was begun"
        self._player.observe(before, event, after)

    def interrupt(self) -> None:
        """Ends the search of ``choose``."""
        self._stop.stop()

    def choose(self, view: View, actions: Sequence[Action]) -> Action:
        self._stop = Stop()
        (answer,) = self.choose_many([Question(self, view, actions)])
        if isinstance(answer, BaseException):
            raise answer
        return answer

    def choose_many(self, questions: Sequence[Question]) -> list[Action | BaseException]:
        asked = [(cast(SearchAgent, question.agent), question.view) for question in questions]
        whole = [agent._is_named_whole(view) for agent, view in asked]
        searched = iter(self._searched([one for one, apart in zip(asked, whole, strict=True) if not apart]))
        return [
            Question(agent._policy, view, ()).ask() if apart else next(searched)
            for (agent, view), apart in zip(asked, whole, strict=True)
        ]

    def _is_named_whole(self, view: View) -> bool:
        """Whether a discard has one name for all its cards."""
        codec = self.network.codec
        assert codec is not None, "checked in policy_form"
        return view.phase == "discard" and bool(view.actions) and codec.index(view, view.actions[0]) is None

    def _searched(self, asked: Sequence[tuple[SearchAgent, View]]) -> list[Action | BaseException]:
        decisions = Decisions(
            self._form,
            [(cast(NativePlayer, agent._player), view, agent.rng) for agent, view in asked],
            self.options.threads,
            self.options.batch,
        )
        network, rows = self.network, np.empty((decisions.most_leaves, self.network.encoding.size), np.uint8)
        none = np.empty((0, 0), np.float32)
        try:
            while not decisions.is_done:
                if self._stop.is_stopped:
                    raise StoppedError("the search was interrupted")
                leaves = decisions.gather(rows)
                decisions.absorb(*(network.judge(rows[:leaves]) if leaves else (none, none)))
        except BaseException:
            decisions.abandon()
            raise
        return [
            agent._made(decisions, number, view, self._stop) for number, (agent, view) in enumerate(asked)
        ]

    def _made(self, decisions: Decisions, number: int, view: View, stop: Stop) -> Action | BaseException:
        assert self._player is not None, "the game was begun"
        try:
            move = decisions.move(number)
            found = self._player.found
            if self._opinion is None or not found or move.kind in OFFERS:
                return move
            return self._opinion.choose(view, self._player.belief, found, self.rng, stop)
        except AnswerError as error:
            return NetworkError(f"{self.network.file}: {error}")
        except Exception as error:
            return error
