"""The project and its tests keep to the sizes in tests/budgets.toml, which go down with them."""

import tomllib

import pytest

from tests.house.sources import ROOT, modules, named, read
from tests.quick import CASES_FOUND, SECONDS_TO_COLLECT

BUDGETS = tomllib.loads(read(ROOT / "tests" / "budgets.toml"))
SLACK = 0.01
"""How far a size may lie below its budget, as a share."""


@pytest.fixture
def sizes(request: pytest.FixtureRequest) -> dict[str, int]:
    """What there is now; without the cases where only some were collected."""
    files = {named(file): len(read(file).splitlines()) for file in modules()}
    tests = {name for name in files if name.startswith("tests/")}
    code = {name for name in files.keys() - tests if not name.startswith("bench/") and "/migrations/" not in name}
    found = {
        "lines": sum(files[name] for name in code),
        "modules": len(code),
        "test_lines": sum(files[name] for name in tests),
    }
    return found | ({"test_cases": request.config.stash[CASES_FOUND]} if _has_collected_all(request.config) else {})


def test_nothing_outgrows_its_budget(sizes: dict[str, int]) -> None:
    assert {name: size for name, size in sizes.items() if size > BUDGETS[name]} == {}


def test_budgets_go_down_with_what_they_limit(sizes: dict[str, int]) -> None:
    too_high = {name: size for name, size in sizes.items() if size < BUDGETS[name] * (1 - SLACK)}
    assert too_high == {}, "write these sizes into tests/budgets.toml"


def test_tests_are_collected_within_their_time(request: pytest.FixtureRequest) -> None:
    assert request.config.stash[SECONDS_TO_COLLECT] <= BUDGETS["collection_seconds"]


def _has_collected_all(config: pytest.Config) -> bool:
    chosen = {(ROOT / argument).resolve() for argument in config.args}
    return chosen <= {ROOT, ROOT / "tests"} and not any(map(config.getoption, ("quick", "keyword", "markexpr")))
