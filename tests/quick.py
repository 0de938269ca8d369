"""What `make test` runs of all the tests, so that it takes minutes: `pytest --quick`. Without that, all of them run.

Tests in Chromium, those that break or kill something, and those of the benchmarks are for `make test-all`, but for
those marked `quick`; other tests are for both, but for those marked `exhaustive`. Of a test with many cases, a dozen
are for both.
"""

from collections import defaultdict
from collections.abc import Iterable
from pathlib import Path

import pytest

CASES = 12
EXHAUSTIVE_FOLDERS = tuple(Path(__file__).parent / name for name in ("bench", "browser", "faults"))


def pytest_addoption(parser: pytest.Parser) -> None:
    """The option."""
    parser.addoption("--quick", action="store_true", help="leave out what `make test-all` is for: see tests/quick.py")
    parser.addoption("--only", metavar="FILE", help="run only the tests whose ids are in this file, one a line")


def pytest_configure(config: pytest.Config) -> None:
    """The marks."""
    config.addinivalue_line("markers", "exhaustive: `make test` leaves this test out")
    config.addinivalue_line("markers", "quick(cases=12): `make test` runs so many cases of this test")


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Leave out the others."""
    if config.getoption("quick"):
        _keep(config, items, _quick(items))
    if named := config.getoption("only"):
        ids = {*Path(named).read_text().split("\n")}
        _keep(config, items, {item for item in items if item.nodeid in ids})


def _keep(config: pytest.Config, items: list[pytest.Item], kept: set[pytest.Item]) -> None:
    if len(kept) < len(items):
        config.hook.pytest_deselected(items=[item for item in items if item not in kept])
        items[:] = [item for item in items if item in kept]


def _quick(items: Iterable[pytest.Item]) -> set[pytest.Item]:
    tests: dict[tuple[Path, str], list[pytest.Item]] = defaultdict(list)
    for item in items:
        name = item.nodeid.split("[", 1)[0]
        tests[item.path, name].append(item)
    return {case for cases in tests.values() for case in _spread(_on_one_database(cases), _many(cases[0]))}


def _many(item: pytest.Item) -> int:
    """How many cases of a test to keep."""
    if mark := item.get_closest_marker("quick"):
        return int(mark.kwargs.get("cases", CASES))
    left_out = any(folder in item.path.parents for folder in EXHAUSTIVE_FOLDERS)
    return 0 if left_out or item.get_closest_marker("exhaustive") else CASES


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
