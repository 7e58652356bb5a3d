"""Longroad: a laboratory for complex stochastic games, with Catan at its heart."""

__version__ = "0.1.0"
