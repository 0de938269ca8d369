"""Each fault, and its end, over HTTP."""

import socket
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager, suppress
from typing import Any

import pytest
import requests

from service.rehearsal.switches import MAX_SECONDS
from tests.loops import for_each
from tests.service.program import ServiceProgram, serving
from tests.service.switched_service import SwitchedService

SITES = "/v1/orgs/org_larkfield/sites"
DOCS = f"{SITES}/site_docs"


def title(rehearsed: SwitchedService) -> str:
    said: str = rehearsed.ask("GET", DOCS).json()["title"]
    return said


def test_a_status_comes_as_often_as_asked_in_the_shape_of_errors(rehearsed: SwitchedService) -> None:
    rehearsed.turn(faults=[{"fault": "status", "path": DOCS, "status": 503, "retryAfter": 7, "times": 2}])
    answers = [rehearsed.ask("GET", DOCS) for _ in range(3)]
    assert [answer.status_code for answer in answers] == [503, 503, 200]
    assert answers[0].headers["Retry-After"] == "7"
    message = "This went wrong on purpose: a fault was asked for."
    assert answers[0].json() == {"error": {"code": 503, "message": message}}
    refused = {"fault": "status", "path": DOCS, "status": 429, "message": "Not you."}
    rehearsed.turn(errorShape="text", faults=[refused])
    answer = rehearsed.ask("GET", DOCS)
    assert (answer.status_code, answer.text) == (429, "Not you.\n")


def test_a_delay_comes_before_the_usual_answer(rehearsed: SwitchedService) -> None:
    rehearsed.turn(faults=[{"fault": "delay", "path": DOCS, "seconds": 1}])
    began = time.monotonic()
    assert title(rehearsed) == "Larkfield Docs"
    assert time.monotonic() - began >= 1
    assert rehearsed.service.switchboard.list_remaining().faults == ()


def test_a_delay_ends_when_the_switches_are_turned(rehearsed: SwitchedService) -> None:
    rehearsed.turn(faults=[{"fault": "delay", "path": DOCS, "seconds": MAX_SECONDS}])
    with ThreadPoolExecutor(1) as colleague:
        asked = colleague.submit(title, rehearsed)
        while rehearsed.service.switchboard.list_remaining().faults:
            time.sleep(0.01)
        rehearsed.turn()
        assert asked.result() == "Larkfield Docs"


def test_a_reset_ends_the_connection_without_an_answer(rehearsed: SwitchedService) -> None:
    rehearsed.turn(faults=[{"fault": "reset", "path": DOCS}])
    with pytest.raises(requests.ConnectionError):
        rehearsed.ask("GET", DOCS)
    assert title(rehearsed) == "Larkfield Docs"


