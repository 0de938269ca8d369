"""Which Prometheus the tests of the metrics run."""

from pathlib import Path

from scripts.prometheus import PROGRAMS, find


def programs(folder: Path, *names: str) -> Path:
    folder.mkdir(parents=True)
    for name in names or PROGRAMS:
        (folder / name).touch(mode=0o755)
    return folder


def test_a_folder_that_is_named_comes_before_the_path_and_that_before_the_unpacked(tmp_path: Path) -> None:
    named, on_path, unpacked = (programs(tmp_path / name) for name in ("named", "bin", "unpacked/usr/bin"))
    everything = {"PATH": str(on_path), "MASTHEAD_PROMETHEUS": str(named)}
    assert find(everything, tmp_path / "unpacked") == named
    assert find({"PATH": str(on_path)}, tmp_path / "unpacked") == on_path
    assert find({"PATH": ""}, tmp_path / "unpacked") == unpacked


def test_promtool_alone_is_not_enough(tmp_path: Path) -> None:
    assert find({"PATH": str(programs(tmp_path / "bin", "promtool"))}, tmp_path / "nowhere") is None
