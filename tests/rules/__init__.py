"""The rules, one file per chapter of the rulebook, one test per rule."""
