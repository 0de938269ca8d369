"""The checks all run, and what failed is told."""

import pytest

from scripts.check import run_checks, without_settings


def test_check_that_fails_does_not_hide_the_next(capfd: pytest.CaptureFixture[str]) -> None:
    checks = {"bad": ["-c", "raise SystemExit(3)"], "good": ["-c", "print('ran')"], "worse": ["-c", "raise OSError"]}
    assert run_checks(checks, {}) == ["bad", "worse"]
    assert capfd.readouterr().out == "== bad\n== good\nran\n== worse\n"


def test_settings_of_the_machine_do_not_reach_the_tests() -> None:
    environment = {"PATH": "/bin", "MASTHEAD_API_BASE_URL": "https://api.example.com", "MASTHEAD_DEMO": "true"}
    environment |= {"PYTHONDONTWRITEBYTECODE": "1"}
    assert without_settings(environment) == {"PATH": "/bin"}
