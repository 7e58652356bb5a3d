"""Our agents on catanatron's own command line (its development version):

catanatron-play --code=examples/catanatron_play.py --players=LR:planner,F --num=100
catanatron-play --code=examples/catanatron_play.py --players=LR:mcts:sims=200,LR:value,AB:2 --num=10

Its command line cuts players at "," and parameters at ":", so Longroad's options follow one by one:
LR:mcts:sims=200:trades=off.
"""

from catanatron.cli import register_cli_player

from longroad.adapters.catanatron import LongroadPlayer

register_cli_player("LR", LongroadPlayer)
