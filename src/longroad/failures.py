"""What the code of a bot author raised, in words: one short printable line, with the place in their file."""

from __future__ import annotations

import importlib
import re
import traceback
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path

#: The most characters of a line, unless another number is named.
MOST = 300
#: The most characters of a traceback, of the exceptions that led to another one, and of frames of each.
MOST_OF_TRACEBACK = 4000
_MOST_CHAINED = 3
_MOST_FRAMES = 12
_OURS = Path(__file__).resolve().parent


def one_line(text: str, most: int = MOST) -> str:
    """A text as one line of at most so many characters; what cannot be printed is escaped.

    >>> one_line("no\\nmodel \\ud800")
    'no model \\\\ud800'
    """
    words = " ".join(text[: 10 * most].split())
    shown = "".join(c if c.isprintable() else c.encode("unicode_escape").decode() for c in words)
    return shown if len(shown) <= most else f"{shown[: most - 3]}..."


def words_of(thing: object, to_text: Callable[[object], str] = str) -> str:
    """``str(thing)`` (or ``repr``) as one line, also if that raises."""
    try:
        return one_line(to_text(thing))
    except KeyboardInterrupt:
        raise
    except BaseException as error:
        return one_line(f"({to_text.__name__}() of it raised {type(error).__name__})")


def described(error: BaseException) -> str:
    """The type of an exception and its text.

    >>> described(ZeroDivisionError("by zero")), described(SystemExit())
    ('ZeroDivisionError: by zero', 'SystemExit')
    """
    words = words_of(error.msg if isinstance(error, SyntaxError) else error)
    return one_line(f"{type(error).__name__}: {words}" if words else type(error).__name__)


@dataclass(frozen=True)
class Failure:
    """An exception of a bot author's code, in words that can be kept and sent."""

    #: The type of the exception.
    name: str
    words: str
    #: As Python prints it, but with the frames of their files only; empty if there are none.
    traceback: str = ""

    @staticmethod
    def of(error: BaseException) -> Failure:
        """What an exception says; one of another process says it itself."""
        if isinstance(error, RemoteError):
            return error.failure
        return Failure(type(error).__name__, words_of(error), own_traceback(error))

    @property
    def described(self) -> str:
        """As ``described`` has it."""
        return one_line(f"{self.name}: {self.words}" if self.words else self.name)


class RemoteError(Exception):
    """An exception that was raised in another process. ``refused`` is the text of a LongroadError, a sentence
    that a person can act on; None for any other exception."""

    def __init__(self, failure: Failure, refused: str | None = None) -> None:
        super().__init__(failure.described)
        self.failure: Failure = failure
        self.refused: str | None = refused


def own_traceback(error: BaseException) -> str:
    """The traceback of an exception without our own frames, its causes first; empty if nothing but our frames
    was involved. At most ``MOST_OF_TRACEBACK`` characters, all printable."""
    parts = [part for each in _chain(error) if (part := _part(each))]
    return printable("\n\n".join(reversed(parts)))


def stack_text(dumped: str) -> str:
    """What ``faulthandler`` has written of a thread, as a traceback without our own frames; empty if there
    are no others."""
    found = re.findall(r'^  File "(.*)", line (\d+) in (.*)$', dumped, re.MULTILINE)
    frames = [traceback.FrameSummary(file, int(line), name) for file, line, name in reversed(found)]
    own = [frame for frame in frames if _is_foreign(frame.filename)]
    listed = "".join(traceback.format_list(own[-_MOST_FRAMES:]))
    return printable(f"It was here when it was killed:\n{listed.rstrip()}") if own else ""


def printable(traceback_text: str) -> str:
    """The end of a traceback, at most ``MOST_OF_TRACEBACK`` characters; what cannot be printed is escaped."""
    text = traceback_text[-MOST_OF_TRACEBACK:]
    shown = "".join(c if c.isprintable() or c == "\n" else c.encode("unicode_escape").decode() for c in text)
    return shown if len(shown) < MOST_OF_TRACEBACK else f"...{shown[3 - MOST_OF_TRACEBACK :]}"


def _chain(error: BaseException) -> Iterator[BaseException]:
    """An exception and what led to it."""
    each: BaseException | None = error
    for _ in range(_MOST_CHAINED):
        if each is None:
            return
        yield each
        each = each.__cause__ or (None if each.__suppress_context__ else each.__context__)


def _part(error: BaseException) -> str:
    frames = [frame for frame in traceback.extract_tb(error.__traceback__) if _is_foreign(frame.filename)]
    if not frames:
        return ""
    left_out = f"  ... {len(frames) - _MOST_FRAMES} more\n" if len(frames) > _MOST_FRAMES else ""
    listed = "".join(traceback.format_list(frames[-_MOST_FRAMES:]))
    return f"Traceback (most recent call last):\n{left_out}{listed}{described(error)}"


def located(error: BaseException) -> str:
    """The same after the file and line where it was raised, in the bot author's
    files: ``my_bot.py, line 3: NameError: name 'x' is not defined``. Without these if no such file was
    involved."""
    place = place_of(error)
    return f"{place}: {described(error)}" if place else described(error)


def place_of(error: BaseException) -> str | None:
    """File and line as ``located`` names them."""
    if isinstance(error, SyntaxError) and error.filename and Path(error.filename).is_file():
        return _place(error.filename, error.lineno or 1)
    frames = [frame for frame in traceback.extract_tb(error.__traceback__) if _is_foreign(frame.filename)]
    if not frames:
        return None
    folder = Path(frames[0].filename).parent  # further in, it may be a library that they called
    theirs = [frame for frame in frames if Path(frame.filename).is_relative_to(folder)]
    return _place(theirs[-1].filename, theirs[-1].lineno or 1)


def _is_foreign(file: str) -> bool:
    return not (
        file.startswith("<") or file == importlib.__file__ or Path(file).resolve().is_relative_to(_OURS)
    )


def _place(file: str, line: int) -> str:
    path, here = Path(file).absolute(), Path.cwd()
    shown = path.relative_to(here) if path.is_relative_to(here) else path
    return f"{one_line(str(shown))}, line {line}"
