"""Looking ahead: expectiminimax over Catan and Skirmish, with all moves or with representative ones.

>>> from longroad import search, skirmish
>>> hand = ["6/6/6", "4/1/1", "1/3/3", "2/2/2", "1/1/1"]
>>> answer = search.expectimax(skirmish.State(hands=(hand, hand)), depth=3)
>>> print(answer.best, round(answer.value, 2), answer.complete)
place 6/6/6 12.53 True
"""

from longroad.search.answer import Answer
from longroad.search.evaluators import Decisions, PolicyEvaluator, PolicyForm, SearchedGames
from longroad.search.expectimax import expectimax
from longroad.search.representatives import Representative, representatives
from longroad.search.settings import MOVES, OPPONENTS, Settings

__all__ = [
    "MOVES",
    "OPPONENTS",
    "Answer",
    "Decisions",
    "PolicyEvaluator",
    "PolicyForm",
    "Representative",
    "SearchedGames",
    "Settings",
    "expectimax",
    "representatives",
]
