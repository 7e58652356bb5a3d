"""A folder of results: what is there is not computed again, and what does not belong together is not
mixed."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from longroad.errors import ExperimentError
from longroad.experiments.folder import ResultFolder

SETTINGS = {"experiment": "test", "games": 10}


def never() -> dict[str, Any]:
    raise AssertionError("computed again")


def test_a_part_is_computed_once(tmp_path: Path) -> None:
    folder = ResultFolder(tmp_path / "run", SETTINGS)
    assert not folder.has("one")
    assert folder.part("one", lambda: {"value": [1, 2.5]}) == {"value": [1, 2.5]}
    assert folder.has("one") and folder.part("one", never) == {"value": [1, 2.5]}
    again = ResultFolder(tmp_path / "run", SETTINGS)
    assert again.has("one") and again.part("one", never) == {"value": [1, 2.5]}
    assert not again.has("two")


def test_a_part_that_fails_leaves_nothing(tmp_path: Path) -> None:
    folder = ResultFolder(tmp_path, SETTINGS)
    for error in (KeyboardInterrupt, ZeroDivisionError):

        def fail(error: type[BaseException] = error) -> dict[str, Any]:
            raise error

        with pytest.raises(error):
            folder.part("one", fail)
        with pytest.raises(TypeError):
            folder.part("one", lambda: {"not for a file": {1, 2}})
    assert not folder.has("one")
    assert [p.name for p in (tmp_path / "parts").iterdir()] == []


@pytest.mark.parametrize(
    ("changes", "message"),
    [
        ({"games": 20}, "holds a run with games=10, not games=20: name another folder with --out"),
        ({"experiment": "other"}, "holds a run with experiment=test, not experiment=other"),
        ({"seed": 3}, "holds a run with seed=None, not seed=3"),
    ],
)
def test_a_folder_belongs_to_one_run(tmp_path: Path, changes: dict[str, Any], message: str) -> None:
    ResultFolder(tmp_path, SETTINGS)
    with pytest.raises(ExperimentError) as caught:
        ResultFolder(tmp_path, {**SETTINGS, **changes})
    assert str(caught.value).startswith(f"{tmp_path}: ") and message in str(caught.value)


def test_a_folder_of_something_else_is_left_alone(tmp_path: Path) -> None:
    (tmp_path / "thesis.txt").write_text("years of work")
    with pytest.raises(
        ExperimentError, match="is not empty and holds no run: name another folder with --out"
    ):
        ResultFolder(tmp_path, SETTINGS)
    assert [p.name for p in tmp_path.iterdir()] == ["thesis.txt"]


@pytest.mark.parametrize("damage", ["", '{"value": 4', "[1, 2]", "\x00\xff"])
def test_a_damaged_part_is_named_and_can_be_deleted(tmp_path: Path, damage: str) -> None:
    folder = ResultFolder(tmp_path, SETTINGS)
    folder.part("one", lambda: {"value": 4})
    file = tmp_path / "parts" / "one.json"
    file.write_bytes(damage.encode("latin-1"))
    with pytest.raises(ExperimentError) as caught:
        folder.part("one", never)
    assert str(caught.value).startswith(f"{file}: is damaged") and "delete it" in str(caught.value)
    file.unlink()
    assert ResultFolder(tmp_path, SETTINGS).part("one", lambda: {"value": 5}) == {"value": 5}


def test_what_damaged_settings_advise_works(tmp_path: Path) -> None:
    """The message says to delete the file: then the run must resume from its parts."""
    ResultFolder(tmp_path, SETTINGS).part("one", lambda: {"value": 4})
    settings = tmp_path / "settings.json"
    settings.write_text("{")
    with pytest.raises(ExperimentError) as caught:
        ResultFolder(tmp_path, SETTINGS)
    if "delete it" in str(caught.value):
        settings.unlink()
        assert ResultFolder(tmp_path, SETTINGS).part("one", never) == {"value": 4}


def test_a_run_killed_before_its_settings_were_written_can_begin_again(tmp_path: Path) -> None:
    (tmp_path / "run" / "parts").mkdir(parents=True)
    assert ResultFolder(tmp_path / "run", SETTINGS).part("one", lambda: {"value": 1}) == {"value": 1}


def test_settings_are_kept_as_json(tmp_path: Path) -> None:
    ResultFolder(tmp_path, SETTINGS)
    assert json.loads((tmp_path / "settings.json").read_text()) == SETTINGS
