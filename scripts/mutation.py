"""Breaks the code in random places, and says how much of it `make test` finds of what `make test-all` finds.

`python -m scripts.mutation` works on copies of the checkout. It marks the places and runs the tests of `make test`
once, to know which of them come by each place; then it breaks one place after the other, and runs these tests until one
fails. With the places that nobody noticed it does the same with the other tests. It takes hours; with the same `--work`
it goes on where it was ended.
"""

import json
import os
import random
import shutil
import signal
import subprocess
import sys
from argparse import ArgumentParser, Namespace
from collections.abc import Mapping
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from itertools import zip_longest
from pathlib import Path
from queue import SimpleQueue

from scripts import chromium, postgresql
from scripts.check import without_settings
from scripts.mutants import Mutant, apply_mutant, instrument, mutants_of

ROOT = Path(__file__).resolve().parent.parent
PACKAGES = ("blueprints", "contract", "fetching", "i18n", "masthead/*", "service")
INSTALLED = (".venv", "node_modules", "static/vendor")
PYTEST = ["-m", "pytest", "-q", "-p", "no:cacheprovider"]
NO_TESTS = 5
"""What pytest returns where it was given none."""
LONGEST_SECONDS = 1800.0
"""After this the code is taken to be in a loop without an end, which somebody would notice."""


def main(arguments: list[str]) -> int:
    options = ArgumentParser(description=__doc__)
    options.add_argument("--work", type=Path, required=True, help="a folder for copies and results")
    options.add_argument("--places", type=int, default=90, help="how many places to break")
    options.add_argument("--seed", type=int, default=1, help="which ones")
    options.add_argument("--workers", type=int, default=os.cpu_count() or 1)
    chosen = options.parse_args(arguments)
    mutants = dict(enumerate(_choose(chosen)))
    every, quick = _collected(chosen), _collected(chosen, "--quick")
    found_by_quick = _try_all(chosen, "quick", mutants, quick)
    left = {number: mutant for number, mutant in mutants.items() if not found_by_quick[number]}
    found_by_all = _try_all(chosen, "others", left, [test for test in every if test not in set(quick)])
    _report(mutants, found_by_quick, found_by_all)
    return 0


def _choose(chosen: Namespace) -> list[Mutant]:
    """As many of each package, so that none is missed; a small one may have fewer."""
    chance = random.Random(chosen.seed)  # noqa: S311 - a sample, no secret
    packages = []
    for package in sorted(folder for pattern in PACKAGES for folder in ROOT.glob(pattern) if folder.is_dir()):
        files = [file for file in sorted(package.rglob("*.py")) if "migrations" not in file.parts]
        found = [mutant for file in files for mutant in mutants_of(str(file.relative_to(ROOT)), file.read_text())]
        packages.append(chance.sample(found, len(found)))
    in_turns = [mutant for turn in zip_longest(*packages) for mutant in turn if mutant]
    return in_turns[: chosen.places]


def _copy(folder: Path) -> Path:
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


def _collected(chosen: Namespace, *which: str) -> list[str]:
    listed = subprocess.run(
        [sys.executable, *PYTEST, *which, "--collect-only"],
        cwd=_copy(chosen.work / "copy-0"),
        env=_environment(),
        capture_output=True,
        text=True,
        check=True,
    )
    return [line for line in listed.stdout.splitlines() if "::" in line]


def _covering_tests(
    chosen: Namespace, suite: str, mutants: Mapping[int, Mutant], tests: list[str]
) -> dict[str, list[int]]:
    """The mutants whose statement each test runs, by the test's id; kept for a run that goes on with this one.

    Those that run while modules are imported or fixtures set up, which many tests share, are under "".
    """
    kept = chosen.work / f"{suite}-passing.json"
    if not kept.exists():
        folder, notes = _copy(chosen.work / f"{suite}-marked"), chosen.work / f"{suite}-notes"
        notes.touch()
        for file in {mutant.file for mutant in mutants.values()}:
            numbered = {number: mutant for number, mutant in mutants.items() if mutant.file == file}
            (folder / file).write_text(instrument((ROOT / file).read_text(), numbered))
        environment = _environment(MUTATION_NOTES=str(notes), PYTHONPATH=str(folder))
        run = [sys.executable, *PYTEST, "-n", str(chosen.workers), *_only(folder, tests)]
        subprocess.run(run, cwd=folder, env=environment, check=False)
        kept.write_text(json.dumps(_read(notes)))
    return {test: list(places) for test, places in json.loads(kept.read_text()).items()}


