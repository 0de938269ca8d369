"""Which nginx and which Caddy the tests of the examples run."""

from pathlib import Path

from scripts.proxies import find


def program(file: Path) -> Path:
    file.parent.mkdir(parents=True)
    file.touch(mode=0o755)
    return file


def test_one_that_is_named_comes_before_the_path_and_that_before_the_unpacked(tmp_path: Path) -> None:
    named, on_path, unpacked = (program(tmp_path / name / "nginx") for name in ("named", "bin", "unpacked/usr/sbin"))
    everything = {"PATH": str(on_path.parent), "MASTHEAD_NGINX": str(named)}
    assert find("nginx", everything, tmp_path / "unpacked") == named
    assert find("nginx", {"PATH": str(on_path.parent)}, tmp_path / "unpacked") == on_path
    assert find("nginx", {"PATH": ""}, tmp_path / "unpacked") == unpacked
    assert find("caddy", {"PATH": ""}, tmp_path / "unpacked") is None
