"""A page reads the store before it is drawn: what the layout shows, in one statement if there is nothing."""

import pytest
from flask import Flask, before_render_template, template_rendered

from masthead.store.drafts.drafts import Draft
from masthead.store.entries import Intent, Subject
from masthead.web.person.portal import get_portal
from tests.bulk_changes import SITES, keep_bulk_change
from tests.house.routes import ACCESS, address_of
from tests.loops import for_each
from tests.pages.pages import Pages
from tests.transactions import transactions
from tests.world import ALICE

STORE = "masthead.db"
ORG = "org_larkfield"
SWITCH = Intent(ORG, "bob", "updateOrganization", (ORG,), Subject("organization", ORG, "Larkfield"), "Switch")
LAYOUT = "SELECT EXISTS"


@pytest.fixture
def full(alice: Pages, portal: Flask) -> Pages:
    """Alice, on whose pages the layout has something of everything that the store keeps for it."""
    store = get_portal(portal).store
    owner = store.keys.owner_of(ALICE)
    keep_bulk_change(portal, ALICE, SITES)
    store.drafts.save(owner, "/typed", [("title", "Typed")])
    store.journal.begin(SWITCH, store.enforcements.build_start_hook(ORG, "Larkfield", owner))
    alice.client.set_cookie("masthead_parked", store.parked_drafts.park("", "bob", [Draft("/parked", 9e9, [])]))
    return alice


@pytest.mark.exhaustive
def test_no_page_reads_the_store_while_it_is_drawn_or_shows_how_a_time_is_written(full: Pages, portal: Flask) -> None:
    """In another time zone, what tells UTC on hover is a part of the page, and never stands on it as text."""
    full.client.set_cookie("time_zone", "Europe/Berlin")
    asked_before: list[int] = []
    found: set[str] = set()

    def begin(_: Flask, **_more: object) -> None:
        asked_before.append(len(asked))

    def end(_: Flask, *, template: object, **_more: object) -> None:
        if len(asked) > asked_before.pop():
            found.add(str(template))

    addresses = [address_of(portal, page) for page in ACCESS]
    with (
        transactions(STORE) as asked,
        before_render_template.connected_to(begin, portal),
        template_rendered.connected_to(end, portal),
    ):
        shown = [full.get(address) for method, address in addresses if method == "GET"]
    assert (len(shown) > 80, found) == (True, set())
    assert [page.path for page in shown if "&lt;time" in page.html] == []


@for_each("address", ["/status", "/nope", f"/orgs/{ORG}/translations", f"/orgs/{ORG}/sites/new"])
def test_the_layout_costs_one_transaction_more(full: Pages, address: str) -> None:
    with transactions(STORE) as asked:
        shown = full.get(address)
    begins = [each[0].startswith(LAYOUT) for each in asked].index(True)
    assert [len(each) for each in asked[begins : begins + 2]] == [1, 5 if ORG in address else 3]
    assert '2 <span class="banner-word">drafts</span>' in shown.html


def test_the_count_of_the_inbox_costs_no_transaction(full: Pages) -> None:
    address, found = f"/orgs/{ORG}/translations", []
    full.get(address)
    for _ in range(2):
        with transactions(STORE) as asked:
            shown = full.get(address)
        found.append((len(asked), "open items" in shown.html))
        full.get(f"/orgs/{ORG}/inbox")
    assert found == [(found[0][0], False), (found[0][0], True)]


def test_a_layout_without_any_of_it_costs_one_statement(alice: Pages) -> None:
    alice.get("/status")  # the session gets its CSRF token
    with transactions(STORE) as asked:
        alice.get("/status")
    assert [[each[: len(LAYOUT)] for each in statements] for statements in asked] == [["SELECT sessio"], [LAYOUT]]


def test_a_visitor_costs_nothing(visitor: Pages) -> None:
    with transactions(STORE) as asked:
        assert visitor.get("/status").status == 200
    assert asked == []
