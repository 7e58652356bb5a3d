"""Perft: how many sequences of events start from a position, counted and kept as data."""
