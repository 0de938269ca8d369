"""A reader in another time zone: what tells UTC on hover is part of a page, and never stands on it as text."""

import pytest

from tests.house.routes import ACCESS, address_of
from tests.house.test_outage import FILES
from tests.pages.pages import Pages

NOT_PAGES = {*FILES, "certificates.monitor", "health.alive", "health.ready", "roster.sample", "static"}


@pytest.mark.parametrize("endpoint", sorted(ACCESS.keys() - NOT_PAGES))
def test_no_page_shows_how_a_time_is_written(alice: Pages, endpoint: str) -> None:
    method, address = address_of(alice.app, endpoint)
    if method == "GET":
        alice.client.set_cookie("time_zone", "Europe/Berlin")
        assert "&lt;time" not in alice.get(address).html
