"""Specs such as ``catanatron:AlphaBetaPlayer,depth=2``."""

from __future__ import annotations

import subprocess
import sys
from typing import Any

import pytest

pytest.importorskip("catanatron", reason="needs the extra: pip install 'longroad[catanatron]'")

from catanatron.models.player import Color

from longroad.adapters.catanatron import CatanatronAgent
from longroad.adapters.catanatron.players import player_classes
from longroad.agents import explain_agent, make_agent
from longroad.errors import AgentSpecError

BOTS = "catanatron:adapters.catanatron.bots"


def made(spec: str) -> Any:
    agent = make_agent(spec)
    assert isinstance(agent, CatanatronAgent)
    return agent._class(Color.RED, **agent._options)


def test_players_of_its_own_by_name() -> None:
    found = player_classes()
    assert {"RandomPlayer", "WeightedRandomPlayer", "VictoryPointPlayer"} <= found.keys()
    assert not {"Player", "HumanPlayer", "LongroadPlayer"} & found.keys()
    for name, player in found.items():
        assert isinstance(made(f"catanatron:{name}"), player)


@pytest.mark.parametrize(
    ("options", "given"),
    [
        ("", (2, True, "x", None)),
        (",depth=3", (3, True, "x", None)),
        (",prune=off,name=C", (2, False, "C", None)),
        (",any_value=3", (2, True, "x", 3)),
        (",any_value=0.5", (2, True, "x", 0.5)),
        (",any_value=on", (2, True, "x", True)),
        (",any_value=word", (2, True, "x", "word")),
    ],
)
def test_options_go_to_the_constructor(options: str, given: tuple[Any, ...]) -> None:
    assert made(f"{BOTS}.Choosy{options}").given == given


@pytest.mark.parametrize(
    ("spec", "why"),
    [
        ("catanatron", "name a player, as in catanatron:RandomPlayer"),
        ("catanatron:", "name a player"),
        ("catanatron:depth=2", "name a player"),
        ("catanatron:NoSuchPlayer", "no player 'NoSuchPlayer'; .*it has .*RandomPlayer"),
        ("catanatron:RandomPlayr", "did you mean 'RandomPlayer'"),
        ("catanatron:HumanPlayer", "no player 'HumanPlayer'"),
        ("catanatron:no_such_module.Bot", "No module named"),
        (f"{BOTS}.NoSuchClass", "NoSuchClass"),
        (f"{BOTS}.NotAPlayer", "not a subclass of catanatron's Player"),
        ("catanatron:RandomPlayer,depth", "'depth' is not name=value"),
        ("catanatron:RandomPlayer,depth=2", "no option 'depth'; there are: is_bot"),
        ("catanatron:RandomPlayer,", "an option is empty"),
        (f"{BOTS}.Choosy,dept=3", "no option 'dept'; did you mean 'depth'"),
        (f"{BOTS}.Choosy,depth=two", "must be a whole number"),
        (f"{BOTS}.Choosy,table=3", "cannot be written in a spec"),
        (f"{BOTS}.Choosy,depth=10", "too deep"),
    ],
)
def test_specs_that_name_no_player(spec: str, why: str) -> None:
    with pytest.raises(AgentSpecError, match=why) as error:
        make_agent(spec)
    assert "\n" not in str(error.value) and spec in str(error.value)


def test_without_catanatron_the_extra_is_named() -> None:
    program = (
        "import sys; sys.modules['catanatron'] = None\n"
        "from longroad.cli import main\n"
        "sys.argv = ['longroad', 'match', 'catanatron:RandomPlayer', 'random', '--games', '2']\n"
        "main()"
    )
    ran = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=False)
    assert ran.returncode == 1, ran.stderr
    assert "pip install 'longroad[catanatron]'" in ran.stderr and "Traceback" not in ran.stderr


def test_players_can_be_explained() -> None:
    assert {"RandomPlayer", "WeightedRandomPlayer"} <= set(explain_agent("catanatron").classes)
    told = explain_agent(f"{BOTS}.Choosy").to_dict()
    assert told["summary"] == "Has options of several types."
    options = {option["name"]: option for option in told["options"]}
    assert list(options) == ["depth", "prune", "name", "any_value", "table"], "the color is not an option"
    assert (options["depth"]["default"], options["prune"]["default"], options["name"]["type"]) == (
        2,
        True,
        "str",
    )
    assert "cannot be written in a spec" in options["table"]["allowed"]
    with pytest.raises(AgentSpecError, match="did you mean 'RandomPlayer'"):
        explain_agent("catanatron:RandomPlayr")
