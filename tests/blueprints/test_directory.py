"""The directory: what one has seen, found again, pinned, forgotten; and what is added by an id or an address."""

import re

import pytest
from flask import Flask

from masthead.resources.resource import Mention
from masthead.store.directory.objects import DirectoryQuery
from masthead.web.person.portal import get_portal
from tests.asked import Log
from tests.loops import for_each
from tests.pages.document import text_of
from tests.pages.page import Page
from tests.pages.pages import Pages
from tests.store.directory.test_directory import observed
from tests.world import ALICE, BOB

ORG = "/orgs/org_larkfield"
KNOWN = f"{ORG}/known"
API = "/v1/orgs/org_larkfield"


def rows(page: Page) -> list[str]:
    return [text_of(each) for each in page.document.all("tr")][1:]


def titles(portal: Flask, token: str = ALICE, **sought: object) -> set[str]:
    parts = get_portal(portal)
    found = parts.store.directory.find(parts.store.keys.owner_of(token), DirectoryQuery(**sought), limit=1000)  # type: ignore[arg-type]
    return {each.title or each.id for each in found}


@pytest.fixture
def seen(alice: Pages) -> Pages:
    """Alice, who has looked at a site."""
    alice.get(f"{ORG}/sites/site_docs")
    return alice


def test_what_a_page_told_is_there_with_where_and_when(seen: Pages) -> None:
    shown = seen.get(f"{KNOWN}?q=warehouse&kind=space")
    assert len(rows(shown)) == 1
    assert "Warehouse operations" in shown.main
    assert "just now in the structure of Larkfield Docs" in shown.main
    assert f'href="{ORG}/sites/site_docs"' in shown.html
    (row,) = rows(seen.get(f"{KNOWN}?q=site_docs&kind=site"))
    assert "just now in the structure of Larkfield Docs" in row


def test_options_offer_what_is_likely_and_a_way_to_add(seen: Pages) -> None:
    seen.get(KNOWN)
    part = seen.get(f"{KNOWN}/options?kind=space&q=ware")
    assert "Warehouse operations" in part.main
    assert "seen just now in the structure of Larkfield Docs" in part.main
    assert "looks up “ware”" in part.main
    assert "Larkfield Docs" not in seen.get(f"{KNOWN}/options?kind=space&q=docs").main.replace("of Larkfield Docs", "")
    assert "Get started" in seen.get(f"{KNOWN}/options?kind=section&parent=site_docs").main
    assert "Get started" not in seen.get(f"{KNOWN}/options?kind=section&parent=site_help").main


def test_opening_it_asks_for_the_organization_and_teaches_while_it_is_empty(
    alice: Pages, asked: Log, portal: Flask
) -> None:
    alice.get(KNOWN)
    assert asked.lines == [f"GET {API}"]
    alice.get(f"{KNOWN}?kind=space")
    assert "Nothing matches" in alice.shown.main
    alice.get(KNOWN)
    assert "Larkfield Freight" in alice.shown.main
    parts = get_portal(portal)
    parts.store.directory.forget_all(parts.store.keys.owner_of(ALICE))
    shown = alice.get(KNOWN)  # the organization is remembered, so this page tells nothing new
    assert "once Masthead has read them" in shown.main


def test_what_was_seen_is_pinned_unpinned_and_forgotten_and_nothing_else(seen: Pages, portal: Flask) -> None:
    seen.get(f"{KNOWN}?kind=space")
    shown = seen.submit(f"{KNOWN}/mark", press="Pin Warehouse operations")
    assert shown.toasts == ["Pinned. Form fields offer it first."]
    assert "kind=space" in shown.address
    assert "Warehouse operations" in rows(shown)[0]
    shown = seen.submit(f"{KNOWN}/mark", press="Unpin Warehouse operations")
    assert "Warehouse operations" not in rows(shown)[0]
    seen.submit(f"{KNOWN}/mark", press="Remove Warehouse operations")
    assert "Warehouse operations" not in titles(portal, kinds=["space"])
    before = titles(portal)
    for values in ({}, {"pin": ""}, {"pin": "space"}, {"forget": "space:nobody"}, {"next": "//evil.example"}):
        assert seen.post(f"{KNOWN}/mark", values).path == KNOWN
    assert titles(portal) == before


def test_whoever_came_from_another_page_is_led_back_there(seen: Pages) -> None:
    checklist, back = f"{ORG}/sso/enforce?provider=saml_staff", "Back to “Enforce single sign-on”"
    seen.get(checklist)
    shown = seen.get(f"{KNOWN}?kind=user&next={checklist}")
    assert {row[1] for row in shown.rows} == {"Person"}
    assert shown.links[back] == checklist
    assert seen.submit(f"{KNOWN}/mark", press="Pin Heidi Brandt").links[back] == checklist
    assert seen.submit(KNOWN, q="nobody").links[back] == checklist
    assert seen.get(seen.shown.links["Show all"]).links[back] == checklist
    assert "Back to" not in seen.get(f"{KNOWN}?next=//evil.example/").main


