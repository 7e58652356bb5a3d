"""A seat in the shell: the drawn board, a menu of what can be done, completion of moves, hints where there is
a coach; and several games in a row, whose results are kept."""

from longroad.web.terminal.adviser import Adviser, Coaching
from longroad.web.terminal.background import Background
from longroad.web.terminal.series import Series, series_of
from longroad.web.terminal.shell import Left, Shell

__all__ = ["Adviser", "Background", "Coaching", "Left", "Series", "Shell", "series_of"]
