"""The rules, one file a chapter of the rulebook, one test a rule."""
