"""A bot that speaks Longroad's line protocol: it builds what it can, and else takes any listed move.

    longroad match "exec:python3 examples/exec/builder.py" random --games 20

Needs: nothing, not even Longroad.

Prints one line of JSON per decision, which the match reads; the match prints who won how often.
"""

import json
import random
import sys

for line in sys.stdin:
    message = json.loads(line)
    if message["type"] == "begin":
        random.seed(message["seed"])
    elif message["type"] == "choose":
        actions = message["actions"]
        for kind in ("city", "settle", "buy card"):
            if wanted := [action for action in actions if action.startswith(kind)]:
                actions = wanted
                break
        print(json.dumps({"action": random.choice(actions)}), flush=True)
