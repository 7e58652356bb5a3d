"""Findings about play: cities and cards, longest road and largest army, the robber, trade."""

from __future__ import annotations

from itertools import takewhile

import numpy as np
import numpy.typing as npt

from longroad.experiments.wisdom.estimates import Estimate, mean, share
from longroad.experiments.wisdom.finding import Finding, by, verdict
from longroad.experiments.wisdom.games import AGENT, PLAYERS
from longroad.experiments.wisdom.pictures import dots
from longroad.experiments.wisdom.rows import Rows

_JUDGED = "Win probabilities are those of the native network, all hands open (see the last section)."


def findings(rows: Rows, quiet: Rows) -> list[Finding]:
    """About play. ``quiet``: games in which one player makes no offers."""
    return [_cities(rows), _titles(rows), _robber(rows), _trade(rows, quiet)]


def _cities(rows: Rows) -> Finding:
    gap = rows.column("choices", "city") - rows.column("choices", "card")
    game, owned = rows.column("choices", "game"), rows.column("choices", "cities")
    chosen = rows.column("choices", "chosen")
    everywhere = mean(gap, game)
    names = ["first city", "second city", "third city", "fourth city"]
    stages = {name: mean(gap[owned == n], game[owned == n]) for n, name in enumerate(names)}
    better = {name: mean(gap[owned == n] > 0, game[owned == n]) for n, name in enumerate(names)}
    taken = {name: mean(chosen[owned == n] == 1, game[owned == n]) for n, name in enumerate(names)}
    city = everywhere.is_above(0)
    return Finding(
        "cities",
        "A city or a card",
        "if you can pay for either, build the city.",
        verdict(city),
        f"Where a player could pay for a city or a development card and not for both, the city is worth "
        f"{everywhere.points()} points of win probability more than the card; for the first city "
        f"{stages['first city'].points()}. The city was judged better in {mean(gap > 0, game).percent()} of "
        "these turns.",
        _city_advice(stages, city),
        f"{len(gap):,} turns of every fifth game. Both are judged from the same position: the purchase is "
        "made "
        "(the card drawn in all ways it can be), the planner finishes the turn, and the network judges. "
        f"{_JUDGED}",
        lambda path: dots(
            path, {"": stages}, "points of win probability, city less card", percent="{x:.1f}", scale=100
        ),
        ["", "city less card, points", "city better", "city built"],
        [[name, stages[name].points(), better[name].percent(0), taken[name].percent(0)] for name in names],
        {"city_less_card": everywhere, "by_city": stages, "city_better": better, "city_built": taken},
    )


def _city_advice(stages: dict[str, Estimate], city: bool | None) -> str:
    first = [name.split()[0] for name, _ in takewhile(lambda one: one[1].is_above(0), stages.items())]
    if city and first and len(first) < len(stages):
        return (
            f"build your {' and '.join(first)} city before you buy cards; after that compare, since a card "
            "that "
            "brings the largest army nearer is often worth as much."
        )
    return by(
        city,
        "build the city; buy cards with what cannot become one.",
        "do not take the city for granted: the card is at least as good on average.",
        "decide by the position; neither is better on average in these games.",
    )


