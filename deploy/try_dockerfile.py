"""Runs the steps of deploy/Dockerfile in clean Debian roots, without Docker, and plays a match in the result.

    sudo python deploy/try_dockerfile.py [--folder /tmp/longroad-image] [--keep]

Takes about five minutes and 3 GB; needs root, debootstrap, chroot and unshare. The steps are read from the
file: FROM makes a root by debootstrap, and ARG, ENV, WORKDIR, USER, COPY and RUN do there what Docker would
do; a step of another kind is refused. Proxies, package indexes and certificates are those that pip and apt
of this machine are configured with; a root has nothing else of it.

Then, with no network but loopback, as the image's user, it plays one match in one process and on Ray, whose
signatures must be equal, and asks a cluster started as KubeRay starts one whether it is well.
"""

from __future__ import annotations

import argparse
import ast
import json
import os
import re
import shlex
import shutil
import ssl
import subprocess
import sys
import tempfile
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from pathlib import Path
from string import Template

REPOSITORY = Path(__file__).resolve().parents[1]
DOCKERFILE = REPOSITORY / "deploy" / "Dockerfile"
MATCH = "longroad match random weighted --games 100 --seed 1"
#: Of pip's settings, those that say where packages come from.
PIP_SETTINGS = ("index-url", "extra-index-url", "trusted-host", "proxy", "timeout")
#: Of every image.
PATH = "/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin"
CERTIFICATES = "/etc/host-certificates.crt"


@dataclass(frozen=True)
class Step:
    """An instruction of a Dockerfile, continued lines joined."""

    keyword: str
    text: str


@dataclass
class Stage:
    """A root that is being made, and what later steps find there."""

    root: Path
    environment: dict[str, str] = field(default_factory=lambda: {"PATH": PATH})
    arguments: dict[str, str] = field(default_factory=dict)
    folder: str = "/"
    user: str = "root"


def steps(text: str) -> list[Step]:
    """The instructions of a Dockerfile.

    >>> steps("# why\\nFROM a AS b\\nRUN one \\\\\\n && two\\n")
    [Step(keyword='FROM', text='a AS b'), Step(keyword='RUN', text='one  && two')]
    """
    lines = "\n".join(line for line in text.splitlines() if not line.lstrip().startswith("#"))
    joined = lines.replace("\\\n", "")
    return [Step(*line.split(maxsplit=1)) for line in joined.splitlines() if line.strip()]


class Image:
    """Does the steps of a Dockerfile below ``folder``."""

    def __init__(self, folder: Path, ignored: list[str]) -> None:
        self.folder, self._ignored = folder, ignored
        self.stages: dict[str, Stage] = {}
        self._host = host_settings()

    @property
    def stage(self) -> Stage:
        """The one that is being made, at the end the image."""
        return list(self.stages.values())[-1]

    def do(self, step: Step) -> None:
        """Raises SystemExit for a step that it does not know."""
        doing: dict[str, Callable[[str], None]] = {
            "FROM": self._from,
            "ARG": self._argument,
            "ENV": self._environment,
            "WORKDIR": self._workdir,
            "USER": self._user,
            "COPY": self._copy,
            "RUN": self._run,
            "CMD": lambda text: None,
        }
        if step.keyword not in doing:
            raise SystemExit(f"{step.keyword} {step.text}: a step that cannot be tried here")
        print(f"{step.keyword} {step.text}", flush=True)
        doing[step.keyword](step.text)

    def inside(self, command: str, *, quiet: bool = False, network: bool = True) -> str:
        """What a shell command prints in the image, which ends with all its processes when it does. Raises
        CalledProcessError."""
        stage = self.stage
        root = shlex.quote(str(stage.root))
        enter = [
            "mount --make-rprivate /",
            f"mount -t proc proc {root}/proc",
            f"mkdir -p {root}/dev/shm && mount -t tmpfs tmpfs {root}/dev/shm",
            *(() if network else ("ip link set lo up",)),
            'exec chroot "--userspec=$1:$1" "$2" /usr/bin/env -i "${@:5}" /bin/sh -c "cd $3 && $4"',
        ]
        home = {"HOME": "/root" if stage.user == "root" else f"/home/{stage.user}"}
        variables = home | (self._host if network else {}) | stage.arguments | stage.environment
        done = subprocess.run(
            ["unshare", "--mount", "--pid", "--fork", "--kill-child", *([] if network else ["--net"])]
            + ["bash", "-c", " && ".join(enter), "bash", stage.user, str(stage.root), stage.folder, command]
            + [f"{name}={value}" for name, value in variables.items()],
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE if quiet else subprocess.STDOUT,
            text=True,
        )
        if done.returncode:
            print(done.stdout, done.stderr or "", sep="\n")
            raise subprocess.CalledProcessError(done.returncode, command)
        return done.stdout

    def _from(self, text: str) -> None:
        found = re.fullmatch(r"debian:(\w+)-slim(?: AS (\w+))?", text)
        if not found:
            raise SystemExit(f"FROM {text}: only debian:SUITE-slim can be made here")
        suite, name = found[1], found[2] or "image"
        base, root = self.folder / suite, self.folder / name
        if not base.exists():
            subprocess.run(
                ["debootstrap", "--variant=minbase", suite, base], check=True, stdout=subprocess.DEVNULL
            )
        subprocess.run(["cp", "--archive", "--reflink=auto", base, root], check=True)
        self.stages[name] = Stage(root)
        settings = subprocess.run(["apt-config", "dump", "Acquire"], capture_output=True, text=True).stdout
        (root / "etc/apt/apt.conf.d/90host").write_text(settings)
        for file in ("resolv.conf", "hosts"):
            shutil.copy(f"/etc/{file}", root / "etc" / file)
        certificates = ssl.get_default_verify_paths().cafile
        if certificates:
            shutil.copy(certificates, f"{root}{CERTIFICATES}")

    def _argument(self, text: str) -> None:
        name, _, value = text.partition("=")
        self.stage.arguments[name] = os.environ.get(name, value)

    def _environment(self, text: str) -> None:
        known = self.stage.environment
        known |= {
            name: Template(value).substitute(known)
            for name, value in (word.split("=", 1) for word in shlex.split(text))
        }

    def _workdir(self, text: str) -> None:
        self.stage.folder = text
        self._inside(text).mkdir(parents=True, exist_ok=True)

    def _user(self, text: str) -> None:
        self.stage.user = text

    def _copy(self, text: str) -> None:
        first, *words = text.split()
        start = REPOSITORY
        if first.startswith("--from="):
            start = self.stages[first.removeprefix("--from=")].root
        else:
            words.insert(0, first)
        *sources, target = words
        for source in sources:
            path = start / source.lstrip("/")
            if path.is_dir():
                ignore = shutil.ignore_patterns(*self._ignored)
                shutil.copytree(path, self._inside(target), ignore=ignore, dirs_exist_ok=True)
            else:
                shutil.copy2(path, self._inside(target))

    def _run(self, text: str) -> None:
        self.inside(text)

    def _inside(self, path: str) -> Path:
        return self.stage.root / str(Path(self.stage.folder) / path).lstrip("/")


