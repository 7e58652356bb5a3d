"""``longroad completion``, and what the values of options can be."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Annotated, Any, Literal

import typer
from typer.completion import completion_init, get_completion_script  # type: ignore[attr-defined]

from longroad.agents import FOREIGN, REGISTRIES
from longroad.catan import PRESETS
from longroad.games import GAMES
from longroad.options import Declared, classes_in, module_file, modules_in

#: Typer's script for bash takes the words as bash cuts them, also at every ``:`` and ``=``: an agent's spec
#: would be several. This one cuts at blanks only, and hands back what follows the last cut of bash. After
#: ``python:``, files are not offered.
_BASH = """\
_longroad_completion() {
    local line="${COMP_LINE:0:COMP_POINT}" current words IFS=$' \\t\\n'
    current="${line##*[[:space:]]}"
    read -ra words <<< "$line"
    [[ -n $current ]] || words+=("")
    IFS=$'\\n'
    COMPREPLY=( $( env COMP_WORDS="${words[*]}" COMP_CWORD=$(( ${#words[@]} - 1 )) \\
                   _LONGROAD_COMPLETE=complete_bash "$1" ) )
    COMPREPLY=( "${COMPREPLY[@]#"${current%"$2"}"}" )
    [[ ${COMPREPLY[0]} == *[:=.] ]] && compopt -o nospace
    [[ $current == python:* ]] && compopt +o default
    return 0
}
complete -o default -F _longroad_completion longroad"""


def completion(
    shell: Annotated[Literal["bash", "zsh", "fish"], typer.Argument(help="Which shell the script is for.")],
) -> None:
    """Print a script that completes subcommands, options, agents, presets and files in your shell.

    In `~/.bashrc`: `eval "$(longroad completion bash)"`. In `~/.zshrc`, after `compinit`: `eval "$(longroad
    completion zsh)"`. For fish: `longroad completion fish > ~/.config/fish/completions/longroad.fish`
    """
    if shell == "bash":
        print(_BASH)
    else:
        script = get_completion_script(prog_name="longroad", complete_var="_LONGROAD_COMPLETE", shell=shell)
        print(script)


#: The shells' requests (``_LONGROAD_COMPLETE``) are answered by Typer from here on.
completion_init()


def complete_agents(ctx: typer.Context, incomplete: str) -> Iterator[tuple[str, str]]:
    """Names of agents; after ``name:`` or a comma, the agent's options; after ``python:``, modules and then
    their classes."""
    game = ctx.params.get("game") or "catan"
    registry = REGISTRIES[game]
    name, colon, given = incomplete.partition(":")
    if colon and name in registry:
        yield from _options(f"{name}:", given, registry[name].options)
        return
    if colon and name == "python":
        yield from _classes(given)
        return
    known = {each: info.summary for each, info in registry.items()}
    known |= {"python:": "your own class", "exec:": "your own program"}
    if game == "catan":
        known |= {f"{each}:": info.summary for each, info in FOREIGN.items()}
    yield from _starting(known, incomplete)


def _classes(given: str) -> Iterator[tuple[str, str]]:
    """``python:module.`` for the modules of the folder, ``python:module.Class`` for the classes of one."""
    module, dot, _ = given.rpartition(".")
    before = f"python:{module}{dot}"
    folder = Path.cwd().joinpath(*module.split(".")) if module else Path.cwd()
    file = module_file(Path.cwd(), module) if module else None
    known = {f"{before}{each}.": "module" for each in modules_in(folder)}
    known |= {f"{before}{each}": "class" for each in (classes_in(file) if file else [])}
    yield from _starting(known, f"python:{given}")


def complete_rules(ctx: typer.Context, incomplete: str) -> Iterator[tuple[str, str]]:
    """Presets and options of the rules."""
    rules = GAMES[ctx.params.get("game") or "catan"].module.Rules
    if rules is GAMES["catan"].module.Rules and "," not in incomplete:
        yield from _starting(dict.fromkeys(PRESETS, "preset"), incomplete)
    yield from _options("", incomplete, rules.declared)


def among(names: Iterable[str]) -> Any:
    """Completes one of these names."""
    known = list(names)

    def complete(incomplete: str) -> list[str]:
        return [name for name in known if name.startswith(incomplete)]

    return complete


def _starting(known: dict[str, str], incomplete: str) -> Iterator[tuple[str, str]]:
    return ((name, words) for name, words in known.items() if name.startswith(incomplete))


def _options(before: str, given: str, declared: Any) -> Iterator[tuple[str, str]]:
    """``option=`` after what is written already, and the values of an option that has few."""
    done, comma, last = given.rpartition(",")
    name, equals, value = last.partition("=")
    before += done + comma
    if equals:
        one: Declared | None = declared.get(name)
        for choice in _values(one) if one is not None else ():
            if choice.startswith(value):
                yield f"{before}{name}={choice}", ""
        return
    for each, about in declared.items():
        if each.startswith(last):
            yield f"{before}{each}=", about.about.help


def _values(one: Declared) -> tuple[str, ...]:
    switch = ("on", "off") if one.kind is bool else ()
    return (*one.about.choices, *one.about.words, *switch)
