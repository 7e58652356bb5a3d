"""The lines below the board in a terminal: the players, and what is going on."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from longroad.catan.drawing.palette import CARD_LETTERS, TERRAINS
from longroad.catan.drawing.scene import Reply, Seat, Tabletop, Trade
from longroad.drawing.palette import LIVERIES
from longroad.drawing.screen import DIM, styled

_COLUMNS = (("", 8), ("points", 12), ("hand", 16), ("cards", 16), ("knights", 9), ("road", 10))
_LEGEND = "s settlement, C city, o harbor; K knight, V point, R roads, Y plenty, M monopoly"
_LETTERS = tuple(terrain.letter for terrain in TERRAINS[:5])


def player_table(table: Tabletop, color: bool) -> list[str]:
    """A legend, a heading and one line for each player; `>` marks the one who acts."""
    heading = " " * 5 + _row(name for name, _ in _COLUMNS)
    players = (_player(seat, color) for seat in table.seats)
    return [styled(_LEGEND, DIM, color=color), "", heading.rstrip(), *players]


def remarks(table: Tabletop) -> list[str]:
    """The turn and the bank; then the dice deck and the open offer, if there are any."""
    lines = [_status(table), f"bank {_counts(_LETTERS, table.bank)}, card deck {table.deck}"]
    if table.dice_deck is not None:
        lines.append(f"dice deck {_rolls(table.dice_deck)}")
    if table.offer:
        lines.append(f"p{table.current} offers {bundles(table.offer)}")
        lines += [_reply(reply) for reply in table.replies]
    return lines


def bundles(trade: Trade) -> str:
    """A trade in the notation of the moves.

    >>> bundles(Trade((0, 0, 0, 2, 1), (0, 0, 1, 0, 0)))
    '2 grain + 1 wool for 1 ore'
    """
    return f"{_bundle(trade.give)} for {_bundle(trade.get)}"


def _player(seat: Seat, color: bool) -> str:
    livery = LIVERIES[seat.player]
    hidden = seat.points - seat.public_points
    fields = (
        livery.name,
        f"{seat.points} ({seat.public_points} open)" if hidden else str(seat.points),
        _hidden(seat.hand_size) if seat.hand is None else _counts(_LETTERS, seat.hand),
        _hidden(seat.card_count) if seat.cards is None else _held(seat.cards),
        f"{seat.knights}{' army' if seat.largest_army else ''}",
        f"{seat.road_length}{' longest' if seat.longest_road else ''}",
    )
    sign = ">" if seat.acts else " "
    return f"{sign} {styled(f'p{seat.player}', livery.ansi, color=color)} {_row(fields)}".rstrip()


def _row(fields: Iterable[str]) -> str:
    return "".join(field.ljust(width) for field, (_, width) in zip(fields, _COLUMNS, strict=True))


def _status(table: Tabletop) -> str:
    facts = [f"turn {table.turn} of p{table.current}", table.headline]
    if table.last_roll:
        facts.append(f"last roll {table.last_roll}")
    if table.viewer is not None:
        facts.append(f"seen by p{table.viewer}")
    return ", ".join(facts)


def _reply(reply: Reply) -> str:
    said = f"p{reply.player} {reply.verb}"
    return f"{said} {bundles(reply.counter)}" if reply.counter else said


def _rolls(left: Sequence[int]) -> str:
    """Every roll in the deck.

    >>> _rolls((0, 2, 0, 0, 0, 1, 0, 0, 0, 0, 0))
    '3 3 7'
    """
    return " ".join(str(total) for total, count in enumerate(left, start=2) for _ in range(count))


def _counts(letters: Sequence[str], counts: Sequence[int]) -> str:
    return " ".join(f"{letter}{count}" for letter, count in zip(letters, counts, strict=True))


def _held(cards: Sequence[int]) -> str:
    held = [f"{letter}{count}" for letter, count in zip(CARD_LETTERS, cards, strict=True) if count]
    return " ".join(held) or "-"


def _hidden(count: int) -> str:
    return f"?{count}"


def _bundle(counts: Sequence[int]) -> str:
    return " + ".join(f"{count} {TERRAINS[kind].resource}" for kind, count in enumerate(counts) if count)
