"""Files and PDFs: what is said of them, their bytes, and the places that show them."""

from datetime import timedelta
from functools import partial
from io import BytesIO

import pytest
from PIL import Image

from contract.authoring.change_requests import GET_CHANGE_REQUEST_PDF
from contract.authoring.content import GET_FILE, LIST_FILE_BACKLINKS, LIST_FILES
from service.app import create_service
from service.content.files import Attachment
from service.settings import ServiceSettings
from service.storage.database import ServiceDatabase, database_url
from tests.loops import for_each
from tests.service.api_user import ApiUser
from tests.service.conftest import NOW
from tests.service.content_cases import CUSTOMS, GUIDE, RATES, STATES
from tests.service.space_builder import WRITTEN, write_space
from tests.world import RunningService


def picture(kind: str) -> bytes:
    held = BytesIO()
    Image.new("RGB", (7, 5)).save(held, kind)
    return held.getvalue()


def path_of(person: ApiUser, space: str, file: str) -> str:
    address: str = person.asks(GET_FILE, space, file).json["downloadURL"]
    return "/" + address.split("/", 3)[3]


def test_a_file_says_what_it_is(charlie: ApiUser) -> None:
    file = charlie.asks(GET_FILE, GUIDE, STATES).json
    assert file in charlie.asks(LIST_FILES, GUIDE).json["items"]
    address = file.pop("downloadURL")
    assert file == {
        "id": STATES,
        "name": "shipment-states.png",
        "contentType": "image/png",
        "size": 3784,
        "dimensions": {"width": 760, "height": 260},
    }
    assert address.startswith("http://127.0.0.1:")
    assert address.endswith("/shipment-states.png")


def test_its_bytes_are_where_it_says_for_whoever_knows_the_address(alice: ApiUser, nobody: ApiUser) -> None:
    response = nobody.sends("GET", path_of(alice, GUIDE, STATES))
    assert (response.status_code, response.content_type, len(response.data)) == (200, "image/png", 3784)
    assert Image.open(BytesIO(response.data)).size == (760, 260)
    assert response.headers["Content-Security-Policy"] == "default-src 'none'; sandbox; frame-ancestors 'none'"
    assert response.headers["X-Content-Type-Options"] == "nosniff"
    again = nobody.sends("GET", path_of(alice, GUIDE, STATES), headers={"If-None-Match": response.headers["ETag"]})
    assert (again.status_code, again.data) == (304, b"")


@for_each("name, kind", [("a.svg", "image/svg+xml"), ("ä b.html", "text/html"), ("c", "application/octet-stream")])
def test_what_a_browser_could_run_is_never_shown(
    world: RunningService, alice: ApiUser, database: ServiceDatabase, name: str, kind: str
) -> None:
    world.reset()
    write_space(database, {}, [Attachment(name, b"<script>alert(1)</script>", "f")])
    assert alice.asks(GET_FILE, WRITTEN, "f").json["contentType"] == kind
    response = alice.sends("GET", path_of(alice, WRITTEN, "f"))
    assert response.content_type == "application/octet-stream"
    assert response.headers["Content-Disposition"].startswith("attachment; filename")
    assert response.data == b"<script>alert(1)</script>"


@for_each("ending", ["png", "jpeg", "gif", "webp"])
def test_a_picture_has_its_dimensions(
    world: RunningService, alice: ApiUser, database: ServiceDatabase, ending: str
) -> None:
    world.reset()
    write_space(database, {}, [Attachment(f"a.{ending}", picture(ending), "f")])
    assert alice.asks(GET_FILE, WRITTEN, "f").json["dimensions"] == {"width": 7, "height": 5}


@for_each("content", [b"", b"GIF89a", b"\x89PNG\r\n\x1a\n", b"text", picture("jpeg")])
def test_what_is_no_such_picture_has_none(
    world: RunningService, alice: ApiUser, database: ServiceDatabase, content: bytes
) -> None:
    world.reset()
    write_space(database, {}, [Attachment("a.png", content, "f")])
    assert "dimensions" not in alice.asks(GET_FILE, WRITTEN, "f").json


@for_each("change", [("files/", "files/x"), ("shipment", "sheepment"), (".png", ".png/"), ("/files", "")])
def test_no_bytes_are_anywhere_else(alice: ApiUser, change: tuple[str, str]) -> None:
    response = alice.sends("GET", path_of(alice, GUIDE, STATES).replace(*change))
    assert response.status_code == 404
    assert response.mimetype == "application/json"


