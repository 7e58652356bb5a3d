"""Findings about the start: seats, resources, harbors, numbers."""

from __future__ import annotations

import numpy as np

from longroad.catan import RESOURCES
from longroad.experiments.wisdom.estimates import (
    Estimate,
    Fit,
    Floats,
    difference_of_shares,
    mean,
    regression,
    share,
    winner_model,
)
from longroad.experiments.wisdom.finding import Finding, by, verdict
from longroad.experiments.wisdom.games import PLAYERS
from longroad.experiments.wisdom.pictures import curves, dots
from longroad.experiments.wisdom.rows import EARLY, Rows

#: Pips of a resource from which a harbor of it counts as served.
SERVED = 4
#: Set-ups that a point of a curve needs.
_ENOUGH = 200
_PIPS = tuple(f"pips_{resource}" for resource in RESOURCES)
_HARBORS = tuple(f"harbor_{resource}" for resource in RESOURCES)
_MODEL = (
    "The winner of each game is explained by the set-ups of all four seats (conditional logit): pips of each "
    "resource, different numbers, harbors, and the seat. One pip is one way in 36 to roll a card. All seats "
    "choose their spots alike, so this is what goes with winning at equal other columns, not an experiment."
)


def findings(rows: Rows) -> list[Finding]:
    """About the start."""
    fit, slope = _fit(rows, _served(rows))
    return [
        _seats(rows),
        _resources(rows, fit, slope),
        _strategy(rows, fit, slope),
        _harbors(rows, fit, slope),
        _numbers(rows, fit, slope),
    ]


def _fit(rows: Rows, harbors: dict[str, Floats]) -> tuple[Fit, float]:
    """The model of winners, with these columns for harbors of two for one."""
    seat = rows.column("seats", "seat")
    columns = {name: rows.column("seats", name) for name in (*_PIPS, "numbers", "harbor_any")}
    columns |= harbors | {f"seat {number + 1}": (seat == number).astype(float) for number in (1, 2, 3)}
    features = np.column_stack(list(columns.values()))
    winner = rows.seats("won").argmax(axis=1)
    return winner_model(features.reshape(rows.games, PLAYERS, -1), tuple(columns), winner)


def _served(rows: Rows) -> dict[str, Floats]:
    """Harbors of two for one, by whether the set-up produces what they take."""
    harbors = rows.columns("seats", *_HARBORS)
    served = (harbors * (rows.columns("seats", *_PIPS) >= SERVED)).sum(axis=1)
    return {"served": served, "unserved": harbors.sum(axis=1) - served}


def _seats(rows: Rows) -> Finding:
    won = rows.seats("won")
    rates = {f"seat {seat + 1}": share(won[:, seat]) for seat in range(PLAYERS)}
    best = max(range(PLAYERS), key=lambda seat: won[:, seat].sum())
    worst = min(range(PLAYERS), key=lambda seat: won[:, seat].sum())
    gap = difference_of_shares(won[:, best], won[:, worst])
    first = rates["seat 1"].is_above(1 / PLAYERS)
    pips = rows.seats("first_pips"), rows.seats("second_pips")
    cells = [
        [name, one.percent(), f"{pips[0][:, seat].mean():.1f}", f"{pips[1][:, seat].mean():.1f}"]
        for seat, (name, one) in enumerate(rates.items())
    ]
    return Finding(
        "seats",
        "Seats",
        "placing first is an advantage.",
        verdict(first),
        f"In the order of the set-up the seats win {', '.join(one.percent() for one in rates.values())}. The "
        f"best seat (number {best + 1}) is {gap.points()} points of win rate ahead of the worst (number "
        f"{worst + 1}).",
        by(
            first,
            "if you may choose, place first; it is a small advantage, so do not pay for it elsewhere.",
            f"do not envy the first pick: over many games seat {best + 1} did best.",
            "do not care where you sit: so many games cannot tell the first seat from a fair share.",
        ),
        "Four equal players; the seat is all that differs. The difference of best and worst is chosen after "
        "the fact, so its interval is a little too good.",
        lambda path: dots(path, {"": rates}, "games won", level=1 / PLAYERS, percent="{x:.1%}"),
        ["seat", "wins", "pips of its first settlement", "of its second"],
        cells,
        {"rates": rates, "best_less_worst": gap},
    )


