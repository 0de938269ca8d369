"""The page of one share link: what can be done there without going back to the list."""

from tests.blueprints.link_pages import CARRIERS, links
from tests.pages.pages import Pages
from tests.world import RunningService


def test_it_is_switched_on_its_own_page(alice: Pages, service: RunningService) -> None:
    alice.get(CARRIERS)
    shown = alice.submit(f"{CARRIERS}/active", press="Switch off")
    assert (shown.path, shown.facts["State"]) == (CARRIERS, "Off")
    alice.submit(f"{CARRIERS}/active", press="Switch on")
    assert links(service)[0]["active"]
