"""Native work in threads of low priority, beside the event loop."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from concurrent.futures import Executor, ThreadPoolExecutor
from typing import TypeVar

from longroad.errors import StoppedError
from longroad.web.games.house import step_back

Result = TypeVar("Result")


def workers(name: str, count: int) -> Executor:
    """Threads that leave the processor to people and their clicks."""
    return ThreadPoolExecutor(count, thread_name_prefix=name, initializer=step_back)


async def worked(threads: Executor, work: Callable[[], Result]) -> Result:
    """The result of work that is done in a thread. Raises what it raises; StoppedError if the server was told
    to end, which native work hears before the event loop does."""

    def guarded() -> Result:
        try:
            return work()
        except KeyboardInterrupt:
            raise StoppedError("the server ends") from None

    return await asyncio.get_running_loop().run_in_executor(threads, guarded)