def _resources(rows: Rows, fit: Fit, slope: float) -> Finding:
    setup = {resource: fit.of(f"pips_{resource}", slope) for resource in RESOURCES}
    cards = _cards(rows)
    early = {resource: cards.of(resource) for resource in RESOURCES}
    others = {"pips_wool": 1.0} | {f"pips_{resource}": -0.25 for resource in RESOURCES if resource != "wool"}
    gap = fit.combined(others, slope)
    above = gap.is_above(0)
    least = None if above is None else not above
    order = sorted(RESOURCES, key=lambda resource: -setup[resource].value)
    return Finding(
        "resources",
        "Resources",
        "wool is worth least.",
        verdict(least),
        f"A pip more in the set-up goes with this much win rate, in points: "
        f"{', '.join(f'{resource} {setup[resource].points(2)}' for resource in order)}. Wool less the mean "
        "of "
        f"the others: {gap.points(2)}. One card more than expected from the dice of the first {EARLY} rounds "
        f"is worth {', '.join(f'{resource} {early[resource].points(2)}' for resource in order)}.",
        by(
            least,
            f"between two spots with equal pips, take the one with {order[0]} or {order[1]} rather than "
            "wool.",
            "do not avoid wool: at equal pips it does as well as the rest.",
            f"prefer {order[0]} and {order[1]} at equal pips; about wool these games do not decide.",
        ),
        f"{_MODEL} The second column is an experiment, made by the dice: cards received less cards expected "
        "of each roll, given all buildings, have nothing to do with how anybody plays; the outcome of the "
        "game is regressed on one's own and on the others' surplus, clustered by game.",
        lambda path: dots(
            path,
            {"a pip in the set-up": setup, "a card from the dice, early": early},
            "points of win rate",
            percent="{x:.1f}",
            scale=100,
        ),
        [
            "resource",
            "per pip of the set-up, points",
            f"per card in the first {EARLY} rounds",
            "pips per set-up",
        ],
        [
            [
                resource,
                setup[resource].points(2),
                early[resource].points(2),
                f"{rows.column('seats', f'pips_{resource}').mean():.1f}",
            ]
            for resource in order
        ],
        {"per_pip": setup, "per_early_card": early, "wool_less_others": gap},
    )


def _cards(rows: Rows) -> Fit:
    own = rows.columns("seats", *(f"early_{resource}" for resource in RESOURCES))
    by_game = own.reshape(rows.games, PLAYERS, -1)
    others = (by_game.sum(axis=1, keepdims=True) - by_game).reshape(own.shape)
    names = (*RESOURCES, *(f"others' {resource}" for resource in RESOURCES))
    won = rows.column("seats", "won")
    return regression(np.hstack([own, others]), names, won, rows.column("seats", "game").astype(int))


def _strategy(rows: Rows, fit: Fit, slope: float) -> Finding:
    half = {"pips_ore": 0.5, "pips_grain": 0.5, "pips_brick": -0.5, "pips_lumber": -0.5}
    gap = fit.combined(half, slope)
    pips = {resource: rows.column("seats", f"pips_{resource}") for resource in RESOURCES}
    lean = pips["ore"] + pips["grain"] - pips["brick"] - pips["lumber"]
    total = sum(pips.values(), np.zeros(len(lean)))
    game, won = rows.column("seats", "game"), rows.column("seats", "won")
    edges = np.array([-np.inf, -7.5, -3.5, 0.5, 4.5, 8.5, 12.5, np.inf])
    names = ["-8 and less", "-7 to -4", "-3 to 0", "1 to 4", "5 to 8", "9 to 12", "13 and more"]
    middle = (total >= np.quantile(total, 0.25)) & (total <= np.quantile(total, 0.75))
    raw: dict[str, Estimate] = {}
    alike: dict[str, Estimate] = {}
    for name, low, high in zip(names, edges[:-1], edges[1:], strict=True):
        inside = (lean > low) & (lean <= high)
        raw[name] = mean(won[inside], game[inside])
        alike[name] = mean(won[inside & middle], game[inside & middle])
    better, middling = gap.is_above(0), raw["-3 to 0"]
    plan = middling.is_known and all(raw[name].low > middling.high for name in ("-8 and less", "9 to 12"))
    return Finding(
        "strategy",
        "Ore and grain against lumber and brick",
        "cities and cards (ore, grain) beat roads and settlements (lumber, brick).",
        verdict(better),
        f"A pip of ore or grain instead of one of lumber or brick goes with {gap.points(2)} points of win "
        f"rate. Set-ups that lean to ore and grain by 9 to 12 pips win {raw['9 to 12'].percent()}, those "
        "that "
        f"lean to lumber and brick by 8 and more {raw['-8 and less'].percent()}, those between (-3 to 0) "
        f"{middling.percent()}.",
        by(
            better,
            f"lean to ore and grain when the pips are equal: a pip of them is worth {100 * gap.value:.1f} "
            "points "
            "of win rate "
            "more" + ("; and have a plan, since both leans win more than the middle." if plan else "."),
            "do not chase ore and grain: at equal pips lumber and brick do at least as well.",
            "choose by pips, not by plan: neither lean is ahead in these games.",
        ),
        "The lean is the pips of ore and grain less those of lumber and brick of both settlements. Orange: "
        "only the set-ups with a usual number of pips in all (the middle half). The difference per pip is "
        "from the model of the section on resources.",
        lambda path: dots(
            path,
            {"all set-ups": raw, "with a usual number of pips": alike},
            "games won, by the pips that the set-up leans to ore and grain",
            level=1 / PLAYERS,
        ),
        ["lean, pips", "wins", "with a usual number of pips in all"],
        [[name, raw[name].percent(), alike[name].percent()] for name in names],
        {"per_pip": gap, "by_lean": raw, "by_lean_usual_pips": alike},
    )


