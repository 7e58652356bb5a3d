"""Studies: all placements of a position are played, the better ones more often."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from typing import Any

import numpy as np

from longroad import _native
from longroad.catan import State
from longroad.drawing.sheet import Sheet
from longroad.errors import OpeningsError
from longroad.jobs import Each, Here, Runner
from longroad.openings.placements import Placement, hexes_text, placements
from longroad.openings.plays import make_play
from longroad.openings.posterior import probability_best
from longroad.openings.slices import Games, Slice, play_slice

#: The defaults: good play for a few games, quick play for very many.
PLAY, FLAT_PLAY = "value", "random"
#: Games of a placement that stays to the end: of plays that take a fraction of a millisecond, and of those
#: that think longer.
GAMES, GAMES_OF_THINKERS = 1000, 250
_QUICK_PLAYS = ("build", "random", "weighted", "value")
#: The first round of sequential halving has at least so many games for each placement, fewer if few are asked
#: for.
FEWEST_GAMES, _FEWEST_OF_ALL = 16, 4
_FLAT_STEP = 100  # games per placement between two reports of progress
_CALL_SECONDS = 0.5
_MOST_ROUNDS, _MOST_GAMES, _MOST_THREADS = 16000, 1_000_000, 1024

Round = tuple[int, int]  # how many placements, how many more games each
Progress = Callable[[int, int, int, Placement], None]


@dataclass
class PlacementStudy:
    """What a study found."""

    state: State = field(repr=False)
    player: int
    play: str
    partners: str
    rounds: int
    seed: int
    allocation: str
    #: Those that were played longest first, of these the best first.
    placements: list[Placement] = field(repr=False)
    seconds: float = 0.0
    #: Of all threads together.
    cpu_seconds: float = 0.0
    interrupted: bool = False

    @property
    def games(self) -> int:
        """Games played in all."""
        return sum(placement.games for placement in self.placements)

    @property
    def best(self) -> Placement:
        """The placement with the highest win rate of those that stayed to the end."""
        return self.placements[0]

    def intersection_rates(self) -> dict[int, float]:
        """For each intersection the mean win rate of the placements with a settlement there, each counted
        once."""
        rates: dict[int, list[float]] = {}
        for placement in self.placements:
            for place in placement.intersections:
                rates.setdefault(place, []).append(placement.wins / max(placement.games, 1))
        return {place: sum(found) / len(found) for place, found in sorted(rates.items())}

    def sheet(self, top: int = 10) -> Sheet:
        """The best placements as a table."""
        seat = f"p{self.player} of {self.state.players} players"
        rows = [
            (
                placement.name,
                " · ".join(hexes_text(self.state.board, place) for place in placement.intersections),
                f"{placement.win_rate:.1%}",
                "{:.1%} - {:.1%}".format(*placement.interval()),
                str(placement.games),
                "-" if placement.p_best is None else f"{placement.p_best:.0%}",
            )
            for placement in self.placements[:top]
        ]
        ties = sum(placement.ties for placement in self.placements) / max(self.games, 1)
        others = "at random" if self.partners == "random" else f"as {self.partners} does"
        return Sheet(
            f"{len(self.placements):,} placements for {seat}, seed {self.seed}",
            ("spots", "hexes", "win rate", "95% interval", "games", "best"),
            rows,
            (
                f"{self.games:,} games by {self.play} play, {ties:.1%} without a winner; "
                f"the others place {others}",
                f"{self.seconds:.1f} s, {self.cpu_seconds:.1f} s of CPU",
            ),
            texts=2,
        )

    def _repr_html_(self) -> str:
        return self.sheet().html()

    def to_dict(self, top: int = 10) -> dict[str, Any]:
        """The figures, as ``longroad openings --json`` prints them."""
        return {
            "board": self.state.board_text,
            "rules": self.state.rules.to_dict(),
            "players": self.state.players,
            "seat": self.player,
            "play": self.play,
            "partners": self.partners,
            "rounds": self.rounds,
            "allocation": self.allocation,
            "placements": len(self.placements),
            "games": self.games,
            "ties": sum(placement.ties for placement in self.placements),
            "never_won": sum(placement.wins == 0 for placement in self.placements),
            "interrupted": self.interrupted,
            "top": [self._figures(placement) for placement in self.placements[:top]],
            "intersections": {f"n{n}": round(rate, 4) for n, rate in self.intersection_rates().items()},
            "seed": self.seed,
            "seconds": round(self.seconds, 3),
            "cpu_seconds": round(self.cpu_seconds, 3),
            "games_per_second": round(self.games / self.seconds, 1) if self.seconds else None,
        }

    def _figures(self, placement: Placement) -> dict[str, Any]:
        return {
            "intersections": [f"n{place}" for place in placement.intersections],
            "hexes": [hexes_text(self.state.board, place) for place in placement.intersections],
            "win_rate": round(placement.win_rate, 6),
            "ci95": [round(x, 6) for x in placement.interval()],
            "p_best": None if placement.p_best is None else round(placement.p_best, 4),
            "wins": placement.wins,
            "ties": placement.ties,
            "games": placement.games,
        }


def study_openings(
    state: State,
    player: int | None = None,
    *,
    play: str | None = None,
    partners: str = "random",
    games: int | None = None,
    flat: int | None = None,
    keep: int = 10,
    rounds: int = 600,
    seed: int = 0,
    threads: int | None = None,
    progress: Progress | None = None,
    runner: Runner | None = None,
) -> PlacementStudy:
    """Plays every legal placement of a player from a position of the set-up, and ranks them.

    ``play`` is how everybody plays after the set-up: ``build`` or an agent's spec; without it ``value``, or
    ``random`` if ``flat`` is given. ``partners`` is how the others place: ``random``, or an agent's spec.
    Nobody takes the placement under study. A game without a winner after ``rounds`` rounds is a tie.

    By sequential halving all placements play a few games, then again and again the better half as many as
    before, until ``keep`` are left with at least ``games`` games each (1,000; 250 if ``play`` is an agent
    that thinks longer than ``value``). With ``flat`` all play so many and no more.

    The result is a pure function of the arguments, whatever the number of threads or the ``runner``, by
    which games are played elsewhere. KeyboardInterrupt ends the study with the rounds that were complete.

    >>> from longroad.catan import Rules
    >>> study = study_openings(State(Rules(players=2, offers_per_turn=0), seed=1), flat=2)
    >>> len(study.placements), study.games
    (1359, 2718)
    """
    player = (state.actor or 0) if player is None else player
    play = play or (FLAT_PLAY if flat else PLAY)
    if games is None:
        games = GAMES if play.partition(":")[0] in _QUICK_PLAYS else GAMES_OF_THINKERS
    found = placements(state, player)
    _check(games=games, flat=flat, keep=keep, rounds=rounds, threads=threads)
    plan = _flat_plan(len(found), flat) if flat else _halving_plan(len(found), games, keep)
    for spec in (play, partners):
        make_play(spec)  # a wrong one is refused here
    table = _Table(Games(state.copy(), player, play, partners, rounds, seed % 2**64), runner or Here(threads))
    started, cpu_started = time.perf_counter(), time.process_time()
    done = _played(table, found, plan, progress)
    if done == 0:
        raise KeyboardInterrupt
    ranked = sorted(found, key=lambda p: (-p.games, -p.win_rate))
    _say_which_is_best(ranked, seed)
    return PlacementStudy(
        state=state.copy(),
        player=player,
        play=play,
        partners=partners,
        rounds=rounds,
        seed=seed,
        allocation="flat" if flat else "halving",
        placements=ranked,
        seconds=time.perf_counter() - started,
        cpu_seconds=table.seconds if runner else time.process_time() - cpu_started,
        interrupted=done < len(plan),
    )


@dataclass
class _Table:
    """Where the games of a study are played."""

    study: Games
    runner: Runner
    rate: float = 2000.0  # games per second at each place, as far as is known
    seconds: float = 0.0  # of all jobs

    def play_round(self, playing: list[Placement], games: int, told: Callable[[int], None]) -> None:
        """Adds the next ``games`` games of each placement, which all have played as many before; all or
        nothing."""
        wins, ties = np.zeros((2, len(playing)), dtype=np.int64)
        for done in self.runner.run(Each(play_slice, threaded=True), self._slices(playing, games)):
            count = len(done.job.placements)
            now = slice(done.job.begin, done.job.begin + count)
            wins[now], ties[now] = done.result
            self.rate = count * games / max(done.seconds, 1e-3)
            self.seconds += done.seconds
            told(count * games)
        for placement, won, tied in zip(playing, wins.tolist(), ties.tolist(), strict=True):
            placement.wins += won
            placement.ties += tied
            placement.games += games

    def _slices(self, playing: list[Placement], games: int) -> Iterator[Slice]:
        first, begin = playing[0].games, 0
        while begin < len(playing):
            share = -(-(len(playing) - begin) // self.runner.places)
            end = begin + max(1, min(int(self.rate * _CALL_SECONDS / games), share))
            spots = tuple(placement.intersections for placement in playing[begin:end])
            yield Slice(self.study, begin, spots, first, games)
            begin = end


def _played(table: _Table, found: list[Placement], plan: list[Round], progress: Progress | None) -> int:
    """Plays the rounds of a plan; returns how many were completed before an interrupt."""
    total = sum(count * games for count, games in plan)
    done, playing = 0, found

    def told(games: int) -> None:
        nonlocal done
        done += games
        if progress:
            progress(done, total, len(playing), max(playing, key=lambda p: p.win_rate))

    for number, (count, games) in enumerate(plan):
        playing = sorted(playing, key=lambda p: -p.wins)[:count]  # stable: of equals the first
        try:
            table.play_round(playing, games, told)
        except KeyboardInterrupt:
            return number
    return len(plan)


def _halving_plan(placements: int, games: int, keep: int) -> list[Round]:
    halvings = len(_native.halving_rounds(placements, keep, 1)) - 1
    fewest = min(FEWEST_GAMES, max(_FEWEST_OF_ALL, games * FEWEST_GAMES // GAMES))
    return _native.halving_rounds(placements, keep, max(fewest, -(-games // 2**halvings)))


def _flat_plan(placements: int, games: int) -> list[Round]:
    steps = [_FLAT_STEP] * (games // _FLAT_STEP) + [games % _FLAT_STEP]
    return [(placements, step) for step in steps if step]


def _say_which_is_best(ranked: list[Placement], seed: int) -> None:
    finalists = [placement for placement in ranked if placement.games == ranked[0].games]
    wins, games = (np.array([getattr(p, name) for p in finalists]) for name in ("wins", "games"))
    for placement, probability in zip(
        finalists, probability_best(wins, games, seed=seed % 2**32), strict=True
    ):
        placement.p_best = float(probability)


def _check(*, games: int, flat: int | None, keep: int, rounds: int, threads: int | None) -> None:
    limits = {
        "games": (games, _MOST_GAMES),
        "flat": (1 if flat is None else flat, _MOST_GAMES),
        "keep": (keep, _MOST_GAMES),
        "rounds": (rounds, _MOST_ROUNDS),
        "threads": (1 if threads is None else threads, _MOST_THREADS),
    }
    for name, (value, most) in limits.items():
        if not 1 <= value <= most:
            raise OpeningsError(f"{name}={value}: must be between 1 and {most}")
