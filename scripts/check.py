"""Runs every check, and the tests when asked, to the end; then says which failed: `make lint`, `test`, `test-all`."""

import os
import subprocess
import sys
from argparse import ArgumentParser
from collections.abc import Mapping
from pathlib import Path

from scripts import chromium, postgresql

ROOT = Path(__file__).resolve().parent.parent
SLOWEST = 20
"""How many of the slowest tests are listed in the end."""
CHECKS = {
    "lint": ["-m", "ruff", "check", "--quiet", "."],
    "format": ["-m", "ruff", "format", "--check", "--quiet", "."],
    "types": ["-m", "mypy"],
    "import rules": ["-c", "from importlinter.cli import lint_imports_command as check; check()", "--no-logo"],
    "templates": ["-m", "djlint", "--check", "--lint", "templates"],
}


def main(arguments: list[str]) -> int:
    options = ArgumentParser(description=__doc__)
    options.add_argument("--tests", metavar="WORKERS", type=int, help="run the tests too, in so many processes")
    options.add_argument("--quick", action="store_true", help="leave out the tests that tests/quick.py says")
    chosen = options.parse_args(arguments)
    failed = run_checks(CHECKS, os.environ)
    if chosen.tests is not None:
        failed += run_tests(chosen.tests, ["--quick"] if chosen.quick else [])
    if failed:
        print(f"\nFailed: {', '.join(failed)}.")
    return 1 if failed else 0


def run_tests(workers: int, which: list[str]) -> list[str]:
    """The names of what failed. Without a browser or PostgreSQL the tests that need none run, and the rest fail."""
    found = {"Chromium": chromium.find_or_install(), "PostgreSQL": postgresql.find_or_install()}
    environment = without_settings(os.environ)
    environment |= {f"MASTHEAD_{name.upper()}": str(place) for name, place in found.items() if place}
    failed = [f"finding {name}" for name, place in found.items() if not place]
    return failed + run_checks(
        {"tests": ["-m", "pytest", "-q", "-n", str(workers), "-rfER", f"--durations={SLOWEST}", *which]}, environment
    )


def run_checks(checks: Mapping[str, list[str]], environment: Mapping[str, str]) -> list[str]:
    """Run all of them, even after a failure; the names of those that failed."""
    failed = []
    for name, arguments in checks.items():
        print(f"== {name}", flush=True)
        if subprocess.run([sys.executable, *arguments], cwd=ROOT, env=environment, check=False).returncode != 0:
            failed.append(name)
    return failed


def without_settings(environment: Mapping[str, str]) -> dict[str, str]:
    """What is set on this machine must not change what a test sees.

    Nor may it keep the hundreds of programs that tests start from finding the project compiled.
    """
    kept = {name: value for name, value in environment.items() if not name.startswith("MASTHEAD_")}
    kept.pop("PYTHONDONTWRITEBYTECODE", None)
    return kept


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
