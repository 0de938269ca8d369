"""The content of a change request as a PDF file."""

from datetime import timedelta
from functools import partial

import pytest

from contract.authoring.change_requests import GET_CHANGE_REQUEST_PDF, UPDATE_CHANGE_REQUEST
from service.app import create_service
from service.settings import ServiceSettings
from service.storage.database import database_url
from tests.loops import for_each
from tests.service.conftest import NOW
from tests.service.content_cases import CUSTOMS, GUIDE, RATES
from tests.service.person import Person
from tests.world import RunningService


def path_of(person: Person, number: str = CUSTOMS, **query: str) -> str:
    address: str = person.asks(GET_CHANGE_REQUEST_PDF, GUIDE, number, **query).json["url"]
    return "/" + address.split("/", 3)[3]


def bookmarks(person: Person, **query: str) -> int:
    """How many chapters the file has."""
    response = person.sends("GET", path_of(person, **query))
    assert (response.status_code, response.content_type) == (200, "application/pdf")
    content: bytes = response.data
    assert content.startswith(b"%PDF-1.")
    assert content.rstrip().endswith(b"%%EOF")
    return content.count(b"/Title (") - 1  # the file has a title too


@pytest.mark.exhaustive
def test_it_has_each_page_with_a_text(charlie: Person) -> None:
    assert bookmarks(charlie) == 10


def test_it_has_a_page_with_those_below_it_or_without(charlie: Person) -> None:
    assert bookmarks(charlie, page=RATES) == bookmarks(charlie, page=RATES, only="false") == 5
    assert bookmarks(charlie, page=RATES, only="true") == 1
    assert bookmarks(charlie, page="page_guide_help_service-status") == 0


def test_its_address_begins_with_the_base_and_needs_no_token(charlie: Person, nobody: Person) -> None:
    assert charlie.asks(GET_CHANGE_REQUEST_PDF, GUIDE, "2").json["url"].startswith("http://127.0.0.1:")
    response = nobody.sends("GET", path_of(charlie))
    assert response.headers["Content-Disposition"] == "attachment; filename=explain-customs.pdf"
    assert response.headers["Cache-Control"] == "no-store"


@for_each("change", [("/pdf/", "/pdf/x"), (".pdf", ""), ("/explain", "x/explain"), (".", "..")])
def test_an_address_that_nobody_gave_opens_nothing(charlie: Person, change: tuple[str, str]) -> None:
    response = charlie.sends("GET", path_of(charlie).replace(*change, 1))
    assert (response.status_code, response.mimetype) == (404, "application/json")


def test_its_address_is_signed_with_sha_256(charlie: Person) -> None:
    signed = path_of(charlie).partition("/pdf/")[2].partition("/")[0]
    assert len(signed.rpartition(".")[2]) == 43  # in base64; SHA-1 has 27


def test_its_address_expires(world: RunningService, charlie: Person) -> None:
    path = path_of(charlie)
    for minutes, status in ((14, 200), (15, 403)):
        clock = partial(NOW.__add__, timedelta(minutes=minutes))
        app = create_service(ServiceSettings(database_url(world.database.address), world.url, demo=True, clock=clock))
        assert (minutes, Person(app, "").sends("GET", path).status_code) == (minutes, status)
        app.extensions["runtime"].database.close()


def test_it_shows_what_was_there_when_it_was_asked_for(alice: Person) -> None:
    path = path_of(alice)
    alice.asks(UPDATE_CHANGE_REQUEST, GUIDE, CUSTOMS, body={"subject": "Other"})
    assert "explain-customs.pdf" in alice.sends("GET", path).headers["Content-Disposition"]


@for_each("name", ["a", "\U0001f69a", "", "x" * 100])
def test_any_subject_makes_a_title(alice: Person, name: str) -> None:
    alice.asks(UPDATE_CHANGE_REQUEST, GUIDE, CUSTOMS, body={"subject": name})
    assert alice.sends("GET", path_of(alice, page=RATES, only="true")).status_code == 200


def test_a_page_that_is_not_there_is_not_found(charlie: Person) -> None:
    refused = charlie.asks(GET_CHANGE_REQUEST_PDF, GUIDE, CUSTOMS, page="page_unknown")
    assert (refused.status, refused.message) == (404, "page: This content has no page with this id.")


def test_only_needs_a_page(charlie: Person) -> None:
    refused = charlie.asks(GET_CHANGE_REQUEST_PDF, GUIDE, CUSTOMS, only="true")
    assert (refused.status, refused.message) == (400, "only: says that one page is wanted, so it needs a page.")
    assert charlie.asks(GET_CHANGE_REQUEST_PDF, GUIDE, CUSTOMS, only="yes", page=RATES).status == 400
