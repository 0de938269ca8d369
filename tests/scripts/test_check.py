"""The checks all run, and what failed is told."""

from pathlib import Path

import pytest

from scripts.check import folder_in_memory, run_checks, without_settings


def test_check_that_fails_does_not_hide_the_next(capfd: pytest.CaptureFixture[str]) -> None:
    checks = {"bad": ["-c", "raise SystemExit(3)"], "good": ["-c", "print('ran')"], "worse": ["-c", "raise OSError"]}
    assert run_checks(checks, {}) == ["bad", "worse"]
    printed = capfd.readouterr().out
    assert printed.startswith("== bad\n== good\n== worse\nTraceback")
    assert printed.endswith("OSError\n")


def test_settings_of_the_machine_do_not_reach_the_tests() -> None:
    environment = {"PATH": "/bin", "MASTHEAD_API_BASE_URL": "https://api.example.com", "MASTHEAD_DEMO": "true"}
    environment |= {"PYTHONDONTWRITEBYTECODE": "1"}
    assert without_settings(environment) == {"PATH": "/bin"}


def test_files_of_the_tests_are_in_memory_where_there_is_room(tmp_path: Path) -> None:
    with folder_in_memory({}, tmp_path, room=1) as folder:
        assert (Path(folder).parent, Path(folder).stat().st_mode & 0o777) == (tmp_path, 0o755)
    assert list(tmp_path.iterdir()) == []
    with folder_in_memory({}, tmp_path, room=1 << 60) as full, folder_in_memory({}, tmp_path / "none", room=1) as none:
        assert (full, none) == ("", "")
    with folder_in_memory({"TMPDIR": "chosen"}, tmp_path, room=1) as chosen:
        assert chosen == ""
