"""The words of options: switches, lists of names, and "did you mean"."""

from __future__ import annotations

from collections.abc import Iterable
from difflib import get_close_matches

_SWITCH = {"on": "on", "yes": "on", "true": "on", "off": "off", "no": "off", "false": "off"}


def switch_word(text: str) -> str:
    """``on`` or ``off`` for every way to write them, any other text as it is.

    >>> switch_word("Yes"), switch_word("false"), switch_word("maybe")
    ('on', 'off', 'maybe')
    """
    return _SWITCH.get(text.lower(), text)


def suggestion(word: str, known: Iterable[str]) -> str:
    """``did you mean 'planner'?``, or nothing if no known word is close.

    >>> suggestion("plannr", ["mcts", "planner"]), suggestion("x", ["mcts"])
    ("did you mean 'planner'?", '')
    """
    by_lower = {name.lower(): name for name in known}
    close = get_close_matches(word.lower(), by_lower, n=1)
    return f"did you mean '{by_lower[close[0]]}'?" if close else ""


def no_such(what: str, word: str, known: Iterable[str]) -> str:
    """The sentence about a name that does not exist.

    >>> no_such("option", "sim", ["sims", "ms"])
    "no option 'sim'; did you mean 'sims'? There are: sims, ms"
    >>> no_such("option", "sim", [])
    "no option 'sim'; there are none"
    """
    names = list(known)
    if not names:
        return f"no {what} '{word}'; there are none"
    hint = suggestion(word, names)
    listed = ", ".join(names)
    return f"no {what} '{word}'; " + (f"{hint} There are: {listed}" if hint else f"there are: {listed}")
