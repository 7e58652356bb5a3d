"""NiceGUI pages beside the API, in a process of their own: prints what both answer."""

from __future__ import annotations

import asyncio
import sys

import httpx
from fastapi import FastAPI
from nicegui import ui

from longroad.web.api import create_app
from longroad.web.games import House
from longroad.web.serving import serving


def pages(app: FastAPI, house: House) -> None:
    @ui.page("/")
    def lobby() -> None:
        ui.label(f"{len(list(house.games()))} games at this table")

    ui.run_with(app, storage_secret="x", show_welcome_message=False)


async def main(folder: str) -> None:
    house = House(folder)
    async with serving(create_app(house, pages=pages)) as served, httpx.AsyncClient(timeout=20) as http:
        page = await http.get(f"{served.url}/")
        print(page.status_code, "games at this table" in page.text)
        print((await http.get(f"{served.url}/api/v1/games")).json())
        print((await http.get(f"{served.url}/api/v1/games/nothing")).json()["title"])
        print((await http.get(served.url, headers={"Host": "evil.example"})).status_code)
        print((await http.post(f"{served.url}/mcp", json={})).status_code)
    print(house.is_open)


if __name__ == "__main__":
    asyncio.run(main(sys.argv[1]))
