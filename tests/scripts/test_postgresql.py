"""Which PostgreSQL the tests start a server of."""

from pathlib import Path

from scripts.postgresql import PROGRAMS, find


def programs(folder: Path, *names: str) -> Path:
    folder.mkdir(parents=True)
    for name in names or PROGRAMS:
        (folder / name).touch(mode=0o755)
    return folder


def test_programs_on_the_path_are_found(tmp_path: Path) -> None:
    there, other = programs(tmp_path / "bin"), programs(tmp_path / "debian/15/bin")
    assert find({"PATH": str(there)}, other.parents[1]) == there


def test_a_folder_that_is_named_comes_first(tmp_path: Path) -> None:
    there, mine = programs(tmp_path / "bin"), programs(tmp_path / "mine")
    assert find({"PATH": str(there), "MASTHEAD_POSTGRESQL": str(mine)}, tmp_path) == mine


def test_of_debians_versions_the_newest_is_taken(tmp_path: Path) -> None:
    for version in ("9.6", "13", "15"):
        programs(tmp_path / version / "bin")
    programs(tmp_path / "17/bin", "psql")  # the client alone
    assert find({"PATH": ""}, tmp_path) == tmp_path / "15/bin"


def test_a_machine_without_it_has_none(tmp_path: Path) -> None:
    assert find({"PATH": str(programs(tmp_path / "bin", "initdb"))}, tmp_path) is None
