"""``planner``: plans its turn and bargains."""

from __future__ import annotations

from longroad import _native
from longroad.agents.options import PARTNERS, chosen, in_range, opening_games, option_value
from longroad.agents.thinking import ThinkingAgent


class PlannerAgent(ThinkingAgent):
    """A rule-based player: it carries out plans for the turn in its mind, up to ``steps`` actions, keeping
    the ``beam`` best at each, and judges them by income, place, cards and the race to the target. It makes up
    to ``offers`` offers a turn."""

    def __init__(
        self,
        beam: int | str = 4,
        steps: int | str = 4,
        race: float | str = 0.5,
        offers: int | str = 3,
        partner: str = "judging",
        openings: bool | int | str = False,
        open: bool | str = False,
    ) -> None:
        self.open_hands = option_value("open", open, False)
        settings = _native.PlannerSettings(
            beam=in_range("beam", beam, 4, 1, 1000),
            steps=in_range("steps", steps, 4, 1, 100),
            race=in_range("race", race, 0.5, 0, 100),
            offers=in_range("offers", offers, 3, 0, 200),
            coin=chosen("partner", partner, PARTNERS) == 1,
        )
        self.native = _native.NativeAgent.planner(settings, self.open_hands, opening_games(openings))
