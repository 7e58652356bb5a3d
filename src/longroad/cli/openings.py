"""``longroad openings``."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import Annotated

import typer

from longroad.catan import LAYOUTS, PRESETS, Board, Rules, State
from longroad.cli.cluster import AllowTimed, Place, Ray, Ship, working_place
from longroad.cli.completion import among, complete_agents
from longroad.cli.options import (
    CATAN_RULES,
    INTERRUPTED,
    Json,
    RulesText,
    Seed,
    Threads,
    interrupted_file,
    print_json,
)
from longroad.cli.pictures import check_picture, picture_bytes
from longroad.cli.progress import progress
from longroad.cli.tables import print_sheet
from longroad.errors import IllegalActionError, NotationError, OpeningsError
from longroad.files import replacing
from longroad.openings import Placement, heat_map, study_openings
from longroad.openings.study import FLAT_PLAY, PLAY, Progress


def openings(
    board: Annotated[
        str,
        typer.Option(
            "--board",
            help=f"One of {', '.join(LAYOUTS)}, a board's text, or a file that holds it.",
            autocompletion=among(LAYOUTS),
        ),
    ] = "",
    seed: Seed = 0,
    after: Annotated[
        str,
        typer.Option("--after", help="Moves made before, as in `settle n10, road e12`."),
    ] = "",
    players: Annotated[
        int | None,
        typer.Option(
            "--players",
            min=2,
            max=4,
            help="How many play; default: the preset's number, or 2.",
            show_default=False,
        ),
    ] = None,
    rules: RulesText = None,
    seat: Annotated[
        int | None,
        typer.Option(
            "--seat", min=0, max=3, help="Whose settlements; default: the player to move.", show_default=False
        ),
    ] = None,
    play: Annotated[
        str | None,
        typer.Option(
            "--play",
            help=f"How all play after the set-up: `build` or an agent's spec; default: `{PLAY}`, "
            f"with --flat `{FLAT_PLAY}`.",
            show_default=False,
            autocompletion=complete_agents,
        ),
    ] = None,
    partners: Annotated[
        str,
        typer.Option(
            "--partners",
            help="How the others place: `random` or an agent's spec.",
            autocompletion=complete_agents,
        ),
    ] = "random",
    games: Annotated[
        int | None,
        typer.Option(
            "--games",
            "-n",
            min=1,
            help="At least this many games of each placement that stays to the end; default: 1000, or 250 "
            "if --play thinks longer than `value`.",
            show_default=False,
        ),
    ] = None,
    flat: Annotated[
        int | None, typer.Option("--flat", min=1, help="Play this many games of every placement instead.")
    ] = None,
    rounds: Annotated[
        int, typer.Option("--rounds", min=1, help="Rounds after which a game ends without a winner.")
    ] = 600,
    top: Annotated[
        int, typer.Option("--top", min=1, help="Placements that stay to the end and are printed.")
    ] = 10,
    out: Annotated[
        Path | None, typer.Option("--out", "-o", help="Draw the heat map into this SVG or PNG.")
    ] = None,
    threads: Threads = 0,
    ray: Ray = None,
    allow_timed: AllowTimed = False,
    ship: Ship = None,
    as_json: Json = False,
) -> None:
    """Find the settlements most likely to win on a board, by playing from every legal placement.

    All placements play a few games, then again and again the better half plays as many as before (sequential
    halving), so that most games go to the good ones. Win rates are Beta posteriors with 95% credible
    intervals.

    Examples: `longroad openings --seed 7 --out map.svg`, `longroad openings --seed 7 --partners value`,
    `longroad openings --board beginner --flat 1000 --play build --rules ntu2016`
    """
    if out is not None:
        check_picture(out)
    if flat is not None and games is not None:
        raise typer.BadParameter(
            "one of the two: --flat plays the same number everywhere", param_hint="--games / --flat"
        )
    state = _position(board, seed, after, _rules(rules or CATAN_RULES, players))
    beside = interrupted_file(out) if out else None
    with ExitStack() as stack:
        # a wrong path shows before the games
        picture = (
            stack.enter_context(replacing(out, lambda: beside if study.interrupted else None))
            if out
            else None
        )
        place = stack.enter_context(
            working_place(ray, _agents(play, partners), threads=threads, allow_timed=allow_timed, ship=ship)
        )
        told = stack.enter_context(_progress(as_json, place))
        study = study_openings(
            state,
            seat,
            play=play,
            partners=partners,
            games=games,
            flat=flat,
            keep=top,
            rounds=rounds,
            seed=seed,
            threads=threads or None,
            progress=told,
            runner=place.runner,
        )
        if out and picture:
            picture.write(picture_bytes(out, heat_map(study)))
    written = (beside or out) if study.interrupted else out
    if written is not None:
        print(f"wrote {written}", file=sys.stderr)
    if as_json:
        print_json(study.to_dict(top))
    else:
        print_sheet(study.sheet(top))
    if study.interrupted:
        kept = f"kept these in {written}" if written else "wrote no file"
        print(f"longroad: interrupted after {study.games:,} games; {kept}", file=sys.stderr)
        raise typer.Exit(INTERRUPTED)


def _agents(play: str | None, partners: str) -> list[str]:
    """The specs among them."""
    return [spec for spec in (play, partners) if spec is not None and spec not in ("build", "random")]


def _rules(text: str, players: int | None) -> Rules:
    preset = PRESETS.get(text.split(",")[0].strip(), {})
    return Rules.for_players(text, players or preset.get("players", 2))


def _position(board: str, seed: int, after: str, rules: Rules) -> State:
    """The position that is studied."""
    state = State(rules, seed=seed, board=_board(board))
    for move in filter(None, (part.strip() for part in after.split(","))):
        try:
            state.apply(move)
        except (IllegalActionError, NotationError) as error:
            raise OpeningsError(f"--after: {error}") from error
    return state


def _board(given: str) -> Board | str | None:
    if not given or given in LAYOUTS:
        return given or None
    if "|" in given:  # as every board's text has
        return Board(given)
    if not Path(given).is_file():
        raise OpeningsError(
            f"--board {given}: neither a layout ({', '.join(LAYOUTS)}) nor a board's text nor a file"
        )
    return Board(Path(given).read_text(encoding="utf-8"))


@contextmanager
def _progress(hidden: bool, place: Place) -> Iterator[Progress]:
    with progress(hidden=hidden) as bar:
        show = place.beside(bar)

        def told(done: int, total: int, playing: int, best: Placement) -> None:
            show(done, total, f"{playing} placements, {best.name} {best.win_rate:.1%}")

        yield told
