"""Mutants of the rules in C++: small changes that tests should notice. The command is scripts/mutate.py."""
