"""Native agents that a network learns from: by playing against them, and by their advice."""

from __future__ import annotations

from collections.abc import Iterator

from longroad.errors import TrainingError

Shares = list[tuple[float, str]]


def shares_of(text: str, setting: str = "opponents") -> Shares:
    """What a setting says, as share and agent spec.

    >>> shares_of("0.1 planner; 0.02 mcts:sims=50")
    [(0.1, 'planner'), (0.02, 'mcts:sims=50')]
    """
    found = []
    for part in filter(None, (part.strip() for part in text.split(";"))):
        number, _, spec = part.partition(" ")
        try:
            share = float(number)
        except ValueError:
            share = -1.0
        if not 0 < share <= 1 or not spec.strip():
            raise TrainingError(
                f"setting {setting}={text}: must be a share and an agent, such as `0.1 planner`, several "
                "with `;` between"
            )
        found.append((share, spec.strip()))
    return found


def total(shares: Shares) -> float:
    """The share of the games that they have together."""
    return sum(share for share, _ in shares)


def seated(shares: Shares, games: int, groups: int, players: int) -> dict[int, tuple[str | None, ...]]:
    """Who sits where: by game the spec of each seat, None for the learner. Native agents have the last games
    of each group, one seat in each, the seat changing from game to game.

    >>> seated([(0.5, "planner")], games=8, groups=2, players=2)
    {3: (None, 'planner'), 2: ('planner', None), 7: (None, 'planner'), 6: ('planner', None)}
    """
    return {
        game: tuple(spec if seat == game % players else None for seat in range(players))
        for game, spec in _placed(shares, games, groups, before=[])
    }


def advised(shares: Shares, opponents: Shares, games: int, groups: int) -> dict[int, str]:
    """Who advises the learner in which game: in those before the ones where opponents sit, since those are
    slow already.

    >>> advised([(0.25, "planner")], [(0.5, "value")], games=8, groups=2)
    {1: 'planner', 5: 'planner'}
    """
    return dict(_placed(shares, games, groups, before=opponents))


def _placed(shares: Shares, games: int, groups: int, before: Shares) -> Iterator[tuple[int, str]]:
    """Game and agent, from the last game of each group backwards, after room for others."""
    each = games // groups
    for group in range(groups):
        free = (group + 1) * each - 1 - sum(int(share * each) for share, _ in before)
        for share, spec in shares:
            for _ in range(int(share * each)):
                yield free, spec
                free -= 1
