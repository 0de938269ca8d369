"""Breaks the code in random places, and says how much of it `make test` finds of what `make test-all` finds.

`python -m scripts.mutation` works on copies of the checkout. It marks the places first and runs all tests once, to know
which of them come by each place. Then it breaks one place after the other, and runs these tests until one fails: first
those of `make test`, and the others only where none of these did. It takes hours; `--work` goes on where it was ended.
"""

import json
import os
import random
import shutil
import signal
import subprocess
import sys
from argparse import ArgumentParser, Namespace
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from pathlib import Path
from queue import SimpleQueue

from scripts import chromium, postgresql
from scripts.check import without_settings
from scripts.mutants import Mutant, broken, marked, mutants_of

ROOT = Path(__file__).resolve().parent.parent
ROOMS = (
    *("blueprints", "changes", "client", "conditions", "contract", "fetching"),
    *("lookup", "resources", "rosters", "saml", "service", "store", "web"),
)
INSTALLED = (".venv", "node_modules", "static/vendor")
PYTEST = ["-m", "pytest", "-q", "-p", "no:cacheprovider"]
LONGEST_SECONDS = 1800.0
"""After this the code is taken to be in a loop without an end, which somebody would notice."""


def main(arguments: list[str]) -> int:
    options = ArgumentParser(description=__doc__)
    options.add_argument("--work", type=Path, required=True, help="a folder for copies and results")
    options.add_argument("--places", type=int, default=90, help="how many places to break")
    options.add_argument("--seed", type=int, default=1, help="which ones")
    options.add_argument("--workers", type=int, default=os.cpu_count() or 1)
    chosen = options.parse_args(arguments)
    mutants = _choose(chosen)
    passing = _tests_that_come_by(chosen, mutants)
    results = _try_all(chosen, mutants, passing)
    _report(mutants, results)
    return 0


def _choose(chosen: Namespace) -> list[Mutant]:
    files = [file for room in ROOMS for file in sorted((ROOT / room).rglob("*.py")) if "migrations" not in file.parts]
    every = [mutant for file in files for mutant in mutants_of(str(file.relative_to(ROOT)), file.read_text())]
    return random.Random(chosen.seed).sample(every, chosen.places)  # noqa: S311 - a sample, no secret


def _copy(folder: Path) -> Path:
    """A copy of what the checkout tracks, with what is installed in it."""
    if not folder.exists():
        git = ["git", "ls-files"]
        listed = subprocess.run(git, cwd=ROOT, capture_output=True, text=True, check=True).stdout
        for name in listed.splitlines():
            (folder / name).parent.mkdir(parents=True, exist_ok=True)
            shutil.copy(ROOT / name, folder / name)
        for name in INSTALLED:
            (folder / name).symlink_to(ROOT / name)
    return folder


def _environment(**more: str) -> dict[str, str]:
    found = {"CHROMIUM": chromium.find(os.environ), "POSTGRESQL": postgresql.find(os.environ)}
    known = {f"MASTHEAD_{name}": str(place) for name, place in found.items() if place}
    return without_settings(os.environ) | known | {"PYTHONDONTWRITEBYTECODE": "1"} | more


def _tests_that_come_by(chosen: Namespace, mutants: list[Mutant]) -> dict[str, list[int]]:
    """The places that each test comes by, by the test's id; those of `make test` are in a list of their own."""
    kept = chosen.work / "passing.json"
    if not kept.exists():
        folder, notes = _copy(chosen.work / "marked"), chosen.work / "notes"
        for file in {mutant.file for mutant in mutants}:
            numbered = {number: mutant for number, mutant in enumerate(mutants) if mutant.file == file}
            (folder / file).write_text(marked((ROOT / file).read_text(), numbered))
        environment = _environment(MUTATION_NOTES=str(notes), PYTHONPATH=str(folder))
        subprocess.run([sys.executable, *PYTEST, "-n", str(chosen.workers)], cwd=folder, env=environment, check=False)
        kept.write_text(json.dumps(_read(notes)))
    return {test: list(places) for test, places in json.loads(kept.read_text()).items()}


