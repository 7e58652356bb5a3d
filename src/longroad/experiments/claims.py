"""The claims of a publication, and what a run says of them."""

from __future__ import annotations

from dataclasses import asdict, dataclass
from typing import Any, Literal

from longroad.experiments import markdown

Verdict = Literal["reproduced", "not reproduced", "undecided", "too few games"]


@dataclass(frozen=True)
class Claim:
    """What was claimed, and what was measured here."""

    claim: str
    theirs: str
    ours: str
    verdict: Verdict

    def to_dict(self) -> dict[str, Any]:
        """For report.json."""
        return asdict(self)


def above(low: float, high: float, level: float) -> Verdict:
    """Whether something is larger than a level, by the ends of its 95% interval.

    >>> above(0.52, 0.61, 0.5), above(0.42, 0.52, 0.5), above(0.22, 0.31, 0.5)
    ('reproduced', 'undecided', 'not reproduced')
    """
    return "reproduced" if low > level else "not reproduced" if high < level else "undecided"


def claims_table(claims: list[Claim]) -> str:
    """A row per claim.

    >>> print(claims_table([Claim("it wins", "8 of 10", "47%", "undecided")]))
    | claim | theirs | ours | verdict |
    | --- | --- | --- | --- |
    | it wins | 8 of 10 | 47% | **undecided** |
    """
    rows = [[one.claim, one.theirs, one.ours, f"**{one.verdict}**"] for one in claims]
    return markdown.table(["claim", "theirs", "ours", "verdict"], rows)
