"""Intervals, sequential tests and ratings."""
