"""Each page that was opened before is shown while the API is away, with its age, however the API fails."""

from dataclasses import replace

import pytest
from flask import Flask

from masthead.client import Breaker, Limits, Transport
from masthead.web.person.portal import get_portal
from tests.faults import faults
from tests.faults.hostile import Fault
from tests.house.routes import ACCESS, address_of
from tests.pages.pages import Pages
from tests.portals import PortalFor
from tests.wire import Wire
from tests.world import ALICE, RunningService

ORG = "/orgs/org_larkfield"
EDIT = f"{ORG}/sites/site_docs/edit"
IMPATIENT = Limits(connect_seconds=0.5, read_seconds=0.1, glance_seconds=0.05, pause_seconds=(0.001, 0.002))
WAYS: dict[str, Fault] = {
    "reset": faults.reset,
    "503": faults.refusal(503),
    "429": faults.refusal(429, retry_after=90),
    "nothing": faults.hang,
    "a web page": faults.web_page,
    "cut short": faults.truncated,
}
AGE = "This is what it answered "
CURRENT = "This page shows Masthead's own records, which are up to date. Only names may be older."
OF_THE_PORTAL = {
    # What they show is the portal's own: the service is asked for names, and who may look.
    *("drafts.index", "journal.index", "journal.show", "bulk_changes.index"),
}

ASKS_NOTHING = {
    # They show what the portal keeps itself, or nothing of the API.
    *("account.sessions", "health.alive", "linked_token.show", "organizations.of_domain", "roster.sample", "static"),
    "status.index",
    # The palette and the pickers: lines of the person's own directory.
    *("search.anywhere", "directory.options"),
}
FILES = {
    # A file has no line above it that could tell an age; most say in a column when each part was read.
    *("access_matrix.export", "audience.export", "coverage.export", "field_values.export"),
    *(
        "journal.export",
        "link_register.export",
        "organization_files.export",
        "place_people.export",
        "roster.members",
        "sites.export",
    ),
    *("settings.export", "spaces.export", "specs.export", "specs_versions.as_data"),
    *("specs_versions.download", "specs_versions.markdown", "sso_steps.metadata"),
    *("access_matrix.export", "audience.export", "reminders.calendar", "coverage.export", "field_values.export"),
    *(
        "access_matrix.export",
        "audience.export",
        "reminders.calendar",
        "reminders.listing",
        "coverage.export",
        "field_values.export",
    ),
    *("journal.export", "link_register.export", "place_people.export", "roster.members", "sites.export"),
    *("settings.export", "spaces.export", "specs.export", "specs_versions.as_data", "specs_versions.download"),
    *("specs_versions.markdown", "sso_steps.metadata"),
    *("journal.export", "link_register.export", "people.export", "place_people.export", "roster.members"),
    *("settings.export", "sites.export", "spaces.export", "specs.export", "specs_versions.as_data"),
    *("specs_versions.download", "specs_versions.markdown", "sso_steps.metadata"),
}
FRAGMENTS = {
    # Parts of a page that htmx asks for; the page around them has the line.
    *(
        "enforcement.countdown",
        "organizations.switcher",
        "bulk_changes.unfinished",
        "sso.enforcement",
        "structure.changes",
    ),
}
NOT_A_PAGE = {
    # Each answers something else than a page here: it leads on, is for machines, or needs what nobody made.
    *("account.sign_in", "audience.edit", "bulk.index", "certificates.monitor", "drafts.show", "health.metrics"),
    *(
        "health.ready",
        "home.index",
        "bulk_changes.show",
        "bulk_changes.step",
        "access_reviews.ask_complete",
        "access_reviews.export",
        "access_reviews.show",
        "roster.back_to_review",
        "roster.report",
        "roster.review",
    ),
    *("journal_bulk.ask", "pictures.show", "roster.choices_back_to_review"),
    *(
        "field_value_changes.review",
        "organization_files.review",
        "status.try_now",
        "structure.ask_move",
        "team_members.ask",
        "team_members.index",
    ),
}
NEEDS_NOW = {
    # What can be taken back is decided by what is there now, so nothing is offered out of memory. A receipt compares
    # with that, and says where it cannot be read.
    *("journal.ask_undo", "journal.show_receipt"),
}
SOME = ("organizations.show", "sites.index", "settings.show", "structure.show", "journal.index")
"""What all other pages show goes by the same transport."""
WITHOUT = NEEDS_NOW | ASKS_NOTHING | FILES | FRAGMENTS | NOT_A_PAGE


@pytest.fixture
def opened(portal_for: PortalFor, wire: Wire) -> tuple[Pages, dict[str, str]]:
    """Alice, who has opened all pages and changed something; and their addresses."""
    app = portal_for(API_BASE_URL=wire.url, FRESH_SECONDS=0)
    pages = Pages(app).sign_in(ALICE)
    pages.get(EDIT)
    pages.submit(EDIT, title="Larkfield Guide", press="Save changes")
    addresses = {page: address_of(app, page) for page in ACCESS}
    shown = {page: address for page, (method, address) in addresses.items() if method == "GET" and page not in WITHOUT}
    assert {page: pages.get(each).status for page, each in shown.items()} == dict.fromkeys(shown, 200)
    return pages, shown


def give_up_soon(app: Flask, url: str) -> None:
    """Let the portal have little patience from now on, and try the API for each page."""
    transport = Transport(url, breaker=Breaker(rest_seconds=0.001), limits=IMPATIENT)
    get_portal(app).transport.close()
    app.extensions["masthead"] = replace(get_portal(app), transport=transport)


def wrong(pages: Pages, shown: dict[str, str]) -> dict[str, str]:
    """The pages that are not shown, or without their age, or with one that they do not have."""
    found = {}
    for page, address in shown.items():
        opened = pages.get(address)
        if opened.status != 200:
            found[page] = f"{opened.status} {opened.h1}"
        elif page in OF_THE_PORTAL and (AGE in opened.html or CURRENT not in opened.main):
            found[page] = "not said to be current"
        elif page not in OF_THE_PORTAL and (AGE not in opened.html or CURRENT in opened.html):
            found[page] = "no age"
    return found


@pytest.mark.exhaustive
def test_each_page_is_shown_while_connections_are_refused(
    opened: tuple[Pages, dict[str, str]], wire: Wire, service: RunningService
) -> None:
    pages, shown = opened
    give_up_soon(pages.app, wire.url)
    for way, fault in WAYS.items():
        wire.faults["GET"] = fault
        assert (way, wrong(pages, {page: shown[page] for page in SOME})) == (way, {})
    service.stop()
    give_up_soon(pages.app, service.url)
    assert wrong(pages, shown) == {}
    service.start()


def test_what_is_left_out_is_there() -> None:
    assert set(ACCESS) >= WITHOUT
