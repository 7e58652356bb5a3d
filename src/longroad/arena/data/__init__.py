"""Games kept, and exported as data sets."""
