"""The API keeps to its own description whatever it is sent, and never fails: schemathesis asks."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
import schemathesis
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from schemathesis.checks import not_a_server_error
from schemathesis.specs.openapi.checks import (
    content_type_conformance,
    response_schema_conformance,
    status_code_conformance,
)

from web.serving import Table, table
from web.tables import finished

CHECKS = (not_a_server_error, status_code_conformance, content_type_conformance, response_schema_conformance)


class Served:
    """A server in a thread of its own, with games to ask about."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._ready, self._over = threading.Event(), threading.Event()
        self._thread = threading.Thread(target=lambda: asyncio.run(self._serve()))
        self._thread.start()
        assert self._ready.wait(30)

    def close(self) -> None:
        self._over.set()
        self._thread.join()

    async def _serve(self) -> None:
        async with table(self._folder) as t:
            self.url = t.url
            await self._begin(t)
            self._ready.set()
            await asyncio.to_thread(self._over.wait)

    async def _begin(self, t: Table) -> None:
        agents = [{"kind": "agent", "agent": "random"}, {"kind": "agent", "agent": "value"}]
        people = [{"kind": "person"}, {"kind": "person"}, {"kind": "link"}]
        played = await t.begin()
        watched = await t.begin(seats=agents, pace=60)
        waiting = await t.begin(seats=people)
        over = await t.begin(seats=agents, rules="official,turn_cap=5")
        await finished(t.house.game(over["game"]["id"]))
        made = (played, watched, waiting, over)
        self.ids = [one["game"]["id"] for one in made]
        self.keys = [
            "",
            "x",
            *(one["host"] for one in made),
            *(key for one in made for key in one["seats"].values()),
        ]


@pytest.fixture(scope="module")
def served(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    made = Served(tmp_path_factory.mktemp("table"))
    yield made
    made.close()


def test_every_answer_is_as_described_and_none_is_a_failure(served: Served) -> None:
    schema = schemathesis.openapi.from_url(f"{served.url}/api/v1/openapi.json")
    statuses: set[int] = set()
    operations = [found.ok() for found in schema.get_all_operations()]
    for operation in operations:

        @settings(max_examples=20, suppress_health_check=list(HealthCheck), database=None)
        @given(operation.as_strategy(), st.sampled_from(served.ids), st.sampled_from(served.keys))
        def check(case: Any, id: str, key: str) -> None:
            if "id" in (case.path_parameters or {}) and len(str(case.body)) % 4:
                case.path_parameters["id"] = id
            if "wait" in (case.query or {}):
                case.query["wait"] = 0
            headers = {"Authorization": f"Bearer {key}"} if key else {}
            response = case.call(headers=headers)
            statuses.add(response.status_code)
            case.validate_response(response, checks=CHECKS)

        check()
    assert len(operations) > 20
    assert {200, 201, 401, 403, 404, 409, 422} <= statuses
