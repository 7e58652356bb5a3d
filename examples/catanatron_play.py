"""Our agents on the command line of catanatron's development version.

    catanatron-play --code=examples/catanatron_play.py --players=LR:planner,F --num=100
    catanatron-play --code=examples/catanatron_play.py --players=LR:mcts:sims=200,LR:value,AB:2 --num=10

Needs: pip install 'longroad[catanatron]' and catanatron's development version; release 3.2.1 has no such
command line.

Prints catanatron's own table of results. Its command line cuts players at "," and parameters at ":", so
Longroad's options follow one by one: LR:mcts:sims=200:trades=off.
"""

import sys

from longroad.adapters.catanatron import LongroadPlayer

try:
    from catanatron.cli import register_cli_player
except ImportError:
    sys.exit("this example needs catanatron's development version: its releases have no catanatron.cli")

register_cli_player("LR", LongroadPlayer)
