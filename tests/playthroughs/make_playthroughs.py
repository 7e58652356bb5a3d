"""Plays the golden games and compares them with the files, or writes the files.

    PYTHONPATH=src:tests python tests/playthroughs/make_playthroughs.py            # compares
    PYTHONPATH=src:tests python tests/playthroughs/make_playthroughs.py --write    # writes

A change of the files in a commit is a change of the rules, the board, the generator or the text: say which.
"""

from __future__ import annotations

import argparse
import difflib
import sys

from playthroughs.playthrough import PLAYTHROUGHS, play


def main() -> int:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--write", action="store_true", help="write the files instead of comparing")
    options = parser.parse_args()
    changed = 0
    for playthrough in PLAYTHROUGHS:
        text = play(playthrough)
        written = playthrough.file.read_text(encoding="utf-8") if playthrough.file.exists() else ""
        if text == written:
            print(f"{playthrough.file.name}: the same")
            continue
        changed += 1
        if options.write:
            temporary = playthrough.file.with_suffix(".tmp")
            temporary.write_text(text, encoding="utf-8")
            temporary.replace(playthrough.file)
            print(f"{playthrough.file.name}: written, {len(text.splitlines())} lines")
        else:
            difference = difflib.unified_diff(
                written.splitlines(), text.splitlines(), "file", "now", lineterm="", n=2
            )
            print(f"{playthrough.file.name}: differs", *list(difference)[:20], sep="\n")
    return 1 if changed and not options.write else 0


if __name__ == "__main__":
    sys.exit(main())