def ignored(text: str) -> list[str]:
    """The names that a .dockerignore leaves out at any depth; SystemExit for a pattern of another kind.

    >>> ignored("**/.venv\\n**/*.so\\n")
    ['.venv', '*.so']
    """
    lines = [line for line in text.splitlines() if line and not line.startswith("#")]
    for line in lines:
        if not re.fullmatch(r"\*\*/[^/]+", line):
            raise SystemExit(f"{line}: only patterns like **/NAME are understood here")
    return [line.removeprefix("**/") for line in lines]


def host_settings() -> dict[str, str]:
    """Where this machine's pip finds packages, as variables."""
    listed = subprocess.run(
        [sys.executable, "-m", "pip", "config", "list"], capture_output=True, text=True, check=True
    ).stdout
    found = {}
    for line in listed.splitlines():
        name, _, value = line.partition("=")
        setting = name.rpartition(".")[2]
        if setting in PIP_SETTINGS:
            found[f"PIP_{setting.upper().replace('-', '_')}"] = " ".join(ast.literal_eval(value).split())
    if ssl.get_default_verify_paths().cafile:
        found["PIP_CERT"] = CERTIFICATES
    return found


def checks(image: Image) -> Iterator[str]:
    """What is tried in the image, and what came of it."""
    yield image.inside("longroad --version; ray --version; id; du -sh /opt/longroad", network=False)
    here = json.loads(image.inside(f"{MATCH} --json", quiet=True, network=False))
    on_ray = json.loads(image.inside(f"{MATCH} --ray --json", quiet=True, network=False))
    if here["signature"] != on_ray["signature"]:
        raise SystemExit(f"other games on Ray: {on_ray['signature']}, in one process {here['signature']}")
    yield f"signature in one process and on Ray: {here['signature']}\n"
    yield f"$ {MATCH} --ray\n" + image.inside(f"{MATCH} --ray", network=False)
    image.inside("python -c 'import ray.autoscaler._private.kuberay.run_autoscaler'", network=False)
    head = "ray start --head --num-cpus=2 --node-ip-address=127.0.0.1 --dashboard-host=127.0.0.1"
    well = "wget --tries 30 --retry-connrefused --waitretry 1 -q -O- http://127.0.0.1:52365/api/healthz"
    submit = f"ray job submit --address http://127.0.0.1:8265 -- {MATCH} --ray auto"
    token = "export RAY_AUTH_MODE=token; ray get-auth-token --generate > /dev/null"
    commands = f"{token}; {head} > /dev/null && {well} > /dev/null && {submit}"
    yield f"$ {head}\n$ {well}\n$ {submit}\n" + image.inside(f"bash -lc '{commands}'", network=False)


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--folder", type=Path, help="for the roots; a Debian root there is used again")
    parser.add_argument("--keep", action="store_true", help="leave them there")
    asked = parser.parse_args()
    folder = asked.folder or Path(tempfile.mkdtemp(prefix="longroad-image-"))
    folder.mkdir(parents=True, exist_ok=True)
    image = Image(folder, ignored(DOCKERFILE.with_name("Dockerfile.dockerignore").read_text()))
    try:
        for step in steps(DOCKERFILE.read_text()):
            image.do(step)
        for said in checks(image):
            print(said, end="", flush=True)
    finally:
        made = [folder / name for name in image.stages] if asked.folder else [folder]
        for root in made if not asked.keep else ():
            shutil.rmtree(root)


if __name__ == "__main__":
    main()
