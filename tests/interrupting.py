"""Programs that are interrupted from the keyboard while they compute outside Python."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import longroad


def interrupted(program: str) -> str:
    """What a program prints after its first line, ``begun``, when it is interrupted a moment later.

    The program prints that line where it is ready to be interrupted, so nothing depends on the moment.
    """
    here = {**os.environ, "PYTHONPATH": str(Path(longroad.__file__).parents[1])}
    with subprocess.Popen(
        [sys.executable, "-c", program], env=here, stdout=subprocess.PIPE, text=True
    ) as ran:
        assert ran.stdout is not None and ran.stdout.readline() == "begun\n"
        time.sleep(0.3)
        ran.send_signal(signal.SIGINT)
        told = ran.stdout.read()
        assert ran.wait(timeout=60) == 0
    return told
