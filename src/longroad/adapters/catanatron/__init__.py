"""catanatron (https://github.com/bcollazo/catanatron): its players at our tables, our agents in its games.

- ``longroad match planner catanatron:ValueFunctionPlayer``: any Player class of catanatron is an agent
(``CatanatronAgent``);
- ``LongroadPlayer(Color.RED, "planner")``: any Longroad agent is a Player;
- ``position_of`` and ``Games``, ``our_board`` and ``their_map``: positions and boards, both ways.

Works with catanatron 3.2.1, which ``longroad[catanatron]`` installs, and with its development version.
docs/how-to/catanatron.md explains them.
"""

from longroad.adapters.catanatron.agent import CatanatronAgent
from longroad.adapters.catanatron.boards import our_board, their_map
from longroad.adapters.catanatron.player import LongroadPlayer
from longroad.adapters.catanatron.positions import Games, position_of
from longroad.adapters.catanatron.rules import check_rules, rules_of

__all__ = [
    "CatanatronAgent",
    "Games",
    "LongroadPlayer",
    "check_rules",
    "our_board",
    "position_of",
    "rules_of",
    "their_map",
]
