"""A table that several modules share; those that kill theirs have their own."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from web.pages.served import ServedTable, served_table


@pytest.fixture(scope="session")
def table(tmp_path_factory: pytest.TempPathFactory) -> Iterator[ServedTable]:
    with served_table(tmp_path_factory.mktemp("table")) as table:
        yield table
