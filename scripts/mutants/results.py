"""What became of a mutant, as it is kept, and which survivors are known to be equivalent."""

from __future__ import annotations

import json
import tomllib
from dataclasses import asdict, dataclass
from pathlib import Path

EQUIVALENT = Path(__file__).with_name("equivalent.toml")


@dataclass(frozen=True)
class Result:
    """A mutant and its fate."""

    file: str
    line: int
    operator: str
    diff: str
    status: str
    why: str
    seconds: float

    def text(self) -> str:
        return json.dumps(asdict(self), indent=1) + "\n"

    def line_of_text(self) -> str:
        what = self.diff.replace("\n", "  ->  ")
        where = f"{self.file}:{self.line} {self.operator}"
        return f"{self.status:15} {where} [{self.seconds:.0f} s] {what} ({self.why})"

    def equivalent(self) -> str:
        """Why no test can notice this change, or nothing. Read from equivalent.toml, by file and change."""
        known = tomllib.loads(EQUIVALENT.read_text(encoding="utf-8")).get("mutant", [])
        for entry in known:
            if (entry["file"], entry["diff"].strip()) == (self.file, self.diff.strip()):
                return str(entry["why"])
        return ""
