"""What was read once may be shown by several pages, so none changes it: all are opened, and it still says its text."""

import pytest
from flask import Flask

from masthead.client.response_cache import parsed
from masthead.web.person.guards import SIGNED_IN
from tests.house.routes import ACCESS, address_of
from tests.loops import for_each
from tests.pages.pages import Pages

SHARED = parsed._values  # noqa: SLF001 - nobody else need see it
PAGES = sorted(page for page, access in ACCESS.items() if access == SIGNED_IN)


@pytest.mark.exhaustive
def test_no_page_changes_what_it_was_told(portal: Flask, alice: Pages) -> None:
    opened = 0
    for page in PAGES:
        method, address = address_of(portal, page)
        if method == "GET":
            for _ in range(3):  # what is turned round twice is as it was
                alice.client.get(address)
            opened += 1
    assert opened > 60
    assert len(SHARED) > 20
    assert changed() == []


def changed() -> list[str]:
    """What no longer says its text; brief answers have none with them, and can't be changed."""
    whole = [(*key, value) for key, (value, _) in SHARED.items() if key[0].brief is None]
    return [endpoint.name for endpoint, text, value in whole if endpoint.parse(text) != value]


@for_each("filters", ["?title=docs", "?per=25&columns=type", "?page=2"])
def test_no_filter_does(alice: Pages, filters: str) -> None:
    for area in ("sites", "teams", "access", "translations", "known", "links"):
        alice.client.get(f"/orgs/org_larkfield/{area}{filters}")
    assert changed() == []
