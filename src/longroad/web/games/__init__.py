"""Live games: people and agents at a table, in the event loop of whoever keeps the house. No HTTP here.

``House`` keeps games on disk and alive; ``GamePlan`` says what a game is to be; ``LiveGame`` is played
(``act``, ``undo``, ``resign``) and followed (``House.follow``) as one viewer sees it.
"""

from longroad.web.games.chance import SecretChance, audit
from longroad.web.games.frames import Follower, Frame
from longroad.web.games.house import Created, House, Place
from longroad.web.games.keys import Key
from longroad.web.games.limits import Limits
from longroad.web.games.live import LiveGame
from longroad.web.games.plan import ClockPlan, GamePlan, SeatPlan
from longroad.web.games.viewers import Viewer

__all__ = [
    "ClockPlan",
    "Created",
    "Follower",
    "Frame",
    "GamePlan",
    "House",
    "Key",
    "Limits",
    "LiveGame",
    "Place",
    "SeatPlan",
    "SecretChance",
    "Viewer",
    "audit",
]
