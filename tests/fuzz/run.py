"""Fuzzes the targets and says what came of it: executions, coverage, findings.

    python tests/fuzz/run.py --seconds 600                 # all, the seconds shared among them
    python tests/fuzz/run.py records judge --seconds 60    # some
    python tests/fuzz/run.py --one judge out/fuzz/judge/crash-0123    # one input once more

Inputs that grow the coverage are kept in ``out/fuzz/NAME/corpus``, so a later run begins where this one
ended; findings in ``out/fuzz/NAME``. Exits with 1 if there is one. Needs the extra ``fuzz`` (Atheris); the
target ``native``, in C++, needs clang and is built into ``out/fuzz``.
"""

from __future__ import annotations

import argparse
import os
import re
import subprocess
import sys
import time
from dataclasses import dataclass
from pathlib import Path

TESTS = Path(__file__).resolve().parents[1]
ROOT = TESTS.parent
NAMES = ("records", "boards", "notation", "onnx", "judge", "jsettlers_messages", "jsettlers_games", "native")
NATIVE = "native"
#: Seconds for one input, and MiB of memory, beyond which it is a finding.
SLOW, MEMORY = 20, 4096


@dataclass(frozen=True)
class Outcome:
    """What came of a target."""

    name: str
    executions: int
    begun: int
    covered: int
    seconds: float
    findings: list[Path]

    def row(self) -> str:
        found = ", ".join(map(str, self.findings)) or "none"
        # Boards and notation are read in C++, where Atheris sees no coverage; `native` covers them.
        grown = f"{self.begun:>6} -> {self.covered:<6}" if self.covered else f"{'-':^16}"
        return f"{self.name:20} {self.executions:>11,}  {self.seconds:>6.0f}  {grown}  {found}"


def fuzz(name: str, seconds: int, out: Path) -> Outcome:
    """Runs one target in a process of its own."""
    folder = out / name
    corpus, first = folder / "corpus", folder / "seeds"
    for made in (corpus, first):
        made.mkdir(parents=True, exist_ok=True)
    words = _seed(name, first, folder)
    old = set(folder.iterdir())
    options = [f"-max_total_time={seconds}", f"-timeout={SLOW}", f"-rss_limit_mb={MEMORY}", f"-dict={words}"]
    options += [
        f"-artifact_prefix={folder}/",
        "-max_len=60000",
        "-print_final_stats=1",
        str(corpus),
        str(first),
    ]
    command = [str(_built(out))] if name == NATIVE else [sys.executable, __file__, "--inside", name]
    start = time.monotonic()
    with (folder / "log.txt").open("w+", encoding="utf-8", errors="replace") as log:
        done = subprocess.run([*command, *options], stdout=log, stderr=subprocess.STDOUT, check=False)
        log.seek(0)
        said = log.read()
    findings = sorted(path for path in set(folder.iterdir()) - old if path.name != "log.txt")
    covered = [int(number) for number in re.findall(r"\bcov: (\d+)", said)]
    executions = re.findall(r"(?:stat::number_of_executed_units: |^Done )(\d+)", said, re.MULTILINE)
    if done.returncode and not findings:
        raise SystemExit(f"{name}: ended with {done.returncode}, see {folder / 'log.txt'}")
    return Outcome(
        name,
        int(executions[-1]) if executions else 0,
        covered[0] if covered else 0,
        max(covered, default=0),
        time.monotonic() - start,
        findings,
    )


def _seed(name: str, first: Path, folder: Path) -> Path:
    """Writes the corpus and the words of a target; the path of the words."""
    from fuzz.seeds import seeds, words

    if name == NATIVE:
        corpus = [b"b" + data for data in seeds("boards")] + [b"a" + data for data in seeds("notation")]
        pieces = [*words("boards"), *words("notation")]
        corpus.append(b"#\x01\x05")
    else:
        corpus, pieces = seeds(name), words(name)
    for number, data in enumerate(corpus):
        (first / f"{number:03}").write_bytes(data)
    lines = ("".join(f"\\x{byte:02x}" for byte in piece) for piece in dict.fromkeys(pieces) if piece)
    path = folder / "words.txt"
    path.write_text("".join(f'"{line}"\n' for line in lines), encoding="ascii")
    return path


def _built(out: Path) -> Path:
    """The program of the target in C++."""
    program = out / "native_fuzzer"
    flags = ["-std=c++20", "-O1", "-g", "-fsanitize=fuzzer,address,undefined", "-fno-sanitize-recover=all"]
    source = TESTS / "fuzz/native.cpp"
    command = [
        os.environ.get("CLANG", "clang++"),
        *flags,
        f"-I{ROOT / 'cpp'}",
        str(source),
        "-o",
        str(program),
    ]
    subprocess.run(command, check=True)
    return program


def inside(name: str, arguments: list[str]) -> None:
    """The process of one target: Atheris, with ``longroad`` instrumented as it is imported."""
    import atheris

    with atheris.instrument_imports(include=["longroad"]):
        from fuzz.targets import TARGETS
    function = TARGETS[name]
    atheris.Setup([sys.argv[0], *arguments], lambda data: function(bytes(data)))
    atheris.Fuzz()


def main() -> int:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument(
        "names", nargs="*", metavar="NAME", help=f"of {', '.join(NAMES)}; all of them by default"
    )
    parser.add_argument("--seconds", type=int, default=600, help="for all targets together")
    parser.add_argument("--out", type=Path, default=ROOT / "out/fuzz")
    parser.add_argument("--one", nargs=2, metavar=("NAME", "FILE"), help="run one input, without fuzzing")
    options = parser.parse_args()
    if options.one:
        from fuzz.targets import TARGETS

        TARGETS[options.one[0]](Path(options.one[1]).read_bytes())
        return 0
    names = options.names or list(NAMES)
    if unknown := set(names) - set(NAMES):
        parser.error(f"there is no {', '.join(sorted(unknown))}")
    print(f"{'target':20} {'executions':>11}  {'s':>6}  {'coverage':^16}  findings")
    outcomes = []
    for name in names:
        outcomes.append(fuzz(name, max(1, options.seconds // len(names)), options.out))
        print(outcomes[-1].row(), flush=True)
    return 1 if any(outcome.findings for outcome in outcomes) else 0


if __name__ == "__main__":
    sys.path.insert(0, str(TESTS))
    if sys.argv[1:2] == ["--inside"]:
        inside(sys.argv[2], sys.argv[3:])
    else:
        sys.exit(main())
