"""Exported networks that play."""
