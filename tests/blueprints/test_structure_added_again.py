"""A draft that removes a space and adds it again: a site shows a space once, so that is a move of what is there."""

from tests.blueprints.start_over import start_over
from tests.blueprints.structure_pages import API, DOCS, QUICK, REFERENCE, rows
from tests.pages.pages import Pages
from tests.records import ask
from tests.world import ALICE, RunningService

PARTNERS, SHIPPING = "sitespace_docs_partners", "section_guide"
ADD = {"do": "add", "space": "space_partners", "title": "Partner onboarding"}


def add_again(page: Pages, section: str) -> None:
    page.get(DOCS)
    page.post(DOCS, {"do": "remove", "item": PARTNERS})
    page.post(DOCS, {**ADD, "section": section})


def test_it_goes_to_the_end_of_its_own_or_another_section(alice: Pages, service: RunningService) -> None:
    add_again(alice, SHIPPING)
    assert rows(alice.get(DOCS), f"section:{SHIPPING}")[-1] == PARTNERS
    start_over(alice, service)
    add_again(alice, "section_api")
    assert rows(alice.get(DOCS), "section:section_api") == [REFERENCE, PARTNERS]
    assert "Partner onboarding: moves from Shipping to API" in alice.get(f"{DOCS}/review").main
    alice.submit(f"{DOCS}/review", press="Apply 1 change")
    held = ask(service, ALICE, "GET", f"{API}/site_docs/site-spaces").get_json()["items"]
    (found,) = [each for each in held if each["id"] == PARTNERS]
    assert (found["section"], found["path"]) == ("section_api", "carriers")


def test_where_others_changed_the_same_it_is_moved_too(alice: Pages, service: RunningService) -> None:
    """The page asks, and what is done to its tree is done to the draft."""
    alice.get(DOCS)
    alice.post(DOCS, {"do": "edit", "item": QUICK, "path": "mine"})
    alice.post(DOCS, {"do": "remove", "item": PARTNERS})
    ask(service, ALICE, "PATCH", f"{API}/site_docs/site-spaces/{QUICK}", {"path": "theirs"})
    alice.get(DOCS)
    alice.post(DOCS, {**ADD, "section": "section_api"})
    assert rows(alice.get(DOCS), "section:section_api") == [REFERENCE, PARTNERS]
