"""Studies: who gets the games, what is found, and its picture."""

from __future__ import annotations

from itertools import pairwise
from xml.etree import ElementTree

import pytest

from longroad import _native, catan
from longroad.catan import State
from longroad.errors import AgentSpecError, OpeningsError
from longroad.openings import Placement, PlacementStudy, heat_map, placements, study_openings

RULES = catan.Rules(players=2, offers_per_turn=0)
STATE = State(RULES, seed=7)


@pytest.fixture(scope="module")
def study() -> PlacementStudy:
    return study_openings(STATE, play="weighted", games=200, seed=1)


def later() -> State:
    state = STATE.copy()
    for move in ("settle n10", "road e12", "settle n30", "road e41", "settle n48", "road e66"):
        state.apply(move)
    return state


def test_all_legal_pairs_are_played(study: PlacementStudy) -> None:
    assert len(study.placements) == 1359 == len({p.intersections for p in study.placements})
    assert min(p.games for p in study.placements) >= 4


def test_the_better_half_plays_on(study: PlacementStudy) -> None:
    played = sorted({p.games for p in study.placements})
    assert played[-1] >= 200 and all(b == 2 * a for a, b in pairwise(played))
    counts = [sum(p.games >= games for p in study.placements) for games in played]
    assert counts[:3] == [1359, 680, 340] and counts[-1] == 10
    assert study.games < 1359 * 100
    finalists = [p for p in study.placements if p.games == played[-1]]
    assert study.placements[:10] == finalists == sorted(finalists, key=lambda p: -p.win_rate)
    assert sum(p.p_best or 0 for p in finalists) == pytest.approx(1)


def test_rounds_of_halving() -> None:
    assert _native.halving_rounds(8, 2, 5) == [(8, 5), (4, 5), (2, 10)]
    assert _native.halving_rounds(1359, 10, 16)[-1] == (10, 2048)
    assert _native.halving_rounds(3, 5, 7) == [(3, 7)]


def test_halving_finds_what_flat_play_finds(study: PlacementStudy) -> None:
    flat = study_openings(STATE, play="weighted", flat=60, seed=2)
    halving = study
    there = {p.intersections: p for p in flat.placements}[halving.best.intersections]
    assert {p.games for p in flat.placements} == {60}
    assert there.win_rate >= flat.best.interval()[0]


def test_the_same_again_with_other_threads() -> None:
    first, again = (
        study_openings(later(), play="weighted", games=200, seed=1, threads=threads) for threads in (1, 2)
    )
    assert again.placements == first.placements
    assert study_openings(later(), play="weighted", games=200, seed=2).placements != first.placements


def test_single_settlements_are_studied_later_in_the_set_up() -> None:
    study = study_openings(later(), play="weighted", games=50, keep=3)
    assert study.player == 0 and all(len(p.intersections) == 1 for p in study.placements)
    assert {10, 30, 48}.isdisjoint(p.intersections[0] for p in study.placements)
    assert len(study.placements) == len(later().legal_actions())
    assert len(placements(later(), 0)) == len(study.placements)


def test_a_player_who_has_placed_all() -> None:
    with pytest.raises(OpeningsError, match="p1 has placed its settlements"):
        placements(later(), 1)
    state = later()
    state.apply("settle n23")
    state.apply("road e21")
    with pytest.raises(OpeningsError, match="set-up is over"):
        study_openings(state)


def test_wrong_settings() -> None:
    for changes in ({"games": 0}, {"flat": 0}, {"keep": 0}, {"rounds": 99999}, {"threads": -1}):
        with pytest.raises(OpeningsError, match=next(iter(changes))):
            study_openings(STATE, **changes)  # type: ignore[arg-type]
    with pytest.raises(AgentSpecError):
        study_openings(STATE, play="nobody")


def test_an_interrupt_keeps_the_rounds_that_were_complete() -> None:
    def stop(done: int, total: int, playing: int, best: Placement) -> None:
        if playing < 1359:
            raise KeyboardInterrupt

    study = study_openings(STATE, play="weighted", games=200, progress=stop)
    assert study.interrupted and {p.games for p in study.placements} == {4}


def test_progress_reaches_the_end() -> None:
    seen: list[tuple[int, int]] = []
    study = study_openings(STATE, flat=3, progress=lambda done, total, *_: seen.append((done, total)))
    assert seen[-1] == (3 * 1359, 3 * 1359) == (study.games, study.games)


def test_rates_of_intersections_are_means_over_placements(study: PlacementStudy) -> None:
    rates = study.intersection_rates()
    there = [p.wins / p.games for p in study.placements if 23 in p.intersections]
    assert len(rates) == 54 and rates[23] == pytest.approx(sum(there) / len(there))


def test_the_heat_map_has_a_disc_on_every_intersection(study: PlacementStudy) -> None:
    picture = heat_map(study)
    root = ElementTree.fromstring(picture)
    groups = [element.get("class") for element in root.iter() if element.tag.endswith("}g")]
    assert groups.count("disc") == 54 and groups.count("star") == 2
    words = "".join(root.itertext())
    assert study.best.name in words and f"{study.best.win_rate:.1%}" in words
    ids = [element.get("id") for element in root.iter() if element.get("id")]
    assert len(ids) == len(set(ids))
    assert picture == heat_map(study)


def test_a_heat_map_in_the_middle_of_the_set_up() -> None:
    study = study_openings(later(), play="weighted", games=50, keep=3)
    picture = heat_map(study)
    assert picture.count('class="disc"') == len(study.placements) and picture.count('class="star"') == 1
    assert "settlement of p1 on n30" in picture


def test_play_is_good_for_few_games_and_quick_for_many() -> None:
    assert study_openings(later(), games=20, keep=20).play == "value"
    assert study_openings(later(), flat=2).play == "random"
