"""``longroad report``: what it writes and how it complains."""

from __future__ import annotations

from pathlib import Path

from cli.running import CommandLine

PLAY = (
    "tournament",
    "random",
    "weighted",
    "--games",
    8,
    "--rules",
    "target_points=4,offers_per_turn=0",
    "--json",
)


def test_a_page_beside_the_results(line: CommandLine, tmp_path: Path) -> None:
    figures = line(*PLAY, "--out", tmp_path / "t").json
    ran = line("report", tmp_path / "t")
    assert ran.code == 0 and ran.out == "" and str(tmp_path / "t" / "report.html") in ran.err
    page = (tmp_path / "t" / "report.html").read_text()
    for one in figures["leaderboard"]:
        assert (
            one["agent"] in page and f"{one['win_rate']:.1%}" in page and f"{one['mean_points']:.2f}" in page
        )
    assert line(*PLAY, "--out", tmp_path / "t").json == figures, (
        "a report does not keep a tournament from resuming"
    )


def test_another_folder(line: CommandLine, tmp_path: Path) -> None:
    line(*PLAY, "--out", tmp_path / "t")
    assert line("report", tmp_path / "t", "--out", tmp_path / "some" / "where").code == 0
    names = {file.name for file in (tmp_path / "some" / "where").iterdir()}
    assert names == {"report.html", "report.md", "ratings.svg", "points.svg", "seats.svg", "lengths.svg"}
    assert not (tmp_path / "t" / "report.html").exists()


def test_no_tournament_is_asked_wrongly(line: CommandLine, tmp_path: Path) -> None:
    ran = line("report", tmp_path)
    assert ran.code == 2 and "holds no tournament" in ran.complaint
