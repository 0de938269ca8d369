"""What needs somebody today out of Masthead's own records: bulk changes that wait, and drafts."""

from flask import Flask

from tests.blueprints.overview import ORG, matters
from tests.blueprints.start_over import start_over
from tests.pages.pages import Pages
from tests.planned import keep_plan
from tests.world import ALICE, RunningService
from web.person.portal import portal_of


def test_bulk_changes_that_wait_are_told_with_how_far_they_are(alice: Pages, portal: Flask) -> None:
    number = keep_plan(portal, ALICE, ["docs", "help"])
    shown = alice.get(ORG)
    assert "Note: “Hide sites” has not started. 0 of 2 steps completed. View bulk change" in matters(shown)
    assert shown.links["View bulk change"] == f"{ORG}/plans/{number}"


def test_drafts_are_counted_those_of_this_organization_among_all(
    alice: Pages, portal: Flask, service: RunningService
) -> None:
    parts = portal_of(portal)
    owner = parts.store.keys.owner_of(ALICE)
    parts.store.drafts.save(owner, f"{ORG}/sites/site_docs/edit", [("title", "A")])
    parts.store.drafts.save(owner, f"{ORG}/sites/site_docs/edit", [("title", "A, typed again")])
    parts.store.drafts.save(owner, "/orgs/org_other/sites/site_x/edit", [("title", "B")])
    shown = alice.get(ORG)
    assert any(text.startswith("Note: 1 of your 2 drafts belongs to this organization.") for text in matters(shown))
    start_over(alice, service)
    parts = portal_of(portal)
    parts.store.drafts.save(parts.store.keys.owner_of(ALICE), f"{ORG}/sites/site_docs/edit", [("title", "A")])
    assert any(text.startswith("Note: 1 draft belongs to this organization.") for text in matters(alice.get(ORG)))