def test_a_truncated_body_ends_halfway_or_does_not_come(rehearsed: SwitchedService) -> None:
    whole = rehearsed.ask("GET", DOCS).content
    rehearsed.turn(faults=[{"fault": "truncate", "path": DOCS}])
    status, length, body = raw(rehearsed.service.port)
    assert (status, length, body) == (200, len(whole), whole[: len(whole) // 2])
    assert raw(rehearsed.service.port) == (200, len(whole), whole)

    rehearsed.turn(faults=[{"fault": "truncate", "path": DOCS}])
    with pytest.raises(requests.ConnectionError):
        rehearsed.ask("DELETE", DOCS)
    assert rehearsed.ask("GET", DOCS).status_code == 404


def test_a_page_comes_instead_of_json(rehearsed: SwitchedService) -> None:
    rehearsed.turn(faults=[{"fault": "html", "path": DOCS}, {"fault": "html", "path": DOCS, "status": 502}])
    answers = [rehearsed.ask("GET", DOCS) for _ in range(3)]
    assert [(each.status_code, each.headers["Content-Type"]) for each in answers] == [
        (200, "text/html; charset=utf-8"),
        (502, "text/html; charset=utf-8"),
        (200, "application/json"),
    ]
    assert answers[0].text.startswith("<!doctype html>\n<title>Sign in to the guest network</title>")


@for_each(
    "method, path, body, status, told",
    [
        ("PATCH", DOCS, {"title": "Changed"}, 200, "Larkfield Docs"),
        ("POST", SITES, {"title": "New"}, 201, "New"),
        ("DELETE", DOCS, None, 205, None),
    ],
)
def test_what_is_ignored_is_answered_and_not_done(
    rehearsed: SwitchedService, method: str, path: str, body: dict[str, str] | None, status: int, told: str | None
) -> None:
    rehearsed.service.reset()
    before = rehearsed.ask("GET", SITES).json()
    rehearsed.turn(faults=[{"fault": "ignore", "method": method, "path": path}])
    answer = rehearsed.ask(method, path, body)
    assert (answer.status_code, answer.json()["title"] if answer.content else None) == (status, told)
    assert rehearsed.ask("GET", SITES).json() == before
    assert rehearsed.ask(method, path, body).status_code == status
    assert rehearsed.ask("GET", SITES).json() != before


def test_a_refusal_is_not_ignored(rehearsed: SwitchedService) -> None:
    rehearsed.turn(faults=[{"fault": "ignore", "path": DOCS}])
    assert rehearsed.ask("PATCH", DOCS, {"title": ""}).status_code == 400


@for_each("fault", [{"fault": "status", "status": 500}, {"fault": "reset"}, {"fault": "html"}])
@for_each("carried_out", [True, False])
def test_what_went_wrong_may_be_done_all_the_same(
    rehearsed: SwitchedService, fault: dict[str, Any], *, carried_out: bool
) -> None:
    rehearsed.service.reset()
    rehearsed.turn(faults=[fault | {"method": "PATCH", "path": DOCS, "carriedOut": carried_out}])
    with suppress(requests.ConnectionError):
        assert rehearsed.ask("PATCH", DOCS, {"title": "Changed"}).content.find(b"Changed") == -1
    assert title(rehearsed) == ("Changed" if carried_out else "Larkfield Docs")


@for_each(
    "method, path, hit",
    [
        ("GET", DOCS, True),
        ("*", DOCS, True),
        ("PATCH", DOCS, False),
        ("GET", f"{SITES}/*", True),
        ("GET", "/v1/orgs/{organizationId}/sites/{siteId}", True),
        ("GET", "/v1/orgs/*", False),
        ("GET", "/v1/**", True),
        ("GET", f"{DOCS}/", False),
        ("GET", "/v1/orgs/org.larkfield/sites/site_docs", False),
        ("GET", f"{SITES}/site", False),
    ],
)
def test_a_fault_is_for_a_method_and_a_path(rehearsed: SwitchedService, method: str, path: str, *, hit: bool) -> None:
    rehearsed.turn(faults=[{"fault": "status", "method": method, "path": path, "status": 500}])
    assert rehearsed.ask("GET", DOCS, nothing="none").status_code == (500 if hit else 400)


@contextmanager
def rehearsing(tmp_path: Any, switches: str) -> Iterator[ServiceProgram]:  # noqa: ANN401 - a Path
    """The program as it is run, with these switches."""
    file = tmp_path / "switches.json"
    file.write_text(switches)
    with serving("--demo", "--database", str(tmp_path / "service.db"), "--switches", str(file)) as program:
        yield program


@pytest.mark.exhaustive
def test_the_program_does_the_same(tmp_path: Any) -> None:  # noqa: ANN401 - a Path
    faults = [f'{{"fault": "{fault}", "path": "{DOCS}"}}' for fault in ("reset", "truncate", "html")]
    with rehearsing(tmp_path, f'{{"noContent": "205-with-body", "faults": [{", ".join(faults)}]}}') as program:
        port = int(program.url.rpartition(":")[2])
        with pytest.raises(ConnectionResetError):
            raw(port)
        status, length, body = raw(port)
        assert (status, len(body)) == (200, length // 2)
        assert program.ask("GET", DOCS).headers["Content-Type"] == "text/html; charset=utf-8"
        assert raw(port)[1] == length
        deleted = program.ask("DELETE", DOCS)
        assert (deleted.status_code, deleted.content) == (205, b"{}")


def raw(port: int) -> tuple[int, int, bytes]:
    """The status of an answer, the length that it promises, and the body that comes until the connection ends."""
    with socket.create_connection(("127.0.0.1", port), timeout=10) as connection:
        asked = f"GET {DOCS} HTTP/1.1\r\nHost: 127.0.0.1:{port}\r\nAuthorization: Bearer demo-alice\r\n"
        connection.sendall(f"{asked}Connection: close\r\n\r\n".encode())
        head, _, body = b"".join(iter(lambda: connection.recv(65536), b"")).partition(b"\r\n\r\n")
    lines = head.decode().lower().splitlines()
    (length,) = (int(line.partition(":")[2]) for line in lines if line.startswith("content-length:"))
    return int(lines[0].split()[1]), length, body


def test_the_first_fault_that_fits_happens_first(rehearsed: SwitchedService) -> None:
    statuses = ((SITES, 500), ("/v1/**", 502), (DOCS, 503))
    rehearsed.turn(faults=[{"fault": "status", "path": path, "status": status} for path, status in statuses])
    assert [rehearsed.ask("GET", DOCS).status_code for _ in range(3)] == [502, 503, 200]
