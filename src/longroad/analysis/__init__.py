"""What a coach and a review say of a position or a game: by the native network, a planner, a tree search.

| module | what is in it |
| --- | --- |
| ``engine`` | what judges: rollouts with common dice, tree search, ``outlook`` |
| ``decisions`` | one decision: moves proposed, ``comparison``, ``checking`` of what seems a mistake |
| ``grades`` | best, good, inaccuracy, mistake, blunder |
| ``reasons`` | why a move is good: ``board_facts`` and ``card_facts`` of a ``change``, in ``words`` |
| ``coach`` | advice during a game: moves, ``holdings``, ``rolls``, ``spots``, ``trades`` |
| ``reviewing`` | a game gone through: ``replay``, ``values``, ``turning_points``, the ``review`` |
| ``page`` | a review as a web page |

The coach, and the judgement of each decision in a review, use only what the player could know.
"""

from longroad.analysis.coach import Advice, Coach, MoveAdvice
from longroad.analysis.engine import outlook
from longroad.analysis.grades import Grade
from longroad.analysis.page import write_page
from longroad.analysis.review import Review
from longroad.analysis.reviewing import review_game

__all__ = ["Advice", "Coach", "Grade", "MoveAdvice", "Review", "outlook", "review_game", "write_page"]
