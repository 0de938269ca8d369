"""The page of one share link: what can be done there without going back to the list."""

from tests.blueprints.link_pages import CARRIERS, JOURNAL, LINKS, ORG, links
from tests.blueprints.start_over import start_over
from tests.loops import for_each
from tests.pages.pages import Pages
from tests.records import add_links
from tests.world import RunningService


def test_it_is_switched_on_its_own_page_and_undoing_its_creation_leads_to_the_list(
    alice: Pages, service: RunningService
) -> None:
    alice.get(CARRIERS)
    shown = alice.submit(f"{CARRIERS}/active", press="Switch off")
    assert (shown.path, shown.facts["State"]) == (CARRIERS, "Off")
    alice.submit(f"{CARRIERS}/active", press="Switch on")
    assert links(service)[0]["active"]
    start_over(alice, service)
    alice.get(LINKS)
    assert alice.submit(LINKS, name="Auditors", press="Create link").path.startswith(f"{LINKS}/")
    alice.submit(f"{JOURNAL}/1/undo", press="Undo")
    assert alice.submit(f"{JOURNAL}/1/undo", press="Undo").path == LINKS


@for_each("path", [CARRIERS, LINKS, f"{ORG}/links"])
def test_undoing_leads_back_to_the_page_that_it_was_pressed_on(
    alice: Pages, path: str, service: RunningService
) -> None:
    start_over(alice, service)
    alice.get(path)
    alice.submit(f"{CARRIERS}/active", press="Switch off")
    assert alice.shown.path == path
    alice.submit(f"{JOURNAL}/1/undo", press="Undo")
    assert alice.shown.path == path
    alice.submit(f"{JOURNAL}/2/undo", press="Redo")
    assert alice.shown.path == path


def test_one_without_effect_is_called_so_wherever_it_is_shown(alice: Pages, service: RunningService) -> None:
    add_links(service, "site_docs", 1)
    (row,) = alice.get(f"{ORG}/sites/site_docs/links").rows
    assert (row[0], row[1]) == ("Link 0001", "On, without effect")
    shown = alice.get(alice.shown.links["Link 0001"])
    assert shown.facts["State"] == "On, without effect"
    assert shown.facts["Address"].startswith("Not reported. The API doesn't document")
    assert alice.get(CARRIERS).facts["State"] == "On"
