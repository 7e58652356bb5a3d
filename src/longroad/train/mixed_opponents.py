"""Native agents among the players that a network learns from."""

from __future__ import annotations

from longroad.errors import TrainingError

Shares = list[tuple[float, str]]


def shares_of(text: str) -> Shares:
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
                f"setting opponents={text}: must be a share and an agent, such as `0.1 planner`, several with `;` between"
            )
        found.append((share, spec.strip()))
    return found


def seated(shares: Shares, games: int, groups: int, players: int) -> dict[int, tuple[str | None, ...]]:
    """Who sits where: by game the spec of each seat, None for the learner. Native agents have the last games of each group, one seat in each, the
    seat changing from game to game.

    >>> seated([(0.5, "planner")], games=8, groups=2, players=2)
    {3: (None, 'planner'), 2: ('planner', None), 7: (None, 'planner'), 6: ('planner', None)}
    """
    table: dict[int, tuple[str | None, ...]] = {}
    each = games // groups
    for group in range(groups):
        free = (group + 1) * each - 1
        for share, spec in shares:
            for _ in range(int(share * each)):
                table[free] = tuple(spec if seat == free % players else None for seat in range(players))
                free -= 1
    return table
