"""A plain-Python reference of the rules of Catan, written from `docs/reference/rules.md` and nothing else.

It shares no code with the engine. The tests play both in lockstep; a difference is a bug in one of them.
Read `board.py`, `cards.py`, `longest_road.py`, `tabletop.py`, `position.py`, `game.py` in this order.
"""
