"""Options of a class that somebody else wrote: the parameters of its constructor."""

from __future__ import annotations

import importlib
import inspect
import sys
from collections.abc import Mapping
from dataclasses import replace
from typing import Any, Literal, get_args, get_origin

from longroad.failures import located, place_of, words_of
from longroad.options.base import plain_kind
from longroad.options.declared import REQUIRED, About, Declared
from longroad.options.own_files import module_file, modules_in, searched_folder
from longroad.options.words import no_such, suggestion, switch_word


def class_named(path: str, base: type, base_name: str) -> Any:
    """The class of ``module.Class``, which must be a subclass of ``base``; raises ValueError, which names
    the file and line where importing the module failed, or the folder where there is no such module.

    >>> class_named("longroad.errors.RulesEror", ValueError, "ValueError")
    Traceback (most recent call last):
      ...
    ValueError: module 'longroad.errors' has no attribute 'RulesEror'; did you mean 'RulesError'?
    """
    module_name, _, class_name = path.rpartition(".")
    _check_not_standard(module_name)
    try:
        module = importlib.import_module(module_name)
    except KeyboardInterrupt:
        raise
    except BaseException as error:  # whatever the file does when it is imported: sys.exit, too
        absent = isinstance(error, ImportError | ValueError | TypeError) and place_of(error) is None
        if absent and isinstance(error, ModuleNotFoundError) and error.name:
            raise ValueError(_not_found(error.name)) from error
        raise ValueError(words_of(error) if absent else located(error)) from error
    found = getattr(module, class_name, None)
    if found is None:
        hint = suggestion(class_name, vars(module))
        missing = f"module '{module_name}' has no attribute '{class_name}'"
        raise ValueError(f"{missing}; {hint}" if hint else missing)
    if not (inspect.isclass(found) and issubclass(found, base)):
        raise ValueError(f"{class_name} is not a subclass of {base_name}")
    return found


def _check_not_standard(module: str) -> None:
    """Raises ValueError for a file that Python's own module of the same name stands before."""
    top = module.partition(".")[0]
    if top in sys.stdlib_module_names and module_file(searched_folder(), top):
        raise ValueError(f"{top}.py has the name of a module of Python's standard library: rename the file")


def _not_found(module: str) -> str:
    package, _, name = module.rpartition(".")
    folder = searched_folder().joinpath(*package.split("."))
    hint = suggestion(name, modules_in(folder))
    absent = f"No module named '{module}': {folder} has no {name}.py, and none is installed"
    return f"{absent}; {hint}" if hint else absent


def constructor_options(made: Any, *, skip: int = 0) -> dict[str, Declared]:
    """The parameters that a constructor takes by name, but for the first ``skip``.

    >>> class Builder:
    ...     def __init__(self, greed: float = 0.5, loud: bool = False) -> None: ...
    >>> [(one.name, one.allowed, one.default) for one in constructor_options(Builder).values()]
    [('greed', 'a number', 0.5), ('loud', 'on or off (True or False)', False)]
    """
    parameters = list(_signature(made).parameters.values())[skip:]
    return {p.name: _declared(p) for p in parameters if p.kind in (p.POSITIONAL_OR_KEYWORD, p.KEYWORD_ONLY)}


def arguments_from_text(made: Any, texts: Mapping[str, str], *, spec: str, skip: int = 0) -> dict[str, Any]:
    """Texts by name, those of a spec, as arguments of a constructor; raises ValueError, naming the option.

    >>> class Builder:
    ...     def __init__(self, greed: float = 0.5) -> None: ...
    >>> arguments_from_text(Builder, {"greed": "0.3"}, spec="python:my_bot.Builder,greed=0.3")
    {'greed': 0.3}
    """
    declared = constructor_options(made, skip=skip)
    takes_any = any(p.kind is p.VAR_KEYWORD for p in _signature(made).parameters.values())
    arguments: dict[str, Any] = {}
    for name, text in texts.items():
        if name in declared:
            arguments[name] = _value(declared[name], text)
        elif takes_any:
            arguments[name] = text
        else:
            raise ValueError(no_such("option", name, declared))
    for name, one in declared.items():
        if one.default is REQUIRED and name not in arguments:
            raise ValueError(f"option {name} has no default: give it as {spec},{name}=...")
    return arguments


def _value(declared: Declared, text: str) -> Any:
    value = declared.read(text)
    about = declared.about
    outside = text not in about.words and (
        (about.choices and value not in about.choices)
        or (about.low is not None and not value >= about.low)
        or (about.above is not None and not value > about.above)
        or (about.high is not None and not value <= about.high)
    )
    if outside:
        raise ValueError(declared.refusal(value))
    return value


def _signature(made: Any) -> inspect.Signature:
    """With annotations evaluated where what they name is there; others stay texts."""
    signature = inspect.signature(made)
    names = getattr(getattr(made, "__init__", made), "__globals__", {})

    def evaluated(hint: Any) -> Any:
        try:
            return eval(hint, names) if isinstance(hint, str) else hint
        except Exception:
            return hint

    parameters = [p.replace(annotation=evaluated(p.annotation)) for p in signature.parameters.values()]
    return signature.replace(parameters=parameters)


def _declared(parameter: inspect.Parameter) -> Declared:
    name = parameter.name
    default = REQUIRED if parameter.default is parameter.empty else parameter.default
    hint = None if parameter.annotation in (parameter.empty, Any) else parameter.annotation
    if isinstance(hint, str):  # it could not be evaluated
        hint = object
    about = _said(hint)
    if get_origin(_bare(hint)) is Literal and not about.choices:
        about = replace(about, choices=tuple(str(choice) for choice in get_args(_bare(hint))))
    kind = str if about.choices else plain_kind(hint)
    if kind is None and isinstance(default, bool | int | float | str):
        kind = type(default)
    if kind is None and default is None and hint is None:
        return Declared(name, None, default, _guessing(about.help))
    if kind is None and default is not None and default is not REQUIRED and about.read is None:
        return Declared(name, None, default, _unwritable(name, about.help, default))
    if default is None:
        about = replace(about, words={"none": None, **about.words})
    return Declared(name, kind or str, default, about)


def _bare(hint: Any) -> Any:
    return get_args(hint)[0] if hasattr(hint, "__metadata__") else hint


def _said(hint: Any) -> About:
    for one in getattr(hint, "__metadata__", ()):
        if isinstance(one, About):
            return one
        if isinstance(one, str):
            return About(one)
    return About()


def _guessing(help: str) -> About:
    """Of a parameter that says nothing of its type: a text becomes what it looks like."""

    def read(text: str) -> Any:
        word = switch_word(text)
        if word in ("on", "off") or word.lower() == "none":
            return {"on": True, "off": False}.get(word)
        for kind in (int, float):
            try:
                return kind(text)
            except ValueError:
                continue
        return text

    return About(help, allowed="a text, a number, on, off or none", read=read, show=str)


def _unwritable(name: str, help: str, default: Any) -> About:
    kind = type(default).__name__

    def read(text: str) -> Any:
        raise ValueError(f"{name}: a {kind} cannot be written in a spec")

    return About(help, allowed=f"a {kind}, which cannot be written in a spec", read=read, show=repr)
