"""Runs all checks and optionally the tests, then lists failures: `make lint`, `make test`, `make test-all`."""

import os
import shutil
import subprocess
import sys
from argparse import ArgumentParser
from collections.abc import Iterator, Mapping
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory

from scripts import chromium, postgresql, programs

ROOT = Path(__file__).resolve().parent.parent
SLOWEST = 20
"""Number of slowest tests to list."""
MEMORY = Path("/dev/shm")  # noqa: S108 - we create a folder of our own in it
ROOM = 4 << 30
"""Bytes that have to be free in memory before tests put their databases there."""
AT_ONCE = 2
"""Number of parallel checks: `types` takes as long as all others together."""
CHECKS = {
    "types": ["-m", "mypy"],
    "lint": ["-m", "ruff", "check", "--quiet", "."],
    "format": ["-m", "ruff", "format", "--check", "--quiet", "."],
    "import rules": ["-c", "from importlinter.cli import lint_imports_command as check; check()", "--no-logo"],
    "templates": ["-m", "djlint", "--check", "--lint", "templates"],
}
COLLECTION = ["-m", "pytest", "-qq", "--collect-only", "--no-header", "--no-summary"]
"""Compiles the tests once, before several processes would do it at the same time."""


def main(arguments: list[str]) -> int:
    options = ArgumentParser(description=__doc__)
    options.add_argument("--tests", metavar="WORKERS", type=int, help="run the tests too, in so many processes")
    options.add_argument("--quick", action="store_true", help="leave out the tests that tests/quick.py says")
    chosen = options.parse_args(arguments)
    which = ["--quick"] if chosen.quick else []
    with_tests = {} if chosen.tests is None else {"collection": [*COLLECTION, *which]}
    failed = run_checks(CHECKS | with_tests, without_settings(os.environ))
    if chosen.tests is not None:
        failed += run_tests(chosen.tests, which)
    if failed:
        print(f"\nFailed: {', '.join(failed)}.")
    return 1 if failed else 0


def run_tests(workers: int, which: list[str]) -> list[str]:
    """Run the tests and return the names of failures. Tests that need a missing browser or PostgreSQL fail."""
    found = {"Chromium": chromium.find_or_install(), "PostgreSQL": postgresql.find_or_install()}
    if "--quick" not in which:
        found |= {name: programs.find_or_unpack(name) for name in ("prometheus", "nginx", "caddy", "pgbouncer")}
        found["systemd"] = programs.find_or_install("systemd-analyze", "systemd")
    environment = without_settings(os.environ)
    environment |= {f"MASTHEAD_{name.upper()}": str(place) for name, place in found.items() if place}
    failed = [f"finding {name}" for name, place in found.items() if not place]
    tests = ["-m", "pytest", "-q", "-n", str(workers), "-rfER", f"--durations={SLOWEST}", *which]
    print("== tests", flush=True)
    with folder_in_memory(environment) as folder:
        ended = subprocess.run(
            [sys.executable, *tests], cwd=ROOT, env=environment | ({"TMPDIR": folder} if folder else {}), check=False
        )
    return failed + (["tests"] if ended.returncode else [])


@contextmanager
def folder_in_memory(environment: Mapping[str, str], memory: Path = MEMORY, room: int = ROOM) -> Iterator[str]:
    """Create a folder in memory for temporary files; yield an empty string if there is no room.

    Each test creates databases, which is slow on a disk. An existing TMPDIR is used instead.
    """
    if "TMPDIR" in environment or not memory.is_dir() or shutil.disk_usage(memory).free < room:
        yield ""
        return
    with TemporaryDirectory(prefix="masthead-tests-", dir=memory) as folder:
        Path(folder).chmod(0o755)  # PostgreSQL runs as another user
        yield folder


def run_checks(checks: Mapping[str, list[str]], environment: Mapping[str, str]) -> list[str]:
    """Run all checks, even after a failure. Return the names of failed ones."""

    def run(arguments: list[str]) -> subprocess.CompletedProcess[str]:
        return subprocess.run(
            [sys.executable, *arguments],
            cwd=ROOT,
            env=environment,
            check=False,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
        )

    failed = []
    with ThreadPoolExecutor(AT_ONCE) as pool:
        for name, ended in zip(checks, pool.map(run, checks.values()), strict=True):
            print(f"== {name}", flush=True)
            if ended.returncode != 0:
                failed.append(name)
                print(ended.stdout, end="", flush=True)
    return failed


def without_settings(environment: Mapping[str, str]) -> dict[str, str]:
    """Remove environment variables that would affect the tests.

    This includes PYTHONDONTWRITEBYTECODE: tests start hundreds of programs, each of which would compile the project.
    """
    kept = {name: value for name, value in environment.items() if not name.startswith("MASTHEAD_")}
    kept.pop("PYTHONDONTWRITEBYTECODE", None)
    return kept


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
