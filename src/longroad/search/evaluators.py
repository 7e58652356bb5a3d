"""Judging positions in batches, by any function of Python: what a search with a network rests on.

>>> import numpy as np
>>> from longroad.catan import CODECS, ENCODINGS, State
>>> def network(rows):  # yours: encoded positions in, logits and win probabilities out
...     return np.zeros((len(rows), 523), np.float32), np.full((len(rows), 4), 0.25, np.float32)
>>> evaluator = PolicyEvaluator(PolicyForm(ENCODINGS["general"], CODECS["general"], value_columns=4), network)
>>> state = State(seed=7)
>>> place = evaluator.add(state)
>>> evaluator.compute()
>>> evaluator.win_probabilities(place, state.players)
[0.25, 0.25, 0.25, 0.25]
>>> len(evaluator.priors(place, state.legal_actions()))
54
"""

from longroad._native import Decisions, PolicyEvaluator, PolicyForm, SearchedGames

__all__ = ["Decisions", "PolicyEvaluator", "PolicyForm", "SearchedGames"]
