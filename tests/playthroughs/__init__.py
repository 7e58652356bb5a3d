"""Golden playthroughs: whole games as text that a person can read, and that a change of the rules changes."""
