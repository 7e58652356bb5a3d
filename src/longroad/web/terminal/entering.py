"""What a person types: moves in the notation or shorter, with completion."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Sequence

from longroad.catan import RESOURCES, Action

#: Shorter words for moves.
SHORT = {
    "r": "roll",
    "e": "end",
    "b": "buy card",
    "k": "knight",
    "y": "accept",
    "n": "refuse",
    "buy": "buy card",
    "plenty": "year of plenty",
    "roads": "road building",
    "c": "cancel",
}
#: Words whose number stands for a place, and the letter of the notation.
_PLACES = {"settle": "n", "s": "n", "city": "n", "road": "e", "robber": "h"}
_WHOLE = {"s": "settle"}


def expanded(typed: str, actions: Sequence[Action]) -> str:
    """What was typed in the notation; a number alone is a place if only one kind of move has places, and a
    resource alone is a card to be discarded or taken.

    >>> expanded("settle 23", []), expanded("robber 7 p2", []), expanded("r", [])
    ('settle n23', 'robber h7 steal p2', 'roll')
    >>> expanded("offer ore for 2 wool", []), expanded("ore", [Action.parse("discard ore")])
    ('offer 1 ore for 2 wool', 'discard ore')
    >>> expanded("29", [Action.parse("road e29"), Action.parse("road e30")])
    'road e29'
    """
    text = " ".join(typed.lower().split())
    text = SHORT.get(text, text)
    if text in RESOURCES:
        kinds = {action.kind for action in actions if action.kind in ("discard", "take")}
        return f"{kinds.pop()} {text}" if len(kinds) == 1 else text
    if text.isdecimal():
        kinds = {action.kind for action in actions if action.kind in _PLACES}
        if len(kinds) == 1:
            text = f"{kinds.pop()} {text}"
    found = re.fullmatch(r"(settle|s|city|road|robber) [neh]?(\d+)(?: (?:steal )?(p\d))?", text)
    if found:
        word, number, victim = found.groups()
        steal = f" steal {victim}" if victim else ""
        return f"{_WHOLE.get(word, word)} {_PLACES[word]}{number}{steal}"
    if text.startswith(("offer ", "counter ")):
        return re.sub(rf"(offer|counter|for|\+) ({'|'.join(RESOURCES)})\b", r"\1 1 \2", text)
    return text


def completions(typed: str, actions: Iterable[Action], commands: Iterable[str]) -> list[str]:
    """All lines that begin with what was typed.

    >>> completions("r", [Action.parse("road e1"), Action.parse("roll"), Action.parse("end")], ["resign"])
    ['resign', 'road e1', 'roll']
    """
    texts = {str(action) for action in actions} | set(commands)
    return sorted(text for text in texts if text.startswith(typed))


def complete_with(found: Callable[[str], list[str]]) -> None:
    """Lets the Tab key complete whole lines, where Python has readline."""
    try:
        import readline
    except ImportError:  # a system without it: there is nothing to complete with
        return

    def complete(text: str, state: int) -> str | None:
        lines = found(readline.get_line_buffer().lstrip())
        start = readline.get_begidx()
        return lines[state][start:] if state < len(lines) else None

    readline.set_completer_delims(" ")
    readline.set_completer(complete)
    uses_libedit = "libedit" in (readline.__doc__ or "")
    readline.parse_and_bind("bind ^I rl_complete" if uses_libedit else "tab: complete")
