"""Which Chromium, PostgreSQL, Prometheus, nginx and Caddy the tests drive: the one that is named, else one found."""

from pathlib import Path

from scripts import chromium, postgresql
from scripts.programs import find
from tests.loops import for_each


def programs(folder: Path, *names: str) -> Path:
    """A folder with programs of these names."""
    folder.mkdir(parents=True)
    for name in names:
        (folder / name).touch(mode=0o755)
    return folder


@for_each("name", ["chromium-headless-shell", "chromium", "chromium-browser", "google-chrome"])
def test_chromium_on_the_path_is_found(name: str, tmp_path: Path) -> None:
    folder = programs(tmp_path / f"with-{name}", name)
    assert chromium.find({"PATH": str(folder)}) == folder / name


def test_chromium_that_is_named_comes_first_then_the_one_without_windows(tmp_path: Path) -> None:
    folder = programs(tmp_path / "bin", "chromium", "mine")
    assert chromium.find({"PATH": str(folder), "MASTHEAD_CHROMIUM": str(folder / "mine")}) == folder / "mine"
    (folder / "chromium-headless-shell").touch(mode=0o755)
    assert chromium.find({"PATH": str(folder)}) == folder / "chromium-headless-shell"
    assert chromium.find({"PATH": str(tmp_path)}) is None


def test_postgresql_that_is_named_comes_first_then_the_path_then_the_newest_of_debian(tmp_path: Path) -> None:
    named, on_path = (programs(tmp_path / name, *postgresql.PROGRAMS) for name in ("named", "bin"))
    debian = tmp_path / "debian"
    for version in ("9.6", "13", "15"):
        programs(debian / version / "bin", *postgresql.PROGRAMS)
    programs(debian / "17" / "bin", "psql")  # the client alone
    assert postgresql.find({"PATH": str(on_path), "MASTHEAD_POSTGRESQL": str(named)}, debian) == named
    assert postgresql.find({"PATH": str(on_path)}, debian) == on_path
    assert postgresql.find({"PATH": ""}, debian) == debian / "15" / "bin"
    partial = programs(tmp_path / "partial", "initdb")
    assert postgresql.find({"PATH": str(partial)}, tmp_path / "nowhere") is None


def test_a_proxy_that_is_named_comes_before_the_path_and_that_before_the_unpacked(tmp_path: Path) -> None:
    folders = ("named", "bin", "unpacked/usr/sbin")
    named, on_path, unpacked = (programs(tmp_path / name, "nginx") for name in folders)
    everything = {"PATH": str(on_path), "MASTHEAD_NGINX": str(named / "nginx")}
    assert find("nginx", everything, tmp_path / "unpacked") == named / "nginx"
    assert find("nginx", {"PATH": str(on_path)}, tmp_path / "unpacked") == on_path / "nginx"
    assert find("nginx", {"PATH": ""}, tmp_path / "unpacked") == unpacked / "nginx"
    assert find("caddy", {"PATH": ""}, tmp_path / "unpacked") is None
