"""Temporal differences, after Casher (2024)."""
