"""A form that is sent again after a lost answer, while the API can't be read: what is not known stays not known."""

import pytest

from masthead.web.person.portal import portal_of
from tests.blueprints.start_over import start_over
from tests.certificates import pem
from tests.faults import faults
from tests.faults.hostile import Fault
from tests.loops import for_each
from tests.pages.page import Page
from tests.pages.pages import Pages
from tests.portals import PortalFor
from tests.providers import DRIVERS, ORG
from tests.wire import Wire
from tests.world import ALICE, RunningService

FORMS = {
    f"{DRIVERS}/people": ({"defaultRole": "read"}, "Save and continue"),
    f"{ORG}/sites/site_docs/edit": ({"title": "Guide"}, "Save changes"),
    f"{ORG}/settings/profile": ({"title": "Lark"}, "Save profile"),
    f"{ORG}/teams/team_docs/members": ({"add": "user_lena"}, "Add to the team"),
    f"{ORG}/sso/saml_auditors/delete": ({"confirm": "Auditors"}, "Delete provider"),
    f"{ORG}/sites/site_partners/links": ({"name": "Fair"}, "Create link"),
}
PAGES = {f"{ORG}/settings/profile": f"{ORG}/settings", f"{ORG}/teams/team_docs/members": f"{ORG}/teams/team_docs"}
OUTCOMES = "data-outcome"


def outcomes(page: Page) -> set[str]:
    return {each.attrib[OUTCOMES] for each in page.document.with_attribute(OUTCOMES)}


@pytest.fixture
def far(portal_for: PortalFor, wire: Wire) -> Pages:
    return Pages(portal_for(API_BASE_URL=wire.url, FRESH_SECONDS=0)).sign_in(ALICE)


@for_each("fault", [faults.lost_answer, faults.reset])
@for_each("action", FORMS)
def test_what_is_not_known_stays_so(far: Pages, wire: Wire, action: str, fault: Fault, service: RunningService) -> None:
    start_over(far, service)
    wire.faults.clear()
    portal_of(far.app).transport.check_health(at_once=True)
    typed, press = FORMS[action]
    far.get(PAGES.get(action, action))
    wire.faults.update(dict.fromkeys(("POST", "PUT", "PATCH", "DELETE"), fault))
    first = far.submit(action, typed, press=press)
    assert outcomes(first) == {"unknown"}, first.main
    wire.faults["GET"] = faults.refusal(500)
    sent = sum(wire.seen.get(method, 0) for method in ("POST", "PUT", "PATCH", "DELETE"))
    again = far.send_again(action)
    assert outcomes(again) == {"unknown"}, again.main
    assert "Nothing was saved" not in again.main
    assert "nothing was saved" not in again.main
    assert "Nothing was sent this time." in again.main
    assert again.links["Check now"] == first.links["Check now"]
    assert sum(wire.seen.get(method, 0) for method in ("POST", "PUT", "PATCH", "DELETE")) == sent


def test_enforcement_that_may_be_lifted_stays_in_doubt(far: Pages, wire: Wire) -> None:
    address = f"{DRIVERS}/certificate"
    far.get(address)
    far.submit(address, {"certificate": pem(500), "how": "now"}, press="Continue")
    wire.faults["PATCH"] = faults.lost_answer
    far.confirm(address)
    wire.faults["GET"] = faults.refusal(500)
    again = far.send_again(address)
    assert outcomes(again) == {"unknown"}, again.main
