"""Single sign-on enforced through the pages, at a portal whose time passes when a test says so."""

from flask import Flask

from masthead.store.sso.enforcements import Enforcements
from masthead.web.person.portal import get_portal
from tests.faults.clock import Clock
from tests.pages.page import Page
from tests.pages.pages import Pages
from tests.records import ask
from tests.world import ALICE, RunningService

ORG = "/orgs/org_larkfield"
ENFORCE = f"{ORG}/sso/enforce"
KEEP, OFF = f"{ENFORCE}/keep", f"{ENFORCE}/off"
API = "/v1/orgs/org_larkfield"
PATCH = f"PATCH {API}"
TITLE = "Larkfield Freight"
TEN_MINUTES = 600.0


def with_clock(app: Flask, clock: Clock, keep_seconds: float = TEN_MINUTES) -> Flask:
    """The same portal, whose countdowns go by this clock."""
    store = get_portal(app).store
    store.enforcements = Enforcements(store.database, clock, keep_seconds=keep_seconds)
    return app


def enforce(pages: Pages) -> Page:
    """Confirm what is not fulfilled, and switch it on."""
    pages.get(ENFORCE)
    return pages.submit(ENFORCE, accept=True)


def is_enforced(service: RunningService) -> bool:
    """What the service says of it."""
    return bool(ask(service, ALICE, "GET", API).get_json()["sso"])


def switch(service: RunningService, *, on: bool) -> None:
    """Do it at the service itself, as a colleague with another program does."""
    assert ask(service, ALICE, "PATCH", API, {"sso": on}).status_code == 200
