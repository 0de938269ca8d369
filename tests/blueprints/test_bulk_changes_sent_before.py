"""Every bulk change asks, before it is first sent, about what was sent before without a known outcome."""

from collections.abc import Callable, Mapping
from typing import NamedTuple

import pytest

from tests.blueprints.access_pages import ACCESS, chosen, seen
from tests.blueprints.roster_pages import given, planned
from tests.blueprints.start_over import start_over
from tests.blueprints.structure_pages import PARTNERS, REVIEW, into
from tests.blueprints.test_bulk import BULK
from tests.blueprints.test_bulk import chosen as chosen_sites
from tests.bulk.roster.crew import roles as members
from tests.faults import faults
from tests.loops import for_each
from tests.pages.page import Page
from tests.pages.pages import Pages
from tests.records import ask
from tests.wire import Wire
from tests.world import ALICE, RunningService

SENT_BEFORE = "You sent some of this before, and it isn't known whether that was saved."
ORG = "/orgs/org_larkfield"


def sites(pages: Pages) -> Page:
    chosen_sites(pages, "docs")
    return pages.submit(BULK, visibility="unlisted", press="Review changes")


def roles(pages: Pages) -> Page:
    return chosen(seen(pages), ("support",), ("guide",), "edit")


def structure(pages: Pages) -> Page:
    into(pages, PARTNERS, "section_api")
    return pages.get(REVIEW)


class Bulk(NamedTuple):
    """How somebody reviews a bulk change, its form and button, and what a colleague sends to set its call back."""

    review: Callable[[Pages], Page]
    form: str
    press: str
    method: str
    path: str
    body: Mapping[str, object]


BACK = {"position": {"after": {"type": "site-space", "siteSpace": "sitespace_docs_guide"}}}
TEAM = "/spaces/space_guide/permissions/teams/team_support"
BULKS = {
    "sites": Bulk(sites, BULK, "Apply the changes", "PATCH", f"{ORG}/sites/site_docs", {"visibility": "public"}),
    "roles": Bulk(roles, ACCESS, "Apply the changes", "PATCH", TEAM, {"role": "read"}),
    "structure": Bulk(
        structure, REVIEW, "Apply 1 change", "POST", f"{ORG}/sites/site_docs/site-spaces/{PARTNERS}/move", BACK
    ),
}


def lost_and_set_back(bulk: Bulk, distant: Pages, wire: Wire, service: RunningService) -> None:
    """Let its call be carried out without an answer, and a colleague set that back with a token."""
    bulk.review(distant)
    wire.faults[bulk.method] = faults.lost_answer
    distant.submit(bulk.form, press=bulk.press)
    wire.faults.clear()
    assert ask(service, ALICE, bulk.method, f"/v1{bulk.path}", bulk.body).status_code < 300


@pytest.mark.exhaustive
@for_each("kind", BULKS)
def test_it_asks_before_it_is_sent_again(distant: Pages, wire: Wire, service: RunningService, kind: str) -> None:
    start_over(distant, service)
    bulk = BULKS[kind]
    lost_and_set_back(bulk, distant, wire, service)
    shown, sent = bulk.review(distant), wire.seen[bulk.method]
    assert (SENT_BEFORE in shown.main, shown.links["Check now"]) == (True, f"{ORG}/journal/1")
    refused = distant.submit(bulk.form, press=bulk.press)
    assert (refused.status, refused.problems) == (422, [f"{SENT_BEFORE} Check that, or select “Send it anyway”."])
    assert wire.seen[bulk.method] == sent
    assert distant.submit(bulk.form, press=bulk.press, anyway=True).status == 200
    assert wire.seen[bulk.method] == sent + 1


TEAM_PAGE = f"{ORG}/teams/team_operations"


def test_a_roster_asks_about_those_whom_it_names(distant: Pages, wire: Wire, service: RunningService) -> None:
    distant.get(TEAM_PAGE)
    wire.faults["PUT"] = faults.lost_answer
    distant.submit(f"{TEAM_PAGE}/members/chosen", press="Make owner: Heidi Brandt")
    wire.faults.clear()
    ask(service, ALICE, "PUT", f"/v1{TEAM_PAGE}/members/user_heidi", {"role": "member"})
    assert SENT_BEFORE not in given(distant, "user_kofi,owner\n").main
    assert SENT_BEFORE in given(distant, "user_heidi,owner\n").main
    assert planned(distant).problems == [f"{SENT_BEFORE} Check that, or select “Send it anyway”."]
    assert members(service)["user_heidi"] == "member"
    assert planned(distant, anyway=True).status == 200
    assert members(service)["user_heidi"] == "owner"
