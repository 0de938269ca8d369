"""A group without sections gets one: a review says that its place isn't known, and nobody is said to have moved it."""

from tests.blueprints.structure_pages import API, DOCS, WAREHOUSE, into
from tests.blueprints.test_structure_review import REVIEW, SHIPPING
from tests.pages.page import Page
from tests.pages.pages import Pages
from tests.records import ask
from tests.world import ALICE, RunningService

GROUPS, REFERENCE = f"{API}/site_docs/section-groups", "section_api"
NOT_SHOWN = "so Eta may be elsewhere than shown here once it has one."


def eta(service: RunningService) -> str:
    return str(ask(service, ALICE, "POST", GROUPS, {"title": "Eta"}).get_json()["id"])


def reviewed(pages: Pages, item: str, where: str) -> Page:
    pages.get(DOCS)
    pages.post(DOCS, {"do": "move", "item": item, "where": where})
    return pages.get(REVIEW)


def test_the_review_says_that_the_place_is_not_known(alice: Pages, service: RunningService) -> None:
    group = eta(service)
    told = "The API doesn't report where an empty group stands, so its place on the site may be another one."
    assert told in alice.get(DOCS).main
    assert NOT_SHOWN in reviewed(alice, REFERENCE, f"into group:{group}").main
    assert NOT_SHOWN not in reviewed(alice, group, "first").main


def test_nobody_is_said_to_have_moved_what_it_stands_beside(alice: Pages, service: RunningService) -> None:
    group = eta(service)
    into(alice, WAREHOUSE, SHIPPING)
    ask(service, ALICE, "DELETE", f"{GROUPS}/group_developers/sections/{REFERENCE}")
    ask(service, ALICE, "POST", f"{GROUPS}/{group}/sections", {"sectionId": REFERENCE})
    page = alice.get(DOCS).main
    assert "API: moves from Developers to Eta, position 1" in page
    assert "moves from position" not in page
