"""Which Chromium the browser tests drive."""

from pathlib import Path

import pytest

from scripts.chromium import find


def executable(folder: Path, name: str) -> Path:
    folder.mkdir(exist_ok=True)
    file = folder / name
    file.touch(mode=0o755)
    return file


@pytest.mark.parametrize("name", ["chromium-headless-shell", "chromium", "chromium-browser", "google-chrome"])
def test_chromium_on_the_path_is_found(name: str, tmp_path: Path) -> None:
    there = executable(tmp_path, name)
    assert find({"PATH": str(tmp_path)}) == there


def test_chromium_that_is_named_comes_first(tmp_path: Path) -> None:
    executable(tmp_path, "chromium")
    mine = executable(tmp_path, "mine")
    assert find({"PATH": str(tmp_path), "MASTHEAD_CHROMIUM": str(mine)}) == mine


def test_chromium_without_windows_comes_before_others(tmp_path: Path) -> None:
    executable(tmp_path, "chromium")
    shell = executable(tmp_path, "chromium-headless-shell")
    assert find({"PATH": str(tmp_path)}) == shell


def test_machine_without_chromium_has_none(tmp_path: Path) -> None:
    assert find({"PATH": str(tmp_path)}) is None
