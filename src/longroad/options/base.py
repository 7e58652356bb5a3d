"""Options as frozen dataclasses: each field is declared with its range or choices and a sentence of help.

>>> @options(ValueError)
... class Digging(Options):
...     depth: int = option(2, "How deep to dig.", low=1, high=30)
...     tool: str = option("spade", "What to dig with.", choices=("spade", "pick"))
>>> Digging.from_text("depth=3,tool=pick")
Digging(depth=3, tool='pick')
>>> Digging(depth=3).to_text()
'depth=3'
>>> Digging(tool="spad")
Traceback (most recent call last):
  ...
ValueError: tool='spad': must be one of spade, pick; did you mean 'spade'?
"""

from __future__ import annotations

import dataclasses
import inspect
from collections.abc import Callable, Mapping
from enum import Enum
from functools import wraps
from typing import (
    Annotated,
    Any,
    ClassVar,
    Literal,
    Self,
    TypeVar,
    cast,
    dataclass_transform,
    get_args,
    get_type_hints,
)

import pydantic
from pydantic.dataclasses import dataclass as pydantic_dataclass
from pydantic.fields import FieldInfo

from longroad.options.declared import REQUIRED, About, Declared
from longroad.options.text import pairs_of
from longroad.options.words import no_such

T = TypeVar("T", bound="Options")

_CONFIG = pydantic.ConfigDict(strict=True, extra="forbid", allow_inf_nan=False, arbitrary_types_allowed=True)
#: Where a pydantic field keeps what was declared.
_ABOUT = "about"


def option(default: Any, help: str, **about: Any) -> Any:
    """A field of options: its default, a sentence of help, and the fields of ``About`` by name."""
    said = About(help, **about)
    return pydantic.Field(
        default=default,
        description=help,
        ge=said.low,
        le=said.high,
        gt=said.above,
        json_schema_extra={_ABOUT: said},  # type: ignore[dict-item]
    )


def with_default(declared: Any, default: Any) -> Any:
    """The same field with another default."""
    about = _about(declared)
    return option(default, **{said.name: getattr(about, said.name) for said in dataclasses.fields(About)})


def choices_of(enum: type[Enum]) -> tuple[str, ...]:
    """The names of a native enum: the choices of an option that stands for it."""
    return tuple(member.name for member in enum)


class Options:
    """The base of all options. Values given from Python are checked as those from text are."""

    #: The error that a refusal raises, and the word before an option's name in it.
    raises: ClassVar[type[ValueError]] = ValueError
    label: ClassVar[str] = ""
    #: The options by name, in the order of their declaration.
    declared: ClassVar[Mapping[str, Declared]] = {}

    @classmethod
    def from_text(cls, text: str) -> Self:
        """From ``name=value,name=value``; options left out have their defaults."""
        try:
            pairs = pairs_of(text) if text.strip() else {}
        except ValueError as error:
            raise cls.raises(str(error)) from None
        return cls.from_texts(pairs)

    @classmethod
    def from_texts(cls, texts: Mapping[str, str]) -> Self:
        """From texts by name."""
        return cls.from_dict(cls.read(texts))

    @classmethod
    def read(cls, texts: Mapping[str, str]) -> dict[str, Any]:
        """The values of texts by name; their ranges are not checked yet."""
        cls.check_names(texts)
        try:
            return {name: cls.declared[name].read(text) for name, text in texts.items()}
        except ValueError as error:
            raise cls.refused(str(error)) from None

    @classmethod
    def from_dict(cls, values: Mapping[str, Any]) -> Self:
        """The opposite of ``to_dict``; options left out have their defaults."""
        cls.check_names(values)
        return cls(**values)

    @classmethod
    def among(cls, values: Mapping[str, Any]) -> Self:
        """From those of the values that are options here; others are passed over."""
        return cls(**{name: value for name, value in values.items() if name in cls.declared})

    @classmethod
    def check_names(cls, names: Mapping[str, Any]) -> None:
        """Raises for a name that is not an option."""
        for name in names:
            if name not in cls.declared:
                raise cls.raises(no_such(cls.label or "option", name, cls.declared))

    @classmethod
    def refused(cls, sentence: str) -> ValueError:
        """The error of a refusal."""
        return cls.raises(f"{cls.label} {sentence}" if cls.label else sentence)

    def to_dict(self) -> dict[str, Any]:
        """The options that differ from the defaults."""
        return {
            name: getattr(self, name)
            for name, one in type(self).declared.items()
            if getattr(self, name) != one.default
        }

    def to_text(self) -> str:
        """The same as ``from_text`` reads them."""
        declared = type(self).declared
        return ",".join(
            f"{name}={declared[name].show(getattr(self, name))}" for name in Options.to_dict(self)
        )

    def replace(self, **changes: Any) -> Self:
        """The same options with some changed."""
        type(self).check_names(changes)
        return dataclasses.replace(self, **changes)  # type: ignore[type-var]

    def __getstate__(self) -> dict[str, Any]:
        return {name: getattr(self, name) for name in type(self).declared}


