"""What a call of a process on the cluster came to."""

from __future__ import annotations

from typing import Any

import ray
from ray.exceptions import GetTimeoutError, RayTaskError

from longroad.errors import ScaleError
from longroad.failures import one_line


def got(reference: Any, seconds: float | None = None) -> Any:
    """Its result. What the call raised is raised here; RayError if its process or node is gone; ScaleError if
    it has not begun in so many seconds."""
    try:
        return ray.get(reference, timeout=seconds)
    except RayTaskError as error:
        cause = error.cause
        raise cause if isinstance(cause, Exception) else ScaleError(str(error)) from error
    except GetTimeoutError as error:
        raise ScaleError(
            f"the cluster has started no actor in {seconds:.0f} s: is there room for it? `ray status` shows "
            "what is free"
        ) from error


def why(error: Exception) -> str:
    """In one line, what killed a process; if it could not even start, what it raised.

    >>> why(RuntimeError("error raised in its creation task\\n  File x\\nModuleNotFoundError: no y"))
    'ModuleNotFoundError: no y'
    """
    text = str(error).strip()
    return text.splitlines()[-1] if "creation task" in text else one_line(text)
