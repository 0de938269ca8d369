"""What `make test` leaves out is what tests/quick.py says, and `make test-all` leaves out nothing."""

import os
from pathlib import Path

import pytest

from tests.house.sources import ROOT, read
from tests.quick import CASES, SLOW

TESTS = """
import pytest

@pytest.fixture(params=["sqlite", "postgresql"])
def databases(request):
    return request.param

def test_plain():
    pass

@pytest.mark.exhaustive
def test_long():
    pass

@pytest.mark.parametrize("case", range(40))
def test_of_many(case):
    pass

@pytest.mark.quick(cases=2)
@pytest.mark.parametrize("case", ["first", "middle", "last"])
def test_of_few(case):
    pass

def test_kept(databases):
    pass

@pytest.mark.parametrize("databases", ["postgresql"], indirect=True)
def test_of_a_server(databases):
    pass
"""


@pytest.fixture
def project(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder with tests of each kind."""
    (tmp_path / "test_each.py").write_text(TESTS)
    monkeypatch.chdir(tmp_path)
    return tmp_path


class Names:
    """Notes what is left to run."""

    def __init__(self) -> None:
        self.all: list[str] = []

    def pytest_collection_finish(self, session: pytest.Session) -> None:
        self.all = [item.name for item in session.items]


def collected(project: Path, *options: str) -> list[str]:
    """The tests that would run there."""
    names = Names()
    alone = ["--import-mode=importlib", "-p", "no:cacheprovider", f"--rootdir={project}", "-c", os.devnull]
    chosen = ["-p", "tests.quick", "--collect-only", "-q", *options, str(project)]
    assert pytest.main([*alone, *chosen], plugins=[names]) == pytest.ExitCode.OK
    return names.all


def test_all_of_them_run_unless_they_are_to_be_quick(project: Path) -> None:
    assert len(collected(project)) == 2 + 40 + 3 + 2 + 1


@pytest.mark.exhaustive
def test_quick_ones_are_spread_over_the_cases(project: Path) -> None:
    left = collected(project, "--quick")
    of_many = [name for name in left if name.startswith("test_of_many")]
    assert (len(of_many), of_many[0], of_many[-1]) == (CASES, "test_of_many[0]", "test_of_many[39]")
    others = [name for name in left if name not in of_many]
    assert others == [
        "test_plain",
        "test_of_few[first]",
        "test_of_few[last]",
        "test_kept[sqlite]",
        "test_of_a_server[postgresql]",
    ]


def test_each_slow_one_is_there() -> None:
    files = {file: read(ROOT / file) for file in {name.partition("::")[0] for name in SLOW}}
    assert [name for name in SLOW if f"def {name.rpartition('::')[2]}(" not in files[name.partition("::")[0]]] == []
