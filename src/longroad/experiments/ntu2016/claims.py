"""What the report claims, and what the run says of it."""

from __future__ import annotations

from longroad.experiments.claims import Claim, Verdict, above
from longroad.experiments.ntu2016.found import Found
from longroad.experiments.ntu2016.published import TABLE
from longroad.experiments.ntu2016.series import Figures, gain

#: No verdict comes from fewer games.
_ENOUGH = 400


def claims_of(found: Found) -> list[Claim]:
    """Section 5 from the games with six points, whose length is the report's; 4.2 to 6.2 from RR games."""
    six = found.table("six")
    return [*_of_the_table(six), *_of_two(found), *_of_variants(found), *_of_the_enemy(found)]


def _told(f: Figures) -> str:
    low, high = f.interval
    return "-" if f.rate is None else f"{f.rate:.1%} of {f.games} ({low:.1%} - {high:.1%})"


def _few(f: Figures, verdict: Verdict) -> Verdict:
    return verdict if f.played >= _ENOUGH else "too few games"


def _inside(value: float, interval: tuple[float, float] | None) -> Verdict:
    return "reproduced" if interval and interval[0] <= value <= interval[1] else "not reproduced"


def _of_the_table(six: dict[str, Figures]) -> list[Claim]:
    claims = []
    for name, theirs in TABLE.items():
        f = six[name]
        rate = theirs.wins / theirs.games
        claims.append(
            Claim(
                f"{name}: the share of games won", f"{rate:.1%}", _told(f), _few(f, _inside(rate, f.interval))
            )
        )
    rr, rg, gr, gg, limited = (six[name] for name in TABLE)
    claims.append(
        Claim(
            "It wins most games even where the random agent has the better start (GR)",
            "76%",
            _told(gr),
            _few(gr, above(*gr.interval, 0.5)),
        )
    )
    for who, one, other in (
        ("its own", rg, rr),
        ("the random agent's", gr, rr),
        ("the random agent's", gg, rg),
    ):
        lengths = [f.rounds_interval for f in (one, other)]
        names = {id(rr): "RR", id(rg): "RG", id(gr): "GR", id(gg): "GG"}
        claims.append(
            Claim(
                f"A better start of {who} makes games shorter ({names[id(one)]} after {names[id(other)]})",
                f"{TABLE[names[id(one)]].rounds:g} after {TABLE[names[id(other)]].rounds:g}",
                f"{one.rounds:.1f} after {other.rounds:.1f}" if one.rounds and other.rounds else "-",
                _few(one, _shorter(*lengths)),
            )
        )
    claims.append(
        Claim(
            "A limit on the length lowers the share of games won",
            "79% after 88%",
            f"{_told(limited)} after {_told(rr)}",
            _few(rr, _lower(limited, rr)),
        )
    )
    return claims


def _shorter(one: tuple[float, float] | None, other: tuple[float, float] | None) -> Verdict:
    if one is None or other is None:
        return "undecided"
    difference = (sum(other) - sum(one)) / 2
    reach = (((one[1] - one[0]) / 2) ** 2 + ((other[1] - other[0]) / 2) ** 2) ** 0.5
    return above(difference - reach, difference + reach, 0)


def _lower(one: Figures, other: Figures) -> Verdict:
    """Of two independent shares."""
    if one.rate is None or other.rate is None:
        return "undecided"
    error = sum(f.rate * (1 - f.rate) / f.games for f in (one, other) if f.rate is not None) ** 0.5
    difference = other.rate - one.rate
    return above(difference - 1.96 * error, difference + 1.96 * error, 0)


def _of_two(found: Found) -> list[Claim]:
    f = found.figures(found.one("two", "RG"))
    return [
        Claim(
            "From two settlements alone, with the good start, it would win almost all games (5.2, a guess)",
            "almost all",
            f"{_told(f)}, ten points",
            _few(f, above(*f.interval, 0.95)),
        )
    ]


def _of_variants(found: Found) -> list[Claim]:
    claims = []
    for spec, claim in (
        ("ntu2016:playout=random,inside=on", "Without trades in the playouts decisions are no worse (4.3)"),
        ("ntu2016:remember=off", "Remembering the move behind a trade makes decisions no worse (4.4)"),
        ("ntu2016:stop=1", "No trades above 95%: games are won no less often (4.4)"),
        ("ntu2016:value=move", "The best child is no better than the root (6.2)"),
        ("ntu2016:trades=merged", "One merged tree would be the proper way (6.2, not built)"),
    ):
        series = found.one("variants", spec)
        games, plain = found.games[series.name], found.base(series)
        found_gain = gain(games, plain)
        better = spec.endswith("merged")
        claims.append(
            Claim(
                claim,
                "better" if better else "no difference",
                "-" if found_gain is None else _difference(found_gain),
                _few(found.figures(series), _of_difference(found_gain, better)),
            )
        )
    return claims


def _difference(found: tuple[float, tuple[float, float]]) -> str:
    mean, (low, high) = found
    return f"{100 * mean:+.1f} points of {100 * low:+.1f} to {100 * high:+.1f} for the change"


def _of_difference(found: tuple[float, tuple[float, float]] | None, better: bool) -> Verdict:
    """The change is better; or it is not."""
    if found is None:
        return "undecided"
    low, high = found[1]
    if better:
        return above(low, high, 0)
    return "not reproduced" if low > 0 else "reproduced"


def _of_the_enemy(found: Found) -> list[Claim]:
    f = found.figures(found.one("searching", "ntu2016:partner=search"))
    return [
        Claim(
            "A searching enemy should be forecast by a search for it (4.2, not tried)",
            "better",
            f"{_told(f)} against one that forecasts by a coin",
            _few(f, above(*f.interval, 0.5)),
        )
    ]
