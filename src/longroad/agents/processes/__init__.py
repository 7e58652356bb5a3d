"""Agents in processes of their own: programs that can be killed, and workers that play Python agents under a
limit of time."""
