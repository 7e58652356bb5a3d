"""Freed memory that is kept for the next batch."""

from __future__ import annotations

import ctypes
import platform
import sys

import pytest

from longroad.train.run import memory


@pytest.mark.skipif(platform.libc_ver()[0] != "glibc", reason="a setting of glibc")
def test_glibc_accepts_all_settings() -> None:
    assert memory.keep_freed_memory()


@pytest.mark.parametrize(("system", "library"), [("darwin", ctypes.CDLL(None)), ("linux", object())])
def test_elsewhere_nothing_happens(monkeypatch: pytest.MonkeyPatch, system: str, library: object) -> None:
    monkeypatch.setattr(sys, "platform", system)
    monkeypatch.setattr(ctypes, "CDLL", lambda name: library)
    assert not memory.keep_freed_memory()
