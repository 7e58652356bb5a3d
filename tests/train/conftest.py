"""Everything here needs PyTorch; where it is not installed nothing of it is collected, and in CI that is an
error."""

from __future__ import annotations

import importlib.util
import os

import pytest

collect_ignore_glob = [] if importlib.util.find_spec("torch") else ["test_*.py"]

if collect_ignore_glob and os.environ.get("CI") == "true":
    raise pytest.UsageError("tests/train needs PyTorch: pip install 'longroad[train]'")
