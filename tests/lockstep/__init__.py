"""Lockstep play of the engine and the reference."""
