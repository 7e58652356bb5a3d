"""Settings as plain values, changed by text."""

from __future__ import annotations

import pytest

from longroad.errors import TrainingError
from longroad.options import Options, option, options
from longroad.train.a2c.settings import A2cSettings
from longroad.train.ppo.settings import PpoSettings
from longroad.train.presets import PRESETS, preset
from longroad.train.run.settings import NetworkSettings, changed, declared, plain


@options(TrainingError, label="setting")
class Sizes(Options):
    games: int = option(8, "Games.", low=1)
    rate: float = option(0.5, "Rate.", above=0)
    name: str = option("adam", "Name.", choices=("adam", "sgd"))
    forced: bool = option(True, "Forced.")


PARTS = (NetworkSettings(network="tiny", rules="official"), Sizes())


def test_there_and_back() -> None:
    parts = changed(PARTS, ["games=4", "rate=1e-3", "name=sgd", "forced=no", "rules=gendre2020,bank=5"])
    values = plain(parts)
    assert values == {
        "network": "tiny",
        "start": "",
        "rules": "gendre2020,bank=5",
        "games": 4,
        "rate": 0.001,
        "name": "sgd",
        "forced": False,
    }
    assert Sizes.among(values) == parts[1] and plain(PARTS)["games"] == 8


@pytest.mark.parametrize(
    ("changes", "words"),
    [
        (["games=many"], "setting games='many': must be a whole number, at least 1"),
        (["games=0"], "setting games=0: must be a whole number, at least 1"),
        (["games=1.5"], "must be a whole number"),
        (["rate=x"], "must be a number, above 0"),
        (["rate=nan"], "setting rate=nan: must be a number"),
        (["forced=maybe"], "must be on or off"),
        (["name=agd"], "must be one of adam, sgd; did you mean 'sgd'?"),
        (["gmes=3"], "no setting 'gmes'; did you mean 'games'? There are: network, start, rules, games"),
        (["games"], "'games' is not name=value"),
        (["games="], "'games=' is not name=value"),
        (["games=1", "games=2"], "'games' is given twice"),
    ],
)
def test_what_cannot_be_is_refused(changes: list[str], words: str) -> None:
    with pytest.raises(TrainingError) as caught:
        changed(PARTS, changes)
    assert words in str(caught.value)


def test_settings_of_a_preset_keep_their_names_and_values() -> None:
    """Checkpoints compare them by name and value."""
    assert preset("smoke").settings() == {
        "network": "xdim-6",
        "start": "",
        "rules": "gendre2020",
        "workers": 8,
        "games": 16,
        "batch": 128,
        "training_step": 1000,
        "refresh": 1.0,
        "learning_rate": 5e-4,
        "decay": 2e-3,
        "policy_factor": 1.0,
        "value_factor": 1e3,
        "entropy_factor": 1e-3,
        "activity_factor": 1e-8,
        "weight_factor": 1e-4,
        "win_reward": 0.75,
        "point_reward": 0.02,
        "optimizer": "adam",
        "gradient_norm": 0.0,
        "gather": 0.75,
        "forced": False,
        "report_batches": 100,
    }
    assert preset("casher2024").settings() == {
        "network": "resmlp",
        "board": "any",
        "pace": "article",
        "games": 0,
        "explore": 1000,
        "clip": 0.1,
        "width": 500,
        "blocks": 4,
    }
    fast = preset("fast2p").settings()
    assert (fast["opponents"], fast["advisers"], fast["batch"]) == ("0.125 planner", "0.5 planner", 8192)
    assert preset("fast2p").settings(["opponents=none", "start=none"])["opponents"] == ""


@pytest.mark.parametrize("name", PRESETS)
def test_every_setting_of_a_preset_says_what_it_is_for(name: str) -> None:
    shown = declared(PRESETS[name].parts)
    assert {setting: one.default for setting, one in shown.items()} == PRESETS[name].settings()
    assert all(one.about.help.endswith(".") for one in shown.values())


def test_a_misspelt_preset_gets_a_hint() -> None:
    with pytest.raises(TrainingError, match="no preset 'smok'; did you mean 'smoke'"):
        preset("smok")


def test_wrong_factors_are_refused() -> None:
    for wrong in ({"past_share": 1.5}, {"discount": -0.1}, {"learning_rate": 0.0}, {"games": 3}):
        with pytest.raises(TrainingError, match=f"setting {next(iter(wrong))}="):
            PpoSettings(**wrong)  # type: ignore[arg-type]
    with pytest.raises(TrainingError, match="setting optimizer='adm': must be one of adam"):
        A2cSettings(optimizer="adm")
