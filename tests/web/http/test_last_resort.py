"""A refusal needs nothing of what is refused: a forged host, broken records or a broken page frame still get a page."""

import sqlite3
from collections.abc import Iterator
from contextlib import closing, contextmanager
from itertools import product
from pathlib import Path

import pytest
from flask import Flask, Response
from werkzeug.exceptions import HTTPException

from masthead.store.tables import metadata
from masthead.web.person.guards import public
from tests.loops import for_each
from tests.pages import headers
from tests.portals import PortalFor, session_of
from tests.world import ALICE

ORG = "/orgs/org_larkfield"
HOSTS = [
    "a b",
    "",
    "localhost:99999999",
    "[::1",
    "localhost:80@evil",
    "lo\xe9.example",
    "evil.example",
    "localhost/../x",
]
# Labels that no name may have, below a name that is trusted with all below it.
BELOW = ["x" * 64 + ".example.org", "a..example.org", "." + "example.org"]
PATHS = ["/", ORG, "/nope", "/static/portal.css", "/healthz", "/sign-in"]


@pytest.fixture
def alone(portal_for: PortalFor, tmp_path: Path) -> Flask:
    """A portal whose records a test may break."""
    return portal_for(INSTANCE_PATH=tmp_path / "kept", TRUSTED_HOSTS="localhost,.example.org")


def cookie_of(app: Flask) -> dict[str, str]:
    """The header of somebody who is signed in, whatever host is asked."""
    name, value = session_of(app, ALICE)
    return {"Cookie": f"{name}={value}"}


@for_each("method", ["GET", "POST", "OPTIONS"])
def test_a_forged_host_is_refused_with_a_page(alone: Flask, method: str) -> None:
    cookies: list[dict[str, str]] = [{}, cookie_of(alone)]
    for host, path, sent in product([*HOSTS, *BELOW], PATHS, cookies):
        answer = alone.test_client(use_cookies=False).open(path, method=method, headers={"Host": host, **sent})
        assert (host, path, answer.status_code) == (host, path, 400)
        assert "Unknown host name" in answer.get_data(as_text=True)
        assert headers.broken(answer, https=False) == []


@pytest.mark.exhaustive
def test_no_page_needs_records_to_say_that_they_are_missing(alone: Flask, tmp_path: Path) -> None:
    sent = cookie_of(alone)
    paths = [*PATHS, f"{ORG}/settings", f"{ORG}/journal", f"{ORG}/sites/site_gone", "/drafts"]
    for table in metadata.tables:
        with without(tmp_path / "kept" / "masthead.db", table):
            answers = {path: alone.test_client(use_cookies=False).get(path, headers=sent) for path in paths}
        assert [path for path, each in answers.items() if each.status_code not in {200, 302, 303, 404, 503}] == []
        assert [problem for each in answers.values() for problem in headers.broken(each, https=False)] == []


@contextmanager
def without(database: Path, table: str) -> Iterator[None]:
    """Let a table be missing for a while."""
    with closing(sqlite3.connect(database)) as connection:
        connection.execute(f"ALTER TABLE {table} RENAME TO missing_{table}")
        yield
        connection.execute(f"ALTER TABLE missing_{table} RENAME TO {table}")


def fail(*_: object) -> Response:
    raise ZeroDivisionError("secret detail")


def test_a_frame_that_cannot_be_drawn_is_done_without(alone: Flask) -> None:
    alone.jinja_env.globals["api_status"] = fail
    for path, status in (("/sign-in", 500), ("/nope", 404)):
        answer = alone.test_client(use_cookies=False).get(path)
        assert answer.status_code == status
        assert "If you ask for help, quote" in answer.get_data(as_text=True)
        assert "secret detail" not in answer.get_data(as_text=True)
        assert headers.broken(answer, https=False) == []


def test_an_answer_that_cannot_be_finished_has_the_headers_all_the_same(alone: Flask) -> None:
    alone.after_request(fail)
    alone.add_url_rule("/odd", "odd", public(fail))
    for path in ("/odd", "/sign-in", "/static/portal.css"):
        answer = alone.test_client(use_cookies=False).get(path)
        assert answer.status_code == 500
        assert headers.broken(answer, https=False) == []


def test_so_has_one_whose_session_cannot_be_opened(alone: Flask) -> None:
    alone.session_interface.open_session = fail  # type: ignore[method-assign, assignment]
    answer = alone.test_client(use_cookies=False).get("/sign-in")
    assert answer.status_code == 500
    assert headers.broken(answer, https=False) == []


def test_and_one_that_the_app_does_not_answer_at_all(alone: Flask) -> None:
    alone.session_interface.save_session = fail  # type: ignore[method-assign, assignment]
    alone.register_error_handler(HTTPException, fail)
    answer = alone.test_client(use_cookies=False).get("/sign-in")
    assert (answer.status_code, "secret detail" in answer.get_data(as_text=True)) == (500, False)
    assert headers.broken(answer, https=False) == []
