"""One game in both engines: ours decides and draws, catanatron follows, everything is compared."""

from __future__ import annotations

import random
from collections import Counter
from typing import Any

from differential.catanatron_bridge import CARDS, RESOURCES, our_facts
from differential.deviations import (
    BLOCKED_ENDS,
    FRESH_CARDS,
    LONE_CREDITOR,
    LOST_ROADS,
    OFF_TURN_WIN,
    ONE_CARD_OF_PLENTY,
    ROAD_CARD_AFTER_CUT,
    is_cut,
    lone_creditors,
    only_blocked_ends_missing,
    true_length,
    why_not_listed,
)
from differential.peer import Peer
from differential.styles import choose
from longroad.catan import Action, Rng, Rules, State
from reference.longest_road import next_holder


class Difference(AssertionError):
    """The engines differ, and the table of deviations does not say why."""


class SideBySide:
    """A Longroad game and a catanatron game that follows it.

    Our engine takes some decisions in smaller steps (a discard or a year of plenty card by card) and lets
    chance answer in a step of its own; ``waiting`` collects these until both stand at the same place again.
    """

    def __init__(self, rules: Rules, seed: int) -> None:
        self.state = State(rules, seed=seed)
        self.peer = Peer(self.state)
        self.counts: Counter[str] = Counter()
        self.before = self.state.copy()
        self.waiting: list[tuple[int | None, Action]] = []
        self.off_turn: set[int] = set()
        self.bought: Counter[int | None] = Counter()  # development cards drawn this turn
        self.legal = self.state.legal_actions()
        self._compare()

    def play(self, style: str, seed: int) -> None:
        """To the end. The style says how decisions are drawn: one of styles.STYLES."""
        rng, dice = random.Random(seed), Rng(seed)
        while not self.state.is_over:
            if self.state.is_chance:
                self.apply(self.state.sample_chance(dice))
            else:
                self.apply(choose(self.state, self.legal, style, rng))

    def apply(self, action: Action) -> None:
        """Applies an action or an outcome to ours and, once complete, to catanatron; then compares."""
        self.waiting.append((self.state.actor, action))
        self.state.apply(action)
        self.legal = self.state.legal_actions()
        if action.kind == "drew":
            self.bought[action.card] += 1
        elif action.kind == "end":
            self.bought.clear()
        if self.state.is_chance or self.state.phase in ("discard", "plenty"):
            return
        if self.waiting[0][1].kind == "year of plenty":
            self._compare_plenty()
        self.peer.follow(self.waiting)
        self._reconcile()
        self._compare()
        self.before = self.state.copy()
        self.waiting.clear()

    # -- Deviations that change the position: recognised, counted, repaired

    def _reconcile(self) -> None:
        kind = self.waiting[0][1].kind
        if kind == "roll":
            self._reconcile_shortage()
        elif kind in ("road", "settle"):
            self._reconcile_longest_road()
        self._note_off_turn_wins()

    def _reconcile_shortage(self) -> None:
        dice = self.waiting[1][1].sum
        assert dice is not None
        creditors = lone_creditors(self.before, dice)
        self.counts[LONE_CREDITOR.name] += bool(creditors)
        for player, resource, cards in creditors:
            self.peer.pay(player, resource, cards)

    def _reconcile_longest_road(self) -> None:
        held = self.before.longest_road
        theirs = self.peer.road_lengths
        lengths = [self._true_length(player, counted) for player, counted in enumerate(theirs)]
        holder = next_holder(lengths, held)
        if self.peer.road_holder != next_holder(theirs, held):
            # Wrong even by its own lengths; anywhere but after a cut the comparison will report it.
            node = self.waiting[0][1].intersection
            if node is None or not is_cut(self.before, node):
                return
            self.counts[ROAD_CARD_AFTER_CUT.name] += 1
        if lengths != theirs or holder != self.peer.road_holder:
            self.peer.set_longest_road(lengths, holder)

    def _true_length(self, player: int, counted: int) -> int:
        """The length by the rules if catanatron's is short by a deviation; else what catanatron counted."""
        if self.peer.lost_roads(player):
            self.counts[LOST_ROADS.name] += 1
            self.peer.find_lost_roads(player)
            return true_length(self.state, player)
        if counted == self.state.road_length(player):
            return counted
        if not only_blocked_ends_missing(self.state, player, counted):
            return counted  # the comparison will report it
        self.counts[BLOCKED_ENDS.name] += 1
        return true_length(self.state, player)

    def _note_off_turn_wins(self) -> None:
        waiting = self._with_target_points() - {self.state.current}
        self.counts[OFF_TURN_WIN.name] += len(waiting - self.off_turn)
        self.off_turn = waiting

    def _with_target_points(self) -> set[int]:
        target = self.state.rules.target_points
        return {player for player in range(self.state.players) if self.state.points(player) >= target}

    # -- Comparison

    def _compare(self) -> None:
        ours, theirs = our_facts(self.state), self.peer.facts()
        phases = theirs.pop("phases")
        # Of several with the points catanatron takes the last; those off turn have been counted before.
        ours["their winner"] = max(self._with_target_points(), default=None)
        theirs["their winner"] = self.peer.winner
        if self.state.is_over:
            del ours["actor"], theirs["actor"]
        elif self.state.phase not in phases:
            raise self._difference([f"phase: ours {self.state.phase}, theirs one of {phases}"])
        different = [name for name in ours if ours[name] != theirs[name]]
        if different:
            raise self._difference(
                [f"{name}: ours {ours[name]}, theirs {theirs[name]}" for name in different]
            )
        if not self.state.is_over:
            self._compare_legal()

    def _compare_legal(self) -> None:
        state, seat = self.state, self.state.actor
        assert seat is not None
        ours = {self.peer.intent(action, seat): action for action in self.legal}
        theirs = self.peer.listed()
        seen, unexplained = set(), []
        for intent, action in ours.items():
            if intent in theirs:
                continue
            deviation = why_not_listed(state, action)
            if deviation is None:
                unexplained.append(f"legal here only by ours: {action}")
            else:
                seen.add(deviation.name)
        fresh = {intent for intent in theirs if self._is_fresh_card(intent)}
        unexplained += [f"legal here only by catanatron: {intent}" for intent in theirs - ours.keys() - fresh]
        unexplained += [f"bought this turn: {ours[intent]}" for intent in fresh & ours.keys()]
        if fresh:
            seen.add(FRESH_CARDS.name)
        if unexplained:
            raise self._difference(unexplained)
        self.counts.update(seen)

    def _is_fresh_card(self, intent: Any) -> bool:
        """Whether this plays a development card of which the player holds none from earlier turns."""
        kind: str = intent.action_type.value.removeprefix("PLAY_").removesuffix("_CARD")
        if kind not in CARDS:
            return False
        card = CARDS.index(kind)
        return self.state.cards(self.state.current)[card] <= self.bought[card]

    def _compare_plenty(self) -> None:
        """What the card can take, by trying all our actions on copies."""
        start = self.before.copy()
        start.apply(self.waiting[0][1])
        ours = {tuple(sorted(cards)) for cards in _takings(start)}
        theirs = self.peer.plenty_options()
        if not theirs:  # not listed at all: the comparison of legal actions has counted it
            return
        surplus = theirs - ours
        if ours - theirs or any(len(cards) != 1 for cards in surplus):
            raise self._difference([f"year of plenty: ours {sorted(ours)}, theirs {sorted(theirs)}"])
        self.counts[ONE_CARD_OF_PLENTY.name] += bool(surplus)

    def _difference(self, lines: list[str]) -> Difference:
        events = "; ".join(str(action) for _, action in self.waiting) or "the start"
        return Difference("\n".join([f"after {events}:", *lines, self.state.to_record()]))


def _takings(state: State) -> list[list[str]]:
    """Every way to go on in a year of plenty."""
    if state.phase != "plenty":
        return [[]]
    ways = []
    for action in state.legal_actions():
        after = state.copy()
        after.apply(action)
        assert action.resource is not None
        ways += [[RESOURCES[action.resource], *rest] for rest in _takings(after)]
    return ways
