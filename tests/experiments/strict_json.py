"""JSON as other programs read it."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any


def read_object(path: Path) -> dict[str, Any]:
    """The object in a file; NaN and infinities, which are not JSON, fail the test."""

    def no_constant(name: str) -> None:
        raise AssertionError(f"{name} is not JSON")

    data = json.loads(path.read_text(), parse_constant=no_constant)
    assert isinstance(data, dict)
    return data
