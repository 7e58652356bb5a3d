"""The library: finished games, the ladder of agents with the people on it, reports of tournaments and
experiments."""

from __future__ import annotations

import asyncio
import re
from pathlib import Path
from urllib.parse import urlencode

from fastapi import FastAPI
from nicegui import ui

from longroad.web.games import House
from longroad.web.library import LADDER, Query, Rating, Rung, ratings
from longroad.web.pages import library_reports
from longroad.web.pages.frame import frame
from longroad.web.pages.library_reports import Reports
from longroad.web.pages.region import Region, Said
from longroad.web.pages.rendering import render

#: Games of a page of the list.
AT_ONCE = 20
_MOST_TEXT = 100
_FIELDS = ("player", "agent", "result", "since", "until", "rated", "page")
_DATE = re.compile(r"\d{4}(-\d\d){0,2}")


class Search:
    """What is looked for, as the address of the page says it. Whatever makes no sense is left out."""

    def __init__(self, **given: str) -> None:
        self.text: dict[str, str] = {name: given.get(name, "").strip()[:_MOST_TEXT] for name in _FIELDS}
        if self.text["result"] not in ("won", "lost", "unfinished"):
            self.text["result"] = ""
        for name in ("since", "until"):
            if not _DATE.fullmatch(self.text[name]):
                self.text[name] = ""
        page = self.text["page"]
        self.page: int = min(int(page), 10**6) if page.isascii() and page.isdecimal() and int(page) else 1

    @property
    def is_empty(self) -> bool:
        """Whether all games are asked for."""
        return not any(self.text[name] for name in _FIELDS if name != "page")

    def query(self) -> Query:
        """As the library takes it."""
        text = self.text
        return Query(
            player=text["player"] or None,
            agent=text["agent"] or None,
            result=text["result"] or None,
            since=text["since"] or None,
            until=text["until"] or None,
            rated=True if text["rated"] else None,
            limit=AT_ONCE,
            offset=(self.page - 1) * AT_ONCE,
        )

    def address(self, page: int = 1) -> str:
        """Of a page of what is found.

        >>> Search(player="Ann & Ben").address(2)
        '/library?player=Ann+%26+Ben&page=2'
        """
        given = {name: value for name, value in self.text.items() if value and name != "page"}
        if page > 1:
            given["page"] = str(page)
        return f"/library?{urlencode(given)}" if given else "/library"


def register(app: FastAPI, house: House, reports_folder: Path | None = None) -> None:
    """Adds the page; ``reports_folder`` is by default ``reports`` in the folder of the house."""
    reports = Reports(reports_folder or house.folder / "reports")
    library_reports.register(app, reports)

    @ui.page("/library")
    async def library(
        player: str = "",
        agent: str = "",
        result: str = "",
        since: str = "",
        until: str = "",
        rated: str = "",
        page: str = "",
    ) -> None:
        search = Search(
            player=player, agent=agent, result=result, since=since, until=until, rated=rated, page=page
        )
        found, count = await asyncio.to_thread(house.library.find, search.query())
        people = await asyncio.to_thread(lambda: ratings(house.library.rated()))
        written_reports = await asyncio.to_thread(reports.all)

        def done(said: Said) -> None:
            given = said.get("value")
            if said["do"] == "search" and isinstance(given, dict):
                ui.navigate.to(Search(**{str(name): str(value) for name, value in given.items()}).address())

        with frame("Library", "/library", styles=("study.css",)):
            Region(
                render(
                    "library",
                    games=found,
                    count=count,
                    search=search,
                    pages=-(-count // AT_ONCE),
                    groups=[ladder_group(group, people) for group in ("two", "many")],
                    reports=written_reports,
                    folder=reports.folder,
                ),
                done,
            )


def ladder_group(group: str, people: list[Rating]) -> dict[str, object]:
    """The ladder of games of two or of more players: agents and people, the strongest first, each with the
    place of its interval on a common scale, in percent."""
    rungs: list[Rung | Rating] = [rung for rung in LADDER if rung.group == group]
    rungs += [one for one in people if one.group == group]
    low, high = min(one.low for one in rungs), max(one.high for one in rungs)

    def place(elo: float) -> float:
        return round(100 * (elo - low) / (high - low), 2)

    rows = [
        {
            "name": one.agent if isinstance(one, Rung) else one.name,
            "words": one.words if isinstance(one, Rung) else f"{one.wins} of {one.games} games won",
            "is_person": isinstance(one, Rating) and one.is_person,
            "elo": one.elo,
            "low": one.low,
            "high": one.high,
            "games": one.games,
            "left": place(one.low),
            "width": round(place(one.high) - place(one.low), 2),
            "middle": place(one.elo),
        }
        for one in sorted(rungs, key=lambda one: -one.elo)
    ]
    return {"title": "Two players" if group == "two" else "Three and four players", "rows": rows}
