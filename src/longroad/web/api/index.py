"""What stands at "/" where no pages are: a line that says where the API is."""

from __future__ import annotations

from fastapi import FastAPI
from fastapi.responses import HTMLResponse

from longroad.web.games import House

_PAGE = """<!doctype html>
<html lang="en"><meta charset="utf-8"><title>Longroad</title>
<meta name="viewport" content="width=device-width">
<body style="font: 1.1rem/1.5 system-ui, sans-serif; max-width: 40rem; margin: 3rem auto; padding: 0 1rem">
<h1>Longroad</h1>
<p>The table is open. Programs sit down through the API under <code>/api/v1</code>;
its description is <a href="/api/v1/openapi.json">/api/v1/openapi.json</a>.</p>
<p>In a terminal, <code>longroad play --terminal</code> plays a game.</p>
</body></html>
"""


def minimal_index(app: FastAPI, house: House) -> None:
    """Adds it."""

    @app.get("/", include_in_schema=False, response_class=HTMLResponse)
    async def index() -> str:
        return _PAGE