def _read(notes: Path) -> dict[str, list[int]]:
    found: dict[str, set[int]] = {}
    for line in set(notes.read_text().splitlines()):
        number, _, where = line.partition(" ")
        test, _, phase = where.rpartition(" ")
        found.setdefault("" if phase == "(setup)" else test, set()).add(int(number))
    return {test: sorted(places) for test, places in found.items()}


def _try_all(chosen: Namespace, suite: str, mutants: Mapping[int, Mutant], tests: list[str]) -> dict[int, bool]:
    """Whether these tests notice each place."""
    passing = _covering_tests(chosen, suite, mutants, tests)
    kept, results = chosen.work / f"{suite}-results.json", {}
    with suppress(FileNotFoundError):
        results = {int(number): bool(found) for number, found in json.loads(kept.read_text()).items()}
    copies: SimpleQueue[Path] = SimpleQueue()
    for number in range(chosen.workers):
        copies.put(_copy(chosen.work / f"copy-{number}"))

    def attempt(number: int) -> None:
        folder = copies.get()
        try:
            near = [test for test, places in passing.items() if test and number in places]
            near = tests if number in passing.get("", ()) else near
            results[number] = _is_found(folder, mutants[number], near)
        finally:
            copies.put(folder)
        print(f"{suite} {number:3} {'found' if results[number] else 'passed'} {mutants[number]}", flush=True)
        kept.write_text(json.dumps(dict(results)))

    with ThreadPoolExecutor(chosen.workers) as pool:
        list(pool.map(attempt, [number for number in mutants if number not in results]))
    return results


def _is_found(folder: Path, mutant: Mutant, tests: list[str]) -> bool:
    whole = (ROOT / mutant.file).read_text()
    (folder / mutant.file).write_text(apply_mutant(whole, mutant))
    try:
        return _fails(folder, sorted(tests, key=lambda test: -_proximity(test, mutant.file)))
    finally:
        (folder / mutant.file).write_text(whole)


def _proximity(test: str, file: str) -> int:
    """Tests mirror the tree: the more of a path they share, the nearer."""
    module = file.removesuffix(".py").split("/")
    return sum(part in test for part in module)


def _only(folder: Path, tests: list[str]) -> list[str]:
    """Arguments that choose these tests, and spare the collection of others."""
    named = folder / ".tests"
    named.write_text("\n".join(tests))
    return [f"--only={named}", *dict.fromkeys(test.partition("::")[0] for test in tests)]


def _fails(folder: Path, tests: list[str]) -> bool:
    if not tests:
        return False
    program = subprocess.Popen(
        [sys.executable, *PYTEST, "-x", "-p", "no:xdist", *_only(folder, tests)],
        cwd=folder,
        env=_environment(PYTHONPATH=str(folder)),
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
        start_new_session=True,
    )
    try:
        code = program.wait(LONGEST_SECONDS)
    except subprocess.TimeoutExpired:
        return True
    finally:
        with suppress(ProcessLookupError):
            os.killpg(program.pid, signal.SIGKILL)
        program.wait()
    if code == NO_TESTS:
        raise RuntimeError(f"none of {tests[:3]} was found")
    return code != 0


def _report(mutants: Mapping[int, Mutant], by_quick: Mapping[int, bool], by_all: Mapping[int, bool]) -> None:
    for title, result in (("Found by `make test-all` alone", True), ("Found by no test", False)):
        print(f"\n{title}:")
        print("\n".join(f"  {mutants[number]}" for number, found in by_all.items() if found == result))
    quick, others = sum(by_quick.values()), sum(by_all.values())
    print(f"\n`make test` finds {quick} of the {quick + others} places that `make test-all` finds.")


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
