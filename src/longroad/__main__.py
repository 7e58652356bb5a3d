"""The command line: ``longroad``, and ``python -m longroad``."""

from __future__ import annotations

import sys

from longroad.cores import CoreError


def main() -> None:
    """Runs the command line. A core that cannot be loaded is a line on standard error and exit code 2."""
    try:
        from longroad.cli import main as run
    except CoreError as error:
        print(f"longroad: {error}", file=sys.stderr)
        sys.exit(2)
    run()


if __name__ == "__main__":
    main()
