"""One option as it is declared: what it can be, how it is read from text and shown, what a refusal says."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from types import MappingProxyType
from typing import Any, Final

from longroad.options.words import suggestion, switch_word

#: The default of an option that must be given.
REQUIRED: Final = object()


@dataclass(frozen=True)
class About:
    """What is said of an option beside its type and default. In the constructor of a Python agent it stands
    in the annotation: ``greed: Annotated[float, About("How greedy it is.", low=0, high=1)] = 0.3``."""

    help: str = ""
    #: The range of a number, both ends included, or ``above`` for a low end that is not.
    low: float | None = None
    high: float | None = None
    above: float | None = None
    #: The texts that it can be.
    choices: tuple[str, ...] = ()
    #: Further words, and the values that they stand for: ``{"auto": None}``.
    words: Mapping[str, Any] = field(default_factory=lambda: MappingProxyType({}))
    #: What can be given, for a value other than a number, switch, text or choice.
    allowed: str = ""
    #: From text and to text, for such a value.
    read: Callable[[str], Any] | None = None
    show: Callable[[Any], str] | None = None


@dataclass(frozen=True)
class Declared:
    """An option with everything a person can know of it.

    >>> depth = Declared("depth", int, 2, About("Plies to look ahead.", low=1, high=30))
    >>> depth.allowed, depth.read("3"), depth.show(2)
    ('a whole number between 1 and 30', 3, '2')
    >>> depth.read("three")
    Traceback (most recent call last):
      ...
    ValueError: depth='three': must be a whole number between 1 and 30
    """

    name: str
    #: int, float, bool or str; None for anything else.
    kind: type | None
    default: Any
    about: About

    @property
    def allowed(self) -> str:
        """What it can be, as it follows on "must be"."""
        about = self.about
        if about.allowed:
            return about.allowed
        words = [word for word in about.words if word not in about.choices]
        if about.choices:
            return f"one of {', '.join([*about.choices, *words])}"
        if self.kind is bool:
            return "on or off (True or False)"
        plain = {int: f"a whole number{self._range}", float: f"a number{self._range}", str: "a text"}
        given = plain.get(self.kind or object, "a value")
        return f"{', '.join(words)} or {given}" if words else given

    @property
    def _range(self) -> str:
        about = self.about
        if about.low is not None and about.high is not None:
            return f" between {_number(about.low)} and {_number(about.high)}"
        ends = [f"at least {_number(about.low)}"] if about.low is not None else []
        ends += [f"above {_number(about.above)}"] if about.above is not None else []
        ends += [f"at most {_number(about.high)}"] if about.high is not None else []
        return f", {' and '.join(ends)}" if ends else ""

    def read(self, text: str) -> Any:
        """The value of a text, its type checked and nothing else; raises ValueError."""
        about, word = self.about, switch_word(text)
        if word in about.words:
            return about.words[word]
        if about.read is not None:
            return about.read(text)
        if about.choices:
            return word if word in about.choices and text not in about.choices else text
        if self.kind is bool:
            if word not in ("on", "off"):
                raise ValueError(self.refusal(text))
            return word == "on"
        if self.kind in (int, float):
            try:
                return self.kind(text)
            except ValueError:
                raise ValueError(self.refusal(text)) from None
        return text

    def show(self, value: Any) -> str:
        """The opposite of ``read``."""
        if self.about.show is not None:
            return self.about.show(value)
        if isinstance(value, bool):
            return "on" if value else "off"
        if isinstance(value, float):
            return f"{value:g}" if float(f"{value:g}") == value else repr(value)
        if value not in self.about.choices:
            for word, meaning in self.about.words.items():
                if meaning == value and type(meaning) is type(value):
                    return word
        return str(value)

    @property
    def plain_default(self) -> bool | int | float | str | None:
        """The default in a plain type, None if there is none; other values than numbers and switches as
        text."""
        if self.default is REQUIRED:
            return None
        return self.default if isinstance(self.default, bool | int | float) else self.show(self.default)

    def refusal(self, value: Any) -> str:
        """Why a value cannot be: names the option and what it can be."""
        sentence = f"{self.name}={value!r}: must be {self.allowed}"
        hint = suggestion(value, self.about.choices) if isinstance(value, str) else ""
        return f"{sentence}; {hint}" if hint else sentence

    def to_dict(self) -> dict[str, Any]:
        """What there is to know, in plain types."""
        about = self.about
        low = about.low if about.low is not None else about.above
        return {
            "name": self.name,
            "type": self.kind.__name__ if self.kind else "other",
            "required": self.default is REQUIRED,
            "default": self.plain_default,
            "allowed": self.allowed,
            **({} if low is None else {"low": low}),
            **({} if about.high is None else {"high": about.high}),
            **({"choices": list(about.choices)} if about.choices else {}),
            "help": about.help,
        }


def _number(value: float) -> str:
    return str(int(value)) if value == int(value) else f"{value:g}"
