"""How Taucher et al. (2018) are read where they leave their search open; docs/explanation/skirmish.md has the
table."""

from __future__ import annotations

from longroad._native.skirmish import Balance, Doubled, First, Reading
from longroad.errors import SearchError
from longroad.options import Options, choices_of, option, options

_OURS = Reading()


@options(SearchError)
class ReadingOptions(Options):
    """Options of everything that searches Skirmish. Only the first three matter where all moves are
    searched."""

    balance: str = option(
        _OURS.balance.name,
        "The factor for balanced hands: the strongest card less the weakest, or the largest sum of an aspect "
        "over the hand less the smallest.",
        choices=choices_of(Balance),
    )
    win_bonus: bool = option(
        _OURS.win_bonus,
        "Whether a won game counts more than any position, sooner wins more; else its evaluation counts.",
    )
    first: str = option(
        _OURS.first.name, "Which of two equally good actions of a card is taken.", choices=choices_of(First)
    )
    doubled: str = option(
        _OURS.doubled.name,
        "What counts double of a card of the hand in an average: the card, or its value alone.",
        choices=choices_of(Doubled),
    )
    keep: bool = option(_OURS.keep, "Whether the look-ahead may place nothing, besides the representatives.")
    spend: bool = option(
        _OURS.spend, "Whether an average that is placed takes the card of the hand that it stands for."
    )

    @property
    def reading(self) -> Reading:
        """The same for the native search."""
        found = Reading()
        found.balance, found.first = Balance[self.balance], First[self.first]
        found.win_bonus, found.doubled = self.win_bonus, Doubled[self.doubled]
        found.keep, found.spend = self.keep, self.spend
        return found
