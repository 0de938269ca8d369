"""Pictures of a space's own files, on request."""

from dataclasses import replace

import pytest

from fetching.failures import FetchError
from fetching.pinned import PinnedAddress
from fetching.rules import ApiFiles, HostReach
from masthead.web.person.portal import get_portal
from tests.blueprints.overview import Told
from tests.faults import faults
from tests.faults.hostile import Fault, Hostile
from tests.loops import for_each
from tests.pages.pages import Pages

GUIDE = "/orgs/org_larkfield/spaces/space_guide"
PICTURE = f"{GUIDE}/pictures?name=shipment-states.png"
PNG = b"\x89PNG\r\n\x1a\n" + bytes(20)


def test_a_page_shows_its_own_pictures_on_request(alice: Pages) -> None:
    page = f"{GUIDE}/pages/page_guide_tracking"
    shown = alice.get(page)
    assert (PICTURE in shown.html, "From booked to delivered" in shown.main) == (False, True)
    shown = alice.get(shown.links["Show 1 picture"])
    assert f'<img src="{PICTURE}" alt="From booked to delivered' in shown.html
    assert shown.links["Hide pictures"] == f"{page}?"
    picture = alice.client.get(PICTURE)
    assert (picture.status_code, picture.mimetype, picture.data[:4]) == (200, "image/png", b"\x89PNG")
    assert alice.client.get(PICTURE.replace("states", "nothing")).status_code == 404


@for_each(
    "data, status",
    [
        (PNG, 200),
        (b"RIFF\x10\0\0\0WEBPVP8 ", 200),
        (b"RIFF\x10\0\0\0WAVEfmt ", 404),
        (b"<svg xmlns='http://www.w3.org/2000/svg'><script/></svg>", 404),
        (b"<html>", 404),
        (PNG + bytes(5_000_000), 404),
    ],
)
def test_only_pictures_that_run_no_scripts_are_passed_on(told: Told, data: bytes, status: int) -> None:
    alice, by_ending = told
    own_host = f"{get_portal(alice.app).settings.api_base_url}/drawn"
    by_ending |= {"files": one_file(own_host), "drawn": faults.answer(200, data)}
    assert alice.client.get(PICTURE).status_code == status


def test_another_host_of_the_network_is_not_asked(told: Told) -> None:
    alice, by_ending = told
    with Hostile(faults.answer(200, PNG)) as inner:
        by_ending["files"] = one_file(inner.url)
        assert alice.client.get(PICTURE).status_code == 404
    assert inner.asked == []


def test_a_portal_that_reaches_nothing_asks_the_api_alone() -> None:
    alone = ApiFiles("https://api.example.com/v1", elsewhere=False)
    assert alone.resolve_target(alone.parse_target("https://API.example.com:443/files/1")) is HostReach.INNER
    with pytest.raises(FetchError, match="not at the host of the documentation service"):
        alone.parse_target("https://cdn.example.com/files/1")
    assert (
        replace(alone, elsewhere=True).resolve_target(PinnedAddress.parse("https://cdn.example.com/"))
        is HostReach.PUBLIC
    )


def one_file(address: str) -> Fault:
    return faults.says({"items": [{"id": "file_1", "name": "shipment-states.png", "downloadURL": address}]})
