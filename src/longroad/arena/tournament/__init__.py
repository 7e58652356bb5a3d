"""Tournaments: a plan, a folder of results, the standings."""
