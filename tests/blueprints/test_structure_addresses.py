"""What pages say of readers' addresses: before a structure is changed, and what became of them."""

import re

from tests.blueprints.start_over import start_over
from tests.blueprints.structure_pages import DOCS, GUIDE, HELP, RELEASES, START
from tests.blueprints.test_structure import sent
from tests.blueprints.test_structure_left import applied, applied_on, edit, undone
from tests.pages.document import text_of
from tests.pages.page import Page
from tests.pages.pages import Pages
from tests.world import RunningService

HOST = "https://help.larkfield.example"
MAY_CHANGE = "Readers' addresses may change: the API doesn't say beforehand which."
UNKNOWN = "It isn't known whether readers' addresses changed"
DRAFT = "/orgs/org_larkfield/sites/site_warehouse/structure"


def report(page: Page) -> str:
    return " ".join(map(text_of, page.document.with_attribute("aria-labelledby", "addresses")))


def test_a_bulk_change_lists_the_addresses_that_changed_if_any_and_its_report_stays(
    alice: Pages, service: RunningService
) -> None:
    alice.get(HELP)
    edit(alice, GUIDE, "handbook")
    told = report(applied(alice))
    assert "The address of 1 space changed." in told
    assert f"Shipping guide {HOST}/guide {HOST}/handbook" in told
    assert f"Shipping guide {HOST}/handbook {HOST}/guide" in report(undone(alice, 1))
    start_over(alice, service)
    sent(alice, {"section:": [GUIDE, "sitespace_help_start", RELEASES]})
    assert "No reader's address changed." in report(applied(alice))
    start_over(alice, service)
    sent(alice, {"section:": [GUIDE, "sitespace_help_start", RELEASES]})
    page = applied(alice)
    edit(alice, GUIDE, "handbook")
    applied(alice)
    assert "No reader's address changed." in report(alice.get(page.path))
    start_over(alice, service)
    alice.get(f"{DRAFT}/item/sitespace_warehouse")
    alice.submit(DRAFT, {"path": "other"}, press="Save to draft")
    assert f"{UNKNOWN}: the API didn't report them." in report(applied_on(alice, DRAFT))


def test_a_review_says_where_a_space_is_found_after_another_path_or_a_move(
    alice: Pages, service: RunningService
) -> None:
    alice.get(HELP)
    edit(alice, GUIDE, "handbook")
    page = alice.get(f"{HELP}/review")
    assert f"Readers find it at {HOST}/handbook then, no longer at {HOST}/guide." in page.main
    assert MAY_CHANGE not in page.main
    start_over(alice, service)
    sent(alice, {"section:": [GUIDE, "sitespace_help_start", RELEASES]})
    assert MAY_CHANGE in alice.get(f"{HELP}/review").main
    start_over(alice, service)
    alice.get(HELP)
    edit(alice, GUIDE, "handbook")
    alice.post(HELP, {"do": "open", "item": GUIDE})
    page = alice.get(f"{HELP}/review")
    assert "Readers find it at" not in page.main
    assert MAY_CHANGE in page.main


def test_a_review_names_the_addresses_that_go(alice: Pages, service: RunningService) -> None:
    alice.post(HELP, {"do": "remove", "item": GUIDE})
    page = alice.get(f"{HELP}/review")
    assert f"Readers no longer find it at {HOST}/guide." in page.main
    assert MAY_CHANGE not in page.main
    start_over(alice, service)
    alice.post(HELP, {"do": "open", "item": GUIDE})
    alice.post(HELP, {"do": "remove", "item": START})
    page = alice.get(f"{HELP}/review")
    assert "Readers no longer find it at" in page.main
    assert MAY_CHANGE in page.main
    start_over(alice, service)
    alice.get(DOCS)
    alice.post(DOCS, {"do": "move", "item": "section_warehouse", "where": "into group:group_developers"})
    alice.post(DOCS, {"do": "move", "item": "sitespace_docs_partners", "where": "into section:section_api"})
    page = alice.get(f"{DOCS}/review")
    found = re.findall(r"position \d Today, readers find it at \S+(/docs/\S+)\.", page.main)
    assert found == ["/docs/warehouse", "/docs/shipping/carriers"]
    assert MAY_CHANGE in page.main


def test_an_undo_says_before_it_starts_what_becomes_of_addresses(alice: Pages, service: RunningService) -> None:
    sent(alice, {"section:": [GUIDE, "sitespace_help_start", RELEASES]})
    page = applied(alice)
    assert MAY_CHANGE in report(alice.submit(page.path, press="Undo bulk change"))
    start_over(alice, service)
    sent(alice, {"section:": [GUIDE, "sitespace_help_start", RELEASES]})
    page = applied(alice)
    assert "While a bulk change like this runs" not in page.main
    assert "While a bulk change like this runs" in alice.submit(page.path, press="Undo bulk change").main
    start_over(alice, service)
    alice.get(HELP)
    edit(alice, GUIDE, "handbook")
    applied(alice)
    told = alice.get("/orgs/org_larkfield/journal/1/undo").main
    assert "The address of this space changes with its path. Links to the old address may stop working." in told
