"""Longroad agents at the tables of a JSettlers server: pure Python, over the server's own protocol.

| module | what is in it |
| --- | --- |
| ``frames``, ``messages`` | bytes to text, text to messages |
| ``coordinates``, ``board`` | the server's places, cards and boards in ours |
| ``hidden_hands``, ``hidden_cards`` | cards that nobody showed us: guesses that fit what was seen |
| ``mirror`` | the server's game played along in our engine; what our agent sees and is told |
| ``bargaining`` | the server's free market in the order of our rules |
| ``interpreter`` | messages turned into what happens in the mirror, and compared with it |
| ``player`` | the agent's decisions in the server's words |
| ``connection``, ``lines`` | the handshake, many games over one connection, reconnecting |
| ``table`` | one game from its first message to its last |
| ``evaluation``, ``results`` | many games, and what comes out |
| ``server`` | a server started from a jar |

``longroad jsettlers`` is the command; docs/how-to/jsettlers.md tells how to get a server and what differs in
the rules.
"""

from longroad.adapters.jsettlers.connection import Connection, ConnectionLost
from longroad.adapters.jsettlers.evaluation import Evaluation, Settings
from longroad.adapters.jsettlers.results import Results
from longroad.adapters.jsettlers.server import running_server
from longroad.adapters.jsettlers.table import GameTable, Limits, Outcome

__all__ = [
    "Connection",
    "ConnectionLost",
    "Evaluation",
    "GameTable",
    "Limits",
    "Outcome",
    "Results",
    "Settings",
    "running_server",
]
