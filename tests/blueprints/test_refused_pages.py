"""A page that somebody may not open says what it needs, what they may do, and who could help, as far as is known."""

from tests.blueprints.overview import Told
from tests.blueprints.start_over import start_over
from tests.faults import faults
from tests.loops import for_each
from tests.pages.page import Page
from tests.pages.pages import Pages
from tests.portals import PortalFor
from tests.records import ask
from tests.wire import Wire
from tests.world import ALICE, BOB, RunningService

ORG = "/orgs/org_larkfield"
SSO, LINKS = f"{ORG}/sso", f"{ORG}/sites/site_partners/links"
TEAM = f"{ORG}/teams/team_docs"


def areas(page: Page, organization: str = "org_larkfield") -> list[object]:
    """The way to the sites of the organization, in the navigation around the page."""
    return [each for each in page.document.all("a") if each.get("href") == f"/orgs/{organization}/sites"]


@for_each(
    "address, needs",
    [
        (SSO, "This page needs permission to administer the organization: the role Admin."),
        (LINKS, "This page needs permission to create content: the role Admin or Creator."),
    ],
)
def test_it_says_what_the_page_needs_and_what_one_may_do(bob: Pages, address: str, needs: str) -> None:
    shown = bob.get(address)
    assert (shown.status, shown.h1) == (403, "You can't see this page")
    assert needs in shown.main
    assert "The API reports that you can't create content or administer the organization." in shown.main
    assert "API reports that you can " not in shown.main


def test_known_members_who_could_help_are_named(bob: Pages, service: RunningService) -> None:
    path = "/v1/orgs/org_larkfield/teams/team_docs/members/user_alice"
    assert ask(service, ALICE, "PUT", path, {"role": "member"}).status_code == 204
    bob.get(TEAM)
    shown = bob.get(SSO)
    told = "Ask a member with the role Admin. Masthead knows Alice Lindqvist. There may be others."
    assert told in shown.main


def test_it_says_whom_masthead_knows_of_those_who_could_help(bob: Pages) -> None:
    shown = bob.get(SSO)
    assert "Masthead knows no team whose members it can read, so it can't name anybody" in shown.main
    shown = bob.get(SSO)
    assert areas(shown)
    bob.get(TEAM)
    shown = bob.get(SSO)
    assert "None of the 5 members that Masthead knows has the role Admin." in shown.main
    assert "If you are Bob Okafor, your role is " in shown.main
    assert shown.links["Back to Overview"] == ORG


def test_members_who_cannot_be_read_are_not_said_to_be_none(portal_for: PortalFor, wire: Wire) -> None:
    bob = Pages(portal_for(API_BASE_URL=wire.url, FRESH_SECONDS=0)).sign_in(BOB)
    bob.get(TEAM)
    refuse = faults.refusal(403)
    wire.faults["GET"] = lambda talk: (refuse if talk.asked.path.endswith("/members") else wire.pass_on)(talk)
    shown = bob.get(SSO)
    assert shown.status == 403
    assert "Masthead couldn't read any members, so it can't name anybody with the role Admin." in shown.main


def test_the_frame_stays_around_an_address_that_is_none_but_not_of_what_one_never_saw(alice: Pages) -> None:
    alice.get(ORG)
    shown = alice.get(f"{ORG}/nope")
    assert (shown.status, bool(areas(shown))) == (404, True)
    shown = alice.get("/orgs/org_orchard/nope")
    assert shown.status == 404
    assert not areas(shown, "org_orchard")


@for_each("status", [403, 404])
def test_the_frame_of_what_one_lost_is_not_shown(told: Told, status: int, service: RunningService) -> None:
    start_over(told[0], service)
    told[1].clear()
    alice, becomes = told
    assert areas(alice.get(f"{ORG}/sites/site_docs"))
    becomes["org_larkfield"] = faults.refusal(status)
    shown = alice.get(f"{ORG}/sites/site_docs?refresh=1")
    assert (shown.status, areas(shown)) == (status, [])
