"""Goes through a game once more and writes down what the study asks of it.

Win probabilities are those of the native network, all hands open, as by somebody who looks back. Everything
that is compared is judged in the same way: both positions at the end of the turn, or both with the turn
finished by the planner.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from longroad.arena.data.archive import KeptGame
from longroad.catan import CARDS, RESOURCES, Action, State, topology
from longroad.experiments.wisdom import rows
from longroad.experiments.wisdom.games import PLAYERS
from longroad.experiments.wisdom.judging import Batch, Floats, Mean, mean_of, turn_finished
from longroad.experiments.wisdom.set_up import pips_of, set_up_of

_COUNTED = (
    *("blocked", "robbed", "robs", "discarded", "bank_trades", "deals_made", "deals_taken"),
    *("given", "got", "bought"),
)
#: Deals and choices are judged in one game of so many: a turn that is finished takes a while.
JUDGED_IN = 5
#: Where else a robber could have gone: hexes that it is compared with at most.
INSTEAD = 4
_KINDS = len(RESOURCES)
_KNIGHT, _POINT = CARDS.index("knight"), CARDS.index("victory point")
_CITY, _CARD = np.array([0, 0, 3, 2, 0]), np.array([0, 0, 1, 1, 1])
_BUYING = {"city": 1, "buy card": 2}


class Reading:
    """One game."""

    def __init__(self, kept: KeptGame) -> None:
        end = kept.state()
        assert isinstance(end, State)
        self.number, self.rotation = kept.block or 0, kept.rotation or 0
        self.state, self.end = State(end.rules, board=end.board), end
        self.events = [Action.from_int(word) for word in end.event_words()]
        self.batch, self.found = Batch(), rows.empty()
        board = self.state.board
        self.terrain, self.tokens = board.terrain, board.tokens
        zero = np.zeros((PLAYERS, _KINDS))
        self.cards, self.surplus, self.early = zero.copy(), zero.copy(), zero.copy()
        self.counts = {name: np.zeros(PLAYERS) for name in _COUNTED}
        self.sevens = self.rolls = 0
        #: Chance events: kind, early or not, mean before, place after.
        self._luck: list[tuple[str, bool, Mean, Mean]] = []
        self._robber: list[tuple[dict[str, Any], Mean, Mean]] = []
        self._titles: list[tuple[dict[str, Any], int]] = []
        self._deals: list[tuple[dict[str, Any], State, State]] = []
        self._choices: list[tuple[dict[str, Any], list[State], State]] = []
        #: The place of the position at the start of each turn; the last is the end of the game.
        self._turns: list[int] = []
        self._points: dict[int, list[int]] = {}
        self._setup: list[dict[str, Any]] = []
        self._by_knight = False
        self._choice_turn = -1

    def rows(self) -> dict[str, list[dict[str, Any]]]:
        """What is read off it, by table."""
        for event in self.events:
            self._before(event)
            self.state.apply(event)
            self._after(event)
        self._turns.append(self.batch.add(self.state.copy()))
        judged = self.batch.judged()
        self._robber_rows(judged)
        self._title_rows(judged)
        self._finished_rows()
        self._seat_rows(judged)
        winner = -1 if self.state.winner is None else self.state.winner
        self.found["games"].append(
            {
                "game": self.number,
                "rotation": self.rotation,
                "winner": winner,
                "turns": self.state.turn,
                "sevens": self.sevens,
                "rolls": self.rolls,
            }
        )
        return self.found

    # -- one event

    def _before(self, event: Action) -> None:
        state, kind = self.state, event.kind
        self._owners = state.longest_road, state.largest_army
        if state.is_chance:
            self._chance(event)
        elif kind == "robber":
            self._robber_moves(event)
        elif kind == "deal":
            self._deal(event)
        elif kind == "knight":
            self._by_knight = True
        elif kind == "discard":
            self.counts["discarded"][state.actor] += 1
        elif kind == "trade":
            self.counts["bank_trades"][state.actor] += 1
        if state.phase == "main":
            self._choice(event)

    def _after(self, event: Action) -> None:
        state = self.state
        begins = not self._turns and state.phase == "before roll"
        if begins:
            self._setup = set_up_of(state, self.events)
        if begins or (event.kind == "end" and not state.is_over):
            if state.turn % PLAYERS == 0:
                self._points[state.turn // PLAYERS] = [state.public_points(p) for p in range(PLAYERS)]
            self._turns.append(self.batch.add(state.copy()))
        owners = state.longest_road, state.largest_army
        for title, (old, new) in enumerate(zip(self._owners, owners, strict=True)):
            if old != new:
                row = {"game": self.number, "turn": state.turn, "title": title}
                row |= {
                    "owner": _or(new),
                    "old": _or(old),
                    "points": _or(new) if new is None else state.points(new),
                }
                self._titles.append((row, len(self._turns) - 1))

    def _chance(self, event: Action) -> None:
        state = self.state
        outcomes = state.chance_outcomes()
        hands = [state.hand(p) for p in range(PLAYERS)] if event.kind == "dice" else []
        means: Mean = []
        happened: Mean = []
        expected = np.zeros((PLAYERS, _KINDS))
        for outcome, probability in outcomes:
            after = state.copy()
            after.apply(outcome)
            if hands:
                brought = [after.hand(p) for p in range(PLAYERS)]
                expected += probability * np.subtract(brought, hands)
                if outcome == event:
                    actual = np.subtract(brought, hands)
            means.append((self.batch.add(after), probability))
            if outcome == event:
                happened = [(means[-1][0], 1.0)]
        early = state.turn < PLAYERS * rows.EARLY
        self._luck.append((event.kind, early, means, happened))
        if event.kind == "dice":
            self.rolls += 1
            self.sevens += event.sum == 7
            self._by_knight = False
            self.cards += actual
            self.surplus += actual - expected
            if early:
                self.early += actual - expected
            if self.tokens[state.robber] == event.sum:
                self.counts["blocked"] += self._living_at(state.robber)
        elif event.kind == "stole":
            after = state.copy()
            after.apply(event)
            victim = next(p for p in range(PLAYERS) if after.hand_size(p) < state.hand_size(p))
            self.counts["robbed"][victim] += 1
            self.counts["robs"][state.current] += 1
        else:
            self.counts["bought"][state.current] += 1

    def _living_at(self, hexagon: int) -> Floats:
        """Cards per roll that a hex brings each player."""
        corners, state = set(topology.HEX_CORNERS[hexagon]), self.state
        if self.tokens[hexagon] == 0:
            return np.zeros(PLAYERS)
        return np.array(
            [
                len(corners.intersection(state.settlements(p)))
                + 2 * len(corners.intersection(state.cities(p)))
                for p in range(PLAYERS)
            ],
            np.float64,
        )

    def _robber_moves(self, event: Action) -> None:
        state, victim = self.state, event.player
        if victim is None or event.hex is None:
            return
        elsewhere = [
            action
            for action in state.legal_actions()
            if action.hex is not None and action.player != victim and not self._lives_at(victim, action.hex)
        ]
        if not elsewhere:
            return
        row = {
            "game": self.number,
            "turn": state.turn,
            "knight": self._by_knight,
            "mover": state.current,
            "victim": victim,
            "pips": self._living_at(event.hex)[victim] * pips_of(self.tokens[event.hex]),
            "leads": _leads(state, victim),
            "led": any(_leads(state, p) for p in range(PLAYERS) if p != state.current),
        }
        some = elsewhere[:: -(-len(elsewhere) // INSTEAD)]
        instead: Mean = []
        for action in some:
            found = self.batch.after_chance(_applied(state, action))
            instead += [(place, share / len(some)) for place, share in found]
        self._robber.append((row, instead, self.batch.after_chance(_applied(state, event))))

    def _lives_at(self, player: int, hexagon: int) -> bool:
        state = self.state
        return not set(topology.HEX_CORNERS[hexagon]).isdisjoint(
            state.settlements(player) + state.cities(player)
        )

    def _deal(self, event: Action) -> None:
        state, partner = self.state, event.player
        assert state.offer is not None
        assert partner is not None
        gives, gets = state.offer
        reply = state.replies[partner]
        if isinstance(reply, tuple):
            gets, gives = reply
        mover = state.current
        self.counts["deals_made"][mover] += 1
        self.counts["deals_taken"][partner] += 1
        for player, given, got in ((mover, gives, gets), (partner, gets, gives)):
            self.counts["given"][player] += sum(given)
            self.counts["got"][player] += sum(got)
        if self.number % JUDGED_IN:
            return
        row = {"game": self.number, "turn": state.turn, "mover": mover, "partner": partner}
        row |= {"gives": sum(gives), "gets": sum(gets)}
        row |= {"leads_mover": _leads(state, mover), "leads_partner": _leads(state, partner)}
        without, dealt = state.copy(), state.copy()
        without.apply("cancel")
        dealt.apply(event)
        self._deals.append((row, without, dealt))

    def _choice(self, event: Action) -> None:
        state, player = self.state, self.state.current
        if self._choice_turn == state.turn:
            row = self._choices[-1][0]
            if row["chosen"] == 0:
                row["chosen"] = _BUYING.get(event.kind, 0)
            return
        hand = np.array(state.hand(player))
        both = (hand >= _CITY).all() and (hand >= _CARD).all() and not (hand >= _CITY + _CARD).all()
        if self.number % JUDGED_IN or not both:
            return
        cities = [action for action in state.legal_actions() if action.kind == "city"]
        if not cities or not state.deck_size:
            return
        self._choice_turn = state.turn
        row = {"game": self.number, "turn": state.turn, "player": player, "points": state.points(player)}
        row |= {"cities": len(state.cities(player)), "chosen": _BUYING.get(event.kind, 0)}
        self._choices.append((row, [_applied(state, city) for city in cities], _applied(state, "buy card")))

    # -- the rows

    def _robber_rows(self, judged: Floats) -> None:
        for row, instead, moved in self._robber:
            before, after = mean_of(judged, instead), mean_of(judged, moved)
            gain = after - before
            row |= {"before": before[row["victim"]]}
            row |= {"gain_mover": gain[row["mover"]], "gain_victim": gain[row["victim"]]}
            self.found["robber"].append(row)

    def _title_rows(self, judged: Floats) -> None:
        for row, turn in self._titles:
            start, end = judged[self._turns[turn]], judged[self._turns[turn + 1]]
            for who, ends in (("owner", ("start", "end")), ("old", ("old_start", "old_end"))):
                known = row[who] >= 0
                row |= {
                    ends[0]: start[row[who]] if known else np.nan,
                    ends[1]: end[row[who]] if known else np.nan,
                }
            self.found["titles"].append(row)

    def _finished_rows(self) -> None:
        positions = [state for _, *pair in self._deals for state in pair]
        positions += [state for _, cities, card in self._choices for state in (*cities, card)]
        if not positions:
            return
        finished = iter(turn_finished(positions, self.number))
        for row, _, _ in self._deals:
            before, after = next(finished), next(finished)
            mover, partner = row["mover"], row["partner"]
            gain = after - before
            row |= {"before_mover": before[mover], "before_partner": before[partner]}
            row |= {"gain_mover": gain[mover], "gain_partner": gain[partner]}
            row["gain_others"] = -(gain[mover] + gain[partner]) / (PLAYERS - 2)
            self.found["deals"].append(row)
        for row, cities, _ in self._choices:
            row["city"] = max(next(finished)[row["player"]] for _ in cities)
            row["card"] = next(finished)[row["player"]]
            self.found["choices"].append(row)

    def _seat_rows(self, judged: Floats) -> None:
        luck = {kind: np.zeros(PLAYERS) for kind in ("dice", "stole", "drew", "early")}
        for kind, early, means, happened in self._luck:
            change = mean_of(judged, happened) - mean_of(judged, means)
            luck[kind] += change
            if early and kind == "dice":
                luck["early"] += change
        for seat in range(PLAYERS):
            row = {"game": self.number, "seat": seat, "won": self.state.winner == seat, **self._setup[seat]}
            row |= self._end_of(seat) | {name: count[seat] for name, count in self.counts.items()}
            for place, resource in enumerate(RESOURCES):
                row[f"cards_{resource}"] = self.cards[seat, place]
                row[f"surplus_{resource}"] = self.surplus[seat, place]
                row[f"early_{resource}"] = self.early[seat, place]
            row |= {"luck_dice": luck["dice"][seat], "luck_steals": luck["stole"][seat]}
            row |= {"luck_draws": luck["drew"][seat], "luck_early": luck["early"][seat]}
            for rounds in rows.ROUNDS:
                place = self._turns[min(rounds * PLAYERS, len(self._turns) - 1)]
                row[f"v{rounds}"] = judged[place, seat]
                points = self._points.get(rounds)
                row[f"p{rounds}"] = points[seat] if points else self.state.public_points(seat)
            self.found["seats"].append(row)

    def _end_of(self, seat: int) -> dict[str, Any]:
        end = self.state
        return {
            "points": end.points(seat),
            "settlements": len(end.settlements(seat)),
            "cities": len(end.cities(seat)),
            "victory_cards": end.cards(seat)[_POINT],
            "road": end.longest_road == seat,
            "army": end.largest_army == seat,
            "knights": end.knights(seat),
        }


def _or(player: int | None) -> int:
    return -1 if player is None else player


def _leads(state: State, player: int) -> bool:
    """Whether a player has more visible points than each other one."""
    return all(state.public_points(player) > state.public_points(p) for p in range(PLAYERS) if p != player)


def _applied(state: State, action: Action | str) -> State:
    after = state.copy()
    after.apply(action)
    return after