def test_pages_of_a_hundred(alice: Pages, portal: Flask) -> None:
    parts = get_portal(portal)
    many = [
        Mention("site", f"s{number:03}", f"Site {number:03}", organization="org_larkfield") for number in range(250)
    ]
    parts.store.directory.record(parts.store.keys.owner_of(ALICE), "", [observed(*many)])
    first = alice.get(f"{KNOWN}?kind=site")
    assert (len(rows(first)), "page=2" in first.html, "First page" in first.main) == (100, True, False)
    last = alice.get(f"{KNOWN}?kind=site&page=3")
    assert (len(rows(last)), "page=4" in last.html, "First page" in last.main) == (50, False, True)


@for_each("query", ["page=0", "page=-1", "page=x", "page=99999999999", "kind=nothing", "q=%00", "q=" + "x" * 3000])
def test_odd_addresses_are_pages_too(alice: Pages, query: str) -> None:
    assert alice.get(f"{KNOWN}?{query}").status == 200


@for_each(
    "typed, kind, named",
    [
        ("space_start", "space", "Space space_start was added."),
        ("/o/org_larkfield/s/space_start/tracking", "", "Space space_start was added."),
        (f"{ORG}/sites/site_help", "", "Site Help centre was added."),
        ("localhost/orgs/org_larkfield/invites/inv_welcome", "", "Invite link inv_welcome was added."),
        ("team_docs", "team", "Team team_docs was added."),
        ("col_handbook", "collection", "Collection col_handbook was added."),
        ("saml_staff", "saml-provider", "Identity provider Larkfield staff was added."),
        (f"{API}/sites/site_docs/site-spaces/sitespace_docs_api", "", "Space of a site API reference was added."),
        (f"{API}/sites/site_docs/section-groups/group_product", "", "Section group Product was added."),
        ("/v1/spaces/space_start/change-requests/1", "", "Change request Mend the link to customs was added."),
        ("/orgs/org_larkfield", "", "Organization Larkfield Freight was added."),
    ],
)
def test_add_what_is_proved_by_one_read(alice: Pages, asked: Log, typed: str, kind: str, named: str) -> None:
    alice.get(KNOWN)
    asked.clear()
    shown = alice.submit(f"{KNOWN}/add", typed=typed, kind=kind)
    assert (shown.toasts, shown.status) == ([named], 200)
    assert len(rows(shown)) == 1
    assert len([line for line in asked.lines if line != f"GET {API}"]) <= 1


@for_each(
    "typed, kind, said",
    [
        ("", "", "Paste an address."),
        ("space_start", "", "Select what kind this is"),
        (
            "https://evil.example/o/org_larkfield/s/space_start",
            "space",
            "This isn't an address of the documentation app or of Masthead.",
        ),
        ("a b", "space", "This isn't an address."),
        ("../../etc/passwd", "space", "This isn't an address of the documentation app or of Masthead."),
        ("/etc/passwd", "space", "look up what this address names"),
        ("user_bob", "user", "Select what kind this is"),
        ("sitespace_docs_api", "site-space", "which names the site"),
        ("/orgs/org_orchard/sites/site_clinic", "", "belongs to another organization"),
    ],
)
def test_what_names_nothing_is_refused_before_anyone_is_asked(
    alice: Pages, asked: Log, typed: str, kind: str, said: str
) -> None:
    alice.get(KNOWN)
    asked.clear()
    shown = alice.post(f"{KNOWN}/add", {"typed": typed, "kind": kind})
    assert shown.status == 422
    assert said in shown.main
    assert f'value="{typed}"' in shown.html
    assert asked.lines == []


@for_each(
    "typed, kind, said",
    [
        ("space_none", "space", "There is no such space, or you don't have access to it. Nothing was added."),
        ("team_none", "team", "There is no such team"),
        (f"{API}/sites/site_docs/sections/section_none", "", "There is no such section"),
        ("space_orchard", "space", "There is no such space"),
    ],
)
def test_what_is_not_there_is_not_kept(alice: Pages, portal: Flask, typed: str, kind: str, said: str) -> None:
    alice.get(KNOWN)
    shown = alice.submit(f"{KNOWN}/add", typed=typed, kind=kind)
    assert (shown.status, said in shown.main) == (404, True)
    assert typed.rpartition("/")[2] not in titles(portal)


def test_what_may_not_be_seen_is_not_kept(bob: Pages, portal: Flask) -> None:
    bob.get(KNOWN)
    shown = bob.submit(f"{KNOWN}/add", typed="saml_staff", kind="saml-provider")
    assert (shown.status, "You aren't allowed to see this identity provider" in shown.main) == (403, True)
    assert titles(portal, BOB) == {"Larkfield Freight"}


def test_the_account_page_counts_and_forgets_and_signing_out_if_one_wants_that(seen: Pages, portal: Flask) -> None:
    shown = seen.get("/sessions")
    assert re.search(r"\b\d{2} names in all organizations\.", shown.main)
    seen.submit("/sign-out", press="Sign out")
    assert titles(portal)
    seen.sign_in(ALICE).get("/sessions")
    assert seen.submit("/forget-seen").toasts == ["The names were cleared."]
    assert titles(portal) == set()
    seen.get(f"{ORG}/sites/site_docs")
    seen.get("/sessions")
    seen.submit("/sign-out", press="Sign out and clear names")
    assert titles(portal) == set()
