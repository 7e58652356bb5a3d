"""Longroad's games behind the interfaces that other libraries expect.

| module | interface | extra |
| --- | --- | --- |
| ``longroad.adapters.pettingzoo`` | PettingZoo AEC: one game of 2-4 agents | ``longroad[pettingzoo]`` |
| ``longroad.adapters.gymnasium`` | Gymnasium: self-play VectorEnv, one-seat Env | ``longroad[gymnasium]`` |
| ``longroad.adapters.open_spiel`` | OpenSpiel: the game ``longroad_catan`` | ``longroad[openspiel]`` |
| ``longroad.adapters.catanatron`` | catanatron: players both ways | ``longroad[catanatron]`` |
| ``longroad.adapters.jsettlers`` | JSettlers: our agents at the tables of its servers | none |

The first three speak the ``general`` codec and encoding (docs of ``longroad.catan.codecs`` and
``longroad.catan.encodings``) and take the options of ``longroad.catan.Rules`` by name. They differ from the
official game in one default: domestic trade is off (``offers_per_turn=0``), because offers make random games
about ten times as long. Importing this package imports none of the libraries; importing a module without its
library raises ``longroad.errors.MissingExtraError``.
"""
