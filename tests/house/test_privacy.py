"""Two people never share a remembered answer or a known object, whatever page they open one after the other."""

from flask import Flask
from sqlalchemy import select

from masthead.store.directory.objects import DirectoryQuery
from masthead.store.tables.records import known_objects
from masthead.web.person.portal import get_portal
from tests.asked import Log
from tests.house.test_costs import LISTINGS, forget
from tests.loops import for_each
from tests.pages.pages import Pages
from tests.world import ALICE, BOB, CHARLIE, DANA

ORG = "/orgs/org_larkfield"
PAGES = [
    *(address.replace("org_orchard", "org_larkfield").replace("shared", "larkfield") for address in LISTINGS),
    f"{ORG}/sites?title=docs",
    f"{ORG}/sites/site_docs",
    f"{ORG}/sites/site_docs/edit",
    f"{ORG}/sites/site_docs/delete",
    f"{ORG}/sites/site_docs/adaptive",
    f"{ORG}/sites/site_docs/conditions",
    f"{ORG}/sites/site_docs/conditions/sitespace_docs_guide",
    f"{ORG}/sites/site_docs/audience",
    f"{ORG}/sites/new",
    f"{ORG}/links",
    f"{ORG}/links/overdue",
    f"{ORG}/sites/site_partners/links",
    f"{ORG}/sites/site_partners/links/link_carriers",
    f"{ORG}/sites/site_partners/links/link_carriers/rotate",
    f"{ORG}/invites",
    f"{ORG}/translations/translation_guide",
    f"{ORG}/translations/coverage",
]


@for_each("address", PAGES)
def test_what_one_person_read_is_asked_again_for_another(alice: Pages, bob: Pages, asked: Log, address: str) -> None:
    forget(alice.app, asked)
    alice.get(address)
    alice.get(address)
    bob.get(address)
    assert set(asked.by(BOB)) == set(asked.by(ALICE))
    assert asked.by(ALICE) != []


def test_two_browsers_of_one_person_share_it(portal: Flask, alice: Pages, asked: Log) -> None:
    alice.get("/orgs")
    Pages(portal).sign_in(ALICE).get("/orgs")
    assert asked.by(ALICE) == ["GET /v1/orgs", "GET /v1/orgs"]  # the second is the sign-in's own


def test_an_organization_is_not_shown_from_a_colleague_s_memory(alice: Pages, dana: Pages) -> None:
    assert alice.get(ORG).status == 200
    assert dana.get(ORG).status == 404


def test_what_one_person_has_seen_is_known_to_nobody_else(portal: Flask, alice: Pages, dana: Pages) -> None:
    for address in PAGES:
        alice.get(address)
    dana.get("/orgs/org_orchard/sites")
    parts = get_portal(portal)
    owners = {token: parts.store.keys.owner_of(token) for token in (ALICE, BOB, CHARLIE, DANA)}
    found = {token: parts.store.directory.find(owner, DirectoryQuery(), limit=1000) for token, owner in owners.items()}
    assert {each.organization for each in found[ALICE]} == {"org_larkfield"}
    assert {each.organization for each in found[DANA]} == {"org_orchard"}
    assert (found[BOB], found[CHARLIE]) == ([], [])
    with parts.store.database.reading() as connection:
        kept = connection.scalars(select(known_objects.c.owner).distinct()).all()
    assert set(kept) == {owners[ALICE], owners[DANA]}
    assert all(token not in kept for token in owners)