def _harbors(rows: Rows, fit: Fit, slope: float) -> Finding:
    kinds = {
        "3:1": fit.of("harbor_any", slope),
        f"2:1 with {SERVED} pips or more of it": fit.of("served", slope),
        "2:1 with fewer": fit.of("unserved", slope),
    }
    each, same = _fit(rows, {name: rows.column("seats", name) for name in _HARBORS})
    kinds |= {f"2:1 for {resource}": each.of(f"harbor_{resource}", same) for resource in RESOURCES}
    pip = fit.combined(dict.fromkeys(_PIPS, 0.2), slope)
    served = kinds[f"2:1 with {SERVED} pips or more of it"]
    good = served.is_above(0)
    counts = {
        "3:1": rows.column("seats", "harbor_any").mean(),
        "2:1": rows.columns("seats", *_HARBORS).sum(axis=1).mean(),
    }
    in_pips = {name: one.value / pip.value for name, one in kinds.items()} if pip.value else {}
    return Finding(
        "harbors",
        "Harbors in the set-up",
        "a harbor is worth settling on at once, if you produce what it takes.",
        verdict(good),
        f"At equal pips a 2:1 harbor with {SERVED} pips or more of its resource goes with {served.points()} "
        f"points of win rate, one with fewer with {kinds['2:1 with fewer'].points()}, a 3:1 harbor with "
        f"{kinds['3:1'].points()}. An average pip is worth {pip.points(2)}.",
        by(
            good,
            f"count a harbor that you can feed as about {in_pips.get(list(kinds)[1], 0):.1f} pips when you "
            "compare spots.",
            "do not give up pips for a harbor in the set-up.",
            "give up no pips for a harbor: these games do not show that it pays.",
        ),
        f"From the model of the section on resources. Of all set-ups {counts['3:1']:.1%} have a 3:1 harbor, "
        "and "
        f"{counts['2:1']:.1%} one for two of a kind. A harbor stands at the coast, where pips are few; they "
        "are "
        "counted apart, so this is the worth of the harbor itself.",
        lambda path: dots(
            path, {"": kinds}, "points of win rate, at equal pips", percent="{x:.1f}", scale=100
        ),
        ["harbor", "points of win rate", "as many as so many pips"],
        [[name, one.points(), f"{in_pips.get(name, float('nan')):+.1f}"] for name, one in kinds.items()],
        {"worth": kinds, "average_pip": pip},
    )


def _numbers(rows: Rows, fit: Fit, slope: float) -> Finding:
    effect = fit.of("numbers", slope)
    numbers = rows.column("seats", "numbers")
    total = rows.columns("seats", *_PIPS).sum(axis=1)
    game, won = rows.column("seats", "game"), rows.column("seats", "won")
    totals = list(range(15, 27))
    lines = {}
    for name, inside in (
        ("up to 4 different numbers", numbers <= 4),
        ("5 different numbers", numbers == 5),
        ("6 different numbers", numbers == 6),
    ):
        lines[name] = [_if_many(won[inside & (total == t)], game[inside & (total == t)]) for t in totals]
    good = effect.is_above(0)
    return Finding(
        "numbers",
        "Different numbers",
        "spread your settlements over different numbers.",
        verdict(good),
        f"One more different number at equal pips goes with {effect.points(2)} points of win rate. Pips "
        "matter far more, as the slope of the curves shows.",
        by(
            good,
            "prefer different numbers when the pips are equal, and only then.",
            "take the same number twice without a second thought if the pips are better.",
            "compare spots by pips; whether numbers repeat is not seen to matter.",
        ),
        "From the model of the section on resources. The picture shows win rates by the pips of both "
        "settlements together, without any model.",
        lambda path: curves(
            path, totals, lines, ("pips of both settlements", "games won"), level=1 / PLAYERS
        ),
        [],
        [],
        {"per_number": effect},
    )


def _if_many(won: Floats, game: Floats) -> Estimate:
    """The mean where a curve can be drawn through it."""
    return mean(won, game) if len(won) >= _ENOUGH else Estimate(np.nan, np.nan, np.nan, len(won))
