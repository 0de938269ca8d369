"""Failures: told as the contract tells a refusal, and without what is nobody's business."""

import logging
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest
from flask import Flask

from service.app import readyz
from service.http.errors import register_error_handlers
from service.storage.database import ServiceDatabase, database_url
from tests.loops import for_each
from tests.service.api_user import ApiUser, answer
from tests.world import RunningService


@pytest.fixture
def failing(tmp_path: Path) -> Iterator[Flask]:
    """An application with an error in it, and a database that is not there."""
    app = Flask(__name__)
    register_error_handlers(app)

    @app.get("/error")
    def error() -> str:
        raise ValueError("secret of the house")

    with closing(ServiceDatabase(database_url(str(tmp_path / "nowhere" / "service.db")))) as database:
        app.add_url_rule("/readyz", "readyz", lambda: readyz(database))
        yield app


def test_what_fails_is_told_and_logged(failing: Flask, caplog: pytest.LogCaptureFixture) -> None:
    with caplog.at_level(logging.ERROR, "service.http.errors"):
        said = answer(failing.test_client().get("/error"))
    assert (said.status, said.message) == (500, "Something went wrong here. It was written to the log.")
    assert "secret of the house" in caplog.text

    with caplog.at_level(logging.ERROR, "service.http.errors"):
        said = answer(failing.test_client().get("/readyz"))
    assert (said.status, said.message) == (503, "The database isn't available now. Nothing was changed.")
    assert "unable to open database file" in caplog.text


@for_each(
    "given, told",
    [("5f0c1d2e3a4b5c6d", "Request 5f0c1d2e3a4b5c6d failed"), ("a\tb; c", "Request without an id failed")],
)
def test_the_log_has_the_id_that_the_caller_gave(
    failing: Flask, caplog: pytest.LogCaptureFixture, given: str, told: str
) -> None:
    failing.test_client().get("/error", headers={"X-Request-Id": given})
    assert told in caplog.text


def test_a_refused_token_and_a_refused_role_are_logged(world: RunningService, caplog: pytest.LogCaptureFixture) -> None:
    ApiUser(world.app, "").sends("GET", "/v1/orgs")
    ApiUser(world.app, "made-up").sends("GET", "/v1/orgs")
    ApiUser(world.app, "demo-bob").sends("DELETE", "/v1/orgs/org_larkfield/sites/site_docs")
    assert [each.getMessage() for each in caplog.records if "refused" in each.getMessage()] == [
        "Request without an id was refused with 401: GET organizations.listOrganizations",
        "Request without an id was refused with 403: DELETE sites.deleteSite",
    ]
    assert "made-up" not in caplog.text
