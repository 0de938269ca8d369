"""The log is one JSON object a line, says who did what without naming them, and never holds a token."""

import json
import subprocess
import sys
from datetime import datetime, timedelta
from pathlib import Path
from typing import Any

import pytest

from tests.world import RunningService

ROOT = Path(__file__).parents[3]


@pytest.fixture(scope="module")
def written(running: tuple[RunningService, object], tmp_path_factory: pytest.TempPathFactory) -> str:
    """What a portal wrote on standard error while people worked at it."""
    command = [sys.executable, "-m", "tests.web.logged", running[0].url, str(tmp_path_factory.mktemp("logged"))]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=True, timeout=60)
    assert done.stdout == ""
    return done.stderr


@pytest.fixture
def lines(written: str) -> list[dict[str, Any]]:
    return [json.loads(line) for line in written.splitlines()]


@pytest.mark.exhaustive
def test_each_request_has_a_line_that_says_what_and_how_it_went(lines: list[dict[str, Any]]) -> None:
    told = [(line["method"], line["page"], line["status"]) for line in lines if line["event"] == "request"]
    assert told == [
        ("GET", "account.sessions", 303),
        ("GET", "account.sign_in", 200),
        ("POST", "account.open_session", 422),
        ("GET", "account.sign_in", 200),
        ("POST", "account.open_session", 303),
        ("GET", "organizations.index", 200),
        ("POST", "account.theme", 400),
        ("POST", "account.theme", 403),
        ("GET", "odd", 500),
        ("GET", "account.sessions", 303),
        ("GET", "account.sign_in", 200),
        ("POST", "account.open_session", 429),
    ]


@pytest.mark.exhaustive
def test_each_line_has_the_request_it_belongs_to_and_the_time_in_utc(lines: list[dict[str, Any]]) -> None:
    assert [line["event"][:17] for line in lines if "id" not in line] == ["keys were renewed"]
    for line in lines:
        assert len(line.get("id", "of a request: 16")) == 16
        assert datetime.fromisoformat(line["timestamp"]).utcoffset() == timedelta(0)


def test_a_person_is_told_apart_and_not_named(lines: list[dict[str, Any]]) -> None:
    owners = [line["owner"] for line in lines if line.get("page") == "organizations.index"]
    assert [len(owner) for owner in owners] == [12]
    requests = [line for line in lines if line["event"] == "request"]
    assert {line["owner"] for line in requests if line["page"] == "account.open_session"} == {None}


def test_each_sign_in_has_a_line_of_its_own(lines: list[dict[str, Any]]) -> None:
    told = [line for line in lines if line["event"] in {"signed in", "sign-in refused"}]
    assert [(line["event"], line["way"], line["address"]) for line in told] == [
        ("sign-in refused", "token", "127.0.0.1"),
        ("signed in", "token", "127.0.0.1"),
    ]
    assert len(told[1]["owner"]) == 12


def test_what_is_refused_has_its_reason(lines: list[dict[str, Any]]) -> None:
    told = [(line["page"], line["reason"]) for line in lines if line["event"] == "request refused"]
    assert told == [
        ("account.theme", "The CSRF token is missing."),
        ("account.theme", "cross-site"),
        ("account.open_session", "too many"),
    ]


def test_a_fault_is_told_whole_in_one_line(lines: list[dict[str, Any]]) -> None:
    (fault,) = [line for line in lines if "ValueError" in json.dumps(line)]
    assert "line one\r\nline two" in json.dumps(fault, ensure_ascii=False).replace("\\r\\n", "\r\n")
    assert fault["level"] == "error"


def test_what_a_library_says_is_a_line_of_the_same_request(lines: list[dict[str, Any]]) -> None:
    (said,) = [line for line in lines if line["event"] == "the API rests for 10 s"]
    (fault,) = [line for line in lines if "ValueError" in json.dumps(line)]
    assert (said["level"], said["id"]) == ("warning", fault["id"])
    assert said["reason"] == "no [access token removed]"


def test_no_token_is_in_it(written: str) -> None:
    assert "demo-" not in written
    assert "hunter2" not in written
    assert "Cannot read header X-Echo: Bearer [removed] and password=[removed]" in written