@dataclass_transform(frozen_default=True)
def options(raises: type[ValueError], *, label: str = "") -> Callable[[type[T]], type[T]]:
    """Makes a class with declared fields a frozen dataclass that checks them. A refusal is an error of the
    type ``raises``."""

    def made(cls: type[T]) -> type[T]:
        hints = get_type_hints(cls, include_extras=True)
        cls.__annotations__ = {
            name: _checked(hints[name], vars(cls).get(name)) for name in inspect.get_annotations(cls)
        }
        result = cast("type[T]", pydantic_dataclass(cls, frozen=True, config=_CONFIG))
        result.raises, result.label = raises, label
        result.declared = {
            name: _declared(name, hints[name], field)
            for name, field in result.__pydantic_fields__.items()  # type: ignore[attr-defined]
        }
        _raise_typed_errors(result)
        return result

    return made


def _checked(hint: Any, field: Any) -> Any:
    """A field's annotation with the checks that pydantic does not have already."""
    about = _about(field)
    if about.choices:
        hint = Literal[about.choices]
    if not about.words:
        return hint

    def worded(value: Any) -> Any:
        word = ("on" if value else "off") if isinstance(value, bool) else value
        return about.words.get(word, value) if isinstance(word, str) else value

    return Annotated[hint, pydantic.BeforeValidator(worded)]


def _about(field: Any) -> About:
    extra = field.json_schema_extra if isinstance(field, FieldInfo) else None
    found = extra.get(_ABOUT) if isinstance(extra, dict) else None
    return found if isinstance(found, About) else About()


def _declared(name: str, hint: Any, field: FieldInfo) -> Declared:
    default = REQUIRED if field.is_required() else field.get_default(call_default_factory=True)
    return Declared(name, plain_kind(hint), default, _about(field))


def plain_kind(hint: Any) -> type | None:
    """int, float, bool or str, if an annotation means one of them, or None.

    >>> plain_kind(int | None), plain_kind(Annotated[bool, "so"]), plain_kind(tuple[int, ...])
    (<class 'int'>, <class 'bool'>, None)
    """
    if hasattr(hint, "__metadata__"):
        return plain_kind(get_args(hint)[0])
    if hint in (int, float, bool, str):
        return hint  # type: ignore[no-any-return]
    parts = [part for part in get_args(hint) if part is not type(None)]
    return plain_kind(parts[0]) if len(parts) == 1 and type(None) in get_args(hint) else None


def _raise_typed_errors(cls: type[Options]) -> None:
    inner = cls.__init__

    @wraps(inner)
    def __init__(self: Any, *args: Any, **kwargs: Any) -> None:  # noqa: N807
        try:
            inner(self, *args, **kwargs)
        except pydantic.ValidationError as error:
            raise _typed(cls, error.errors(include_url=False)[0]) from None

    cls.__init__ = __init__  # type: ignore[method-assign]


def _typed(cls: type[Options], problem: Any) -> Exception:
    """The package's error for the first problem that pydantic names."""
    place: Any = problem["loc"][0] if problem["loc"] else None
    if problem["type"] == "unexpected_positional_argument":
        return TypeError(f"{cls.__name__} has {len(cls.declared)} options, not {place + 1}")
    name = list(cls.declared)[place] if isinstance(place, int) else place
    if problem["type"] == "unexpected_keyword_argument":
        return cls.raises(no_such(cls.label or "option", str(name), cls.declared))
    if problem["type"] == "missing":
        return cls.refused(f"{name}: must be given: {cls.declared[str(name)].allowed}")
    if problem["type"] == "value_error":
        own = problem["ctx"]["error"]
        return cls.refused(str(own)) if type(own) is ValueError else own
    return cls.refused(cls.declared[str(name)].refusal(problem["input"]))
