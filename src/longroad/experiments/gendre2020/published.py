"""What the paper reports. Q. Gendre, T. Kaneko: Playing Catan with Cross-dimensional Neural Network. 2020."""

from __future__ import annotations

from typing import Any

#: Table 3, "Input - Observable State": numbers a group has, on the board (2D channels) and beside it
#: (scalars).
TABLE_3_BOARD = {
    "is desert": 1,
    "production for each resource": 5,
    "thief": 1,
    "road for each player": 2,
    "harbors": 6,
    "settlement or city": 2,
}
TABLE_3_OTHERS = {
    "own resources": 5,
    "own pieces left": 3,
    "own army size": 1,
    "held development cards (new + old)": 10,
    "access to each harbor": 6,
    "own largest army and longest road": 2,
    "opponent's resource and development card total": 2,
    "opponent's pieces left": 3,
    "opponent's army size": 1,
    "opponent's largest army and longest road": 2,
    "bank resources": 5,
    "development card pile": 1,
    "has rolled": 1,
    "has development card been played": 1,
    "using road building or year of plenty": 2,
}
#: Table 4, "Output - Prob of Actions".
TABLE_4_BOARD = {
    "move thief and steal": 1,
    "move thief without stealing": 1,
    "place road": 1,
    "place settlement": 1,
    "place city": 1,
}
TABLE_4_OTHERS = {
    "roll dice": 1,
    "end turn": 1,
    "discard (4 cards to keep)": 70,
    "bank trade": 20,
    "buy development card": 5,
    "activate knight": 5,
    "activate road building": 1,
    "activate year of plenty": 1,
    "choose free resource": 5,
    "play monopoly (each resource)": 5,
}
#: The sums the tables print.
TABLE_3_SUMS = (17, 45)
TABLE_4_SUMS = (5, 117)
#: Table 5, by the name of our setting.
TABLE_5 = {
    "learning_rate": 3e-3,
    "decay": 2e-3,
    "win_reward": 0.75,
    "point_reward": 0.02,
    "policy_factor": 1.0,
    "value_factor": 1e3,
    "entropy_factor": 1e-4,
    "activity_factor": 1e-8,
    "weight_factor": 1e-4,
}
#: In its text: workers, games each, moves per batch, batches per training step, training steps between new
#: opponents.
TEXT: dict[str, Any] = {"workers": 16, "games": 8, "batch": 64, "training_step": 1000, "refresh": 50.0}
#: 2D channels, neurons beside them, channels of the baseline, layers.
CHANNELS, NEURONS, BASELINE_CHANNELS = 15, 40, 40
DEPTHS = (6, 8, 10)
#: Moves per training step, and training steps of its longest run (five weeks) and of the others (three).
MOVES_PER_STEP = 64_000
LONGEST_STEPS, LONG_STEPS = 30_000, 15_000
#: XdimRes-8 against JSettlers at the end, in so many games.
FINAL_RATE, FINAL_GAMES = 0.565, 10_000
#: The fixed opponent of its Figure 10 is its own agent after so many training steps.
FIXED_STEPS = 10_000