def _titles(rows: Rows) -> Finding:
    won = rows.seats("won") > 0
    held = {
        "longest road": ((rows.seats("road") > 0) & won).any(axis=1),
        "largest army": ((rows.seats("army") > 0) & won).any(axis=1),
    }
    held["both"] = held["longest road"] & held["largest army"]
    held["neither"] = ~(held["longest road"] | held["largest army"])
    winners = {name: share(hits) for name, hits in held.items()}
    title, game, turn = (rows.column("titles", name) for name in ("title", "game", "turn"))
    owner, old, points = (rows.column("titles", name) for name in ("owner", "old", "points"))
    gain = rows.column("titles", "end") - rows.column("titles", "start")
    loss = rows.column("titles", "old_end") - rows.column("titles", "old_start")
    everyone = rows.column("games", "game")
    swing: dict[str, dict[str, Estimate]] = {}
    cells = []
    medians, last_take = {}, {}
    stages = {"to 5 points or fewer": (0, 5), "to 6 or 7": (6, 7), "to 8 or 9": (8, 9)}
    for number, name in enumerate(("longest road", "largest army")):
        taken = (title == number) & (owner >= 0)
        first = taken & (old < 0)
        swing[name] = {"all": mean(gain[taken], game[taken])}
        for stage, (low, high) in stages.items():
            some = taken & (points >= low) & (points <= high)
            swing[name][stage] = mean(gain[some], game[some])
        lost = taken & (old >= 0)
        swing[name]["who loses it"] = mean(loss[lost], game[lost])
        medians[name] = float(np.median(turn[first] // PLAYERS + 1)) if first.any() else float("nan")
        wins = mean(points[taken] >= 10, game[taken])
        last_take[name] = wins
        takes = np.bincount(np.searchsorted(everyone, game[taken]), minlength=len(everyone))
        cells.append(
            [
                name,
                winners[name].percent(),
                f"{medians[name]:.0f}",
                mean(takes, everyone).number(2),
                wins.percent(),
                swing[name]["all"].points(),
                swing[name]["who loses it"].points(),
            ]
        )
    ahead = mean(held["longest road"].astype(float) - held["largest army"], np.arange(rows.games))
    more = ahead.is_above(0)
    return Finding(
        "titles",
        "Longest road and largest army",
        "the longest road wins more games than the largest army.",
        verdict(more),
        f"Of the winners {winners['longest road'].percent()} hold the longest road, "
        f"{winners['largest army'].percent()} the largest army, {winners['both'].percent()} both and "
        f"{winners['neither'].percent()} neither. In the turn in which somebody takes the longest road, its "
        f"win probability goes up by {swing['longest road']['all'].points()} points, for the largest army by "
        f"{swing['largest army']['all'].points()}; {last_take['longest road'].percent()} and "
        f"{last_take['largest army'].percent()} of the takes win the game at once.",
        _title_advice(swing),
        "That winners hold a title does not say that it made them win. The change in the turn of the take is "
        "nearer to it: a win probability changes by nothing on average in an ordinary turn. The turn may "
        "hold "
        f"other purchases, too. {_JUDGED}",
        lambda path: dots(
            path, swing, "change of win probability in that turn, points", percent="{x:.0f}", scale=100
        ),
        [
            "",
            "held by the winner",
            "first taken in round (median)",
            "takes per game",
            "takes that win at once",
            "change for the taker, points",
            "for who loses it",
        ],
        cells,
        {"winners": winners, "swing": swing, "wins_at_once": last_take},
    )


def _title_advice(swing: dict[str, dict[str, Estimate]]) -> str:
    early, late = (swing["longest road"][stage] for stage in ("to 5 points or fewer", "to 8 or 9"))
    if not (early.is_known and late.is_known) or late.low <= early.high:
        return "take a title when it is cheap; these games do not say when it is worth most."
    return (
        f"take a title when it brings you to eight points or more: there the longest road is worth "
        f"{100 * late.value:.0f} points of win probability, but {100 * early.value:.0f} early, when the "
        "others "
        "have time to take it back."
    )


def _robber(rows: Rows) -> Finding:
    game, pips = rows.column("robber", "game"), rows.column("robber", "pips")
    cost, mover = rows.column("robber", "gain_victim"), rows.column("robber", "gain_mover")
    leads, led = rows.column("robber", "leads") > 0, rows.column("robber", "led") > 0
    everywhere = mean(cost, game)
    bins = {"up to 3 pips": (0, 3), "4 or 5": (4, 5), "6 to 9": (6, 9), "10 and more": (10, 99)}
    costs = {
        name: mean(cost[(pips >= low) & (pips <= high)], game[(pips >= low) & (pips <= high)])
        for name, (low, high) in bins.items()
    }
    costs["a leader"] = mean(cost[leads], game[leads])
    costs["anybody else"] = mean(cost[~leads], game[~leads])
    hit = mean(leads[led], game[led])
    target = hit.is_above(1 / (PLAYERS - 1))
    per_game = {
        "blocked": mean(rows.column("seats", "blocked"), rows.column("seats", "game")),
        "stolen": mean(rows.column("seats", "robbed"), rows.column("seats", "game")),
        "discarded": mean(rows.column("seats", "discarded"), rows.column("seats", "game")),
    }
    return Finding(
        "robber",
        "The robber",
        "the robber goes to the leader.",
        verdict(target),
        f"When one player alone leads in visible points, {hit.percent()} of the robbers of the others go to "
        f"that player; one in three would be blind. Being robbed, compared with somebody else being robbed, "
        f"changes the win probability by {everywhere.points(2)} points: {costs['a leader'].points(2)} for a "
        f"leader, {costs['10 and more'].points(2)} where ten pips or more are blocked. In a game a player "
        "loses "
        f"{per_game['blocked'].number()} cards to blocked hexes, {per_game['stolen'].number()} to thieves "
        "and "
        f"{per_game['discarded'].number()} to discards.",
        by(
            target,
            "expect the robber when you lead, and lead by points that others cannot see where you can.",
            "fear the robber for your best hex, not for your points.",
            "look after your best hex; whether leaders are hit more often is open here.",
        ),
        f"Every robber move with a victim ({len(cost):,}), sevens and knights. The victim's win probability "
        "after the move and the theft is compared with the mean over hexes where the victim does not live, "
        f"four at most, everything else being the same. The mover gains {mean(mover, game).points(2)} over "
        "such "
        f"a hex. {_JUDGED}",
        lambda path: dots(
            path, {"": costs}, "change of the victim's win probability, points", percent="{x:.1f}", scale=100
        ),
        ["victim", "change of its win probability, points"],
        [[name, one.points(2)] for name, one in costs.items()],
        {"cost": everywhere, "costs": costs, "leader_hit": hit, "cards_per_game": per_game},
    )


def _trade(rows: Rows, quiet: Rows) -> Finding:
    game = rows.column("deals", "game")
    mover, partner, others = (rows.column("deals", f"gain_{who}") for who in ("mover", "partner", "others"))
    gives, gets = rows.column("deals", "gives"), rows.column("deals", "gets")

    def of(some: npt.NDArray[np.bool_]) -> dict[str, Estimate]:
        return {
            "proposer": mean(mover[some], game[some]),
            "accepter": mean(partner[some], game[some]),
            "each of the others": mean(others[some], game[some]),
        }

    everywhere = np.ones(len(game), bool)
    kinds = {
        "all deals": of(everywhere),
        "1 for 1": of((gives == 1) & (gets == 1)),
        "gives more than it gets": of(gives > gets),
        "gets more than it gives": of(gets > gives),
        "partner alone in the lead": of(rows.column("deals", "leads_partner") > 0),
    }
    groups = {who: {kind: found[who] for kind, found in kinds.items()} for who in kinds["all deals"]}
    both = mean((mover > 0) & (partner > 0), game)
    all_deals = kinds["all deals"]
    signs = [all_deals[who].is_above(0) for who in ("proposer", "accepter")]
    good = False if False in signs else None if None in signs else True
    half = signs[0] is True and signs[1] is not True
    rotation = quiet.column("games", "rotation").astype(int)
    seat = (PLAYERS - rotation) % PLAYERS
    silent = share(quiet.seats("won")[np.arange(quiet.games), seat])
    above = silent.is_above(1 / PLAYERS)
    fewer = None if above is None else not above
    per_game = mean(rows.seats("deals_made").sum(axis=1), np.arange(rows.games))
    return Finding(
        "trade",
        "Trade",
        "a trade helps both who make it, at the cost of the others.",
        "it helps the proposer; the accepter gains nothing" if half else verdict(good),
        f"A deal changes the win probability of the proposer by {all_deals['proposer'].points(2)} "
        "points, "
        f"of the accepter by {all_deals['accepter'].points(2)}, of each of the others by "
        f"{all_deals['each of the others'].points(2)}; both gain in {both.percent()} of the deals. There are "
        f"{per_game.number()} deals in a game. A player who makes no offers at all among three who do wins "
        f"{silent.percent()} of {silent.n:,} games.",
        by(
            fewer,
            "propose every turn: a silent player wins far less than a fair share",
            "you need not propose: a silent player wins at least its share",
            "propose when it helps you; these games do not show that silence costs anything",
        )
        + (
            ". Accept what is fair for you: if you refuse, another may accept, and then you lose a little."
            if all_deals["each of the others"].is_above(0) is False
            else "."
        ),
        f"{len(game):,} deals of every fifth game. The position after the deal is compared with the same "
        "position had it been called off; in both the planner finishes the turn without further offers. "
        f"{_JUDGED} The silent player is an experiment: it is `{AGENT},offers=0`, which makes neither offers "
        f"nor counter-offers and still answers those of others, on every seat in turn.",
        lambda path: dots(path, groups, "change of win probability, points", percent="{x:.1f}", scale=100),
        ["deals", "proposer, points", "accepter", "each of the others"],
        [[name, *(one.points(2) for one in found.values())] for name, found in kinds.items()],
        {"gains": kinds, "both_gain": both, "deals_per_game": per_game, "silent_player": silent},
    )
