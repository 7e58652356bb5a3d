"""Hypothesis looks at the same examples in every run and takes the time it needs."""

from hypothesis import settings

settings.register_profile("longroad", deadline=None, derandomize=True)
settings.load_profile("longroad")