def _read(notes: Path) -> dict[str, list[int]]:
    found: dict[str, set[int]] = {}
    for line in set(notes.read_text().splitlines()):
        number, _, test = line.partition(" ")
        found.setdefault(test.rpartition(" ")[0], set()).add(int(number))
    return {test: sorted(places) for test, places in found.items() if test}


def _quick(chosen: Namespace) -> set[str]:
    collected = [sys.executable, *PYTEST, "--quick", "--collect-only"]
    output = subprocess.run(
        collected, cwd=_copy(chosen.work / "copy-0"), env=_environment(), capture_output=True, text=True, check=True
    ).stdout
    return {line for line in output.splitlines() if "::" in line}


def _try_all(chosen: Namespace, mutants: list[Mutant], passing: dict[str, list[int]]) -> dict[int, str]:
    kept, quick = chosen.work / "results.json", _quick(chosen)
    results: dict[int, str] = {}
    with suppress(FileNotFoundError):
        results = {int(number): result for number, result in json.loads(kept.read_text()).items()}
    copies: SimpleQueue[Path] = SimpleQueue()
    for number in range(chosen.workers):
        copies.put(_copy(chosen.work / f"copy-{number}"))

    def attempt(number: int) -> None:
        folder = copies.get()
        try:
            tests = [test for test, places in passing.items() if number in places]
            results[number] = _result(folder, mutants[number], tests, quick)
        finally:
            copies.put(folder)
        print(f"{number:3} {results[number]:14} {mutants[number]}", flush=True)
        kept.write_text(json.dumps(dict(results)))

    with ThreadPoolExecutor(chosen.workers) as pool:
        list(pool.map(attempt, [number for number in range(len(mutants)) if number not in results]))
    return results


def _result(folder: Path, mutant: Mutant, tests: list[str], quick: set[str]) -> str:
    """Which of the suites finds it."""
    if not tests:
        return "never run"
    whole = (ROOT / mutant.file).read_text()
    (folder / mutant.file).write_text(broken(whole, mutant))
    try:
        near = sorted(tests, key=lambda test: -_common(test, mutant.file))
        if _fails(folder, [test for test in near if test in quick]):
            return "make test"
        return "make test-all" if _fails(folder, [test for test in near if test not in quick]) else "nobody"
    finally:
        (folder / mutant.file).write_text(whole)


def _common(test: str, file: str) -> int:
    """How near a test is to a module: tests mirror the tree."""
    module = file.removesuffix(".py").split("/")
    return sum(part in test for part in module)


def _fails(folder: Path, tests: list[str]) -> bool:
    if not tests:
        return False
    named = folder / ".tests"
    named.write_text("\n".join(tests))
    program = subprocess.Popen(
        [sys.executable, *PYTEST, "-x", "-p", "no:xdist", f"@{named.name}"],
        cwd=folder,
        env=_environment(PYTHONPATH=str(folder)),
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
        start_new_session=True,
    )
    try:
        return program.wait(LONGEST_SECONDS) != 0
    except subprocess.TimeoutExpired:
        return True
    finally:
        with suppress(ProcessLookupError):
            os.killpg(program.pid, signal.SIGKILL)
        program.wait()


def _report(mutants: list[Mutant], results: dict[int, str]) -> None:
    for result in ("make test-all", "nobody", "never run"):
        print(f"\nFound by {result}:")
        print("\n".join(_named(mutants, results, result)))
    by_quick, more = (sum(each == name for each in results.values()) for name in ("make test", "make test-all"))
    print(f"\n`make test` finds {by_quick} of the {by_quick + more} places that `make test-all` finds.")


def _named(mutants: list[Mutant], results: dict[int, str], wanted: str) -> Iterator[str]:
    for number, mutant in enumerate(mutants):
        if results[number] == wanted:
            yield f"  {mutant}"


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
