"""A house in a thread of its own, for programs that are not asynchronous: a person at a prompt."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Callable, Coroutine
from typing import Any, Self, TypeVar

from longroad.web.games import House

T = TypeVar("T")


class Background:
    """Keeps a house open while the block lasts. What is asked of it is done in its own thread."""

    def __init__(self, house: House) -> None:
        self.house = house
        self._loop = asyncio.new_event_loop()
        self._thread = threading.Thread(target=self._loop.run_forever, name="house", daemon=True)

    def __enter__(self) -> Self:
        self._thread.start()
        try:
            self.wait(self.house.__aenter__())
        except BaseException:
            self._end()
            raise
        return self

    def __exit__(self, *_: object) -> None:
        try:
            self.wait(self.house.__aexit__())
        finally:
            self._end()

    def do(self, call: Callable[[], T]) -> T:
        """What a call gives that belongs into the thread of the house; raises what it raises."""

        async def called() -> T:
            return call()

        return self.wait(called())

    def wait(self, coroutine: Coroutine[Any, Any, T]) -> T:
        """Waits for something that takes a while; an interrupt from the keyboard ends it."""
        running = asyncio.run_coroutine_threadsafe(coroutine, self._loop)
        try:
            return running.result()
        except KeyboardInterrupt:
            running.cancel()
            raise

    def _end(self) -> None:
        self._loop.call_soon_threadsafe(self._loop.stop)
        self._thread.join()
        self._loop.close()