def test_backlinks_are_the_places_that_show_a_file_or_cover(charlie: ApiUser) -> None:
    places = charlie.asks(LIST_FILE_BACKLINKS, GUIDE, STATES).json["items"]
    assert [(place["page"]["id"], place["internalLocation"]) for place in places] == [
        ("page_guide_tracking", {"type": "anchor", "anchor": "states"}),
        ("page_guide_invoices", {"type": "anchor", "anchor": "disputes"}),
    ]
    for place in places:
        assert (place["kind"], place["file"]) == ("file", charlie.asks(GET_FILE, GUIDE, STATES).json)
        assert (place["organization"]["id"], place["space"]["id"]) == ("org_larkfield", GUIDE)
        assert place["versionContext"] == {"type": "revision", "revision": "revision_guide_3"}

    (cover,) = charlie.asks(LIST_FILE_BACKLINKS, "space_start", "file_start_cover").json["items"]
    assert cover["page"]["id"] == "page_start_what-larkfield-does"
    unused = charlie.asks(LIST_FILE_BACKLINKS, "space_releases", "file_releases_tracking-2024")
    assert unused.json == {"items": [], "count": 0}


def pdf_path_of(person: ApiUser, number: str = CUSTOMS, **query: str) -> str:
    address: str = person.asks(GET_CHANGE_REQUEST_PDF, GUIDE, number, **query).json["url"]
    return "/" + address.split("/", 3)[3]


def bookmarks(person: ApiUser, **query: str) -> int:
    """How many chapters the file has."""
    response = person.sends("GET", pdf_path_of(person, **query))
    assert (response.status_code, response.content_type) == (200, "application/pdf")
    content: bytes = response.data
    assert content.startswith(b"%PDF-1.")
    assert content.rstrip().endswith(b"%%EOF")
    return content.count(b"/Title (") - 1  # the file has a title too


@pytest.mark.exhaustive
def test_it_has_each_page_with_a_text(charlie: ApiUser) -> None:
    assert bookmarks(charlie) == 10


def test_it_has_a_page_with_those_below_it_or_without(charlie: ApiUser) -> None:
    assert bookmarks(charlie, page=RATES) == bookmarks(charlie, page=RATES, only="false") == 5
    assert bookmarks(charlie, page=RATES, only="true") == 1
    assert bookmarks(charlie, page="page_guide_help_service-status") == 0


def test_its_address_begins_with_the_base_and_needs_no_token(charlie: ApiUser, nobody: ApiUser) -> None:
    assert charlie.asks(GET_CHANGE_REQUEST_PDF, GUIDE, "2").json["url"].startswith("http://127.0.0.1:")
    path = pdf_path_of(charlie)
    signed = path.partition("/pdf/")[2].partition("/")[0]
    assert len(signed.rpartition(".")[2]) == 43, "in base64; SHA-1 has 27"
    response = nobody.sends("GET", path)
    assert response.headers["Content-Disposition"] == "attachment; filename=explain-customs.pdf"
    assert response.headers["Cache-Control"] == "no-store"


@for_each("change", [("/pdf/", "/pdf/x"), (".pdf", ""), ("/explain", "x/explain"), (".", "..")])
def test_an_address_that_nobody_gave_opens_nothing(charlie: ApiUser, change: tuple[str, str]) -> None:
    response = charlie.sends("GET", pdf_path_of(charlie).replace(*change, 1))
    assert (response.status_code, response.mimetype) == (404, "application/json")


def test_its_address_expires(world: RunningService, charlie: ApiUser) -> None:
    path = pdf_path_of(charlie)
    for minutes, status in ((14, 200), (15, 403)):
        clock = partial(NOW.__add__, timedelta(minutes=minutes))
        app = create_service(ServiceSettings(database_url(world.database.address), world.url, demo=True, clock=clock))
        assert (minutes, ApiUser(app, "").sends("GET", path).status_code) == (minutes, status)
        app.extensions["runtime"].database.close()


def test_only_needs_a_page(charlie: ApiUser) -> None:
    refused = charlie.asks(GET_CHANGE_REQUEST_PDF, GUIDE, CUSTOMS, only="true")
    assert (refused.status, refused.message) == (400, "only: says that one page is wanted, so it needs a page.")
    assert charlie.asks(GET_CHANGE_REQUEST_PDF, GUIDE, CUSTOMS, only="yes", page=RATES).status == 400
