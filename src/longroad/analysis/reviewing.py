"""Reviewing a game: positions valued, decisions graded, luck counted."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from concurrent.futures import ThreadPoolExecutor

from longroad._native import Stop
from longroad.analysis.decisions import Candidate, Examined, examine, is_forced
from longroad.analysis.engine import Effort, seed_of
from longroad.analysis.grades import Grade, accuracy_of
from longroad.analysis.happenings import happened
from longroad.analysis.reasons import explained
from longroad.analysis.replay import Decision, Replay
from longroad.analysis.review import (
    VERSION,
    Luck,
    Moment,
    PlayerSummary,
    Review,
    ReviewedDecision,
    ReviewedMove,
)
from longroad.analysis.turning_points import turning_points
from longroad.analysis.values import Values, values_of
from longroad.analysis.words import Voice, percent, third_person
from longroad.catan import State
from longroad.errors import AnalysisError

#: Takes what is done, of how much, and words.
Progress = Callable[[int, int, str], None]

#: Moves of a decision that a review keeps.
_MOST_MOVES = 6
_ALL_CARDS = "Win probabilities over the game are those of somebody who sees all cards."
_DECIDERS = (
    "Every decision is judged by what its player could know at that moment: its view and the cards it had "
    "counted."
)


def review_game(
    game: State | str,
    *,
    sims: int = 400,
    ms: float | None = None,
    players: Iterable[int] | None = None,
    threads: int = 2,
    seed: int = 0,
    names: Sequence[str] | None = None,
    agents: Sequence[str] | None = None,
    notes: Sequence[str] = (),
    progress: Progress | None = None,
    stop: Stop | None = None,
) -> Review:
    """Reviews a game that was played: a state with its history, or a record.

    ``players`` are those whose decisions are graded, by default all; with none it is a replay with win
    probabilities and luck, in a second. ``sims`` (or ``ms``, milliseconds) is
    what a decision may cost; with ``sims`` the same seed gives the same review, whatever the ``threads``. A
    game that is not over can be reviewed, too. Raises AnalysisError, RecordError for a damaged record, and
    StoppedError if ``stop`` was asked to stop.
    """
    effort = Effort(sims, ms)
    replay = Replay.of(game)
    state = replay.end
    graded = _seats(players, state)
    if threads < 1:
        raise AnalysisError(f"threads={threads}: must be at least 1")
    for what, given in (("names", names), ("agents", agents)):
        if given and len(given) != state.players:
            raise AnalysisError(f"{len(given)} {what} for {state.players} players")
    if not replay.events:
        raise AnalysisError("the game has no events: there is nothing to review")
    voice = Voice.of(state.players, names)

    def told(words: str) -> Callable[[int, int], None] | None:
        return None if progress is None else lambda done, total: progress(done, total, words)

    values = values_of(replay, seed=seed_of(seed, 0), threads=threads, stop=stop, progress=told("positions"))
    choices = [one for one in replay.decisions(graded) if not is_forced(one.view, one.belief, one.action)]
    decisions = _decided(choices, effort, seed, threads, voice, stop, told("decisions"))
    moments = _moments(replay, values, voice)
    return Review(
        VERSION,
        replay.record,
        state.winner,
        state.is_over,
        tuple(
            _summary(state, player, voice, agents or (), decisions, graded) for player in range(state.players)
        ),
        moments,
        decisions,
        turning_points(moments, voice),
        tuple(_luck(values, player) for player in range(state.players)),
        (_ALL_CARDS, *((_DECIDERS, _effort_note(effort)) if graded else ()), *notes),
    )


def _seats(players: Iterable[int] | None, state: State) -> list[int]:
    seats = sorted(set(range(state.players) if players is None else players))
    for seat in seats:
        if not 0 <= seat < state.players:
            raise AnalysisError(
                f"seat {seat}: the game has {state.players} players, 0 to {state.players - 1}"
            )
    return seats


def _decided(
    choices: Sequence[Decision],
    effort: Effort,
    seed: int,
    threads: int,
    voice: Voice,
    stop: Stop | None,
    progress: Callable[[int, int], None] | None,
) -> tuple[ReviewedDecision, ...]:
    """All decisions, several at a time. Each has a seed of its own, so that nothing depends on the order."""
    stop = stop or Stop()

    def decide(one: Decision) -> ReviewedDecision:
        own = seed_of(seed, 1, one.event)
        found = examine(one.view, one.belief, played=one.action, effort=effort, seed=own, stop=stop)
        return _reviewed(one, found, voice)

    done: list[ReviewedDecision] = []
    with ThreadPoolExecutor(threads) as pool:
        try:
            for reviewed in pool.map(decide, choices):
                done.append(reviewed)
                if progress is not None:
                    progress(len(done), len(choices))
        except BaseException:
            stop.stop()  # ends those that are still thinking
            raise
    return tuple(done)


def _reviewed(one: Decision, found: Examined, voice: Voice) -> ReviewedDecision:
    played, best = found.played, found.best
    assert played is not None, "the move that was made is always looked at"
    kept = list(found.candidates[:_MOST_MOVES])
    if played not in kept:
        kept[-1] = played
    moves = {candidate.action: _move(one, candidate, voice) for candidate in kept}
    return ReviewedDecision(
        one.event,
        one.view.turn,
        one.player,
        one.view.phase,
        played.grade,
        moves[played.action],
        moves[best.action],
        played.loss,
        played.error,
        tuple(moves.values()),
        _comment(voice.name(one.player), played.grade, moves[played.action], moves[best.action]),
    )


def _move(one: Decision, candidate: Candidate, voice: Voice) -> ReviewedMove:
    words = explained(one.view, one.belief, candidate.action, voice)
    return ReviewedMove(
        str(candidate.action), words.move, candidate.win_probability, candidate.loss, words.because
    )


def _comment(name: str, grade: Grade, played: ReviewedMove, best: ReviewedMove) -> str:
    """The decision in a sentence or two."""
    did = f"{name[0].upper()}{name[1:]} {third_person(played.text)}"
    if grade in (Grade.BEST, Grade.GOOD):
        return f"{did}."
    now, instead = percent(best.win_probability), percent(played.win_probability)
    change = f" ({now} instead of {instead})" if now != instead else ""
    because = f": {best.reason}" if best.reason else ""
    return f"{did}. Better{change}: {best.text}{because}."


def _moments(replay: Replay, values: Values, voice: Voice) -> tuple[Moment, ...]:
    found = [Moment(0, 0, None, "", "the game begins", values.after[0])]
    for number, event in enumerate(replay.events):
        before, after = replay.states[number], replay.states[number + 1]
        who = before.current if before.actor is None else before.actor
        text = happened(before, event, after, voice)
        found.append(Moment(number + 1, before.turn, who, str(event), text, values.after[number + 1]))
    return tuple(found)


def _luck(values: Values, player: int) -> Luck:
    sums = {"dice": 0.0, "stole": 0.0, "drew": 0.0}
    for chance in values.chances:
        sums[chance.kind] += chance.change[player]
    rolls = [chance for chance in values.chances if chance.kind == "dice"]
    return Luck(
        player,
        sums["dice"],
        sums["stole"],
        sums["drew"],
        sum(chance.cards[player] for chance in rolls),
        sum(chance.expected[player] for chance in rolls),
    )


def _summary(
    state: State,
    player: int,
    voice: Voice,
    agents: Sequence[str],
    decisions: Sequence[ReviewedDecision],
    graded: Sequence[int],
) -> PlayerSummary:
    own = [one for one in decisions if one.player == player]
    counts = Counter(one.grade for one in own)
    accuracy = sum(accuracy_of(one.loss) for one in own) / len(own) if own and player in graded else None
    return PlayerSummary(
        player,
        voice.names[player],
        agents[player] if agents else "",
        state.points(player),
        state.winner == player,
        len(own),
        {grade: counts[grade] for grade in Grade if grade is not Grade.FORCED},
        accuracy,
        sum(one.loss for one in own),
    )


def _effort_note(effort: Effort) -> str:
    spent = f"{effort.sims} simulations" if effort.ms is None else f"{effort.ms:g} ms"
    return f"{spent} per decision; what seems to be a mistake is checked by rollouts of its own."
