"""What `make test` runs of all the tests, so that it takes minutes: `pytest --quick`. Without that, all of them run.

Tests in Chromium, those that break or kill something, and those of the benchmarks are for `make test-all`, but for
those marked `quick`; other tests are for both, but for those marked `exhaustive`, and the slow ones that `slow.txt`
names. Of a test with many cases, the first and the last are for both. `pytest --write-slow tests/slow.txt` writes that
file anew, after a run of all tests.
"""

import time
from collections import defaultdict
from collections.abc import Iterable
from pathlib import Path

import pytest

CASES = 2
SLOW_SECONDS = 1.0
SLOW = frozenset((Path(__file__).parent / "slow.txt").read_text(encoding="utf-8").splitlines())
CASES_FOUND = pytest.StashKey[int]()
"""How many cases were collected, those included that are then left out."""
SECONDS_TO_COLLECT = pytest.StashKey[float]()
"""Processor time of this process until all were collected."""
EXHAUSTIVE_FOLDERS = tuple(Path(__file__).parent / name for name in ("bench", "browser", "faults"))


def pytest_addoption(parser: pytest.Parser) -> None:
    """The option."""
    parser.addoption("--quick", action="store_true", help="leave out what `make test-all` is for: see tests/quick.py")
    parser.addoption("--write-slow", metavar="FILE", help=f"name the tests over {SLOW_SECONDS} seconds in this file")


def pytest_configure(config: pytest.Config) -> None:
    """The marks."""
    config.addinivalue_line("markers", "exhaustive: `make test` leaves this test out")
    config.addinivalue_line("markers", "quick(cases=2): `make test` runs so many cases of this test")
    if (file := config.getoption("write_slow")) and not hasattr(config, "workerinput"):
        config.pluginmanager.register(_Durations(Path(file)))


class _Durations:
    """Adds up how long each test takes, with what it needs set up."""

    def __init__(self, file: Path) -> None:
        self._file = file
        self._seconds: dict[str, float] = defaultdict(float)

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        self._seconds[report.nodeid] += report.duration

    def pytest_sessionfinish(self) -> None:
        names = {_name(each) for each, seconds in self._seconds.items() if seconds > SLOW_SECONDS}
        self._file.write_text("".join(f"{name}\n" for name in sorted(names)), encoding="utf-8")


def pytest_ignore_collect(collection_path: Path, config: pytest.Config) -> bool | None:
    """Read no file of which no test would be kept."""
    if not config.getoption("quick") or collection_path.suffix != ".py" or not _is_left_out(collection_path):
        return None
    return None if "mark.quick" in collection_path.read_text(encoding="utf-8") else True


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Leave out the others."""
    config.stash[CASES_FOUND] = len(items)
    config.stash[SECONDS_TO_COLLECT] = time.process_time()
    if config.getoption("quick"):
        kept = _quick(items)
        config.hook.pytest_deselected(items=[item for item in items if item not in kept])
        items[:] = [item for item in items if item in kept]


def _quick(items: Iterable[pytest.Item]) -> set[pytest.Item]:
    tests: dict[tuple[Path, str], list[pytest.Item]] = defaultdict(list)
    for item in items:
        tests[item.path, _name(item.nodeid)].append(item)
    return {case for cases in tests.values() for case in _spread(_on_one_database(cases), _many(cases[0]))}


def _many(item: pytest.Item) -> int:
    """How many cases of a test to keep."""
    if mark := item.get_closest_marker("quick"):
        return int(mark.kwargs.get("cases", CASES))
    is_slow = item.get_closest_marker("exhaustive") or _name(item.nodeid) in SLOW
    return 0 if is_slow or _is_left_out(item.path) else CASES


def _name(nodeid: str) -> str:
    """That of a test, without its case."""
    return nodeid.split("[", 1)[0]


def _is_left_out(file: Path) -> bool:
    return any(folder in file.parents for folder in EXHAUSTIVE_FOLDERS)


def _on_one_database(cases: list[pytest.Item]) -> list[pytest.Item]:
    """Those on SQLite, or all where all of them are about PostgreSQL."""
    return [case for case in cases if not _is_on_postgresql(case)] or cases


def _is_on_postgresql(case: pytest.Item) -> bool:
    return (
        isinstance(case, pytest.Function) and "[" in case.name and case.callspec.params.get("databases") == "postgresql"
    )


def _spread(cases: list[pytest.Item], many: int) -> list[pytest.Item]:
    """So many of them, the first and the last among them where there are more."""
    if len(cases) <= many:
        return cases
    return [cases[place * (len(cases) - 1) // max(many - 1, 1)] for place in range(many)]
