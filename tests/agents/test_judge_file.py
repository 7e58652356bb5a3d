"""Files of the native network: the one that ships, and what is refused."""

from __future__ import annotations

import io
import json
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from longroad.agents import make_agent
from longroad.catan import Rules, State
from longroad.errors import AgentSpecError, NetworkError
from longroad.models.judge_file import (
    SHIPPED,
    networks_of,
    read_arrays,
    read_header,
    write_networks,
)


def test_the_one_that_ships_has_a_card_and_knows_all_numbers_of_players() -> None:
    card = SHIPPED.with_suffix(".md").read_text(encoding="utf-8")
    header = read_header(SHIPPED)
    assert header["format"] in card and header["sha256"][:16] in card
    assert all(networks_of("network").knows(players) for players in (2, 3, 4))
    assert SHIPPED.stat().st_size < 1e6


def changed(path: Path, **changes: Any) -> Path:
    """A copy of the shipped file with another header."""
    with np.load(SHIPPED) as found:
        arrays = {name: found[name] for name in found.files}
    header = json.loads(arrays.pop("header").tobytes()) | changes
    np.savez(path, header=np.frombuffer(json.dumps(header).encode(), np.uint8), **arrays)
    return path


@pytest.mark.parametrize(
    ("changes", "message"),
    [
        ({"format": "native-0"}, "its format is 'native-0'; this version of Longroad reads 'native-2'"),
        ({"inputs": [["turn", 24]]}, "made for other inputs"),
        ({"sha256": "0" * 64}, "damaged: its weights do not match its hash"),
        ({"evaluation": {"two": {"card": 1.0}, "many": {}}}, "made beside another evaluation"),
    ],
)
def test_a_file_that_does_not_fit_is_refused(tmp_path: Path, changes: dict[str, Any], message: str) -> None:
    file = changed(tmp_path / "other.npz", **changes)
    with pytest.raises(NetworkError, match=message):
        networks_of(str(file))
    with pytest.raises(AgentSpecError, match=r"eval: .*other\.npz"):
        make_agent(f"planner:eval={file}")


def test_a_damaged_file_is_refused(tmp_path: Path) -> None:
    content = SHIPPED.read_bytes()
    for name, data in {
        "cut.npz": content[: len(content) // 2],
        "empty.npz": b"",
        "words.npz": b"not a network",
        "flipped.npz": content[:20_000] + bytes([content[20_000] ^ 8]) + content[20_001:],
    }.items():
        (tmp_path / name).write_bytes(data)
        with pytest.raises(NetworkError, match=f"{name}: "):
            networks_of(str(tmp_path / name))


def test_weights_of_another_size_are_refused(tmp_path: Path) -> None:
    parts = {part: dict(arrays) for part, arrays in read_arrays(SHIPPED).items()}
    parts["two"]["second"] = parts["two"]["second"].reshape(-1)[:-1]
    write_networks(tmp_path / "small.npz", parts, {})
    with pytest.raises(NetworkError, match=r"small\.npz: its weights do not fit: second: 8191 numbers"):
        networks_of(str(tmp_path / "small.npz"))


def test_what_is_written_is_read(tmp_path: Path) -> None:
    write_networks(tmp_path / "same.npz", read_arrays(SHIPPED), {"trained": "here"})
    assert read_header(tmp_path / "same.npz")["trained"] == "here"
    state = State(Rules(players=2), seed=1)
    assert networks_of(str(tmp_path / "same.npz")).win_probabilities_of(state) == networks_of(
        "network"
    ).win_probabilities_of(state)


def test_a_file_for_two_players_does_not_play_with_more(tmp_path: Path) -> None:
    write_networks(tmp_path / "two.npz", {"two": read_arrays(SHIPPED)["two"]}, {})
    spec = f"planner:eval={tmp_path / 'two.npz'}"
    make_agent(spec).check(Rules(players=2))
    with pytest.raises(AgentSpecError, match=r"two\.npz: no network for games of 4 players there"):
        make_agent(spec).check(Rules(players=4))
    with pytest.raises(ValueError, match="no network for 3 players"):
        networks_of(str(tmp_path / "two.npz")).win_probabilities_of(State(Rules(players=3), seed=1))


def test_nothing_is_read_as_a_pickle(tmp_path: Path) -> None:
    data = io.BytesIO()
    np.savez(data, header=np.array([{"format": "native-1"}], dtype=object))
    (tmp_path / "pickle.npz").write_bytes(data.getvalue())
    with pytest.raises(NetworkError, match="damaged, or not a file of the native network"):
        networks_of(str(tmp_path / "pickle.npz"))
